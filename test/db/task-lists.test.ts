/** Lists and counts of tasks read as much as they show, however many tasks an organisation has. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { countedAtMost } from '#db/documents/counted'
import { overdueTasks, violationsOfEndedTasks } from '#db/queries/continuous'
import { queuedPages } from '#db/queries/runs'
import { agentStats, listTasks, type TaskFilter, timedAtMost, waitedSeconds } from '#db/queries/task-lists'
import { rowsRead } from '#test/support/rows-read'
import { aStore, type Store } from '#test/support/store'

let store: Store
const org = 'org_many'
const all: TaskFilter = { orgId: org, statuses: undefined, agent: undefined, type: undefined }

/** So many tasks of an agent, one a second back from now; ended ones took a hundred ms, and each tenth of them two hundred. */
async function addTasks(count: number, { agent = 'a', type = 'x', status = 'completed', orgId = org } = {}) {
  await store.sql`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, result_digest,
      created_at, updated_at, completed_at)
    select gen_random_uuid(), gen_random_uuid(), ${orgId}, 'k', 'r', ${agent}, ${type}, ${status}::text, (select id from edg_nodes limit 1), 0,
      'T0', 'd', at, at, case when ${status}::text in ('completed', 'failed', 'canceled', 'rejected')
        then at + interval '100 ms' * (1 + (n % 10 = 0)::int) end
    from (select n, date_trunc('second', now()) - n * interval '1 second' as at from generate_series(1, ${count}::int) n) made`
}

beforeAll(async () => {
  store = await aStore()
  await store.trace()
  await addTasks(30_000)
  await addTasks(19_000, { agent: 'b', type: 'y', status: 'failed' })
  await addTasks(3, { agent: 'b', type: 'z', status: 'input-required' })
  await addTasks(2, { agent: 'c', type: 'x', status: 'submitted' })
  await addTasks(5000, { orgId: 'org_other', agent: 'd', type: 'x', status: 'submitted' })
  await store.sql`vacuum analyze tasks`
})
afterAll(() => store.database.drop())

describe('a list of tasks', () => {
  const filters: [string, Partial<TaskFilter>][] = [
    ['all', {}],
    ['of a status that few have', { statuses: ['input-required'] }],
    ['of a status that none has', { statuses: ['auth-required'] }],
    ['of a status that most have', { statuses: ['completed'] }],
    ['of the open ones', { statuses: ['submitted', 'working', 'input-required', 'auth-required'] }],
    ['of a type that few have', { type: 'z' }],
    ['of a type that none has', { type: 'none' }],
    ['of a type that several agents have', { type: 'x' }],
    ['of an agent', { agent: 'b' }],
    ['of an agent that has none', { agent: 'nobody' }],
    ['of an agent and a type that it never had', { agent: 'a', type: 'z' }],
    ['of an agent, a type and a status', { agent: 'b', type: 'y', statuses: ['failed', 'completed'] }],
  ]
  test.each(filters)('%s: what it reads does not grow with the tasks', async (_, filter) => {
    const { rows, blocks } = await rowsRead(store.sql, ['tasks'], (tx) =>
      listTasks(tx, { ...all, ...filter }, { before: undefined, limit: 20 }),
    )

    expect(rows).toBeLessThan(500)
    // All tasks take five hundred of the index alone.
    expect(blocks).toBeLessThan(250)
  })

  test.each(filters)('%s: has in pages what a plain look has, in the same order', async (_, filter) => {
    const { statuses, agent, type } = filter
    const { sql } = store
    const plain = await sql<{ id: string }[]>`
      select id from tasks where org_id = ${org}
        ${statuses ? sql`and status = any(${statuses as string[]})` : sql``}
        ${agent ? sql`and agent = ${agent}` : sql``} ${type ? sql`and type = ${type}` : sql``}
      order by created_at desc, id desc limit 45`

    const paged: string[] = []
    for (let before: { createdAt: string; id: string } | undefined; ; ) {
      const page = await listTasks(sql, { ...all, ...filter }, { before, limit: 15 })
      paged.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last || page.length < 15 || paged.length >= 45) break
      before = { createdAt: last.created_at.toISOString(), id: last.id }
    }

    expect(paged).toEqual(plain.map(({ id }) => id))
  })
})

