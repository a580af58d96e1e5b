/** Events say who comes, where, how one stands to them, and what changed. */
import { expect, test } from 'bun:test'
import { changesBetween } from '#shared/calendar/changes'
import { type CalendarEvent, calendarEvents } from '#shared/calendar/events'
import { conferenceUrlOf, hasAgenda } from '#shared/calendar/meeting'
import { calendarOf } from '#test/shared/calendar/vectors'

const about = {
  calendar: 'Work',
  from: new Date('2026-10-23'),
  to: new Date('2027-01-21'),
  me: ['ada@example.com', 'a.lovelace@example.com'],
}
const base = ['BEGIN:VEVENT', 'UID:review@example.com', 'DTSTAMP:20261101T080000Z', 'SUMMARY:Review\\, second round']
const only = (lines: readonly string[], further: Partial<Parameters<typeof calendarEvents>[1]> = {}): CalendarEvent => {
  const [event] = calendarEvents(calendarOf([...base, ...lines, 'END:VEVENT']), { ...about, ...further }).events
  if (!event) throw new Error('there is none')
  return event
}
const invited = [
  'DTSTART;TZID=Europe/Berlin:20261123T100000',
  'DTEND;TZID=Europe/Berlin:20261123T110000',
  'LAST-MODIFIED:20261110T120000Z',
  'SEQUENCE:3',
  'LOCATION:Room 4\\; second floor',
  'ORGANIZER;CN="Babbage, Charles":mailto:Charles@Example.com',
  'ATTENDEE;CN=Charles;PARTSTAT=ACCEPTED:mailto:charles@example.com',
  'ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION:MAILTO:A.Lovelace@example.com',
  'ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED:mailto:room4@example.com',
  'ATTENDEE;ROLE=CHAIR;EMAIL=mary@example.com:urn:uuid:1',
]

test('who is invited, in which part, and that one has not answered', () => {
  const event = only(invited)

  expect(event).toMatchObject({
    title: 'Review, second round',
    location: 'Room 4; second floor',
    timezone: 'Europe/Berlin',
    sequence: 3,
    at: new Date('2026-11-10T12:00:00Z'),
    organizer: { name: 'Babbage, Charles', address: 'charles@example.com', handle: null },
    rule_text: null,
  })
  expect(event.attendees.map(({ person, role, partstat, is_me }) => [person.address, role, partstat, is_me])).toEqual([
    ['charles@example.com', 'organizer', 'accepted', false],
    ['a.lovelace@example.com', 'optional', 'needs_action', true],
    ['room4@example.com', 'resource', 'accepted', false],
    ['mary@example.com', 'chair', 'needs_action', false],
  ])
  expect(event.occurrences).toEqual([
    {
      id: '2026-11-23T09:00:00.000Z',
      start: '2026-11-23T09:00:00.000Z',
      end: '2026-11-23T10:00:00.000Z',
      all_day: false,
      floating: false,
      status: 'confirmed',
      is_busy: true,
      my_partstat: 'needs_action',
    },
  ])
})

test.each([
  [['ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com'], false, 'declined'],
  [['TRANSP:TRANSPARENT'], false, 'accepted'],
  [['STATUS:CANCELLED'], false, 'accepted'],
  [['STATUS:TENTATIVE'], true, 'accepted'],
  [['X-MICROSOFT-CDO-BUSYSTATUS:FREE'], false, 'accepted'],
  [['ORGANIZER:mailto:ada@example.com', 'ATTENDEE:mailto:mary@example.com'], true, 'accepted'],
  [['ORGANIZER:mailto:mary@example.com', 'ATTENDEE:mailto:team@example.com'], true, 'unknown'],
])('%p: time is taken: %p, answered: %p', (lines, isBusy, partstat) => {
  const [occurrence] = only(['DTSTART:20261123T100000Z', ...lines]).occurrences

  expect(occurrence).toMatchObject({ is_busy: isBusy, my_partstat: partstat })
})

test('an occurrence says what it says otherwise than its series, and one’s own answer to it', () => {
  const { occurrences } = only([
    'DTSTART:20261123T100000Z',
    'RRULE:FREQ=DAILY;COUNT=2',
    'LOCATION:Here',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:review@example.com',
    'RECURRENCE-ID:20261124T100000Z',
    'DTSTART:20261124T120000Z',
    'SUMMARY:Last review',
    'ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com',
  ])

  expect(
    occurrences.map(({ id, start, title, location, my_partstat, is_busy }) => ({
      id,
      start,
      title,
      location,
      my_partstat,
      is_busy,
    })),
  ).toEqual([
    {
      id: '2026-11-23T10:00:00.000Z',
      start: '2026-11-23T10:00:00.000Z',
      title: undefined,
      location: undefined,
      my_partstat: 'accepted',
      is_busy: true,
    },
    {
      id: '2026-11-24T10:00:00.000Z',
      start: '2026-11-24T12:00:00.000Z',
      title: 'Last review',
      location: null,
      my_partstat: 'declined',
      is_busy: false,
    },
  ])
})

