/** What can be done to how jobs ended and to what they came to. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import type { Filled } from '#test/tampering/filled'
import type { Tampering } from '#test/tampering/tampering'

/** The first in the order of keys: what is looked at first. */
const firstOf = async (tx: Tx, table: 'job_outcomes' | 'job_results'): Promise<string> => {
  const [row] = await tx<{ job_id: string }[]>`select job_id from ${tx(table)} order by job_id limit 1`
  if (!row) throw new Error(`no row of ${table}`)
  return row.job_id
}

const named = (table: string, key: string) => ({ check: 'V12' as const, hash: null, row: { table, key } })

/** One column of a row of which no node speaks. */
const changed = (
  table: 'job_outcomes' | 'job_results',
  column: string,
  what: string,
  value: (tx: Tx) => ReturnType<Tx>,
): Tampering => ({
  table,
  columns: [column],
  what,
  act: async (tx) => {
    const key = await firstOf(tx, table)
    await tx`update ${tx(table)} set ${tx(column)} = ${value(tx)} where job_id = ${key}`
    return named(table, key)
  },
})

/** The same of the job whose tree was asked for by a call, as whoever asks for that job is answered. */
const ofTree = (column: string, what: string, value: (tx: Tx) => ReturnType<Tx>): Tampering => ({
  table: 'job_outcomes',
  columns: [column],
  what,
  act: async (tx, { things }) => {
    await tx`update job_outcomes set ${tx(column)} = ${value(tx)} where job_id = ${things.tree}`
    return named('job_outcomes', things.tree)
  },
  door: { opens: ({ service, things }: Filled) => service.call(`GET /jobs/${things.tree}`) },
})

const inserted = (what: string, state: 'succeeded' | 'failed', seal: (tx: Tx) => ReturnType<Tx>): Tampering => ({
  table: 'job_outcomes',
  columns: '*',
  what,
  act: async (tx, { things }) => {
    const id = `00000000${randomUUID().slice(8)}`
    await tx`
      insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at, seal)
      select ${id}, job, org_id, key_id, request_id, ${state}, attempt, created_at, finished_at, ${seal(tx)}
      from job_outcomes where job_id = ${things.tree}`
    return named('job_outcomes', id)
  },
})

const moved = (table: 'job_outcomes' | 'job_results', what: string): Tampering => ({
  table,
  columns: ['job_id'],
  what,
  act: async (tx) => {
    const id = `00000000${randomUUID().slice(8)}`
    await tx`update ${tx(table)} set job_id = ${id} where job_id = ${await firstOf(tx, table)}`
    return named(table, id)
  },
})

type OfThings = (things: Filled['things']) => string

/** That a call came to nothing, taken away with whatever else `also` does. */
const takenAway = (
  what: string,
  jobOf: OfThings,
  opens: (job: string) => string,
  also: (tx: Tx, job: string) => Promise<unknown>,
): Tampering => ({
  table: 'job_outcomes',
  columns: '*',
  what,
  act: async (tx, { things }) => {
    const job = jobOf(things)
    const [node] = await tx<
      { id: string }[]
    >`select encode(id, 'hex') as id from edg_nodes where stream = ${`job:${job}`}`
    await tx`delete from job_outcomes where job_id = ${job}`
    await also(tx, job)
    return { ...named('job_outcomes', job), hash: node?.id ?? 'none', stream: `job:${job}`, pos: 0 }
  },
  door: { opens: ({ service, things }: Filled) => service.call(opens(jobOf(things))) },
})

/** Of each way in which a call comes to nothing. */
const takenAwayAs = (how: string, jobOf: OfThings): Tampering[] => [
  takenAway(`${how} is taken away`, jobOf, whole, nothing),
  takenAway(`${how} is taken away, and its result asked for`, jobOf, (job) => `${whole(job)}/result`, nothing),
  takenAway(`${how} is taken away, and its job with it`, jobOf, whole, deleteJob),
  takenAway(`${how} is taken away, and its job put back to be done again`, jobOf, whole, putBack),
  {
    table: 'job_outcomes',
    columns: '*',
    what: `${how} is taken away, and how another succeeded put in its place`,
    act: async (tx, { things }) => {
      const job = jobOf(things)
      await tx`delete from job_outcomes where job_id = ${job}`
      await tx`
        insert into job_outcomes select (json_populate_record(o, json_build_object('job_id', ${job}::text))).*
        from job_outcomes o where job_id = ${things.tree}`
      return named('job_outcomes', job)
    },
    door: { opens: ({ service, things }: Filled) => service.call(whole(jobOf(things))) },
  },
]