describe('of an agent', () => {
  test('the counts, as far as anybody counts, and the times are those of its tasks', async () => {
    const [a, b, nobody] = [
      await agentStats(store.sql, org, 'a'),
      await agentStats(store.sql, org, 'b'),
      await agentStats(store.sql, org, 'nobody'),
    ]

    expect(a).toMatchObject({
      queued: 0,
      working: 0,
      completed_24h: countedAtMost,
      failed_24h: 0,
      p50_ms: 100,
      p95_ms: 200,
    })
    expect(b).toMatchObject({ queued: 0, completed_24h: 0, failed_24h: 19_000, p50_ms: null, p95_ms: null })
    expect(Date.now() - Number(a.last_task_at)).toBeLessThan(3_600_000)
    expect(nobody).toEqual({
      queued: 0,
      working: 0,
      completed_24h: 0,
      failed_24h: 0,
      p50_ms: null,
      p95_ms: null,
      last_task_at: null,
    })
  })

  test('times are taken from the newest tasks alone, and nothing is sorted or counted twice', async () => {
    const { rows } = await rowsRead(store.sql, ['tasks'], (tx) => agentStats(tx, org, 'a'))

    // Each task of the day once, by index, and no more than are counted; the newest again, with their rows.
    expect(rows).toBeLessThan(countedAtMost + 5 * timedAtMost)
  })

  test('how long tasks wait is asked of the oldest alone', async () => {
    const { result, rows } = await rowsRead(store.sql, ['tasks'], (tx) => waitedSeconds(tx, 'org_other'))
    const mine = await waitedSeconds(store.sql, org)

    expect(result.get('d')).toBeGreaterThanOrEqual(5000)
    expect([...mine.keys()]).toEqual(['c'])
    expect(rows).toBeLessThan(50)
  })
})

test('the pages that tasks have queued are counted without the tasks that have ended', async () => {
  await addTasks(4, { agent: 'accessibility-auditor', type: 'accessibility.scan', status: 'submitted' })
  await addTasks(2000, { agent: 'accessibility-auditor', type: 'accessibility.scan' })
  await addTasks(2000, { agent: 'orchestrator', type: 'plan.execute' })

  const { result, rows } = await rowsRead(store.sql, ['tasks', 'task_steps'], (tx) => queuedPages(tx, org))

  expect(result).toBe(4)
  expect(rows).toBeLessThan(50)
})

test('what the evaluator asks of tasks reads those that are late and those with a violation, however many have ended', async () => {
  const { sql } = store
  const [ended] = await sql<{ id: string }[]>`select id from tasks where org_id = ${org} and status = 'failed' limit 1`
  const [open] = await sql<{ id: string }[]>`
    update tasks set deadline = now() - interval '1 hour' where id = (
      select id from tasks where org_id = ${org} and status = 'input-required' limit 1) returning id`
  await sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_' || n, ${org}, 'open', (select id from edg_nodes limit 1), 0, 'f' || n, 'A-16', 't', 'T3', subject_type, subject_id,
      'm', '{}', 'c', '{}', now(), now(), 1
    from (
      select n, 'system' as subject_type, 's' || n as subject_id from generate_series(1, 20000) n
      union all values (20001, 'task', ${ended?.id ?? ''}), (20002, 'task', ${open?.id ?? ''})) made`
  await sql`vacuum analyze violations`

  const { result, rows } = await rowsRead(sql, ['tasks', 'violations'], async (tx) => ({
    late: (await overdueTasks(tx)).map(({ id }) => id),
    over: (await violationsOfEndedTasks(tx)).map(({ subject_id }) => subject_id),
  }))

  expect(result).toEqual({ late: [open?.id ?? ''], over: [ended?.id ?? ''] })
  expect(rows).toBeLessThan(50)
})
