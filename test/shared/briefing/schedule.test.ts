/** The time of a briefing: what is in it in the reader's zone, what collides, what is free. */
import { describe, expect, test } from 'bun:test'
import type { EventFacts } from '#db/documents/item'
import { defaultWorkingHours, type WorkingHours } from '#shared/briefing/input'
import { windowOf } from '#shared/briefing/moments'
import { eventsLimit, occurrencesIn } from '#shared/briefing/occurrences'
import { scheduleOf } from '#shared/briefing/schedule'
import { anEvent, anOccurrence, zone } from '#test/shared/briefing/makers'

type Asked = { date?: string; timezone?: string; at?: string; working?: WorkingHours; hours?: number }

function scheduled(events: EventFacts[], { date = '2026-11-23', timezone = zone, at, working, hours }: Asked = {}) {
  const moment = new Date(at ?? `${date}T00:00:00Z`)
  const { from, to } = windowOf({ date, window_hours: hours ?? null, timezone, at: moment })
  const window = { fromMs: from.getTime(), toMs: to.getTime() }
  return scheduleOf(occurrencesIn(events, window, timezone), {
    window,
    at: at === undefined ? window.fromMs : moment.getTime(),
    timezone,
    working: working ?? defaultWorkingHours,
  })
}

/** On the clocks of Berlin, in winter. */
const at = (start: string, end: string, odd = {}) =>
  anOccurrence(`2026-11-23T${start}:00+01:00`, `2026-11-23T${end}:00+01:00`, odd)
const titles = ({ events }: ReturnType<typeof scheduled>) => events.map(({ title }) => title)
const slots = ({ free_slots }: ReturnType<typeof scheduled>) =>
  free_slots.map(({ start, end, quality }) => `${start.slice(11, 16)}-${end.slice(11, 16)} ${quality}`)

describe('what is in the day', () => {
  test('is what touches it in the zone of the reader, in order of its start', () => {
    const late = anEvent('late', [at('15:00', '16:00')])
    const overMidnight = anEvent('over midnight', [
      anOccurrence('2026-11-22T22:30:00Z', '2026-11-22T23:30:00Z'),
      anOccurrence('2026-11-23T22:30:00Z', '2026-11-23T23:30:00Z'),
    ])
    const before = anEvent('before', [anOccurrence('2026-11-22T22:00:00Z', '2026-11-22T23:00:00Z')])
    const after = anEvent('after', [anOccurrence('2026-11-23T23:00:00Z', '2026-11-23T23:30:00Z')])

    expect(titles(scheduled([late, overMidnight, before, after]))).toEqual(['over midnight', 'late', 'over midnight'])
  })

  test('in Tokyo is another day', () => {
    const event = anEvent('evening in London', [anOccurrence('2026-11-22T20:00:00Z', '2026-11-22T21:00:00Z')])

    expect(titles(scheduled([event], { timezone: 'Asia/Tokyo' }))).toEqual(['evening in London'])
    expect(titles(scheduled([event], { timezone: 'Europe/London' }))).toEqual([])
  })

  test('a whole day is the day of the reader wherever they are, and not the next', () => {
    const holiday = anEvent('holiday', [anOccurrence('2026-11-23', '2026-11-24')])

    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', zone]) {
      expect(titles(scheduled([holiday], { timezone }))).toEqual(['holiday'])
      expect(titles(scheduled([holiday], { timezone, date: '2026-11-24' }))).toEqual([])
      expect(titles(scheduled([holiday], { timezone, date: '2026-11-22' }))).toEqual([])
    }
  })

  test('what floats is at that hour of the reader', () => {
    const medicine = anEvent('medicine', [
      anOccurrence('2026-11-23T09:00:00', '2026-11-23T09:10:00', { floating: true }),
    ])

    expect(slots(scheduled([medicine], { timezone: 'America/New_York' }))[0]).toBe('09:10-17:00 focus')
    expect(slots(scheduled([medicine]))[0]).toBe('09:10-17:00 focus')
  })

  test('what was cancelled is not in it, and what cannot be read breaks nothing', () => {
    const cancelled = anEvent('cancelled', [at('10:00', '11:00', { status: 'cancelled', is_busy: false })])
    const broken = anEvent('broken', [anOccurrence('never', 'at all'), at('12:00', '11:00')])

    expect(titles(scheduled([cancelled, broken]))).toEqual([])
  })

  test('one event in two calendars is there once and collides with itself nowhere', () => {
    const feed = anEvent('team', [at('10:00', '11:00', { my_partstat: 'unknown' })], { calendar: 'Feed', uid: 'team' })
    const own = anEvent('team of mine', [at('10:00', '11:00')], { uid: 'team' })

    const schedule = scheduled([feed, own])
    expect(titles(schedule)).toEqual(['team of mine'])
    expect(schedule.conflicts).toEqual([])
  })

  test('a calendar of thousands is cut off, from the front', () => {
    const many = anEvent(
      'many',
      Array.from({ length: eventsLimit + 50 }, (_, minute) => {
        const start = new Date(Date.parse('2026-11-23T00:00:00Z') + minute * 60_000).toISOString()
        return anOccurrence(start, start, { is_busy: false })
      }),
      { rule_text: 'FREQ=MINUTELY' },
    )

    expect(scheduled([many]).events).toHaveLength(eventsLimit)
  })
})

