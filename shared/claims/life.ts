/** The life of claims: registered, turned by the data, ended by somebody, closed; each step with the node that says so, both or neither. */
import type { Reader, Tx, Writer } from '#db/client'
import { type ClaimRow, findClaim, insertClaim, lockClaims, moveClaim } from '#db/queries/claims'
import { streamHead } from '#db/queries/log'
import { registrationFacts, stateFacts } from '#shared/claims/export'
import type { SequenceState } from '#shared/claims/sequence'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { type Actor, requestOf } from '#shared/evidence/actor'
import { headOfRow, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind, type Said } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { tooManyClaims } from '#shared/kernel/errors/claims'

/** What is kept at once for one organisation. */
export const claimsKept = 100

type Registration = { claimId: string; orgId: string; terms: ClaimTerms; name: string; now: Date; by: Actor }

/** The claim, also when it was registered before under this id. @throws STATE_CONFLICT beyond what is kept at once */
export async function registerClaim(
  { writer, signer }: { writer: Writer; signer: Signer },
  { claimId, orgId, terms, name, now, by }: Registration,
): Promise<ClaimRow> {
  const registeredAt = now.toISOString()
  const claim = { claim_id: claimId, org_id: orgId, terms: canonicalJson(terms), name, registered_at: registeredAt }
  const node = nodeOfKind(signer, {
    kind: 'claim.registered',
    id: claimId,
    orgId,
    agent: 'assay-api',
    at: now,
    result: {
      state: 'open',
      ...registrationFacts(terms),
      ...factsOf({ ...claim, registered_at: now, verdict: 'undecided', verdict_n: 0, verdict_at: now }),
    },
    request: requestOf(by),
  })
  const row = await writer.begin((tx) => insertClaim(tx, { ...claim, created_by: by.keyId }, node, claimsKept))
  if (!row) throw tooManyClaims(claimsKept)
  return row
}

/**
 * Ends a claim: no trace counts whose node has its place in the log behind the one that this leaves. The claim, also when it was
 * ended before; undefined where the organisation has none such.
 */
export async function endClaim(
  {
    read,
    writer,
    signer,
  }: { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; writer: Writer; signer: Signer },
  { orgId, claimId, by }: { orgId: string; claimId: string; by: Actor },
): Promise<ClaimRow | undefined> {
  const found = await read((sql) => findClaim(sql, orgId, claimId))
  if (found?.status !== 'open') return found
  return writer.begin(async (tx) => {
    const [row] = await lockClaims(tx, [claimId])
    if (row?.status !== 'open') return row
    const node = await nextNode(tx, signer, row, {
      kind: 'claim.closing',
      agent: 'assay-api',
      result: { state: 'closing', ...factsOf(row) },
      request: requestOf(by),
    })
    return moveClaim(tx, { claimId, status: 'closing', node })
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
  const moved = await moveClaim(tx, {
    claimId: row.claim_id,
    status: row.status,
    node,
    verdict: { verdict, n: turned.verdict_n, at: trace.at },
  })
  return { row: moved, node }
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
  return moveClaim(tx, { claimId: row.claim_id, status: 'closed', node, closedAt: node.body.timestamp })
}

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
