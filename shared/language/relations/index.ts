/** Relations of a text: who does, is or shall do what to whom, each with the characters that say it. */
import type { Relation } from '#db/documents/meaning'
import { verbClausesOf } from '#shared/language/relations/clauses'
import { type TaggedWord, verbForm } from '#shared/language/relations/forms'
import { implicativeNegations, invariantVerbs, modals, needs, wishes } from '#shared/language/relations/lexicon'
import type { NounPhrase, OtherItem, VerbGroup } from '#shared/language/relations/parts'
import type { ObjectBy, SubjectBy, VerbClause } from '#shared/language/relations/reading'
import { taggedWords } from '#shared/language/relations/words'
import { spanOf } from '#shared/language/span'
import type { Range, ReadText, SegmentType } from '#shared/language/text'

/** Longer sentences are read in parts of so many tokens. */
const longestPart = 400
/** Of a list ("A, B and C") so many are told apart. */
const mostCoordinated = 12

const unread: ReadonlySet<SegmentType> = new Set(['code', 'markup', 'header'])

/** One sentence's clauses over its words; `sentence` is an index into the text's sentences. */
export type SentenceClauses = { sentence: number; words: readonly TaggedWord[]; clauses: VerbClause[] }

/** The clauses of every sentence that is prose. */
export function* clausesIn(text: ReadText): Generator<SentenceClauses> {
  if (!text.isEnglish) return
  for (const [sentence, { segment, tokens }] of text.sentences.entries()) {
    const type = text.segments[segment]?.type
    if (type !== undefined && unread.has(type)) continue
    for (let from = tokens.from; from < tokens.to; from += longestPart) {
      const words = taggedWords(text.tokens, from, Math.min(tokens.to, from + longestPart))
      yield { sentence, words, clauses: verbClausesOf(words) }
    }
  }
}

/**
 * Sorted by place, English only. The subject is who does it, also where a verb is passive (null where nobody says who, and of
 * an order); the object is what is acted on, what somebody is, or what a preposition behind the verb governs. "A and B made C"
 * is two relations. Linear in the text's length.
 */
export function relationsIn(text: ReadText): Relation[] {
  const relations: Relation[] = []
  for (const { sentence, words, clauses } of clausesIn(text)) {
    for (const clause of clauses) if (clause.isStated) relations.push(...relationsOf(text, words, clause, sentence))
  }
  return relations.sort((a, b) => extentOf(a).start - extentOf(b).start || extentOf(a).end - extentOf(b).end)
}

function extentOf({ subject, predicate, object }: Relation): Range {
  return {
    start: Math.min(predicate.start, subject?.start ?? predicate.start, object?.start ?? predicate.start),
    end: Math.max(predicate.end, subject?.end ?? predicate.end, object?.end ?? predicate.end),
  }
}

type Filler = NounPhrase | VerbGroup | OtherItem | null

/** Who and whom a clause is about; of a passive the other way around. */
export function fillersOf(clause: VerbClause): { subjects: Filler[]; objects: Filler[] } {
  const { verb, subject, object, agent, relative } = clause
  const doer: Filler = subject ?? relative
  const listed = (filler: Filler): Filler[] =>
    filler?.kind === 'noun' ? [filler, ...filler.also].slice(0, mostCoordinated) : [filler]
  if (verb.isPassive) return { subjects: listed(agent), objects: listed(doer) }
  return { subjects: listed(doer), objects: listed(object) }
}

function relationsOf(text: ReadText, words: readonly TaggedWord[], clause: VerbClause, sentence: number): Relation[] {
  const { subjects, objects } = fillersOf(clause)
  const shared = {
    predicate: spanOf(text, predicateRange(words, clause)),
    negated: isNegated(clause),
    modality: modalityOf(words, clause),
    tense: tenseOf(words, clause),
    sentence_id: sentence,
    confidence: confidenceOf(clause),
  }
  return subjects.flatMap((subject) =>
    objects.map((object) => ({
      subject: fillerSpan(text, words, clause, subject),
      predicate: shared.predicate,
      object: fillerSpan(text, words, clause, object),
      negated: shared.negated,
      modality: shared.modality,
      tense: shared.tense,
      sentence_id: shared.sentence_id,
      confidence: shared.confidence,
    })),
  )
}

function rangeOf(words: readonly TaggedWord[], first: number, last: number): Range {
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 }
}

function fillerSpan(text: ReadText, words: readonly TaggedWord[], clause: VerbClause, filler: Filler) {
  if (filler === null) return null
  // A gerund is the subject with all that stands between it and its verb.
  if (filler.kind === 'verb')
    return spanOf(text, rangeOf(words, filler.first, Math.max(filler.last, clause.matrix.first - 1)))
  const last = filler.kind === 'noun' && filler.also.length === 0 ? filler.tail : filler.last
  return spanOf(text, rangeOf(words, filler.first, last))
}

function predicateRange(words: readonly TaggedWord[], { verb, matrix, objectBy, preposition }: VerbClause): Range {
  const last = objectBy === 'prepositional' && preposition?.first === verb.last + 1 ? preposition.last : verb.last
  return rangeOf(words, matrix.first, last)
}

