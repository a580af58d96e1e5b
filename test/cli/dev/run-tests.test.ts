/** The whole suite in lanes, on small suites of its own: what it prints, its exit code, and how it is stopped. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { mostAlone } from '#cli/dev/test-lanes'
import { isAlive } from '#shared/kernel/process/process-identity'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../../..')
const work = mkdtempSync(join(tmpdir(), 'assay-suite-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Runs a suite of these files in lanes. SIGTERM asks it to stop. */
function aRun(files: Record<string, string>, more: Record<string, string> = {}) {
  const suite = mkdtempSync(join(work, 'suite-'))
  for (const [path, text] of Object.entries(files)) {
    const file = join(suite, 'test', `${path}.test.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import { expect, test } from 'bun:test'\n${text}`)
  }
  const script = `
    import { runTests } from '${root}/cli/dev/run-tests.ts'
    const stop = new AbortController()
    process.on('SIGTERM', () => stop.abort())
    const settings = { root: '${suite}', args: [], env: process.env, databaseUrl: 'postgres://nowhere', isDurable: false }
    process.exitCode = await runTests(settings, stop.signal)`
  const { TEST_SERVERS: _, ...own } = process.env
  const env = { ...own, ...more }
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: root, env, stdout: 'pipe', stderr: 'inherit' })
  const ended = async () => ({ text: await new Response(child.stdout).text(), code: await child.exited })
  return { suite, child, ended }
}

const passing = (name: string) =>
  `test('${name}', () => { console.log('${name} speaks'); expect(process.env.DATABASE_URL).toBe('postgres://nowhere') })`

test('folders are run as one: each file’s lines together, one sum at the end', async () => {
  const { text, code } = await aRun({
    'a/one': passing('first'),
    'a/inner/two': passing('second'),
    'b/three': `${passing('third')}\ntest.skip('fourth', () => {})\ntest.todo('fifth')`,
  }).ended()

  expect(code).toBe(0)
  for (const [file, name] of [
    ['test/a/one', 'first'],
    ['test/a/inner/two', 'second'],
    ['test/b/three', 'third'],
  ]) {
    expect(text).toMatch(new RegExp(`\n${file}\\.test\\.ts:\n${name} speaks\n\\(pass\\) ${name}`))
  }
  expect(text).toMatch(
    /\n 3 pass\n 0 fail\n 1 skip\n 1 todo\n 3 expect\(\) calls\nRan 5 tests across 3 files\. \[\d+\.\d\ds\]\n$/,
  )
  expect(text.match(/^ \d+ pass$/gm)).toHaveLength(1)
})

test('the files that took longest are told, their hooks included', async () => {
  const { text } = await aRun({
    'a/quick': passing('quick'),
    'a/slow': `import { beforeAll } from 'bun:test'\nbeforeAll(() => Bun.sleep(1200))\n${passing('slow')}`,
  }).ended()

  const told = /\nslowest files:\n((?: +[\d.]+ s \S+\n)+)/.exec(text)?.[1] ?? ''
  expect(told.match(/test\/\S+/g)).toEqual(['test/a/slow.test.ts', 'test/a/quick.test.ts'])
  expect(Number.parseFloat(told)).toBeGreaterThan(0.9)
})

test('a server that cannot be had is told once, last; where all are asked for it is a failure', async () => {
  const needing = (name: string) => `
    import { orWithout } from '${root}/test/servers/needed.ts'
    const server = await orWithout('some-server', Promise.resolve({ why: 'no package,\\nnowhere' }))
    test.skipIf(server === undefined)('${name}', () => {})`
  const files = { 'a/one': needing('first'), 'b/two': needing('second'), 'c/three': passing('third') }

  const [without, all] = await Promise.all([aRun(files).ended(), aRun(files, { TEST_SERVERS: 'all' }).ended()])

  expect(without.code).toBe(0)
  expect(without.text).toEndWith(
    's]\n\nNot run, since these servers could not be had:\n  some-server: no package, nowhere\n',
  )
  expect(all.code).toBe(1)
  expect(all.text).toContain('there is no some-server for the tests: no package, nowhere')
  expect(all.text).toEndWith('  some-server: no package, nowhere\n')
})

