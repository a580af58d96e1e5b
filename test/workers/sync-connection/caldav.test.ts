/** CalDAV, against a real server: what changed and no more, whatever the server forgot, and never a word that writes. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { orWithout } from '#test/servers/needed'
import { startRadicale } from '#test/servers/radicale'
import { contextAt, eventText, named, today } from '#test/workers/sync-connection/calendar-makers'
import type { SyncDelta, SyncState } from '#workers/sync-connection/adapters/adapter'
import { caldavAdapter } from '#workers/sync-connection/adapters/caldav'

const radicale = await orWithout('radicale', startRadicale())
afterAll(() => radicale?.stop())
const withServer = test.skipIf(radicale === undefined)

const connection = (further: { password?: string; calendars?: string[] } = {}) => ({
  id: '00000000-0000-4000-8000-000000000001',
  config: {
    url: radicale?.url ?? '',
    user: radicale?.user ?? '',
    ...(further.calendars ? { calendars: further.calendars } : {}),
  },
  secret: { password: further.password ?? radicale?.password ?? '' },
})

/** All pieces of a round. */
async function round(state: SyncState, context = contextAt(), over = connection()): Promise<SyncDelta[]> {
  const deltas: SyncDelta[] = []
  let at = state
  do {
    const delta = await caldavAdapter.sync(over, at, context)
    deltas.push(delta)
    at = delta.state
  } while (deltas.at(-1)?.hasMore && deltas.length < 20)
  return deltas
}
const last = (deltas: readonly SyncDelta[]) => {
  const delta = deltas.at(-1)
  if (!delta) throw new Error('there was no round')
  return delta
}

beforeEach(() => {
  radicale?.calendar('work', 'Work')
  radicale?.calendar('home', 'At home')
  radicale?.write(
    'work',
    'standup',
    eventText('standup', 'DTSTART;TZID=Europe/Berlin:20240101T091500', 'RRULE:FREQ=WEEKLY;BYDAY=MO'),
  )
  radicale?.write('work', 'review', eventText('review', 'DTSTART:20261123T100000Z', 'DURATION:PT1H'))
  radicale?.write('work', 'long-ago', eventText('long-ago', 'DTSTART:20200101T100000Z'))
  radicale?.write('work', 'next-year', eventText('next-year', 'DTSTART:20271001T100000Z'))
  radicale?.write('home', 'dentist', eventText('dentist', 'DTSTART;VALUE=DATE:20261130'))
})

withServer('at first everything near today, of every calendar, with its own expansion', async () => {
  await caldavAdapter.test(connection(), contextAt())
  const delta = last(await round(null))

  expect(named(delta)).toEqual({
    items: ['dentist', 'review', 'standup'],
    gone: [],
    isReset: true,
    hasMore: false,
    missing: [],
  })
  const standup = delta.items.find((item) => item.source === 'calendar' && item.uid === 'standup')
  expect(standup).toMatchObject({ calendar: 'Work', rule_text: 'FREQ=WEEKLY;BYDAY=MO', timezone: 'Europe/Berlin' })
  expect(standup?.source === 'calendar' && standup.occurrences.map(({ start }) => start).slice(0, 2)).toEqual([
    '2026-10-26T08:15:00.000Z',
    '2026-11-02T08:15:00.000Z',
  ])
})

withServer('after that, what changed and what is gone, and nothing else', async () => {
  const first = last(await round(null))
  const idle = last(await round(first.state))
  radicale?.write('work', 'review', eventText('review', 'DTSTART:20261123T140000Z', 'DURATION:PT1H', 'SEQUENCE:1'))
  radicale?.remove('home', 'dentist')

  const delta = last(await round(idle.state))

  expect(named(idle)).toEqual({ items: [], gone: [], isReset: false, hasMore: false, missing: [] })
  expect(named(delta)).toEqual({
    items: ['review'],
    gone: ['dentist.ics'],
    isReset: false,
    hasMore: false,
    missing: [],
  })
  expect(delta.items[0]).toMatchObject({ occurrences: [{ start: '2026-11-23T14:00:00.000Z' }] })
})

withServer('what is moved out of the time that is brought is gone, and what comes into it is there', async () => {
  const first = last(await round(null))
  radicale?.write('work', 'review', eventText('review', 'DTSTART:20271123T140000Z'))
  radicale?.write('work', 'next-year', eventText('next-year', 'DTSTART:20261201T100000Z'))

  const delta = last(await round(first.state))

  expect(named(delta)).toMatchObject({ items: ['next-year'], gone: ['review.ics'], isReset: false })
})

withServer('a token that the server does not know brings everything anew, under the same names', async () => {
  const first = last(await round(null))
  const forgotten = JSON.parse(JSON.stringify(first.state).replace(/ns\/sync\/[0-9a-f]+/g, `ns/sync/${'0'.repeat(64)}`))

  const delta = last(await round(forgotten))

  expect(forgotten).not.toEqual(first.state)
  expect(named(delta)).toEqual(named(first))
  expect(delta.items.map(({ key }) => key).sort()).toEqual(first.items.map(({ key }) => key).sort())
})

withServer('before the time that was expanded is over, it is expanded anew', async () => {
  const first = last(await round(null))
  const soon = new Date(today.getTime() + 25 * 86_400_000)
  const late = new Date(today.getTime() + 35 * 86_400_000)

  expect(named(last(await round(first.state, contextAt(soon))))).toMatchObject({ items: [], isReset: false })
  const delta = last(await round(first.state, contextAt(late)))
  expect(named(delta)).toMatchObject({ items: ['dentist', 'standup'], isReset: true })
  const standup = delta.items.find((item) => item.source === 'calendar' && item.uid === 'standup')
  expect(standup?.source === 'calendar' && standup.occurrences.at(-1)?.start).toBe('2027-02-22T08:15:00.000Z')
})

withServer('a piece at a time, as many as are wanted', async () => {
  const deltas = await round(null, contextAt(today, { limit: 2 }))

  expect(deltas.map((delta) => [delta.items.length, delta.isReset, delta.hasMore])).toEqual([
    [2, true, true],
    [1, true, false],
  ])
})

withServer('the calendars that are asked for, by name or by path; what is not there is said', async () => {
  const path = `/${radicale?.user}/home/`
  const byPath = last(await round(null, contextAt(), connection({ calendars: [path] })))
  const byName = last(await round(null, contextAt(), connection({ calendars: ['Work', 'Choir'] })))

  expect(named(byPath)).toMatchObject({ items: ['dentist'], missing: [] })
  expect(named(byName)).toMatchObject({ items: ['review', 'standup'], missing: ['there is no calendar "Choir"'] })
})

withServer('a wrong password is refused, and said to be', async () => {
  const wrong = connection({ password: 'another' })

  await expect(caldavAdapter.test(wrong, contextAt())).rejects.toMatchObject({ code: 'CREDENTIALS' })
  await expect(caldavAdapter.sync(wrong, null, contextAt())).rejects.toMatchObject({ code: 'CREDENTIALS' })
})

withServer('nothing that writes was ever sent, and it would have been seen', async () => {
  const asked = async () => ((await radicale?.wireLog()) ?? '').split('\n').map((line) => line.split(' ')[0] ?? '')
  const before = await asked()
  await fetch(`${radicale?.url}ada/work/new.ics`, { method: 'PUT', body: 'BEGIN:VCALENDAR' })
  const after = await asked()

  expect(before.length).toBeGreaterThan(50)
  expect([...new Set(before)].sort()).toEqual(['GET', 'PROPFIND', 'REPORT'])
  expect(after.slice(before.length)).toEqual(['PUT'])
})
