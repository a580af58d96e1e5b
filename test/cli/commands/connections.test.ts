/** Connections are added, looked at and removed from the command line, against a service of the test's own; secrets are never shown. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readTerms, secretFrom, secretTermsOf, usualLabel } from '#cli/commands/connection-terms'
import { connectionsText, whenText } from '#cli/commands/connection-text'
import { type Connection, connectionKinds } from '#shared/contracts/connections'
import { runAssay, runAtTerminal } from '#test/support/assay'

type Asked = { what: string; body: unknown }
let asked: Asked[] = []
let answers: Record<string, () => Response> = {}
let server: ReturnType<typeof Bun.serve>

const mail: Connection = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  kind: 'imap',
  label: 'Work mail',
  config: { host: 'mail.example.com', port: 993, security: 'tls', user: 'bo' },
  state: 'ok',
  error: null,
  failures: 0,
  items: 3012,
  synced_at: '2026-05-20T08:58:00.000Z',
  next_sync_at: '2026-05-20T09:03:00.000Z',
  created_at: '2026-05-01T00:00:00.000Z',
}
const broken: Connection = {
  ...mail,
  id: '0190a1b2-0000-7000-8000-000000000002',
  kind: 'caldav',
  label: 'Team\u001B[2J',
  state: 'failing',
  items: 1,
  synced_at: null,
  error: { code: 'UNREACHABLE', message: 'calendar.example.com does not answer', retry_at: '2026-05-20T09:04:00.000Z' },
}

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const what = `${request.method} ${pathname}${search}`
      const text = await request.text()
      asked.push({ what, body: text === '' ? undefined : JSON.parse(text) })
      return (
        answers[what]?.() ??
        Response.json({ error: { code: 'NOT_FOUND', message: what, details: {} } }, { status: 404 })
      )
    },
  })
})
beforeEach(() => {
  asked = []
  answers = {
    'GET /connections': () => Response.json({ connections: [mail, broken], total: 2 }),
    [`GET /connections/${mail.id}`]: () => Response.json(mail),
    'POST /connections?verify=strict': () => Response.json({ ...mail, state: 'new' }, { status: 201 }),
    [`PUT /connections/${mail.id}/secret`]: () => Response.json(mail),
    [`POST /connections/${mail.id}/test`]: () => Response.json({ reachable: true, error: null, latency_ms: 12 }),
    [`POST /connections/${mail.id}/sync`]: () => Response.json(mail, { status: 202 }),
    [`DELETE /connections/${mail.id}`]: () => new Response(null, { status: 204 }),
  }
})
afterAll(() => server.stop(true))

const env = () => ({ ASSAY_URL: server.url.href, ASSAY_KEY: 'asy_test_key' })
const connections = (args: readonly string[], input = '') => runAssay(['connections', ...args], { env: env(), input })
const calls = () => asked.map(({ what }) => what)
const imap = ['add', 'imap', '--host', 'mail.example.com', '--user', 'bo']
const failure = (code: string, message: string) => ({ code, message, retry_at: null })

test('a person is asked for what is needed, and what is secret is not shown', async () => {
  const { code, out } = await runAtTerminal(['connections', 'add', 'imap', '--folder', 'INBOX'], env(), [
    { after: 'Server: ', type: '\r' },
    { after: 'It is needed.', type: 'mail.example.com\r' },
    { after: 'Security: tls, starttls or none [tls]: ', type: 'starttls\r' },
    { after: 'Port [143]: ', type: '\r' },
    { after: 'User: ', type: 'bo\r' },
    { after: 'Password (is not shown): ', type: 'hunterX\u007F2-sesame\r' },
    { after: 'Call it [imap bo]: ', type: 'Work mail\r' },
  ])

  expect(out).toContain(mail.id)
  expect(code).toBe(0)
  expect(out).not.toContain('hunter')
  expect(out).not.toContain('sesame')
  expect(asked).toEqual([
    {
      what: 'POST /connections?verify=strict',
      body: {
        kind: 'imap',
        label: 'Work mail',
        config: { host: 'mail.example.com', port: 143, security: 'starttls', user: 'bo', folders: ['INBOX'] },
        secret: { password: 'hunter2-sesame' },
      },
    },
  ])
}, 60_000)

test('what is pasted ahead of a question is not shown either, and Ctrl-C leaves everything as it was', async () => {
  const [pasted, left] = await Promise.all([
    runAtTerminal(
      ['connections', 'add', 'caldav', '--url', 'https://calendar.example.com/', '--label', 'Team'],
      env(),
      [{ after: 'User: ', type: 'bo\rhunter2-sesame\r' }],
    ),
    runAtTerminal(['connections', 'secret', 'Work mail'], env(), [
      { after: 'Password (is not shown): ', type: 'hunter2-sesame\u0003' },
    ]),
  ])

  expect([pasted.code, left.code]).toEqual([0, 130])
  expect(pasted.out + left.out).not.toContain('sesame')
  expect(asked.find(({ what }) => what.startsWith('POST'))?.body).toMatchObject({
    secret: { password: 'hunter2-sesame' },
  })
  expect(calls().filter((what) => what.startsWith('PUT'))).toEqual([])
}, 60_000)

test('a script gives the secret on standard input, and hears of all that is missing at once', async () => {
  const [added, feed, lacking, strange, empty] = await Promise.all([
    connections([...imap, '--secret-stdin', '--alias', 'b@x.org', '--alias', 'bo@x.org'], 'hunter2\n'),
    connections(['add', 'ics', '--secret-stdin'], 'https://calendar.example.com/private-5ea/basic.ics\n'),
    connections(['add', 'imap', '--port', '993']),
    connections([...imap, '--base-url', 'https://x.org', '--calendar', 'a', '--secret-stdin'], 'hunter2'),
    connections([...imap, '--secret-stdin'], '\n'),
  ])

  expect([added.code, added.out, feed.code]).toEqual([0, `${mail.id}\n`, 0])
  const kindOf = ({ body }: Asked) => (body as { kind: string }).kind
  const sorted = asked.toSorted((one, other) => (kindOf(one) < kindOf(other) ? -1 : 1))
  expect(sorted.map(({ body }) => body)).toEqual([
    {
      kind: 'ics',
      label: 'ics calendar.example.com',
      config: { url: 'https://calendar.example.com/private-5ea/basic.ics' },
      secret: {},
    },
    {
      kind: 'imap',
      label: 'imap bo',
      config: { host: 'mail.example.com', user: 'bo', security: 'tls', port: 993, aliases: ['b@x.org', 'bo@x.org'] },
      secret: { password: 'hunter2' },
    },
  ])
  expect([lacking.code, strange.code, empty.code]).toEqual([2, 2, 2])
  expect(lacking.err).toContain('give --host, --user, --secret-stdin')
  expect(strange.err).toContain('--base-url, --calendar: of no use for imap, which takes --host, --security, --port')
  expect(empty.err).toContain('standard input is empty')
}, 60_000)

test('one that cannot be read is not added, and why and what to do stand there, and no secret', async () => {
  answers['POST /connections?verify=strict'] = () =>
    Response.json(
      {
        error: {
          code: 'CONNECTION_UNREACHABLE',
          message: 'mail.example.com refuses the login',
          details: { error: failure('CREDENTIALS', 'mail.example.com refuses the login') },
        },
      },
      { status: 400 },
    )
  answers['POST /connections'] = () =>
    Response.json({ ...mail, state: 'paused', error: failure('CREDENTIALS', 'refused') }, { status: 201 })

  const [refused, kept] = await Promise.all([
    connections([...imap, '--secret-stdin'], 'hunter2'),
    connections([...imap, '--secret-stdin', '--unverified'], 'hunter2'),
  ])

  expect([refused.code, refused.out]).toEqual([3, ''])
  expect(refused.err).toContain('CREDENTIALS: mail.example.com refuses the login\nUser or secret are wrong')
  expect([kept.code, kept.out]).toEqual([1, `${mail.id}\n`])
  expect(kept.err).toContain('added, but cannot be read\nCREDENTIALS: refused')
  expect(refused.err + kept.err).not.toContain('hunter2')
}, 60_000)

test('a place where the service may not go is named as on the line, with who may open it', async () => {
  const issue = { path: '/config/host', message: 'may not be connected to: address', expected: 'a public address' }
  answers['POST /connections?verify=strict'] = () =>
    Response.json(
      { error: { code: 'INVALID_REQUEST', message: issue.message, details: { issues: [issue] } } },
      { status: 400 },
    )

  const { code, err } = await connections([...imap, '--secret-stdin'], 'hunter2')

  expect(code).toBe(3)
  expect(err).toStartWith('INVALID_REQUEST: --host may not be connected to: address; expected a public address\n')
  expect(err).toContain('ADAPTER_ALLOW')
}, 60_000)

test('a list says of each how it stands, since when, and what to do', async () => {
  const [text, json] = await Promise.all([connections(['list']), connections(['list', '--format', 'json'])])

  const now = new Date('2026-05-20T09:00:00.000Z')
  const shown = connectionsText([mail, broken], { isColourful: false }, now)
  expect(shown.split('\n')).toEqual([
    `ok       Work mail  imap    3,012 items  read 2 minutes ago  ${mail.id}`,
    `failing  Team [2J   caldav  1 item       never read          ${broken.id}`,
    '  UNREACHABLE: calendar.example.com does not answer; tried again in 4 minutes',
    expect.stringMatching(/^ {2}Nothing answers there: /),
    '',
  ])
  expect(text.out).toContain('Work mail')
  expect(JSON.parse(json.out)).toEqual({ connections: [mail, broken], total: 2 })
  expect(connectionsText([], { isColourful: false }, now)).toContain('connections add')
  expect(
    ['2026-05-20T09:00:00Z', '2026-05-20T09:00:01Z', '2026-05-18T09:00:00Z'].map((at) => whenText(at, now)),
  ).toEqual(['now', 'in 1 second', '2 days ago'])
}, 60_000)

test('it is named by its label or its id; a test that fails is exit code 1', async () => {
  answers[`POST /connections/${mail.id}/test`] = () =>
    Response.json({ reachable: false, error: failure('CERTIFICATE', 'the certificate has expired'), latency_ms: null })

  const [tested, synced, changed, nobody] = await Promise.all([
    connections(['test', 'Work mail']),
    connections(['sync', mail.id]),
    connections(['secret', 'Work mail', '--access-token', '--secret-stdin'], 'ya29.token\n'),
    connections(['test', 'Home']),
  ])

  expect([tested.code, tested.out]).toEqual([
    1,
    expect.stringContaining('Work mail cannot be read\nCERTIFICATE: the certificate has expired\n'),
  ])
  expect([synced.code, synced.out]).toEqual([0, 'Work mail is being read\n'])
  expect([changed.code, changed.err]).toEqual([1, 'Work mail has another secret\n'])
  expect(asked.find(({ what }) => what.startsWith('PUT'))?.body).toEqual({ secret: { access_token: 'ya29.token' } })
  expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('there are Work mail, Team')])
}, 60_000)

test('removing asks a person before, and a script has to say so', async () => {
  const [kept, silent, meant] = await Promise.all([
    runAtTerminal(['connections', 'remove', 'Work mail'], env(), [{ after: '[y/N]: ', type: '\r' }]),
    connections(['remove', 'Work mail']),
    connections(['remove', 'Work mail', '--yes']),
  ])

  expect(kept.out).toContain('Remove Work mail (imap), the 3,012 items that it brought')
  expect([kept.code, silent.code, meant.code]).toEqual([0, 2, 0])
  expect(silent.err).toContain('--yes')
  expect(meant.out).toBe('Work mail is removed\n')
  expect(calls().filter((what) => what.startsWith('DELETE'))).toEqual([`DELETE /connections/${mail.id}`])
}, 60_000)

test('every kind can be asked for, is called something, and its secret can be given whole', () => {
  for (const kind of connectionKinds) {
    const { missing } = readTerms(kind, {})
    const terms = secretTermsOf(kind, false)
    const secret = Object.fromEntries(terms.map(({ name }) => [name, `s-${name}`]))

    expect([kind, missing.every(({ question }) => question !== undefined)]).toEqual([kind, true])
    expect(usualLabel(kind, {})).toBe(kind)
    if (terms.length > 1) expect(secretFrom(JSON.stringify(secret), terms)).toEqual(secret)
  }
  expect(() => secretFrom('{"client_id": "a"}', secretTermsOf('gmail', false))).toThrow(
    'client_id, client_secret, refresh_token',
  )
  expect(() => secretTermsOf('github', true)).toThrow('--access-token')
})
