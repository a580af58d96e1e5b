/** Mailboxes on a real Dovecot, with real mails: followed exactly, pushed at once, read and never written to. */
import { afterAll, expect, test } from 'bun:test'
import type { ConfigOf } from '#shared/contracts/connections'
import { corpusMail, mailCorpus } from '#test/servers/corpus'
import { startDovecot } from '#test/servers/dovecot'
import { orWithout } from '#test/servers/needed'
import { letter, openWireTap, syncContext, syncRound } from '#test/support/imap'
import { AdapterError, type OpenConnection, type SyncDelta } from '#workers/sync-connection/adapters/adapter'
import { openImapAdapter } from '#workers/sync-connection/adapters/imap/index'
import { imapTimes, openSession } from '#workers/sync-connection/adapters/imap/session'

const users = ['real', 'changes', 'plain', 'moved', 'anew', 'idle', 'poll', 'tls', 'odd', 'gate']
const dovecot = await orWithout('dovecot', startDovecot(users))
const corpus = await orWithout('mail-corpus', mailCorpus())
const adapter = openImapAdapter(imapTimes)
afterAll(async () => {
  await adapter.close()
  await dovecot?.stop()
})
const withServer = test.skipIf(dovecot === undefined)

/** Only asked for where it is there. */
const server = dovecot as NonNullable<typeof dovecot>
const recent = (n: number) => new Date(Date.UTC(2026, 10, 19, 10, 0, n))
const letters = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({
    bytes: letter({ id: `${from + n}`, subject: `Letter ${from + n}` }),
    at: recent(from + n),
  }))

function to(user: string, over: Partial<ConfigOf<'imap'>> = {}): OpenConnection<'imap'> {
  return {
    id: `00000000-0000-4000-8000-${user.padStart(12, '0')}`,
    config: { host: 'localhost', port: server.tlsPort, security: 'tls', user, ca: server.ca, ...over },
    secret: { password: server.password },
  }
}
const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key).sort()
const subjectsOf = ({ items }: Pick<SyncDelta, 'items'>) =>
  items.map((item) => ('subject' in item ? item.subject : '')).sort()
const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AdapterError) return error.code
  throw error ?? new Error('it did not fail')
}

test.skipIf(!dovecot || !corpus)(
  'real mails come in pieces, the newest first, each under one key, and under the same keys again',
  async () => {
    const paths = corpus?.paths.slice(0, 300) ?? []
    server.seed(
      'real',
      '',
      paths.map((path, n) => ({ bytes: corpusMail(path), at: recent(n), flags: n % 2 ? 'S' : '' })),
    )
    server.seed('real', 'Sent', [{ bytes: letter({ id: 'sent', from: 'real@example.com' }), at: recent(0) }])
    server.seed('real', 'Archive', [{ bytes: letter({ id: 'archived' }), at: recent(0) }])

    const first = await adapter.sync(to('real'), null, syncContext({ limit: 100 }))
    const whole = await syncRound(adapter.sync, to('real'), null, syncContext({ limit: 100 }))
    const again = await syncRound(adapter.sync, to('real'), null, syncContext({ limit: 70 }))
    const nothing = await adapter.sync(to('real'), whole.state, syncContext())

    expect(first).toMatchObject({ hasMore: true, isReset: false, missing: [] })
    expect(first.items.length).toBeLessThanOrEqual(100)
    expect(whole.calls).toBeGreaterThan(2)
    const mails = whole.items.flatMap((item) => (item.source === 'mail' ? [item] : []))
    expect(new Set(keysOf(mails)).size).toBe(mails.length)
    // A few of the set are copies of one mail.
    expect(mails.length).toBeGreaterThan(280)
    expect(mails.filter(({ text }) => text.trim() !== '').length).toBeGreaterThan(mails.length * 0.95)
    expect(mails.filter(({ isOutgoing }) => isOutgoing).map(({ folder }) => folder)).toEqual(['Sent'])
    expect(mails.filter(({ isSeen }) => isSeen).length).toBeGreaterThan(100)
    expect(mails.some(({ folder }) => folder === 'Archive')).toBe(false)
    expect(keysOf(again.items)).toEqual(keysOf(mails))
    expect(nothing).toMatchObject({ items: [], gone: [], hasMore: false, isReset: false })
  },
)