test('a description in HTML is read by who can read it, a plain one is left as it is', () => {
  const readable = (html: string) => ({ text: `read ${html.length}`, hidden: 'hidden' })
  const at = 'DTSTART:20261123T100000Z'

  expect(only([at, 'DESCRIPTION:<p>Hello</p>'], { readable })).toMatchObject({ text: 'read 12', hiddenText: 'hidden' })
  expect(only([at, 'DESCRIPTION:a < b\\nand c'], { readable })).toMatchObject({ text: 'a < b\nand c', hiddenText: '' })
  expect(only([at, 'X-ALT-DESC;FMTTYPE=text/html:<b>Hi</b>'], { readable })).toMatchObject({ text: 'read 9' })
})

test.each([
  ['Agenda:\n- budget\n- hiring', true],
  ['1. Budget\n2. Hiring', true],
  ['10:00 Welcome\n10:15 – 10:45 Demo', true],
  ['Agenda: budget and hiring', true],
  ['Tagesordnung\nHaushalt', true],
  ['', false],
  ['Agenda: TBD', false],
  ['Agenda to follow', false],
  ['No agenda yet', false],
  ['Agenda:', false],
  [
    'Join Zoom Meeting\nhttps://example.zoom.us/j/1\nOne tap mobile\n- +16699006833,,1# US\n- +12532158782,,1# US',
    false,
  ],
  ['See you there - Ada', false],
])('%j has an agenda: %p', (text, has) => {
  expect(hasAgenda(text)).toBe(has)
})

test('where one joins: what says so itself, then a place where people meet, and never in clear', () => {
  const found = (properties: [string, string][], location: string | null, text: string) =>
    conferenceUrlOf({
      properties: properties.map(([name, value]) => ({ name, parameters: {}, value })),
      location,
      text,
    })

  expect(found([['X-GOOGLE-CONFERENCE', 'https://meet.google.com/abc']], 'https://zoom.us/j/1', '')).toBe(
    'https://meet.google.com/abc',
  )
  expect(found([], 'Room 4', 'Docs: https://example.com/x\nJoin: <https://eu.zoom.us/j/12?pwd=a>.')).toBe(
    'https://eu.zoom.us/j/12?pwd=a',
  )
  expect(found([], 'https://zoom.us.example.com/j/1', 'http://zoom.us/j/1 https://user@zoom.us/j/1')).toBeNull()
})

test('what changed since it was first brought: fields, times, people, in the order they were seen', () => {
  const first = only(invited)
  const known = { ...first, changes: [] }
  const moved = only(
    invited.map((line) => line.replace('T100000', 'T140000').replace('T110000', 'T150000').replace('Room 4', 'Room 5')),
  )
  const seen = new Date('2026-11-20T08:00:00Z')

  expect(changesBetween(null, first, seen)).toEqual([])
  expect(changesBetween(known, first, seen)).toEqual([])
  const changes = changesBetween(known, moved, seen)
  expect(changes).toEqual([
    { field: 'location', from: 'Room 4; second floor', to: 'Room 5; second floor', at: seen.toISOString() },
    { field: 'start', from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T13:00:00.000Z', at: seen.toISOString() },
  ])
  const later = only(invited.filter((line) => !line.includes('urn:uuid')))
  expect(changesBetween({ ...known, changes }, later, seen)).toEqual([
    ...changes,
    { field: 'attendee', from: 'mary@example.com', to: null, at: seen.toISOString() },
  ])
})

test('of a series the occurrences that both times have are compared, and the time that goes by changes nothing', () => {
  const series = ['DTSTART:20261116T100000Z', 'RRULE:FREQ=DAILY']
  const known = { ...only(series), changes: [] }
  const at = new Date('2026-11-20T08:00:00Z')
  const shifted = { from: new Date('2026-11-01'), to: new Date('2027-02-21') }

  expect(changesBetween(known, only(series, shifted), at)).toEqual([])
  expect(changesBetween(known, only([...series, 'EXDATE:20261125T100000Z']), at)).toEqual([
    { field: 'occurrence', from: '2026-11-25T10:00:00.000Z', to: null, at: at.toISOString() },
  ])
  expect(changesBetween(known, only([series[0] ?? '', 'RRULE:FREQ=WEEKLY']), at)).toEqual([
    { field: 'rule', from: 'FREQ=DAILY', to: 'FREQ=WEEKLY', at: at.toISOString() },
  ])
})
