/** Keys under a KMS: what settings name, what lies on disk, and what a transit engine that is away, slow, wrong or hostile comes to. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSigner, signingKeys } from '#shared/evidence/signing'
import { readConfig } from '#shared/kernel/config'
import { openSeal, sealingKeys } from '#shared/kernel/encryption'
import { openKms, readKeyAddress } from '#shared/kernel/kms/address'
import { isKeyUnavailable } from '#shared/kernel/kms/kms'
import { formatWrapped, type KeySource, openKey, parseWrapped } from '#shared/kernel/kms/wrapped-key'
import { signedByAuthority, testAuthority } from '#test/support/certificate'
import { startTransit, type TestTransit } from '#test/support/transit'

const root = resolve(import.meta.dir, '../../..')
let transit: TestTransit
let dir: string
beforeEach(() => {
  transit = startTransit()
  dir = mkdtempSync(join(tmpdir(), 'assay-kms-'))
})
afterEach(async () => {
  await transit.stop()
  rmSync(dir, { recursive: true, force: true })
})

const settings = (odd: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: dir, ...transit.env, ...odd })
const signing = (odd: Record<string, string> = {}): KeySource => settings(odd).signingKey
const kmsOf = (odd: Record<string, string> = {}) => {
  const { kms } = signing(odd)
  if (!kms) throw new Error('no KMS is set')
  return openKms(kms)
}
const wrappedPath = () => join(dir, 'keys/evidence-ed25519.pem.wrapped')
const always = () => true
const textOf = async (source: KeySource, mayMake: () => boolean | Promise<boolean> = always): Promise<string> => {
  const place = await openKey(signingKeys, source, mayMake)
  return 'text' in place ? place.text : ''
}
/** What it fails with, which is to be a sentence about a key. */
async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason) => reason,
  )
  if (isKeyUnavailable(error)) return error.message
  throw new Error(`not refused as a key that cannot be had: ${String(error)}`)
}
const aKey = () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

describe('what settings name', () => {
  test('a key is named as cosign and Go CDK name it, and has one spelling', () => {
    expect(readKeyAddress('hashivault://assay')).toMatchObject({ engine: 'transit', key: 'assay' })
    expect(readKeyAddress('hashivault://a.b-c_1?engine=teams/one/transit')).toMatchObject({
      address: 'hashivault://a.b-c_1?engine=teams/one/transit',
      engine: 'teams/one/transit',
      key: 'a.b-c_1',
    })
    expect(readKeyAddress('hashivault://assay?engine=transit').address).toBe('hashivault://assay')
  })

  test.each([
    'assay',
    'awskms:///alias/assay',
    'hashivault://',
    'hashivault://../sys/seal',
    'hashivault://a/b',
    'hashivault://a?engine=../sys',
    'hashivault://a?engine=transit&x=1',
    'hashivault://a b',
    'hashivault://a#b',
    '-----BEGIN PRIVATE KEY-----',
  ])('"%s" names no key, and is not repeated', (text) => {
    expect(() => signing({ SIGNING_KEY_URL: text })).toThrow(/^SIGNING_KEY_URL: is not of the form hashivault:\/\/KEY/)
  })

  test('the address of a server is one, and goes in clear on this machine alone', () => {
    expect(() => signing({ VAULT_ADDR: '' })).toThrow('VAULT_ADDR is not set')
    expect(() => signing({ VAULT_ADDR: 'http://vault.example:8200' })).toThrow('in clear')
    expect(() => signing({ VAULT_ADDR: 'https://root:secret@vault.example' })).toThrow(
      /^VAULT_ADDR: is more than an address$/,
    )
    expect(() => signing({ VAULT_ADDR: 'https://vault.example/?x=1' })).toThrow('more than an address')
    expect(signing({ VAULT_ADDR: 'https://vault.example/proxied/' }).kms?.server).toBe('https://vault.example/proxied')
    expect(() => signing({ VAULT_TOKEN: '' })).toThrow('VAULT_TOKEN is not set')
    expect(signing({ SIGNING_KEY_URL: '' }).kms).toBeUndefined()
  })

  test('a wrapped key is a line of four words, and nothing else is one', () => {
    const key = { address: 'hashivault://a', name: '0123456789abcdef', wrapped: 'vault:v1:AAAA' }

    expect(parseWrapped(formatWrapped(key), 'here')).toEqual(key)
    for (const text of [
      '',
      'assay-wrapped-key/1 a b',
      `${formatWrapped(key)} more`,
      'assay-wrapped-key/2 a b c',
      aKey(),
    ])
      expect(() => parseWrapped(text, 'here')).toThrow(/^here is no wrapped key/)
  })
})

