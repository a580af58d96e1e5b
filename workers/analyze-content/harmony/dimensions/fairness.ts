/** Fairness: whether a text pins something on people for the group they are of, keeps them out, or names them badly. */
import type { Range } from '#shared/language/text'
import type { Mention } from '#workers/analyze-content/harmony/identity/mask'
import {
  excluding,
  negativePredicates,
  rejecting,
  slurs,
  wordingList,
} from '#workers/analyze-content/harmony/lexicons/groups'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'
import { lowering, times } from '#workers/analyze-content/harmony/signal'

const find = {
  slurs: phraseFinder(slurs),
  wording: phraseFinder(wordingList),
  negative: phraseFinder(negativePredicates),
  excluding: phraseFinder(excluding),
  rejecting: phraseFinder(rejecting),
}

/** Words that may stand between a group and what is said of it. */
const reachOfPredicates = 3

export const fairness: DimensionMeasure = {
  id: 'fairness',
  needsEnglish: true,
  measure: (reading) => {
    const words = reading.words.filter(({ isQuoted }) => !isQuoted)
    const { span } = reading
    const named = find.slurs(words)
    const wording = find.wording(words)
    const groups = groupsIn(reading.words, reading.mentions)
    const rejected = new Set(find.rejecting(words).flatMap(({ from }) => words[from]?.sentence ?? []))
    const inSentence = bySentence(groups)
    const pinned = find.negative(words).flatMap((hit) => {
      const group = nearest(words, inSentence, hit.from, -reachOfPredicates)
      return group && !rejected.has(words[hit.from]?.sentence ?? -1) ? [{ start: group.start, end: hit.end }] : []
    })
    const kept = find.excluding(words).flatMap((hit) => {
      const group = nearest(words, inSentence, hit.to, hit.entry.reach)
      return group && !rejected.has(words[hit.from]?.sentence ?? -1) ? [{ start: hit.start, end: group.end }] : []
    })
    return {
      status: 'scored',
      confidence: confidenceOf(0.7, words.length),
      signals: [
        ...lowering(
          {
            id: 'slur',
            value: named.length,
            points: 45 * named.length,
            most: 80,
            because: `${times(named.length, 'name')} for people that is made to hurt`,
          },
          named.map(span),
        ),
        ...lowering(
          {
            id: 'pinned_on_group',
            value: pinned.length,
            points: 45 * pinned.length,
            most: 80,
            because: `${times(pinned.length, 'time')} something bad is said of people for the group they are of`,
          },
          merged(pinned).map(span),
        ),
        ...lowering(
          {
            id: 'turned_against_group',
            value: kept.length,
            points: 45 * kept.length,
            most: 80,
            because: `${times(kept.length, 'time')} people of a group are kept out or wished ill`,
          },
          merged(kept).map(span),
        ),
        ...lowering(
          {
            id: 'wording',
            value: wording.length,
            points: 6 * wording.length,
            most: 30,
            because: `${times(wording.length, 'word or phrase', 'words or phrases')} that leave people out or reduce them to one thing`,
          },
          wording.map(span),
        ),
      ],
      recommendations: [
        ...wording.map((hit) => ({
          span: span(hit),
          issue: 'leaves people out, or reduces them to one thing',
          replacement: hit.entry.instead,
        })),
        ...named.map((hit) => ({ span: span(hit), issue: 'a name that is made to hurt', replacement: null })),
        ...merged([...pinned, ...kept].sort((left, right) => left.start - right.start)).map((range) => ({
          span: span(range),
          issue: 'speaks of a group; speak of what somebody did, or of everybody',
          replacement: null,
        })),
      ],
    }
  },
}

type Group = Range & { sentence: number; isGroup: boolean }

/**
 * Mentions that are of a group: a plural, or an adjective before one. A single person's name, a pronoun or a place is none;
 * "a black man was late" is about a man.
 */
function groupsIn(words: readonly RuleWord[], mentions: readonly Mention[]): Group[] {
  return mentions.flatMap((mention) => {
    const { entry, from, to, isOfPeople, start, end } = mention
    const word = words[from]
    const next = words[to]
    if (!word || word.isQuoted || !isOfPeople) return []
    const sentence = word.sentence
    if (entry.kind === 'people') return [{ start, end, sentence, isGroup: true }]
    if (entry.kind === 'belief') return [{ start, end, sentence, isGroup: true }]
    if (entry.kind !== 'adjective') return []
    const isBeforePlural = next?.sentence === sentence && plural.test(next.norm)
    return [
      { start, end: isBeforePlural ? next.end : end, sentence, isGroup: isBeforePlural || !isSingle(words[from - 1]) },
    ]
  })
}

const plural = /^(?:people|men|women|children|folk|families|[\p{L}]{3,}s)$/u
const isSingle = (before: RuleWord | undefined) =>
  before !== undefined && /^(?:a|an|this|that|my|his|her|one)$/.test(before.norm)

function bySentence(groups: readonly Group[]): Map<number, Group[]> {
  const found = new Map<number, Group[]>()
  for (const group of groups.filter(({ isGroup }) => isGroup)) {
    const known = found.get(group.sentence)
    if (known) known.push(group)
    else found.set(group.sentence, [group])
  }
  return found
}

/** The group that stands before a word, or from it on, with at most so many words between; before where `reach` is negative. */
function nearest(
  words: readonly RuleWord[],
  groups: ReadonlyMap<number, readonly Group[]>,
  at: number,
  reach: number,
): Group | undefined {
  const sentence = words[reach < 0 ? at : at - 1]?.sentence ?? -1
  const around = reach < 0 ? words.slice(Math.max(0, at + reach - 1), at) : words.slice(at, at + reach + 1)
  const within = around.filter((word) => word.sentence === sentence)
  return groups
    .get(sentence)
    ?.find((group) => within.some(({ start, end }) => start >= group.start && end <= group.end))
}

function merged(ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges) {
    const last = found.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else found.push({ ...range })
  }
  return found
}
