/** Briefings and pages of signals: what stands where, what is missing, what changed, and that every number can be counted again. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { AdapterState } from '#db/documents/briefing'
import { Briefing, SignalList, sectionKeys } from '#db/documents/briefing'
import type { ItemDocument } from '#db/documents/item'
import { completenessOf } from '#shared/briefing/completeness'
import { composeBriefing, composeSignals } from '#shared/briefing/compose'
import type { RankContext } from '#shared/briefing/context'
import { readSignalCursor, signalCursor } from '#shared/briefing/cursor'
import { eventIdOf, readEventId } from '#shared/briefing/event-id'
import type { BriefingRequest, PreviousBriefing, SignalsRequest } from '#shared/briefing/input'
import { compareSignals } from '#shared/briefing/order'
import { placedKeys, sectionOf } from '#shared/briefing/sections'
import { selectBriefing, selectSignals } from '#shared/briefing/select'
import '#shared/kernel/schema/formats'
import {
  aBriefingRequest,
  aContext,
  aMail,
  anAct,
  anAdapter,
  anEvent,
  anOccurrence,
  aSignalsRequest,
  aThing,
  dueOn,
  kept,
  now,
  sentMail,
} from '#test/shared/briefing/makers'

type Odd = {
  request?: Partial<BriefingRequest>
  context?: Partial<RankContext>
  adapters?: AdapterState[]
  previous?: PreviousBriefing | null
}

function inputsOf(items: ItemDocument[], { request, context, adapters = [anAdapter()], previous = null }: Odd = {}) {
  return selectBriefing(items.map(kept), aBriefingRequest(request), aContext(items, context), adapters, previous)
}
const briefed = (items: ItemDocument[], odd: Odd = {}): Briefing => composeBriefing(inputsOf(items, odd))

const section = ({ sections }: Briefing, key: (typeof sectionKeys)[number]) =>
  sections.find((each) => each.key === key) ?? { key, title: '', items: [], total: -1, truncated: false }
const keysIn = (briefing: Briefing, key: (typeof sectionKeys)[number]) =>
  section(briefing, key).items.map(({ title }) => title)

const request = (name: string, odd = {}) =>
  aMail(name, { acts: [anAct('request', 'can you send the figures')], ...odd })
const requests = (count: number) => Array.from({ length: count }, (_, at) => request(`request ${at}`))
const meetingAt = (hour: number, name = `at ${hour}`) =>
  anEvent(name, [
    anOccurrence(`2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`, `2026-11-23T${hour + 1}:00:00.000Z`),
  ])

test('what is ranked is as of the minute: the same within it, anew with the next, another window, or once something was said', () => {
  const documents = [request('one'), request('two')]
  const items = documents.map(kept)
  const context = aContext(documents)
  const shownBy = (odd: Partial<RankContext>, window: Partial<BriefingRequest> = {}) => {
    const all = { ...context, ...odd }
    const asked = aBriefingRequest({ at: all.at.toISOString(), ...window })
    return composeBriefing(selectBriefing(items, asked, all, [anAdapter()], null)).sections.flatMap(
      (each) => each.items,
    )
  }
  const later = (ms: number) => new Date(context.at.getTime() + ms)
  const [first] = shownBy({})
  const done = new Map([[first?.id ?? '', { state: 'done' as const, until: null }]])

  expect(shownBy({ at: later(59_000) })).toEqual(shownBy({}))
  expect(shownBy({ at: later(40 * 3_600_000) })).not.toEqual(shownBy({}))
  expect(shownBy({ states: done }).map(({ id }) => id)).not.toContain(first?.id ?? '')
  expect(shownBy({}).map(({ id }) => id)).toContain(first?.id ?? '')
})

describe('where a signal stands', () => {
  const step = { kind: 'mail.request', owner: 'me', verb: 'reply' } as const

  test('is the first that fits', () => {
    expect(sectionOf(step, 'noise')).toBe('noise_folded')
    expect(sectionOf({ ...step, owner: 'them' }, 'act_now')).toBe('act_now')
    expect(sectionOf({ ...step, owner: 'them' }, 'today')).toBe('waiting_on_others')
    expect(sectionOf(step, 'today')).toBe('today')
    expect(sectionOf(step, 'fyi')).toBe('waiting_on_me')
    expect(sectionOf({ ...step, owner: 'unknown' }, 'this_week')).toBe('waiting_on_me')
    expect(sectionOf({ ...step, owner: 'unknown' }, 'fyi')).toBe('noise_folded')
    expect(sectionOf({ ...step, verb: 'read' }, 'fyi')).toBe('noise_folded')
  })

  test('is not with others where it was answered, nor with me where there is only somewhere to be', () => {
    expect(sectionOf({ kind: 'mail.thread_update', owner: 'them', verb: 'none' }, 'fyi')).toBe('noise_folded')
    expect(sectionOf({ kind: 'event.upcoming', owner: 'me', verb: 'attend' }, 'this_week')).toBe('noise_folded')
  })
})

describe('a briefing', () => {
  test('is as its schema has it, members in that order, evidence last', () => {
    const items = [
      request('ask'),
      aThing(3),
      meetingAt(9),
      sentMail('promised', { acts: [anAct('commitment', 'I will')] }),
    ]
    const briefing = briefed(items)

    expect([...Value.Errors(Briefing, briefing)]).toEqual([])
    expect(Object.keys(briefing)).toEqual(Object.keys(Briefing.properties))
    expect(Object.keys(briefing.sections[0] ?? {})).toEqual(['key', 'title', 'items', 'total', 'truncated'])
  })

  test('has the sections in their order, or those that were asked for', () => {
    expect(briefed([]).sections.map(({ key }) => key)).toEqual([...sectionKeys])
    expect(briefed([], { request: { sections: ['meetings', 'act_now'] } }).sections.map(({ key }) => key)).toEqual([
      'act_now',
      'meetings',
    ])
  })

  test('shows as many as asked for, the first of the order, and says how many there are', () => {
    const briefing = briefed(requests(30), { request: { max_items: 3 } })

    const full = briefing.sections.filter(({ total }) => total > 3)
    expect(full.length).toBeGreaterThan(0)
    for (const { items, truncated } of full) expect([items.length, truncated]).toEqual([3, true])
    const totals = placedKeys.map((key) => section(briefing, key).total)
    expect(totals.reduce((sum, total) => sum + total, section(briefing, 'noise_folded').total)).toBe(30)
  })

  test('refers to meetings of its day, each of which stands in a section too', () => {
    const briefing = briefed([meetingAt(9), meetingAt(14)], { request: { max_items: 50 } })

    const ids = section(briefing, 'meetings').items.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const placed = [...placedKeys, 'noise_folded' as const].flatMap((key) =>
      section(briefing, key).items.map(({ id }) => id),
    )
    expect(placed.toSorted()).toEqual(ids.toSorted())
  })

  test('leaves out what is done and what sleeps, and shows again what woke', () => {
    const items = [request('done'), request('asleep'), request('awake')]
    const [done, asleep, awake] = items.map(({ id }) => id)
    const states = new Map([
      [done ?? '', { state: 'done' as const, until: null }],
      [asleep ?? '', { state: 'snoozed' as const, until: '2026-11-24T00:00:00.000Z' }],
      [awake ?? '', { state: 'snoozed' as const, until: '2026-11-22T00:00:00.000Z' }],
    ])
    const briefing = briefed(items, { context: { states } })

    expect(briefing.sections.flatMap(({ items: shown }) => shown.map(({ title }) => title))).toEqual(['awake'])
  })

  test('says by when on the clocks of its reader', () => {
    const due = dueOn('2026-11-25T23:00:00.000Z')
    const briefing = briefed([request('ask', { acts: [{ ...anAct('request', 'can you send it by Thursday'), due }] })])

    const [action] = briefing.sections.flatMap(({ items }) => items.map(({ action: { text } }) => text))
    expect(action).toBe('Reply to Anna Adler by 2026-11-26 23:59')
  })

  test('folds what is about the same thing into one and names it there', () => {
    const mail = aMail('[rocket] Review it (#3)', {
      about: ['github:acme/rocket#3'],
      is_automatic: true,
      from: { name: 'Bot', address: 'notifications@code.example', handle: null },
    })
    const briefing = briefed([aThing(3), mail])

    const shown = briefing.sections.flatMap(({ items }) => items)
    expect(shown.map(({ title, duplicates }) => [title, duplicates])).toEqual([['pull 3', [mail.id]]])
  })

  test('with a promise in what is folded away still shows it once alone', () => {
    const mail = aMail('[rocket] Review it (#3)', {
      about: ['github:acme/rocket#3'],
      is_automatic: true,
      acts: [anAct('commitment', 'I will merge it', { owner: 'them' })],
    })
    const briefing = briefed([aThing(3), mail])

    expect(briefing.commitments.theirs.map(({ signal_id }) => signal_id)).toEqual([mail.id])
    expect(briefing.sections.flatMap(({ items }) => items.map(({ title }) => title))).toEqual(['pull 3'])
  })
})

describe('the headline', () => {
  /** Every number that it names, counted again from the rest of the briefing. */
  function recounted(briefing: Briefing): string[] {
    const { headline } = briefing
    const total = (key: (typeof sectionKeys)[number]) => section(briefing, key).total
    const overdue = (list: Briefing['commitments']['mine']) => list.filter((one) => one.overdue).length
    const counts: [RegExp, number][] = [
      [/(\d+) things? to act on now/, total('act_now')],
      [/(\d+) (?:more|things?) for today/, total('today')],
      [/(\d+) waiting on me/, total('waiting_on_me')],
      [/(\d+)(?: waiting)? on others/, total('waiting_on_others')],
      [/(\d+) events?\b/, briefing.schedule.events.length],
      [/(\d+) conflicts?/, briefing.schedule.conflicts.length],
      [/(\d+) promises? of mine overdue/, overdue(briefing.commitments.mine)],
      [/(\d+)(?: promises?)? of others(?: overdue)?\./, overdue(briefing.commitments.theirs)],
      [/(\d+) of \d+ connections? not up to date/, briefing.adapters.filter(({ status }) => status !== 'ok').length],
      [/\d+ of (\d+) connections? not up to date/, briefing.adapters.length],
    ]
    const wrong = counts.filter(([pattern, count]) => {
      const said = pattern.exec(headline)?.[1]
      return said === undefined ? count !== 0 && !/of \(?\\d/.test(pattern.source) : Number(said) !== count
    })
    return wrong.map(([pattern, count]) => `${pattern.source}: ${count} in ${headline}`)
  }

  test('says nothing that cannot be counted again', () => {
    const promised = (name: string, at: string) =>
      sentMail(name, { acts: [{ ...anAct('commitment', 'I will send it'), due: dueOn(at) }] })
    const theirs = aMail('theirs', {
      acts: [{ ...anAct('commitment', 'I will call', { owner: 'them' }), due: dueOn('2026-11-10T00:00:00.000Z') }],
    })
    const busy = [
      ...requests(4),
      aThing(1),
      aThing(2, { reasons: ['security'], is_blocking: true }),
      aThing(3, { reasons: ['author'] }),
      meetingAt(9),
      meetingAt(9, 'also at 9'),
      promised('overdue', '2026-11-10T00:00:00.000Z'),
      promised('not yet', '2026-11-30T00:00:00.000Z'),
      theirs,
    ]
    const adapters = [anAdapter(), anAdapter({ status: 'failed', label: 'Code' })]

    const briefing = briefed(busy, { adapters })
    expect(recounted(briefing)).toEqual([])
    expect(briefing.headline).toContain('2 events, the next at 10:00; 1 conflict.')
    expect(briefing.headline).toContain('1 promise of mine overdue, 1 of others.')
    expect(briefing.headline).toEndWith('1 of 2 connections not up to date.')
    expect(recounted(briefed([]))).toEqual([])
    expect(recounted(briefed([theirs]))).toEqual([])
  })

  test('of nothing says so', () => {
    expect(briefed([]).headline).toBe('Nothing to act on now or today. No events.')
    expect(briefed([], { adapters: [] }).headline).toBe('Nothing is connected, so there is nothing to tell.')
  })
})

