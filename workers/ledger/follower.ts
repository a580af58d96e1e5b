/**
 * Keeps the sequences of claims: hands every claim the traces that come after it, each once, in the order in which the log
 * holds their nodes, and says in the log when a verdict turns.
 *
 * The order is everybody's: a claim begins behind the leaf of its own node and ends before the leaf of the node that ended it.
 * A round reads what follows the place that the claims have come to, computes, and writes in one transaction, which first takes
 * that place from whoever else is there. So whatever ends a process, or brings a second one, no trace is counted twice or left out.
 */
import { isStoreAway, type Sql, type Tx } from '#db/client'
import { claimVerdicts } from '#db/documents/states'
import {
  type ClaimAdvances,
  type ClaimState,
  type FollowedLeaf,
  type FollowState,
  followedLeaves,
  followState,
  keptClaims,
  nodesAtLeaves,
  storeAdvances,
  takeProgress,
} from '#db/queries/claim-progress'
import { type ClaimRow, lockClaims } from '#db/queries/claims'
import { statesOf } from '#db/queries/integrity'
import { nodeOfStreams } from '#db/queries/result-rows'
import { concludeClaim, turnClaim } from '#shared/claims/life'
import { type Judge, judgeOf, type SequenceVerdict } from '#shared/claims/sequence'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { NodeBody } from '#shared/contracts/node'
import {
  areWhereTheyWere,
  begunClaim,
  movedClaim,
  requireProvenClaims,
  sealedClaimPieces,
  sealedClaimPoints,
  sealedClaims,
  sealedProgress,
  sealedProgressAt,
} from '#shared/evidence/sealed/claims'
import { requireProvenTraces, sealedTraces } from '#shared/evidence/sealed/traces'
import { isAskedFor, requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { reportFinding } from '#shared/governance/violations'
import { cache } from '#shared/kernel/cache'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import { stateFault } from '#shared/verification/state-rows'
import { goThrough, type OpenClaim, openClaim, rowOf } from '#workers/ledger/open-claims'

type Parts = {
  sql: Sql
  signer: Signer
  governance: Pick<Governance, 'decide' | 'breachesOf'>
  log: Log
  /** Whether this process writes the log: the others leave it to that one. */
  leads: () => boolean
  pollMs?: number
}

const pollMsByDefault = 500
const retryMs = 1000
const judgesKept = 1000
/** Leaves that one look goes through, and of those how many it reads: with all words of their traces, which may be long. */
const leavesAtOnce = { passed: 2000, read: 250 }

export const startFollower = (parts: Parts): Follower => new Follower(parts)

class Follower {
  private readonly parts: Parts
  private readonly judges = openJudges()
  private readonly running: Promise<void>
  private isStopping = false

  constructor(parts: Parts) {
    this.parts = parts
    this.running = this.run()
  }

  /** Goes on by a piece of the log. @returns whether there may be more. */
  async round(): Promise<boolean> {
    const { sql, signer } = this.parts
    const at = await followState(sql)
    if (!at || at.leaf === at.size) return false
    const from = at.leaf ?? at.first_leaf ?? at.size
    const { origin } = at
    if (!at.is_kept) {
      const progress = sealedProgressAt(signer, { origin, leaf: at.size }, [])
      await sql.begin((tx) => takeProgress(tx, progress, at.leaf))
      return false
    }
    const before = at.leaf === null ? undefined : { ...at, leaf: at.leaf }
    if (before) requireSealed(signer, sealedProgress, [before])
    const rows = await keptClaims(sql)
    if (before && !areWhereTheyWere(signer, before, rows)) {
      // Unless another has gone on meanwhile.
      if ((await followState(sql))?.leaf !== at.leaf) return true
      throw evidenceMismatch(sealedClaims.table, null)
    }
    // What begins anew goes by nothing that its row says of before.
    requireProvenClaims(
      signer,
      rows.filter(({ own_leaf }) => own_leaf !== null && own_leaf < from),
    )
    const kept = rows.map((row) => openClaim(row, this.judges, from))
    // While this log is gone through to where it began, claims come to what was told under the one before.
    const begun = at.begun_leaf ?? at.size
    const isTold = from <= begun
    const end = Math.min(isTold ? Math.min(at.size, begun + 1) : at.size, from + leavesAtOnce.passed)
    const orgIds = [...new Set(rows.map(({ org_id }) => org_id))]
    const leaves = await followedLeaves(sql, { from, to: end, orgIds, limit: leavesAtOnce.read })
    await requireProvenLeaves(this.parts, leaves)
    const last = leaves.length < leavesAtOnce.read ? undefined : leaves.at(-1)
    const to = (await goThrough(leaves, kept, at)) ?? (last ? last.leaf + 1 : end)
    await write(this.parts, { at, kept, to, from: at.leaf, isTold })
    return to < at.size
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.running
  }

  private async run(): Promise<void> {
    const { log, leads, pollMs = pollMsByDefault } = this.parts
    const failures = new Failures((error) => log.error({ err: error }, 'claims could not be held to new traces'))
    while (!this.isStopping) {
      let isMore = false
      try {
        if (leads()) isMore = await this.round()
        failures.passed()
      } catch (error) {
        if (!this.isStopping && !isStoreAway(error)) failures.failed(error)
        await Bun.sleep(retryMs)
      }
      if (!isMore && !this.isStopping) await Bun.sleep(pollMs)
    }
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

/**
 * Nothing is counted of a trace that is not as it came in, or is gone: what is put back later would be left out for good.
 * @throws EVIDENCE_MISMATCH
 */
async function requireProvenLeaves({ sql, signer }: Parts, leaves: readonly FollowedLeaf[]): Promise<void> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'trace.recorded') continue
    const row = rowOf(leaf)
    if (row) requireProvenTraces(signer, [row])
    else if (isAskedFor(signer, sealedTraces)) {
      // One that was erased is known to be.
      const node = await nodeOfStreams(sql, leaf.node_org, [leaf.stream])
      if (node !== undefined) throw evidenceMismatch(sealedTraces.table, node)
    }
  }
}

