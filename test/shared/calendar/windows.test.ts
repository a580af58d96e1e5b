/** A window shows of a series what all of it shows there; and on a zone's own clock it comes to the same as where an engine knows the zone. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { calendarEvents } from '#shared/calendar/events'
import { calendarOf } from '#test/shared/calendar/vectors'

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Africa/Casablanca']
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const rule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    days: fc.subarray(weekdays, { maxLength: 3 }),
    monthDays: fc.subarray([1, 2, 15, 29, 31, -1, -3], { maxLength: 2 }),
    end: fc.constantFrom('', ';COUNT=7', ';COUNT=200', ';UNTIL=20260329T060000Z'),
  })
  .map(({ freq, interval, days, monthDays, end }) =>
    [
      `FREQ=${freq};INTERVAL=${interval}`,
      days.length > 0 ? `;BYDAY=${days}` : '',
      monthDays.length > 0 && freq !== 'WEEKLY' ? `;BYMONTHDAY=${monthDays}` : '',
      end,
    ].join(''),
  )
const series = fc.record({
  rule,
  zone: fc.constantFrom(...zones),
  day: fc.integer({ min: 0, max: 870 }),
  hour: fc.constantFrom('00', '01', '02', '03', '09', '23'),
  minute: fc.constantFrom('00', '30'),
})

const dayMs = 86_400_000
const from = new Date('2026-02-20')
const to = new Date('2026-04-20')
type Drawn = { rule: string; zone: string; day: number; hour: string; minute: string }

const startOf = ({ day, hour, minute }: Drawn) =>
  `${new Date(Date.UTC(2023, 10, 1) + day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}T${hour}${minute}00`
const startsOf = (drawn: Drawn, window: { from: Date; to: Date }): string[] => {
  const text = calendarOf([
    'BEGIN:VEVENT',
    'UID:drawn',
    `DTSTART;TZID=${drawn.zone}:${startOf(drawn)}`,
    `RRULE:${drawn.rule}`,
    'END:VEVENT',
  ])
  const { events } = calendarEvents(text, { calendar: 'Drawn', ...window, me: [], limit: 2000 })
  return events.flatMap(({ occurrences }) => occurrences.map(({ start }) => start))
}

test('a window shows what all of it shows there', () => {
  fc.assert(
    fc.property(series, (drawn) => {
      const all = startsOf(drawn, { from: new Date('2023-01-01'), to })
      expect(startsOf(drawn, { from, to })).toEqual(all.filter((start) => start >= from.toISOString()))
    }),
    { numRuns: 150, seed: 16 },
  )
})

test('what an engine that knows the zone comes to', () => {
  fc.assert(
    fc.property(series, (drawn) => {
      const engine = new RRuleTemporal({
        rruleString: `DTSTART;TZID=${drawn.zone}:${startOf(drawn)}\nRRULE:${drawn.rule}`,
        includeDtstart: true,
      })
      const known = engine
        .between(from, new Date(to.getTime() - 1), true)
        .map((at) => new Date(at.epochMilliseconds).toISOString())
      expect(startsOf(drawn, { from, to })).toEqual(known)
    }),
    { numRuns: 150, seed: 16 },
  )
})