function isNegated({ verb, matrix, subject, object, objectBy, agent }: VerbClause): boolean {
  const denies = (filler: Filler) => filler?.kind === 'noun' && filler.isNegative
  const isDeclined = verb !== matrix && implicativeNegations.has(matrix.lemma)
  return (
    verb.isNegated ||
    matrix.isNegated ||
    isDeclined ||
    denies(subject) ||
    denies(agent) ||
    (objectBy !== 'gap' && denies(object))
  )
}

/** The clause whose first auxiliary says when and whether: its own, or that of the verb that it goes on from. */
function governing(clause: VerbClause): VerbClause {
  let at = clause
  for (let steps = 0; steps < 4; steps += 1) {
    const { matrix, from, subjectBy } = at
    const isBorrowed =
      subjectBy !== 'controlled' && from !== null && matrix.auxiliary === null && matrix.finiteness !== 'finite'
    const isPast =
      matrix.finiteness === 'pastOrParticiple' && !matrix.isPassive && from !== null && !from.matrix.isPerfect
    if (!isBorrowed || isPast || from === null) return at
    at = from
  }
  return at
}

const possibles = new Set(['can', 'could', 'may', 'might', 'cannot', 'ca'])
const necessities = new Set(['must', 'should', 'ought', 'shall', 'need'])

function modalityOf(words: readonly TaggedWord[], own: VerbClause): Relation['modality'] {
  const clause = governing(own)
  const { matrix, verb, adjective, isImperative, isQuestion, isConditional } = clause
  const modal = matrix.modal
  const isChain = matrix !== verb
  if (own.subjectBy === 'controlled') return own.verb.finiteness === 'infinitive' ? 'wished' : 'asserted'
  if (isImperative) return 'necessary'
  if (isConditional) return 'conditional'
  if (modal !== null && possibles.has(modal)) return 'possible'
  if (modal !== null && necessities.has(modal)) return 'necessary'
  if (isChain && wishes.has(matrix.lemma)) return 'wished'
  if (isChain && needs.has(matrix.lemma)) return 'necessary'
  if (isChain && /^(seem|appear|tend)$/.test(matrix.lemma)) return 'possible'
  if (isChain && matrix.isPassive) return 'necessary'
  if (adjective) return /^(able|unable|likely|free)$/.test(words[adjective.head]?.norm ?? '') ? 'possible' : 'asserted'
  if (matrix.lemma === 'wish' || matrix.lemma === 'hope') return own === clause && !isChain ? 'asserted' : 'wished'
  if (modal === 'would' || modal === "'d") return 'conditional'
  if (isQuestion && matrix.isInverted && !matrix.isOpenQuestion && clause.gap === null) return 'possible'
  return 'asserted'
}

const pastAuxiliaries = new Set(['did', 'was', 'were', 'had'])
const futures = new Set(['will', "'ll", 'wo', 'shall', 'sha'])

function tenseOf(words: readonly TaggedWord[], own: VerbClause): Relation['tense'] {
  if (own.isImperative || own.subjectBy === 'controlled') return 'none'
  const { matrix, verb } = governing(own)
  if (matrix.finiteness === 'infinitive') return 'none'
  if (matrix.modal !== null && futures.has(matrix.modal)) return 'future'
  if (matrix !== verb && matrix.lemma === 'go' && matrix.isProgressive) return 'future'
  if (matrix.isPerfect) return 'past'
  if (matrix.modal !== null && modals.has(matrix.modal)) return 'present'
  if (matrix.auxiliary !== null) return pastAuxiliaries.has(matrix.auxiliary) ? 'past' : 'present'
  const head = words[matrix.head]
  const form = head ? verbForm(head) : 'base'
  if (head && invariantVerbs.has(head.norm) && isSingular(words, own)) return 'past'
  return form === 'past' || form === 'pastOrParticiple' || form === 'participle' ? 'past' : 'present'
}

/** "She put": a present would end in "s". */
function isSingular(words: readonly TaggedWord[], { subject }: VerbClause): boolean {
  if (subject?.kind !== 'noun' || subject.also.length > 0) return false
  const word = words[subject.head]
  if (word === undefined) return false
  if (word.tag === 'PRON') return /^(he|she|it|this|that|everyone|someone|nobody)$/.test(word.norm)
  return (word.tag === 'NOUN' || word.tag === 'PROPN') && word.norm === word.lemma && !word.norm.endsWith('s')
}

/**
 * How often a relation that was found in this way is right, on what the rules were made by: direct objects and gaps with a
 * subject of their own together on the treebank's development half, the others on labelled sentences as (right + 1) / (found + 2).
 */
const confidences: Record<SubjectBy, Record<ObjectBy, number>> = {
  own: { direct: 0.79, recipient: 0.67, gap: 0.79, prepositional: 0.67, complement: 0.88, none: 0.96 },
  shared: { direct: 0.75, recipient: 0.5, gap: 0.5, prepositional: 0.5, complement: 0.67, none: 0.83 },
  controlled: { direct: 0.67, recipient: 0.5, gap: 0.5, prepositional: 0.5, complement: 0.5, none: 0.67 },
  none: { direct: 0.83, recipient: 0.5, gap: 0.5, prepositional: 0.5, complement: 0.5, none: 0.5 },
}
const confidenceOf = ({ subjectBy, objectBy }: VerbClause) => confidences[subjectBy][objectBy]
