/** A process is stopped as a debugger or a paused machine stops it, and goes on later: others do the work, and nothing is done twice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Process, patient, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let tasks: Process
let witness: Process
beforeAll(async () => {
  service = await startService({
    apis: 2,
    workers: 2,
    env: { ...patient, RATE_LIMIT_A_ENTERPRISE: '1000000000', RATE_LIMIT_C_ENTERPRISE: '1000000000' },
  })
  tasks = await service.startWorker('run-task')
  await service.startWorker('run-task')
  witness = await service.startWitness({ WITNESS_PORT: '0' })
  await service.startLedger()
}, 60_000)
afterEach(() => {
  for (const each of [...service.apis, ...service.workers, witness]) each.kill('SIGCONT')
})
afterAll(() => service.stop())

const inAll = <Kind>(count: number, act: (index: number) => Promise<Kind>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const storedOf = async (system: string) => {
  const [row] = await service.database.sql<{ n: number }[]>`
    select count(*)::int as n from traces where system_source = ${system}`
  return row?.n
}

test('an API frozen with calls in flight: the other answers meanwhile, and each call is answered truly when it goes on', async () => {
  const frozen = inAll(40, () => service.call('POST /traces', { body: aTrace({ system_source: 'frozen' }), api: 0 }))
  service.apis[0]?.kill('SIGSTOP')
  const startedAt = performance.now()
  const others = await inAll(40, () =>
    service.call('POST /traces', { body: aTrace({ system_source: 'other' }), api: 1 }),
  )
  const othersMs = performance.now() - startedAt
  await Bun.sleep(3000)

  service.apis[0]?.kill('SIGCONT')
  const answers = await frozen

  expect(others.every(({ status }) => status === 201)).toBe(true)
  expect(othersMs).toBeLessThan(3000)
  expect(await storedOf('other')).toBe(40)
  expect(await storedOf('frozen')).toBe(answers.filter(({ status }) => status === 201).length)
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
})

test.each([
  ['generate-tree', () => service.workers[0]],
  ['run-task', () => tasks],
])(
  'a frozen %s worker: what comes afterwards is done by the other, in time',
  async (_, frozen) => {
    frozen()?.kill('SIGSTOP')
    // What it had claimed in that moment is handed over when its time is up: nothing was.
    const answers = await inAll(10, async () => {
      const stored = await service.call('POST /traces', { body: aTrace(), api: 1 })
      const { trace_id } = stored.body as { trace_id: string }
      const [tree, task] = await Promise.all([
        service.call('POST /generate', { body: { trace_id }, api: 1 }),
        service.call('POST /tasks', {
          body: { type: 'risk.assess', payload: { trace_id } },
          headers: { prefer: 'wait=20' },
          api: 1,
        }),
      ])
      return [tree.status, (task.body as { status: string }).status]
    })
    frozen()?.kill('SIGCONT')

    expect(answers).toEqual(Array(10).fill([200, 'completed']))
  },
  40_000,
)

test('a frozen witness: the log goes on without it, and is cosigned when it goes on', async () => {
  const { sql } = service.database
  const cosigned = async () => {
    const [row] = await sql<{ size: number }[]>`select coalesce(max(size), 0)::int as size from edg_cosignatures`
    return row?.size ?? 0
  }
  witness.kill('SIGSTOP')
  await service.call('POST /traces', { body: aTrace(), api: 1 })
  await untilLogged(sql)
  const [log] = await sql<{ size: number }[]>`select max(leaf)::int + 1 as size from edg_leaves`
  const before = await cosigned()

  witness.kill('SIGCONT')
  await until(async () => (await cosigned()) >= (log?.size ?? Number.MAX_VALUE), {
    what: 'the witness to cosign',
    timeoutMs: 30_000,
  })

  expect(before).toBeLessThan(log?.size ?? 0)
}, 60_000)

test('afterwards everything was done once, and nobody was accused', async () => {
  const { sql } = service.database
  await untilLogged(sql)
  await assertEvidence(sql)

  const [row] = await sql`
    select (select count(*)::int from trees) as trees, (select count(distinct trace_id)::int from trees) as traces,
      (select count(*)::int from tasks where status = 'completed') as tasks`
  // A risk is assessed by a tree of its own.
  expect(row).toEqual({ trees: 40, traces: 20, tasks: 20 })
})
