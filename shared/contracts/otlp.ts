/** Wire shapes of OTLP/HTTP for spans, in JSON. Only what a trace is made from is listed; the rest is skipped. */
import { type Static, Type as t } from '@sinclair/typebox'

/** What spans come as, and what they are answered in. */
export const otlpTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const

// 64-bit numbers come as decimal text, because a JSON number cannot hold them; a number is taken too.
const Unsigned64 = t.Union([t.String({ pattern: '^[0-9]{1,20}$' }), t.Integer({ minimum: 0 })])
const Signed64 = t.Union([t.String({ pattern: '^-?[0-9]{1,19}$' }), t.Integer()])
const Double = t.Union([
  t.Number(),
  t.Literal('NaN'),
  t.Literal('Infinity'),
  t.Literal('-Infinity'),
  t.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$' }),
])
const Enum = t.Integer()

const AnyValue = t.Recursive((Self) =>
  t.Object({
    stringValue: t.Optional(t.String()),
    boolValue: t.Optional(t.Boolean()),
    intValue: t.Optional(Signed64),
    doubleValue: t.Optional(Double),
    arrayValue: t.Optional(t.Object({ values: t.Optional(t.Array(Self)) })),
    kvlistValue: t.Optional(
      t.Object({
        values: t.Optional(t.Array(t.Object({ key: t.Optional(t.String()), value: t.Optional(Self) }))),
      }),
    ),
    bytesValue: t.Optional(t.String({ description: 'Base64.' })),
  }),
)
export type AnyValue = Static<typeof AnyValue>

const Attributes = t.Array(t.Object({ key: t.Optional(t.String()), value: t.Optional(AnyValue) }))
export type Attributes = Static<typeof Attributes>

const OtlpSpan = t.Object({
  traceId: t.Optional(t.String({ description: '32 hex digits.' })),
  spanId: t.Optional(t.String({ description: '16 hex digits.' })),
  parentSpanId: t.Optional(t.String()),
  name: t.Optional(t.String()),
  kind: t.Optional(Enum),
  startTimeUnixNano: t.Optional(Unsigned64),
  endTimeUnixNano: t.Optional(Unsigned64),
  attributes: t.Optional(Attributes),
  events: t.Optional(t.Array(t.Object({ name: t.Optional(t.String()), attributes: t.Optional(Attributes) }))),
  status: t.Optional(t.Object({ code: t.Optional(Enum), message: t.Optional(t.String()) })),
})
export type OtlpSpan = Static<typeof OtlpSpan>

const OtlpScope = t.Object({ name: t.Optional(t.String()), version: t.Optional(t.String()) })
export type OtlpScope = Static<typeof OtlpScope>

export const ExportRequest = t.Object({
  resourceSpans: t.Optional(
    t.Array(
      t.Object({
        resource: t.Optional(t.Object({ attributes: t.Optional(Attributes) })),
        scopeSpans: t.Optional(
          t.Array(t.Object({ scope: t.Optional(OtlpScope), spans: t.Optional(t.Array(OtlpSpan)) })),
        ),
      }),
    ),
  ),
})
export type ExportRequest = Static<typeof ExportRequest>

export const ExportResponse = t.Object({
  partialSuccess: t.Optional(
    t.Object({
      rejectedSpans: t.String({ pattern: '^[0-9]+$', description: 'A 64-bit number, as decimal text.' }),
      errorMessage: t.String(),
    }),
  ),
})
export type ExportResponse = Static<typeof ExportResponse>