withServer('exactly what changed is brought again, what came is new, what left is gone', async () => {
  const names = server.seed('changes', '', letters(0, 50))
  const whole = await syncRound(adapter.sync, to('changes'), null, syncContext())

  for (const n of [3, 8, 9, 30, 41]) names[n] = server.flag('changes', '', names[n] ?? '', 'FS')
  const flagged = await syncRound(adapter.sync, to('changes'), whole.state, syncContext())
  for (const n of [0, 10]) server.remove('changes', '', names[n] ?? '')
  server.seed('changes', '', letters(50, 52))
  const after = await syncRound(adapter.sync, to('changes'), flagged.state, syncContext())

  expect(subjectsOf(flagged)).toEqual([3, 30, 41, 8, 9].map((n) => `Letter ${n}`))
  expect(flagged.items.every((item) => item.source === 'mail' && item.isFlagged && item.isSeen)).toBe(true)
  expect(flagged.gone).toEqual([])
  expect(subjectsOf(after)).toEqual(['Letter 50', 'Letter 51'])
  const goneOnes = whole.items.filter((item) => 'subject' in item && ['Letter 0', 'Letter 10'].includes(item.subject))
  expect(after.gone.sort()).toEqual(keysOf(goneOnes))
})

withServer('a server that counts no changes is compared with what is known of it', async () => {
  const tap = await openWireTap(server.port, (said) => said.replaceAll(/ (?:CONDSTORE|QRESYNC|IDLE)\b/g, ''))
  const there = to('plain', { port: tap.port, security: 'none' })
  const names = server.seed('plain', '', letters(0, 20))
  const whole = await syncRound(adapter.sync, there, null, syncContext())

  server.flag('plain', '', names[4] ?? '', 'S')
  server.remove('plain', '', names[7] ?? '')
  server.seed('plain', '', letters(20, 21))
  const after = await syncRound(adapter.sync, there, whole.state, syncContext())
  await tap.stop()

  expect(tap.sent).not.toContain('CHANGEDSINCE')
  expect(subjectsOf(after)).toEqual(['Letter 20', 'Letter 4'])
  expect(after.gone).toEqual(keysOf(whole.items.filter((item) => 'subject' in item && item.subject === 'Letter 7')))
})

withServer('a mail that lies in two folders is one, and is gone when it has left both', async () => {
  const folders = ['INBOX', 'Projects']
  const [inInbox = ''] = server.seed('moved', '', letters(0, 1))
  const [inProjects = ''] = server.seed('moved', 'Projects', letters(0, 1))
  const both = await syncRound(adapter.sync, to('moved', { folders }), null, syncContext())

  server.remove('moved', '', inInbox)
  const one = await syncRound(adapter.sync, to('moved', { folders }), both.state, syncContext())
  server.remove('moved', 'Projects', inProjects)
  const none = await syncRound(adapter.sync, to('moved', { folders }), one.state, syncContext())
  const missing = await adapter.sync(to('moved', { folders: ['INBOX', 'Nowhere'] }), null, syncContext())

  expect(both.items).toMatchObject([{ folder: 'INBOX' }])
  expect(one).toMatchObject({ items: [{ folder: 'Projects', key: both.items[0]?.key }], gone: [] })
  expect(none).toMatchObject({ items: [], gone: [both.items[0]?.key] })
  expect(missing.missing).toEqual(['the folder Nowhere is not there'])
})

withServer('under another UIDVALIDITY everything is brought anew, and nothing twice', async () => {
  server.seed('anew', '', letters(0, 12))
  const before = await syncRound(adapter.sync, to('anew'), null, syncContext())
  await adapter.close()
  server.renumber('anew', '')

  const after = await syncRound(adapter.sync, to('anew'), before.state, syncContext({ limit: 5 }))

  expect(after).toMatchObject({ isReset: true, gone: [] })
  expect(keysOf(after.items)).toEqual(keysOf(before.items))
})

