/** The life of claims: registered, turned by the data, ended by somebody, closed; each step with the node that says so, both or neither. */
import type { Tx } from '#db/client'
import { type ClaimRow, type ClaimToStore, insertClaim, lockClaims, moveClaim } from '#db/queries/claims'
import { streamHead } from '#db/queries/log'
import { registrationFaults } from '#shared/claims/claim'
import { registrationFacts, stateFacts } from '#shared/claims/export'
import type { SequenceState } from '#shared/claims/sequence'
import type { ClaimInput, ClaimTerms } from '#shared/contracts/claims'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { headOfRow, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind, type Said } from '#shared/evidence/node-of-kind'
import { findProvenClaim, movedClaim, requireProvenClaims, sealClaim } from '#shared/evidence/sealed/claims'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { claimNotFound, tooManyClaims } from '#shared/kernel/errors/claims'
import { invalidRequest } from '#shared/kernel/errors/request'
import { isUuid } from '#shared/kernel/schema/formats'

/** What is kept at once for one organisation. */
export const claimsKept = 100

type Context = VerbContext<{ signer: Signer }>

/**
 * The claim, also when the same request registered it before.
 * @throws EVIDENCE_MISMATCH where that is not as it was written, INVALID_REQUEST, NO_WORKER while the ledger knows no claims, STATE_CONFLICT beyond what is kept at once.
 */
export async function registerClaim({ actor, read, writing, tools }: Context, input: ClaimInput): Promise<ClaimRow> {
  const { name = '', level = 0.95, population = {}, ...rest } = input
  const terms: ClaimTerms = { ...rest, population, level }
  const { orgId } = actor
  const claimId = newIdFor(actor, 'claim')
  // Registered before, it is as it was: the time it was to begin may have come since.
  const before = actor.isAgain ? await findProvenClaim({ read, signer: tools.signer }, orgId, claimId) : undefined
  if (before) return before
  const now = new Date()
  const issues = registrationFaults(terms, now)
  if (issues.length > 0) throw invalidRequest(issues)
  await requireKnownToLedger(read, 'claims')
  const claim = {
    ...{ claim_id: claimId, org_id: orgId, terms: canonicalJson(terms), name, registered_at: now },
    ...{ verdict: 'undecided' as const, verdict_n: 0, verdict_at: now },
  }
  const node = nodeOfKind(tools.signer, {
    kind: 'claim.registered',
    id: claimId,
    orgId,
    agent: 'assay-api',
    at: now,
    result: { state: 'open', ...registrationFacts(terms), ...factsOf(claim) },
    request: requestOf(actor),
  })
  const sealed = sealClaim(tools.signer, {
    ...claim,
    ...{ status: 'open', head: node.id, version: 0, created_by: actor.keyId, closed_at: null },
    ...{ origin: null, state: null, fault: null },
  })
  const row = await writing({ kind: 'claim', id: claimId }).begin((tx) => insertClaim(tx, sealed, node, claimsKept))
  if (!row) throw tooManyClaims(claimsKept)
  return provenClaim(tools.signer, row)
}

function provenClaim(signer: Signer, row: ClaimRow): ClaimRow {
  requireProvenClaims(signer, [row])
  return row
}

/** One claim, as its organisation may see it. @throws CLAIM_NOT_FOUND, EVIDENCE_MISMATCH where it is not as it was written, or gone */
export async function requireClaim(
  { actor, read, tools }: Pick<Context, 'actor' | 'read' | 'tools'>,
  claimId: string,
): Promise<ClaimRow> {
  const row = isUuid(claimId) ? await findProvenClaim({ read, signer: tools.signer }, actor.orgId, claimId) : undefined
  if (!row) throw claimNotFound(claimId)
  return row
}

/**
 * Ends a claim: no trace counts whose node has its place in the log behind the one that this leaves. The claim, also when it was
 * ended before. @throws CLAIM_NOT_FOUND, EVIDENCE_MISMATCH where it is not as it was written, or gone
 */