test('what failed is named once more at the end, and the exit code says so', async () => {
  const { text, code } = await aRun({
    'a/one': `test('wrong', () => expect(1).toBe(2))`,
    'b/two': passing('right'),
    'c/three': `import '#nowhere'`,
  }).ended()

  expect(code).toBe(1)
  expect(text).toContain('Expected: 2')
  expect(text).toMatch(/\n2 failed:\n(.*\n)*test\/a\/one\.test\.ts: \(fail\) wrong.*\n(.*\n)*\n 1 pass\n 2 fail\n/)
  expect(text).toMatch(/^test\/c\/three\.test\.ts: # Unhandled error between tests$/m)
})

test('what fails beside others and passes alone is named, and counts as passed; what fails again, and too many at once, has failed', async () => {
  const once = (name: string) =>
    `test('${name}', async () => {
      const seen = Bun.file(import.meta.dir + '/${name}.seen')
      const wasThere = await seen.exists()
      await Bun.write(seen, '')
      expect(wasThere).toBe(true)
    })`
  const wrong = `test('wrong', () => expect(1).toBe(2))`

  const [steady, both, many] = await Promise.all([
    aRun({ 'a/one': once('late'), 'b/two': passing('right') }).ended(),
    aRun({ 'a/one': once('late'), 'b/two': wrong }).ended(),
    aRun(Object.fromEntries(Array.from({ length: mostAlone + 1 }, (_, at) => [`a/${at}`, once(`late${at}`)]))).ended(),
  ])

  expect(steady.code).toBe(0)
  expect(steady.text).toMatch(
    /\nOnce more, alone:\n(.*\n)*\n1 failed beside others, and passed alone:\ntest\/a\/one\.test\.ts: \(fail\) late.*\n\n 2 pass\n 0 fail\n/,
  )
  expect(both.code).toBe(1)
  expect(both.text).toMatch(/\n1 failed:\ntest\/b\/two\.test\.ts: \(fail\) wrong.*\n\n 1 pass\n 1 fail\n/)
  expect(many.code).toBe(1)
  expect(many.text).not.toContain('Once more')
  expect(many.text).toMatch(new RegExp(`\n${mostAlone + 1} failed:\n(.*\n)*\n 0 pass\n ${mostAlone + 1} fail\n`))
})

test('an error between tests is a failure, unless it comes beside others alone', async () => {
  const lost = `const seen = Bun.file(import.meta.dir + '/lost.seen')
    const wasThere = await seen.exists()
    await Bun.write(seen, '')
    if (!wasThere) Promise.reject(new Error('lost'))
    ${passing('late')}`
  const always = `Promise.reject(new Error('lost'))
    ${passing('late')}`

  const [once, each] = await Promise.all([
    aRun({ 'a/one': lost, 'b/two': passing('right') }).ended(),
    aRun({ 'a/one': always, 'b/two': passing('right') }).ended(),
  ])

  expect(once.text).toContain('Once more, alone:')
  expect(once.code).toBe(0)
  expect(once.text).toContain('\n 0 fail\n')
  expect(each.code).toBe(1)
})

test('a process that dies in the middle of a file is a failure', async () => {
  const { text, code } = await aRun({
    'a/one': `test('killed', () => { process.kill(process.pid, 'SIGKILL') })`,
    'b/two': passing('right'),
  }).ended()

  expect(code).toBe(1)
  expect(text).toContain(
    '\n1 failed:\ntest/a/one.test.ts: test/a ended before its time (SIGKILL)\n\n 1 pass\n 1 fail\n',
  )
})

test('a suite without tests is a failure', async () => {
  const { text, code } = await aRun({}).ended()

  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining(' 0 pass\n') })
})

test('whoever stops it stops all lanes and what their tests started, also what does not want to end and is in another group', async () => {
  const stubborn = (name: string) =>
    `test('${name}', async () => {
      const child = Bun.spawn(['sh', '-c', 'trap "" TERM; sleep 60; :'], { detached: true })
      await Bun.write(import.meta.dir + '/../../${name}', String(child.pid))
      await Bun.sleep(60_000)
    }, 90_000)`
  const { suite, child, ended } = aRun({ 'a/one': stubborn('a'), 'b/two': stubborn('b') })
  const written = (name: string) =>
    Bun.file(join(suite, name))
      .text()
      .catch(() => '')
  const pids = await until(
    async () => {
      const found = [Number(await written('a')), Number(await written('b'))]
      return found.every((pid) => pid > 0) && found
    },
    { what: 'both lanes to be at work' },
  )

  child.kill('SIGTERM')

  expect((await ended()).code).toBe(1)
  await until(() => !pids.some(isAlive), { what: 'what the tests started to be gone' })
})
