/** Harmony measured: texts that must score lower than others, and whether who is named in a text changes what it scores. */
import { parse } from 'csv-parse/sync'
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import winkSentiment from 'wink-sentiment'
import type { Evaluation, Evaluator, EvaluatedHalf as Half, Sets } from '#bench/language/sets'
import type { Dimension } from '#db/documents/alignment'
import { parameterDefaults } from '#shared/calibration/parameters'
import type { AnalyzeRequest } from '#shared/contracts/content'
import { sha256Hex } from '#shared/kernel/canonical'
import { measures } from '#workers/analyze-content/harmony/dimensions/index'
import { identityTerms } from '#workers/analyze-content/harmony/identity/terms'
import { type Scores, scoresIn } from '#workers/analyze-content/harmony/score'
import { readingContextOf } from '#workers/analyze-content/reading-context'

const halves = ['seen', 'unseen'] as const
const halfOf = (text: string): Half => (Number.parseInt(sha256Hex(text).slice(0, 1), 16) < 8 ? 'seen' : 'unseen')

const context = readingContextOf({}, new Date('2026-03-02T09:00:00Z'))
type Asked = Pick<AnalyzeRequest, 'values' | 'goals' | 'context' | 'audience' | 'confidence'>
const scoresOf = (content: string, asked: Asked = {}): Scores => scoresIn(content, measures, asked, context)

export const evaluateHarmony: Evaluator = async (sets) => [
  await ownPairs(),
  await crowsPairs(sets),
  await madlibs(sets),
]

type Pair = Asked & { id: string; half: Half; dimension: Dimension; lower: string; higher: string }

async function ownPairs(): Promise<Evaluation> {
  const file = Bun.file(new URL('own/harmony.jsonl', import.meta.url))
  const pairs: Pair[] = (await file.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const judged = pairs.map(({ lower, higher, dimension, half, id, ...asked }) => {
    const [low, high] = [lower, higher].map((content) => scoresOf(content, asked).get(dimension) ?? null)
    const isRight = low !== null && high !== null && low !== undefined && high !== undefined && low < high
    return { dimension, half, id, isRight }
  })
  const of = (half: Half) => judged.filter((each) => each.half === half)
  const rightOf = (list: readonly { isRight: boolean }[]) => list.filter(({ isRight }) => isRight).length
  return {
    name: 'orderings of alignment',
    of: 'our own: pairs of texts, one of which must score lower in a dimension',
    rows: halves.map((half) => ({
      half,
      who: 'assay',
      metric: `pairs in order, of ${of(half).length}`,
      value: rightOf(of(half)) / of(half).length,
    })),
    notes: [
      ...measures.map(({ id }) => {
        const parts = halves.map((half) => {
          const list = of(half).filter((each) => each.dimension === id)
          return `${half} ${rightOf(list)}/${list.length}`
        })
        return `${id}: ${parts.join(', ')}`
      }),
      `seen, not in order: ${of('seen')
        .filter(({ isRight }) => !isRight)
        .map(({ id }) => id)
        .join(' ')}`,
    ],
  }
}

const swearing = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
const sentiment = (text: string): number => winkSentiment(text).normalizedScore

type Change = { points: number; of: Dimension | undefined; isOneAlone: boolean }

/** The largest change of a dimension that is not about fairness; a score of one text alone is no change, and told apart. */
function changeOf(one: Scores, other: Scores): Change {
  const change: Change = { points: 0, of: undefined, isOneAlone: false }
  for (const [id, before] of one) {
    if (id === 'fairness') continue
    const after = other.get(id) ?? null
    if (before === null || after === null) {
      if (before !== after) change.isOneAlone = true
      continue
    }
    const points = Math.abs(before - after)
    if (points > change.points) Object.assign(change, { points, of: id })
  }
  return change
}

/** The same but for one word: who is named, in nearly all of them. */
function differInOneWord(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [])
  return left?.length === right?.length && left?.filter((word, at) => word !== right?.[at]).length === 1
}

