/** Scores and the factors that explain them: exact sums, one cause a factor, the same whatever the order. */
import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import type { HostingFacts, ItemDocument, MailFacts } from '#db/documents/item'
import { Signal, type SignalFactor } from '#db/documents/signal'
import { type History, historyFor, historyFrom, historyOf, type RankContext } from '#shared/briefing/context'
import { signalOf } from '#shared/briefing/explain'
import { rankItems, scoreItem } from '#shared/briefing/score'
import { bandOf, defaultWeights, factorNames, rangeOf, weightsHash } from '#shared/briefing/weights'
import '#shared/kernel/schema/formats'
import {
  aKeptEvent,
  aKeptMail,
  aKeptThing,
  anAct,
  aTime,
  contextOver,
  idOf,
  now,
  origin,
  window,
} from '#test/shared/briefing/ranked'

const hourMs = 3_600_000
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString()

function signalFor(item: ItemDocument, context: RankContext = contextOver([item])): Signal {
  const [scored] = scoreItem(item, context, window)
  if (scored === undefined) throw new Error('it is no signal')
  return signalOf(scored, context, origin)
}
const sumOf = (factors: readonly SignalFactor[]) => factors.reduce((sum, { points }) => sum + points, 0)
const pointsOf = ({ priority }: Signal, name: string) =>
  priority.factors.find((factor) => factor.name === name)?.points ?? 0
const withoutLimit = ({ priority }: Signal) => priority.factors.filter(({ name }) => name !== 'limit')

// ---- any items ----

const anyAct = fc.record({
  act: fc.constantFrom('request', 'question', 'commitment', 'deadline', 'proposal'),
  owner: fc.constantFrom('me', 'them', 'unknown'),
  confidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
  hours: fc.option(fc.integer({ min: -500, max: 900 })),
})
const anyActs = fc.array(anyAct, { maxLength: 4 }).map((acts) =>
  acts.map(({ act, owner, confidence, hours }) =>
    anAct({
      act,
      owner,
      confidence,
      due:
        hours === null
          ? null
          : { at: ago(-hours), grain: 'hour', span: { field: 'body', start: 0, end: 2, text: 'by' } },
    }),
  ),
)
const anyKeys = fc
  .tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 3 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
  )
  .map(([person, list, words]) => [
    `p${String(person).padStart(12, '0')}`,
    `l${String(list).padStart(12, '0')}`,
    ...words.map((word) => `w${String(word).padStart(12, '0')}`),
  ])
