/** What would lift the verdict on a system: the testing levels that hold its score down, and what caps its traces. Pure. */
import { capital, countWords, numberText, scales, shownScore, spoken } from '#api/traces/pictures/figures'
import { type Lift, nextOf, noLift, shownVerdictOf, standing, type Way } from '#api/traces/pictures/lift'
import type { LenientSystemTree, Top } from '#api/traces/pictures/shown'
import { shownTestCategories } from '#api/traces/pictures/system-levels'
import type { Thresholds } from '#shared/traces/thresholds'

type Gate = NonNullable<NonNullable<NonNullable<LenientSystemTree['level_2']>['validity']>['gates']>[number]

export function systemLift(tree: LenientSystemTree, top: Top, thresholds: Thresholds): Lift {
  const gates = (tree.level_2?.validity?.gates ?? []).filter(({ triggered }) => triggered === true)
  const next = nextOf(top.verdict, thresholds)
  if (!next) return { ...noLift, decides: [standing(top, thresholds)], doubts: doubtsOf(top, thresholds) }
  const [verdict, needed] = next
  const shut = gates.filter(({ verdict_at_best: best }) => verdict === 'acceptable' || best === 'unacceptable')
  const decides = [...shut.map(gateSentence), standing(top, thresholds)]
  const allowed = (100 - needed) / 10
  const tooLow = shownTestCategories
    .flatMap((category) => {
      const risk = tree.level_3?.[category]?.risk
      return typeof risk === 'number' && risk > allowed ? [{ category, risk, n: tree.level_3?.[category]?.n ?? 0 }] : []
    })
    .sort((a, b) => b.risk - a.risk)
  const all = [
    ...strictest(shut.map(gateWay)),
    ...tooLow.map(({ category, risk, n }) => ({
      name: `${spoken(category)}, mean of ${countWords(n, 'trace')}`,
      from: shownScore(risk),
      to: needed,
      limit: 'at least' as const,
      scale: scales.score,
    })),
  ].map((way): Way => ({ ...way, outcome: verdict }))
  return {
    decides: [...decides, ...shareSentences(tree, tooLow[0], allowed)],
    next: verdict,
    ways: all.length === 1 ? all : [],
    together: all.length > 1 ? all : [],
    doubts: [],
  }
}

const gateSentence = ({ rationale, verdict_at_best: best }: Gate): string =>
  `${capital(spoken(rationale ?? ''))}: this leaves no better verdict than ${best ?? 'unacceptable'}.`

/** These hold from their threshold on, the others above it. */
const gatesFrom = ['capped_often', 'unacceptable_mostly', 'unacceptable_all']

/** The share that is proven would have to fall to the threshold, or under it. */
const gateWay = ({ id, of, proven, threshold }: Gate): Omit<Way, 'outcome'> => ({
  name: `proven share of ${id?.startsWith('capped') ? 'capped' : 'unacceptable'} traces${of ? ` of ${spoken(of)}` : ''}`,
  from: proven ?? null,
  to: threshold ?? null,
  limit: id && gatesFrom.includes(id) ? 'under' : 'at most',
  scale: scales.bad,
})

/** Several gates may be about one share: what passes the lowest passes all. */
function strictest(ways: readonly Omit<Way, 'outcome'>[]): Omit<Way, 'outcome'>[] {
  const lowest = (same: readonly Omit<Way, 'outcome'>[]) =>
    same.toSorted((a, b) => (a.to ?? 0) - (b.to ?? 0)).slice(0, 1)
  return [...Map.groupBy(ways, ({ name }) => name).values()].flatMap(lowest)
}

/** Which category of the driving level could do it alone, and by how much of what it contributes. */
function shareSentences(
  tree: LenientSystemTree,
  driver: { category: string; risk: number } | undefined,
  allowed: number,
): string[] {
  const [first] = tree.level_2?.risks?.ranked ?? []
  if (!driver || driver.category !== tree.level_3?.driver || !first?.id || typeof first.contribution !== 'number')
    return []
  const part = first.contribution * driver.risk
  const needed = driver.risk - allowed
  const share = `${capital(spoken(first.id))} makes ${numberText(first.contribution, { isShare: true, digits: 0 })} of the risk of ${spoken(driver.category)}`
  if (part < needed) return [`${share}; even without any of it the score would fall short.`]
  return [
    `${share}; ${numberText(needed / part, { isShare: true, digits: 0 })} less of that would lift ${spoken(driver.category)} far enough.`,
  ]
}

function doubtsOf({ interval, atLeast }: Top, thresholds: Thresholds): string[] {
  const sentences: string[] = []
  const low = interval?.[0]
  if (low !== undefined && low < thresholds.acceptable_from)
    sentences.push(
      `Its interval reaches down to ${numberText(low)}, which would be ${shownVerdictOf(low, thresholds)}.`,
    )
  if (atLeast !== null && atLeast < thresholds.acceptable_from)
    sentences.push(
      `Whatever rare traces were not seen, no less than ${numberText(atLeast)} is proven, which would be ${shownVerdictOf(atLeast, thresholds)}. More traces prove more.`,
    )
  return sentences
}
