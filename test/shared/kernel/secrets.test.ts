/** What is taken for a secret and what is not, and what is left where one was. The secrets are made up, and put together here. */
import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { makeKey } from '#shared/kernel/key-format'
import { placesOf, secretMark, secretsIn, withoutSecrets } from '#shared/kernel/secrets'

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaPem = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '1234567890', name: 'A B' })}.${'SflKxwRJSMeKKF2QT4fwpM'}`
const { text: ourKey } = makeKey('live')

const secrets: [kind: string, secret: string][] = [
  ['aws-access-key', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['aws-access-key', `ASIA${'1234567890ABCDEF'}`],
  ['private-key', pem.trim()],
  ['private-key', rsaPem.trim()],
  ['private-key', rsaPem.trim().replaceAll('\n', '\\n')],
  ['private-key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEAAAAA\n'.repeat(4)}`],
  ['private-key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${'lQOYBF'.repeat(9)}\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['jwt', jwt],
  ['github-token', `ghp_${'a1B2'.repeat(9)}`],
  ['github-token', `gho_${'a1B2'.repeat(9)}`],
  ['github-token', `github_pat_${'11ABCDEFG0'.repeat(8)}`],
  ['assay-key', ourKey],
  ['gitlab-token', `glpat-${'x1Y2z3'.repeat(4)}`],
  ['slack-token', `xoxb-${'123456789012-1234567890123-AbCdEf'}`],
  ['stripe-key', `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`],
  ['google-key', `AIza${'SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'.slice(0, 35)}`],
  ['model-provider-key', `sk-proj-${'Ab3_'.repeat(12)}`],
  ['npm-token', `npm_${'aB3d'.repeat(9)}`],
]

describe('what is a secret is taken out whole', () => {
  for (const [at, [kind, secret]] of secrets.entries())
    test(`${kind} ${at}: in words, in a name, deep inside`, () => {
      const { value, found } = withoutSecrets({
        words: `it is ${secret} here`,
        list: [1, null, { deep: secret }],
        [secret]: true,
      })

      expect(value as unknown).toEqual({
        words: expect.stringMatching(kind === 'private-key' && !secret.includes('END') ? /^it is / : /^it is .* here$/),
        list: [1, null, { deep: `[redacted ${kind}]` }],
        [`[redacted ${kind}]`]: true,
      })
      expect(found).toEqual([
        { at: '/words', kind },
        { at: '/list/2/deep', kind },
        { at: '', kind },
      ])
      for (const piece of secret.split(/\n|\\n/).filter((line) => line.length >= 16 && !line.startsWith('-----')))
        expect(JSON.stringify(value)).not.toContain(piece)
    })

  test('a key that stands line by line', () => {
    const { value, found } = withoutSecrets({ lines: ['before', ...rsaPem.trim().split('\n'), 'after'] })

    const { lines } = value
    expect([lines[0], lines.at(-1), new Set(lines.slice(1, -1))]).toEqual([
      'before',
      'after',
      new Set(['[redacted private-key]']),
    ])
    expect(found).toEqual([{ at: '/lines/1', kind: 'private-key' }])
  })

  test.each([
    ['{"api_key": "q8Zk2LxV9mPw4RtY7uBn"}', '{"api_key": "[redacted labelled-secret]"}'],
    [
      `aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'}`,
      'aws_secret_access_key = [redacted labelled-secret]',
    ],
    ['postgres://assay:hunter2@db.example/assay', 'postgres://assay:[redacted password-in-url]@db.example/assay'],
    [`Authorization: Basic ${btoa('me:hunter2')}`, 'Authorization: Basic [redacted basic-login]'],
    [`Authorization: Bearer ${'q8Zk2LxV9mPw4RtY7uBn'}`, 'Authorization: Bearer [redacted bearer-token]'],
  ])('%s', (text, clean) => {
    expect(withoutSecrets(text).value).toBe(clean)
  })

  test('a member whose name says that it is secret', () => {
    const { value, found } = withoutSecrets({ login: { password: 'hunter2!', clientSecret: 'q8Zk2LxV9m', user: 'me' } })

    expect(value as unknown).toEqual({
      login: { password: '[redacted labelled-secret]', clientSecret: '[redacted labelled-secret]', user: 'me' },
    })
    expect(found.map(({ at }) => at)).toEqual(['/login/password', '/login/clientSecret'])
  })

  test('two secrets that are names of members stay two members', () => {
    const { value } = withoutSecrets({ [`AKIA${'A'.repeat(16)}`]: 1, [`AKIA${'B'.repeat(16)}`]: 2 })

    expect(value).toEqual({ '[redacted aws-access-key]': 1, '[redacted aws-access-key] 2': 2 })
  })
})

