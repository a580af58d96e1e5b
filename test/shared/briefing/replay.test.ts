/** An answer is made again of its inputs alone; whoever changed one of them is found out. */
import { describe, expect, test } from 'bun:test'
import { eventIdOf } from '#shared/briefing/event-id'
import { findEvent } from '#shared/briefing/find-event'
import type { ComposeInput } from '#shared/briefing/input'
import { answerText, replay } from '#shared/briefing/replay'
import { selectBriefing, selectSignals } from '#shared/briefing/select'
import { selectMeeting } from '#shared/briefing/select-meeting'
import { canonicalJson } from '#shared/kernel/canonical'
import {
  aBriefingRequest,
  aContext,
  aMail,
  aMeetingRequest,
  anAct,
  anAdapter,
  anEvent,
  anOccurrence,
  aSignalsRequest,
  aThing,
  kept,
  now,
  sentMail,
  zone,
} from '#test/shared/briefing/makers'

const event = anEvent('rocket review', [anOccurrence('2026-11-23T09:00:00.000Z', '2026-11-23T10:00:00.000Z')])
const items = [
  aMail('rocket figures', { acts: [anAct('question', 'where are the figures?')], title: 'Rocket review figures' }),
  sentMail('promised', { acts: [anAct('commitment', 'I will send them')] }),
  aThing(4, { title: 'Rocket review' }),
  event,
  aMail('unrelated', { is_bulk: true, from: null }),
]
const all = items.map(kept)
const eventId = eventIdOf(event.id, event.occurrences[0]?.id ?? '')

function meetingInput() {
  const found = findEvent(items, { event_id: eventId }, { at: Date.parse(now), timezone: zone })
  if (found.kind !== 'found') throw new Error(found.kind)
  return selectMeeting(all, found.timed, aMeetingRequest(eventId), aContext(items), [anAdapter()])
}

const inputs: [string, () => ComposeInput][] = [
  ['a briefing', () => selectBriefing(all, aBriefingRequest(), aContext(items), [anAdapter()], null)],
  ['a page of signals', () => selectSignals(all, aSignalsRequest(), aContext(items), [anAdapter()])],
  ['a preparation', meetingInput],
]

describe.each(inputs)('%s', (_, inputOf) => {
  const input = inputOf()
  const stored = canonicalJson(input)
  const answer = answerText(input)
  /** What was stored, with something in it changed. */
  const changed = (change: (read: ComposeInput) => void): string => {
    const read: ComposeInput = JSON.parse(stored)
    change(read)
    return JSON.stringify(read)
  }
  const firstItem = (read: ComposeInput) => {
    const [first] = read.items
    if (first === undefined) throw new Error('no items')
    return first
  }

  test('comes out the same to the byte', () => {
    expect(replay(stored, answer)).toEqual({ identical: true, tampered: [] })
  })

  test('does not depend on the order in which things were read', () => {
    const members = Object.entries(JSON.parse(stored)).toReversed()

    expect(replay(JSON.stringify(Object.fromEntries(members)), answer)).toEqual({ identical: true, tampered: [] })
  })

  test('names the item whose words, digest or first sight are not what they were', () => {
    const { id } = firstItem(input).item
    const odd: ((read: ComposeInput) => void)[] = [
      (read) => Object.assign(firstItem(read).item, { title: 'another' }),
      (read) => Object.assign(firstItem(read), { digest: 'f'.repeat(64) }),
      (read) => Object.assign(firstItem(read), { first_seen: '2020-01-01T00:00:00.000Z' }),
    ]

    for (const change of odd) expect(replay(changed(change), answer).tampered).toEqual([id])
  })

  test('names what was asked, and items that are gone', () => {
    expect(
      replay(
        changed((read) => Object.assign(read.request, { tenant: 'other' })),
        answer,
      ).tampered,
    ).toEqual(['request'])
    expect(
      replay(
        changed((read) => Object.assign(read.weights.points, { mail: 40 })),
        answer,
      ),
    ).toMatchObject({
      tampered: ['request'],
    })
    const without = changed((read) => Object.assign(read, { items: read.items.slice(1) }))
    expect(replay(without, answer)).toEqual({ identical: false, tampered: ['items'] })
  })

  test('is not the same where the answer was changed, and the inputs are what they were', () => {
    const other = answer.replace('"reproducible":true', '"reproducible": true')

    expect(replay(stored, other)).toEqual({ identical: false, tampered: [] })
  })
})

test('what is no input and no answer is refused', () => {
  expect(() => replay('{}', '{}')).toThrow('none of an answer')
  expect(() => replay('nothing', '{}')).toThrow()
  expect(() => replay(canonicalJson(meetingInput()), '{}')).toThrow('says nothing of its inputs')
})
