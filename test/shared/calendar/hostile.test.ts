/** Calendars that mean harm, or were written badly: read in bounded time, as far as they can be, and what is left out is said. */
import { expect, test } from 'bun:test'
import { CalendarUnreadable, calendarEvents } from '#shared/calendar/events'
import { calendarParts } from '#shared/calendar/lines'
import { calendarOf } from '#test/shared/calendar/vectors'

const about = {
  calendar: 'Work',
  from: new Date('2026-10-23'),
  to: new Date('2027-01-21'),
  at: new Date('2026-11-22'),
  me: [],
}
const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
const plain = event('plain', 'DTSTART:20261122T100000Z', 'SUMMARY:Plain')

/** Processor time, so that a busy machine does not matter; in milliseconds. */
function taking<Result>(work: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}

test.each([
  ['every second, for ever', ['DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY']],
  ['every second, a thousand million times', ['DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=1000000000']],
  [
    'every minute of every day',
    ['DTSTART:20000101T000000Z', `RRULE:FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`],
  ],
  ['a day that never comes', ['DTSTART:20000101T000000Z', 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30']],
  ['daily, a thousand million times', ['DTSTART:10010101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1000000000']],
])('%s: what comes is bounded, and it is said that there is more', (_, lines) => {
  const text = calendarOf([...event('hostile', ...lines), ...plain])

  const { result, ms } = taking(() => calendarEvents(text, about))

  expect(result.events.map(({ uid }) => uid)).toContain('plain')
  expect(Math.max(...result.events.map(({ occurrences }) => occurrences.length))).toBeLessThanOrEqual(500)
  expect(result.missing.join()).toContain('an event comes more often than can be shown')
  expect(ms).toBeLessThan(2000)
})

test('of what comes too often the times from now on are kept', () => {
  const { events } = calendarEvents(calendarOf(event('often', 'DTSTART:20261001T000000Z', 'RRULE:FREQ=HOURLY')), about)

  expect(events[0]?.occurrences[0]?.start).toBe('2026-11-22T00:00:00.000Z')
  expect(events[0]?.occurrences).toHaveLength(500)
})

test('a hundred thousand dates that are left out take no time that anybody notices', () => {
  const dates = Array.from({ length: 100_000 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString().replace(/[-:]|\.\d+/g, ''),
  )
  const text = calendarOf(event('left-out', 'DTSTART:20261122T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${dates}`))

  const { result, ms } = taking(() => calendarEvents(text, about))

  expect(result.events[0]?.occurrences.map(({ start }) => start)).toEqual([
    '2026-11-22T10:00:00.000Z',
    '2026-11-23T10:00:00.000Z',
    '2026-11-24T10:00:00.000Z',
  ])
  expect(ms).toBeLessThan(2000)
})

test('many rules that never end take no longer than some, and those that are not followed are there all the same', () => {
  const rules = ['FREQ=SECONDLY', 'FREQ=DAILY;COUNT=1000000000', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30']
  const many = Array.from({ length: 500 }, (_, index) =>
    event(`many-${index}`, 'DTSTART:19990101T000000Z', 'RDATE:20261122T100000Z', `RRULE:${rules[index % 3]}`),
  )

  const { result, ms } = taking(() => calendarEvents(calendarOf(many.flat()), about))

  expect(result.events).toHaveLength(500)
  expect(result.missing.length).toBeLessThanOrEqual(51)
  expect(ms).toBeLessThan(10_000)
})

test('eight thousand changes of all that follows are more than are looked at', () => {
  const changes = Array.from({ length: 8000 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 9, 1) + index * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')
    return event('one', `RECURRENCE-ID;RANGE=THISANDFUTURE:${at}`, `DTSTART:${at}`)
  })
  const text = calendarOf([...event('one', 'DTSTART:20261001T000000Z', 'RRULE:FREQ=HOURLY'), ...changes.flat()])

  const { result, ms } = taking(() => calendarEvents(text, about))

  expect(result.events[0]?.occurrences).toHaveLength(500)
  expect(ms).toBeLessThan(5000)
})

test('zones with rules of their own, as many as there are, take no more time than some', () => {
  const rules = Array.from({ length: 100 }, (_, index) => [
    'BEGIN:STANDARD',
    `DTSTART:19700101T00${String(index % 60).padStart(2, '0')}00`,
    'RRULE:FREQ=YEARLY;BYDAY=MO',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
  ]).flat()
  const many = Array.from({ length: 60 }, (_, index) => [
    ...['BEGIN:VTIMEZONE', `TZID:Zone ${index}`, ...rules, 'END:VTIMEZONE'],
    ...event(`e${index}`, `DTSTART;TZID=Zone ${index}:20261122T100000`),
  ])

  const { result, ms } = taking(() => calendarEvents(calendarOf(many.flat()), about))

  expect(result.events).toHaveLength(60)
  expect(ms).toBeLessThan(10_000)
})

test('a zone whose clock changes without end is none', () => {
  const rules = Array.from({ length: 2000 }, () => [
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'RRULE:FREQ=SECONDLY',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
  ]).flat()
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Busy', ...rules, 'END:VTIMEZONE']
  const text = calendarOf([...zone, ...event('busy', 'DTSTART;TZID=Busy:20261122T100000', 'RRULE:FREQ=DAILY;COUNT=3')])

  const { result, ms } = taking(() => calendarEvents(text, about))

  expect(result.events[0]?.occurrences).toHaveLength(3)
  expect(ms).toBeLessThan(2000)
})

test.each([
  ['INTERVAL=0', 'INTERVAL=0'],
  ['COUNT=0', 'COUNT=0'],
  ['FREQ=SOMETIMES', 'FREQ=SOMETIMES'],
  ['BYHOUR=25', 'BYHOUR=25'],
  ['UNTIL=20269999', 'UNTIL=20269999'],
])('a rule with %s is said to be none, and its event stands alone', (part, why) => {
  const rule = part.startsWith('FREQ') ? part : `FREQ=DAILY;${part}`

  const { events, missing } = calendarEvents(
    calendarOf(event('one', 'DTSTART:20261122T100000Z', `RRULE:${rule}`)),
    about,
  )

  expect(events[0]?.occurrences.map(({ start }) => start)).toEqual(['2026-11-22T10:00:00.000Z'])
  expect(missing).toEqual([`a rule of recurrence could not be read, its event stands alone: ${why}`])
})

test('an event that cannot be read is named, and the others are there', () => {
  const text = calendarOf([
    ...event('no-day', 'DTSTART:20261399T100000Z'),
    ...event('no-start', 'SUMMARY:Nothing'),
    'BEGIN:VEVENT',
    'UID:no-end',
    'DTSTART:20261122T100000Z',
    ...plain,
  ])

  const { events, missing, isWhole } = calendarEvents(text, about)

  expect(events.map(({ uid }) => uid)).toEqual(['plain'])
  expect(missing).toEqual([
    'an event could not be read: DTSTART 20261399T100000Z',
    'an event could not be read: it has no DTSTART',
    'an event could not be read: it is cut off',
  ])
  expect(isWhole).toBe(true)
})

test('a calendar that was cut off is not whole, and what is no calendar is refused', () => {
  expect(calendarEvents(calendarOf(plain).slice(0, -20), about).isWhole).toBe(false)
  expect(() => calendarEvents('<html>log in first</html>', about)).toThrow(CalendarUnreadable)
})

test('parts that are nested without end, and lines that are none, cost what their length costs', () => {
  const text = calendarOf([...Array(50_000).fill('BEGIN:VALARM'), ':;:;"""', 'no colon', '"'.repeat(100_000)])

  const { result, ms } = taking(() => calendarParts(text))

  expect(result.map(({ name }) => name)).toEqual(['VCALENDAR'])
  expect(ms).toBeLessThan(2000)
})

test('an event without a UID is the same each time it is read', () => {
  const text = calendarOf(['BEGIN:VEVENT', 'DTSTART:20261122T100000Z', 'SUMMARY:Nameless', 'END:VEVENT'])
  const uid = () => calendarEvents(text, about).events[0]?.uid

  expect(uid()).toMatch(/^without-uid-[0-9a-f]{32}$/)
  expect(uid()).toBe(uid())
})
