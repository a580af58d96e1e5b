/** Sealed secrets: opened by the same key for the same purpose, and by nothing else. */
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSeal } from '#shared/kernel/encryption'

const base64 = randomBytes(32).toString('base64')

test('what is sealed comes back, and never looks the same twice', () => {
  const { seal, open } = openSeal({ base64 })

  const sealed = [seal('Bearer s3cret ✓', 'org_a'), seal('Bearer s3cret ✓', 'org_a')]

  expect(sealed.map((each) => open(each, 'org_a'))).toEqual(['Bearer s3cret ✓', 'Bearer s3cret ✓'])
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed[0]).not.toContain('s3cret')
})

test('another organisation, another key or one changed byte opens nothing', () => {
  const { seal, open } = openSeal({ base64 })
  const sealed = seal('secret', 'org_a')
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1

  expect(() => open(sealed, 'org_b')).toThrow()
  expect(() => openSeal({ base64: randomBytes(32).toString('base64') }).open(sealed, 'org_a')).toThrow()
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
  expect(() => openSeal({ base64: 'c2hvcnQ=' })).toThrow('32 bytes')
})
