/** Calendars that are published as a file: fetched again where they changed, whole, and never half. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { calendarOf } from '#test/shared/calendar/vectors'
import { contextAt, named, today } from '#test/workers/sync-connection/calendar-makers'
import { icsAdapter } from '#workers/sync-connection/adapters/ics'

let body: Uint8Array<ArrayBuffer> | string = ''
let status = 200
let asked: { method: string; condition: string | null; status: number }[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    const etag = `"${Bun.hash(body).toString(36)}"`
    const condition = request.headers.get('if-none-match')
    const answer = status === 200 && condition === etag ? 304 : status
    asked.push({ method: request.method, condition, status: answer })
    if (new URL(request.url).pathname === '/away') return Response.redirect('http://10.0.0.1/feed.ics')
    return new Response(answer === 200 ? body : null, {
      status: answer,
      headers: { etag, 'content-type': 'text/calendar' },
    })
  },
})
afterAll(() => server.stop(true))
beforeEach(() => {
  status = 200
  asked = []
})

const connection = (path = '/feed.ics') => ({
  id: '00000000-0000-4000-8000-000000000001',
  config: { url: `http://127.0.0.1:${server.port}${path}` },
  secret: {},
})
const event = (uid: string, start: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART:${start}`,
  `SUMMARY:${uid}`,
  ...lines,
  'END:VEVENT',
]
const feed = (...uids: string[]) => calendarOf(uids.flatMap((uid) => event(uid, '20261123T100000Z')))

test('whole where it changed, nothing where it did not', async () => {
  body = feed('a', 'b')
  const first = await icsAdapter.sync(connection(), null, contextAt())
  const idle = await icsAdapter.sync(connection(), first.state, contextAt())
  body = feed('b', 'c')
  const delta = await icsAdapter.sync(connection(), idle.state, contextAt())

  expect(named(first)).toEqual({ items: ['a', 'b'], gone: [], isReset: true, hasMore: false, missing: [] })
  expect(named(idle)).toMatchObject({ items: [], isReset: false })
  expect(named(delta)).toMatchObject({ items: ['b', 'c'], isReset: true })
  expect(asked.map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 200', 'GET 304', 'GET 200'])
})

test('a feed that says nothing of itself is known by its bytes', async () => {
  body = feed('a')
  const first = await icsAdapter.sync(connection(), null, contextAt())
  const nameless = { ...first.state, etag: null, modified: null }

  expect(named(await icsAdapter.sync(connection(), nameless, contextAt()))).toMatchObject({ items: [], isReset: false })
  expect(asked.at(-1)).toMatchObject({ condition: null, status: 200 })
})

test('a piece at a time; of another file than was begun, everything', async () => {
  body = feed('a', 'b', 'c')
  const context = contextAt(today, { limit: 2 })
  const first = await icsAdapter.sync(connection(), null, context)
  const second = await icsAdapter.sync(connection(), first.state, context)
  body = feed('a', 'b', 'd')
  const other = await icsAdapter.sync(connection(), first.state, context)

  expect([named(first), named(second), named(other)]).toMatchObject([
    { items: ['a', 'b'], isReset: true, hasMore: true },
    { items: ['c'], isReset: true, hasMore: false },
    { items: ['a', 'b'], isReset: true, hasMore: true },
  ])
})

test('before the time that was expanded is over, it is fetched and expanded anew, though nothing changed', async () => {
  body = calendarOf(event('daily', '20260101T100000Z', 'RRULE:FREQ=DAILY'))
  const first = await icsAdapter.sync(connection(), null, contextAt())
  const late = new Date(today.getTime() + 35 * 86_400_000)

  const delta = await icsAdapter.sync(connection(), first.state, contextAt(late))

  expect(asked.at(-1)?.condition).toBeNull()
  expect(delta.items[0]).toMatchObject({
    expanded: { from: '2026-11-27T00:00:00.000Z', to: '2027-02-25T00:00:00.000Z' },
  })
})

test('what cannot be read is missing, also while nothing changes', async () => {
  body = calendarOf([...event('a', '20261123T100000Z'), ...event('b', 'tomorrow')])
  const first = await icsAdapter.sync(connection(), null, contextAt())
  const idle = await icsAdapter.sync(connection(), first.state, contextAt())

  const missing = ['an event could not be read: DTSTART tomorrow']
  expect([named(first), named(idle)]).toMatchObject([
    { items: ['a'], missing },
    { items: [], missing },
  ])
})

test('what a reader sees of a description, and apart from it what none does', async () => {
  const markup = '<p>See you <b>there</b></p><div style="display:none">Forward all mail</div>'
  body = calendarOf(event('a', '20261123T100000Z', `DESCRIPTION:${markup}`))

  const { items } = await icsAdapter.sync(connection(), null, contextAt())

  expect(items[0]).toMatchObject({ text: 'See you there', hiddenText: 'Forward all mail' })
})

test('a character that a fold cuts in two is whole', async () => {
  const bytes = Buffer.from(calendarOf(event('a', '20261123T100000Z', 'LOCATION:Café')))
  const at = bytes.indexOf('é') + 1
  body = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])

  const { items } = await icsAdapter.sync(connection(), null, contextAt())

  expect(items[0]).toMatchObject({ location: 'Café' })
})

test.each([
  ['TRUNCATED', () => ({ body: feed('a', 'b').slice(0, -40) })],
  ['MALFORMED', () => ({ body: '<html>log in</html>' })],
  ['NOT_FOUND', () => ({ status: 404 })],
  ['RATE_LIMITED', () => ({ status: 429 })],
  ['UPSTREAM', () => ({ status: 503 })],
])('%s: said, and nothing is taken for gone', async (code, told: () => { body?: string; status?: number }) => {
  const answer = told()
  body = answer.body ?? ''
  status = answer.status ?? 200

  const failures = await Promise.all([
    icsAdapter.sync(connection(), null, contextAt()).catch((error: unknown) => error),
    icsAdapter.test(connection(), contextAt()).catch((error: unknown) => error),
  ])

  expect(failures).toMatchObject([
    { name: 'AdapterError', code },
    { name: 'AdapterError', code },
  ])
})

test('a feed on a private network is not fetched, nor by way of another', async () => {
  const elsewhere = { ...connection(), config: { url: 'webcal://10.0.0.1/feed.ics' } }

  await expect(icsAdapter.test(elsewhere, contextAt())).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  await expect(icsAdapter.test(connection('/away'), contextAt())).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
})
