/**
 * Which trace a span stands for. Pure.
 *
 * A span becomes a trace only if it carries an assessment of risk; nothing is guessed from what else it says. Attributes
 * named `assay.<field>` give the trace's fields: assay.risk_score, assay.risk_level, assay.confidence,
 * assay.system_source, assay.flags and so on, each as POST /traces takes it. What they do not give comes from the
 * OpenTelemetry conventions:
 *
 * - risk_score, risk_level: the score.value (0 to 100) and score.label (LOW, MEDIUM, HIGH) of the span's last
 *   gen_ai.evaluation.result event whose gen_ai.evaluation.name is `assay.risk`. The scale of any other evaluation is
 *   its author's, so it is kept in metadata and not read as risk.
 * - confidence: the score.value (0 to 1) of the last such event named `assay.confidence`.
 * - system_source: service.name of the resource.
 * - processing_time_ms: the span's duration, rounded.
 * - timestamp: the span's end.
 * - metadata: `otel` (ids, name, kind, status, scope, the resource's service.* and deployment.environment.name),
 *   `attributes` (gen_ai.*, error.type, and what is left of assay.*), `evaluations` (all of them), and under the names
 *   that measurement trees read: `model`, `finish_reason`, `session_id`, `input` (the last message of a user) and
 *   `output` (the texts of the answer).
 *
 * The trace's id comes from the organisation and the span's two ids, so a span that is sent again is stored once.
 */
import { parseJsonText, unstorable } from '#api/http/body'
import type { AnyValue, Attributes, OtlpScope, OtlpSpan } from '#shared/contracts/otlp'
import { TraceInput } from '#shared/contracts/traces'
import { faultsOf } from '#shared/kernel/schema/faults'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import type { Origin } from '#shared/traces/record'

export type SpanTrace = { input: TraceInput; happenedAt: string; identity: NonNullable<Origin['identity']> }
type Values = Record<string, unknown>
type Around = { orgId: string; resource: Values; scope: OtlpScope | undefined }

/** The trace, or why there is none. */
export function traceOfSpan(span: OtlpSpan, { orgId, resource, scope }: Around): SpanTrace | { reason: string } {
  const attributes = valuesOf(span.attributes)
  const evaluations = evaluationsOf(span)
  const risk = evaluations.findLast(({ name }) => name === 'assay.risk')
  const confidence = evaluations.findLast(({ name }) => name === 'assay.confidence')
  const assessed = {
    risk_score: attributes['assay.risk_score'] ?? risk?.score,
    risk_level: attributes['assay.risk_level'] ?? risk?.label,
    confidence: attributes['assay.confidence'] ?? confidence?.score,
  }
  if (Object.values(assessed).every((value) => value === undefined)) return { reason: 'carries no risk assessment' }

  const traceId = span.traceId?.toLowerCase() ?? ''
  const spanId = span.spanId?.toLowerCase() ?? ''
  if (!isId(traceId, 32) || !isId(spanId, 16)) return { reason: 'has no valid trace id and span id' }
  const endedAt = millisecondsOf(span.endTimeUnixNano)
  if (endedAt === undefined) return { reason: 'has no valid end time' }

  const input = given({
    ...Object.fromEntries(fields.map((field) => [field, attributes[`assay.${field}`]])),
    ...assessed,
    system_source: attributes['assay.system_source'] ?? (resource['service.name'] || undefined),
    processing_time_ms: attributes['assay.processing_time_ms'] ?? durationMs(span),
    metadata: given({
      otel: otelOf(span, { traceId, spanId, resource, scope }),
      attributes: keptOf(attributes),
      evaluations: evaluations.length > 0 ? evaluations : undefined,
      ...namedOf(attributes),
    }),
  })
  const [fault] = [...unstorable(input), ...faultsOf(TraceInput, input)]
  if (fault) return { reason: `${fault.path} ${fault.message}` }
  return {
    // Sound: the schema has just found no fault.
    input: input as TraceInput,
    happenedAt: new Date(endedAt).toISOString(),
    identity: { uuid: uuidFrom(`otlp ${orgId}`, `${traceId} ${spanId}`), unixMs: endedAt },
  }
}

const fields = Object.keys(TraceInput.properties).filter((field) => field !== 'metadata')

const isId = (id: string, digits: number) => id.length === digits && /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id)

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Attributes by name; of two with one name the last counts. */
export const valuesOf = (attributes: Attributes | undefined): Values =>
  Object.fromEntries((attributes ?? []).map(({ key = '', value }) => [key, plain(value)]))

