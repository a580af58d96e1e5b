/**
 * Keeps the sequences of claims: hands every claim the traces that come after it, each once, in the order in which the log
 * holds their nodes, and says in the log when a verdict turns.
 *
 * The order is everybody's: a claim begins behind the leaf of its own node and ends before the leaf of the node that ended it.
 * A round reads what follows the place that the claims have come to, computes, and writes in one transaction, which first takes
 * that place from whoever else is there. So whatever ends a process, or brings a second one, no trace is counted twice or left out.
 */
import { isStoreAway, type Sql } from '#db/client'
import {
  type ClaimAdvance,
  type FollowState,
  followedLeaves,
  followState,
  keptClaims,
  storeAdvances,
  takeProgress,
} from '#db/queries/claim-progress'
import { type ClaimRow, lockClaims } from '#db/queries/claims'
import { concludeClaim, turnClaim } from '#shared/claims/life'
import { type Judge, judgeOf } from '#shared/claims/sequence'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { Signer } from '#shared/evidence/signing'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { reportFinding } from '#shared/governance/violations'
import { cache } from '#shared/kernel/cache'
import type { Log } from '#shared/kernel/logger'
import { goThrough, type OpenClaim, openClaim } from '#workers/ledger/open-claims'

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
/** Leaves that one look reads, and with all words of their traces, which may be long. */
const leavesAtOnce = { lean: 2000, whole: 50 }

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
    const { sql } = this.parts
    const at = await followState(sql)
    if (!at || at.leaf === at.size) return false
    const from = at.leaf ?? at.first_leaf ?? at.size
    if (!at.is_kept) {
      await sql.begin((tx) => takeProgress(tx, { origin: at.origin, from: at.leaf, to: at.size }))
      return false
    }
    const kept = (await keptClaims(sql)).map((row) => openClaim(row, this.judges))
    const isWhole = kept.some(({ judge }) => judge.terms.measure.kind === 'validity_score')
    // What the log before has told is not told again while this one is gone through to where it began.
    const begun = at.begun_leaf ?? at.size
    const isTold = from <= begun
    const end = isTold ? Math.min(at.size, begun + 1) : at.size
    const to = Math.min(end, from + leavesAtOnce[isWhole ? 'whole' : 'lean'])
    const orgIds = [...new Set(kept.map(({ row }) => row.org_id))]
    const leaves = await followedLeaves(sql, { from, to, orgIds, isWhole })
    const upTo = await goThrough(leaves, kept, at)
    await write(this.parts, { at, kept, from: at.leaf, to: upTo ?? to, isTold })
    return (upTo ?? to) < at.size
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.running
  }

  private async run(): Promise<void> {
    const { log, leads, pollMs = pollMsByDefault } = this.parts
    let lastFailure = ''
    while (!this.isStopping) {
      let isMore = false
      try {
        if (leads()) isMore = await this.round()
        lastFailure = ''
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        if (!this.isStopping && !isStoreAway(error) && failure !== lastFailure)
          log.error({ err: error }, 'claims could not be held to new traces')
        lastFailure = failure
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
