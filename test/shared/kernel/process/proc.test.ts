/** What is read of /proc is what is so. */
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  childrenOf,
  commandLineOf,
  descendantsOf,
  fieldOf,
  memoryOf,
  processIds,
  statOf,
  threadsOf,
  workingDirectoryOf,
} from '#shared/kernel/process/proc'
import { until } from '#test/support/until'

const started: ReturnType<typeof Bun.spawn>[] = []
afterEach(async () => {
  for (const each of started.splice(0)) {
    each.kill('SIGKILL')
    await each.exited
  }
})
function start(command: string[], options: { cwd?: string } = {}) {
  const child = Bun.spawn(command, { stdout: 'ignore', ...options })
  started.push(child)
  return child
}

/** No process has it: the kernel's numbers end below. */
const nobody = 2 ** 30

test('a process is known by its parent, its command line and its folder, whatever its name is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-proc-'))
  const odd = join(folder, 'a) S 1 (b')
  symlinkSync(Bun.which('sleep') ?? '', odd)
  const child = start([odd, '60'], { cwd: folder })
  await until(() => commandLineOf(child.pid)?.startsWith(odd), { what: 'it to run' })

  expect(statOf(child.pid)).toMatchObject({ parent: process.pid, session: statOf(process.pid)?.session })
  expect(commandLineOf(child.pid)).toBe(`${odd}\x0060\x00`)
  expect(workingDirectoryOf(child.pid)).toBe(realpathSync(folder))
  expect(childrenOf(process.pid)).toContain(child.pid)
  expect(processIds()).toContain(child.pid)
  rmSync(folder, { recursive: true })
})

test('what it started and what that started are its descendants', async () => {
  const child = start(['bash', '-c', 'bash -c "sleep 60; true"; true'])

  const found = await until(
    () => {
      const pids = descendantsOf(child.pid)
      return pids.length === 2 && pids
    },
    { what: 'a child and a grandchild' },
  )

  expect(found.map((pid) => statOf(pid)?.parent)).toEqual([child.pid, found[0]])
  expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([child.pid, ...found]))
})

test('two processes of one number were not born at once, and one stays who it is', () => {
  const [one, other] = [start(['sleep', '60']), process.pid]

  expect(statOf(one.pid)?.born).toMatch(/^\d+$/)
  expect(statOf(one.pid)?.born).toBe(statOf(one.pid)?.born)
  expect(statOf(one.pid)?.born).not.toBe(statOf(other)?.born)
})

test('time and memory are those that the process itself is told', () => {
  const { user, system } = process.cpuUsage()
  const { rss } = process.memoryUsage()
  const memory = memoryOf(process.pid)

  expect(statOf(process.pid)?.cpuMs).toBeWithin((user + system) / 1000 - 500, (user + system) / 1000 + 500)
  expect(memory?.residentBytes).toBeWithin(rss * 0.8, rss * 1.2)
  expect(memory?.peakBytes).toBeGreaterThanOrEqual((memory?.residentBytes ?? 0) * 0.9)
  expect(memory?.ownBytes).toBeWithin(1, memory?.residentBytes ?? 0)
  expect(fieldOf(process.pid, 'status', 'PPid')).toBe(String(process.ppid))
  expect(threadsOf(process.pid)).toBeGreaterThan(1)
})

test('of a process that is not there nothing is said', () => {
  expect([statOf(nobody), commandLineOf(nobody), workingDirectoryOf(nobody), memoryOf(nobody)]).toEqual(
    Array(4).fill(undefined),
  )
  expect([fieldOf(nobody, 'status', 'PPid'), threadsOf(nobody), childrenOf(nobody)]).toEqual([undefined, 0, []])
})