/** A value as JSON has it. A number that JSON cannot hold exactly becomes its text. */
function plain(value: AnyValue | undefined): unknown {
  if (value?.stringValue !== undefined) return value.stringValue
  if (value?.boolValue !== undefined) return value.boolValue
  if (value?.intValue !== undefined) return exact(Number(value.intValue), value.intValue)
  if (value?.doubleValue !== undefined) return exact(Number(value.doubleValue), value.doubleValue)
  if (value?.arrayValue) return (value.arrayValue.values ?? []).map(plain)
  if (value?.kvlistValue) return valuesOf(value.kvlistValue.values)
  return value?.bytesValue ?? null
}

const exact = (number: number, sent: string | number) =>
  Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number)) ? number : String(sent)

type Evaluation = { name?: unknown; score?: unknown; label?: unknown; explanation?: unknown }

function evaluationsOf({ events }: OtlpSpan): Evaluation[] {
  const results = (events ?? []).filter(({ name }) => name === 'gen_ai.evaluation.result')
  return results.map(({ attributes }) => {
    const values = valuesOf(attributes)
    return given({
      name: values['gen_ai.evaluation.name'],
      score: values['gen_ai.evaluation.score.value'],
      label: values['gen_ai.evaluation.score.label'],
      explanation: values['gen_ai.evaluation.explanation'],
      response_id: values['gen_ai.response.id'],
      error_type: values['error.type'],
    })
  })
}

const latestNanos = 2n ** 64n - 1n

/** Milliseconds since 1970; undefined for 0, which is how the format says that there is none. */
function millisecondsOf(nanos: string | number | undefined): number | undefined {
  const exactNanos = BigInt(nanos ?? 0)
  return exactNanos === 0n || exactNanos > latestNanos ? undefined : Number(exactNanos / 1_000_000n)
}

function durationMs({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): number | undefined {
  const start = BigInt(startTimeUnixNano ?? 0)
  const nanos = BigInt(endTimeUnixNano ?? 0) - start
  // Clocks are set back at times; a negative duration says nothing.
  return start === 0n || nanos < 0n ? undefined : Math.round(Number(nanos) / 1e6)
}

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']
const statuses = ['UNSET', 'OK', 'ERROR']

function otelOf(
  { parentSpanId, name, kind, status }: OtlpSpan,
  {
    traceId,
    spanId,
    resource,
    scope,
  }: { traceId: string; spanId: string; resource: Values; scope: OtlpScope | undefined },
): Values {
  return given({
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId?.toLowerCase() || undefined,
    name: name || undefined,
    kind: kind ? (kinds[kind] ?? kind) : undefined,
    status: status?.code
      ? given({ code: statuses[status.code] ?? status.code, message: status.message || undefined })
      : undefined,
    scope: scope?.name ? given({ name: scope.name, version: scope.version || undefined }) : undefined,
    resource: picked(resource, (key) => key.startsWith('service.') || key === 'deployment.environment.name'),
  })
}

const keptOf = (attributes: Values) =>
  picked(
    attributes,
    (key) =>
      key.startsWith('gen_ai.') ||
      key === 'error.type' ||
      (key.startsWith('assay.') && !fields.includes(key.slice('assay.'.length))),
  )

function picked(values: Values, isPicked: (key: string) => boolean): Values | undefined {
  const kept = Object.entries(values).filter(([key]) => isPicked(key))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** What measurement trees look for in metadata, from the conventions' attributes. */
function namedOf(attributes: Values): Values {
  const reasons = attributes['gen_ai.response.finish_reasons']
  const asked = messagesOf(attributes['gen_ai.input.messages']).findLast(({ role }) => role === 'user')
  const answered = messagesOf(attributes['gen_ai.output.messages']).flatMap(({ texts }) => texts)
  return given({
    model: attributes['gen_ai.response.model'] ?? attributes['gen_ai.request.model'],
    finish_reason: Array.isArray(reasons) ? reasons[0] : undefined,
    session_id: attributes['gen_ai.conversation.id'],
    input: asked && asked.texts.length > 0 ? asked.texts.join('\n') : undefined,
    output: answered.length > 0 ? answered.join('\n') : undefined,
  })
}

/** Messages as the conventions have them, structured or as JSON text: a role, and parts of which some are texts. */
function messagesOf(value: unknown): { role: unknown; texts: string[] }[] {
  const messages = typeof value === 'string' ? jsonOf(value) : value
  if (!Array.isArray(messages)) return []
  return messages.map((message: unknown) => {
    const parts = memberOf(message, 'parts')
    const texts = Array.isArray(parts) ? parts.filter((part) => memberOf(part, 'type') === 'text') : []
    return {
      role: memberOf(message, 'role'),
      texts: texts.map((part) => memberOf(part, 'content')).filter((text) => typeof text === 'string'),
    }
  })
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    // Some other text, then: it stays in the attributes as it is.
    return undefined
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
