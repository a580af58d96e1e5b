/** Takes traces from any OpenTelemetry exporter: OTLP/HTTP, JSON or protobuf. */
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint } from '#api/http/endpoint'
import { writtenAs } from '#api/traces/batch'
import { complianceOfStored } from '#api/traces/compliance'
import { traceOrigin } from '#api/traces/origin'
import { type SpanTrace, traceOfSpan, valuesOf } from '#api/traces/otlp-span'
import { type OtlpWire, otlpJson } from '#api/traces/otlp-wire'
import { type ExportRequest, type ExportResponse, otlpTypes } from '#shared/contracts/otlp'
import { batchMaxItems } from '#shared/contracts/traces'
import { invalidRequest } from '#shared/kernel/errors/request'
import { openPace } from '#shared/kernel/pace'
import { traceRoutes } from '#shared/routes/traces'
import { type PreparedTrace, prepareOrRefuse } from '#shared/traces/record'

/** Traces signed and stored in one go, so that other requests get their turn in between. */
const sliceItems = 250
/** Different reasons told in one answer. */
const reasonsTold = 10

export function otlpEndpoints(
  room: Pick<AppContext, 'signer' | 'governance' | 'recorder' | 'config' | 'read'>,
): Endpoint[] {
  const { recorder } = room
  const base = room.config.basePaths.A
  let protobuf: Promise<OtlpWire> | undefined
  // Brought in with the first that comes: most processes never see one.
  const openProtobuf = () => {
    protobuf ??= import('#api/traces/otlp-protobuf').then(({ openOtlpProtobuf }) => openOtlpProtobuf())
    return protobuf
  }
  return [
    bind(traceRoutes.ingestSpans, async (call) => {
      const type = call.request.headers.get('content-type')?.toLowerCase() ?? ''
      const wire = type.startsWith(otlpTypes.protobuf) ? await openProtobuf() : otlpJson
      const { traces, rejected } = await sort(wire.read(call.body), callerOf(call).orgId)
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
        compliance: await complianceOfStored(
          stored.map(({ trace }) => trace),
          room,
          isAnyDenied,
        ),
      }
    }),
  ]
}

const tooManySpans = () =>
  invalidRequest([
    {
      path: '',
      message: `holds more than ${batchMaxItems} spans that carry a trace`,
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
