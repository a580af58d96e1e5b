/** Mail servers that answer badly: each is named for what it is, in time and within bounds. */
import { afterAll, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { scriptedServer, syncContext, type WireServer } from '#test/support/imap'
import { AdapterError, type OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { openImapAdapter } from '#workers/sync-connection/adapters/imap/index'
import { imapTimes } from '#workers/sync-connection/adapters/imap/session'

const adapter = openImapAdapter(imapTimes)
/** For servers that say nothing. */
const hasty = openImapAdapter({ ...imapTimes, greetingMs: 300, silentMs: 300 })
const servers: WireServer[] = []
afterAll(async () => {
  await adapter.close()
  await hasty.close()
  for (const server of servers) await server.stop()
})

const greeting = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n'
let count = 0
const to = (port: number): OpenConnection<'imap'> => {
  count += 1
  return {
    id: `hostile-${count}`,
    config: { host: '127.0.0.1', port, security: 'none', user: 'me' },
    secret: { password: 'a secret of mine' },
  }
}

/** A server that works, but for what is answered to one command. */
function working(odd: Record<string, (tag: string, socket: Socket) => string | null>, capabilities = 'AUTH=PLAIN') {
  return scriptedServer(`* OK [CAPABILITY IMAP4rev1 ${capabilities}] ready\r\n`, (tag, command, socket) => {
    const name = Object.keys(odd).find((each) => command.toUpperCase().startsWith(each))
    const own = name === undefined ? undefined : odd[name]
    if (own) return own(tag, socket)
    if (command === 'CAPABILITY') return `* CAPABILITY IMAP4rev1 ${capabilities}\r\n${tag} OK done\r\n`
    if (command.startsWith('LIST')) return `* LIST () "/" INBOX\r\n${tag} OK done\r\n`
    if (command.startsWith('EXAMINE'))
      return `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 2] x\r\n${tag} OK [READ-ONLY] done\r\n`
    if (command.startsWith('UID SEARCH')) return `* SEARCH 1\r\n${tag} OK done\r\n`
    return `${tag} OK done\r\n`
  })
}

async function syncWith(server: WireServer, over = {}, by = adapter): Promise<AdapterError> {
  servers.push(server)
  try {
    await by.sync(to(server.port), null, syncContext(over))
  } catch (error) {
    if (error instanceof AdapterError) return error
    throw error
  }
  throw new Error('it went well')
}

test('a server that works is read by what it answers', async () => {
  const server = await working({
    'UID FETCH': (tag) =>
      `* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 30 BODY[HEADER]<0> {14}\r\nSubject: yes\r\n BODY[TEXT]<0> "words")\r\n${tag} OK done\r\n`,
  })
  servers.push(server)

  const { items } = await adapter.sync(to(server.port), null, syncContext())

  expect(items).toMatchObject([{ subject: 'yes', text: 'words', isSeen: false }])
})

const cases: [string, () => Promise<WireServer>, string][] = [
  ['hangs up as it is called', () => scriptedServer(null), 'TRUNCATED'],
  ['says nothing', () => scriptedServer(''), 'TIMEOUT'],
  ['is a web server', () => scriptedServer('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'), 'MALFORMED'],
  ['greets in another language', () => scriptedServer('\x00\x01\x02 +OK POP3\r\n'), 'MALFORMED'],
  ['has too many guests', () => scriptedServer('* BYE Too many connections\r\n'), 'RATE_LIMITED'],
  ['is shutting down', () => scriptedServer('* BYE shutting down\r\n'), 'UPSTREAM'],
  ['greets without an end', () => scriptedServer(`* OK ${'x'.repeat(9 << 20)}`), 'TOO_LARGE'],
  [
    'does not let one in',
    () => working({ AUTHENTICATE: (tag) => `${tag} NO [AUTHENTICATIONFAILED] no\r\n` }),
    'CREDENTIALS',
  ],
  ['cannot say who one is', () => working({ AUTHENTICATE: (tag) => `${tag} NO [UNAVAILABLE] later\r\n` }), 'UPSTREAM'],
  ['hangs up at the login', () => working({ AUTHENTICATE: () => null }), 'TRUNCATED'],
  ['says nothing to a login', () => working({ AUTHENTICATE: () => '' }), 'TIMEOUT'],
  ['has no folders', () => working({ LIST: (tag) => `${tag} OK none\r\n` }), 'NOT_FOUND'],
  ['is full', () => working({ EXAMINE: (tag) => `${tag} NO [OVERQUOTA] full\r\n` }), 'RATE_LIMITED'],
  ['forbids its folder', () => working({ EXAMINE: (tag) => `${tag} NO [NOPERM] no\r\n` }), 'FORBIDDEN'],
  ['knows no command', () => working({ EXAMINE: (tag) => `${tag} BAD what\r\n` }), 'UPSTREAM'],
  ['says goodbye in the middle', () => working({ 'UID SEARCH': (_, socket) => goodbye(socket) }), 'UPSTREAM'],
  ['is cut off in the middle', () => working({ 'UID FETCH': () => null }), 'TRUNCATED'],
  [
    'stops in the middle',
    () => working({ 'UID FETCH': () => '* 1 FETCH (UID 1 BODY[HEADER]<0> {500}\r\nSubject' }),
    'TIMEOUT',
  ],
  [
    'has lines without an end',
    () => working({ 'UID FETCH': (_, socket) => endless(socket, '* 1 FETCH (UID 1 ', 'a') }),
    'TOO_LARGE',
  ],
  [
    'has a literal without an end',
    () => working({ 'UID FETCH': () => '* 1 FETCH (UID 1 BODY[HEADER]<0> {99999999999}\r\n' }),
    'TOO_LARGE',
  ],
  [
    'answers what was not asked',
    () =>
      working({ 'UID FETCH': (tag) => `${(Number.parseInt(tag, 16) + 1).toString(16)} OK done\r\n${tag} WHAT\r\n` }),
    'MALFORMED',
  ],
]

function goodbye(socket: Socket): string {
  socket.end('* BYE enough\r\n')
  return ''
}

/** Until the other side hangs up. */
function endless(socket: Socket, begin: string, more: string): string {
  const chunk = more.repeat(1 << 18)
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', write)
  setImmediate(write)
  return begin
}

for (const [what, start, code] of cases) {
  test(`a server that ${what} is ${code}`, async () => {
    const server = await start()
    const isQuiet = code === 'TIMEOUT' || what.includes('another language')
    const failure = await syncWith(server, {}, isQuiet ? hasty : adapter)

    expect(failure.code).toBe(code as typeof failure.code)
    expect(failure.message).not.toMatch(/secret|127\.0\.0\.1|xxx|enough|full$/)
  })
}

test('a port that nobody listens at is unreachable', async () => {
  const server = await scriptedServer('')
  await server.stop()

  const failure = adapter.sync(to(server.port), null, syncContext())

  await expect(failure).rejects.toMatchObject({ code: 'UNREACHABLE' })
})

test('a server that lets nobody log in is told nothing', async () => {
  const server = await working({}, 'LOGINDISABLED')

  const failure = await syncWith(server)

  expect(failure.code).toBe('FORBIDDEN')
  expect(server.sent).not.toMatch(/secret|LOGIN|AUTHENTICATE/)
})

test('an access token is handed over as one, and refused as credentials are', async () => {
  const connection = (port: number): OpenConnection<'imap'> => ({ ...to(port), secret: { access_token: 'a-token' } })
  const good = await working({}, 'AUTH=XOAUTH2')
  let hasFailed = false
  const bad = await scriptedServer('* OK [CAPABILITY IMAP4rev1 AUTH=XOAUTH2] ready\r\n', (tag, command) => {
    if (command.startsWith('AUTHENTICATE')) {
      hasFailed = true
      return `+ ${btoa('{"status":"400"}')}\r\n`
    }
    // What follows is an empty line, without a tag.
    return hasFailed && tag === '' ? '1 NO [AUTHENTICATIONFAILED] no\r\n2 NO no\r\n' : `${tag} OK done\r\n`
  })
  servers.push(good, bad)

  await adapter.test(connection(good.port), syncContext())

  expect(atob(/XOAUTH2 (\S+)/.exec(good.sent)?.[1] ?? '')).toContain('auth=Bearer a-token')
  await expect(adapter.test(connection(bad.port), syncContext())).rejects.toMatchObject({ code: 'CREDENTIALS' })
})

test('a certificate to be trusted that is none is said to be one, before anything is sent', async () => {
  const server = await scriptedServer(greeting)
  servers.push(server)
  const { config, ...rest } = to(server.port)
  const ca = '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----'

  const failure = adapter.sync({ ...rest, config: { ...config, security: 'tls', ca } }, null, syncContext())

  await expect(failure).rejects.toMatchObject({ code: 'CERTIFICATE' })
  expect(server.connections).toBe(0)
})

test('a server in clear behind a port of TLS speaks another protocol', async () => {
  const server = await scriptedServer(greeting)
  servers.push(server)
  const { config, ...rest } = to(server.port)

  const failure = adapter.sync({ ...rest, config: { ...config, security: 'tls' } }, null, syncContext())

  await expect(failure).rejects.toMatchObject({ code: 'MALFORMED' })
})

test('a time that is over ends everything at once', async () => {
  const server = await working({ EXAMINE: () => '' })
  const begun = performance.now()

  const failure = await syncWith(server, { signal: AbortSignal.timeout(150) })

  expect(failure.code).toBe('TIMEOUT')
  expect(performance.now() - begun).toBeLessThan(3000)
})

test('a session that was ended while nobody used it costs a new one, and no failure', async () => {
  const sockets: Socket[] = []
  const server = await working({
    'UID SEARCH': (tag, socket) => {
      sockets.push(socket)
      return `* SEARCH\r\n${tag} OK done\r\n`
    },
  })
  servers.push(server)
  const connection = to(server.port)
  await adapter.sync(connection, null, syncContext())
  // As a server does that has waited too long: the first command goes into the void.
  for (const socket of sockets) socket.pause()
  for (const socket of sockets) socket.resetAndDestroy()

  const delta = await adapter.sync(connection, null, syncContext())

  expect(delta.items).toEqual([])
  expect(server.connections).toBe(2)
})
