/** Tasks that come at once are taken in together: each is judged by itself, and all of each is kept or nothing, whoever dies meanwhile. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Halts, openHalts, type Point } from '#test/support/plan-faults'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const evaluate = {
  type: 'governance.evaluate',
  payload: {
    action: 'task.submit',
    phase: 'pre',
    input: { task_type: 'stats.summarize', side_effects: 'read', agent_kind: 'builtin', override: false },
  },
}
const single = { ...evaluate }
const plan = (steps: number) => ({
  steps: Array.from({ length: steps }, (_, at) => ({
    id: `s${at}`,
    ...evaluate,
    ...(at > 0 ? { needs: [`s${at - 1}`] } : {}),
  })),
})
const question = { steps: [{ id: 'ask', type: 'person.ask', payload: { question: 'go on?' } }] }

const limit = 20
const folder = mkdtempSync(join(tmpdir(), 'assay-admissions-'))
const constitution = {
  shipped: resolve(import.meta.dir, '../../constitution/constitution.json'),
  own: join(folder, 'c.json'),
}
let service: Service
let halts: Halts
setDefaultTimeout(90_000)
beforeAll(async () => {
  copyFileSync(constitution.shipped, constitution.own)
  service = await startService({
    apis: 2,
    workers: 0,
    // What is held back on purpose is not late; each request is counted as it comes.
    env: {
      CONSTITUTION: constitution.own,
      STORE_DEADLINE_MS: '20000',
      RATE_LIMIT_B_STANDARD: String(limit),
      RATE_LIMIT_B_ENTERPRISE: '6000',
      RATE_LIMIT_C_STANDARD: '5000',
      RATE_LIMIT_C_ENTERPRISE: '5000',
    },
  })
  halts = openHalts(service.database.url)
})
afterAll(async () => {
  await halts.close()
  await service.stop()
  rmSync(folder, { recursive: true })
})
/** Limits are of a minute: what is held to one is not to see two of them. */
const withinAMinute = () =>
  until(() => Date.now() % 60_000 < 40_000, { what: 'a minute with time left', timeoutMs: 40_000 })

let orgs = 0
async function aKey(tier: 'standard' | 'enterprise' = 'enterprise') {
  const org = `org_admitted_${++orgs}`
  return { org, ...(await service.issueKey({ org, tier })) }
}
type Key = Awaited<ReturnType<typeof aKey>>
type Sent = { key: Key; body: object; again?: string; api?: number }

const send = ({ key, body, again = randomUUID(), api = 0 }: Sent) =>
  service.call('POST /tasks', { body, key: key.key, api, headers: { 'idempotency-key': again } })
const statusesOf = (answers: readonly Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]))
const idOf = ({ body }: Answer) => (body as { id: string }).id
const codeOf = ({ body }: Answer) => (body as { error?: { code: string } }).error?.code

/** What is there of an organisation's tasks, and in how many transactions it was written. */
async function leftOf(org: string) {
  const [left] = await service.database.sql<Record<string, number>[]>`
    select (select count(*) from tasks where org_id = ${org}) as tasks,
      (select count(distinct xmin::text) from tasks where org_id = ${org}) as transactions,
      (select count(*) from task_payloads where org_id = ${org}) as payloads,
      (select count(*) from task_steps s join tasks t on t.id = s.task_id where t.org_id = ${org}) as steps,
      (select count(*) from edg_nodes where org_id = ${org} and stream like 'task:%') as nodes,
      (select count(*) from pgboss.job where data ->> 'orgId' = ${org}) as jobs`
  return left
}
const usedBy = async ({ id }: Key, area: string) => {
  const [row] = await service.database.sql<{ used: number }[]>`
    select coalesce(sum(used), 0) as used from rate_windows where key_id = ${id} and area = ${area}`
  return Number(row?.used)
}

