/** Claims as a round finds them, and what it makes of them: each is handed the leaves that come after it, in their order. */
import { setImmediate } from 'node:timers/promises'
import type { FollowedLeaf, FollowState, KeptClaim } from '#db/queries/claim-progress'
import type { ClaimPointRow, ClaimRow } from '#db/queries/claims'
import type { TraceRow } from '#db/tables/traces'
import { isClaimed, measured } from '#shared/claims/claim'
import { begin, claimStanding, type Judge, observe, type SequenceState } from '#shared/claims/sequence'
import { soundState } from '#shared/claims/sound-state'
import { isKept } from '#shared/contracts/claim-series'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { TraceRecord } from '#shared/traces/record'
import { validityScoreOf } from '#workers/generate-tree/validity'

/** What one round computes before it writes, and between two turns of the others in this process. */
const workMs = 250
const sliceMs = 5

/** A claim as a round finds it, and what the round makes of it. */
export type OpenClaim = {
  row: ClaimRow
  registeredAt: string
  judge: Judge
  origin: string | null
  state: SequenceState | undefined
  fault: string | null
  isBegun: boolean
  isOver: boolean
  leaves: number[]
  units: (number | null)[]
  points: Omit<ClaimPointRow, 'claim_id' | 'seal'>[]
  turns: { state: SequenceState; trace: { id: string; at: string } }[]
  /** The last trace that was counted in this round. */
  last: { id: string; at: string } | undefined
}

/** @param from up to where the log was gone through: a claim whose node comes behind that begins there, whatever its row says. */
export function openClaim(
  { own_leaf: leaf, ...row }: KeptClaim,
  judges: (row: ClaimRow) => Judge,
  from: number,
): OpenClaim {
  const hasBegun = leaf !== null && leaf < from
  const state = hasBegun && row.state !== null ? soundState(row.state) : undefined
  const isAstray = hasBegun && row.state !== null && !state
  return {
    row,
    registeredAt: row.registered_at.toISOString(),
    judge: judges(row),
    origin: hasBegun ? row.origin : null,
    state,
    fault: hasBegun ? (row.fault ?? (isAstray ? 'its row holds a state that it cannot have come to' : null)) : null,
    isBegun: false,
    isOver: false,
    leaves: [],
    units: [],
    points: [],
    turns: [],
    last: undefined,
  }
}

/** Hands claims what they go by, for a while. @returns where it left off, when that is before the end. */
export async function goThrough(
  leaves: readonly FollowedLeaf[],
  kept: readonly OpenClaim[],
  { origin }: FollowState,
): Promise<number | undefined> {
  const byStream = new Map(kept.map((claim) => [`claim:${claim.row.claim_id}`, claim]))
  const byOrg = Map.groupBy(kept, ({ row }) => row.org_id)
  const startedAt = performance.now()
  let rested = startedAt
  for (const leaf of leaves) {
    if (leaf.kind === 'claim.registered') beginAt(byStream.get(leaf.stream), leaf, origin)
    else if (leaf.kind === 'claim.closing') endAt(byStream.get(leaf.stream), leaf, origin)
    else
      for (const claim of byOrg.get(leaf.node_org) ?? []) {
        if (claim.origin === origin && !claim.isOver && claim.fault === null) takeOrStop(claim, leaf)
        if (performance.now() - rested < sliceMs) continue
        await setImmediate()
        rested = performance.now()
      }
    if (performance.now() - startedAt > workMs) return leaf.leaf + 1
  }
  return undefined
}

function beginAt(claim: OpenClaim | undefined, { leaf, id, node_org }: FollowedLeaf, origin: string): void {
  // Whoever writes nodes for another organisation's claims begins nothing.
  if (!claim || claim.row.org_id !== node_org) return
  claim.state = begin({ id, leaf })
  Object.assign(claim, {
    origin,
    fault: null,
    isBegun: true,
    isOver: false,
    leaves: [],
    units: [],
    points: [],
    turns: [],
  })
}

function endAt(claim: OpenClaim | undefined, { node_org }: FollowedLeaf, origin: string): void {
  if (claim && claim.row.org_id === node_org && claim.origin === origin) claim.isOver = true
}

/** One claim that cannot go on keeps no other from going on. */
function takeOrStop(claim: OpenClaim, leaf: FollowedLeaf): void {
  try {
    take(claim, leaf)
  } catch (error) {
    claim.fault = `the trace at leaf ${leaf.leaf} could not be counted: ${error instanceof Error ? error.message : error}`
  }
}

function take(claim: OpenClaim, leaf: FollowedLeaf): void {
  const { state, judge, registeredAt } = claim
  const trace = traceOf(leaf)
  // A row that is gone, or another's: verification names it, and nobody knows what it said.
  if (!state || !trace || leaf.leaf <= state.leaf) return
  const isWordless = leaf.payload_salt?.length === 0 && readsWords(judge.terms)
  if (!isClaimed(isWordless ? withoutFlag(judge.terms) : judge.terms, registeredAt, trace)) return
  const units = isWordless ? null : measured(judge.terms.measure, trace, validityScoreOf)
  const after = observe(judge, state, { leaf: leaf.leaf, node: leaf.id, units })
  const at = (leaf.created_at ?? new Date(0)).toISOString()
  claim.state = after
  claim.leaves.push(leaf.leaf)
  claim.units.push(units)
  claim.last = { id: leaf.id, at }
  const hasTurned = after.verdict !== state.verdict
  if (hasTurned) claim.turns.push({ state: after, trace: claim.last })
  if (units === null || (!hasTurned && !isKept(after.n))) return
  const { n, value, lower, upper, verdict } = claimStanding(judge, after, claim.points.at(-1))
  claim.points.push({ n, leaf: leaf.leaf, at: new Date(at), value: value ?? 0, lower, upper, verdict })
}

/** Whether it goes by what erasure takes. */
const readsWords = ({ population, measure }: ClaimTerms): boolean =>
  population.flag !== undefined || measure.kind === 'flagged' || measure.kind === 'validity_score'

/** Of a trace whose words were erased before it was counted nobody knows whether it had a flag: it counts as one without a value. */
const withoutFlag = (terms: ClaimTerms): ClaimTerms => {
  const { flag: _flag, ...population } = terms.population
  return { ...terms, population }
}

function traceOf(leaf: FollowedLeaf): TraceRecord | undefined {
  const row = rowOf(leaf)
  return row?.attribution_token === leaf.id && row.org_id === leaf.node_org
    ? { ...row, timestamp: row.timestamp.toISOString() }
    : undefined
}

/** The trace's row; undefined where there is none. */
export function rowOf({
  node_org: _o,
  id: _i,
  leaf: _l,
  kind: _k,
  stream: _s,
  ...row
}: FollowedLeaf): TraceRow | undefined {
  // Sound: the row is there, so it has what no column of it may lack.
  return row.trace_id === null ? undefined : (row as TraceRow)
}
