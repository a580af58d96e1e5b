/** Honesty: whether a text claims no more than it has grounds for, and asks nobody to be misled. */
import type { Range } from '#shared/language/text'
import { contradictionsIn } from '#workers/analyze-content/harmony/dimensions/arithmetic'
import {
  absolutes,
  hedges,
  hype,
  misleading,
  sources,
  vagueSources,
} from '#workers/analyze-content/harmony/lexicons/claims'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { type Phrase, type PhraseHit, phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'
import { lowering, perFive, times } from '#workers/analyze-content/harmony/signal'

const find = {
  absolutes: phraseFinder(absolutes),
  hype: phraseFinder(hype),
  vague: phraseFinder(vagueSources),
  misleading: phraseFinder(misleading),
  hedges: phraseFinder(hedges),
  sources: phraseFinder(sources),
}

const refusing = new Set(
  "not don't won't shouldn't mustn't never cannot can't refuse refused refuses wrong illegal forbidden".split(' '),
)

export const honesty: DimensionMeasure = {
  id: 'honesty',
  needsEnglish: true,
  measure: (reading) => {
    const words = reading.maskedWords.filter(({ isQuoted }) => !isQuoted)
    const sentences = new Set(words.map(({ sentence }) => sentence)).size
    const sourced = sourcedIn(reading, words)
    const inSentence = ({ from }: PhraseHit<Phrase>) => words[from]?.sentence ?? -1
    const spans = (ranges: readonly Range[]) => ranges.map(reading.maskedSpan)
    const pointsOf = (hits: readonly PhraseHit<Phrase & { points: number }>[]) =>
      hits.reduce((sum, { entry }) => sum + entry.points, 0)
    const absolute = find.absolutes(words).filter((hit) => !sourced.has(inSentence(hit)) && !isDenied(words, hit))
    const hyped = find.hype(words)
    const vague = find.vague(words).filter((hit) => !sourced.has(inSentence(hit)))
    const misled = find.misleading(words).filter((hit) => !isRefused(words, hit))
    const bare = bareNumbersIn(words, sourced)
    const wrong = contradictionsIn(reading.masked.plain, words)
    const hedged = find.hedges(words)
    const isUnsure = reading.asked.confidence !== undefined && reading.asked.confidence < 0.6
    const boosts = absolute.length + hyped.length
    return {
      status: 'scored',
      confidence: confidenceOf(0.7, words.length),
      signals: [
        ...lowering(
          {
            id: 'absolute_claim',
            value: absolute.length,
            points: perFive(pointsOf(absolute), sentences),
            most: 45,
            because: `${times(absolute.length, 'claim')} without exception and without a ground`,
          },
          spans(absolute),
        ),
        ...lowering(
          {
            id: 'superlative',
            value: hyped.length,
            points: perFive(pointsOf(hyped), sentences),
            most: 25,
            because: `${times(hyped.length, 'superlative')} that nothing measures`,
          },
          spans(hyped),
        ),
        ...lowering(
          {
            id: 'unnamed_source',
            value: vague.length,
            points: perFive(pointsOf(vague), sentences),
            most: 32,
            because: `${times(vague.length, 'time')} somebody is relied on who is not named`,
          },
          spans(vague),
        ),
        ...lowering(
          {
            id: 'number_without_source',
            value: bare.length,
            points: 8 * perFive(bare.length, sentences),
            most: 24,
            because: `${times(bare.length, 'share or rate', 'shares or rates')} without saying where it is known from`,
          },
          spans(bare),
        ),
        ...lowering(
          {
            id: 'own_numbers_contradict',
            value: wrong.length,
            points: 30 * wrong.length,
            most: 60,
            because: wrong
              .map(({ because }) => because)
              .join('; ')
              .slice(0, 500),
          },
          spans(wrong),
        ),
        ...lowering(
          {
            id: 'misleading',
            value: misled.length,
            points: pointsOf(misled),
            most: 70,
            because: `${times(misled.length, 'time')} somebody is to be misled or kept from knowing`,
          },
          spans(misled),
        ),
        ...lowering(
          {
            id: 'surer_than_its_maker',
            value: boosts,
            points: isUnsure ? 6 * boosts : 0,
            most: 20,
            because: `says for certain what its maker gives a confidence of ${reading.asked.confidence ?? 1}`,
          },
          spans([...absolute, ...hyped].sort((left, right) => left.start - right.start)),
        ),
        ...lowering(
          {
            id: 'over_hedged',
            value: hedged.length,
            points: 2 * Math.max(0, perFive(hedged.length, sentences) - 2 * Math.min(5, sentences)),
            most: 12,
            because: `${hedged.length} hedges in ${times(sentences, 'sentence')}: what is claimed is hard to tell`,
          },
          spans(hedged),
        ),
      ],
      recommendations: [
        ...vague.map((hit) => ({
          span: reading.maskedSpan(hit),
          issue: 'name who says so, and where',
          replacement: null,
        })),
        ...bare.map((range) => ({
          span: reading.maskedSpan(range),
          issue: 'say where the number is known from',
          replacement: null,
        })),
        ...wrong.map(({ correct, ...range }) => ({
          span: reading.maskedSpan(range),
          issue: 'does not agree with the numbers beside it',
          replacement: correct,
        })),
      ],
    }
  },
}

/** Sentences that say where they are known from: by our list, by an attribution, by a link or a reference. */
function sourcedIn(reading: HarmonyReading, words: readonly RuleWord[]): Set<number> {
  const named = find.sources(words).flatMap(({ from }) => words[from]?.sentence ?? [])
  const attributed = reading.claims.flatMap(({ attribution, span }) =>
    attribution ? reading.masked.sentences.findIndex(({ start, end }) => start <= span.start && span.start < end) : [],
  )
  const referring = reading.masked.sentences.flatMap(({ start, end }, index) =>
    /https?:\/\/|\[\d{1,3}\]|\(\p{Lu}[\p{L}\s.&]{1,40},? (?:19|20)\d\d\)/u.test(reading.masked.plain.slice(start, end))
      ? index
      : [],
  )
  return new Set([...named, ...attributed, ...referring])
}

const isDenied = (words: readonly RuleWord[], { from }: PhraseHit<Phrase>) => {
  const before = words[from - 1]
  return (
    before?.sentence === words[from]?.sentence &&
    before !== undefined &&
    /^(?:not|n't|isn't|aren't|hardly|neither)$/.test(before.norm)
  )
}

/** "We will not backdate anything" asks for the opposite. */
function isRefused(words: readonly RuleWord[], { from }: PhraseHit<Phrase>): boolean {
  const sentence = words[from]?.sentence
  return words.slice(Math.max(0, from - 3), from).some((word) => word.sentence === sentence && refusing.has(word.norm))
}

/** A percentage, or "twice as", "3 times", "nine out of ten", in a sentence that names no source. */
function bareNumbersIn(words: readonly RuleWord[], sourced: ReadonlySet<number>): Range[] {
  const rates = findRates(words).filter(({ from }) => !sourced.has(words[from]?.sentence ?? -1))
  return rates.map(({ start, end, from }) => {
    const before = words[from - 1]
    const isNumber = before !== undefined && before.sentence === words[from]?.sentence && /^\d+$/.test(before.norm)
    return { start: isNumber ? before.start : start, end }
  })
}

const findRates = phraseFinder(
  [
    '%|percent',
    'per cent',
    'twice|thrice as',
    'times more|less|faster|better|cheaper|higher|lower',
    'out of ten|a|every hundred|five|four',
  ].map((phrase) => ({ phrase })),
)