const anyMail = fc.record({
  acts: anyActs,
  learning_keys: anyKeys,
  addressed: fc.constantFrom<MailFacts['addressed'][]>('to_alone', 'to', 'cc', 'list', 'not_named'),
  is_outgoing: fc.boolean(),
  is_seen: fc.boolean(),
  is_flagged: fc.boolean(),
  is_answered: fc.boolean(),
  is_reply: fc.boolean(),
  is_bulk: fc.boolean(),
  is_automatic: fc.boolean(),
  characters: fc.integer({ min: 0, max: 20_000 }),
  thread_key: fc.constantFrom('a', 'b', 'c', 'd'),
  at: fc.integer({ min: 0, max: 800 }).map(ago),
})
const anyThing = fc.record({
  acts: anyActs,
  learning_keys: anyKeys,
  state: fc.constantFrom<HostingFacts['state'][]>('open', 'closed', 'merged', 'draft', 'failed', 'passed'),
  reasons: fc.uniqueArray(
    fc.constantFrom<HostingFacts['reasons'][number][]>(
      'review_requested',
      'ci_failed_mine',
      'assigned',
      'mentioned',
      'security',
      'stale',
      'comment',
      'subscribed',
    ),
    { maxLength: 3 },
  ),
  is_mine: fc.boolean(),
  is_blocking: fc.boolean(),
  is_unread: fc.boolean(),
  is_by_bot: fc.boolean(),
  waiting_since: fc.option(fc.integer({ min: 0, max: 400 }).map(ago)),
})
const anyEvent = fc.record({
  learning_keys: anyKeys,
  has_agenda: fc.boolean(),
  uid: fc.constantFrom('u1', 'u2', 'u3'),
  occurrences: fc
    .array(fc.tuple(fc.integer({ min: -3, max: 30 }), fc.constantFrom('accepted', 'needs_action', 'declined')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((times) =>
      times.map(([hour, partstat], index) =>
        aTime({
          id: `${index}`,
          start: ago(-hour),
          end: ago(-hour - 1),
          my_partstat: partstat as 'accepted',
        }),
      ),
    ),
})
const anyItems = fc
  .tuple(
    fc.array(anyMail, { maxLength: 10 }),
    fc.array(anyThing, { maxLength: 5 }),
    fc.array(anyEvent, { maxLength: 5 }),
  )
  .map(([mails, things, events]) =>
    [
      ...mails.map((odd) => aKeptMail(odd)),
      ...things.map((odd) => aKeptThing(odd)),
      ...events.map((odd) => aKeptEvent({ ...odd, rule_text: 'FREQ=DAILY' })),
    ].map((item, index): ItemDocument => ({ ...item, id: idOf(index + 1) })),
  )
const anyLearned = fc.dictionary(
  fc
    .tuple(fc.constantFrom('p', 'l', 'w'), fc.integer({ min: 0, max: 20 }))
    .map(([letter, n]) => `${letter}${String(n).padStart(12, '0')}`),
  fc.integer({ min: -40, max: 40 }),
  { maxKeys: 6 },
)

test('the points of a signal add up to its score, and that is the one it was ranked by', () => {
  fc.assert(
    fc.property(anyItems, anyLearned, (items, learned) => {
      const context = contextOver(items, { weights: { ...defaultWeights, learned } })
      return rankItems(items, context, window).every((scored) => {
        const { priority, due } = signalOf(scored, context, origin)
        return (
          sumOf(priority.factors) === scored.score &&
          priority.score === scored.score &&
          due.at === scored.due &&
          priority.factors.every(({ points }) => points !== 0 && !Object.is(points, -0)) &&
          priority.band === bandOf(scored.score, context.weights)
        )
      })
    }),
    { numRuns: 150 },
  )
})

test('every signal fits its document', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const context = contextOver(items)
      return rankItems(items, context, window).every((scored) => Value.Check(Signal, signalOf(scored, context, origin)))
    }),
    { numRuns: 40 },
  )
})

/** How each cause of a mail's points is taken away, and from what. */
type Case = { item: MailFacts; context: RankContext }
const changed = (history: History, odd: Partial<History>): History => ({ ...history, ...odd })
const withoutKeys = ({ item, context }: Case, letter: string): Case => {
  const keys = new Map([...context.history.keys].filter(([key]) => !key.startsWith(letter)))
  return { item, context: { ...context, history: changed(context.history, { keys }) } }
}
const withThread = ({ item, context }: Case, odd: object): Case => {
  const past = context.history.threads.get(item.thread_key)
  const threads = new Map(context.history.threads)
  if (past !== undefined) threads.set(item.thread_key, { ...past, ...odd })
  return { item, context: { ...context, history: changed(context.history, { threads }) } }
}
const asOther =
  (from: 'request' | 'question') =>
  ({ item, context }: Case): Case => ({
    item: {
      ...item,
      acts: item.acts.map((act) => (act.act === from && act.owner === 'me' ? { ...act, act: 'proposal' } : act)),
    },
    context,
  })
const withoutAll =
  (from: 'request' | 'question') =>
  ({ item, context }: Case): Case => ({
    item: { ...item, acts: item.acts.filter(({ act, owner }) => act !== from || owner !== 'unknown') },
    context,
  })
const odd =
  (change: Partial<MailFacts>) =>
  ({ item, context }: Case): Case => ({ item: { ...item, ...change }, context })
