/** Respect: whether people are spoken to, and of, as people. Profanity is counted as that, and is nothing more. */
import { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import type { Range } from '#shared/language/text'
import { slurs } from '#workers/analyze-content/harmony/lexicons/groups'
import {
  blame,
  contempt,
  harshAtYou,
  harshWords,
  insults,
  pressure,
} from '#workers/analyze-content/harmony/lexicons/tone'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'
import { lowering, times } from '#workers/analyze-content/harmony/signal'

const find = {
  insults: phraseFinder(insults),
  harshWords: phraseFinder(harshWords),
  atYou: phraseFinder(harshAtYou),
  contempt: phraseFinder(contempt),
  blame: phraseFinder(blame),
  pressure: phraseFinder(pressure),
  slurs: phraseFinder(slurs),
}

/** Its words that name a group are fairness's, and those that are of bodies, of crimes and of love are no swearing. */
const notSwearing = new Set(
  `abo abeed africoon arabush boonga chingchong chink dyke fag kike negro nigger retard spastic tranny rape incest sex penis vagina
  semen orgasm anus masturbate ejaculate bestiality fellatio porn orgy breast boob anal hooker`.split(/\s+/),
)
const swearing = new RegExpMatcher({
  ...new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => metadata !== undefined && notSwearing.has(metadata.originalWord))
    .build(),
  ...englishRecommendedTransformers,
})

type Aimed = Range & { isAimed: boolean }
const at = (hits: readonly Aimed[], isAimed: boolean) => hits.filter((hit) => hit.isAimed === isAimed)

export const respect: DimensionMeasure = {
  id: 'respect',
  needsEnglish: true,
  measure: (reading) => {
    const words = reading.maskedWords.filter(({ isQuoted }) => !isQuoted)
    const slurs = find.slurs(reading.words)
    const isSlur = (range: Range) => {
      const { start, end } = reading.maskedSpan(range)
      return slurs.some((slur) => slur.start < end && start < slur.end)
    }
    const harsh = find
      .harshWords(words)
      .filter((hit) => !isSlur(hit))
      .flatMap((hit) => aimed(words, hit))
    const insulted = apart([...find.insults(words), ...at(harsh, true), ...find.atYou(words)])
    const sworn = swearwordsIn(reading, words).flatMap((hit) => aimed(words, hit))
    const scorned = find.contempt(words)
    const blamed = find.blame(words)
    const pressed = find.pressure(words)
    const shouted = shoutedIn(words)
    const exclaimed = [...reading.masked.plain.matchAll(/!{2,10}/g)].map(({ 0: marks, index }) => ({
      start: index,
      end: index + marks.length,
    }))
    const signal = (id: string, hits: readonly Range[], each: number, most: number, what: [string, string]) =>
      lowering(
        { id, value: hits.length, points: each * hits.length, most, because: times(hits.length, ...what) },
        hits.map(reading.maskedSpan),
      )
    return {
      status: 'scored',
      confidence: confidenceOf(0.75, words.length),
      signals: [
        ...signal('insult_of_people', insulted, 42, 80, ['insult of somebody', 'insults of somebody']),
        ...signal('insult_of_things', at(harsh, false), 6, 18, ['harsh word', 'harsh words']),
        ...signal('profanity_at_people', at(sworn, true), 25, 50, ['swearword at somebody', 'swearwords at somebody']),
        ...signal('profanity', at(sworn, false), 12, 36, ['swearword', 'swearwords']),
        ...signal('contempt', scorned, 42, 80, ['phrase of contempt', 'phrases of contempt']),
        ...signal('blame', blamed, 18, 45, ['phrase that puts it on somebody', 'phrases that put it on somebody']),
        ...signal('pressure', pressed, 20, 50, [
          'phrase that drives by fear or hurry',
          'phrases that drive by fear or hurry',
        ]),
        ...signal('shouting', shouted, 10, 20, ['stretch of capitals', 'stretches of capitals']),
        ...signal('exclamation', exclaimed, 3, 9, ['row of exclamation marks', 'rows of exclamation marks']),
      ],
      recommendations: [
        ...insulted.map((hit) => ({
          span: reading.maskedSpan(hit),
          issue: 'an insult: say what was done, and what you want instead',
          replacement: null,
        })),
        ...blamed.map((hit) => ({
          span: reading.maskedSpan(hit),
          issue: 'puts it on somebody: say what happened, and what it came to',
          replacement: null,
        })),
        ...exclaimed.map((hit) => ({ span: reading.maskedSpan(hit), issue: 'shouts', replacement: '.' })),
      ],
    }
  },
}

/** Letters put together from what only looks like them, or repeated, count too; a word is taken whole. */
function swearwordsIn({ masked: { plain } }: HarmonyReading, words: readonly RuleWord[]): Range[] {
  const found = swearing.getAllMatches(plain, true)
  const ranges: Range[] = []
  let at = 0
  for (const { startIndex, endIndex } of found) {
    while (at < words.length && (words[at]?.end ?? 0) <= startIndex) at += 1
    const word = words[at]
    const isOfWords = word !== undefined && word.start <= endIndex
    const last = ranges.at(-1)
    if (!isOfWords || (last && word.start < last.end)) continue
    ranges.push({ start: word.start, end: Math.max(word.end, endIndex + 1) })
  }
  return ranges
}

/** In order, none over another. */
function apart(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((left, right) => left.start - right.start || right.end - left.end)
  const found: Range[] = []
  for (const range of sorted) if (range.start >= (found.at(-1)?.end ?? 0)) found.push(range)
  return found
}

/** Whom something is said to, or of whom: no word among them says who that is. */
const people = new Set(
  `you your yours yourself you're u ur he his himself they them their who everybody everyone team boss manager colleague colleagues
  staff customer customers somebody someone members`.split(/\s+/),
)

/** At people: one of them within four words in the same sentence. */
function aimed(words: readonly RuleWord[], range: Range): Aimed[] {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.end ?? 0) <= range.start) low = middle + 1
    else high = middle
  }
  const word = words[low]
  if (!word) return []
  const near = words.slice(Math.max(0, low - 4), low + 5)
  return [{ ...range, isAimed: near.some(({ norm, sentence }) => sentence === word.sentence && people.has(norm)) }]
}

/** Three words of capitals or more in a row. */
function shoutedIn(words: readonly RuleWord[]): Range[] {
  const found: Range[] = []
  let from: number | undefined
  const close = (to: number) => {
    const first = from === undefined ? undefined : words[from]
    const last = words[to - 1]
    if (first && last && from !== undefined && to - from >= 3) found.push({ start: first.start, end: last.end })
    from = undefined
  }
  for (const [at, { raw, sentence }] of words.entries()) {
    const isLoud = raw === raw.toUpperCase() && /\p{Lu}/u.test(raw) && (raw.length > 1 || from !== undefined)
    if (from !== undefined && (!isLoud || words[from]?.sentence !== sentence)) close(at)
    if (isLoud && from === undefined) from = at
  }
  close(words.length)
  return found
}