describe('completeness', () => {
  const failed = anAdapter({
    label: 'Calendar',
    kind: 'caldav',
    status: 'failed',
    fetched_at: null,
    error: { code: 'TIMEOUT', message: 'no answer', retry_at: null },
  })

  test('is whole only where everything is', () => {
    expect(completenessOf([anAdapter()])).toEqual({ score: 1, missing: [] })
    const many = [...Array.from({ length: 300 }, () => anAdapter()), anAdapter({ status: 'stale' })]
    expect(completenessOf(many).score).toBe(0.99)
  })

  test('names each that is not ok, with why and since when', () => {
    const stale = anAdapter({ label: 'Mail', status: 'stale', fetched_at: '2026-11-22T07:41:00.000Z' })

    expect(completenessOf([stale, anAdapter(), failed])).toEqual({
      score: 0.5,
      missing: [
        'Mail (imap): stale, last read 2026-11-22T07:41:00.000Z',
        'Calendar (caldav): failed, TIMEOUT, never read',
      ],
    })
  })

  test('of nothing connected is nothing, and is said', () => {
    expect(completenessOf([])).toEqual({ score: 0, missing: ['no adapters connected'] })
  })
})

describe('what changed since the last briefing', () => {
  const before = (items: ItemDocument[], context?: Partial<RankContext>): PreviousBriefing => {
    const { request, placement } = inputsOf(items, context === undefined ? {} : { context })
    return { id: request.id, placement }
  }

  test('is nothing against itself, and nothing without one', () => {
    const items = [...requests(3), aThing(1), meetingAt(9)]

    expect(briefed(items, { previous: before(items) }).diff).toMatchObject({ added: [], resolved: [], moved: [] })
    expect(briefed(items).diff).toEqual({ previous_id: null, added: [], resolved: [], moved: [] })
  })

  test('is what is new, what is over, and what stands elsewhere', () => {
    const [stays, goes, comes] = [request('stays'), request('goes'), request('comes')]
    const briefing = briefed([stays, comes], { previous: before([stays, goes]) })

    expect(briefing.diff).toMatchObject({ added: [comes.id], resolved: [goes.id], moved: [] })
    expect(keysIn(briefing, 'changed_since_last')).toEqual(['comes'])
  })

  test('names from where to where it moved', () => {
    const thing = aThing(1, { reasons: ['mentioned'] })
    const urgent = aThing(1, { reasons: ['mentioned', 'security', 'ci_failed_mine'] })
    const [from] = placedKeys.filter((key) => before([thing]).placement[key].length > 0)
    const [to] = placedKeys.filter((key) => before([urgent]).placement[key].length > 0)

    expect(from).not.toBe(to)
    expect(briefed([urgent], { previous: before([thing]) }).diff.moved).toEqual([
      { id: thing.id, from: from ?? '', to: to ?? '' },
    ])
  })
})