describe('on disk', () => {
  test('a key is made once however many ask together, and lies there wrapped alone', async () => {
    const texts = await Promise.all(Array.from({ length: 5 }, () => textOf(signing())))

    expect(new Set(texts).size).toBe(1)
    expect(readdirSync(join(dir, 'keys'))).toEqual(['evidence-ed25519.pem.wrapped'])
    expect(statSync(wrappedPath()).mode & 0o777).toBe(0o600)
    expect(readFileSync(wrappedPath(), 'utf8')).toBe(
      formatWrapped({
        address: 'hashivault://assay-signing',
        name: openSigner({ text: texts[0] ?? '' }).kid,
        wrapped: parseWrapped(readFileSync(wrappedPath(), 'utf8'), '').wrapped,
      }),
    )
  })

  test('sealing keys are wrapped alike, and open what they sealed', async () => {
    const source = settings().sealingKey
    const sealed = openSeal(await openKey(sealingKeys, source, always)).seal('secret', 'org')

    expect(openSeal(await openKey(sealingKeys, source, () => false)).open(sealed, 'org')).toBe('secret')
    expect(readdirSync(join(dir, 'keys'))).toEqual(['sealing.key.wrapped'])
  })

  test('a wrapped key may be given by the setting of the plain one, and none is made then', async () => {
    const text = await textOf(signing())
    const line = readFileSync(wrappedPath(), 'utf8').trim()
    rmSync(join(dir, 'keys'), { recursive: true })

    expect(await textOf(signing({ EVIDENCE_SIGNING_KEY: line }))).toBe(text)
    expect(await failure(textOf(signing({ EVIDENCE_SIGNING_KEY: line, SIGNING_KEY_URL: '' })))).toContain(
      'EVIDENCE_SIGNING_KEY holds a wrapped key, and no setting names the KMS',
    )
    expect(await failure(textOf(signing({ EVIDENCE_SIGNING_KEY: text })))).toContain(
      'lies plain in EVIDENCE_SIGNING_KEY, and the settings say that a KMS wraps it',
    )
    expect(existsSync(join(dir, 'keys'))).toBe(false)
  })

  test('no key is made where one lies in the other form, or where another has signed', async () => {
    const plain = join(dir, 'keys/evidence-ed25519.pem')
    expect(await failure(textOf(signing(), () => false))).toContain('a new key cannot go on where another has signed')
    openSigner({ path: plain })
    expect(await failure(textOf(signing()))).toContain(`lies plain in ${plain}`)
    rmSync(plain)
    await textOf(signing())
    expect(() => openSigner({ path: plain })).toThrow(`lies wrapped in ${wrappedPath()}`)
    expect(readdirSync(join(dir, 'keys'))).toEqual(['evidence-ed25519.pem.wrapped'])
  })

  test('a key that another process makes, and signs with, while this one asks whether it may, is that one’s', async () => {
    let first = ''
    const second = await textOf(signing(), async () => {
      first = await textOf(signing())
      return false
    })

    expect(first).toContain('PRIVATE KEY')
    expect(second).toBe(first)
  })

  test('a wrapped key of another address, one that is none, or that others may read is not asked for', async () => {
    await textOf(signing())
    transit.calls.length = 0
    expect(await failure(textOf(signing({ SIGNING_KEY_URL: 'hashivault://other' })))).toBe(
      'the signing key is wrapped by hashivault://assay-signing, and the settings name hashivault://other: script/assay kms rewrap moves it',
    )
    chmodSync(wrappedPath(), 0o644)
    expect(textOf(signing())).rejects.toThrow('may be read by others')
    writeFileSync(wrappedPath(), 'rubbish')
    chmodSync(wrappedPath(), 0o600)
    expect(await failure(textOf(signing()))).toContain(`${wrappedPath()} is no wrapped key`)
    expect(transit.calls).toEqual([])
  })

  test('a key of the wrong kind in a wrapped file is refused', async () => {
    await openKey(sealingKeys, settings({ SEALING_KEY_URL: 'hashivault://assay-signing' }).sealingKey, always)
    const line = readFileSync(join(dir, 'keys/sealing.key.wrapped'), 'utf8')
    writeFileSync(wrappedPath(), line, { mode: 0o600 })

    expect(await failure(textOf(signing()))).toMatch(
      /gives no key for the signing key [0-9a-f]{12}: that is not what was wrapped/,
    )
  })
})

