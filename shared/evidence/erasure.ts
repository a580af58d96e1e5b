/** Erases what nodes are about, content and salt, and says so in the evidence; nodes, chains and proofs stay as they are. */
import type { Tx, Writer } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import { appendNodes } from '#db/queries/nodes'
import { erasable } from '#db/queries/payloads'
import type { NodeBody } from '#shared/contracts/node'
import { blankTasks } from '#shared/evidence/blank-tasks'
import { kindOf } from '#shared/evidence/kinds'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { bodyOf } from '#shared/evidence/present'
import type { Signer } from '#shared/evidence/signing'

/** Who erases, why, and by which decision. The reason stays for ever. */
export type ErasureBy = { reason: string; request: NodeBody['request']; governance: NodeBody['governance'] }

export type ErasedPayload = { hash: string; node: string }

/** Says of these nodes' payloads that they are gone, in the transaction that takes them. One that was said so before is left. */
export async function noteErasures(
  tx: Tx,
  nodeIds: readonly string[],
  { reason, request, governance }: ErasureBy,
  signer: Signer,
): Promise<ErasedPayload[]> {
  const at = new Date()
  const taken = await erasable(tx, nodeIds)
  const tasks = taken
    .filter(({ stream }) => stream.startsWith('task:'))
    .map(({ stream }) => stream.slice('task:'.length))
  if (tasks.length > 0) await blankTasks(tx, signer, tasks)
  const erased = taken.map((about) => ({
    hash: about.id,
    node: nodeOfKind(signer, {
      kind: 'payload.erased',
      id: about.id,
      orgId: about.org_id,
      agent: 'assay',
      at,
      inputs: [{ rel: 'uses', hash: about.id, height: about.height }],
      result: { reason, digest: about.digest },
      request,
      governance,
    }),
  }))
  await appendNodes(
    tx,
    erased.map(({ node }) => node),
  )
  return erased.map(({ hash, node }) => ({ hash, node: node.id }))
}

/** @returns the nodes whose payloads were there to be taken. */
async function takeAway(tx: Tx, row: GraphRow, signer: Signer): Promise<string[]> {
  const body = bodyOf(row)
  const payload = kindOf(body.kind)?.payload
  const key = payload?.keyOf({ id: row.id, body })
  return payload && key !== undefined ? payload.erase(tx, key, row.id, signer) : []
}

/** Erases the payload of a node, and with a trace's the trees that repeat it and its annotations'. Nothing is left to do the second time. */
export async function erasePayload(
  writer: Writer,
  row: GraphRow,
  by: ErasureBy,
  signer: Signer,
): Promise<ErasedPayload[]> {
  return writer.begin(async (tx) => noteErasures(tx, await takeAway(tx, row, signer), by, signer))
}
