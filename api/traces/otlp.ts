/** Takes traces from any OpenTelemetry exporter: OTLP/HTTP, JSON or protobuf. */
import { bytesOf } from '#api/http/body'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint } from '#api/http/endpoint'
import { writtenAs } from '#api/traces/batch'
import { complianceOfAll } from '#api/traces/compliance'
import { traceOrigin } from '#api/traces/origin'
import { type SpanTrace, traceOfSpan, valuesOf } from '#api/traces/otlp-span'
import { type ExportRequest, ExportResponse, openOtlpProtobuf, otlpJson } from '#api/traces/otlp-wire'
import { batchMaxItems } from '#shared/contracts/traces'
import { invalidRequest } from '#shared/kernel/errors/request'
import { openPace } from '#shared/kernel/pace'
import { type PreparedTrace, prepareOrRefuse } from '#shared/traces/record'

const limitBytes = 16 * 1024 * 1024
/** Traces signed and stored in one go, so that other requests get their turn in between. */
const sliceItems = 250
/** Different reasons told in one answer. */
const reasonsTold = 10

const attribute = (key: string, value: Record<string, unknown>) => ({ key, value })
const requestExample = {
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'chat-eu' })] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
              spanId: '00f067aa0ba902b7',
              name: 'chat',
              startTimeUnixNano: '1779235200000000000',
              endTimeUnixNano: '1779235201240000000',
              attributes: [
                attribute('assay.risk_score', { doubleValue: 33.5 }),
                attribute('assay.risk_level', { stringValue: 'LOW' }),
                attribute('assay.confidence', { doubleValue: 0.9 }),
              ],
            },
          ],
        },
      ],
    },
  ],
}

export function otlpEndpoints(
  room: Pick<AppContext, 'signer' | 'governance' | 'recorder' | 'config' | 'read'>,
): Endpoint[] {
  const { recorder } = room
  const base = room.config.basePaths.A
  const protobuf = openOtlpProtobuf()
  return [
    endpoint({
      method: 'POST',
      path: '/otlp/v1/traces',
      operationId: 'ingestSpans',
      summary: 'Store the traces that OpenTelemetry spans carry',
      description:
        'OTLP/HTTP (ExportTraceServiceRequest), answered in the encoding of the request. A span becomes a trace if it carries ' +
        'assay.risk_score (0 to 100), assay.risk_level (LOW, MEDIUM, HIGH) and assay.confidence (0 to 1) as attributes, ' +
        'or as gen_ai.evaluation.result events named assay.risk (score.value and score.label) and assay.confidence (score.value). ' +
        'Other fields of a trace come from assay.<field>; system_source otherwise from service.name, processing_time_ms from the duration, ' +
        'timestamp from the end; gen_ai.* attributes and the ids go to metadata. Every span that does not become a trace is counted in ' +
        'partialSuccess.rejectedSpans, and errorMessage says why: filter in the collector what is not meant for here. ' +
        'A span that is sent again is stored once. Faults of the request as a whole have the error body of every other endpoint, ' +
        'also for protobuf; 429, 503 and 504 may be retried.',
      auth: 'key',
      isGoverned: true,
      body: {
        kind: 'bytes',
        types: { [otlpJson.type]: requestExample, [protobuf.type]: null },
        limitBytes,
        isGzipTaken: true,
        description: `An ExportTraceServiceRequest with at most ${batchMaxItems} spans that become traces. At most 16 MiB, also after unpacking (Content-Encoding: gzip).`,
      },
      responses: {
        200: {
          description: 'What became a trace is stored, on disk. An empty answer: every span did.',
          schema: ExportResponse,
          example: { partialSuccess: { rejectedSpans: '3', errorMessage: '3 spans: carries no risk assessment' } },
          alsoAs: { [protobuf.type]: null },
        },
      },
      async handler(call): Promise<Answer> {
        const type = call.request.headers.get('content-type')?.toLowerCase() ?? ''
        const wire = type.startsWith(protobuf.type) ? protobuf : otlpJson
        const { traces, rejected } = await sort(wire.read(bytesOf(call)), callerOf(call).orgId)
        const origin = traceOrigin(call)
        const stored: PreparedTrace[] = []
        let isAnyDenied = false
        const pace = openPace(undefined)
        for (let start = 0; start < traces.length; start += sliceItems) {
          const prepared: PreparedTrace[] = []
          for (const { input, ...known } of traces.slice(start, start + sliceItems)) {
            const judged = prepareOrRefuse(input, { ...origin, ...known }, 'span', room, new Date())
            if (judged.prepared) prepared.push(judged.prepared)
            else {
              rejected.set(judged.refusal.message, (rejected.get(judged.refusal.message) ?? 0) + 1)
              isAnyDenied = true
            }
            await pace()
          }
          await recorder.recordAll(prepared, call.writing({ ...writtenAs(prepared, base), isSameAgain: true }))
          stored.push(...prepared)
        }
        return {
          status: 200,
          raw: { content: wire.write(responseOf(rejected)), type: wire.type },
          compliance: await complianceOfAll(stored, isAnyDenied, room),
        }
      },
    }),
  ]
}

const tooManySpans = () =>
  invalidRequest([
    {
      path: '',
      message: `more than ${batchMaxItems} spans carry a trace`,
      expected: `at most ${batchMaxItems} in one request`,
    },
  ])

/** Spans that are traces, each once; and how many are not, by reason. */
async function sort({ resourceSpans }: ExportRequest, orgId: string) {
  const traces = new Map<string, SpanTrace>()
  const rejected = new Map<string, number>()
  const pace = openPace(undefined)
  for (const { resource: described, scopeSpans } of resourceSpans ?? []) {
    const resource = valuesOf(described?.attributes)
    for (const { scope, spans } of scopeSpans ?? []) {
      for (const span of spans ?? []) {
        const found = traceOfSpan(span, { orgId, resource, scope })
        if ('reason' in found) rejected.set(found.reason, (rejected.get(found.reason) ?? 0) + 1)
        else traces.set(found.identity.uuid, found)
        if (traces.size > batchMaxItems) throw tooManySpans()
        await pace()
      }
    }
  }
  return { traces: [...traces.values()], rejected }
}

function responseOf(rejected: Map<string, number>): ExportResponse {
  if (rejected.size === 0) return {}
  const byCount = [...rejected].toSorted(([, a], [, b]) => b - a)
  const told = byCount
    .slice(0, reasonsTold)
    .map(([reason, spans]) => `${spans} ${spans === 1 ? 'span' : 'spans'}: ${reason}`)
  if (byCount.length > reasonsTold) told.push(`and ${byCount.length - reasonsTold} more reasons`)
  const spans = byCount.reduce((sum, [, count]) => sum + count, 0)
  return { partialSuccess: { rejectedSpans: String(spans), errorMessage: told.join('; ') } }
}
