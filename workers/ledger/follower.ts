/**
 * Keeps the sequences of claims: hands every claim the traces that come after it, each once, in the order in which the log
 * holds their nodes, and says in the log when a verdict turns.
 *
 * The order is everybody's: a claim begins behind the leaf of its own node and ends before the leaf of the node that ended it.
 * A round reads what follows the place that the claims have come to, computes, and writes in one transaction, which first takes
 * that place from whoever else is there. So whatever ends a process, or brings a second one, no trace is counted twice or left out.
 */
import { setImmediate } from 'node:timers/promises'
import { isStoreAway, type Sql } from '#db/client'
import {
  type ClaimAdvance,
  type FollowedLeaf,
  type FollowState,
  followedLeaves,
  followState,
  keptClaims,
  storeAdvances,
  takeProgress,
} from '#db/queries/claim-progress'
import { type ClaimPointRow, type ClaimRow, lockClaims } from '#db/queries/claims'
import type { TraceRow } from '#db/tables/traces'
import { isClaimed, measured } from '#shared/claims/claim'
import { concludeClaim, turnClaim } from '#shared/claims/life'
import { begin, claimStanding, isKept, type Judge, judgeOf, observe, type SequenceState } from '#shared/claims/sequence'
import { soundState } from '#shared/claims/sound-state'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { Signer } from '#shared/evidence/signing'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { reportFinding } from '#shared/governance/violations'
import { cache } from '#shared/kernel/cache'
import type { Log } from '#shared/kernel/logger'
import type { TraceRecord } from '#shared/traces/record'
import { validityScoreOf } from '#workers/generate-tree/validity'

type Parts = {
  sql: Sql
  signer: Signer
  governance: Pick<Governance, 'decide' | 'breachesOf'>
  log: Log
  /** Whether this process writes the log: the others leave it to that one. */
  leads: () => boolean
  pollMs?: number
}

export type Follower = {
  /** Goes on by a piece of the log. @returns whether there may be more. */
  round: () => Promise<boolean>
  stop: () => Promise<void>
}

const pollMsByDefault = 500
const retryMs = 1000
/** Leaves that one look reads, and with all words of their traces, which may be long. */
const leavesAtOnce = { lean: 2000, whole: 50 }
const judgesKept = 1000
/** What one round computes before it writes, and between two turns of the others in this process. */
const workMs = 250
const sliceMs = 5

export function startFollower(parts: Parts): Follower {
  const { sql, log, leads, pollMs = pollMsByDefault } = parts
  const judges = openJudges()
  let isStopping = false

  async function round(): Promise<boolean> {
    const at = await followState(sql)
    if (!at || at.leaf === at.size) return false
    const from = at.leaf ?? at.first_leaf ?? at.size
    if (!at.is_kept) {
      await sql.begin((tx) => takeProgress(tx, { origin: at.origin, from: at.leaf, to: at.size }))
      return false
    }
    const kept = (await keptClaims(sql)).map((row) => openClaim(row, judges))
    const isWhole = kept.some(({ judge }) => judge.terms.measure.kind === 'validity_score')
    // What the log before has told is not told again while this one is gone through to where it began.
    const begun = at.begun_leaf ?? at.size
    const isTold = from <= begun
    const end = isTold ? Math.min(at.size, begun + 1) : at.size
    const to = Math.min(end, from + leavesAtOnce[isWhole ? 'whole' : 'lean'])
    const orgIds = [...new Set(kept.map(({ row }) => row.org_id))]
    const leaves = await followedLeaves(sql, { from, to, orgIds, isWhole })
    const upTo = await goThrough(leaves, kept, at)
    await write(parts, { at, kept, from: at.leaf, to: upTo ?? to, isTold })
    return (upTo ?? to) < at.size
  }

  async function run(): Promise<void> {
    let lastFailure = ''
    while (!isStopping) {
      let isMore = false
      try {
        if (leads()) isMore = await round()
        lastFailure = ''
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        if (!isStopping && !isStoreAway(error) && failure !== lastFailure)
          log.error({ err: error }, 'claims could not be held to new traces')
        lastFailure = failure
        await Bun.sleep(retryMs)
      }
      if (!isMore && !isStopping) await Bun.sleep(pollMs)
    }
  }
  const running = run()
  return {
    round,
    async stop() {
      isStopping = true
      await running
    },
  }
}

/** A claim as a round finds it, and what the round makes of it. */
type OpenClaim = {
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
  points: (Omit<ClaimPointRow, 'claim_id' | 'at'> & { at: string })[]
  turns: { state: SequenceState; trace: { id: string; at: string } }[]
  /** The last trace that was counted in this round. */
  last: { id: string; at: string } | undefined
}