type Round = {
  at: FollowState
  kept: readonly OpenClaim[]
  to: number
  from: number | null
  isTold: boolean
}

/** All that a round came to, or nothing of it. */
async function write(
  { sql, signer, governance, log }: Parts,
  { at: { origin }, kept, to, from, isTold }: Round,
): Promise<void> {
  const changed = kept.filter(
    ({ isBegun, leaves, fault, row }) => isBegun || leaves.length > 0 || (fault !== null && row.fault === null),
  )
  const told = await Promise.all(kept.map(async (claim) => ({ claim, turns: await turnsOf(sql, claim, isTold) })))
  const moved = told.filter(({ claim, turns }) => turns.length > 0 || claim.isOver)
  const states = kept.flatMap((claim) =>
    isConcluded(claim) ? [] : [changed.includes(claim) ? stateOf(claim) : claim.row],
  )
  const progress = sealedProgressAt(signer, { origin, leaf: to }, states)
  await sql.begin(async (tx) => {
    if (!(await takeProgress(tx, progress, from))) return
    const ids = [...changed, ...moved.map(({ claim }) => claim)].map(({ row }) => row.claim_id)
    const locked = await lockClaims(tx, [...new Set(ids)])
    await requireProvenOrBegun(tx, signer, locked, changed)
    const rows = locked.map((row) =>
      advanced(
        signer,
        row,
        changed.find(({ row: { claim_id } }) => claim_id === row.claim_id),
      ),
    )
    await storeAdvances(tx, advancesOf(signer, rows, changed))
    for (const each of rows) {
      const { claim, turns } = moved.find(({ claim: { row } }) => row.claim_id === each.claim_id) ?? {}
      if (!claim?.state || !turns) continue
      let row = each
      for (const { state, trace } of turns) {
        const decision = governance.decide('claim.check', 'continuous', { is_refuted: state.verdict === 'refuted' })
        const turned = await turnClaim(tx, signer, row, { state, origin, trace, decision })
        row = turned.row
        log.info({ claim_id: row.claim_id, verdict: state.verdict, n: state.n }, 'the verdict on a claim has turned')
        const about = { orgId: row.org_id, subject: { type: 'claim', id: row.claim_id }, evidence: [turned.node.id] }
        for (const finding of findingsOf(governance.breachesOf(decision), { ...about, record: decision }))
          await reportFinding(tx, signer, finding)
      }
      if (isConcluded(claim)) await concludeClaim(tx, signer, row, { state: claim.state, origin })
    }
  })
}