describe('a transit engine', () => {
  test('wraps, opens and rewraps by the newest version of its key, in its namespace and at its mount', async () => {
    const other = startTransit({ engine: 'teams/one' })
    try {
      const kms = kmsOf({
        VAULT_ADDR: `${other.url}/`,
        VAULT_TOKEN: other.env['VAULT_TOKEN'] ?? '',
        VAULT_NAMESPACE: 'ns1',
        SIGNING_KEY_URL: 'hashivault://assay-signing?engine=teams/one',
      })
      const wrapped = await kms.wrap('é secret')
      other.rotate('assay-signing')
      const again = await kms.rewrap(wrapped)

      expect([kms.versionOf(wrapped), kms.versionOf(again)]).toEqual(['1', '2'])
      expect([await kms.unwrap(wrapped), await kms.unwrap(again)]).toEqual(['é secret', 'é secret'])
      other.setMinimum('assay-signing', 2)
      expect(await failure(kms.unwrap(wrapped))).toContain('disallowed by policy (too old)')
      expect(await kms.unwrap(again)).toBe('é secret')
      expect(new Set(other.calls.map(({ namespace }) => namespace))).toEqual(new Set(['ns1']))
    } finally {
      await other.stop()
    }
  })

  test('a token in a file is read anew at each call, and waited for where it is not there yet', async () => {
    const path = join(dir, 'token')
    const kms = kmsOf({ VAULT_TOKEN: '', VAULT_TOKEN_FILE: path, KMS_WAIT_MS: '60000' })
    const early = kms.wrap('secret')
    writeFileSync(path, `${transit.env['VAULT_TOKEN']}\n`)
    const wrapped = await early
    transit.tokens.clear()
    transit.tokens.add('second')

    expect(await failure(kms.unwrap(wrapped))).toContain('403')
    writeFileSync(path, 'second')
    expect(await kms.unwrap(wrapped)).toBe('secret')
    expect(await failure(kmsOf({ VAULT_TOKEN_FILE: join(dir, 'none'), KMS_WAIT_MS: '100' }).unwrap(wrapped))).toContain(
      `the token's file ${join(dir, 'none')} cannot be read (ENOENT)`,
    )
  })

  test('who is refused is told why, at once', async () => {
    const wrapped = await kmsOf().wrap('secret')
    transit.calls.length = 0

    expect(await failure(kmsOf({ VAULT_TOKEN: 'wrong' }).unwrap(wrapped))).toBe(
      `hashivault://assay-signing (decrypt): ${transit.url} says 403 (permission denied): its policy allows this token no such call, or the token is over`,
    )
    expect(await failure(kmsOf({ SIGNING_KEY_URL: 'hashivault://none' }).unwrap(wrapped))).toContain(
      'says 400 (encryption key not found)',
    )
    expect(transit.calls).toHaveLength(2)
  })

  test('a token that no header may have is not sent, and not shown', async () => {
    const said = await failure(kmsOf({ VAULT_TOKEN: 'two\nlines', KMS_WAIT_MS: '100' }).wrap('secret'))

    expect(said).toContain('there is no token in VAULT_TOKEN')
    expect(said).not.toContain('lines')
    expect(transit.calls).toEqual([])
  })

  test('one that is sealed, or busy, or away is asked again until it answers', async () => {
    const wrapped = await kmsOf().wrap('secret')
    const answers = [503, 429, 500, 412]
    transit.answerWith(() => {
      const status = answers.shift()
      return status === undefined ? undefined : Response.json({ errors: ['Vault is sealed'] }, { status })
    })
    expect(await kmsOf({ KMS_WAIT_MS: '60000' }).unwrap(wrapped)).toBe('secret')

    await transit.stop()
    const late = kmsOf({ KMS_WAIT_MS: '60000' }).unwrap(wrapped)
    transit.startAgain()
    expect(await late).toBe('secret')
  })

  test('one that stays away, stays sealed or never ends its answer is given up in bounded time', async () => {
    const kms = kmsOf({ KMS_WAIT_MS: '500' })
    const wrapped = await kms.wrap('secret')
    transit.answerWith(() => Response.json({ errors: ['Vault is sealed'] }, { status: 503 }))
    expect(await failure(kms.unwrap(wrapped))).toContain('says 503 (Vault is sealed); given up after 0.5 s')
    transit.answerWith(() => new Promise<Response>(() => undefined))
    expect(await failure(kms.unwrap(wrapped))).toContain('given up after 0.5 s')
    const trickle = () =>
      new ReadableStream({
        async pull(controller) {
          await Bun.sleep(20)
          controller.enqueue(Buffer.from(' '))
        },
      })
    transit.answerWith(() => new Response(trickle()))
    expect(await failure(kms.unwrap(wrapped))).toContain('given up after 0.5 s')
    transit.answerWith(() => new Response('x'.repeat(1_000_000)))
    expect(await failure(kms.unwrap(wrapped))).toContain('more than 262144 bytes')
    await transit.stop()
    expect(await failure(kms.unwrap(wrapped))).toMatch(/does not answer: .*; given up after 0.5 s/)
  })

  test.each([
    ['no JSON', () => new Response('<html>a proxy</html>')],
    ['no data', () => Response.json({ ok: true })],
    ['null', () => Response.json(null)],
    ['a number for a plaintext', () => Response.json({ data: { plaintext: 7 } })],
  ])('an answer with %s is none', async (_, lie) => {
    const wrapped = await kmsOf().wrap('secret')
    transit.answerWith(lie)

    expect(await failure(kmsOf().unwrap(wrapped))).toContain('answers something else than a transit engine')
  })

  test.each(['', '***', 'AA', 'QQ==\n'])('a plaintext "%s" that is no base64 is none', async (plaintext) => {
    const wrapped = await kmsOf().wrap('secret')
    transit.answerWith(() => Response.json({ data: { plaintext } }))

    expect(await failure(kmsOf().unwrap(wrapped))).toContain('is not base64')
  })

  test('a wrapped text that could not stand in the file is refused', async () => {
    transit.answerWith(() => Response.json({ data: { ciphertext: 'vault:v1:AAAA and more' } }))

    expect(await failure(textOf(signing()))).toContain('something else than a transit engine')
    expect(existsSync(wrappedPath())).toBe(false)
  })

  test('it is not followed elsewhere: the token would go along', async () => {
    const elsewhere = startTransit()
    transit.answerWith(({ operation, key }) =>
      Response.redirect(`${elsewhere.url}/v1/transit/${operation}/${key}`, 307),
    )
    const said = await failure(kmsOf().wrap('secret'))
    await elsewhere.stop()

    expect(said).toContain('sends elsewhere (307)')
    expect(elsewhere.calls).toEqual([])
  })

  test('one that gives another key than was wrapped is not believed, and keeps none of its own', async () => {
    await textOf(signing())
    const other = aKey()
    transit.answerWith(({ operation }) =>
      operation === 'decrypt'
        ? Response.json({ data: { plaintext: Buffer.from(other).toString('base64') } })
        : undefined,
    )
    expect(await failure(textOf(signing()))).toMatch(
      new RegExp(`gives ${signingKeys.nameOf(other)} for the signing key [0-9a-f]{16}: that is not what was wrapped`),
    )

    // What it wrapped for a first start does not open: nothing is kept of that.
    rmSync(join(dir, 'keys'), { recursive: true })
    expect(await failure(textOf(signing()))).toContain('that is not what was wrapped')
    expect(existsSync(join(dir, 'keys'))).toBe(false)
  })

  test('whatever it repeats, no error shows the token or the key', async () => {
    const token = transit.env['VAULT_TOKEN'] ?? ''
    let sent = ''
    transit.answerWith(({ token: said }, { plaintext = '' }) => {
      sent = Buffer.from(plaintext, 'base64').toString('utf8')
      const body = sent.split('\n')[1] ?? ''
      return Response.json({ errors: [`${said} sent ${plaintext}`, sent, body, '\u001b[2J'] }, { status: 400 })
    })
    const said = await failure(textOf(signing()))

    expect(sent).toContain('PRIVATE KEY')
    for (const secret of [token, sent, Buffer.from(sent).toString('base64'), sent.split('\n')[1] ?? '?', '\u001b'])
      expect(said).not.toContain(secret)
  })

  test('its certificate is asked for, by an authority of the operator’s own too (NODE_EXTRA_CA_CERTS)', async () => {
    const secure = startTransit({ tls: signedByAuthority })
    const authority = join(dir, 'authority.pem')
    writeFileSync(authority, testAuthority)
    const ask = async (more: Record<string, string>) => {
      const code = `
        const { readConfig } = await import('#shared/kernel/config')
        const { openKms } = await import('#shared/kernel/kms/address')
        console.log(await openKms(readConfig(process.env).signingKey.kms).wrap('x').catch(({ message }) => message))`
      const child = Bun.spawn([process.execPath, '-e', code], {
        cwd: root,
        env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://x', ...secure.env, KMS_WAIT_MS: '3000', ...more },
        stdout: 'pipe',
      })
      return new Response(child.stdout).text()
    }
    const [unknown, known] = await Promise.all([ask({}), ask({ NODE_EXTRA_CA_CERTS: authority })])
    await secure.stop()

    expect(known).toStartWith('vault:v1:')
    expect(unknown).toContain('certificate')
    expect(secure.calls).toHaveLength(1)
  })
})
