/** What has changed from a system's tree to the next one of it, in scores, and how a trace stands beside its system. Pure. */
import {
  hundredth,
  type Scale,
  type ShownInterval,
  scales,
  scoresOf,
  shownScore,
  spoken,
} from '#api/traces/pictures/figures'
import { type LenientSystemTree, pairOf, shownCategories, type Top } from '#api/traces/pictures/shown'
import { shownTestCategories } from '#api/traces/pictures/system-levels'

/** The tree that was made last before the shown one, of the same system. */
export type Earlier = { jobId: string; generatedAt: string; profile: string; tree: LenientSystemTree }

export type Change = {
  name: string
  scale: Scale
  before: number | null
  now: number | null
  /** Null where one of them is not known. */
  difference: number | null
}

/** Score first, then what moved most; what did not move is left out, but the score. */
export function changesOf(earlier: LenientSystemTree, tree: LenientSystemTree): Change[] {
  const before = valuesOf(earlier)
  const now = valuesOf(tree)
  const [score, ...others] = now.map(({ name, scale, value }, at): Change => {
    const was = before[at]?.value ?? null
    return {
      name,
      scale,
      before: was,
      now: value,
      difference: was === null || value === null ? null : differenceOf(was, value),
    }
  })
  const moved = others
    .filter((change) => change.before !== change.now)
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, changesShown)
  return score ? [score, ...moved] : []
}

const changesShown = 11
const differenceOf = (before: number, now: number): number => Math.round((now - before) * 10_000) / 10_000

/** In hundredths of the scale; what came or went counts most. */
const weightOf = ({ difference, scale }: Change): number =>
  difference === null ? Number.POSITIVE_INFINITY : Math.abs(difference) / (scale.to - scale.from)

/** The same names in the same order whatever the tree has. */
function valuesOf(tree: LenientSystemTree): { name: string; scale: Scale; value: number | null }[] {
  const { level_1, level_2, level_3, level_4 } = tree
  const capped = level_2?.validity?.capped
  return [
    { name: 'Validity', scale: scales.score, value: level_1?.interpretation?.validity_score ?? null },
    {
      name: 'Traces declared non-compliant',
      scale: scales.bad,
      value: capped?.constitutional_compliance?.rate ?? null,
    },
    { name: 'Traces with a critical flag', scale: scales.bad, value: capped?.critical_flag?.rate ?? null },
    { name: 'Declared HIGH', scale: scales.bad, value: level_2?.reliability?.high_rate?.rate ?? null },
    { name: 'Reliability', scale: scales.score, value: level_2?.reliability?.reliability_score ?? null },
    { name: 'Evidence that was there', scale: scales.good, value: level_1?.summary?.coverage ?? null },
    ...shownTestCategories.map((category) => ({
      name: spoken(category),
      scale: scales.score,
      value: shownScore(level_3?.[category]?.risk),
    })),
    ...shownTestCategories.flatMap((category) =>
      shownCategories.map((id) => ({
        name: `${spoken(category)}: ${spoken(id)}`,
        scale: scales.score,
        value: shownScore(level_4?.[category]?.[id]?.mean),
      })),
    ),
  ]
}

/** Whether the intervals of both scores have a value in common; undefined where one of them has none. */
export function doOverlap(a: ShownInterval | null, b: ShownInterval | null): boolean | undefined {
  return a && b ? a[0] <= b[1] && b[0] <= a[1] : undefined
}

/** How a trace's figures lie beside the means of its system's tree. */
export function besideSystem(top: Top, { tree }: Earlier): Change[] {
  const system = tree.level_1?.interpretation?.validity_score ?? null
  return [
    {
      name: 'Validity',
      scale: scales.score,
      before: system,
      now: top.score,
      difference: system === null || top.score === null ? null : hundredth(top.score - system),
    },
  ]
}

export const systemInterval = (tree: LenientSystemTree): ShownInterval | null =>
  pairOf(tree.level_1?.interpretation?.validity_interval) ?? scoresOf(null)
