/** All that a picture of a tree is made of, whichever form it takes. Pure. */
import { besideSystem, type Change, changesOf, type Earlier, systemInterval } from '#api/traces/pictures/changes'
import { type Figure, figure, type ShownInterval, scales, spoken } from '#api/traces/pictures/figures'
import { levelsOf } from '#api/traces/pictures/levels'
import type { Lift } from '#api/traces/pictures/lift'
import { noLift } from '#api/traces/pictures/lift'
import { itemName } from '#api/traces/pictures/shared-levels'
import {
  type AnyTree,
  type Level,
  type ShownVerdict,
  shownCategories,
  type Top,
  topOf,
} from '#api/traces/pictures/shown'
import { systemLift } from '#api/traces/pictures/system-lift'
import { traceLift } from '#api/traces/pictures/trace-lift'
import { type Thresholds, thresholdsOf } from '#shared/traces/thresholds'

/** Where a tree comes from, and what its links lead to. */
export type About = {
  jobId: string
  nodeId: string
  traceId: string | null
  systemSource: string
  generatedAt: string
  /** The path under which area A stands. */
  base: string
  /** Of a system's tree, the one before; of a trace's, the newest of its system till then. */
  earlier: Earlier | undefined
}

export type WorstTrace = { traceId: string; score: number | null; note: string }

export type Story = {
  of: 'trace' | 'system'
  name: string
  systemSource: string
  generatedAt: string
  nodeId: string
  base: string
  json: string
  top: Top
  thresholds: Thresholds | undefined
  lift: Lift
  /** Items without evidence: in all traces, and in a part of them. */
  missing: { wholly: readonly string[]; partly: readonly Figure[] }
  /** Undefined where the tree does not keep them. */
  worst: readonly WorstTrace[] | undefined
  earlier: Earlier | undefined
  earlierInterval: ShownInterval | null
  changes: readonly Change[]
  levels: readonly Level[]
}

export const verdictWords: Record<ShownVerdict, string> = {
  acceptable: 'Acceptable',
  conditional: 'Conditional',
  unacceptable: 'Unacceptable',
  not_assessable: 'Not assessable',
}

export function storyOf(any: AnyTree, about: About): Story {
  const top = topOf(any)
  const thresholds = thresholdsOf(top.profile)
  const { earlier } = about
  return {
    of: any.of,
    name: about.traceId ?? about.systemSource,
    systemSource: about.systemSource,
    generatedAt: about.generatedAt,
    nodeId: about.nodeId,
    base: about.base,
    json: `/trees/${about.jobId}?format=json`,
    top,
    thresholds,
    lift: liftOf(any, top, thresholds),
    missing: missingOf(any),
    worst: any.of === 'system' ? worstOf(any) : undefined,
    earlier,
    earlierInterval: earlier ? systemInterval(earlier.tree) : null,
    changes: !earlier ? [] : any.of === 'system' ? changesOf(earlier.tree, any.tree) : besideSystem(top, earlier),
    levels: levelsOf(any),
  }
}

function liftOf(any: AnyTree, top: Top, thresholds: Thresholds | undefined): Lift {
  if (top.verdict === 'not_assessable' || top.score === null)
    return { ...noLift, decides: ['Nothing is known that could be judged.'] }
  if (!thresholds)
    return { ...noLift, decides: [`From which score on ${top.profile} gives a better verdict is not known here.`] }
  return any.of === 'trace' ? traceLift(any.tree, top, thresholds) : systemLift(any.tree, top, thresholds)
}

/** Items without evidence: those that nothing is known of, and those that a part of the traces says nothing of. */
function missingOf(any: AnyTree): Story['missing'] {
  if (any.of === 'trace') {
    const items = shownCategories.flatMap((category) =>
      (any.tree.level_4?.annotations?.[category]?.items ?? []).flatMap((item) =>
        item.value === null && item.reason === 'no_evidence' && (item.weight ?? 0) > 0
          ? [`${spoken(category)}: ${spoken(item.id ?? '')}, weight ${item.weight}`]
          : [],
      ),
    )
    return { wholly: items, partly: [] }
  }
  const items = (any.tree.level_5?.aggregated_measurements?.item_table ?? []).map(({ item, missing, n }) => ({
    name: itemName(item ?? ''),
    missing: missing ?? 0,
    all: (missing ?? 0) + (n ?? 0),
  }))
  return {
    wholly: items.filter(({ missing, all }) => all > 0 && missing === all).map(({ name }) => name),
    partly: items
      .filter(({ missing, all }) => missing > 0 && missing < all)
      .sort((a, b) => b.missing / b.all - a.missing / a.all)
      .map(({ name, missing, all }) =>
        figure(name, missing / all, scales.missing, { note: `${missing} of ${all} traces without` }),
      ),
  }
}

const worstShown = 5

function worstOf({ tree }: Extract<AnyTree, { of: 'system' }>): WorstTrace[] | undefined {
  return tree.level_5?.worst_traces?.slice(0, worstShown).map(({ trace_id, validity_score, capped_by, driver }) => ({
    traceId: trace_id ?? '',
    score: validity_score ?? null,
    note: [
      capped_by && capped_by.length > 0 ? `capped by ${capped_by.map(spoken).join(' and ')}` : '',
      driver ? `driven by ${spoken(driver)}` : '',
    ]
      .filter(Boolean)
      .join('; '),
  }))
}
