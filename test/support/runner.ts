/** A worker in the test's own process: the runner, over whatever contract and worker a test has. */
import { randomUUID } from 'node:crypto'
import { openSql } from '#db/client'
import { openSigner } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import { orderFault } from '#shared/jobs/order'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openTaskHooks } from '#shared/plans/task-hooks'
import { openBoss } from '#shared/queue/boss'
import { callPriority, openSendBatch } from '#shared/queue/send'
import type { Service } from '#test/support/service'
import { startRunner } from '#workers/runtime/runner'
import { openRuntimeStore } from '#workers/runtime/store'
import type { OpenWorker } from '#workers/runtime/worker'

export const sender = { requestId: 'r', orgId: 'org_test', keyId: 'ak_test' }

/** A worker that does nothing but what it is told. */
export const aWorker = <Payload, Result>(
  odd: Pick<OpenWorker<Payload, Result>, 'run'> & Partial<OpenWorker<Payload, Result>>,
): OpenWorker<Payload, Result> => ({ concurrency: 4, save: async () => undefined, ...odd })

export async function openWorker(
  { database, dataDir }: Pick<Service, 'database' | 'dataDir'>,
  { statementTimeoutMs = 30_000 } = {},
) {
  const workerId = randomUUID()
  const name = `assay-worker:${workerId}`
  const sql = openSql({ url: database.url, name, poolSize: 6, statementTimeoutMs })
  const hasty = openSql({ url: database.url, name, poolSize: 2, synchronousCommit: false })
  const boss = await openBoss(sql, { upkeep: false, onError: console.error })
  const signer = openSigner({ path: `${dataDir}/keys/evidence-ed25519.pem` })
  const sendBatch = openSendBatch({ boss, sealer: signer })
  const taskHooks = openTaskHooks({
    sql,
    sendBatch,
    signer,
    forJobs: { seal: openSeal({ path: `${dataDir}/keys/sealing.key` }), allow: [] },
    // Jobs of tests are nobody's tasks: nothing is decided on.
    governance: {} as Governance,
  })
  async function prepare({ name: queue, attempts }: JobContract): Promise<void> {
    const { limit, delaySeconds: retryDelay, expireInSeconds } = attempts
    const retryLimit = limit - 1
    const known = await boss.getQueue(queue)
    if (!known) await boss.createQueue(queue, { retryLimit, retryDelay, expireInSeconds, notify: true })
  }
  const stops: (() => Promise<void>)[] = []
  return {
    workerId,
    sql,
    signer,
    boss,
    async run<C extends JobContract, Result>(contract: C, worker: OpenWorker<PayloadOf<C>, Result>) {
      await prepare(contract)
      const runner = await startRunner({
        contract,
        // Sound: the runner hands a worker nothing but payloads of its contract and what its own `run` returned.
        worker: worker as OpenWorker<never, unknown>,
        concurrency: worker.concurrency,
        store: openRuntimeStore({ boss, contract, sql, hasty, signer, workerId }),
        hooks: [taskHooks],
        orders: { fault: (queue, id, found) => orderFault(signer, queue, id, found), report: async () => undefined },
        log: openLog('test', 'fatal'),
        observe: () => undefined,
      })
      stops.push(() => runner.stop(0))
      return runner
    },
    /** Sends a job, as the API does. */
    async send<C extends JobContract>(contract: C, payload: PayloadOf<C>, priority = callPriority): Promise<string> {
      const id = randomUUID()
      await prepare(contract)
      await sql.begin((tx) => sendBatch(tx, contract, [{ id, payload, priority }], sender))
      return id
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await boss.stop({ graceful: false, close: false })
      await Promise.all([sql.end({ timeout: 2 }), hasty.end({ timeout: 2 })])
    },
  }
}
