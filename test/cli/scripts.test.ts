/** The scripts on a machine that has Node and nothing else of ours on its PATH. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseProcfile } from '#cli/dev/procfile'
import { run } from '#cli/terminal/run'

const root = resolve(import.meta.dir, '../..')
const home = mkdtempSync(join(tmpdir(), 'assay-scripts-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const bin = join(home, 'bin')
mkdirSync(bin)
for (const name of ['sh', 'node', 'npm', 'sed', 'awk', 'head', 'cat', 'cksum', 'dirname', 'basename', 'mkdir', 'env']) {
  const path = Bun.which(name)
  if (path) symlinkSync(path, join(bin, name))
}
// Where its installer puts it. That it is brought where there is none, script/check-docs tries.
mkdirSync(join(home, '.bun', 'bin'), { recursive: true })
symlinkSync(process.execPath, join(home, '.bun', 'bin', 'bun'))
const env = { PATH: bin, HOME: home }

describe('without Bun on the PATH', () => {
  test('script/bun runs what it is given, as itself', async () => {
    const { code, output } = await run([join(root, 'script/bun'), '-e', 'console.log(process.pid, Bun.version)'], {
      env,
    })

    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d+ \d+\.\d+\.\d+$/) })
  })

  test('script/bench says what there is, and knows no other', async () => {
    const listed = await run([join(root, 'script/bench')], { env })
    const unknown = await run([join(root, 'script/bench'), 'stand-up'], { env })

    expect(listed.code).toBe(0)
    expect(listed.output).toMatch(/^traces {6}\S/m)
    expect(listed.output).not.toMatch(/^report\b/m)
    expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('there is no bench "stand-up"') })
  })

  test('a line of the Procfile is for any process manager: it needs no program that the machine may lack', async () => {
    const lines = parseProcfile(await Bun.file(join(root, 'Procfile')).text())

    expect(lines.filter(({ command }) => !command.startsWith('script/bun ')).map(({ name }) => name)).toEqual([])
  })

  test('what is not installed is an error, not fetched', async () => {
    const { code, output } = await run([join(root, 'script/bun'), '-e', "await import('left-pad')"], { env, cwd: root })

    expect(code).toBe(1)
    expect(output).toContain('left-pad')
  })
})

describe('script/assay', () => {
  const assay = (...words: string[]) =>
    run([join(root, 'script/assay'), ...words], { env: { ...env, DATA_DIR: join(home, 'data'), PORT: '4123' } })

  test('says where the service is, by PORT where none runs', async () => {
    expect(await assay('url')).toEqual({ code: 0, output: 'http://127.0.0.1:4123' })
  })

  test('gives the development key, or says what makes one', async () => {
    const without = await assay('dev-key')
    await Bun.write(join(home, 'data', 'dev-key'), 'asy_dev_a_b\n')

    expect(without).toEqual({ code: 2, output: expect.stringContaining('script/start makes it') })
    expect(await assay('dev-key')).toEqual({ code: 0, output: 'asy_dev_a_b' })
  })
})
