/** Promises: who made them, until when, and when their thread shows that they are over. */
import { expect, test } from 'bun:test'
import type { ItemDocument } from '#db/documents/item'
import { commitmentOf, commitmentsLimit, openCommitments } from '#shared/briefing/commitments'
import { aMail, anAct, anna, aThing, dueOn, now, person, sentMail } from '#test/shared/briefing/makers'

const promise = anAct('commitment', 'I will send the figures')
const theirPromise = anAct('commitment', 'I will send the figures', { owner: 'them' })
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T09:00:00.000Z`

const open = (items: ItemDocument[], isDone: (id: string) => boolean = () => false) => {
  const { mine, theirs } = openCommitments(items, isDone)
  const named = (list: typeof mine) => list.map(({ id }) => items.find((item) => item.id === id)?.key)
  return { mine: named(mine), theirs: named(theirs) }
}

const told = (item: ItemDocument) => commitmentOf({ act: 0, id: item.id }, item, Date.parse(now))

test('what I promised is mine, what others did is theirs, and what nobody owns is nobody’s', () => {
  const items = [
    sentMail('mine', { acts: [promise] }),
    aMail('theirs', { acts: [theirPromise] }),
    aMail('nobody’s', { acts: [anAct('commitment', 'it will be done', { owner: 'unknown' })] }),
    aMail('a question', { acts: [anAct('question', 'will you?')] }),
  ]

  expect(open(items)).toEqual({ mine: ['mine'], theirs: ['theirs'] })
})

test('it says who promised what to whom, with the characters that say it', () => {
  const mine = sentMail('mine', { acts: [anAct('commitment', 'I will send the figures', { start: 14 })] })

  expect(told(mine)).toMatchObject({
    text: 'I will send the figures',
    span: { start: 14, end: 37, text: 'I will send the figures' },
    who: null,
    to_whom: 'Anna Adler',
  })
  expect(told(aMail('theirs', { acts: [theirPromise] }))).toMatchObject({ who: 'Anna Adler', to_whom: 'Mira Me' })
  expect(told(aMail('to many', { acts: [theirPromise], to: [anna, person('Carl')] }))?.to_whom).toBeNull()
})

test('it is over when whoever made it wrote again, or the other side approved', () => {
  const made = sentMail('made', { thread_key: 'report', acts: [promise], at: day(10) })
  const later = (odd: object) => aMail('later', { thread_key: 'report', at: day(12), ...odd })

  expect(open([made, sentMail('later', { thread_key: 'report', at: day(12) })]).mine).toEqual([])
  expect(open([made, later({ acts: [anAct('approval', 'thank you')] })]).mine).toEqual([])
  expect(open([made, later({})]).mine).toEqual(['made'])
  expect(open([made, later({ thread_key: 'another', acts: [anAct('approval', 'thank you')] })]).mine).toEqual(['made'])
})

test('it is not over because of what was written before, or of a question', () => {
  const made = sentMail('made', { thread_key: 'report', acts: [promise], at: day(10) })

  expect(open([made, sentMail('before', { thread_key: 'report', at: day(9) })]).mine).toEqual(['made'])
  const asking = sentMail('asking', { thread_key: 'report', at: day(11), acts: [anAct('question', 'which ones?')] })
  expect(open([made, asking]).mine).toEqual(['made'])
})

test('what is of the same moment is not later', () => {
  const items = [
    sentMail('made', { thread_key: 'report', acts: [promise], at: day(10) }),
    sentMail('at once', { thread_key: 'report', at: day(10) }),
  ]

  expect(open(items).mine).toEqual(['made'])
  expect(open(items.toReversed()).mine).toEqual(['made'])
})

test('a new promise in its thread takes its place', () => {
  const items = [
    sentMail('old', { thread_key: 'report', acts: [promise], at: day(10) }),
    sentMail('new', { thread_key: 'report', acts: [promise], at: day(12) }),
  ]

  expect(open(items).mine).toEqual(['new'])
})

test('what was promised about a thing that is closed is over', () => {
  const thing = (odd: object) => aThing(7, { acts: [promise], ...odd })

  expect(open([thing({})]).mine).toEqual(['pull 7'])
  expect(open([thing({ state: 'merged' })]).mine).toEqual([])
})

test('what somebody called done is over', () => {
  const made = sentMail('made', { acts: [promise] })

  expect(open([made], (id) => id === made.id).mine).toEqual([])
})

test('due on a day is overdue when the day is over, due at an hour when it is', () => {
  const due = (at: string, grain: string) => told(sentMail('made', { acts: [{ ...promise, due: dueOn(at, grain) }] }))

  expect(due('2026-11-22T23:00:00.000Z', 'day')?.overdue).toBe(false)
  expect(due('2026-11-21T23:00:00.000Z', 'day')?.overdue).toBe(true)
  expect(due('2026-11-23T06:59:00.000Z', 'minute')?.overdue).toBe(true)
  expect(told(sentMail('made', { acts: [promise] }))?.overdue).toBe(false)
})

test('what reads like a promise but is unsure, or stands where a machine is told what to do, is none', () => {
  const unsure = sentMail('unsure', { acts: [{ ...promise, confidence: 0.4 }] })
  const injected = aMail('injected', {
    acts: [theirPromise, anAct('commitment', 'We will call', { owner: 'them', start: 300 })],
    untrusted_instructions: [{ field: 'body', start: 5, end: 60, text: 'x'.repeat(55), reason: 'instruction' }],
  })
  const elsewhere = aMail('elsewhere', {
    acts: [theirPromise],
    untrusted_instructions: [{ field: 'subject', start: 0, end: 60, text: 'x'.repeat(60), reason: 'instruction' }],
  })

  expect(open([unsure]).mine).toEqual([])
  expect(openCommitments([injected], () => false).theirs).toEqual([{ act: 1, id: injected.id }])
  expect(open([elsewhere]).theirs).toEqual(['elsewhere'])
})

test('one mail in two mailboxes promises once', () => {
  const made = sentMail('made', { thread_key: 'report', acts: [promise] })
  const again = { ...made, id: 'a'.repeat(64), connection_id: '00000000-0000-4000-8000-000000000009' }

  expect(open([made, again]).mine).toHaveLength(1)
})

test('what is overdue longest comes first, what has no day last, and there are never more than the limit', () => {
  const made = (key: string, due: ReturnType<typeof dueOn> | null) => sentMail(key, { acts: [{ ...promise, due }] })

  expect(open([made('none', null), made('later', dueOn(day(25))), made('sooner', dueOn(day(20)))]).mine).toEqual([
    'sooner',
    'later',
    'none',
  ])
  const many = Array.from({ length: commitmentsLimit + 5 }, (_, at) => made(`made ${at}`, null))
  expect(open(many).mine).toHaveLength(commitmentsLimit)
})