/** Has these taken in together by one process: somebody else's task is held until all of them have come. */
async function together(sent: readonly Sent[], meanwhile: () => Promise<unknown> = async () => undefined) {
  const api = sent[0]?.api ?? 0
  const plug = await aKey()
  const halt = await halts.at({ table: 'tasks', when: 'before', of: 'insert', where: `new.org_id = '${plug.org}'` })
  const held = send({ key: plug, body: single, api })
  await halt.reached()
  const keys = new Map(sent.map(({ key }) => [key.id, key]))
  const came = async () => {
    const used = await Promise.all([...keys.values()].map((key) => usedBy(key, 'C')))
    return used.reduce((sum, each) => sum + each, 0)
  }
  const before = await came()
  const answers = Promise.all(sent.map(send))
  await until(async () => (await came()) - before === sent.length, { what: 'all of them to have come' })
  // From the limit to the line there is a claim and a look.
  await Bun.sleep(1000)
  await meanwhile()
  await halt.lift()
  await held
  return answers
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

test('fifty that come at once are stored in one transaction, each whole, each with its own answer', async () => {
  const key = await aKey()

  const answers = await together(times(50, (at) => ({ key, body: at % 2 === 0 ? single : plan(4) })))

  expect(statusesOf(answers)).toEqual({ 201: 50 })
  expect(new Set(answers.map(idOf)).size).toBe(50)
  // A single task begins with one node, a plan with those of what was asked and of what was planned.
  const nodes = 25 + 2 * 25
  expect(await leftOf(key.org)).toEqual({ tasks: 50, transactions: 1, payloads: 50, steps: 100, nodes, jobs: 50 })
  expect(await usedBy(key, 'B')).toBe(25 + 4 * 25)
  expect(new Set(answers.map(({ headers }) => headers.get('x-edg-node-id'))).size).toBe(50)
})

test('one that the store refuses among fifty takes nobody along and leaves nothing', async () => {
  const [key, bad] = [await aKey(), await aKey()]
  const { sql } = service.database
  await sql.unsafe(`
    create function refuse_one() returns trigger language plpgsql as $$
    begin
      if new.org_id = '${bad.org}' then raise exception 'not this one'; end if;
      return new;
    end $$;
    create trigger refuse_one before insert on task_payloads for each row execute function refuse_one()`)

  const answers = await together([
    ...times(25, () => ({ key, body: plan(3) })),
    { key: bad, body: plan(3) },
    ...times(24, () => ({ key, body: single })),
  ]).finally(() => sql.unsafe('drop function refuse_one() cascade'))

  expect(answers.map(({ status }) => status)).toEqual([...times(25, () => 201), 500, ...times(24, () => 201)])
  expect(await leftOf(key.org)).toMatchObject({ tasks: 49, payloads: 49, steps: 75, jobs: 49 })
  expect(await leftOf(bad.org)).toEqual({ tasks: 0, transactions: 0, payloads: 0, steps: 0, nodes: 0, jobs: 0 })
  expect([await usedBy(key, 'B'), await usedBy(bad, 'B')]).toEqual([75 + 24, 0])
})

test('organisations in one batch are apart: each has its own tasks, its own limit, its own answers', async () => {
  const [one, other, spent] = [await aKey(), await aKey(), await aKey('standard')]
  await withinAMinute()

  const answers = await together([
    ...times(5, () => ({ key: one, body: plan(2) })),
    // There is room for two of these and for what is smaller.
    ...times(3, () => ({ key: spent, body: plan(8) })),
    ...times(5, () => ({ key: other, body: question })),
    { key: spent, body: single },
  ])

  expect([statusesOf(answers.slice(0, 5)), statusesOf(answers.slice(5, 8)), statusesOf(answers.slice(8))]).toEqual([
    { 201: 5 },
    { 201: 2, 429: 1 },
    { 201: 6 },
  ])
  const [refused] = answers.filter(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({
    error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit, area: 'B', wanted: 8 } },
  })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.slice(8, 13).map(({ body }) => (body as { status: string }).status)).toEqual(
    times(5, () => 'input-required'),
  )
  expect([await leftOf(one.org), await leftOf(other.org), await leftOf(spent.org)]).toMatchObject([
    { tasks: 5, steps: 10, jobs: 5 },
    { tasks: 5, steps: 5, jobs: 0 },
    { tasks: 3, steps: 16, jobs: 3 },
  ])
  const transactions = await service.database.sql`
    select distinct xmin::text from tasks where org_id = any(${[one.org, other.org, spent.org]}::text[])`
  expect(transactions).toHaveLength(1)
  const foreign = await service.call(`GET /tasks/${idOf(answers[0] as Answer)}`, { key: other.key })
  expect(foreign.status).toBe(404)
  const whose = await service.database.sql<{ org: string; key: string }[]>`
    select distinct data ->> 'orgId' as org, data ->> 'keyId' as key from pgboss.job
    where data ->> 'orgId' = any(${[one.org, spent.org]}::text[]) order by 1`
  expect(whose.map((row) => ({ ...row }))).toEqual([
    { org: one.org, key: one.id },
    { org: spent.org, key: spent.id },
  ])
})

