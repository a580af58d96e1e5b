/**
 * How far a call walks through the house: which of our files run between its request and its answer. Its own are those that
 * neither another call with a job nor another whose result is recorded enters as well.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aTrace } from '#test/support/makers'
import { type Process, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

const place = mkdtempSync(join(tmpdir(), 'assay-test-'))
let service: Service
beforeAll(async () => {
  service = await startService({
    env: { ...unlimited, BUN_OPTIONS: `--preload=${join(import.meta.dir, 'support/entered.ts')}`, ENTERED_DIR: place },
  })
  await service.startWorker('run-task')
})
afterAll(async () => {
  await service.stop()
  rmSync(place, { recursive: true, force: true })
})

let looks = 0
async function enteredBy(act: () => Promise<unknown>): Promise<Set<string>> {
  const processes = [...service.apis, ...service.workers]
  await look(processes)
  await act()
  return new Set((await look(processes)).flat())
}

async function look(processes: readonly Process[]): Promise<string[][]> {
  const n = looks++
  for (const each of processes) each.kill('SIGUSR2')
  const paths = processes.map(({ pid }) => join(place, `${pid}.${n}.json`))
  await until(() => paths.every((path) => existsSync(path)), { what: 'what ran', everyMs: 5 })
  return paths.map((path) => JSON.parse(readFileSync(path, 'utf8')))
}

/** What goes by the clock runs now and then: only what runs each time belongs to the call. */
async function alwaysEnteredBy(act: () => Promise<unknown>): Promise<string[]> {
  await act()
  const walks: Set<string>[] = []
  for (let time = 0; time < 6; time++) walks.push(await enteredBy(act))
  const [first = new Set<string>(), ...others] = walks
  return [...first].filter((file) => others.every((walk) => walk.has(file))).sort()
}

test('POST /generate enters few files of its own, and none of tasks or plans', async () => {
  const { body } = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = body as { trace_id: string }
  const [node] = await service.database.sql<{ hash: string }[]>`
    select encode(id, 'hex') as hash from edg_nodes where kind = 'trace.recorded'`
  const call =
    (what: string, sent: unknown, expected = 200) =>
    async () => {
      const { status, text } = await service.call(what, { body: sent })
      expect([status, text]).toEqual([expected, expect.anything()])
    }

  const files = await alwaysEnteredBy(call('POST /generate', { trace_id }))
  const others = [
    await alwaysEnteredBy(call('POST /v1/edg/verify', { hash: node?.hash, mode: 'full' })),
    await alwaysEnteredBy(call('POST /traces', aTrace(), 201)),
  ]
  const common = new Set(others.flat())
  const own = files.filter((file) => !common.has(file))

  console.log(`POST /generate enters ${files.length} files, ${own.length} of its own`)
  expect(own).toContain('workers/generate-tree/index.ts')
  expect(
    files.filter((file) => /^shared\/(agents|plans|tasks)\/|^(api|db\/queries)\/.*(task|plan)/.test(file)),
  ).toEqual([])
  expect(own.length).toBeLessThanOrEqual(25)
})
