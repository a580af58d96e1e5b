/** A briefing as a calendar, read again by what reads calendars. */
import { expect, test } from 'bun:test'
import ical from 'node-ical'
import { briefingIcs } from '#shared/briefing/formats/ics'
import { anEmptyBriefing, aWholeBriefing } from '#test/shared/briefing/briefed'

const briefing = aWholeBriefing()
const text = briefingIcs(briefing)
const eventsOf = (calendar: string) =>
  Object.values(ical.sync.parseICS(calendar)).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []))
const events = eventsOf(text)
const named = (summary: string) => events.find((event) => event.summary === summary)

test('has the events of the briefing and the promises that are due, and nothing else', () => {
  const { mine, theirs } = briefing.commitments
  const due = [...mine, ...theirs].filter((commitment) => commitment.due !== null)

  expect(events).toHaveLength(briefing.schedule.events.length + due.length)
  expect(due.length).toBeGreaterThan(1)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
})

test('keeps times, whole days, and what is meant at an hour of the reader', () => {
  expect(named('Standup')?.start.toISOString()).toBe('2026-11-23T08:15:00.000Z')
  expect(named('Standup')?.location).toBe('Berlin, Room 1; second floor')
  expect(text).toContain('DTSTART;VALUE=DATE:20261123')
  expect(text).toContain('DTEND;VALUE=DATE:20261125')
  expect(named('Dinner 🍽️ with 张伟')?.start.toISOString()).toBe('2026-11-23T17:00:00.000Z')
})

test('takes time where the event does, and none where it does not', () => {
  expect(named('Standup')).toMatchObject({ transparency: 'OPAQUE' })
  expect(named('Trade fair, day 1')).toMatchObject({ transparency: 'TRANSPARENT' })
})

test('promises take no time, and last the day on which they are due', () => {
  expect(named('Promised by me: I will send the plan on Friday')).toMatchObject({
    transparency: 'TRANSPARENT',
    datetype: 'date',
  })
})

test('is folded at 75 octets, with lines that end as they must, and nobody’s words are a line of it', () => {
  const lines = text.split('\r\n')

  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes('\n') || line.includes('\r'))).toEqual([])
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(events.length + 1)
  expect(text).not.toContain('javascript:')
})

test('is the same bytes for the same briefing, and valid of nothing', () => {
  expect(briefingIcs(aWholeBriefing())).toBe(text)
  expect(eventsOf(briefingIcs(anEmptyBriefing()))).toEqual([])
})