test('the same request several times in one batch is one task, told to each and counted once', async () => {
  const key = await aKey()
  const keys = times(10, () => randomUUID())

  const answers = await together(times(50, (at) => ({ key, body: plan(2), again: keys[at % 10] as string })))

  expect(statusesOf(answers)).toEqual({ 201: 50 })
  expect(answers.map(idOf)).toEqual(times(50, (at) => idOf(answers[at % 10] as Answer)))
  expect(await leftOf(key.org)).toMatchObject({ tasks: 10, transactions: 1, steps: 20, jobs: 10 })
  expect(await usedBy(key, 'B')).toBe(20)
})

test('keys are claimed together: each stands for the first request under it, and another under it is a conflict', async () => {
  const key = await aKey()
  const { sql } = service.database
  const keys = times(10, () => randomUUID())
  const held = await sql.reserve()
  await held`begin`
  await held`lock table idempotency_keys in share mode`

  const plug = send({ key, body: single })
  const sent = times(30, (at): Sent => ({ key, body: at < 20 ? plan(2) : plan(3), again: keys[at % 10] as string }))
  const answering = Promise.all(sent.map((each) => send(each)))
  await until(async () => (await usedBy(key, 'C')) === 31, { what: 'all of them to have come' })
  await held`rollback`
  held.release()
  const answers = await answering

  expect((await plug).status).toBe(201)
  const [, , ...transactions] = await sql`
    select distinct xmin::text from idempotency_keys where key_id = ${key.id}`
  expect(transactions).toEqual([])
  for (const [place] of keys.entries()) {
    const [one, twin, other] = [answers[place], answers[place + 10], answers[place + 20]]
    const isOther = one?.status === 409
    expect([one?.status, twin?.status, other?.status]).toEqual(isOther ? [409, 409, 201] : [201, 201, 409])
    expect(new Set([one, twin, other].flatMap((each) => (each?.status === 201 ? [idOf(each)] : []))).size).toBe(1)
  }
  expect(new Set(answers.flatMap((each) => codeOf(each) ?? []))).toEqual(new Set(['IDEMPOTENCY_CONFLICT']))
  expect(await leftOf(key.org)).toMatchObject({ tasks: 11 })
})

test('the same requests through two processes at once are stored once and counted once', async () => {
  const key = await aKey()
  const keys = times(30, () => randomUUID())

  const answers = await Promise.all(
    times(120, (at) => send({ key, body: plan(2), again: keys[(at * 7) % 30] as string, api: at % 2 })),
  )

  expect(statusesOf(answers)).toEqual({ 201: 120 })
  expect(new Set(answers.map(idOf)).size).toBe(30)
  expect(await leftOf(key.org)).toMatchObject({ tasks: 30, steps: 60, jobs: 30 })
  expect(await usedBy(key, 'B')).toBe(60)
})

