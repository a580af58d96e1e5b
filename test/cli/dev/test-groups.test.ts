/** Tests that have a browser started run in one group, by what they bring in and by the jobs that they name. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { groupsOf, hasBrowsers, takeGroup } from '#cli/dev/test-groups'
import { openChromium } from '#test/support/chromium'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-groups-'))
})
afterAll(() => rmSync(root, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}
const amongBrowsers = (of: string) => groupsOf(of).flatMap(({ name, files }) => (hasBrowsers(name) ? files : []))

test('a test is among the browsers that brings in what starts one, however far away, or names a job that takes one', () => {
  write({
    'workers/page/launch.ts': '',
    'workers/page/pool.ts': "import { launch } from '#workers/page/launch'",
    'test/support/lab.ts': "import {\n  aPage,\n} from '#workers/page/pool'",
    'test/a/far.test.ts': "import { lab } from '#test/support/lab'",
    'test/a/named.test.ts': "startService({ job: 'scan-page' })",
    'test/a/contract.test.ts': "import { scanPage } from '#shared/jobs/scan-page'",
    'test/a/typed.test.ts': "import type { Pool } from '#workers/page/pool'",
    'test/a/child.test.ts': "const script = `await import('#workers/page/pool')`",
    'test/a/lazy.test.ts': "import { service } from '#test/support/service'",
    'test/support/service.ts': "const browser = () => import('#workers/page/launch')",
    'test/a/plain.test.ts': "import { expect } from 'bun:test'",
  })

  expect(amongBrowsers(root).sort()).toEqual([
    './test/a/child.test.ts',
    './test/a/contract.test.ts',
    './test/a/far.test.ts',
    './test/a/named.test.ts',
  ])
})

test('of our own tests, those of the browser are among them and most are not', () => {
  const ours = resolve(import.meta.dir, '../../..')
  const groups = groupsOf(ours)
  const all = groups.flatMap(({ files }) => files)

  expect(new Set(all).size).toBe(all.length)
  expect(amongBrowsers(ours)).toContain('./test/workers/page/browser.test.ts')
  expect(amongBrowsers(ours)).toContain('./test/workers/scan-page/locate.test.ts')
  expect(amongBrowsers(ours).length).toBeLessThan(all.length / 2)
})

test('a browser that is started in another group is refused', async () => {
  const before = process.env['TEST_GROUP']
  process.env['TEST_GROUP'] = 'test/a'
  try {
    await expect(openChromium()).rejects.toThrow('a browser is started among test/a')
  } finally {
    if (before === undefined) delete process.env['TEST_GROUP']
    else process.env['TEST_GROUP'] = before
  }
})

test('the one long test comes first, then browsers, then what waits most, each in parts of as many files', () => {
  const groups = groupsOf(resolve(import.meta.dir, '../../..'))
  const names = groups.map(({ name }) => name)
  const sizes = (named: RegExp) => groups.flatMap(({ name, files }) => (named.test(name) ? [files.length] : []))

  expect(groups[0]).toMatchObject({ name: 'browsers once', files: ['./test/tampering/tampering.test.ts'] })
  expect(names.filter(hasBrowsers)).toEqual(names.slice(0, 9))
  expect(names.slice(9, 11)).toEqual(['test/fault 1', 'test/fault 2'])
  for (const each of [sizes(/^browsers \d/), sizes(/^test\/fault/)])
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1)
})

test('browsers are run in one lane while others wait, in two when nothing else is left, and never in three', () => {
  const named = (name: string) => ({ name, files: [], bytes: 0 })
  const waiting = ['browsers 1', 'browsers 2', 'browsers 3', 'test/a'].map(named)
  const taken = (...running: string[]) => takeGroup(waiting, running)?.name

  expect(taken()).toBe('browsers 1')
  expect(taken('browsers 1')).toBe('test/a')
  expect(taken('browsers 1', 'test/a')).toBe('browsers 2')
  expect(taken('browsers 1', 'browsers 2')).toBeUndefined()
  expect(taken('browsers 1')).toBe('browsers 3')
  expect(taken()).toBeUndefined()
})

test('what has a browser once takes no lane from those that have one all the time', () => {
  const waiting = ['browsers once', 'browsers 1', 'browsers 2'].map((name) => ({ name, files: [], bytes: 0 }))
  const taken = (...running: string[]) => takeGroup(waiting, running)?.name

  expect(taken('browsers 3')).toBe('browsers once')
  expect(taken('browsers once')).toBe('browsers 1')
  expect(taken('browsers once', 'browsers 1')).toBe('browsers 2')
})