/** All that it was to count is counted. */
const isConcluded = ({ isOver, fault, state }: OpenClaim) => isOver && fault === null && state !== undefined

/** As it will stand in its row. */
const stateOf = ({ row, origin, state }: OpenClaim): ClaimState => ({
  claim_id: row.claim_id,
  origin,
  state: state ?? row.state,
})

/**
 * What is to be told of a claim after a round: each turn to a verdict that lies beyond the one that was told last, under whatever
 * log, and that under this one, in whose order it may come to less, once it has been gone through to where the last one ended.
 */
async function turnsOf(sql: Sql, claim: OpenClaim, isTold: boolean): Promise<OpenClaim['turns']> {
  const { row, state, last } = claim
  let told = row.verdict
  const turns = claim.turns.filter((turn) => {
    const isNew = isBeyond(turn.state.verdict, told)
    if (isNew) told = turn.state.verdict
    return isNew
  })
  if (!state || !isBeyond(told, state.verdict) || (isTold && !isConcluded(claim))) return turns
  return [...turns, { state, trace: last ?? (await nodeAtLeaf(sql, state.leaf)) }]
}

/** A sequence goes one way: what holds may still be refuted, and what is refuted is so for good. */
const isBeyond = (one: SequenceVerdict, other: SequenceVerdict) =>
  claimVerdicts.indexOf(one) > claimVerdicts.indexOf(other)

async function nodeAtLeaf(sql: Sql, leaf: number): Promise<{ id: string; at: string }> {
  const [node] = await nodesAtLeaves(sql, [leaf])
  if (!node) throw new Error(`there is no node at leaf ${leaf}`)
  const { timestamp }: NodeBody = JSON.parse(node.body)
  return { id: node.id, at: timestamp }
}

/** @throws EVIDENCE_MISMATCH where a locked claim goes on and is not as it was written, or begins and is not what its nodes say. */
async function requireProvenOrBegun(
  tx: Tx,
  signer: Signer,
  rows: readonly ClaimRow[],
  changed: readonly OpenClaim[],
): Promise<void> {
  const begun = new Set(changed.filter(({ isBegun }) => isBegun).map(({ row }) => row.claim_id))
  requireProvenClaims(
    signer,
    rows.filter(({ claim_id }) => !begun.has(claim_id)),
  )
  if (begun.size === 0 || !isAskedFor(signer, sealedClaims)) return
  const streams = [...begun].map((id) => `claim:${id}`)
  for (const state of await statesOf(tx, 'claim:', streams))
    if (stateFault(state) !== undefined) throw evidenceMismatch(sealedClaims.table, state.newest)
}

/** A locked claim as it is after a round. */
function advanced(signer: Signer, row: ClaimRow, claim: OpenClaim | undefined): ClaimRow {
  if (!claim) return row
  const { origin, state = row.state, fault, isBegun } = claim
  const move = isBegun ? begunClaim : movedClaim
  return { ...move(signer, row, { origin, state, fault }), is_overtaken: false }
}

function advancesOf(signer: Signer, rows: readonly ClaimRow[], changed: readonly OpenClaim[]): ClaimAdvances {
  const ids = new Set(changed.map(({ row }) => row.claim_id))
  return {
    claims: rows.filter(({ claim_id }) => ids.has(claim_id)),
    begun: changed.filter(({ isBegun }) => isBegun).map(({ row }) => row.claim_id),
    pieces: changed.flatMap(({ row: { claim_id }, leaves, units }) => {
      const [first_leaf] = leaves
      return first_leaf === undefined
        ? []
        : withSeal(signer, sealedClaimPieces, { claim_id, first_leaf, leaves, units })
    }),
    points: changed.flatMap(({ row: { claim_id }, points }) =>
      points.flatMap((point) => withSeal(signer, sealedClaimPoints, { claim_id, ...point })),
    ),
  }
}

const withSeal = <Row>(signer: Signer, table: SealedTable<Row>, row: Row): [Row & { seal: Uint8Array }] => [
  { ...row, seal: sealOf(signer, table, row) },
]