describe('limits', () => {
  test.each([
    ['of one request each', single, 1],
    ['of four requests each', plan(4), 4],
  ])('of three times as many as may pass, %s, over two processes exactly so many pass', async (_, body, each) => {
    for (let round = 0; round < 5; round += 1) {
      const key = await aKey('standard')
      await withinAMinute()

      const answers = await Promise.all(times((3 * limit) / each, (at) => send({ key, body, api: at % 2 })))

      expect(statusesOf(answers)).toEqual({ 201: limit / each, 429: (2 * limit) / each })
      expect(await leftOf(key.org)).toMatchObject({ tasks: limit / each, jobs: limit / each })
      expect(await usedBy(key, 'B')).toBe(limit)
    }
  })

  test('in one batch the first to come pass, and a smaller one behind them still does', async () => {
    const key = await aKey('standard')
    await withinAMinute()
    const sizes = [7, 7, 7, 5, 2, 1, 1]

    const answers = await together(sizes.map((size) => ({ key, body: plan(size) })))

    // Which of them was first is for the network to say: none passes beyond the limit, and none is refused that had room.
    const passed = sizes.filter((_, at) => answers[at]?.status === 201).reduce((sum, size) => sum + size, 0)
    const refused = sizes.filter((_, at) => answers[at]?.status === 429)
    expect(await usedBy(key, 'B')).toBe(passed)
    expect(passed).toBeLessThanOrEqual(limit)
    expect(refused.every((size) => size > limit - passed)).toBe(true)
    expect((await leftOf(key.org))?.['transactions']).toBe(1)
  })
})

test('a halt that comes while they wait in line is told to each, and nothing is stored', async () => {
  const key = await aKey()

  const answers = await together(
    times(20, () => ({ key, body: plan(2) })),
    async () => {
      rmSync(constitution.own)
      const isHalted = async () => (await service.call('POST /traces', { body: aTrace() })).status === 503
      await until(isHalted, { what: 'writes to be halted', everyMs: 100 })
    },
  ).finally(() => copyFileSync(constitution.shipped, constitution.own))

  expect(statusesOf(answers)).toEqual({ 503: 20 })
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['GOVERNANCE_HALT']))
  expect(await leftOf(key.org)).toMatchObject({ tasks: 0, nodes: 0, jobs: 0 })
  await until(async () => (await send({ key, body: single })).status === 201, { what: 'writes to open again' })
})

/** Where the process is killed that takes them in. */
const points: Record<string, (org: string, key: string) => Point> = {
  'before the first of them is stored': (org) => ({
    table: 'tasks',
    when: 'before',
    of: 'insert',
    where: `new.org_id = '${org}'`,
  }),
  'between their rows and their payloads': (org) => ({
    table: 'task_payloads',
    when: 'before',
    of: 'insert',
    where: `new.org_id = '${org}'`,
  }),
  'when all is written and they are counted': (_, key) => ({
    table: 'rate_windows',
    when: 'after',
    of: 'insert',
    where: `new.area = 'B' and new.key_id = '${key}'`,
  }),
  'as they are kept': (org) => ({
    table: 'tasks',
    when: 'commit',
    of: 'insert',
    where: `new.org_id = '${org}'`,
  }),
}

test.each(Object.entries(points))(
  'the process is killed %s: all of them are kept or none, and sent again each is done once',
  async (_, point) => {
    const api = await service.startApi()
    const key = await aKey()
    const sent: Sent[] = times(50, (at) => ({ key, body: plan(1 + (at % 4)), again: randomBytes(8).toString('hex') }))
    const halt = await halts.at(point(key.org, key.id))

    const lost = together(sent.map((each) => ({ ...each, api }))).catch(() => undefined)
    await halt.reached()
    const killed = service.apis[api]
    killed?.kill('SIGKILL')
    await killed?.exited
    await halt.lift()
    await lost
    const under = () => service.database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name like '%:requests' and state <> 'idle'`
    await until(async () => (await under()).length === 0, { what: 'what it had begun to be over' })

    const { tasks = 0, payloads, jobs, steps, nodes } = (await leftOf(key.org)) ?? {}
    expect([0, 50]).toContain(tasks)
    expect([payloads, jobs]).toEqual([tasks, tasks])
    expect(nodes).toBe(2 * tasks)
    expect(await usedBy(key, 'B')).toBe(Number(steps))
    const answers = await Promise.all(sent.map((each, at) => send({ ...each, api: at % 2 })))
    expect(statusesOf(answers)).toEqual({ 201: 50 })
    const whole = sent.reduce((sum, { body }) => sum + (body as { steps: unknown[] }).steps.length, 0)
    expect(await leftOf(key.org)).toMatchObject({ tasks: 50, payloads: 50, jobs: 50, steps: whole })
    expect(await usedBy(key, 'B')).toBe(whole)
  },
)

test('what they left is evidence without a fault', async () => {
  await assertEvidence(service.database.sql, { isLogged: false })
})
