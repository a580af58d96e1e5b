/** That callers were told to come back for a job: the nodes that say so, and how long the job is missed where it is taken away. */
import type { Reader, Tx } from '#db/client'
import { insertPromises, missedPromise } from '#db/queries/jobs'
import { queueTables } from '#db/queries/queue'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** Since which generation of seals they are written: where it has begun, every ledger knows them. */
export const promisesSince = 12

/** So many days a job that nobody begins stays in its queue for certain; how one ended is kept for longer. */
export const promisesMissedDays = 13

type Promised = { id: string; job: string; orgId: string; keyId: string; requestId: string; sentAt: string }

/**
 * Says of a job that it was promised, in the transaction that puts it into its queue and after that; once, however often it is asked for.
 * @returns the node, in hex, where it had not been said before.
 */
export async function notePromise(tx: Tx, signer: Signer, promised: Promised): Promise<string | undefined> {
  if (!isAskedFor(signer, { generation: promisesSince })) return undefined
  const { id, job, orgId, keyId, requestId, sentAt } = promised
  const said = { kind: 'job.promised', id, orgId, agent: 'assay-api', at: new Date(sentAt), result: { job } } as const
  const node = nodeOfKind(signer, { ...said, request: { key_id: keyId, trace: requestId } })
  return (await insertPromises(tx, [{ cause: id, node }])) > 0 ? node.id : undefined
}

/** @throws EVIDENCE_MISMATCH for a job that was promised to an organisation and neither waits, nor runs, nor has ended. */
export async function requireNotPromised(
  sql: Reader,
  names: readonly string[],
  jobId: string,
  orgId: string,
): Promise<void> {
  const node = await missedPromise(sql, names, { jobId, orgId, days: promisesMissedDays })
  if (node !== undefined) throw evidenceMismatch(queueTables.job, node)
}
