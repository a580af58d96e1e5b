/**
 * A plan on graphile-worker as its documentation has jobs that add jobs: a step's result, the count of what its dependents
 * still wait for, and the jobs of those that wait for nothing any more, in one statement and so in one transaction.
 */
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { graphileConnections } from '#bench/peers/graphile'
import { type Begin, doneChannel, lastStep, openPerform, type PlanJob, planRows } from '#bench/peers/plans'
import { openSql } from '#db/client'

const task = 'plan-step'

const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') console.error(message)
})

const addJob = (plan: string, step: string) =>
  `graphile_worker.add_job('${task}', json_build_object('plan', ${plan}, 'step', ${step}))`

const beginText = `with ${planRows} select ${addJob('$1::text', '0')}`

const stepText = `
  with done as (
    update bench_steps set result = $3::text::json where plan = $1::text::uuid and step = $2 and result is null
    returning dependents
  ), counted as (
    update bench_steps s set waiting = waiting - 1 from done d
    where s.plan = $1::text::uuid and s.step = any(d.dependents) returning s.step, s.waiting
  ), ended as (
    update bench_plans set done_at = now() where id = $1::text::uuid and $2 = ${lastStep} and exists (select 1 from done)
    returning id
  )
  select ${addJob('$1::text', 'step')}::text from counted where waiting = 0
  union all select pg_notify('${doneChannel}', id::text)::text from ended`

export async function openGraphilePlans(url: string): Promise<Begin> {
  const utils = await makeWorkerUtils({ connectionString: url, logger })
  await utils.migrate()
  await utils.release()
  const sql = openSql({ url, name: 'assay-bench-graphile', poolSize: 10 })
  return (plan) => sql.unsafe(beginText, [plan], { prepare: true })
}

/** @param isBatched with the configuration of its page on performance: local queue, batched completion, 24 at once. */
export async function startGraphilePlans(url: string, isBatched: boolean): Promise<void> {
  const perform = openPerform()
  await run({
    logger,
    noHandleSignals: true,
    crontab: '',
    taskList: {
      [task]: async (payload, { withPgClient }) => {
        // Sent by this file, and by nobody else.
        const { plan, step } = payload as PlanJob
        const result = perform()
        await withPgClient((client) => client.query({ name: 'step', text: stepText, values: [plan, step, result] }))
      },
    },
    ...(isBatched
      ? {
          preset: {
            worker: {
              connectionString: url,
              concurrentJobs: 24,
              maxPoolSize: graphileConnections,
              localQueue: { size: 500 },
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
            },
          },
        }
      : { connectionString: url, concurrency: 10 }),
  })
}
