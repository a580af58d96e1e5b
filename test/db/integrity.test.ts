/** Looks through all rows find the same in pages of any size, and walk no more than a page in one statement. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { Sql } from '#db/client'
import { allCrowdedPlaces, pageWithoutNodes, type StateRow, stepStatesOf } from '#db/queries/integrity'
import { logStatus } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { stepFaults } from '#shared/verification/state-rows'
import { freshDatabase, type TestDatabase } from '#test/support/database'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
  await letGo(database.sql)
})
afterAll(() => database.drop())

const nodeOf = (taskId: string, { ageDays = 0 } = {}): SignedNode =>
  makeNode(
    {
      kind: 'task.submitted',
      stream: `task:${taskId}`,
      agent: 'orchestrator',
      timestamp: new Date(Date.now() - ageDays * 86_400_000).toISOString(),
      subject: { type: 'task', id: taskId },
      result: { state: 'submitted' },
    },
    'org_a',
    signer,
    '1.0.0',
  )

/** A task with a node of its own, and as many steps, each canceled and with that node. */
async function aTask(steps = 0): Promise<{ id: string; node: SignedNode }> {
  const { sql } = database
  const id = crypto.randomUUID()
  const node = nodeOf(id)
  await appendNodes(sql, [node])
  await sql`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at,
      updated_at, steps_total, steps_open)
    values (${id}, ${crypto.randomUUID()}, 'org_a', 'key', 'request', 'orchestrator', 'plan.execute', 'submitted',
      decode(${node.id}, 'hex'), 0, 'T0', now(), now(), ${steps}, 0)`
  await sql`
    insert into task_steps (task_id, ord, id, type, agent, state, head, needs, dependents, waiting, tier)
    select ${id}, ord, 's' || ord, 'trace.record', 'risk-assessor', 'canceled', decode(${node.id}, 'hex'), '{}', '{}', 0, 'T0'
    from generate_series(0, ${steps} - 1) ord`
  return { id, node }
}

/** From here on the store takes whatever it is told: no guards, no foreign keys. */
const letGo = (sql: Sql) =>
  sql.unsafe(`
    do $$ declare c record; begin
      for c in select conrelid::regclass as owner, conname from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace loop
        execute format('alter table %s drop constraint %I', c.owner, c.conname);
      end loop;
    end $$;
    alter table edg_nodes disable trigger user; alter table tasks disable trigger user;
    alter table task_steps disable trigger user;
    alter table edg_nodes drop constraint edg_nodes_stream_pos_key`)

async function statesWithoutNodes(prefix: Parameters<typeof pageWithoutNodes>[1], atOnce: number): Promise<StateRow[]> {
  const found: StateRow[] = []
  for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
    const { rows, last, looked } = await pageWithoutNodes(database.sql, prefix, after, atOnce)
    // However many rows there are, no statement takes longer than the look at a page.
    expect(looked).toBeLessThanOrEqual(atOnce)
    found.push(...rows)
    after = last
  }
  return found
}

async function all<Item>(items: AsyncGenerator<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

test('rows of state without a node are found in pages of any size', async () => {
  const tasks = []
  for (let count = 0; count < 7; count += 1) tasks.push(await aTask())
  const astray = tasks.filter((_, index) => index % 3 === 0).map(({ id }) => id)
  await database.sql.unsafe(`delete from edg_nodes where stream in (${astray.map((id) => `'task:${id}'`).join(',')})`)

  for (const atOnce of [1, 2, 3, 7, 8, 1000]) {
    const found = await statesWithoutNodes('task:', atOnce)
    expect(found.map(({ stream }) => stream).sort()).toEqual(astray.map((id) => `task:${id}`).sort())
  }
  for (const prefix of ['violation:', 'agent:', 'constitution'] as const)
    expect(await statesWithoutNodes(prefix, 1)).toEqual([])
})

test('places that two nodes claim are found in pages of any size, also where a page ends between them', async () => {
  const [one, other] = [await aTask(), await aTask()]
  const twins = [one, other].map(({ id }) => nodeOf(id, { ageDays: 1 }))
  await database.sql.unsafe(
    twins
      .map(
        ({ id, body, text }) => `insert into edg_nodes (id, org_id, stream, pos, height, kind, body, signature, kid)
        values ('\\x${id}', 'org_a', '${body.stream}', 0, 0, '${body.kind}', '${text}', decode(repeat('00', 64), 'hex'), 'k')`,
      )
      .join(';'),
  )
  const crowded = twins.map(({ body: { stream } }) => ({ stream, pos: 0, nodes: 2 })).sort(byStream)

  for (const atOnce of [1, 2, 3, 4, 5, 1000]) {
    const found = await all(allCrowdedPlaces(database.sql, atOnce))
    expect(found.sort(byStream)).toEqual(crowded)
  }
})
const byStream = (a: { stream: string }, b: { stream: string }) => (a.stream < b.stream ? -1 : 1)

test('steps are read in pages, and a plan’s counts and each step’s node are held to them', async () => {
  const { id } = await aTask(10)
  const plain = await aTask()

  const pages = await all(stepStatesOf(database.sql, id, 4))
  expect(pages.map((page) => page.length)).toEqual([4, 4, 2])
  expect(pages.flat().map(({ ord }) => ord)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await database.sql.unsafe(`update task_steps set state = 'skipped' where task_id = '${id}' and ord in (0, 9)`)
  await database.sql.unsafe(`update tasks set steps_open = 3 where id = '${id}'`)

  const faults = await all(stepFaults(database.sql, [id, plain.id]))

  expect(faults.map(({ step, fault }) => (step && 'id' in step ? step.id : fault))).toEqual([
    expect.stringContaining('counts 3 open steps and 0 held, there are 0 and 0'),
    's0',
    ...Array.from({ length: 8 }, (_, index) => `s${index + 1}`),
    's9',
  ])
})

test('the log’s lag is told however old what waits for it is', async () => {
  const { sql } = database
  const node = nodeOf(crypto.randomUUID(), { ageDays: 400 })
  await database.sql.unsafe('delete from edg_nodes')
  await appendNodes(sql, [node])
  await sql`
    insert into edg_logs (epoch, origin, node_id, reason) values (1, 'log.test', decode(${node.id}, 'hex'), 'it begins')`

  const status = await logStatus(sql)

  expect(status?.lag_ms).toBeGreaterThan(399 * 86_400_000)
})
