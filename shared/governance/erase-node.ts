/** Erases what a node is about, as the constitution allows. */
import { findNode } from '#db/queries/graph'
import { findErasure } from '#db/queries/payloads'
import { requestOf } from '#shared/evidence/actor'
import { type ErasedPayload, erasePayload } from '#shared/evidence/erasure'
import { bodyOf } from '#shared/evidence/present'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import type { Governance } from '#shared/governance/governance'
import { nodeNotFound, nothingToErase } from '#shared/kernel/errors/evidence'
import { governanceDenied } from '#shared/kernel/errors/governance'

type Context = VerbContext<{ signer: Signer; governance: Pick<Governance, 'assertOpen' | 'decide'> }>

/**
 * What was erased, the node itself first: also when it was before. @param hash the node's id, 64 hex digits.
 * @throws NODE_NOT_FOUND, GOVERNANCE_HALT, GOVERNANCE_DENIED, STATE_CONFLICT where there was never anything to erase.
 */
export async function eraseNode(
  { actor, read, writing, tools }: Context,
  { hash, reason }: { hash: string; reason: string },
): Promise<ErasedPayload[]> {
  const { signer, governance } = tools
  const row = await read((sql) => findNode(sql, hash, [actor.orgId]))
  if (!row) throw nodeNotFound(hash)
  governance.assertOpen()
  const record = governance.decide('payload.erase', 'pre', {
    node_age_days: Math.floor((Date.now() - Date.parse(bodyOf(row).timestamp)) / 86_400_000),
    is_node_erased: false,
  })
  if (record.decision !== 'allow')
    throw governanceDenied({ ...record, message: 'the constitution forbids to erase this payload' })
  const { keyId, requestId } = actor
  const by = { reason, request: requestOf({ keyId, requestId }), governance: record }
  const erased = await erasePayload(writing({ kind: 'erasure', hash }), row, by, signer)
  const own = erased.find((each) => each.hash === hash)?.node ?? (await read((sql) => findErasure(sql, hash)))
  if (own === undefined) throw nothingToErase(hash)
  return [{ hash, node: own }, ...erased.filter((each) => each.hash !== hash)]
}