const causes: Record<string, (each: Case) => Case> = {
  to_me: odd({ addressed: 'not_named' }),
  to_list: odd({ addressed: 'not_named' }),
  request: asOther('request'),
  question: asOther('question'),
  request_to_all: withoutAll('request'),
  question_to_all: withoutAll('question'),
  due: ({ item, context }) => ({ item: { ...item, acts: item.acts.map((act) => ({ ...act, due: null })) }, context }),
  sender_history: (each) => withoutKeys(each, 'p'),
  list_history: (each) => withoutKeys(each, 'l'),
  words_history: (each) => withoutKeys(each, 'w'),
  thread_history: (each) => withThread(each, { received: 0, answered: 0 }),
  thread_begun: (each) => withThread(each, { begun: 'them' }),
  conversation: (each) => withThread(each, { mails: 1 }),
  reply: odd({ is_reply: false }),
  length: odd({ characters: 383 }),
  bulk: odd({ is_bulk: false }),
  automatic: odd({ is_automatic: false }),
  flagged: odd({ is_flagged: false }),
  seen: odd({ is_seen: false }),
  age: odd({ at: now.toISOString() }),
}

test('where the cause of a factor goes, its points go, and no others', () => {
  const weights = { ...defaultWeights, points: { ...defaultWeights.points, to_list: 7 } }
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(anyMail, { minLength: 1, maxLength: 8 }), (mails) => {
      const items = mails.map((each, index) => aKeptMail({ ...each, id: idOf(index + 1), is_answered: false }))
      const item = items[0]
      if (item === undefined) return true
      const incoming = { ...item, is_outgoing: false, is_answered: false }
      const history = historyOf(
        items.map((each) => ({ ...each, is_answered: each.is_seen })),
        now,
        'UTC',
      )
      const context = contextOver(items, { weights, history })
      const before = signalFor(incoming, context)
      return before.priority.factors.every(({ name, points }) => {
        const take = causes[name]
        if (take === undefined) return true
        seen.add(name)
        const without = take({ item: incoming, context })
        // A mail that is answered by its thread is so still, whatever else is taken away.
        const after = signalFor(without.item, without.context)
        const others = (signal: Signal) =>
          JSON.stringify(
            withoutLimit(signal)
              .filter((factor) => factor.name !== name)
              .map((factor) => [factor.name, factor.points]),
          )
        const isSame = name === 'age' || others(before) === others(after)
        return isSame && (name === 'age' || sumOf(withoutLimit(before)) - sumOf(withoutLimit(after)) === points)
      })
    }),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual(expect.arrayContaining(['request', 'due', 'sender_history', 'bulk', 'to_me']))
})

test('a score is never beyond 0 and 100, and what was cut off is told', () => {
  const low = signalFor(aKeptMail({ is_bulk: true, is_automatic: true, addressed: 'not_named', is_answered: true }))
  const high = signalFor(
    aKeptThing({ reasons: ['security', 'ci_failed_mine', 'review_requested'], is_mine: true, acts: [anAct()] }),
  )

  expect(low.priority).toMatchObject({ score: 0, band: 'noise' })
  expect(low.priority.factors.at(-1)).toMatchObject({ name: 'limit', because: 'no score is less than 0' })
  expect(high.priority).toMatchObject({ score: 100, band: 'act_now' })
  expect(high.priority.factors.at(-1)).toMatchObject({ name: 'limit', because: 'no score is more than 100' })
})

test('a request to me that is due soon says why, with the characters that say it', () => {
  const signal = signalFor(aKeptMail({ acts: [anAct()] }))

  expect(signal).toMatchObject({
    kind: 'mail.request',
    action: { verb: 'reply', owner: 'me' },
    due: { text: 'by Friday', confidence: 0.9 },
  })
  const request = signal.priority.factors.find(({ name }) => name === 'request')
  expect(request).toMatchObject({ because: 'it asks you to do something', evidence: [{ field: 'body', start: 0 }] })
  expect(pointsOf(signal, 'due')).toBeGreaterThan(0)
})

