/** A result is written whole or not at all, and what was there before keeps its rights and its names. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unreachable } from '#cli/terminal/exit'
import { expectWritable, writeOut } from '#cli/terminal/write-out'

const home = mkdtempSync(join(tmpdir(), 'assay-out-'))
let folder = home
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(home, 'of-'))
  file = join(folder, 'report.json')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function* cutAfter(text: string): AsyncGenerator<string> {
  yield text
  throw unreachable('the answer broke off')
}

test('nothing of a longer, older file is left behind a shorter one', async () => {
  writeFileSync(file, 'X'.repeat(200_000))

  await writeOut('{"score":100}\n', file)

  expect(readFileSync(file, 'utf8')).toBe('{"score":100}\n')
  expect(readdirSync(folder)).toEqual(['report.json'])
})

test('an answer that breaks off leaves the file as it was, and none where there was none', async () => {
  writeFileSync(file, 'before')

  await expect(writeOut(cutAfter('half of'), file)).rejects.toMatchObject({ name: 'Unreachable' })
  await expect(writeOut(cutAfter('half of'), join(folder, 'fresh'))).rejects.toMatchObject({ name: 'Unreachable' })

  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['report.json'])
})

test('the file is not touched before all of the answer is there', async () => {
  writeFileSync(file, 'before')
  async function* looking(): AsyncGenerator<string> {
    yield 'af'
    expect(readFileSync(file, 'utf8')).toBe('before')
    yield 'ter'
  }

  await writeOut(looking(), file)

  expect(readFileSync(file, 'utf8')).toBe('after')
})

test('a file keeps its permissions, a new one gets those of any new file', async () => {
  writeFileSync(file, 'before')
  chmodSync(file, 0o640)
  const plain = join(folder, 'plain')
  writeFileSync(plain, '')

  await writeOut('after', file)
  await writeOut('new', join(folder, 'new'))

  expect(statSync(file).mode & 0o7777).toBe(0o640)
  expect(statSync(join(folder, 'new')).mode).toBe(statSync(plain).mode)
})

test('what a link leads to is written, and the link stays; also where it leads to nothing yet', async () => {
  mkdirSync(join(folder, 'there'))
  writeFileSync(join(folder, 'there', 'target'), 'before')
  symlinkSync('there/target', join(folder, 'link'))
  symlinkSync('there/fresh', join(folder, 'dangling'))

  await writeOut('after', join(folder, 'link'))
  await writeOut('new', join(folder, 'dangling'))

  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
  expect(lstatSync(join(folder, 'dangling')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'there', 'target'), 'utf8')).toBe('after')
  expect(readFileSync(join(folder, 'there', 'fresh'), 'utf8')).toBe('new')
})

test('every name of a file goes on to be the same file', async () => {
  writeFileSync(file, 'before, and longer')
  linkSync(file, join(folder, 'other'))

  await writeOut('after', file)

  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('after')
  expect(statSync(file).ino).toBe(statSync(join(folder, 'other')).ino)
  expect(readdirSync(folder).sort()).toEqual(['other', 'report.json'])
})

test('a pipe and a device are written as they are', async () => {
  const pipe = join(folder, 'pipe')
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
  const reader = Bun.spawn(['cat', pipe], { stdout: 'pipe' })

  await writeOut('through the pipe', pipe)
  await writeOut('away', '/dev/null')

  expect(await new Response(reader.stdout).text()).toBe('through the pipe')
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('a pipe whose reader leaves is no fault', async () => {
  const pipe = join(folder, 'pipe')
  Bun.spawnSync(['mkfifo', pipe])
  const reader = Bun.spawn(['head', '-c', '1', pipe], { stdout: 'ignore' })
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(100_000)
  }

  await writeOut(endless(), pipe)

  expect(await reader.exited).toBe(0)
})

test('what cannot be written is refused by its name, and before anything is fetched', async () => {
  const nowhere = join(folder, 'no', 'such', 'folder')
  let fetched = 0
  async function* counting(): AsyncGenerator<string> {
    fetched += 1
    yield 'x'
  }

  for (const path of [nowhere, folder, '/dev/full', join(file, 'in-a-file')]) {
    writeFileSync(file, 'before')
    await expect(writeOut(path === '/dev/full' ? ['x'] : counting(), path)).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining(`${path} cannot be written`),
    })
  }
  await expect(expectWritable(nowhere)).rejects.toMatchObject({ name: 'Refusal' })
  await expectWritable(file)
  await expectWritable(undefined)

  expect(fetched).toBe(0)
  expect(existsSync(nowhere)).toBe(false)
})
