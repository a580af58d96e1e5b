/** Canonical JSON: the files of RFC 8785's author (cyberphone/json-canonicalization, Apache-2.0). */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { canonicalJson } from '#shared/kernel/canonical'

const folder = 'test/fixtures/jcs'

test.each(readdirSync(`${folder}/input`))('%s becomes its canonical text, to the byte', (name) => {
  const input: unknown = JSON.parse(readFileSync(`${folder}/input/${name}`, 'utf8'))
  const bytes = readFileSync(`${folder}/outhex/${name.replace('.json', '.txt')}`, 'utf8').replace(/\s+/g, '')

  const text = canonicalJson(input)

  expect(text).toBe(readFileSync(`${folder}/output/${name}`, 'utf8'))
  expect(Buffer.from(text).toString('hex')).toBe(bytes)
})

test('what JSON cannot say has no canonical text', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: '\udfff' }, undefined, 1n])
    expect(() => canonicalJson(value)).toThrow()
})

test('what is in order already is written as what is not: as the library writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalize(value)
      expect(canonicalJson(value)).toBe(text as string)
      expect(canonicalJson(JSON.parse(text as string))).toBe(text as string)
    }),
    { numRuns: 500 },
  )
})
