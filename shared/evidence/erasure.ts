/** Erases what nodes are about, content and salt, and says so in the evidence; nodes, chains and proofs stay as they are. */
import type { Sql, Tx, Writer } from '#db/client'
import { appendNodes } from '#db/queries/evidence'
import type { GraphRow } from '#db/queries/graph'
import {
  blankTrace,
  deleteScan,
  deleteScansOlder,
  deleteTaskPayload,
  deleteTree,
  erasable,
  treesOfTrace,
} from '#db/queries/payloads'
import { makeNode, type NodeBody } from '#shared/evidence/node'
import { bodyOf } from '#shared/evidence/present'
import type { Signer } from '#shared/evidence/signing'
import { versions } from '#shared/version'

/** Who erases, why, and by which decision. The reason stays for ever. */
type ErasureBy = { reason: string; request: NodeBody['request']; governance: NodeBody['governance'] }

export type ErasedPayload = { hash: string; node: string }

/** Says of these nodes' payloads that they are gone, in the transaction that takes them. One that was said so before is left. */
async function noteErasures(
  tx: Tx,
  nodeIds: readonly string[],
  { reason, request, governance }: ErasureBy,
  signer: Signer,
): Promise<ErasedPayload[]> {
  const timestamp = new Date().toISOString()
  const erased = (await erasable(tx, nodeIds)).map((about) => ({
    hash: about.id,
    node: makeNode(
      {
        kind: 'payload.erased',
        stream: `erasure:${about.id}`,
        height: about.height + 1,
        parents: [{ rel: 'uses', hash: about.id }],
        agent: 'assay',
        timestamp,
        subject: { type: 'node', id: about.id },
        result: { reason, digest: about.digest },
        request,
        governance,
      },
      about.org_id,
      signer,
      versions.api,
    ),
  }))
  await appendNodes(
    tx,
    erased.map(({ node }) => node),
  )
  return erased.map(({ hash, node }) => ({ hash, node: node.id }))
}

/** @returns the nodes whose payloads were there to be taken. */
async function takeAway(tx: Tx, row: GraphRow): Promise<string[]> {
  const { kind, subject, stream } = bodyOf(row)
  const key = stream.slice(stream.indexOf(':') + 1)
  const own = (isTaken: boolean) => (isTaken ? [row.id] : [])
  if (kind === 'tree.generated') return own(await deleteTree(tx, key))
  if (kind === 'scan.completed') return own(await deleteScan(tx, key))
  if (kind !== 'trace.recorded') return own(await deleteTaskPayload(tx, row.id))
  const trees = await treesOfTrace(tx, subject.id)
  for (const { jobId } of trees) await deleteTree(tx, jobId)
  return [...own(await blankTrace(tx, subject.id)), ...trees.map(({ id }) => id)]
}

/** Erases the payload of a node, and with a trace's the trees that repeat it. Nothing is left to do the second time. */
export async function erasePayload(
  writer: Writer,
  row: GraphRow,
  by: ErasureBy,
  signer: Signer,
): Promise<ErasedPayload[]> {
  return writer.begin(async (tx) => noteErasures(tx, await takeAway(tx, row), by, signer))
}

const scansAtOnce = 500

/** Erases scans that have served their time: those of a run that is over, or those of no run that are old enough. */
export async function eraseScans(
  sql: Sql,
  which: { runId: string | null; keptDays: number },
  signer: Signer,
): Promise<void> {
  const by = { reason: `kept for ${which.keptDays} days`, request: null, governance: null }
  for (let taken = scansAtOnce; taken === scansAtOnce; ) {
    await sql.begin(async (tx) => {
      const nodes = await deleteScansOlder(tx, { ...which, limit: scansAtOnce })
      await noteErasures(tx, nodes, by, signer)
      taken = nodes.length
    })
  }
}