export async function endClaim(ctx: Context, claimId: string): Promise<ClaimRow> {
  const found = await requireClaim(ctx, claimId)
  if (found.status !== 'open') return found
  return ctx.writing({ kind: 'claim', id: claimId }).begin(async (tx) => {
    const [row] = await lockClaims(tx, [claimId])
    if (!row) throw claimNotFound(claimId)
    if (provenClaim(ctx.tools.signer, row).status !== 'open') return row
    const node = await nextNode(tx, ctx.tools.signer, row, {
      kind: 'claim.closing',
      agent: 'assay-api',
      result: { state: 'closing', ...factsOf(row) },
      request: requestOf(ctx.actor),
    })
    return moveClaim(tx, withNode(ctx.tools.signer, row, node, { status: 'closing' }), node)
  })
}

/** Where a sequence stood when its verdict turned. */
export type Turn = {
  state: SequenceState
  /** In which log. */
  origin: string
  /** The node of the trace that turned it, and when that was stored. */
  trace: { id: string; at: string }
  decision: GovernanceRecord
}

/** Says that the verdict of a locked claim has turned. @returns the node that says so. */
export async function turnClaim(
  tx: Tx,
  signer: Signer,
  row: ClaimRow,
  { state, origin, trace, decision }: Turn,
): Promise<{ row: ClaimRow; node: SignedNode }> {
  const { verdict } = state
  const turned = { verdict, verdict_n: state.since?.n ?? 0, verdict_at: new Date(trace.at) }
  const node = await nextNode(tx, signer, row, {
    kind: 'claim.turned',
    agent: 'assay-ledger',
    // A trace's node has no parents itself.
    inputs: [{ hash: trace.id, height: 0 }],
    result: { state: row.status, ...factsOf({ ...row, ...turned }), ...standFacts(state, origin) },
    governance: decision,
  })
  return { row: await moveClaim(tx, withNode(signer, row, node, turned), node), node }
}

/** Says where the sequence of a locked claim has ended: every trace before the node that ended it has been counted. */
export async function concludeClaim(
  tx: Tx,
  signer: Signer,
  row: ClaimRow,
  { state, origin }: { state: SequenceState; origin: string },
): Promise<ClaimRow> {
  const node = await nextNode(tx, signer, row, {
    kind: 'claim.closed',
    agent: 'assay-ledger',
    result: {
      state: 'closed',
      ...factsOf(row),
      ...standFacts(state, origin),
      state_sha256: sha256Hex(JSON.stringify(state)),
    },
  })
  const closed = { status: 'closed', closed_at: new Date(node.body.timestamp) } as const
  return moveClaim(tx, withNode(signer, row, node, closed), node)
}

/** A claim as it is with another node of its stream. */
const withNode = (
  signer: Signer,
  row: ClaimRow,
  { id, body }: SignedNode,
  change: Partial<ClaimToStore>,
): ClaimToStore => movedClaim(signer, row, { ...change, head: id, version: body.pos })

type NextKind = 'claim.turned' | 'claim.closing' | 'claim.closed'

async function nextNode(
  tx: Tx,
  signer: Signer,
  { claim_id: id, org_id: orgId }: Pick<ClaimRow, 'claim_id' | 'org_id'>,
  said: Pick<Said<NextKind>, 'kind' | 'agent' | 'result' | 'inputs' | 'governance' | 'request'>,
): Promise<SignedNode> {
  const last = await streamHead(tx, `claim:${id}`)
  if (!last) throw new Error(`claim ${id} has no node`)
  return nodeOfKind(signer, { ...said, id, orgId, at: new Date(), after: headOfRow(last) })
}

type Facts = Pick<ClaimRow, 'org_id' | 'terms' | 'name' | 'registered_at' | 'verdict' | 'verdict_n' | 'verdict_at'>

/** What every node of a claim says of it, and verification holds its row to. */
const factsOf = ({ org_id, terms, name, registered_at, verdict, verdict_n, verdict_at }: Facts) => ({
  org: org_id,
  terms,
  name,
  registered_at: registered_at.toISOString(),
  verdict,
  verdict_n,
  verdict_at: verdict_at.toISOString(),
})

/** Where the sequence stood at a node: whoever recomputes it comes by the same digest after the same trace. */
const standFacts = (state: SequenceState, origin: string) => ({ ...stateFacts(state), method: state.method, origin })
