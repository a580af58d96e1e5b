/** A mailbox, a calendar and source hosting that fail in ten ways each: what a briefing says of it, how long it takes, and that nothing else changes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { AdapterState, Briefing } from '#db/documents/briefing'
import { type ConnectionRow, connectionsOf } from '#db/queries/connections'
import { startDovecot } from '#test/servers/dovecot'
import { type Fault, type FaultProxy, faults, startFaultProxy } from '#test/servers/fault-proxy'
import { type GitHubServer, gitHubTokens, startGitHub } from '#test/servers/hosting'
import { calendarFaults, gitHubFaults } from '#test/servers/http-faults'
import { imapFaults } from '#test/servers/imap-faults'
import { orWithout } from '#test/servers/needed'
import { startRadicale } from '#test/servers/radicale'
import { signedByAuthority, testAuthority } from '#test/support/certificate'
import { type Service, startService } from '#test/support/service'
import { restand } from '#test/support/sources'
import { until } from '#test/support/until'

setDefaultTimeout(120_000)

const kinds = ['imap', 'caldav', 'github'] as const
type Kind = (typeof kinds)[number]

const deadlineMs = 3000
/** What is not the deadline's: to take the request in, to compose, to save, to answer. What hangs would hang for ever. */
const overMs = 1000
/** A machine that had no time for us says nothing of how long it takes. */
const attempts = 3

const [dovecot, radicale] = await Promise.all([
  orWithout('dovecot', startDovecot(['ada'])),
  orWithout('radicale', startRadicale()),
])
const isThere: Record<Kind, boolean> = { imap: dovecot !== undefined, caldav: radicale !== undefined, github: true }

const there = kinds.filter((kind) => isThere[kind])
/** As `seed` has it. */
const itemsOfEach = 2

let service: Service
let github: GitHubServer
const proxies = new Map<Kind, FaultProxy>()
const ids = new Map<Kind, string>()

/** What each fault comes to, whatever fails by it. The last two are mended: all is read again. */
const comesTo: Record<Fault, [AdapterState['status'], NonNullable<AdapterState['error']>['code'] | null]> = {
  ok: ['ok', null],
  slow: ['stale', 'TIMEOUT'],
  refused: ['stale', 'UNREACHABLE'],
  unauthorised: ['stale', 'CREDENTIALS'],
  limited: ['stale', 'RATE_LIMITED'],
  upstream: ['stale', 'UPSTREAM'],
  malformed: ['stale', 'MALFORMED'],
  truncated: ['stale', 'TRUNCATED'],
  stale_token: ['ok', null],
  renumbered: ['ok', null],
}

beforeAll(async () => {
  github = await startGitHub()
  const tls = signedByAuthority
  proxies.set('github', await startFaultProxy({ port: github.port, tls, spoil: gitHubFaults }))
  if (dovecot) proxies.set('imap', await startFaultProxy({ port: dovecot.port, tls, spoil: imapFaults }))
  if (radicale) proxies.set('caldav', await startFaultProxy({ port: radicale.port, tls, spoil: calendarFaults }))
  await seed()
  service = await startService({
    job: 'sync-connection',
    env: {
      ADAPTER_ALLOW: '127.0.0.1:*',
      BRIEFING_REFRESH_MS: String(deadlineMs),
      SYNC_EVERY_S: '86400',
      WATCHES_PER_PROCESS: '0',
    },
  })
  await service.startWorker('gather-briefing')
  for (const kind of there) await connect(kind)
  const rows = await standing()
  expect(rows.map(({ kind, state, items, missing }) => [kind, state, items, missing])).toEqual(
    there.map((kind) => [kind, 'ok', itemsOfEach, '[]']),
  )
  const { briefing } = await brief()
  for (const kind of there)
    expect([kind, shownIn(briefing) === shownIn(briefing, ids.get(kind))]).toEqual([kind, false])
})
afterAll(async () => {
  await service?.stop()
  await Promise.all([...proxies.values()].map((proxy) => proxy.stop()))
  await Promise.all([github?.stop(), dovecot?.stop(), radicale?.stop()])
})