test('a day that is due is over when the day is, not when it begins', () => {
  const item = aKeptMail({ acts: [anAct()] })
  const during = contextOver([item], { at: new Date('2026-03-06T12:00:00Z') })
  const after = contextOver([item], { at: new Date('2026-03-07T12:00:00Z') })

  expect(signalFor(item, during).priority.factors.find(({ name }) => name === 'due')?.because).toStartWith(
    'it is due in',
  )
  expect(signalFor(item, after).priority.factors.find(({ name }) => name === 'due')?.because).toStartWith('it was due')
})

test('what I answered since is settled, by its flag or by what I wrote in its thread', () => {
  const item = aKeptMail({ acts: [anAct()] })
  const mine = aKeptMail({ id: idOf(9), is_outgoing: true, at: '2026-03-03T08:30:00.000Z' })

  expect(signalFor({ ...item, is_answered: true })).toMatchObject({ action: { verb: 'none' } })
  expect(signalFor(item, contextOver([item, mine]))).toMatchObject({
    kind: 'mail.thread_update',
    action: { verb: 'none' },
  })
  expect(pointsOf(signalFor(item, contextOver([item, mine])), 'answered')).toBe(defaultWeights.points.answered)
})

test('what I promised is due, and what I asked is waited for after a day, until somebody answers', () => {
  const promise = aKeptMail({ is_outgoing: true, acts: [anAct({ act: 'commitment' })] })
  const asked = aKeptMail({ is_outgoing: true, acts: [anAct({ owner: 'them' })], at: ago(30) })
  const answer = aKeptMail({ id: idOf(9), at: ago(2) })

  expect(signalFor(promise)).toMatchObject({ kind: 'mail.commitment_due', action: { owner: 'me' } })
  expect(signalFor(asked)).toMatchObject({ kind: 'mail.reply_awaited', action: { owner: 'them' } })
  expect(scoreItem({ ...asked, at: ago(3) }, contextOver([asked]), window)).toEqual([])
  expect(scoreItem(asked, contextOver([asked, answer]), window)).toEqual([])
})

test('what somebody promised me alone is waited for, until I answer', () => {
  const theirs = aKeptMail({ addressed: 'to_alone', acts: [anAct({ act: 'commitment', owner: 'them' })] })

  const signal = signalFor(theirs)
  expect(signal).toMatchObject({ kind: 'mail.commitment_due', action: { owner: 'them', verb: 'none' } })
  expect(signal.action.text).toStartWith('Wait for what ')
  expect(signalFor({ ...theirs, is_bulk: true }).kind).toBe('mail.bulk')
  expect(signalFor({ ...theirs, addressed: 'cc' }).kind).toBe('mail.thread_update')
})

test('who is answered often comes before who never is', () => {
  const past = (person: string, isAnswered: boolean) =>
    Array.from({ length: 8 }, (_, index) =>
      aKeptMail({
        id: idOf(index + 20),
        at: ago(200 + index),
        learning_keys: [person],
        is_answered: isAnswered,
        thread_key: `t${index}${person}`,
      }),
    )
  const items = [...past('p0000000000aa', true), ...past('p0000000000bb', false)]
  const context = contextOver(items)
  const mail = (person: string) => aKeptMail({ learning_keys: [person], thread_key: 'new' })

  const [often, never] = [signalFor(mail('p0000000000aa'), context), signalFor(mail('p0000000000bb'), context)]
  expect(often.priority.score).toBeGreaterThan(never.priority.score)
  expect(often.priority.factors.find(({ name }) => name === 'sender_history')?.because).toBe(
    'of 8 mails from Anna Weber, 8 were answered',
  )
  expect(often.who).toMatchObject([{ relation: 'frequent' }])
  expect(signalFor(mail('p0000000000cc'), context).who).toMatchObject([{ relation: 'new' }])
})

test('a mail that is three days old and not answered was not; a younger one says nothing yet', () => {
  const young = historyOf([aKeptMail({ at: ago(70) })], now, 'UTC')
  const old = historyOf([aKeptMail({ at: ago(73) })], now, 'UTC')

  expect(young.keys.size).toBe(0)
  expect(old.keys.get('p000000000001')).toMatchObject({ received: 1, answered: 0 })
})

