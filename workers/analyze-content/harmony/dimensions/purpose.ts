/** Purpose: whether a text serves the values and goals that were named. With none named it has no score. */
import MiniSearch from 'minisearch'
import type { Range } from '#shared/language/text'
import { confidenceOf, type DimensionMeasure, type ValueSupport } from '#workers/analyze-content/harmony/measured'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import { lowering } from '#workers/analyze-content/harmony/signal'

/** A sentence that is this near to the statement itself, by BM25, says it. */
const wholeSupport = 0.5
const sentencesLimit = 20_000

type Wanted = { id: string; statement: string; share: number }

export const purpose: DimensionMeasure = {
  id: 'purpose',
  needsEnglish: false,
  measure: (reading) => {
    const wanted = wantedOf(reading)
    if (wanted.length === 0) return { status: 'not_applicable', because: 'no values and no goals were named' }
    const sentences = sentencesOf(reading)
    const nearest = nearestIn(sentences, wanted, reading.text.isEnglish)
    const found = wanted.map((each, at) => ({ ...each, best: nearest(each, at) }))
    const whole = sentences[0]
    return {
      status: 'scored',
      confidence: confidenceOf(0.6, reading.words.length),
      signals: found.flatMap(({ id, share, best }) => {
        const { support, contradicted, range } = best
        const span = range ?? whole
        const because = contradicted
          ? `says the opposite of "${id}"`
          : `supports "${id}" to ${Math.round(support * 100)} %, by the sentence that is nearest to it`
        const points = 100 * share * (contradicted ? 1 : 1 - support)
        return lowering(
          {
            id: contradicted ? 'contradicts_value' : 'supports_value_little',
            value: support,
            points,
            most: 100,
            because,
          },
          span ? [reading.span(span)] : [],
        )
      }),
      recommendations: [],
      values: found.map(
        ({ id, best: { support, contradicted, range } }): ValueSupport => ({
          id,
          support: Math.round(support * 1000) / 1000,
          contradicted,
          span: range ? reading.span(range) : null,
        }),
      ),
    }
  },
}

/** Values by their weights and goals as of one value each, together 1; what says nothing to look for is left out. */
function wantedOf({ asked: { values = [], goals = [] } }: HarmonyReading): Wanted[] {
  const all = [
    ...values.map(({ id, statement, weight = 1 }) => ({ id, statement, weight })),
    ...goals.map((statement, index) => ({ id: `goal-${index + 1}`, statement, weight: 1 })),
  ].filter(({ statement, weight }) => weight > 0 && termsOf(statement).length > 0)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  return all.map(({ id, statement, weight }) => ({ id, statement, share: weight / total }))
}

type Line = Range & { text: string; isUnder: string }

/** Each with the heading it stands under, which says what it is about. */
function sentencesOf({ text: { sentences, segments, plain } }: HarmonyReading): Line[] {
  let heading = ''
  return sentences.slice(0, sentencesLimit).flatMap(({ start, end, segment }) => {
    const type = segments[segment]?.type
    if (type === 'markup' || type === 'code' || type === 'header') return []
    const text = plain.slice(start, end)
    if (type === 'heading') heading = text
    return [{ start, end, text, isUnder: type === 'heading' ? '' : heading }]
  })
}

const wordPattern = /[\p{L}\p{N}]+/gu
const small = new Set(
  `a an the and or but of to in on at by for with from as is are was were be been being it its this that these those our your their
  his her my we you they he she i us them will would can could should may might must shall do does did have has had not no so than
  then there here who whom which what when where how every each all any some more most very own out up into about over who's let
  people them themselves ourselves also only just never none`.split(/\s+/),
)
const negations = new Set(
  `not no never none nobody nothing without hardly neither nor cannot can't don't doesn't didn't won't wouldn't isn't aren't wasn't
  weren't shouldn't couldn't refuse refuses refused stop stopped avoid avoids fail fails failed lack lacks ban bans against`.split(
    /\s+/,
  ),
)
/** Its deed is to make less of something; "less waste" is no contradiction of it. */
const lessening = new Set('reduce reduces reduced avoid prevent stop end ban cut lower without less fewer'.split(' '))

/** Without the ends that English words take on: near enough to tell "trains" and "training" from "rain". */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ations?|ings?|edly|ed|ers?|ly|es|s|ment|ments|e)$/, '')
  return stem.length >= 3 ? stem.replace(/([bdgklmnprt])\1$/, '$1') : word
}

const termsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(wordPattern)].flatMap(([word]) => (small.has(word) ? [] : stemOf(word)))

type Nearest = { support: number; contradicted: boolean; range?: Range }

/**
 * The sentence nearest to a statement, by BM25 over its words and, at a third, those of its heading. Support is its score as a
 * share of what the statement itself would score, and the share of its words that are there.
 */
function nearestIn(
  sentences: readonly Line[],
  wanted: readonly Wanted[],
  isEnglish: boolean,
): (each: Wanted, at: number) => Nearest {
  const index = new MiniSearch<{ id: number; text: string; isUnder: string }>({
    fields: ['text', 'isUnder'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: { isUnder: 1 / 3 }, prefix: false, fuzzy: false },
  })
  // Statements have the numbers below nought.
  index.addAll(wanted.map(({ statement }, at) => ({ id: -1 - at, text: statement, isUnder: '' })))
  index.addAll(sentences.map(({ text, isUnder }, at) => ({ id: at, text, isUnder })))
  return ({ statement }, at) => {
    const results = index.search(statement)
    const own = results.find(({ id }) => id === -1 - at)?.score ?? 0
    // Ties go to the sentence that stands first.
    const [best] = results
      .filter(({ id }) => id >= 0)
      .sort((left, right) => right.score - left.score || left.id - right.id)
    const line = best && sentences[best.id]
    if (!best || !line || own === 0) return { support: 0, contradicted: false }
    const asked = new Set(termsOf(statement))
    const shared = [...asked].filter((term) => best.terms.includes(term)).length / asked.size
    const near = Math.min(1, best.score / own)
    const support = Math.min(1, (near + shared) / 2 / wholeSupport) * Math.min(1, shared * 2)
    const isOpposite = isEnglish && shared >= 0.5 && isNegated(line.text, asked) !== isNegated(statement, asked)
    return { support: isOpposite ? 0 : support, contradicted: isOpposite, range: { start: line.start, end: line.end } }
  }
}

/** An odd number of negations, each within four words before one that was asked for, or after it. */
function isNegated(text: string, asked: ReadonlySet<string>): boolean {
  const words = [
    ...text
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu),
  ].map(([word]) => word)
  const isWanted = (word: string | undefined) => word !== undefined && asked.has(stemOf(word))
  const found = words.filter(
    (word, at) =>
      negations.has(word) && !(lessening.has(word) && isWanted(word)) && words.slice(at + 1, at + 6).some(isWanted),
  )
  return found.length % 2 === 1
}