const mail = (number: number, subject: string, text: string) => ({
  bytes: Buffer.from(
    [
      'From: Grace <grace@example.com>',
      'To: Ada <ada@example.com>',
      `Subject: ${subject}`,
      `Date: ${new Date(Date.now() - number * 3_600_000).toUTCString()}`,
      `Message-ID: <${number}@example.com>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n'),
  ),
  at: new Date(Date.now() - number * 3_600_000),
})

const icsTime = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
const event = (uid: string, title: string, startsAt: Date) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tests//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${icsTime(new Date())}`,
    `DTSTART:${icsTime(startsAt)}`,
    `DTEND:${icsTime(new Date(startsAt.getTime() + 3_600_000))}`,
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

async function seed(): Promise<void> {
  dovecot?.seed('ada', '', [
    mail(30, 'Figures', 'Could you send me the figures?'),
    mail(50, 'Lunch', 'It was nice to see you.'),
  ])
  if (radicale) {
    radicale.calendar('work', 'Work')
    const tomorrow = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000)
    radicale.write('work', 'one', event('one@example.com', 'Review', new Date(tomorrow.getTime() + 9 * 3_600_000)))
    radicale.write('work', 'two', event('two@example.com', 'Plan', new Date(tomorrow.getTime() + 14 * 3_600_000)))
  }
  github.calledAs(`https://localhost:${proxies.get('github')?.port}`)
  await github.as('grace', 'POST', '/repos/grace/compiler/pulls', { title: 'Fold', head: 'fold', base: 'main' })
  await github.as('grace', 'POST', '/repos/grace/compiler/pulls/1/requested_reviewers', { reviewers: ['ada'] })
  await github.as('grace', 'POST', '/repos/ada/engine/issues', {
    title: 'Overflows',
    body: '@ada?',
    assignees: ['ada'],
  })
}

async function connect(kind: Kind): Promise<void> {
  const port = proxies.get(kind)?.port
  const ca = testAuthority
  const given = {
    imap: {
      config: { host: 'localhost', port, security: 'tls', user: 'ada', ca, aliases: ['ada@example.com'] },
      secret: { password: dovecot?.password },
    },
    caldav: {
      config: { url: `https://localhost:${port}/`, user: radicale?.user, ca },
      secret: { password: radicale?.password },
    },
    github: { config: { base_url: `https://localhost:${port}`, ca }, secret: { token: gitHubTokens.ada } },
  }[kind]
  const answer = await service.call('POST /connections', { body: { kind, label: kind, ...given } })
  expect([kind, answer.status]).toEqual([kind, 201])
  ids.set(kind, (answer.body as { id: string }).id)
}

/** Once no sync is under way. */
async function standing(): Promise<ConnectionRow[]> {
  return until(
    async () => {
      const rows = await connectionsOf(service.database.sql, 'org_test')
      return rows.some(({ is_syncing }) => is_syncing) ? undefined : rows
    },
    { what: () => 'syncs that ended', timeoutMs: 60_000 },
  )
}

/** As after a sync that went well, so long ago. */
async function settle(agoSeconds: number, kind?: Kind): Promise<void> {
  const id = kind === undefined ? null : (ids.get(kind) ?? null)
  await restand(
    { sql: service.database.sql, signer: service.signer },
    [...ids.values()],
    (tx) => tx`
      update connections set state = 'ok', error_code = null, error_message = null, retry_at = null, failures = 0,
        opened_until = null, missing = '[]', synced_at = now() - make_interval(secs => ${agoSeconds})
      where ${id}::uuid is null or connection_id = ${id}::uuid`,
  )
}

async function brief(): Promise<{ briefing: Briefing; ms: number }> {
  const startedAt = performance.now()
  const answer = await service.call('GET /briefing?max_age=600&window_hours=48')
  const ms = performance.now() - startedAt
  expect(answer.status).toBe(200)
  return { briefing: answer.body as Briefing, ms }
}

/** What was brought, in its order; without what came over one connection, and without its points, which say how soon a thing is due. */
const shownIn = ({ sections, schedule }: Briefing, without?: string) => {
  const isOther = ({ connection_id }: { connection_id: string }) => connection_id !== without
  return JSON.stringify([
    sections.map(({ key, items }) => [key, items.filter(isOther).map(({ priority: _, ...item }) => item)]),
    schedule.events.filter(isOther),
  ])
}
const stateIn = ({ adapters }: Briefing, id: string | undefined) =>
  adapters.find(({ connection_id }) => connection_id === id)

type Case = {
  ms: number
  said: [string, string | null]
  others: string[]
  missing: string[]
  /** Sections are to the byte what they were before the fault: what was read then is shown still, if that is all that there is. */
  isUnchanged: boolean
  items: number[]
}

async function once(kind: Kind, fault: Fault): Promise<Case> {
  const id = ids.get(kind)
  await settle(0)
  const { briefing: sound } = await brief()
  // Where one hangs, all are asked: the others answer all the same.
  await settle(3600, fault === 'slow' ? undefined : kind)
  await proxies.get(kind)?.set(fault)
  const { briefing, ms } = await brief()
  const isMended = comesTo[fault][1] === null
  // What is read all again is read to its end through the same fault: half of it would be what nobody ever served.
  if (isMended) await standing()
  await proxies.get(kind)?.set('ok')
  const rows = await standing()
  const state = stateIn(briefing, id)
  return {
    ms,
    said: [state?.status ?? 'left out', state?.error?.code ?? null],
    others: briefing.adapters.filter(({ connection_id }) => connection_id !== id).map(({ status }) => status),
    missing: briefing.completeness.missing,
    isUnchanged: isMended ? shownIn(briefing, id) === shownIn(sound, id) : shownIn(briefing) === shownIn(sound),
    items: rows.map(({ items }) => items),
  }
}

for (const kind of kinds)
  describe.skipIf(!isThere[kind])(kind, () => {
    for (const fault of faults)
      test(`${fault}: ${comesTo[fault][1] ?? 'is read'}`, async () => {
        const [status, code] = comesTo[fault]
        const others = there.filter((other) => other !== kind).map(() => 'ok')
        const named = status === 'ok' ? [] : [expect.stringContaining(`${kind} (${kind}): ${status}, ${code}`)]
        let seen = await once(kind, fault)
        const isLate = ({ ms, said, others: stood }: Case) =>
          ms > deadlineMs + overMs || stood.some((each) => each !== 'ok') || (code === null && said[1] === 'TIMEOUT')
        for (let left = attempts - 1; left > 0 && isLate(seen); left -= 1) seen = await once(kind, fault)

        expect(seen).toEqual({
          ms: expect.any(Number),
          said: [status, code],
          others,
          missing: named,
          isUnchanged: true,
          items: there.map(() => itemsOfEach),
        })
        expect(seen.ms).toBeLessThanOrEqual(deadlineMs + overMs)
      })
  })

test('nothing that writes was ever sent', async () => {
  const lines = (kind: Kind) => proxies.get(kind)?.wireLog().split('\n') ?? []
  const requests = [...lines('github'), ...lines('caldav')].filter((line) => / HTTP\/1\.1$/.test(line))
  const commands = lines('imap').map((line) => / ((?:UID )?[A-Z]+)/i.exec(line)?.[1]?.toUpperCase() ?? '')

  expect([...new Set(requests.map((line) => line.split(' ', 1)[0]))].sort()).toEqual(
    isThere.caldav ? ['GET', 'PROPFIND', 'REPORT'] : ['GET'],
  )
  expect(github.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  for (const command of [
    'STORE',
    'UID STORE',
    'APPEND',
    'EXPUNGE',
    'COPY',
    'MOVE',
    'DELETE',
    'CREATE',
    'RENAME',
    'SELECT',
  ])
    expect(commands).not.toContain(command)
  expect(commands.length > 0).toBe(isThere.imap)
})