/** How a job ended that came to something, taken away with whatever else `also` does. @param by which table's look misses it. */
const successTakenAway = (
  what: string,
  jobOf: OfThings,
  by: { stream?: string },
  also: (tx: Tx, job: string) => Promise<unknown>,
): Tampering => ({
  table: 'job_outcomes',
  columns: '*',
  what,
  act: async (tx, { things }) => {
    const job = jobOf(things)
    await tx`delete from job_outcomes where job_id = ${job}`
    await also(tx, job)
    return { ...named('job_outcomes', job), ...(by.stream === undefined ? {} : { stream: `${by.stream}${job}` }) }
  },
  door: { opens: ({ service, things }: Filled) => service.call(whole(jobOf(things))) },
})

/** What a call came to that no node speaks of. */
const resultTakenAway = (what: string, jobOf: OfThings): Tampering => ({
  table: 'job_results',
  columns: '*',
  what,
  act: async (tx, { things }) => {
    const job = jobOf(things)
    await tx`delete from job_results where job_id = ${job}`
    return named('job_results', job)
  },
  door: { opens: ({ service, things }: Filled) => service.call(`${whole(jobOf(things))}/result`) },
})

/** All that there is of such a call. */
const allTakenAway = (what: string, jobOf: OfThings): Tampering => ({
  table: 'job_results',
  columns: '*',
  what,
  act: async (tx, { things }) => {
    const job = jobOf(things)
    await tx`delete from job_outcomes where job_id = ${job}`
    await tx`delete from job_results where job_id = ${job}`
    await deleteJob(tx, job)
    return { check: 'V12', row: { table: 'pgboss.job', key: job }, stream: `promise:${job}`, pos: 0 }
  },
  door: { opens: ({ service, things }: Filled) => service.call(whole(jobOf(things))) },
})

/** How a task's job ended, taken away with all that it came to. */
const taskEndTakenAway = (what: string, statements: (job: string) => string): Tampering => ({
  table: 'job_outcomes',
  columns: '*',
  what,
  act: async (tx, { things: { task } }) => {
    const [row] = await tx<{ job_id: string }[]>`select job_id from tasks where id = ${task}`
    const job = row?.job_id ?? ''
    await tx.unsafe(statements(job))
    return { check: 'V12', row: { table: 'job_outcomes', key: job } }
  },
})

/** What two say, seals with it. */
const exchanged = (what: string, jobsOf: (things: Filled['things']) => readonly string[]): Tampering => ({
  table: 'job_outcomes',
  columns: ['error'],
  what,
  act: async (tx, { things }) => {
    const [one = '', other = ''] = jobsOf(things).toSorted()
    await tx`
      update job_outcomes o set state = x.state, error = x.error, created_at = x.created_at, finished_at = x.finished_at,
        started_at = x.started_at, attempt = x.attempt, seal = x.seal
      from (select * from job_outcomes where job_id in (${one}, ${other})) x
      where o.job_id in (${one}, ${other}) and x.job_id <> o.job_id`
    return named('job_outcomes', one)
  },
  door: { opens: ({ service, things }: Filled) => service.call(whole(jobsOf(things)[0] ?? '')) },
})

const deleteJob = (tx: Tx, job: string) => tx`delete from pgboss.job where id = ${job}`
const putBack = (tx: Tx, job: string) =>
  tx`update pgboss.job set state = 'created', completed_on = null where id = ${job}`
const whole = (job: string) => `GET /jobs/${job}`
const nothing = () => Promise.resolve()

