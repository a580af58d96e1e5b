/** A worker process: `script/bun workers/main.ts generate-tree` opens the rooms that are named. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { openDb, openSql } from '#db/client'
import { assertOwnSessions } from '#db/own-session'
import { workerName } from '#db/queries/jobs'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { openGovernance } from '#shared/governance/governance'
import { isJobName, jobNames } from '#shared/jobs/index'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openMetrics, startReporting } from '#shared/kernel/metrics'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { endInOrder } from '#shared/kernel/process/shutdown'
import { Standstills } from '#shared/kernel/standstills'
import { openTaskKeeper } from '#shared/plans/task-hooks'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { openSendBatch } from '#shared/queue/send'
import { rooms } from '#workers/job-workers'
import { startRunner } from '#workers/runtime/runner'

const config = readConfig(process.env)
const names = process.argv.slice(2)
const jobs = names.filter(isJobName)
if (names.length === 0 || jobs.length !== names.length) {
  console.error(`usage: script/bun workers/main.ts JOB...   where JOB is one of: ${jobNames.join(', ')}`)
  process.exit(2)
}
endWithSupervisor(process.env)

const log = openLog(names.join('+'), config.logLevel)
const workerId = randomUUID()
const name = workerName(workerId)
await assertOwnSessions(config.databaseUrl)
const db = openDb({ url: config.databaseUrl, name, poolSize: config.workerPoolSize, isPlanFixed: true })
// Claims need not reach the disk.
const hasty = openSql({ url: config.databaseUrl, name, poolSize: 1 + jobs.length, synchronousCommit: false })
const boss = await openBoss(db.sql, {
  upkeep: true,
  onError: (error) => log.warn({ err: error }, 'queue upkeep failed'),
})
await prepareQueues(boss)
const signer = openSigner(config.signingKey)
await registerKey(db.sql, signer)
const governance = await openGovernance({ sql: db.sql, signer, config, log })
const sendBatch = openSendBatch(boss)
const forJobs = { seal: openSeal(config.sealingKey), allow: config.egressAllow }
const tasks = openTaskKeeper({ sql: db.sql, signer, governance, sendBatch, forJobs })
const standstills = new Standstills()
const metrics = openMetrics(`${names.join('+')}:${process.pid}`)
const reporting = startReporting(
  db.sql,
  log,
  metrics,
  {
    process_id: workerId,
    role: 'worker',
    jobs,
    host: hostname(),
    pid: process.pid,
  },
  standstills,
)

const opened = await Promise.all(
  jobs.map(async (job) => {
    const { room } = await rooms[job]()
    const open = await room.open({
      db,
      signer,
      governance,
      log,
      config,
      sendBatch,
      registry: metrics.registry,
      note: reporting.note,
    })
    const runner = await startRunner({
      contract: room.contract,
      room: open,
      seats: config.seats ?? open.seats,
      boss,
      sql: db.sql,
      hasty,
      workerId,
      tasks,
      log,
      standstills,
      observe: ({ job: name, state, waitSeconds, runSeconds }) => {
        metrics.jobsSettled.inc({ job: name, state })
        metrics.jobWaitSeconds.observe({ job: name }, waitSeconds)
        metrics.jobRunSeconds.observe({ job: name }, runSeconds)
      },
    })
    return { open, runner }
  }),
)
log.info({ worker_id: workerId, jobs }, 'worker ready')

async function stop(): Promise<void> {
  await Promise.all(opened.map(({ runner }) => runner.stop(config.drainMs)))
  await Promise.all(opened.map(({ open }) => open.close?.()))
  await reporting.stop()
  await governance.close()
  await boss.stop({ graceful: false, close: false })
  await Promise.all([hasty.end({ timeout: 5 }), db.close()])
  log.info('worker stopped')
  process.exit(process.exitCode ?? 0)
}
endInOrder(log, stop)
