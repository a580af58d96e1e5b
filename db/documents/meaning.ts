/** The document that a decoding comes to: what a text says, each finding with the characters that say it. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const oneOf = <const Names extends readonly string[]>(names: Names, description?: string) =>
  t.Union(
    names.map((name) => t.Literal<Names[number]>(name)),
    description === undefined ? {} : { description },
  )
const Share = t.Number({ minimum: 0, maximum: 1 })

export const textFormats = ['text', 'html', 'markdown', 'email'] as const
export type TextFormat = (typeof textFormats)[number]

/** `content.slice(start, end) === text`, always. */
export const Span = t.Object({
  start: t.Integer({ minimum: 0, description: 'UTF-16 units from the start of the content.' }),
  end: t.Integer({ minimum: 0 }),
  text: t.String({ description: 'The characters themselves.' }),
})
export type Span = Static<typeof Span>

/** Without its characters, which may be the whole content. */
export const Extent = t.Object({ start: t.Integer({ minimum: 0 }), end: t.Integer({ minimum: 0 }) })

/** Why a figure is what it is; the values of all add up to it. */
export const Factor = t.Object({ id: t.String(), value: t.Number(), because: t.String() })
export type Factor = Static<typeof Factor>

export const segmentTypes = [
  'heading',
  'paragraph',
  'list_item',
  'quote',
  'signature',
  'code',
  'greeting',
  'header',
  'markup',
] as const
export const Segment = t.Object({ type: oneOf(segmentTypes), depth: t.Integer({ minimum: 0 }), span: Extent })
export const Sentence = t.Object({ id: t.Integer({ minimum: 0 }), span: Extent })

export const entityTypes = [
  'person',
  'organisation',
  'place',
  'email',
  'url',
  'phone',
  'money',
  'percent',
  'quantity',
  'id',
  'version',
  'handle',
  'issue_ref',
] as const
export const Entity = t.Object({
  type: oneOf(entityTypes),
  span: Span,
  value: t.String(),
  normalised: nullable(t.String({ description: 'E.164, lower case, ISO 4217 …, where there is such a form.' })),
  confidence: Share,
  method: t.String({ description: 'Which rule found it.' }),
})
export type Entity = Static<typeof Entity>

export const grains = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export const DateExpression = t.Object({
  span: Span,
  start: nullable(t.String({ description: 'ISO 8601 with offset; null of an interval that is open to the past.' })),
  end: nullable(
    t.String({ description: 'Exclusive, of an interval; null where it is a point in its grain, or open.' }),
  ),
  open: t.Boolean({ description: 'An interval without a start or without an end.' }),
  grain: oneOf(grains),
  recurrence: nullable(t.String({ description: 'RFC 5545 RRULE.' })),
  relative: t.Boolean({ description: 'Counted from the reference time.' }),
  reference_time: t.String({ format: 'date-time' }),
})
export type DateExpression = Static<typeof DateExpression>

export const Quantity = t.Object({ span: Span, value: t.Number(), unit: t.String(), si_value: nullable(t.Number()) })
export type Quantity = Static<typeof Quantity>

export const Relation = t.Object({
  subject: nullable(Span),
  predicate: Span,
  object: nullable(Span),
  negated: t.Boolean(),
  modality: oneOf(['asserted', 'possible', 'necessary', 'wished', 'conditional']),
  tense: oneOf(['past', 'present', 'future', 'none']),
  sentence_id: t.Integer({ minimum: 0 }),
  confidence: Share,
})
export type Relation = Static<typeof Relation>

export const actNames = [
  'request',
  'commitment',
  'question',
  'decision',
  'proposal',
  'approval',
  'refusal',
  'deadline',
  'information',
] as const
export const Act = t.Object({
  act: oneOf(actNames),
  span: Span,
  sentence_id: t.Integer({ minimum: 0 }),
  owner: t.Object({
    kind: oneOf(['sender', 'recipient', 'named', 'unknown'], 'Who is to do it.'),
    name: nullable(t.String()),
    span: nullable(Span),
  }),
  counterparty: nullable(t.String()),
  deadline: nullable(DateExpression),
  conditional: t.Boolean({ description: 'Holds only if something else does.' }),
  quoted: t.Boolean({ description: 'Somebody else’s words, in a quote: nobody asks it here and now.' }),
  strength: Share,
  confidence: Share,
  factors: t.Array(Factor, { description: 'Log-odds that add up to that of the confidence.' }),
})
export type Act = Static<typeof Act>

