/** All tests in lanes: one group of files after another in each, several lanes at the same time, each with its store. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserGroup, groupsOf, takeGroup } from '#cli/dev/test-groups'
import { spawnTests, type TestProcess } from '#cli/dev/test-process'
import { createTestReport, type TestOutput, type TestReport } from '#cli/dev/test-report'
import { type TestStore, withStore } from '#cli/dev/test-store'

/** One more than two processors: tests that kill and restart wait for half of their time. More would wait for the processors. */
const mostLanes = 3
const lookMs = 200

/** Gives 0 when every test passed. */
export async function runInLanes(settings: TestProcess & TestStore, toStop: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const report = createTestReport((text) => void process.stdout.write(text))
  const waiting = groupsOf(settings.root)
  const running: string[] = []
  const broken = new AbortController()
  const isOver = AbortSignal.any([toStop, broken.signal])
  const lane = () =>
    withStore(settings, async (database) => {
      for (let group = takeGroup(waiting, running); group && !isOver.aborted; group = takeGroup(waiting, running)) {
        const { name, files } = group
        running.push(name)
        const asked = { ...settings, args: files.sort(), env: { ...settings.env, TEST_GROUP: name } }
        const spawn = (output: number) => spawnTests(asked, database, output, isOver)
        await follow(spawn, report.open(name))
        running.splice(running.indexOf(name), 1)
      }
    }).catch((error: unknown) => {
      broken.abort()
      throw error
    })
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(mostLanes, availableParallelism() + 1) }, lane))
  for (const each of lanes) if (each.status === 'rejected') throw each.reason
  if (!toStop.aborted) await runAlone(settings, report, toStop)
  const isGood = report.close((performance.now() - startedAt) / 1000)
  return isGood && !toStop.aborted ? 0 : 1
}

/** One file in fifty. More than these fail for a cause that another run does not take away. */
export const mostAlone = 8

/**
 * A few files that failed are run once more, with the machine to themselves: what only fails beside others is named as such, since
 * that is a fault of the test, or of how long we let things take.
 */
async function runAlone(settings: TestProcess & TestStore, report: TestReport, toStop: AbortSignal): Promise<void> {
  const files = report.failed()
  if (!files || files.length === 0 || files.length > mostAlone) return
  process.stdout.write('\nOnce more, alone:\n')
  const passed: string[] = []
  for (const file of files) {
    const again = createTestReport((text) => void process.stdout.write(text))
    await withStore(settings, async (database) => {
      const asked = { ...settings, args: [`./${file}`], env: { ...settings.env, TEST_GROUP: browserGroup } }
      await follow((output) => spawnTests(asked, database, output, toStop), again.open(file))
    })
    if (again.hasPassed()) passed.push(file)
  }
  report.passedAlone(passed)
}

/** Into a file and not a pipe: a pipe would stay open for as long as anything that a test left behind. */
async function follow(spawn: (output: number) => Bun.Subprocess, output: TestOutput): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-test-output-'))
  const path = join(directory, 'output')
  const [written, read] = [openSync(path, 'a'), openSync(path, 'r')]
  try {
    const child = spawn(written)
    const decoder = new TextDecoder()
    const bytes = Buffer.alloc(64 * 1024)
    for (let hasEnded = false; !hasEnded; ) {
      hasEnded = await Promise.race([child.exited.then(() => true), Bun.sleep(lookMs).then(() => false)])
      for (let count = readSync(read, bytes); count > 0; count = readSync(read, bytes)) {
        output.write(decoder.decode(bytes.subarray(0, count), { stream: true }))
      }
    }
    output.end(child.signalCode ?? child.exitCode ?? 1)
  } finally {
    closeSync(written)
    closeSync(read)
    rmSync(directory, { recursive: true, force: true })
  }
}
