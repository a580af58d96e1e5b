/** What the benches change in our sources is still there to be changed, and the result can be read. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles, withoutEvidence } from '#bench/peers/evidence-taken-out'

const root = join(import.meta.dir, '../..')

test.each(changedFiles)('%s', (path) => {
  const source = readFileSync(join(root, path), 'utf8')

  const changed = withoutEvidence(path, source)

  expect(changed).not.toBe(source)
  expect(() => new Bun.Transpiler({ loader: 'ts' }).scan(changed)).not.toThrow()
})
