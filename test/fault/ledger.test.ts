/** The ledger under faults: two at once, killed in turn, a straggling transaction, a store that goes away. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { appendNodes } from '#db/queries/nodes'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { openSigner } from '#shared/evidence/signing'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0, env: unlimited })
})
afterAll(() => service.stop())

type Running = Awaited<ReturnType<Service['startLedger']>>
const leads = (ledger: Running) => ledger.lines.some((line) => line.includes('"ledger leads"'))

const aNode = (stream: string, parents: SignedNode[] = []) =>
  makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${stream}`,
      height: parents.length === 0 ? 0 : 1 + Math.max(...parents.map(({ body }) => body.height)),
      parents: parents.map(({ id }) => ({ rel: 'input', hash: id })),
      agent: 'test',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id: stream },
    },
    'org_test',
    openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') }),
    '1.0.0',
  )

const leafOf = async ({ id }: SignedNode) => {
  const [row] = await service.database.sql<{ leaf: number }[]>`
    select leaf from edg_leaves where node_id = decode(${id}, 'hex')`
  return row?.leaf
}
const untilLeaf = (node: SignedNode) =>
  until(async () => ((await leafOf(node)) !== undefined ? { leaf: await leafOf(node) } : false), { what: 'a leaf' })

/** Callers that record traces until told to stop; gives what they were told. */
function load(callers: number) {
  const acks: string[] = []
  let isOver = false
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const { status, headers } = await service.call('POST /traces', { body: aTrace() })
      if (status === 201) acks.push(headers.get('x-service-attribution') ?? '')
    }
  })
  return async () => {
    isOver = true
    await Promise.all(calling)
    return acks
  }
}

test('a node whose transaction commits late gets its place, and before its children', async () => {
  const ledger = await service.startLedger()
  const { sql } = service.database
  await untilLogged(sql)
  const [late, later] = [aNode('late'), aNode('later')]
  const gate = Promise.withResolvers<void>()
  const inserted = Promise.withResolvers<void>()
  const straggler = sql.begin(async (tx) => {
    await appendNodes(tx, [late])
    inserted.resolve()
    await gate.promise
  })
  await inserted.promise
  await appendNodes(sql, [later])
  await untilLeaf(later)
  // The log has gone past the gap, by more than one round.
  const further = aNode('further')
  await appendNodes(sql, [further])
  await untilLeaf(further)

  expect(await leafOf(late)).toBeUndefined()
  gate.resolve()
  await straggler
  const child = aNode('child', [late, later])
  await appendNodes(sql, [child])
  await untilLeaf(child)

  expect(await leafOf(late)).toBeLessThan((await leafOf(child)) ?? 0)
  await assertEvidence(sql)
  ledger.kill('SIGKILL')
  await ledger.exited
})

test('a ledger that starts while a transaction is open waits for it', async () => {
  const { sql } = service.database
  const late = aNode('late-at-start')
  const gate = Promise.withResolvers<void>()
  const inserted = Promise.withResolvers<void>()
  const straggler = sql.begin(async (tx) => {
    await appendNodes(tx, [late])
    inserted.resolve()
    await gate.promise
  })
  await inserted.promise
  const later = aNode('later-at-start')
  await appendNodes(sql, [later])
  const ledger = await service.startLedger()
  await until(() => leads(ledger), { what: 'the ledger to lead' })
  gate.resolve()
  await straggler
  const child = aNode('child-at-start', [late])
  await appendNodes(sql, [child])

  await untilLogged(sql)
  expect(await leafOf(late)).toBeLessThan((await leafOf(child)) ?? 0)
  expect(await leafOf(late)).toBeLessThan((await leafOf(later)) ?? 0)
  await assertEvidence(sql)
  ledger.kill('SIGKILL')
  await ledger.exited
})

test('of two ledgers one leads, and the other takes over when it is killed', async () => {
  const { sql } = service.database
  const ledgers = [await service.startLedger(), await service.startLedger()]
  const first = await until(() => ledgers.find(leads), { what: 'one to lead' })
  const second = ledgers.find((each) => each !== first)
  const stop = load(4)
  await until(async () => (await sql`select 1 from edg_leaves limit 20`).length === 20, { what: 'some leaves' })
  expect(second && leads(second)).toBe(false)
  first.kill('SIGKILL')
  const killedAt = performance.now()
  await until(() => second && leads(second), { what: 'the other to lead' })
  const tookMs = performance.now() - killedAt

  const acks = await stop()
  await untilLogged(sql)
  await assertEvidence(sql, { acks })
  expect(tookMs).toBeLessThan(1500)
  second?.kill('SIGKILL')
  await second?.exited
})

test(
  'ledgers and the witness are killed in turn under load, and the evidence is whole',
  async () => {
    const { sql } = service.database
    const start = { ledger: () => service.startLedger(), witness: () => service.startWitness() }
    let running = { ledger: await start.ledger(), spare: await start.ledger(), witness: await start.witness() }
    const stop = load(6)
    for (let turn = 0; turn < 9; turn++) {
      const [before] = await sql<{ leaves: number }[]>`select count(*) as leaves from edg_leaves`
      await until(
        async () => {
          const [now] = await sql<{ leaves: number }[]>`select count(*) as leaves from edg_leaves`
          return (now?.leaves ?? 0) > (before?.leaves ?? 0) + 20
        },
        { what: 'the log to grow', timeoutMs: 20_000 },
      )
      const name = (['ledger', 'witness', 'spare'] as const)[turn % 3] ?? 'ledger'
      running[name].kill('SIGKILL')
      await running[name].exited
      running = { ...running, [name]: await start[name === 'witness' ? 'witness' : 'ledger']() }
    }

    const acks = await stop()
    await untilLogged(sql)
    await assertEvidence(sql, { acks })
    expect(acks.length).toBeGreaterThan(100)
    const violations = await sql`select 1 from violations where article = 'A-02'`
    expect(violations.length).toBe(0)
    const newest = await until(
      async () => (await sql`select 1 from edg_cosignatures where size = (select max(size) from edg_checkpoints)`)[0],
      { what: 'the newest checkpoint to be cosigned' },
    )
    expect(newest).toBeDefined()
    for (const each of Object.values(running)) each.kill('SIGKILL')
    await Promise.all(Object.values(running).map(({ exited }) => exited))
  },
  { timeout: 90_000 },
)

test('a ledger whose connections are cut goes on, without a fault', async () => {
  const { sql } = service.database
  const ledger = await service.startLedger()
  await until(() => leads(ledger), { what: 'the ledger to lead' })
  const stop = load(4)
  for (let turn = 0; turn < 5; turn++) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'assay-ledger:%'`
    const [before] = await sql<{ leaves: number }[]>`select count(*) as leaves from edg_leaves`
    await until(
      async () => {
        const [now] = await sql<{ leaves: number }[]>`select count(*) as leaves from edg_leaves`
        return (now?.leaves ?? 0) > (before?.leaves ?? 0)
      },
      { what: () => `the log to grow:\n${ledger.lines.join('\n')}` },
    )
  }

  const acks = await stop()
  await untilLogged(sql)
  await assertEvidence(sql, { acks })
  expect(await sql`select 1 from violations where article = 'A-02'`).toEqual([] as never)
  ledger.kill('SIGTERM')
  expect(await ledger.exited).toBe(0)
})
