/** The peers' work: the very room that our workers open, and what it writes, without our runner. */

import { Registry } from 'prom-client'
import type { PeerJob } from '#bench/peers/replies'
import { openDb, type Sql, type Tx, transaction } from '#db/client'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import { openGovernance } from '#shared/governance/governance'
import { generateTree } from '#shared/jobs/generate-tree'
import type { Settings } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { announce, type EndingToTell } from '#shared/queue/notify'
import { worker } from '#workers/generate-tree/index'
import type { Done } from '#workers/runtime/worker'

export type Performed = { done: Done<unknown>; reply: string | undefined; replyTo: string | undefined }

export type Work = {
  sql: Sql
  /** Computes a job's tree. */
  perform: (job: PeerJob) => Promise<Performed>
  /**
   * Saves what jobs came to and tells who waits, in one transaction with as few round trips as ours has.
   * @param more goes into the same transaction.
   */
  settle: (jobs: readonly Performed[], more?: (tx: Tx) => Promise<unknown>) => Promise<void>
}

/** @param poolSize at least as many as there are transactions at once. */
export async function openWork(settings: Settings, poolSize: number): Promise<Work> {
  const db = openDb({ url: settings.databaseUrl, name: 'assay-bench-work', poolSize })
  const config = await unlock(settings, db.sql)
  const log = openLog('peer', config.logLevel)
  const signer = openSigner(config.signingKey)
  await registerKey(db.sql, signer)
  const governance = await openGovernance({ sql: db.sql, signer, config, log })
  const sendBatch = async () => {
    throw new Error('a tree leads to no further job')
  }
  const open = await worker.open({
    db,
    signer,
    governance,
    log,
    config,
    sendBatch,
    registry: new Registry(),
    note: () => undefined,
  })
  const never = new AbortController().signal
  return {
    sql: db.sql,
    async perform({ id, envelope }) {
      if (!generateTree.check.Check(envelope.payload)) throw new Error('the payload does not fit the contract')
      const { requestId, orgId, keyId, replyTo } = envelope
      const job = { id, attempt: 0, requestId, orgId, keyId, log, signal: never, progress: () => undefined }
      const result = await open.run(envelope.payload, job)
      return { done: { job, result }, reply: open.reply?.(result), replyTo }
    },
    async settle(jobs, more) {
      await transaction(db.sql, async (tx) => {
        await Promise.all([
          open.save(
            tx,
            jobs.map(({ done }) => done),
          ),
          more?.(tx),
        ])
        return () => announce(tx, signer, jobs.map(tellable))
      })
    },
  }
}

const tellable = ({ done, reply, replyTo }: Performed): EndingToTell => ({
  ending: { jobId: done.job.id, state: 'succeeded', error: null, reply },
  replyTo,
})
