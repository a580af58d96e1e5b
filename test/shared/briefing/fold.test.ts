/** What is folded into what: mails into the thing they are about, a thread into one line. */
import { expect, test } from 'bun:test'
import type { ItemDocument } from '#db/documents/item'
import { foldDuplicates } from '#shared/briefing/fold'
import { rankItems } from '#shared/briefing/score'
import {
  aKeptEvent,
  aKeptMail,
  aKeptThing,
  anAct,
  aTime,
  contextOver,
  idOf,
  now,
  window,
} from '#test/shared/briefing/ranked'

const thing = aKeptThing()
const event = aKeptEvent()
const notice = aKeptMail({ id: idOf(11), about: thing.about, is_bulk: true, is_automatic: true, thread_key: 'n1' })
const invitation = aKeptMail({ id: idOf(12), about: event.about, thread_key: 'n2' })

function folded(items: readonly ItemDocument[]) {
  const { kept, duplicates } = foldDuplicates(rankItems(items, contextOver(items), window))
  return { kept: kept.map(({ id }) => id).sort(), duplicates: Object.fromEntries(duplicates) }
}

test('a mail about a pull request is folded into it, and an invitation into its event', () => {
  expect(folded([thing, event, notice, invitation])).toEqual({
    kept: [thing.id, event.id].sort(),
    duplicates: { [thing.id]: [notice.id], [event.id]: [invitation.id] },
  })
})

test('what they are about is not there: the mails stand for themselves', () => {
  expect(folded([notice, invitation])).toEqual({ kept: [notice.id, invitation.id].sort(), duplicates: {} })
})

test('a person who asks something beside it is not folded away', () => {
  const letter = aKeptMail({ id: idOf(13), about: thing.about, acts: [anAct()], thread_key: 'n3' })

  expect(folded([thing, letter]).kept).toContain(letter.id)
})

test('a thread is one line: the mail that weighs most', () => {
  const first = aKeptMail({ id: idOf(21), thread_key: 't', acts: [anAct()], at: '2026-03-02T08:00:00.000Z' })
  const second = aKeptMail({ id: idOf(22), thread_key: 't' })
  const elsewhere = aKeptMail({ id: idOf(23), thread_key: 't', connection_id: '00000000-0000-4000-8000-000000000009' })

  expect(folded([first, second, elsewhere])).toEqual({
    kept: [first.id, elsewhere.id].sort(),
    duplicates: { [first.id]: [second.id] },
  })
})

test('what I promised in a thread stands beside what others wrote in it', () => {
  const mine = aKeptMail({ id: idOf(24), thread_key: 't', is_outgoing: true, acts: [anAct({ act: 'commitment' })] })
  const theirs = aKeptMail({ id: idOf(25), thread_key: 't', at: '2026-03-03T08:30:00.000Z' })

  expect(folded([mine, theirs]).kept).toEqual([mine.id, theirs.id].sort())
})

test('the same event of two calendars is one; two times of one event are two', () => {
  const copy = aKeptEvent({ id: idOf(31), connection_id: '00000000-0000-4000-8000-000000000009' })
  const hour = 3_600_000
  const times = [2, 4].map((hours) =>
    aTime({
      id: `${hours}`,
      start: new Date(now.getTime() + hours * hour).toISOString(),
      end: new Date(now.getTime() + (hours + 1) * hour).toISOString(),
    }),
  )
  const series = aKeptEvent({
    id: idOf(32),
    rule_text: 'FREQ=DAILY',
    occurrences: times,
    uid: 'u9',
    about: ['ical:u9'],
  })

  expect(folded([event, copy]).kept.length).toBe(1)
  expect(folded([series]).kept.length).toBe(2)
})

test('what is folded into what does not depend on the order', () => {
  const items = [thing, event, notice, invitation, aKeptMail({ id: idOf(41), about: thing.about, thread_key: 'n1' })]

  expect(folded(items)).toEqual(folded(items.toReversed()))
})
