/** Keys moved under a KMS, on to a newer version of its key, and back: at every step one form, and never none. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findKeys, isThere, putBack } from '#cli/backup/kept-files'
import { openSigner } from '#shared/evidence/signing'
import { openSeal } from '#shared/kernel/encryption'
import { runAssay } from '#test/support/assay'
import { startTransit, type TestTransit } from '#test/support/transit'

const minute = { timeout: 120_000 }
let transit: TestTransit
let dataDir: string
beforeEach(() => {
  transit = startTransit()
  dataDir = mkdtempSync(join(tmpdir(), 'assay-kms-'))
})
afterEach(async () => {
  await transit.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const kms = (args: string[], odd: Record<string, string> = {}) =>
  runAssay(['kms', ...args], {
    env: {
      DATA_DIR: dataDir,
      ...transit.env,
      WITNESS_KEY_URL: 'hashivault://assay-signing',
      WITNESS_DIR: join(dataDir, 'witness'),
      ...odd,
    },
  })
const plainPath = () => join(dataDir, 'keys/evidence-ed25519.pem')
const keysThere = () => readdirSync(join(dataDir, 'keys')).toSorted()

test(
  'plain keys are wrapped, rewrapped once their key was rotated or is another, and one is put back',
  minute,
  async () => {
    const { kid } = openSigner({ path: plainPath() })
    openSeal({ path: join(dataDir, 'keys/sealing.key') })
    openSigner({ path: join(dataDir, 'witness/key.pem') })
    const pem = readFileSync(plainPath(), 'utf8')

    const before = await kms(['status'])
    const wrapped = await kms(['wrap'])
    const after = await kms(['status'])
    transit.rotate('assay-signing')
    const rewrapped = await kms(['rewrap', 'signing'])
    transit.setMinimum('assay-signing', 2)
    transit.addKey('next')
    const moved = await kms(['rewrap', 'signing'], { SIGNING_KEY_URL: 'hashivault://next' })
    const back = await kms(['unwrap', 'signing'], { SIGNING_KEY_URL: 'hashivault://next' })

    expect(before).toMatchObject({
      code: 1,
      out: expect.stringContaining(`signing  ${kid}, plain in ${plainPath()}: SIGNING_KEY_URL says`),
    })
    expect(wrapped).toMatchObject({ code: 0, err: '' })
    expect(after).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${kid}, wrapped by hashivault://assay-signing, version 1`),
    })
    expect(rewrapped).toMatchObject({ code: 0, out: expect.stringContaining('version 2 of its key') })
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('is wrapped by hashivault://next, version 1') })
    expect(back).toMatchObject({ code: 0, out: expect.stringContaining('take SIGNING_KEY_URL out of the settings') })
    expect(keysThere()).toEqual(['evidence-ed25519.pem', 'sealing.key.wrapped'])
    expect(readdirSync(join(dataDir, 'witness'))).toEqual(['key.pem.wrapped'])
    expect(readFileSync(plainPath(), 'utf8')).toBe(pem)
    expect(statSync(plainPath()).mode & 0o777).toBe(0o600)
    for (const { out, err } of [before, wrapped, after, rewrapped, moved, back])
      for (const secret of [transit.env['VAULT_TOKEN'] ?? '', pem.split('\n')[1] ?? '?'])
        expect(out + err).not.toContain(secret)
  },
)

test('a plain key stays where the KMS refuses, or wraps what it does not open again', minute, async () => {
  const { kid } = openSigner({ path: plainPath() })
  const refused = await kms(['wrap', 'signing'], { VAULT_TOKEN: 'another' })
  transit.answerWith(({ operation, key }) =>
    operation === 'encrypt'
      ? Response.json({ data: { ciphertext: transit.encrypt(key, Buffer.from('other')) } })
      : undefined,
  )
  const lied = await kms(['wrap', 'signing'])
  const unset = await kms(['wrap', 'signing'], { SIGNING_KEY_URL: '' })

  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('says 403') })
  expect(lied).toMatchObject({ code: 3, err: expect.stringContaining('that is not what was wrapped') })
  expect(unset).toMatchObject({ code: 2, err: expect.stringContaining('set SIGNING_KEY_URL') })
  expect(keysThere()).toEqual(['evidence-ed25519.pem'])
  expect(openSigner({ path: plainPath() }).kid).toBe(kid)
})

test(
  'a move that broke off between is finished by the next; another key beside it is not given up',
  minute,
  async () => {
    openSigner({ path: plainPath() })
    const pem = readFileSync(plainPath(), 'utf8')
    await kms(['wrap', 'signing'])
    writeFileSync(plainPath(), pem, { mode: 0o600 })
    const both = await kms(['status'])
    const finished = await kms(['wrap', 'signing'])
    const left = keysThere()
    openSigner({ path: join(dataDir, 'another.pem') })
    writeFileSync(plainPath(), readFileSync(join(dataDir, 'another.pem')), { mode: 0o600 })
    const other = await kms(['wrap', 'signing'])

    expect(both).toMatchObject({ code: 1, out: expect.stringContaining('it lies plain in') })
    expect(finished.code).toBe(0)
    expect(left).toEqual(['evidence-ed25519.pem.wrapped'])
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('is another key') })
    expect(keysThere()).toEqual(['evidence-ed25519.pem', 'evidence-ed25519.pem.wrapped'])
  },
)

test(
  'a backup keeps a wrapped key wrapped, and a restore puts no other form of a key beside the one that is there',
  minute,
  async () => {
    openSigner({ path: plainPath() })
    const places = { dataDir, witnessDir: join(dataDir, 'witness') }
    const plain = findKeys(places)
    await kms(['wrap', 'signing'])
    const wrapped = findKeys(places)
    transit.rotate('assay-signing')
    await kms(['rewrap', 'signing'])
    const put = await putBack(dataDir, places, [], [...plain, ...wrapped])
    const empty = { dataDir: join(dataDir, 'empty'), witnessDir: join(dataDir, 'none') }
    mkdirSync(empty.dataDir)
    await putBack(dataDir, empty, [], wrapped)

    expect(wrapped.map(({ path }) => path)).toEqual(['keys/evidence-ed25519.pem.wrapped'])
    expect(String(wrapped[0]?.content)).not.toContain('PRIVATE KEY')
    expect([...plain, ...wrapped].map((key) => isThere(places, key))).toEqual(['the same', 'the same'])
    expect(put).toEqual([])
    expect(keysThere()).toEqual(['evidence-ed25519.pem.wrapped'])
    expect(readdirSync(join(empty.dataDir, 'keys'))).toEqual(['evidence-ed25519.pem.wrapped'])
    const [other] = plain.map((key) => ({ ...key, key: '0'.repeat(16), sha256: '0'.repeat(64) }))
    expect(other && isThere(places, other)).toBe('another')
  },
)
