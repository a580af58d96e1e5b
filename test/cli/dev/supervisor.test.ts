/** Processes kept running, and stopped in bounded time. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrinter } from '#cli/dev/output'
import { keepRunning, type SupervisorOptions } from '#cli/dev/supervisor'
import { isAlive } from '#shared/kernel/process/process-identity'
import { bareEnv } from '#test/support/bare-env'
import { until } from '#test/support/until'

const supervised = join(import.meta.dir, '../../../shared/kernel/process/parent-watch.ts')

/** Runs a script under a supervisor; `line(text)` waits until it, or the supervisor, has printed that. */
function aSupervised(script: string, options: Partial<SupervisorOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-supervisor-'))
  writeFileSync(join(directory, 'main.ts'), script)
  let printed = ''
  let pids: number[] = []
  const waiting = new Set<() => void>()
  const sink = {
    write: (text: string, done?: unknown) => {
      printed += text
      for (const look of waiting) look()
      if (typeof done === 'function') done()
      return true
    },
    once: () => process.stdout,
  }
  const supervisor = keepRunning([{ name: 'it.1', command: `bun ${join(directory, 'main.ts')}` }], {
    env: bareEnv,
    cwd: directory,
    print: createPrinter(sink),
    firstPauseMs: 5,
    onChange: (alive) => {
      pids = alive
    },
    ...options,
  })
  const line = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!printed.includes(text)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const printedLines = () => printed.trimEnd().split('\n')
  const clean = () => rmSync(directory, { recursive: true })
  return { supervisor, line, printedLines, pids: () => pids, clean }
}

test('a process that ends at once is started again after growing pauses, and this is said', async () => {
  const { supervisor, line, printedLines, clean } = aSupervised('process.exit(3)')

  await line('starts again in 0.02 s')
  await supervisor.stop()

  const pauses = printedLines().slice(0, 3)
  expect(pauses).toEqual([5, 10, 20].map((ms) => `it.1 | ended unasked (exit code 3); starts again in ${ms / 1000} s`))
  clean()
})

test('a process that lived long enough starts over with the first pause', async () => {
  const { supervisor, line, printedLines, clean } = aSupervised('process.exit(0)', { healthyMs: 0 })
  const said = 'it.1 | ended unasked (exit code 0); starts again in 0.005 s'

  await line(`${said}\n${said}`)
  await supervisor.stop()

  expect(new Set(printedLines())).toEqual(new Set([said]))
  clean()
})

test('a program that does not exist is said and does not spin', async () => {
  const { supervisor, line, clean } = aSupervised('', { cwd: '/does-not-exist' })

  await line('ended unasked')
  await supervisor.stop()
  clean()
})

test('a stop is a SIGTERM, and the process may finish what it does', async () => {
  const script = `process.on('SIGTERM', () => { console.log('finished'); process.exit(0) }); console.log('up'); setInterval(() => 0, 1e6)`
  const { supervisor, line, printedLines, pids, clean } = aSupervised(script)

  await line('up')
  const [pid = 0] = pids()
  await supervisor.stop()

  await line('finished')
  expect({ last: printedLines().at(-1), isAlive: isAlive(pid) }).toEqual({ last: 'it.1 | finished', isAlive: false })
  clean()
})

test('a process that ignores the stop is killed when its time is up, with what it started', async () => {
  const script = `process.on('SIGTERM', () => 0); const child = Bun.spawn(['sleep', '600']); console.log('up ' + child.pid + ';'); setInterval(() => 0, 1e6)`
  const { supervisor, line, printedLines, clean } = aSupervised(script, { graceMs: 50 })

  await line(';')
  await supervisor.stop()

  const grandchild = Number(/up (\d+);/.exec(printedLines().join('\n'))?.[1])
  expect(printedLines()).toContain('it.1 | did not end within 0.05 s and is killed')
  // A killed process is seen until the kernel has taken it apart.
  await until(() => !isAlive(grandchild), { what: 'the grandchild to be gone', timeoutMs: 10_000 })
  clean()
})

test('a process notices that its supervisor is gone, and ends the usual way', async () => {
  const script = `import { endWithSupervisor } from '${supervised}'
    process.on('SIGTERM', () => { console.log('finished'); process.exit(0) })
    endWithSupervisor({ SUPERVISED: '1' })
    setInterval(() => 0, 1e6)
    console.log('up')`
  const directory = mkdtempSync(join(tmpdir(), 'assay-supervised-'))
  writeFileSync(join(directory, 'main.ts'), script)
  // Nothing of the environment: in that of `bun test --no-orphans` stands that it ends with its parent anyway.
  const env = bareEnv
  const child = Bun.spawn([process.execPath, join(directory, 'main.ts')], { env, stdin: 'pipe', stdout: 'pipe' })

  child.stdin.end()

  expect(await new Response(child.stdout).text()).toBe('up\nfinished\n')
  expect(await child.exited).toBe(0)
  rmSync(directory, { recursive: true })
})

test('a process that nobody supervises lives on without stdin', async () => {
  const script = `import { endWithSupervisor } from '${supervised}'
    endWithSupervisor({})
    process.on('SIGTERM', () => process.exit(9))
    await Bun.stdin.text()
    setImmediate(() => process.exit(0))`
  const child = Bun.spawn([process.execPath, '-e', script], { stdin: 'ignore' })

  expect(await child.exited).toBe(0)
})