async function crowsPairs(sets: Sets): Promise<Evaluation> {
  const csv = new TextDecoder().decode(await sets.read('crows-pairs', 'data/crows_pairs_anonymized.csv'))
  const pairs: { sent_more: string; sent_less: string }[] = parse(csv, { columns: true })
  const judged = pairs.map(({ sent_more: more, sent_less: less }) => ({
    half: halfOf(more),
    change: changeOf(scoresOf(more), scoresOf(less)),
    sentiment: Math.abs(sentiment(more) - sentiment(less)),
    profanity: swearing.hasMatch(more) !== swearing.hasMatch(less),
    isOneWord: differInOneWord(more, less),
  }))
  const of = (half: Half) => judged.filter((each) => each.half === half)
  return {
    name: 'identity swaps',
    of: sets.describe('crows-pairs'),
    rows: halves.flatMap((half) => {
      const list = of(half)
      const share = (isOne: (each: (typeof list)[number]) => boolean) => list.filter(isOne).length / list.length
      const metric = `share of ${list.length} pairs that change`
      const ofOneWord = list.filter(({ isOneWord }) => isOneWord)
      const largest = (of: typeof list) => Math.max(0, ...of.map(({ change }) => change.points))
      return [
        {
          half,
          who: 'assay',
          metric: `${metric} by more than 1 point`,
          value: share(({ change }) => change.points > 1),
          atMost: 0,
        },
        { half, who: 'assay', metric, value: share(({ change }) => change.points > 0) },
        {
          half,
          who: 'assay',
          metric: 'share with a score in one text alone',
          value: share(({ change }) => change.isOneAlone),
        },
        {
          half,
          who: 'assay',
          metric: 'largest change, points',
          value: largest(list),
          atMost: 1,
        },
        {
          half,
          who: 'assay',
          metric: `largest change of the ${ofOneWord.length} pairs that differ in one word, points`,
          value: largest(ofOneWord),
          atMost: 1,
        },
        { half, who: 'wink-sentiment', metric, value: share((each) => each.sentiment > 0) },
        { half, who: 'obscenity', metric, value: share((each) => each.profanity) },
      ]
    }),
    notes: [
      'many pairs differ in more than who is named: one stole and the other left it, one is never what the other is',
      ...measures.map(({ id }) => {
        const changed = judged.filter(({ change }) => change.of === id && change.points > 1)
        return `${id} changes most, and by more than 1 point, in ${changed.length} of ${judged.length} pairs`
      }),
    ],
  }
}

/** A text raises an alarm where it is held to insult, threaten or shut out. */
const alarming: readonly Dimension[] = ['respect', 'safety', 'fairness']
const alarm = (scores: Scores) =>
  alarming.some((id) => (scores.get(id) ?? 100) < (parameterDefaults[`harmonic.threshold.${id}`] ?? 0))

const folder = 'archive/unintended_ml_bias'

/** Without the word for people: items that differ in nothing else are taken or left, seen or unseen, together. */
async function madlibs(sets: Sets): Promise<Evaluation> {
  const read = async (path: string) =>
    new TextDecoder().decode(await sets.read('unintended-ml-bias-analysis', `${folder}/${path}`))
  const terms = (await read('bias_madlibs_data/adjectives_people.txt')).trim().split(/\r?\n/)
  const rows: { Text: string; Label: string }[] = parse(await read('eval_datasets/bias_madlibs_77k.csv'), {
    columns: true,
  })
  const longestFirst = terms.toSorted((left, right) => right.length - left.length)
  const patterns = longestFirst.map((term) => ({ term, pattern: new RegExp(`\\b${term}\\b`, 'i') }))
  const known = new Set(identityTerms.map(({ phrase }) => phrase))
  const items = rows.flatMap(({ Text: text, Label: label }) => {
    const found = patterns.find(({ pattern }) => pattern.test(text))
    if (!found) return []
    const item = text.replace(found.pattern, '_')
    return sha256Hex(`sample ${item}`).startsWith('0')
      ? [{ text, isBad: label === 'BAD', term: found.term, half: halfOf(item) }]
      : []
  })
  const judged = items.map((item) => ({
    ...item,
    assay: alarm(scoresOf(item.text)),
    'wink-sentiment': sentiment(item.text) < 0,
    obscenity: swearing.hasMatch(item.text),
  }))
  type Who = 'assay' | 'wink-sentiment' | 'obscenity'
  const rateOf = (list: readonly (typeof judged)[number][], who: Who) =>
    list.filter((each) => each[who]).length / list.length
  const gapOf = (list: readonly (typeof judged)[number][], who: Who) => {
    const rates = terms.flatMap((term) => {
      const good = list.filter((each) => each.term === term && !each.isBad)
      return good.length === 0 ? [] : [rateOf(good, who)]
    })
    return rates.length === 0 ? 0 : Math.max(...rates) - Math.min(...rates)
  }
  const strange = terms.filter((term) => !known.has(term.toLowerCase()))
  return {
    name: 'false alarms by who is named',
    of: `${sets.describe('unintended-ml-bias-analysis')}; madlibs`,
    rows: halves.flatMap((half) => {
      const list = judged.filter((each) => each.half === half)
      const good = list.filter(({ isBad }) => !isBad)
      const bad = list.filter(({ isBad }) => isBad)
      return (['assay', 'wink-sentiment', 'obscenity'] as const).flatMap((who) => [
        {
          half,
          who,
          metric: `gap of false alarms over ${terms.length} words`,
          value: gapOf(list, who),
          ...(who === 'assay' ? { atMost: 0.02 } : {}),
        },
        { half, who, metric: `false alarms, of ${good.length}`, value: rateOf(good, who) },
        { half, who, metric: `bad texts found, of ${bad.length}`, value: rateOf(bad, who) },
      ])
    }),
    notes: [
      `${judged.length} of ${rows.length} texts, every sixteenth by the SHA-256 of the text without its word`,
      `${strange.length} of ${terms.length} words are not in our lists; gap with them ${gapOf(judged, 'assay').toFixed(4)}, without them ${gapOf(
        judged.filter(({ term }) => known.has(term.toLowerCase())),
        'assay',
      ).toFixed(4)}`,
    ],
  }
}
