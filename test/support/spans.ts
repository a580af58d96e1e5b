/** Makes an OTLP span, in its JSON form, that becomes a given trace. */
import { randomBytes } from 'node:crypto'
import type { TraceInput } from '#shared/contracts/traces'

const attribute = (name: string, value: string | number | boolean) => ({
  key: `assay.${name}`,
  value:
    typeof value === 'number'
      ? { doubleValue: value }
      : typeof value === 'boolean'
        ? { boolValue: value }
        : { stringValue: value },
})

/** Of members that are plain values. */
export const aSpanOf = (trace: TraceInput) => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  name: 'chat',
  startTimeUnixNano: '1779235200000000000',
  endTimeUnixNano: '1779235201000000000',
  attributes: Object.entries(trace).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [attribute(name, value as string | number | boolean)] : [],
  ),
})
