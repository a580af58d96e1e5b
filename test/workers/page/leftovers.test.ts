/** What is left when a worker is killed: no processes for long, and no profiles after the next start. */
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStillAlive, noteLiving } from '#shared/kernel/process/process-identity'
import { bareEnv } from '#test/support/bare-env'
import { until } from '#test/support/until'
import { browserPlace } from '#workers/page/place'
import { processesWith } from '#workers/page/processes'
import { makeProfile, sweepProfiles } from '#workers/page/profiles'

const dataDir = mkdtempSync(join(tmpdir(), 'assay-l-'))
// Open to the browser's user, so that all of it lies here.
chmodSync(dataDir, 0o755)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const worker = async (busy: boolean) => `
  const { openBrowser } = await import('#workers/page/browser')
  const { default: pino } = await import('pino')
  const browser = await openBrowser({ settings: { dataDir: '${dataDir}', sandbox: 'auto', egress: { allow: [] } }, log: pino({ level: 'silent' }) })
  const options = { deadlineMs: 60000, signal: new AbortController().signal, viewport: { width: 800, height: 600 }, colorScheme: 'light', reducedMotion: false }
  await browser.visit(options, async ({ page }) => {
    ${busy ? `page.evaluate('for (;;) {}').catch(() => 0)` : ''}
    await Bun.sleep(100)
    console.log('ready')
    await Bun.sleep(60000)
  })`

for (const busy of [false, true]) {
  test(`a browser dies with its killed worker${busy ? ', also while a page is busy' : ''}`, async () => {
    const profiles = join(browserPlace(dataDir), 'profiles')
    const browsers = () => processesWith(`--user-data-dir=${profiles}`)
    // Nothing of the environment: in that of `bun test --no-orphans` stands that what it starts takes its own along.
    const env = bareEnv
    const child = Bun.spawn([process.execPath, '-e', await worker(busy)], { env, stdout: 'pipe', stderr: 'inherit' })
    await child.stdout.getReader().read()
    // How many there are depends on its sandbox.
    expect(browsers().length).toBeGreaterThan(0)
    expect(sweepProfiles(browserPlace(dataDir))).toBe(0)

    child.kill('SIGKILL')
    await child.exited

    await until(() => browsers().length === 0, { what: 'the browser to be gone', timeoutMs: 5000 })
    expect(sweepProfiles(browserPlace(dataDir))).toBe(1)
    expect(readdirSync(profiles)).toEqual([])
  }, 60_000)
}

test('what survived is killed by the next start, what lives is left alone', async () => {
  const place = browserPlace(join(dataDir, 'next'))
  const mine = makeProfile(place)
  const dead = makeProfile(place)
  const fresh = join(place, 'profiles', 'being-made')
  const forgotten = join(place, 'profiles', 'forgotten')
  for (const directory of [fresh, forgotten]) mkdirSync(directory)
  utimesSync(forgotten, new Date(0), new Date(0))
  // A pid that another process has by now: the birth tells.
  writeFileSync(join(dead.directory, 'owner.json'), JSON.stringify({ pid: process.pid, born: '1' }))
  const pretend = (userData: string) => Bun.spawn(['sh', '-c', 'sleep 60; :', `--user-data-dir=${userData}`])
  const [survivor, living] = [pretend(dead.userData), pretend(mine.userData)]
  await until(() => processesWith(dead.userData).length > 0 && processesWith(mine.userData).length > 0, {
    what: 'both to run',
  })

  expect(sweepProfiles(place)).toBe(2)

  await survivor.exited
  expect(isStillAlive(noteLiving(living.pid))).toBe(true)
  expect(readdirSync(join(place, 'profiles')).sort()).toEqual(
    ['being-made', mine.directory.split('/').at(-1) ?? ''].sort(),
  )
  living.kill('SIGKILL')
  await mine.remove()
})
