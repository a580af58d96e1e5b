/** What a measurement tree says, level by level, ready to be shown, whichever version of the product made it. Pure. */

import type { Figure, ShownInterval } from '#api/traces/pictures/figures'
import type { SystemTree } from '#db/documents/system-tree'
import type { Tree } from '#db/documents/tree'

/** Trees of earlier and later versions lack members that this one knows. */
export type Lenient<T> = T extends readonly (infer Item)[]
  ? readonly Lenient<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Lenient<T[Key]> | null | undefined }
    : T

/** What later trees have beside. */
type Share = { k: number; n: number; rate: number | null; lo: number | null; hi: number | null }
type LaterSystem = {
  level_1: { interpretation: { validity_at_least: number | null; validity_interval_reason: string } }
  level_2: {
    reliability: { interval_reason: string }
    validity: {
      capped: { any: Share }
      unacceptable: Share
      gates: {
        id: string
        of: string | null
        k: number
        n: number
        proven: number
        at_most: number
        threshold: number
        rationale: string
        triggered: boolean
        verdict_at_best: 'conditional' | 'unacceptable'
      }[]
    }
  }
  level_3: Record<'field' | 'model' | 'red_team', { interval_reason: string; capped: Share }>
  level_5: {
    worst_traces: { trace_id: string; validity_score: number; capped_by: string[]; driver: string }[]
  }
}
type LaterTrace = {
  level_1: { interpretation: { contradictions: string[] } }
  level_3: { aggregation: string }
  level_4: { aggregation: string }
}
export type LenientTree = Lenient<Tree & LaterTrace>
export type LenientSystemTree = Lenient<SystemTree & LaterSystem>
export type AnyTree = { of: 'trace'; tree: LenientTree } | { of: 'system'; tree: LenientSystemTree }

export type ShownVerdict = SystemTree['level_1']['interpretation']['verdict']

export type Group = { title: string; about?: string; figures: readonly Figure[]; more?: number }
export type Fact = readonly [name: string, value: string | number | null | undefined, isCode?: boolean]

export type Level = {
  number: 1 | 2 | 3 | 4 | 5 | 6
  name: string
  /** What of it leads to the score, in words. */
  driver: string | null
  groups: readonly Group[]
  facts: readonly Fact[]
  notes: readonly string[]
  /** The record as it was stored, as JSON. */
  record?: string | undefined
  /** The tree was asked for without it. */
  isLeftOut: boolean
}

export type Top = {
  verdict: ShownVerdict
  score: number | null
  interval: ShownInterval | null
  /** What is proven of the score, whatever was not seen. */
  atLeast: number | null
  /** Why there is none, where the tree says so. */
  intervalReason: string
  grade: string | null
  statement: string
  limitations: readonly string[]
  /** What a trace says of itself in two ways. */
  contradictions: readonly string[]
  driverPath: readonly string[]
  profile: string
  /** Traces it rests on. */
  n: number | null
}

const verdicts = ['acceptable', 'conditional', 'unacceptable', 'not_assessable'] as const

export function topOf(any: AnyTree): Top {
  const { interpretation } = any.tree.level_1 ?? {}
  const said = interpretation?.verdict
  const interval = pairOf(interpretation?.validity_interval)
  return {
    verdict: verdicts.find((known) => known === said) ?? 'not_assessable',
    score: interpretation?.validity_score ?? null,
    interval,
    atLeast: any.of === 'system' ? (any.tree.level_1?.interpretation?.validity_at_least ?? null) : null,
    intervalReason: any.of === 'system' ? (any.tree.level_1?.interpretation?.validity_interval_reason ?? '') : '',
    grade: interpretation?.grade ?? null,
    statement: interpretation?.statement ?? '',
    limitations: interpretation?.limitations ?? [],
    contradictions: any.of === 'trace' ? (any.tree.level_1?.interpretation?.contradictions ?? []) : [],
    driverPath: interpretation?.driver_path ?? [],
    profile: any.tree.level_1?.summary?.profile ?? '',
    n: any.of === 'trace' ? 1 : (any.tree.level_1?.summary?.n ?? null),
  }
}

export const pairOf = (pair: readonly unknown[] | null | undefined): ShownInterval | null => {
  const [low, high] = pair ?? []
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : null
}

export const aLevel = (number: Level['number'], odd: Partial<Level> = {}): Level => ({
  number,
  name: levelNames[number],
  driver: null,
  groups: [],
  facts: [],
  notes: [],
  isLeftOut: false,
  ...odd,
})

const levelNames = {
  1: 'Interpretation',
  2: 'Risks: validity and reliability',
  3: 'Testing level',
  4: 'Annotators and users',
  5: 'Collation of responses',
  6: 'Raw data',
} as const

export const shownCategories = [
  'safety',
  'factuality',
  'appropriateness',
  'response_quality',
  'user_experience',
] as const
