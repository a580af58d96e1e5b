/** A model's reading of a text, made of nothing but the text's own characters and our own arithmetic. Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Act, Entity, Keyphrase, type Meaning, Relation, type Span, TextClaim } from '#db/documents/meaning'
import { type Dropped, indexAt, keptOf, verbatimSpan } from '#workers/analyze-content/provider/model-spans'

const closed = { additionalProperties: false }
const most = 1000
const list = <Schema extends Parameters<typeof t.Array>[0]>(schema: Schema) =>
  t.Optional(t.Array(schema, { maxItems: most }))

/** The members of the same schemas that a model may fill: no figure is among them but places. */
export const ModelReading = t.Object(
  {
    entities: list(t.Pick(Entity, ['type', 'span'], closed)),
    relations: list(t.Pick(Relation, ['subject', 'predicate', 'object', 'negated', 'modality', 'tense'], closed)),
    acts: list(t.Pick(Act, ['act', 'span', 'owner', 'counterparty', 'conditional', 'quoted'], closed)),
    claims: list(t.Pick(TextClaim, ['span', 'checkable', 'hedge', 'attribution', 'numbers'], closed)),
    keyphrases: list(t.Pick(Keyphrase, ['text'], closed)),
  },
  { ...closed, minProperties: 1 },
)
export type ModelReading = Static<typeof ModelReading>

export const modelExtractions = ['entities', 'relations', 'acts', 'claims', 'keyphrases'] as const

/** What a model names and nothing here measured: odds of three to one, of anything. */
const confidence = 0.75
const factors = [
  {
    id: 'named_by_model',
    value: Math.log(confidence / (1 - confidence)),
    because: 'a model named it; nothing here measured it',
  },
]
const spansOfPhrase = 50

type Embedded = { content: string; meaning: Meaning; dropped: Dropped }

/** Each list that was asked for and that the model gave; what the embedded engine found as well keeps its own figures. */
export function decodedOf(
  content: string,
  meaning: Meaning,
  read: ModelReading,
): { meaning: Meaning; dropped: Dropped } {
  const dropped: Dropped = { named: 0, nowhere: 0 }
  const embedded: Embedded = { content, meaning, dropped }
  const given = <Item>(of: (typeof modelExtractions)[number], make: () => Item[]) =>
    meaning[of] !== null && read[of] !== undefined ? { [of]: make() } : {}
  const decoded = {
    ...meaning,
    ...given('entities', () => inOrder(entitiesOf(embedded, read.entities ?? []))),
    ...given('relations', () =>
      relationsOf(embedded, read.relations ?? []).sort((left, right) => left.predicate.start - right.predicate.start),
    ),
    ...given('acts', () => inOrder(actsOf(embedded, read.acts ?? []))),
    ...given('claims', () => inOrder(claimsOf(embedded, read.claims ?? []))),
    ...given('keyphrases', () => keyphrasesOf(embedded, read.keyphrases ?? [])),
  }
  return { meaning: decoded, dropped }
}

const inOrder = <Item extends { span: Span }>(items: Item[]) =>
  items.sort((left, right) => left.span.start - right.span.start || left.span.end - right.span.end)

/** In one segment; nothing that is found goes across the border of one. */
function placed({ content, meaning: { segments } }: Embedded, span: Span): Span | undefined {
  const found = verbatimSpan(content, span)
  const extents = segments.map((each) => each.span)
  return found && indexAt(extents, found.start) === indexAt(extents, found.end - 1) ? found : undefined
}

const sentenceAt = ({ meaning: { sentences } }: Embedded, { start }: Span): number | undefined =>
  sentences[
    indexAt(
      sentences.map(({ span }) => span),
      start,
    )
  ]?.id

const overlap = (one: Span, other: Span) => one.start < other.end && other.start < one.end
const within = (content: string, span: Span | null, outer: Span): Span | null =>
  (span && verbatimSpan(content, span, outer)) ?? null

const entitiesOf = (embedded: Embedded, read: NonNullable<ModelReading['entities']>): Entity[] =>
  keptOf(read, embedded.dropped, ({ type, span: named }) => {
    const span = placed(embedded, named)
    if (!span) return undefined
    const same = embedded.meaning.entities?.find(
      (each) => each.type === type && each.span.start === span.start && each.span.end === span.end,
    )
    return same ?? { type, span, value: span.text, normalised: null, confidence, method: 'model' }
  })

const relationsOf = (embedded: Embedded, read: NonNullable<ModelReading['relations']>): Relation[] =>
  keptOf(read, embedded.dropped, (relation) => {
    const predicate = placed(embedded, relation.predicate)
    const sentence = predicate && sentenceAt(embedded, predicate)
    if (!predicate || sentence === undefined) return undefined
    const subject = relation.subject && placed(embedded, relation.subject)
    const object = relation.object && placed(embedded, relation.object)
    // A relation whose subject or object is nowhere says something else without it.
    if (subject === undefined || object === undefined) return undefined
    return { ...relation, subject, predicate, object, sentence_id: sentence, confidence }
  })

const actsOf = (embedded: Embedded, read: NonNullable<ModelReading['acts']>): Act[] =>
  keptOf(read, embedded.dropped, ({ span: named, owner, counterparty, ...act }) => {
    const span = placed(embedded, named)
    const sentence = span && sentenceAt(embedded, span)
    if (!span || sentence === undefined) return undefined
    const { content, meaning } = embedded
    const same = meaning.acts?.find((each) => each.act === act.act && overlap(each.span, span))
    if (same) return same
    const ownerSpan = owner.span && (placed(embedded, owner.span) ?? null)
    return {
      ...act,
      span,
      sentence_id: sentence,
      owner: { kind: owner.kind, name: ownerSpan && owner.kind === 'named' ? ownerSpan.text : null, span: ownerSpan },
      counterparty:
        counterparty !== null && counterparty !== '' && content.includes(counterparty) ? counterparty : null,
      deadline: meaning.dates?.find((date) => date.span.start >= span.start && date.span.end <= span.end) ?? null,
      strength: 0.5,
      confidence,
      factors,
    }
  })

const claimsOf = (embedded: Embedded, read: NonNullable<ModelReading['claims']>): TextClaim[] =>
  keptOf(read, embedded.dropped, ({ span: named, checkable, hedge, attribution, numbers }) => {
    const span = placed(embedded, named)
    if (!span) return undefined
    const { content, dropped } = embedded
    return {
      span,
      checkable,
      hedge: within(content, hedge, span),
      attribution: within(content, attribution, span),
      numbers: keptOf(numbers, dropped, (number) => verbatimSpan(content, number, span)),
    }
  })

/** Scores by their order alone, from 1 down. */
function keyphrasesOf({ content, dropped }: Embedded, read: NonNullable<ModelReading['keyphrases']>): Keyphrase[] {
  const distinct = [...new Set(read.map(({ text }) => text))]
  const found = keptOf(distinct, dropped, (text) => {
    const spans: Keyphrase['spans'] = []
    for (
      let start = text === '' ? -1 : content.indexOf(text);
      start >= 0 && spans.length < spansOfPhrase;
      start = content.indexOf(text, start + text.length)
    )
      spans.push({ start, end: start + text.length })
    return spans.length > 0 ? { text, spans } : undefined
  })
  return found.map((each, rank) => ({ ...each, score: 1 / (rank + 1) }))
}
