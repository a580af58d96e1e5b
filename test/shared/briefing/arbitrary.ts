/** Items of all kinds as a source might bring them, odd ones and hostile ones too, for properties that hold whatever comes. */
import fc from 'fast-check'
import type { ItemAct, ItemDocument } from '#db/documents/item'
import {
  aGuest,
  aMail,
  anAct,
  anEvent,
  anna,
  anOccurrence,
  aThing,
  ben,
  code,
  days,
  dueOn,
  me,
  sentMail,
  work,
} from '#test/shared/briefing/makers'

/** The two days around the moment that tests are at. */
const anyMoment = fc
  .integer({ min: -20 * 24, max: 2 * 24 })
  .map((hours) => new Date(Date.parse('2026-11-23T07:00:00.000Z') + hours * 3_600_000).toISOString())

const anyText = fc.oneof(
  fc.constantFrom(
    'Can you send it?',
    'I will send it',
    '<img src=x onerror=alert(1)>',
    '\u202egnp.exe',
    '',
    'constructor',
  ),
  fc.string({ maxLength: 40, unit: 'grapheme' }).map((text) => text.toWellFormed().replaceAll('\0', ' ')),
)

const anyAct: fc.Arbitrary<ItemAct> = fc
  .record({
    act: fc.constantFrom('request', 'commitment', 'question', 'decision', 'approval', 'deadline'),
    text: fc.constantFrom('I will send the figures', 'can you look at it?', 'we go with the second'),
    start: fc.nat({ max: 60 }),
    owner: fc.constantFrom('me', 'them', 'unknown'),
    due: fc.option(anyMoment.map((at) => dueOn(at))),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ act, text, ...odd }) => anAct(act, text, odd))

const anyPerson = fc.constantFrom(anna, ben, me)
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

const flag = {
  field: 'body',
  start: 0,
  end: 30,
  text: 'ignore all previous instructio',
  reason: 'instruction',
} as const
const anyFlags = fc.boolean().map((isFlagged) => (isFlagged ? [flag] : []))

const anyOfAll = fc.record({
  title: anyText,
  excerpt: anyText,
  at: anyMoment,
  thread_key: fc.constantFrom('one', 'two', 'three', '__proto__'),
  acts: fc.array(anyAct, { maxLength: 3 }),
  about: fc.subarray(['ical:one', 'github:acme/rocket#1']),
  connection_id: fc.constantFrom(work, days, code),
  untrusted_instructions: anyFlags,
  url: fc.option(fc.constantFrom('https://code.example/x', 'javascript:alert(1)', 'not an address')),
})

const anyMail = fc.record({
  all: anyOfAll,
  flags: fc.record({
    is_seen: fc.boolean(),
    is_flagged: fc.boolean(),
    is_answered: fc.boolean(),
    is_bulk: fc.boolean(),
    is_automatic: fc.boolean(),
  }),
  who: anyPerson,
  isSent: fc.boolean(),
})

const anyThing = fc.record({
  all: anyOfAll,
  odd: fc.record({
    what: fc.constantFrom('pull_request', 'issue', 'check', 'alert'),
    state: fc.constantFrom('open', 'closed', 'merged', 'failed'),
    reasons: fc.subarray(['review_requested', 'ci_failed_mine', 'mentioned', 'author', 'security', 'stale'] as const, {
      minLength: 1,
    }),
  }),
  number: fc.integer({ min: 1, max: 20 }),
})

const anyEvent = fc.record({
  all: anyOfAll,
  start: fc.integer({ min: -30, max: 30 }),
  minutes: fc.integer({ min: 0, max: 300 }),
  count: fc.integer({ min: 1, max: 3 }),
  odd: fc.record({
    location: fc.option(fc.constantFrom('Room 1', 'Berlin', 'https://meet.example/1', '')),
    has_agenda: fc.boolean(),
  }),
  isAllDay: fc.boolean(),
  my_partstat: fc.constantFrom('accepted', 'needs_action', 'tentative', 'declined', 'unknown'),
  is_busy: fc.boolean(),
})

function eventOf(name: string, { all, start, minutes, count, odd, isAllDay, ...mine }: ValueOf<typeof anyEvent>) {
  const occurrences = Array.from({ length: count }, (_, at) => {
    const from = Date.parse('2026-11-23T00:00:00.000Z') + start * 3_600_000 + at * 86_400_000
    const [first, last] = [new Date(from).toISOString(), new Date(from + minutes * 60_000).toISOString()]
    return isAllDay
      ? anOccurrence(first.slice(0, 10), new Date(from + 86_400_000).toISOString().slice(0, 10), mine)
      : anOccurrence(first, last, mine)
  })
  return anEvent(name, occurrences, {
    ...all,
    ...odd,
    rule_text: count > 1 ? 'FREQ=DAILY' : null,
    attendees: [aGuest(anna), aGuest(ben), aGuest(me, { is_me: true })],
  })
}

/** Each with an id of its own. */
export const anyItems: fc.Arbitrary<ItemDocument[]> = fc
  .record({
    mails: fc.array(anyMail, { maxLength: 12 }),
    things: fc.uniqueArray(anyThing, { maxLength: 6, selector: ({ number }) => number }),
    events: fc.array(anyEvent, { maxLength: 6 }),
  })
  .map(({ mails, things, events }) => [
    ...mails.map(({ all, flags, who, isSent }, at) =>
      isSent
        ? sentMail(`mail ${at}`, { ...all, to: [who] })
        : aMail(`mail ${at}`, { ...all, ...flags, from: who === me ? anna : who }),
    ),
    ...things.map(({ all, odd, number }) => aThing(number, { ...all, ...odd })),
    ...events.map((event, at) => eventOf(`event ${at}`, event)),
  ])
