/** Google's calendars: an emulator's, and answers of the kinds that it does not know: series, tokens, and tokens that are too old. */
import { afterEach, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { createEmulator } from 'emulate'
import { contextAt, named, today } from '#test/workers/sync-connection/calendar-makers'
import { openGoogleCalendarAdapter } from '#workers/sync-connection/adapters/google-calendar'

const connection = {
  id: '00000000-0000-4000-8000-000000000001',
  config: { user: 'ada@example.com' },
  secret: { client_id: 'client', client_secret: 'secret', refresh_token: 'refresh' },
}
let server: Server<undefined> | undefined
let methods: string[] = []
afterEach(() => {
  server?.stop(true)
  methods = []
})

/** Answers by the path behind /calendar/v3 with what it is told; the token's address gives a token. */
function googleWith(answers: (path: string, query: URLSearchParams) => object | number) {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/token')
        return Response.json({ access_token: 'access', expires_in: 3600, token_type: 'Bearer' })
      methods.push(request.method)
      const answer = answers(decodeURIComponent(pathname.replace('/calendar/v3', '')), searchParams)
      return typeof answer === 'number'
        ? Response.json({ error: { code: answer, errors: [] } }, { status: answer })
        : Response.json(answer)
    },
  })
  const rootUrl = `http://127.0.0.1:${server.port}/`
  return openGoogleCalendarAdapter({ rootUrl, tokenUrl: `${rootUrl}token` })
}

const list = {
  items: [
    { id: 'primary', summary: 'Ada', selected: true },
    { id: 'unseen', summary: 'Unseen', selected: false },
  ],
}
const single = (id: string, further: object = {}) => ({
  id,
  iCalUID: `${id}@google.com`,
  status: 'confirmed',
  summary: id,
  updated: '2026-11-20T10:00:00Z',
  start: { dateTime: '2026-11-23T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-11-23T11:00:00+01:00', timeZone: 'Europe/Berlin' },
  ...further,
})
const master = single('standup', {
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20261130T100000'],
  attendees: [{ email: 'ada@example.com', self: true, responseStatus: 'needsAction' }],
})
const moved = single('standup_20261207T090000Z', {
  iCalUID: undefined,
  recurringEventId: 'standup',
  originalStartTime: { dateTime: '2026-12-07T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  start: { dateTime: '2026-12-07T16:00:00+01:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-12-07T17:00:00+01:00', timeZone: 'Europe/Berlin' },
})

test('a series comes with all that is said of it, expanded here; then what its token says has changed', async () => {
  let changed: object = { items: [], nextSyncToken: 'two' }
  const adapter = googleWith((path, query) => {
    if (path === '/users/me/calendarList') return list
    if (path === '/calendars/primary/events/standup') return master
    if (query.get('syncToken') === 'one') return changed
    if (query.get('iCalUID')) return { items: [master, moved] }
    return { items: [single('lunch'), master, moved], nextSyncToken: 'one' }
  })

  const first = await adapter.sync(connection, null, contextAt())
  changed = { items: [{ id: 'lunch', status: 'cancelled' }, moved], nextSyncToken: 'two' }
  const delta = await adapter.sync(connection, first.state, contextAt())

  expect(named(first)).toEqual({
    items: ['lunch@google.com', 'standup@google.com'],
    gone: [],
    isReset: true,
    hasMore: false,
    missing: [],
  })
  expect(first.items.find(({ key }) => key === 'google:primary:standup')).toMatchObject({
    timezone: 'Europe/Berlin',
    rule_text: 'FREQ=WEEKLY;COUNT=3',
    occurrences: [
      { id: '2026-11-23T09:00:00.000Z', start: '2026-11-23T09:00:00.000Z', my_partstat: 'needs_action' },
      { id: '2026-12-07T09:00:00.000Z', start: '2026-12-07T15:00:00.000Z' },
    ],
  })
  expect(named(delta)).toMatchObject({ items: ['standup@google.com'], gone: ['google:primary:lunch'], isReset: false })
  expect([...new Set(methods)]).toEqual(['GET'])
})

test('a token that is too old brings everything anew', async () => {
  const adapter = googleWith((path, query) => {
    if (path === '/users/me/calendarList') return list
    if (query.has('syncToken')) return 410
    return { items: [single('lunch')], nextSyncToken: 'one' }
  })
  const first = await adapter.sync(connection, null, contextAt())

  expect(named(await adapter.sync(connection, first.state, contextAt()))).toEqual(named(first))
})

test('page by page, a piece at a time', async () => {
  const adapter = googleWith((path, query) => {
    if (path === '/users/me/calendarList') return list
    return query.get('pageToken') === 'next'
      ? { items: [single('b')], nextSyncToken: 'one' }
      : { items: [single('a')], nextPageToken: 'next' }
  })
  const context = contextAt(today, { limit: 1 })
  const first = await adapter.sync(connection, null, context)
  const second = await adapter.sync(connection, first.state, context)

  expect([named(first), named(second)]).toMatchObject([
    { items: ['a@google.com'], isReset: true, hasMore: true },
    { items: ['b@google.com'], isReset: true, hasMore: false },
  ])
})

test.each([
  [401, 'CREDENTIALS'],
  [403, 'FORBIDDEN'],
  [429, 'RATE_LIMITED'],
  [500, 'UPSTREAM'],
])('%p is %s', async (status, code) => {
  const adapter = googleWith(() => status)

  await expect(adapter.test(connection, contextAt())).rejects.toMatchObject({ name: 'AdapterError', code })
  await expect(adapter.sync(connection, null, contextAt())).rejects.toMatchObject({ name: 'AdapterError', code })
})

test('an emulator of Google’s is read', async () => {
  const emulator = await createEmulator({
    service: 'google',
    port: 0,
    seed: {
      tokens: { access: { login: 'ada@example.com' } },
      google: {
        users: [{ email: 'ada@example.com', name: 'Ada' }],
        calendars: [{ id: 'primary', user_email: 'ada@example.com', summary: 'Ada', primary: true, time_zone: 'UTC' }],
        calendar_events: [
          {
            id: 'review',
            user_email: 'ada@example.com',
            calendar_id: 'primary',
            summary: 'Review',
            start_date_time: '2026-11-23T10:00:00.000Z',
            end_date_time: '2026-11-23T11:00:00.000Z',
          },
        ],
      },
    },
  })
  googleWith(() => 500)
  const adapter = openGoogleCalendarAdapter({ rootUrl: `${emulator.url}/`, tokenUrl: `${server?.url}token` })

  const delta = await adapter.sync(connection, null, contextAt())
  await emulator.close()

  expect(delta.items).toMatchObject([{ title: 'Review', occurrences: [{ start: '2026-11-23T10:00:00.000Z' }] }])
})