withServer('mails that are huge, deep, or have ten thousand parts are bounded and stop no other', async () => {
  const mime = (type: string, body: string, id: string) =>
    Buffer.from(
      `From: a@example.com\r\nMessage-ID: <${id}@example.com>\r\nSubject: ${id}\r\nContent-Type: ${type}\r\n\r\n${body}`,
    )
  const deep = (levels: number): string =>
    levels === 0
      ? 'Content-Type: text/plain\r\n\r\nat the bottom\r\n'
      : `Content-Type: multipart/mixed; boundary=b${levels}\r\n\r\n--b${levels}\r\n${deep(levels - 1)}\r\n--b${levels}--\r\n`
  const many = Array.from({ length: 10_000 }, (_, n) => `--m\r\nContent-Type: text/x${n}\r\n\r\n${n}\r\n`).join('')
  const odd: [string, Uint8Array][] = [
    ['huge', mime('text/plain', 'a line of text\r\n'.repeat(700_000), 'huge')],
    ['many', mime('multipart/mixed; boundary=m', `--m\r\n\r\nfirst\r\n${many}--m--\r\n`, 'many')],
    ['deep', mime('multipart/mixed; boundary=b41', `--b41\r\n${deep(40)}\r\n--b41--\r\n`, 'deep')],
    ['headers', Buffer.concat([Buffer.from('X-Bomb: 1\r\n'.repeat(100_000)), mime('text/plain', 'x', 'headers')])],
    ['none', Buffer.from('\r\n')],
    ['garbage', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))],
    ['good', letter({ id: 'good', subject: 'good' })],
  ]
  server.seed(
    'odd',
    '',
    odd.map(([, bytes], n) => ({ bytes, at: recent(n) })),
  )

  const { items } = await syncRound(adapter.sync, to('odd'), null, syncContext())

  const mails = items.flatMap((item) => (item.source === 'mail' ? [item] : []))
  const textOf = (subject: string) => mails.find((mail) => mail.subject === subject)?.text
  expect(mails).toHaveLength(odd.length)
  expect(textOf('good')).toBe('Hello.')
  expect(textOf('huge')?.length).toBe(20_000)
  expect(textOf('many')).toContain('first')
  expect(textOf('deep')).toContain('at the bottom')
})

withServer('a new mail is pushed, and is an item within a second', async () => {
  server.seed('idle', '', letters(0, 3))
  const connection = to('idle')
  const { state } = await syncRound(adapter.sync, connection, null, syncContext())
  // What came before it was watched is not known.
  await adapter.watch(connection, syncContext())
  const watching = adapter.watch(connection, syncContext())
  await Bun.sleep(300)
  // By the clock, say, on the session that waits.
  const meanwhile = await adapter.sync(connection, state, syncContext())
  await Bun.sleep(100)

  const begun = performance.now()
  server.seed('idle', '', letters(3, 4))
  await watching
  const delta = await adapter.sync(connection, state, syncContext())
  const took = performance.now() - begun

  expect(meanwhile.items).toEqual([])
  expect(subjectsOf(delta)).toEqual(['Letter 3'])
  expect(took).toBeLessThan(5000)
})

withServer('IDLE is begun anew before a server ends it, and where there is none one asks', async () => {
  const often = openImapAdapter({ ...imapTimes, idleMs: 250 })
  const tap = await openWireTap(server.port, (said) => said.replaceAll(/ IDLE\b/g, ''))
  const without = to('poll', { port: tap.port, security: 'none' })
  server.seed('poll', '', letters(0, 1))
  for (const connection of [to('poll', { aliases: ['other@example.com'] }), without]) {
    const other = { ...connection, id: `${connection.id}${connection.config.port}` }
    await often.watch(other, syncContext())
    const watching = often.watch(other, syncContext())
    await Bun.sleep(600)
    server.seed('poll', '', letters(connection === without ? 2 : 1, connection === without ? 3 : 2))
    await watching
  }
  await often.close()
  await tap.stop()

  expect(server.wireLog('poll').match(/ IDLE\r?$/gm)?.length).toBeGreaterThan(1)
  expect(tap.sent).not.toMatch(/ IDLE\r\n/)
  expect(tap.sent.match(/ NOOP\r\n/g)?.length).toBeGreaterThan(1)
})

withServer('a watch ends when it is told to, and lets the session go', async () => {
  const abort = new AbortController()
  const watching = adapter.watch(to('idle'), syncContext({ signal: abort.signal }))
  await Bun.sleep(100)

  abort.abort()

  await watching
})

withServer('the certificate must be the configured name’s and of somebody who is trusted', async () => {
  const names = { 'test.invalid': ['127.0.0.1'], 'other.invalid': ['127.0.0.1'] }
  const { ca: _, ...config } = to('tls').config
  const test = (over: Partial<ConfigOf<'imap'>>) => adapter.test(to('tls', over), syncContext({ names, limit: 1 }))

  await test({ host: 'test.invalid' })
  await test({ host: '127.0.0.1' })
  await test({ host: 'test.invalid', port: server.port, security: 'starttls' })
  for (const port of [server.tlsPort, server.port]) {
    const security = port === server.port ? 'starttls' : 'tls'
    expect(await failureOf(test({ host: 'other.invalid', port, security }))).toBe('CERTIFICATE')
    const untrusted = { ...to('tls'), config: { ...config, port, security } as const }
    expect(await failureOf(adapter.test(untrusted, syncContext()))).toBe('CERTIFICATE')
  }
})

