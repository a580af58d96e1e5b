/** Scripts for pages are made once and read after that, and what is not what was kept is made anew. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '#shared/kernel/canonical'
import { rewriteAnew, rewriteKeeping } from '#workers/page/kept-scripts'

const script = 'var a = form.nodeType;'
const made = rewriteAnew('form', script)
let folder: string
let warnings: string[]
const log = { warn: (_: object, message: string) => void warnings.push(message) }
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'assay-kept-')), 'engines')
  warnings = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const kept = () => readdirSync(folder)
const put = (text: string) => writeFileSync(join(folder, kept()[0] ?? ''), text)

test('a script is kept as it was made, and the next process reads it', () => {
  expect(rewriteKeeping(folder, log)('form', script)).toBe(made)
  put(`// ${sha256Hex('what was kept')}\nwhat was kept`)

  expect(rewriteKeeping(folder, log)('form', script)).toBe('what was kept')
})

test.each(['', 'no line of a digest', `// ${sha256Hex('whole')}\nwhol`])(
  'what the disk has changed is made anew: %j',
  (changed) => {
    rewriteKeeping(folder, log)('form', script)
    put(changed)

    expect(rewriteKeeping(folder, log)('form', script)).toBe(made)
    expect(readFileSync(join(folder, kept()[0] ?? ''), 'utf8')).toBe(`// ${sha256Hex(made)}\n${made}`)
  },
)

test('another script of its name takes its place, and one of another name stands beside it', () => {
  const rewrite = rewriteKeeping(folder, log)
  rewrite('form', script)
  rewrite('other', script)
  const before = kept()

  expect(rewrite('form', 'var b = 1;')).toContain('var b = 1;')
  expect(before.map((name) => name.split('-')[0]).sort()).toEqual(['form', 'other'])
  expect(
    kept()
      .map((name) => name.split('-')[0])
      .sort(),
  ).toEqual(['form', 'other'])
  expect(kept()).not.toEqual(before)
})

test('where nothing can be kept it is made all the same, and the log says so', () => {
  writeFileSync(folder, 'a file where the folder would be')

  expect(rewriteKeeping(folder, log)('form', script)).toBe(made)
  expect(warnings).toEqual(['a script for pages could not be kept'])
})