export const TextClaim = t.Object({
  span: Span,
  checkable: t.Boolean(),
  hedge: nullable(Span),
  attribution: nullable(Span),
  numbers: t.Array(Span),
})
export type TextClaim = Static<typeof TextClaim>

export const Sentiment = t.Object({
  score: t.Number({ minimum: -1, maximum: 1 }),
  by_sentence: t.Array(
    t.Object({ sentence_id: t.Integer({ minimum: 0 }), score: t.Number({ minimum: -1, maximum: 1 }) }),
  ),
})
export type Sentiment = Static<typeof Sentiment>

export const Keyphrase = t.Object({ text: t.String(), score: t.Number(), spans: t.Array(Extent) })
export type Keyphrase = Static<typeof Keyphrase>

export const Readability = t.Object({
  flesch: nullable(t.Number()),
  fk_grade: nullable(t.Number()),
  gunning: nullable(t.Number()),
  words: t.Integer({ minimum: 0 }),
  sentences: t.Integer({ minimum: 0 }),
})
export type Readability = Static<typeof Readability>

export const PrivacyFinding = t.Object({
  type: t.String({ description: 'email, phone, us_ssn, credit_card, iban, ip_address, domain, secret, …' }),
  span: Span,
  validated: t.Boolean({ description: 'A checksum or a registry’s rule holds, not the pattern alone.' }),
})
export type PrivacyFinding = Static<typeof PrivacyFinding>

export const UntrustedInstruction = t.Object({
  span: Span,
  reason: t.String({ description: 'Which pattern it is: override, role-play, exfiltration, hidden, …' }),
})
export type UntrustedInstruction = Static<typeof UntrustedInstruction>

/** What a decoding may be asked for; all but what is always there. */
export const extractions = [
  'entities',
  'dates',
  'quantities',
  'relations',
  'acts',
  'claims',
  'sentiment',
  'keyphrases',
  'readability',
  'privacy',
] as const
export type Extraction = (typeof extractions)[number]

export const Skipped = t.Object({ what: t.String(), because: t.String() })
export const Engine = t.Object({
  id: t.String({ description: 'embedded, or the provider’s model.' }),
  version: t.String(),
  model_hash: t.String({ description: 'SHA-256 over the models and lists that it reads by.' }),
  fallback: nullable(t.String({ description: 'Why the provider that was asked for did not answer it.' })),
})
export type Engine = Static<typeof Engine>

/** Null: was not asked for. */
export const Meaning = t.Object({
  language: t.Object({ code: t.String(), confidence: Share, reliable: t.Boolean() }),
  segments: t.Array(Segment),
  sentences: t.Array(Sentence),
  entities: nullable(t.Array(Entity)),
  dates: nullable(t.Array(DateExpression)),
  quantities: nullable(t.Array(Quantity)),
  relations: nullable(t.Array(Relation)),
  acts: nullable(t.Array(Act)),
  claims: nullable(t.Array(TextClaim)),
  sentiment: nullable(Sentiment),
  keyphrases: nullable(t.Array(Keyphrase)),
  readability: nullable(Readability),
  privacy: nullable(t.Object({ findings: t.Array(PrivacyFinding) })),
  untrusted_instructions: t.Array(UntrustedInstruction),
  coverage: t.Object({
    characters: t.Integer({ minimum: 0 }),
    analysed: t.Integer({ minimum: 0, description: 'Characters of sentences that were looked at.' }),
    skipped: t.Array(Skipped),
  }),
  engine: Engine,
})
export type Meaning = Static<typeof Meaning>