describe('a page of signals', () => {
  const items = [...requests(7), aThing(1), aThing(2), meetingAt(9)]
  const listed = (odd: Partial<SignalsRequest> = {}, of: ItemDocument[] = items) =>
    composeSignals(selectSignals(of.map(kept), aSignalsRequest(odd), aContext(of), [anAdapter()]))

  test('is as its schema has it', () => {
    expect([...Value.Errors(SignalList, listed())]).toEqual([])
    expect(Object.keys(listed())).toEqual(Object.keys(SignalList.properties))
  })

  test('leads through all of them, each once, in the one order', () => {
    const all = listed().signals.map(({ id }) => id)
    const paged: string[] = []
    let after: SignalsRequest['after'] = null
    for (let page = 0; page < 20; page++) {
      const { signals, next_cursor: cursor, total } = listed({ limit: 3, after })
      expect(total).toBe(all.length)
      paged.push(...signals.map(({ id }) => id))
      if (cursor === null) break
      const read = readSignalCursor(cursor)
      expect(read?.at).toBe(now)
      after = read?.after ?? null
    }

    expect(paged).toEqual(all)
  })

  test('is of what was asked for', () => {
    expect(new Set(listed({ source: 'calendar' }).signals.map(({ source }) => source))).toEqual(new Set(['calendar']))
    expect(listed({ kind: 'review.requested' }).total).toBe(2)
    const scores = listed({ min_score: 40 }).signals.map(({ priority }) => priority.score)
    expect(scores.every((score) => score >= 40)).toBe(true)
    expect(listed({ since: '2026-11-23T00:00:00.000Z' }).signals.map(({ source }) => source)).toEqual(['calendar'])
  })

  test('in short leaves out the quotes and no point', () => {
    const short = listed({ explain: 'short' }).signals

    expect(short.flatMap(({ priority }) => priority.factors.filter(({ evidence }) => evidence !== undefined))).toEqual(
      [],
    )
    for (const { priority } of short)
      expect(priority.factors.reduce((sum, { points }) => sum + points, 0)).toBe(priority.score)
  })

  test('shows of an event that recurs only the times that are on it', () => {
    const daily = anEvent(
      'daily',
      [23, 24, 25].map((day) => anOccurrence(`2026-11-${day}T09:00:00.000Z`, `2026-11-${day}T10:00:00.000Z`)),
      { rule_text: 'FREQ=DAILY' },
    )

    const first = listed({ limit: 1 }, [daily])
    expect([first.signals.length, first.total, first.next_cursor === null]).toEqual([1, 3, false])
  })
})