describe('conflicts', () => {
  const pair = (first: object, second: object, places: [string | null, string | null] = [null, null]) =>
    scheduled([
      anEvent('first', [at('10:00', '11:00', first)], { location: places[0] }),
      anEvent('second', [at('10:30', '12:00', second)], { location: places[1] }),
    ]).conflicts

  test('are hard where both are settled, and say by how much', () => {
    expect(pair({}, {})).toMatchObject([{ kind: 'hard', overlap_minutes: 30 }])
  })

  test('are tentative where one is not settled', () => {
    expect(pair({ status: 'tentative' }, {})).toMatchObject([{ kind: 'tentative' }])
    expect(pair({}, { my_partstat: 'needs_action' })).toMatchObject([{ kind: 'tentative' }])
  })

  test('are none with what takes no time, was declined, or lasts the whole day', () => {
    expect(pair({ is_busy: false }, {})).toEqual([])
    const holiday = anEvent('holiday', [anOccurrence('2026-11-23', '2026-11-24')])
    expect(scheduled([holiday, anEvent('call', [at('10:00', '11:00')])]).conflicts).toEqual([])
  })

  const near = (places: [string | null, string | null], minutes = 10) =>
    scheduled([
      anEvent('first', [at('10:00', '11:00')], { location: places[0] }),
      anEvent('second', [at(`11:${String(minutes).padStart(2, '0')}`, '12:00')], { location: places[1] }),
    ]).conflicts

  test('are of travel between two places with too little time, and with nothing between them too', () => {
    expect(near(['Berlin', 'Potsdam'])).toMatchObject([{ kind: 'travel', overlap_minutes: 0 }])
    expect(near(['Berlin', 'Potsdam'], 0)).toMatchObject([{ kind: 'travel', overlap_minutes: 0 }])
  })

  test('are none where there is time, at one place, or where nobody has to go', () => {
    expect(near(['Berlin', 'Potsdam'], 30)).toEqual([])
    expect(near(['Room 1', ' room  1 '])).toEqual([])
    expect(near(['Berlin', null])).toEqual([])
    expect(near(['Berlin', 'https://meet.example/1'])).toEqual([])
    expect(near(['Berlin', 'Microsoft Teams Meeting'])).toEqual([])
  })

  test('are found of one long event with each that it covers', () => {
    const events = [
      anEvent('long', [at('09:00', '17:00')]),
      anEvent('short', [at('10:00', '10:30')]),
      anEvent('later', [at('16:00', '16:30')]),
    ]

    expect(scheduled(events).conflicts.map(({ overlap_minutes }) => overlap_minutes)).toEqual([30, 30])
  })
})

describe('free time', () => {
  test('is what working hours leave, by its length', () => {
    const events = [
      anEvent('one', [at('09:20', '10:00')]),
      anEvent('two', [at('11:00', '12:00'), at('12:04', '13:00')], { rule_text: 'FREQ=DAILY' }),
      anEvent('within', [at('11:10', '11:20')]),
    ]

    const schedule = scheduled(events)
    expect(slots(schedule)).toEqual(['09:00-09:20 short', '10:00-11:00 good', '13:00-17:00 focus'])
    expect(schedule.focus_minutes).toBe(240)
  })

  test('is none before now, on a weekend, or on a day that is taken whole', () => {
    expect(slots(scheduled([], { at: '2026-11-23T13:30:20Z' }))).toEqual(['14:31-17:00 focus'])
    expect(slots(scheduled([], { at: '2026-11-23T17:00:00Z' }))).toEqual([])
    expect(slots(scheduled([], { date: '2026-11-22' }))).toEqual([])
    expect(slots(scheduled([anEvent('away', [anOccurrence('2026-11-23', '2026-11-24')])]))).toEqual([])
  })

  test('is not taken by what takes none, whatever stands in it', () => {
    const free = [
      anEvent('birthday', [anOccurrence('2026-11-23', '2026-11-24', { is_busy: false })]),
      anEvent('reminder', [at('12:00', '12:00')]),
    ]

    expect(slots(scheduled(free))).toEqual(['09:00-17:00 focus'])
  })

  test('has the hours of the clock, also on days on which clocks change', () => {
    const nights = { days: [7], from: '00:30', to: '05:30' }

    const [spring] = scheduled([], { date: '2026-03-29', working: nights }).free_slots
    expect(spring).toMatchObject({ start: '2026-03-29T00:30:00+01:00', end: '2026-03-29T05:30:00+02:00', minutes: 240 })
    const [autumn] = scheduled([], { date: '2026-10-25', working: nights }).free_slots
    expect(autumn).toMatchObject({ start: '2026-10-25T00:30:00+02:00', end: '2026-10-25T05:30:00+01:00', minutes: 360 })
  })

  test('of several days is that of each', () => {
    expect(scheduled([], { hours: 72 }).free_slots).toHaveLength(3)
  })
})

test('a day is as long as the zone has it', () => {
  const hours = (date: string) => {
    const { from, to } = windowOf({ date, window_hours: null, timezone: zone, at: new Date('2026-01-01T00:00:00Z') })
    return (to.getTime() - from.getTime()) / 3_600_000
  }

  expect(['2026-03-29', '2026-10-25', '2026-11-23'].map(hours)).toEqual([23, 25, 24])
})

test('so many hours are from now on today, and from its beginning of another day', () => {
  const now = new Date('2026-11-23T07:41:00.000Z')
  const from = (date: string | null) => windowOf({ date, window_hours: 8, timezone: zone, at: now }).from.toISOString()

  expect(from(null)).toBe('2026-11-23T07:41:00.000Z')
  expect(from('2026-11-24')).toBe('2026-11-23T23:00:00.000Z')
})