describe('what only looks like one is left as it is', () => {
  test.each([
    'AKIA1234',
    `akia${'iosfodnn7example'}`,
    `XAKIA${'IOSFODNN7EXAMPLE'}`,
    `AKIA${'IOSFODNN7EXAMPLE'}TOOLONG`,
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'it begins with BEGIN PRIVATE KEY',
    `${part({ alg: 'none' })}.${part({ sub: 'me' })}.`,
    part({ payload: 'an envelope' }),
    'ghp_short',
    'github_pat_short',
    'asy_live_0123456789ab',
    'key_0123456789abcdef',
    `{"attribution_token": "${'9f2c6d1b'.repeat(8)}"}`,
    '{"tree_digest": "sha256:46eff9f9b5e876a15e11cb8d88ea2c00edce124b128ed6439caa19923f49d2ea"}',
    '{"password": "aaaaaaaaaaaaaaaaaaaaaaaa"}',
    'SVC-0b5c1f2e9d7a4c3f8e6b2a1d4c5f6e7a-1779235200000',
    '0b5c1f2e-9d7a-4c3f-8e6b-2a1d4c5f6e7a',
    'the secret of a good key is its length',
    'password: is required, and has at least 12 characters',
    'see the secret: /docs/reference/authentication-of-clients',
    'basic accessibility-requirements-2024 and bearer of-bad-news-that-is-long',
    'http://localhost:8080/@user',
    'https://example.com/?next=a:b@c',
    'task-sk-1234',
    'the api_key parameter',
  ])('%s', (text) => {
    expect(withoutSecrets({ text, [text]: [text] })).toEqual({ value: { text, [text]: [text] }, found: [] })
  })

  test('members whose names are secret and whose values are words, or no texts', () => {
    const value = {
      password: 'required',
      secret: null,
      api_key: { type: 'string' },
      private_key: '',
      token: 'x'.repeat(30),
    }

    expect(withoutSecrets(value)).toEqual({ value, found: [] })
  })

  test('whatever JSON there is comes back as it was, and once more through it finds nothing more', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)))
    fc.assert(
      fc.property(json, fc.constantFrom(...secrets.map(([, secret]) => secret)), (value, secret) => {
        const first = withoutSecrets({ value, secret, text: JSON.stringify({ value, secret }) })
        const again = withoutSecrets(first.value)

        expect(again.found).toEqual([])
        expect(again.value).toEqual(first.value)
        expect(first.value.value).toEqual(withoutSecrets(value).value)
      }),
    )
  })
})

test('where they were is said in words, never what they were', () => {
  const found = withoutSecrets({ a: secrets.map(([, secret]) => ({ 'x/y': secret })) }).found

  expect(placesOf(found)).toBe(
    `aws-access-key at /a/0/x~1y, aws-access-key at /a/1/x~1y, private-key at /a/2/x~1y and ${found.length - 3} more`,
  )
})

test('a text of a megabyte that is full of beginnings is looked through in a blink', () => {
  for (const bait of [
    '-----BEGIN ',
    '-----BEGIN A PRIVATE KEY-----',
    'eyJ',
    'eyJaaaaaaaaaa-',
    '.eyJaaaaaaaaaaa',
    'secret:',
    'a://b:',
    'ghp_',
    'PuTTY-User-Key-File-2:',
  ]) {
    const text = bait.repeat(Math.ceil(1_000_000 / bait.length))
    const startedAt = performance.now()

    withoutSecrets({ text })
    secretsIn(`${text}.eyJ`)

    expect([bait, performance.now() - startedAt < 2000]).toEqual([bait, true])
  }
})

test.each(secrets)('a place of its own: %s', (kind, secret) => {
  const text = `before (${secret}) behind`

  const [place, ...more] = secretsIn(text)

  const taken = text.slice(0, place?.start) + secretMark(place?.kind ?? '') + text.slice(place?.end)
  expect([{ value: taken }, more]).toEqual([{ value: withoutSecrets({ value: text }).value.value }, []])
  expect(place?.kind).toBe(kind)
})

test('places come in order, and none in a text without secrets', () => {
  const text = `${jwt} and ghp_${'a1B2'.repeat(9)} and x-${jwt}`

  expect(secretsIn(text).map(({ start, end, kind }) => [kind, text.slice(start, end)])).toEqual([
    ['jwt', jwt],
    ['github-token', `ghp_${'a1B2'.repeat(9)}`],
    ['jwt', jwt],
  ])
  expect(secretsIn('a text of nothing')).toEqual([])
})