test('events: what begins soon, wants an answer or is at the same time as another comes first', () => {
  const event = aKeptEvent()
  const other = aKeptEvent({ id: idOf(8), uid: 'uid-2', about: ['ical:uid-2'] })
  const open = aKeptEvent({ occurrences: [aTime({ my_partstat: 'needs_action' })] })

  expect(signalFor(event).kind).toBe('event.upcoming')
  expect(signalFor(open)).toMatchObject({ kind: 'event.needs_response', action: { verb: 'decide' } })
  const conflict = signalFor(event, contextOver([event, other]))
  expect(conflict.kind).toBe('event.conflict')
  expect(pointsOf(conflict, 'conflict')).toBe(defaultWeights.points.conflict)
  expect(signalFor(event, contextOver([event, { ...other, uid: 'uid-1' }])).kind).toBe('event.upcoming')
})

test('an event that recurs gives a signal for each time in the window, each with an id of its own', () => {
  const times = [10, 20, 40].map((hour) => aTime({ id: `${hour}`, start: ago(-hour), end: ago(-hour - 1) }))
  const event = aKeptEvent({ rule_text: 'FREQ=DAILY', occurrences: times })
  const context = contextOver([event])

  const signals = scoreItem(event, context, window).map((scored) => signalOf(scored, context, origin))

  expect(signals.length).toBe(2)
  expect(new Set(signals.map(({ id }) => id)).size).toBe(2)
})

test('what is done or sleeps is no signal, until it wakes', () => {
  const item = aKeptMail()
  const state = (name: 'done' | 'snoozed' | 'seen', until: string | null = null) =>
    scoreItem(item, contextOver([item], { states: new Map([[item.id, { state: name, until }]]) }), window).length

  expect(state('done')).toBe(0)
  expect(state('snoozed', ago(-1))).toBe(0)
  expect(state('snoozed', ago(1))).toBe(1)
  expect(state('seen')).toBe(1)
})

test('what comes of a history does not depend on the order of the items, and what is stored of it says the same', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const told = (context: RankContext, of: readonly ItemDocument[]) =>
        JSON.stringify(rankItems(of, context, window).map((scored) => signalOf(scored, context, origin)))
      const context = contextOver(items)
      const turned = contextOver(items.toReversed())
      const some = items.slice(0, 3)
      const stored = historyFrom(JSON.parse(JSON.stringify(historyFor(context.history, some))))
      return (
        told(context, items) === told(turned, items.toReversed()) &&
        told(context, some) === told({ ...context, history: stored }, some)
      )
    }),
    { numRuns: 100 },
  )
})

test('a mail that has nothing to do with another moves no points of it', () => {
  const item = aKeptMail()
  const stranger = aKeptMail({ id: idOf(7), thread_key: 'other', learning_keys: ['p0000000000ff'], at: ago(100) })

  expect(signalFor(item, contextOver([item, stranger]))).toEqual(signalFor(item, contextOver([item])))
})

test('a time that cannot be read breaks nothing', () => {
  const bad = aKeptEvent({ occurrences: [aTime({ start: 'soon', end: 'later' })] })
  const mail = aKeptMail({ acts: [anAct({ due: { at: 'soon', grain: 'day', span: anAct().span } })] })

  expect(rankItems([bad, mail], contextOver([bad, mail]), window).length).toBe(1)
})

test('default weights are within their ranges, and each has one of its own', () => {
  for (const name of factorNames) {
    const { least, most } = rangeOf(name)
    expect(least).toBeLessThan(most)
    expect(defaultWeights.points[name]).toBeGreaterThanOrEqual(least)
    expect(defaultWeights.points[name]).toBeLessThanOrEqual(most)
  }
  expect(weightsHash(defaultWeights)).toMatch(/^[0-9a-f]{64}$/)
  expect(weightsHash({ ...defaultWeights, learned: { p000000000001: 1 } })).not.toBe(weightsHash(defaultWeights))
})