function openClaim(row: ClaimRow, judges: (row: ClaimRow) => Judge): OpenClaim {
  const state = row.state === null ? undefined : soundState(row.state)
  return {
    row,
    registeredAt: row.registered_at.toISOString(),
    judge: judges(row),
    origin: row.origin,
    state,
    fault: row.fault ?? (row.state !== null && !state ? 'its row holds a state that it cannot have come to' : null),
    isBegun: false,
    isOver: false,
    leaves: [],
    units: [],
    points: [],
    turns: [],
    last: undefined,
  }
}

/** A claim's terms never change: they are made ready once. */
function openJudges(): (row: ClaimRow) => Judge {
  const known = cache<Judge>(judgesKept)
  return ({ terms }) => {
    const judge = known.get(terms) ?? judgeOf(JSON.parse(terms) as ClaimTerms)
    known.set(terms, judge)
    return judge
  }
}

/** Hands claims what they go by, for a while. @returns where it left off, when that is before the end. */
async function goThrough(
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
  claim.points.push({ n, leaf: leaf.leaf, at, value: value ?? 0, lower, upper, verdict })
}

/** Whether it goes by what erasure takes. */
const readsWords = ({ population, measure }: ClaimTerms): boolean =>
  population.flag !== undefined || measure.kind === 'flagged' || measure.kind === 'validity_score'

/** Of a trace whose words were erased before it was counted nobody knows whether it had a flag: it counts as one without a value. */
const withoutFlag = (terms: ClaimTerms): ClaimTerms => {
  const { flag: _flag, ...population } = terms.population
  return { ...terms, population }
}

function traceOf({ node_org, id, leaf: _l, kind: _k, stream: _s, ...row }: FollowedLeaf): TraceRecord | undefined {
  if (row.trace_id === null || row.attribution_token !== id || row.org_id !== node_org || row.timestamp === null)
    return undefined
  // Sound: the row is there, so it has what no column of it may lack.
  return { ...(row as TraceRow), timestamp: row.timestamp.toISOString() }
}

/** All that a round came to, or nothing of it. */
async function write(
  { sql, signer, governance, log }: Parts,
  {
    at,
    kept,
    from,
    to,
    isTold,
  }: { at: FollowState; kept: readonly OpenClaim[]; from: number | null; to: number; isTold: boolean },
): Promise<void> {
  const { origin } = at
  const changed = kept.filter(
    ({ isBegun, leaves, fault, row }) => isBegun || leaves.length > 0 || (fault !== null && row.fault === null),
  )
  const moved = kept.flatMap((claim) => {
    const turns = isTold ? [] : turnsOf(claim)
    return turns.length > 0 || claim.isOver ? [{ claim, turns }] : []
  })
  await sql.begin(async (tx) => {
    if (!(await takeProgress(tx, { origin, from, to }))) return
    await storeAdvances(tx, changed.map(advanceOf), changed.flatMap(pointsOf))
    const rows = await lockClaims(
      tx,
      moved.map(({ claim }) => claim.row.claim_id),
    )
    for (const locked of rows) {
      const { claim, turns } = moved.find(({ claim: each }) => each.row.claim_id === locked.claim_id) ?? {}
      if (!claim?.state || !turns) continue
      let row = locked
      for (const { state, trace } of turns) {
        const decision = governance.decide('claim.check', 'continuous', { is_refuted: state.verdict === 'refuted' })
        const turned = await turnClaim(tx, signer, row, { state, origin, trace, decision })
        row = turned.row
        log.info({ claim_id: row.claim_id, verdict: state.verdict, n: state.n }, 'the verdict on a claim has turned')
        const about = { orgId: row.org_id, subject: { type: 'claim', id: row.claim_id }, evidence: [turned.node.id] }
        for (const finding of findingsOf(governance.breachesOf(decision), { ...about, record: decision }))
          await reportFinding(tx, signer, finding)
      }
      if (claim.isOver && claim.fault === null) await concludeClaim(tx, signer, row, { state: claim.state, origin })
    }
  })
}

/** The turns of a round; after a log was gone through anew, what that came to where it is another verdict than was told. */
function turnsOf({ turns, row, state, last }: OpenClaim): OpenClaim['turns'] {
  const told = turns.at(-1)?.state.verdict ?? row.verdict
  return state && last && state.verdict !== told && state.verdict !== row.verdict
    ? [...turns, { state, trace: last }]
    : turns
}

const advanceOf = ({ row, origin, state, fault, isBegun, leaves, units }: OpenClaim): ClaimAdvance => ({
  claim_id: row.claim_id,
  origin,
  state: state ? JSON.stringify(state) : null,
  fault,
  is_begun: isBegun,
  leaves,
  units,
})

const pointsOf = ({ row, points }: OpenClaim) => points.map((point) => ({ claim_id: row.claim_id, ...point }))
