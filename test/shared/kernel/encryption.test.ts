/** Sealed secrets: opened by the same key for the same purpose, and by nothing else. */
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSeal } from '#shared/kernel/encryption'

const base64 = randomBytes(32).toString('base64')

test('what is sealed comes back, and never looks the same twice', () => {
  const { seal, open } = openSeal({ text: base64 })

  const sealed = [seal('Bearer s3cret ✓', 'org_a'), seal('Bearer s3cret ✓', 'org_a')]

  expect(sealed.map((each) => open(each, 'org_a'))).toEqual(['Bearer s3cret ✓', 'Bearer s3cret ✓'])
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed[0]).not.toContain('s3cret')
})

test('another organisation, another key or one changed byte opens nothing', () => {
  const { seal, open } = openSeal({ text: base64 })
  const sealed = seal('secret', 'org_a')
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1

  expect(() => open(sealed, 'org_b')).toThrow()
  expect(() => openSeal({ text: randomBytes(32).toString('base64') }).open(sealed, 'org_a')).toThrow()
  expect(() => open(bytes.toString('base64'), 'org_a')).toThrow()
})

test('the key file is made once, for its owner alone, and refused when others may read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-seal-'))
  const path = join(folder, 'keys/sealing.key')
  try {
    const sealed = openSeal({ path }).seal('secret', '')

    expect(openSeal({ path }).open(sealed, '')).toBe('secret')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    expect(() => openSeal({ path })).toThrow('may be read by others')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a key of another length is no key', () => {
  expect(() => openSeal({ text: 'c2hvcnQ=' })).toThrow('32 bytes')
})

test('the newest key seals, all open, and what names no key opens too', () => {
  const [one, two] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const first = openSeal({ text: one })
  const both = openSeal({ text: `${two}, ${one}` })
  const before = first.seal('secret', 'org_a')
  const [, unnamed = ''] = before.split('.')

  const after = both.seal('secret', 'org_a')

  expect([before, unnamed, after].map((sealed) => both.open(sealed, 'org_a'))).toEqual(['secret', 'secret', 'secret'])
  expect(before.startsWith(`${first.keyId}.`)).toBe(true)
  expect(after.startsWith(`${both.keyId}.`)).toBe(true)
  expect(both.keyId).not.toBe(first.keyId)
  expect(both.keyId).toBe(openSeal({ text: two }).keyId)
  expect(() => first.open(after, 'org_a')).toThrow('another key')
  expect(() => openSeal({ text: two }).open(unnamed, 'org_a')).toThrow()
})

test('a list of keys of which one is none is refused', () => {
  expect(() => openSeal({ text: `${base64},YWJj` })).toThrow('32 bytes')
  expect(() => openSeal({ text: ' ' })).toThrow('32 bytes')
})
