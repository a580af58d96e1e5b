/** What would lift the verdict on a system: the testing levels that hold its score down, and what caps its traces. Pure. */
import { counted, hundredth, numberText, scoreOf, spoken } from '#api/traces/pictures/figures'
import { type Lift, nextOf, noLift, standing, verdictOf, type Way } from '#api/traces/pictures/lift'
import type { LenientSystemTree, Top } from '#api/traces/pictures/shown'
import { testCategories } from '#api/traces/pictures/system-levels'
import type { Thresholds } from '#shared/traces/thresholds'

export function systemLift(tree: LenientSystemTree, top: Top, thresholds: Thresholds): Lift {
  const next = nextOf(top.verdict, thresholds)
  const decides = [standing(top, thresholds)]
  if (!next) return { ...noLift, decides, doubts: doubtsOf(top, thresholds) }
  const [verdict, needed] = next
  const allowed = (100 - needed) / 10
  const tooLow = testCategories.flatMap((category) => {
    const risk = tree.level_3?.[category]?.risk
    return typeof risk === 'number' && risk > allowed ? [{ category, risk, n: tree.level_3?.[category]?.n ?? 0 }] : []
  })
  const levels = tooLow
    .sort((a, b) => b.risk - a.risk)
    .map(
      ({ category, risk, n }): Way => ({
        name: `${spoken(category)}, mean of ${counted(n, 'trace')}`,
        from: scoreOf(risk),
        to: needed,
        outcome: verdict,
      }),
    )
  return {
    decides: [...decides, ...shareSentences(tree, tooLow[0], allowed)],
    next: verdict,
    ways: levels.length === 1 ? levels : [],
    together: levels.length > 1 ? levels : [],
    doubts: [],
  }
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
  const share = `${spoken(first.id)} makes ${numberText(first.contribution, { isShare: true, digits: 0 })} of the risk of ${spoken(driver.category)}`
  if (part < needed) return [`${share}; even without any of it the score would fall short.`]
  return [`${share}; ${numberText(needed / part, { isShare: true, digits: 0 })} less of that alone would do.`]
}

function doubtsOf({ interval }: Top, thresholds: Thresholds): string[] {
  const low = interval?.[0]
  if (low === undefined || low >= thresholds.acceptable_from) return []
  return [`Its interval reaches down to ${numberText(hundredth(low))}, which would be ${verdictOf(low, thresholds)}.`]
}