export const executionTamperings: readonly Tampering[] = [
  moved('job_outcomes', 'how a job ended is said of another'),
  moved('job_results', 'what a job came to is said of another'),
  ofTree('state', 'a job that succeeded is said to have failed', (tx) => tx`'failed'`),
  ofTree('error', 'a job that succeeded is given an error', (tx) => tx`'{"code": "JOB_FAILED"}'`),
  ofTree('created_at', 'a job is said to have been asked for a day before', (tx) => tx`created_at - interval '1 day'`),
  ofTree('started_at', 'a job is said never to have been started', (tx) => tx`null`),
  ofTree('finished_at', 'a job is said to have ended a second later', (tx) => tx`finished_at + interval '1 second'`),
  ofTree('job', 'a job is said to be of another type', (tx) => tx`'scan-page'`),
  ofTree('seal', 'the seal is taken off how a job ended', (tx) => tx`null`),
  ofTree('seal', 'how a job ended is given another seal', (tx) => tx`sha256(seal)`),
  ofTree('request_id', 'a job is put under another request', (tx) => tx`'00000000000000000000000000000000'`),
  ofTree('attempt', 'a job is said to have been tried more often', (tx) => tx`attempt + 1`),
  changed('job_outcomes', 'org_id', 'how a job ended is given to another organisation', (tx) => tx`'org_other'`),
  changed('job_outcomes', 'key_id', 'how a job ended is given to another key', (tx) => tx`'ak_other'`),
  ...takenAwayAs('how a call failed', ({ failedJob }) => failedJob),
  ...takenAwayAs('that a call was canceled', ({ canceledJob }) => canceledJob),
  ...(
    [
      ['that a tree was made', ({ tree }) => tree, 'tree:'],
      ['that a page was scanned', ({ scan }) => scan, 'scan:'],
      ['that a picture was held to its approved one', ({ verification }) => verification, 'design:'],
      ['that a text was read', ({ analysis }) => analysis, 'semiotic:'],
      ['that a briefing was made', ({ briefing }) => briefing, 'briefing:'],
    ] as const satisfies readonly (readonly [string, OfThings, string])[]
  ).flatMap(([what, jobOf, stream]) => [
    successTakenAway(`${what} is taken away`, jobOf, { stream }, nothing),
    successTakenAway(`${what} is taken away, and its job with it`, jobOf, { stream }, deleteJob),
  ]),
  taskEndTakenAway(
    'that what a task asked for was done is taken away',
    (job) => `delete from job_outcomes where job_id = '${job}'`,
  ),
  taskEndTakenAway(
    'that what a task asked for was done is taken away, with what it came to',
    (job) => `delete from job_outcomes where job_id = '${job}'; delete from job_results where job_id = '${job}'`,
  ),
  {
    table: 'job_results',
    columns: '*',
    what: 'what a job came to is taken away',
    act: async (tx, { things: { task } }) => {
      const [row] = await tx<{ job_id: string }[]>`
        delete from job_results where job_id = (select job_id from tasks where id = ${task}) returning job_id`
      return named('job_results', row?.job_id ?? '')
    },
    door: {
      async opens({ service, sql, things: { task } }) {
        const [row] = await sql<{ job_id: string }[]>`select job_id from tasks where id = ${task}`
        return service.call(`GET /jobs/${row?.job_id}/result`)
      },
    },
  },
  ...(
    [
      ['a test of a connection', ({ connectionTest }) => connectionTest],
      ['a briefing that was made again', ({ replay }) => replay],
      ['a picture of what differs', ({ drawing }) => drawing],
    ] as const satisfies readonly (readonly [string, OfThings])[]
  ).flatMap(([what, jobOf]) => [
    resultTakenAway(`what ${what} came to is taken away`, jobOf),
    allTakenAway(`${what} is taken away, how it ended and its job with it`, jobOf),
  ]),
  exchanged('how two calls failed is exchanged, seals with it', ({ failedJob, alsoFailedJob }) => [
    failedJob,
    alsoFailedJob,
  ]),
  exchanged('that a call was canceled is exchanged with another, seals with it', ({ canceledJob, alsoCanceledJob }) => [
    canceledJob,
    alsoCanceledJob,
  ]),
  exchanged('how a call failed is exchanged with that another was canceled', ({ canceledJob, failedJob }) => [
    canceledJob,
    failedJob,
  ]),
  inserted('a job that nobody asked for is said to have succeeded', 'succeeded', (tx) => tx`null`),
  inserted('how a job ended is copied to another, its seal with it', 'succeeded', (tx) => tx`seal`),
  inserted('a job that nobody asked for is said to have failed', 'failed', (tx) => tx`sha256('x')`),
  changed('job_results', 'org_id', 'what a job came to is given to another organisation', (tx) => tx`'org_other'`),
  changed('job_results', 'body', 'what a job came to is replaced by nothing', (tx) => tx`'\\x'::bytea`),
  changed(
    'job_results',
    'created_at',
    'what a job came to is said to be older',
    (tx) => tx`created_at - interval '1 day'`,
  ),
  changed('job_results', 'seal', 'the seal is taken off what a job came to', (tx) => tx`null`),
  {
    table: 'job_results',
    columns: '*',
    what: 'what a job came to is put in the place of what another came to',
    act: async (tx) => {
      const key = await firstOf(tx, 'job_results')
      await tx`
        update job_results r set body = o.body, created_at = o.created_at, seal = o.seal
        from (select body, created_at, seal from job_results where job_id <> ${key} order by job_id desc limit 1) o
        where r.job_id = ${key}`
      return named('job_results', key)
    },
  },
]
