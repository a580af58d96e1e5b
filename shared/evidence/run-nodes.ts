/** That runs of scans were ordered, and that they went when their time had come: the nodes that say so. */
import type { Tx } from '#db/client'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import type { RunRow } from '#db/queries/runs'
import { type Actor, requestOf } from '#shared/evidence/actor'
import type { SaidOf } from '#shared/evidence/kinds'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { sealedRuns } from '#shared/evidence/sealed/runs'
import { isAskedFor, isAsWritten } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'

/**
 * Since which generation of seals they are written: whoever deletes runs where it has begun says so, and every ledger knows both. A
 * store of before has none until then, and nothing of its runs is missed.
 */
export const runNodesSince = 11

/** Says that a run was ordered, in the transaction that makes it. */
export async function noteOrderedRun(
  tx: Tx,
  signer: Signer,
  { run_id: id, org_id: orgId, created_at: at, page_limit }: RunRow,
  { of, actor }: { of: SaidOf<'run.submitted'>['of']; actor: Actor },
): Promise<void> {
  if (!isAskedFor(signer, { generation: runNodesSince })) return
  // The same request may come again when what it made has gone.
  const head = await streamHead(tx, `run:${id}`)
  const said = { kind: 'run.submitted', id, orgId, agent: 'assay-api', at } as const
  const after = head && headOfRow(head)
  await appendNodes(tx, [nodeOfKind(signer, { ...said, after, result: { of, page_limit }, request: requestOf(actor) })])
}

/**
 * Says that a run goes by age. Of one that is not as it was written nothing is said: a hand that sets back when it ended has it
 * deleted, and missed.
 */
export async function noteDeletedRun(tx: Tx, signer: Signer, run: RunRow, keptDays: number): Promise<void> {
  const { run_id: id, org_id: orgId } = run
  const head = await streamHead(tx, `run:${id}`)
  if (head?.kind !== 'run.submitted' || !isAsWritten(signer, sealedRuns, run)) return
  const said = { kind: 'run.deleted', id, orgId, agent: 'assay', at: new Date() } as const
  const result = { reason: `kept for ${keptDays} days` }
  await appendNodes(tx, [nodeOfKind(signer, { ...said, after: headOfRow(head), result })])
}