withServer('where a server is robbed of STARTTLS nothing is sent in clear', async () => {
  const tap = await openWireTap(server.port, (said) => said.replaceAll(' STARTTLS', ''))
  const connection = to('tls', { port: tap.port, security: 'starttls' })

  expect(await failureOf(adapter.test(connection, syncContext()))).toBe('UPSTREAM')
  await tap.stop()

  expect(tap.sent).toMatch(/^\w+ (?:ID|CAPABILITY)/)
  expect(tap.sent).not.toMatch(/LOGIN|AUTHENTICATE|password/i)
  expect(tap.sent).not.toContain(Buffer.from(server.password).toString('base64').slice(0, 8))
})

withServer('a private address is not dialled, nor one in clear that nobody named', async () => {
  const tap = await openWireTap(server.port)
  const there = { port: tap.port, security: 'none' } as const
  const names = {
    'mail.example': ['127.0.0.1'],
    'public.example': ['93.184.216.34'],
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
  }
  const failure = (host: string, allow: string) =>
    failureOf(adapter.test(to('tls', { ...there, host }), syncContext({ names, allow })))

  expect(await failure('mail.example', `public:${tap.port}`)).toBe('ADDRESS_REFUSED')
  expect(await failure('localhost', '')).toBe('ADDRESS_REFUSED')
  // A web port is open on every public address, and named by nobody.
  const web = to('tls', { ...there, host: 'public.example', port: 8080 })
  expect(await failureOf(adapter.test(web, syncContext({ names, allow: '' })))).toBe('ADDRESS_REFUSED')
  expect(await failure('mixed.example', `public:${tap.port}`)).toBe('ADDRESS_REFUSED')
  expect(await failure('nowhere.example', '127.0.0.1/32:*')).toBe('UNREACHABLE')
  await tap.stop()

  expect(tap.connections).toBe(0)
})

withServer('a session sends nothing that writes, whoever asks it to', async () => {
  server.seed('gate', '', letters(0, 2))
  const asked = { ...syncContext(), times: imapTimes }
  const session = await openSession(to('gate'), asked, () => new AdapterError('UPSTREAM', 'not opened'))
  await session.client.list({ listOnly: true })
  await session.client.mailboxOpen('INBOX', { readOnly: true })

  const writes = await Promise.allSettled([
    session.client.messageFlagsAdd('1:*', ['\\Seen']),
    session.client.messageDelete('1:*'),
    session.client.mailboxCreate('Mine'),
    session.client.append('INBOX', 'x'),
    session.client.messageMove('1', 'Sent'),
    session.client.mailboxOpen('INBOX'),
  ])
  session.end()

  expect(writes.every((each) => each.status === 'rejected' || each.value === false)).toBe(true)
})

// Last of those that log in: Dovecot is slower with everybody for a while after it.
withServer('whoever is not let in is told so, and another secret gets another session', async () => {
  const wrong = { ...to('tls'), secret: { password: 'another' } }

  await adapter.test(to('tls'), syncContext())
  expect(await failureOf(adapter.test(wrong, syncContext()))).toBe('CREDENTIALS')
})

withServer('no command that writes was ever sent to any mailbox', async () => {
  await adapter.close()
  await Bun.sleep(50)
  const commands = users.flatMap((user) =>
    server
      .wireLog(user)
      .split(/\r?\n/)
      .flatMap((line) => /^[0-9A-F]+ ((?:UID )?[A-Z]+)/.exec(line)?.[1] ?? []),
  )
  const reading = /^(?:CAPABILITY|ID|NAMESPACE|ENABLE|LIST|LSUB|EXAMINE|(?:UID )?(?:FETCH|SEARCH)|NOOP|IDLE|LOGOUT)$/

  expect(new Set(commands.filter((command) => !reading.test(command)))).toEqual(new Set())
  expect(commands.filter((command) => command === 'EXAMINE').length).toBeGreaterThan(20)
  expect(commands.filter((command) => command === 'UID FETCH').length).toBeGreaterThan(20)
  for (const user of users) expect(server.wireLog(user)).not.toMatch(/BODY\[|RFC822(?!\.SIZE)/)
})
