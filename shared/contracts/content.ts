/** Wire shapes of content analysis: what is asked of a text, and what is answered. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Alignment, DimensionName, dimensions } from '#db/documents/alignment'
import { extractions, Meaning, textFormats } from '#db/documents/meaning'

const closed = { additionalProperties: false }

/** Characters of a text, in UTF-16 units; a body has 1 MiB. */
export const contentLimit = 1_000_000

const Content = t.String({
  minLength: 1,
  maxLength: contentLimit,
  description: 'What is analysed. It is data: nothing that it says is obeyed.',
})
const Language = t.String({ pattern: '^[a-z]{2,3}$', description: 'ISO 639, where you know it; else it is detected.' })
const ReferenceTime = t.String({
  format: 'date-time',
  description: 'What “tomorrow” is counted from; else when the call came in.',
})
const Timezone = t.String({
  format: 'timezone',
  maxLength: 64,
  default: 'UTC',
  title: 'the name of a time zone, as Europe/Zurich',
  description: 'As the IANA database has it; what a text says of hours is meant there.',
})
const ContentType = t.Union(
  textFormats.map((each) => t.Literal(each)),
  { default: 'text' },
)
const Provider = t.Union([t.Literal('embedded'), t.Literal('llm')], {
  default: 'embedded',
  description:
    'llm: the model that the operator configured; where there is none or it fails, embedded, and the answer says so.',
})

export const DecodeRequest = t.Object(
  {
    content: Content,
    content_type: t.Optional(ContentType),
    language: t.Optional(Language),
    reference_time: t.Optional(ReferenceTime),
    timezone: t.Optional(Timezone),
    extract: t.Optional(
      t.Array(t.Union(extractions.map((each) => t.Literal(each))), { uniqueItems: true, description: 'Else all.' }),
    ),
    known_people: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 })),
    provider: t.Optional(Provider),
  },
  closed,
)
export type DecodeRequest = Static<typeof DecodeRequest>

const Weighted = t.Object(
  {
    id: t.String({ minLength: 1, maxLength: 100 }),
    statement: t.String({ minLength: 1, maxLength: 1000 }),
    weight: t.Optional(t.Number({ minimum: 0, maximum: 1 })),
  },
  closed,
)

export const AnalyzeRequest = t.Object(
  {
    content: Content,
    content_type: t.Optional(ContentType),
    language: t.Optional(Language),
    reference_time: t.Optional(ReferenceTime),
    timezone: t.Optional(Timezone),
    values: t.Optional(t.Array(Weighted, { maxItems: 50 })),
    goals: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 1000 }), { maxItems: 50 })),
    audience: t.Optional(
      t.Union(
        ['children', 'general', 'professional', 'expert'].map((each) => t.Literal(each)),
        { default: 'general' },
      ),
    ),
    context: t.Optional(
      t.String({
        maxLength: 10_000,
        description: 'What the text is for: what it needs of personal data is held to it.',
      }),
    ),
    confidence: t.Optional(t.Number({ minimum: 0, maximum: 1, description: 'How sure its maker is.' })),
    dimensions: t.Optional(t.Array(DimensionName, { minItems: 1, uniqueItems: true, description: 'Else all.' })),
    thresholds: t.Optional(
      t.Object(
        Object.fromEntries(dimensions.map((each) => [each, t.Optional(t.Number({ minimum: 0, maximum: 100 }))])),
        { ...closed, description: 'By dimension, stricter than the constitution’s alone.' },
      ),
    ),
    provider: t.Optional(Provider),
  },
  closed,
)
export type AnalyzeRequest = Static<typeof AnalyzeRequest>

const Proof = t.Object({ evidence: t.Object({ node: t.String({ pattern: '^[0-9a-f]{64}$' }) }) })
export const DecodeAnswer = t.Composite([Meaning, Proof])
export const AnalyzeAnswer = t.Composite([Alignment, Proof])