test('a cursor that was not given out is none', () => {
  const written = signalCursor(now, { id: 'a'.repeat(64), score: 3, due: null, when: now })

  expect(readSignalCursor(written)).toEqual({ at: now, after: { id: 'a'.repeat(64), score: 3, due: null, when: now } })
  const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  for (const wrong of [
    '',
    '%',
    'e30',
    forged([now, 3, null, now]),
    forged([now, 300, null, now, 'a'.repeat(64)]),
    forged(['never', 3, null, now, 'a'.repeat(64)]),
    forged([now, 3, 'soon', now, 'a'.repeat(64)]),
  ])
    expect(readSignalCursor(wrong)).toBeUndefined()
})

test('an event is named by its item and which of its times', () => {
  const item = 'b'.repeat(64)

  expect(readEventId(eventIdOf(item, now))).toEqual({ itemId: item, occurrenceId: now })
  expect(readEventId(item)).toEqual({ itemId: item, occurrenceId: null })
  for (const wrong of ['', 'x', `${item}:`, `${item} ${now}`, item.toUpperCase()])
    expect(readEventId(wrong)).toBeUndefined()
})

test('signals that weigh the same are told apart by when they are due, how new they are, and their ids', () => {
  const of = (id: string, odd = {}) => ({ id, score: 10, due: null, when: now, ...odd })
  const sorted = [
    of('d'),
    of('c'),
    of('b', { when: '2026-11-24T00:00:00.000Z' }),
    of('e', { due: '2026-11-25T00:00:00.000Z' }),
    of('f', { due: '2026-11-24T00:00:00.000Z' }),
    of('g', { score: 11 }),
    of('h', { when: 'never' }),
  ].sort(compareSignals)

  expect(sorted.map(({ id }) => id).join('')).toBe('gfebcdh')
})
