/** What can be done to jobs that wait in their queues. */
import type { Filled } from '#test/tampering/filled'
import type { Tampering } from '#test/tampering/tampering'

type Told = { status?: number; code?: string }

const opens = ({ service, things }: Filled) => service.call(`GET /jobs/${things.queuedJob}`)
/** What differs from what was ordered is told as that. */
const asTampered: Told = { status: 500, code: 'JOB_TAMPERED' }

/** The job of a call that nobody has begun. */
const waiting = (columns: readonly string[], what: string, set: string, told?: Told | null): Tampering => ({
  table: 'pgboss.job',
  columns,
  what: `pgboss.job: ${what}`,
  async act(tx, { things: { queuedJob } }) {
    await tx.unsafe(`update pgboss.job set ${set} where id = '${queuedJob}'`)
    return { check: 'V12', hash: null, row: { table: 'pgboss.job', key: queuedJob } }
  },
  ...(told === null ? {} : { door: { opens, ...told } }),
})

/** The job of a task that nobody has begun. */
const ofTask = (columns: Tampering['columns'], what: string, statement: string): Tampering => ({
  table: 'pgboss.job',
  columns,
  what: `pgboss.job: ${what}`,
  async act(tx, { things: { queuedTask } }) {
    const [task] = await tx<{ job_id: string }[]>`select job_id from tasks where id = ${queuedTask}`
    const key = task?.job_id ?? ''
    await tx.unsafe(`${statement} where id = '${key}'`)
    return { check: 'V12', row: { table: 'pgboss.job', key }, stream: `task:${queuedTask}` }
  },
})

/** A job that a caller was told to come back for, taken away. */
const promised = (what: string, path = ''): Tampering => ({
  table: 'pgboss.job',
  columns: '*',
  what: `pgboss.job: ${what}`,
  async act(tx, { things: { queuedJob: key } }) {
    const [node] = await tx<{ hash: string }[]>`
      select encode(id, 'hex') as hash from edg_nodes where stream = ${`promise:${key}`}`
    await tx`delete from pgboss.job where id = ${key}`
    return {
      check: 'V12',
      hash: node?.hash ?? 'none',
      stream: `promise:${key}`,
      pos: 0,
      row: { table: 'pgboss.job', key },
    }
  },
  door: { opens: ({ service, things }) => service.call(`GET /jobs/${things.queuedJob}${path}`) },
})

/** A job that the page of a run waits for, or all of a run's. */
const ofPages = (what: string, statement: string): Tampering => ({
  table: 'pgboss.job',
  columns: '*',
  what: `pgboss.job: ${what}`,
  async act(tx, { things: { queuedRun } }) {
    const [page] = await tx<{ job_id: string }[]>`
      select job_id from scan_run_pages where run_id = ${queuedRun} and state = 'queued' order by page limit 1`
    const key = page?.job_id ?? ''
    await tx.unsafe(`${statement} and id = '${key}'`)
    return { check: 'V12', hash: null, row: { table: 'pgboss.job', key } }
  },
})

export const queueTamperings: readonly Tampering[] = [
  ofPages('the job of a page is deleted', "delete from pgboss.job where name = 'scan-page'"),
  promised('one that was promised is deleted'),
  promised('one that was promised is deleted, and its result asked for', '/result'),
  waiting(
    ['data'],
    'it is about another trace',
    `data = jsonb_set(data, '{payload,trace_id}', '"SVC-1-1"')`,
    asTampered,
  ),
  waiting(['data'], 'its seal is taken away', `data = data - 'seal'`, asTampered),
  waiting(['data'], 'it is for another organisation', `data = jsonb_set(data, '{orgId}', '"org_else"')`, asTampered),
  waiting(['data'], 'it is nothing any more', `data = '{}'`, asTampered),
  waiting(
    ['data'],
    'it has what another was sent with, seal and all',
    `data = (select data from pgboss.job o where o.name = job.name and o.id <> job.id and o.data ? 'seal' limit 1)`,
    asTampered,
  ),
  waiting(['name'], 'it is put into another queue', `name = 'run-task'`, asTampered),
  waiting(['state'], 'it is said to be called off', `state = 'cancelled', completed_on = now()`),
  waiting(
    ['state'],
    'it is said to be called off, with a word of nobody',
    `state = 'cancelled', completed_on = now(), data = jsonb_set(data, '{takenBack}', data -> 'seal')`,
  ),
  waiting(['state'], 'it is said to be done', `state = 'completed', completed_on = now(), started_on = now()`),
  waiting(['state'], 'it is said to have failed', `state = 'failed', completed_on = now()`),
  waiting(
    ['state', 'started_on'],
    'it is said to have failed once it was begun',
    `state = 'failed', completed_on = now(), started_on = now() - interval '2 minutes'`,
  ),
  waiting(
    ['state', 'started_on'],
    'it is said to run, and nobody does it',
    `state = 'active', started_on = now() - interval '2 minutes', expire_seconds = 86400`,
  ),
  waiting(
    ['started_on'],
    'it is said to run from tomorrow on',
    `state = 'active', started_on = now() + interval '1 day'`,
  ),
  waiting(
    ['expire_seconds'],
    'whoever is said to do it has years',
    `state = 'active', started_on = now(), expire_seconds = 2147483647`,
  ),
  waiting(['start_after'], 'it waits for years', `start_after = now() + interval '3 years'`, null),
  waiting(['blocked'], 'it waits for another', `blocked = true`, null),
  waiting(['keep_until'], 'it goes at once', `keep_until = now()`, null),
  waiting(
    ['created_on', 'keep_until'],
    'it is said to be old, and goes at once',
    `created_on = now() - interval '30 days', keep_until = now() - interval '20 days'`,
    null,
  ),
  ofTask('*', 'the job of a task is deleted', 'delete from pgboss.job'),
  ofTask(
    ['state'],
    'the job of a task is said to be called off',
    `update pgboss.job set state = 'cancelled', completed_on = now()`,
  ),
  ...(
    [
      ['a queue is taken away, and with it whatever is sent there', 'delete from pgboss.queue'],
      ['a queue is called otherwise', `update pgboss.queue set name = 'generate-tree '`],
    ] as const
  ).map(
    ([what, statement]): Tampering => ({
      table: 'pgboss.queue',
      columns: '*',
      what: `pgboss.queue: ${what}`,
      async act(tx) {
        await tx.unsafe(
          `alter table pgboss.job_common drop constraint q_fkey; ${statement} where name = 'generate-tree'`,
        )
        return { check: 'V12', hash: null, row: { table: 'pgboss.queue', key: 'generate-tree' } }
      },
    }),
  ),
  ...(
    [
      ['policy', 'jobs beside a waiting one are not put into a queue', `policy = 'short'`],
      ['dead_letter', 'jobs that fail in a queue are put into another', `dead_letter = 'run-task'`],
      ['retention_seconds', 'jobs of a queue go before they are begun', 'retention_seconds = 1'],
      ['table_name', 'jobs of a queue lie in another table', `table_name = 'theirs'`],
    ] as const
  ).map(
    ([column, what, set]): Tampering => ({
      table: 'pgboss.queue',
      columns: [column],
      what: `pgboss.queue: ${what}`,
      async act(tx) {
        await tx.unsafe(`update pgboss.queue set ${set} where name = 'generate-tree'`)
        return { check: 'V12', hash: null, row: { table: 'pgboss.queue', key: 'generate-tree' } }
      },
    }),
  ),
]
