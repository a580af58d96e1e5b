/** A worker process: `script/bun workers/main.ts generate-tree` does the jobs that are named. */
import { openSql } from '#db/client'
import { openAnsweredNodes } from '#shared/governance/answered-nodes'
import { ordersHeldTo } from '#shared/governance/orders'
import { isJobName, jobNames } from '#shared/jobs/index'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { onceAMinute } from '#shared/kernel/failures'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { openTaskHooks } from '#shared/plans/task-hooks'
import { openProcess } from '#shared/process/open-process'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { openSendBatch } from '#shared/queue/send'
import { loadWorker } from '#workers/job-workers'
import { startRunner } from '#workers/runtime/runner'
import { openRuntimeStore } from '#workers/runtime/store'

const settings = readConfig(process.env)
const names = process.argv.slice(2)
const jobs = names.filter(isJobName)
if (names.length === 0 || jobs.length !== names.length) {
  console.error(`usage: script/bun workers/main.ts JOB...   where JOB is one of: ${jobNames.join(', ')}`)
  process.exit(2)
}
endWithSupervisor(process.env)

const pool = { poolSize: settings.workerPoolSize, isPlanFixed: true }
const self = await openProcess('worker', settings, { name: names.join('+'), jobs, pool })
const { config, id: workerId, log, db, sql, signer, governance, metrics, standstills, note, onStop } = self
// Claims need not reach the disk.
const claims = { name: self.clientName, poolSize: 1 + jobs.length, synchronousCommit: false }
const hasty = openSql({ url: config.databaseUrl, ...claims })
onStop('claims', () => hasty.end({ timeout: 5 }))
const boss = await openBoss(sql, {
  upkeep: true,
  onError: onceAMinute((error) => log.warn({ err: error }, 'queue upkeep failed')),
})
onStop('queue', () => boss.stop({ graceful: false, close: false }))
await prepareQueues(boss)
const sendBatch = openSendBatch({ boss, sealer: signer })
const forJobs = { seal: openSeal(config.sealingKey), allow: config.egressAllow }
const hooks = [openTaskHooks({ sql, signer, governance, sendBatch, forJobs })]

const saved = openAnsweredNodes({ sql, signer, log, how: 'saved' })
onStop('nodes that were saved', () => saved.stop())
const orders = ordersHeldTo({ signer, governance })

const runners = await Promise.all(
  jobs.map(async (job) => {
    const worker = await loadWorker(job)
    const { registry } = metrics
    const open = await worker.open({ db, signer, governance, log, config, sendBatch, registry, note })
    onStop(job, () => open.close?.())
    return startRunner({
      contract: worker.contract,
      worker: open,
      concurrency: config.concurrency ?? open.concurrency,
      store: openRuntimeStore({ boss, contract: worker.contract, sql, hasty, signer, workerId, noteNode: saved.note }),
      hooks,
      orders,
      log,
      standstills,
      observe: ({ job: name, state, waitSeconds, runSeconds }) => {
        metrics.jobsSettled.inc({ job: name, state })
        metrics.jobWaitSeconds.observe({ job: name }, waitSeconds)
        metrics.jobRunSeconds.observe({ job: name }, runSeconds)
      },
    })
  }),
)
const stopRunners = () => Promise.all(runners.map((runner) => runner.stop(config.drainMs)))
onStop('jobs', stopRunners, config.drainMs + 10_000)
log.info({ worker_id: workerId, jobs }, 'worker ready')
