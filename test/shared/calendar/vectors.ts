/** Holds what calendars come to against the tables, in whatever time zone this process is. */
import { calendarEvents } from '#shared/calendar/events'
import { edgeCases } from '#test/shared/calendar/edge-cases'
import { instantsOf, rfcExamples } from '#test/shared/calendar/rfc-examples'

/** A calendar of these lines. */
export const calendarOf = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** Those that are not as the tables have them, with what they are; and how many there are. */
export function wrongVectors(): { count: number; wrong: { name: string; expected: string[]; got: string[] }[] } {
  const checked = [...rfcExamples.map(rfcChecked), ...edgeCases.map(edgeChecked)]
  return { count: checked.length, wrong: checked.filter(({ expected, got }) => !Bun.deepEquals(expected, got)) }
}

function rfcChecked(example: (typeof rfcExamples)[number]) {
  const expected = instantsOf(example)
  const text = calendarOf([
    'BEGIN:VEVENT',
    'UID:rfc@example.com',
    `DTSTART;TZID=America/New_York:${example.start}T090000`,
    ...example.lines,
    'END:VEVENT',
  ])
  const from = new Date('1990-01-01')
  // What goes on is looked at up to the last that the table has.
  const to = example.isOpen ? new Date(Date.parse(expected.at(-1) ?? '') + 1) : new Date('2020-01-01')
  const { events } = calendarEvents(text, { calendar: 'RFC 5545', from, to, me: [] })
  return {
    name: example.name,
    expected,
    got: events.flatMap(({ occurrences }) => occurrences.map(({ start }) => start)),
  }
}

function edgeChecked({ name, lines, from = '2026-01-01', to = '2027-01-01', starts }: (typeof edgeCases)[number]) {
  const about = { calendar: 'Edges', from: new Date(from), to: new Date(to), me: [] }
  const all = calendarEvents(calendarOf(lines), about).events.flatMap(({ occurrences }) => occurrences)
  const got = all
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .map(({ start, end, status }, index) => {
      const shown = starts[index]?.includes('/') ? `${start}/${end}` : start
      return status === 'cancelled' ? `${shown} cancelled` : shown
    })
  return { name, expected: starts, got }
}
