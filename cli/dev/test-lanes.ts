/** All tests in lanes: one group of files after another in each, several lanes at the same time, each with its store. */
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { spawnTests, type TestProcess } from '#cli/dev/test-process'
import { createTestReport, type TestOutput } from '#cli/dev/test-report'
import { type TestStore, withStore } from '#cli/dev/test-store'

/** More lanes than two would wait for the processor, and tests that kill and restart would wait for them. */
const mostLanes = 2
const lookMs = 200

type Group = { name: string; files: string[]; bytes: number }

/** Gives 0 when every test passed. */
export async function runInLanes(settings: TestProcess & TestStore, toStop: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const report = createTestReport((text) => void process.stdout.write(text))
  const waiting = groupsOf(settings.root)
  const broken = new AbortController()
  const isOver = AbortSignal.any([toStop, broken.signal])
  const lane = () =>
    withStore(settings, async (url) => {
      for (let group = waiting.shift(); group && !isOver.aborted; group = waiting.shift()) {
        const spawn = (output: number) => spawnTests({ ...settings, args: group.files.sort() }, url, output, isOver)
        await follow(spawn, report.open(group.name))
      }
    }).catch((error: unknown) => {
      broken.abort()
      throw error
    })
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(mostLanes, availableParallelism()) }, lane))
  for (const each of lanes) if (each.status === 'rejected') throw each.reason
  const isGood = report.close((performance.now() - startedAt) / 1000)
  return isGood && !toStop.aborted ? 0 : 1
}

/** What a file says that has a browser started; one that says it for another reason is only run among them. */
const browserWords = /scan-page'|scan-page\/checks\/lab|workers\/browser\/browser|support\/(chromium|hostile)/

/**
 * Browsers take more than one processor, so two lanes of them would be late for their deadlines: all are in one group.
 * Faults come next, since they wait most; then what is long, so that the lanes end together.
 */
function groupsOf(root: string): Group[] {
  const groups = new Map<string, Group>()
  for (const file of new Glob('test/**/*.test.ts').scanSync(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    const name = browserWords.test(text) ? 'browsers' : file.split('/').slice(0, 2).join('/')
    const group = groups.get(name) ?? { name, files: [], bytes: 0 }
    group.files.push(`./${file}`)
    group.bytes += text.length
    groups.set(name, group)
  }
  const first = ['test/fault', 'browsers']
  return [...groups.values()].sort(
    (one, other) => first.indexOf(other.name) - first.indexOf(one.name) || other.bytes - one.bytes,
  )
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
