/** What holds of every briefing, whatever was brought. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { Briefing, MeetingPrep, SignalList } from '#db/documents/briefing'
import type { EventFacts, ItemDocument, SourceSpan } from '#db/documents/item'
import type { Signal } from '#db/documents/signal'
import { composeBriefing, composeSignals } from '#shared/briefing/compose'
import { eventIdOf } from '#shared/briefing/event-id'
import { findEvent } from '#shared/briefing/find-event'
import { prepareMeeting } from '#shared/briefing/meeting'
import { compareSignals } from '#shared/briefing/order'
import { answerText, replay } from '#shared/briefing/replay'
import { selectBriefing, selectSignals } from '#shared/briefing/select'
import { selectMeeting } from '#shared/briefing/select-meeting'
import { canonicalJson } from '#shared/kernel/canonical'
import '#shared/kernel/schema/formats'
import { anyItems } from '#test/shared/briefing/arbitrary'
import {
  aBriefingRequest,
  aContext,
  aMail,
  aMeetingRequest,
  anAdapter,
  aSignalsRequest,
  kept,
  now,
  zone,
} from '#test/shared/briefing/makers'

// On a machine that does much else besides.
setDefaultTimeout(30_000)

const inputOf = (items: ItemDocument[], maxItems = 50, at = now) =>
  selectBriefing(
    items.map(kept),
    aBriefingRequest({ max_items: maxItems, at }),
    aContext(items, { at: new Date(at) }),
    [anAdapter()],
    null,
  )
const briefed = (items: ItemDocument[], maxItems?: number) => composeBriefing(inputOf(items, maxItems))

const placedIn = ({ sections }: Briefing) =>
  sections.filter(({ key }) => key !== 'meetings' && key !== 'changed_since_last')
const signalsIn = (briefing: Briefing): Signal[] => placedIn(briefing).flatMap(({ items }) => items)

/** As a source has it that a span points into: what is in the items of these tests. */
const isOf = (item: ItemDocument, span: SourceSpan) =>
  [
    ...item.acts.flatMap(({ span: said, due }) => [said, ...(due === null ? [] : [due.span])]),
    ...item.untrusted_instructions,
  ].some(
    ({ field, start, end, text }) =>
      field === span.field && start === span.start && end === span.end && text === span.text,
  ) || [item.title, item.excerpt].some((text) => text.slice(span.start, span.end) === span.text)

test('it is as its schema has it, every signal stands in one section, and totals add up', () => {
  fc.assert(
    fc.property(anyItems, fc.integer({ min: 1, max: 5 }), (items, maxItems) => {
      const briefing = briefed(items, maxItems)
      const whole = briefed(items, 500)

      expect([...Value.Errors(Briefing, briefing)]).toEqual([])
      const ids = signalsIn(whole).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { items: shown, total, truncated } of briefing.sections) {
        expect(shown.length).toBe(Math.min(total, maxItems))
        expect(truncated).toBe(total > maxItems)
      }
      expect(placedIn(briefing).reduce((sum, { total }) => sum + total, 0)).toBe(ids.length)
      for (const [at, { items: shown }] of briefing.sections.entries())
        expect(shown).toEqual(whole.sections[at]?.items.slice(0, maxItems) ?? [])
    }),
    { numRuns: 30 },
  )
})

test('points add up, sections are in the one order, and every quote stands in its source', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const briefing = briefed(items)
      const documents = new Map(items.map((item) => [item.id, item]))
      const itemOf = (text: string) => items.find(({ id }) => text.startsWith(id))

      for (const { items: shown } of briefing.sections) {
        const keys = shown.map(({ id, priority, due, when }) => ({ id, score: priority.score, due: due.at, when }))
        expect(keys).toEqual(keys.toSorted(compareSignals))
      }
      for (const { id, priority, due } of signalsIn(briefing)) {
        expect(priority.factors.reduce((sum, { points }) => sum + points, 0)).toBe(priority.score)
        const item = documents.get(id)
        const spans = [
          ...priority.factors.flatMap(({ evidence = [] }) => evidence),
          ...(due.span === null ? [] : [due.span]),
        ]
        if (item !== undefined) expect(spans.filter((span) => !isOf(item, span))).toEqual([])
      }
      for (const { signal_id: id, span, text, due } of [...briefing.commitments.mine, ...briefing.commitments.theirs]) {
        const item = itemOf(id)
        expect(item !== undefined && isOf(item, span) && span.text === text).toBe(true)
        expect(due === null || (item !== undefined && isOf(item, due.span))).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})

test('the order in which items came changes nothing, and each briefing replays', () => {
  fc.assert(
    fc.property(anyItems, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (items, random) => {
      const shuffled = items.toSorted(() => (random.next().value ?? 0) - 0.5)
      const input = inputOf(items, 3)

      expect(canonicalJson(inputOf(shuffled, 3))).toBe(canonicalJson(input))
      expect(replay(canonicalJson(input), answerText(input))).toEqual({ identical: true, tampered: [] })
    }),
    { numRuns: 25 },
  )
})

test('against itself nothing changed, and against another everything that did is named once', () => {
  const before = (items: ItemDocument[]) => {
    const { request, placement } = inputOf(items)
    return { id: request.id, placement }
  }
  const now2 = (items: ItemDocument[], previous: ReturnType<typeof before>) =>
    composeBriefing(
      selectBriefing(items.map(kept), aBriefingRequest({ max_items: 500 }), aContext(items), [anAdapter()], previous),
    )

  fc.assert(
    fc.property(anyItems, anyItems, (items, others) => {
      expect(now2(items, before(items)).diff).toMatchObject({ added: [], resolved: [], moved: [] })
      const { diff, sections } = now2(items, before(others))
      const named = [...diff.added, ...diff.resolved, ...diff.moved.map(({ id }) => id)]
      expect(new Set(named).size).toBe(named.length)
      const changed = sections.find(({ key }) => key === 'changed_since_last')
      expect(changed?.items.map(({ id }) => id).toSorted()).toEqual(
        [...diff.added, ...diff.moved.map(({ id }) => id)].toSorted(),
      )
    }),
    { numRuns: 25 },
  )
})

test('an item that has to do with none of them changes no other’s points', () => {
  const unrelated = aMail('unrelated', {
    from: { name: 'Some Body', address: 'somebody@nowhere.example', handle: null },
    thread_key: 'a thread of its own',
  })

  fc.assert(
    fc.property(anyItems, (items) => {
      const scores = (of: ItemDocument[]) =>
        new Map(signalsIn(briefed(of, 500)).map(({ id, priority }) => [id, JSON.stringify(priority)]))
      const [without, withIt] = [scores(items), scores([...items, unrelated])]

      for (const [id, priority] of without) expect(withIt.get(id)).toBe(priority)
    }),
    { numRuns: 25 },
  )
})

test('pages of signals and preparations of meetings hold their schemas and replay', () => {
  fc.assert(
    fc.property(anyItems, fc.integer({ min: 1, max: 4 }), (items, limit) => {
      const all = items.map(kept)
      const signals = selectSignals(all, aSignalsRequest({ limit }), aContext(items), [anAdapter()])
      expect([...Value.Errors(SignalList, composeSignals(signals))]).toEqual([])
      expect(composeSignals(signals).signals.map(({ id }) => id)).toEqual([...signals.shown])
      expect(replay(canonicalJson(signals), answerText(signals)).identical).toBe(true)

      const event = items.find((item): item is EventFacts => item.source === 'calendar')
      const [occurrence] = event?.occurrences ?? []
      if (event === undefined || occurrence === undefined) return
      const eventId = eventIdOf(event.id, occurrence.id)
      const found = findEvent(items, { event_id: eventId }, { at: Date.parse(now), timezone: zone })
      if (found.kind !== 'found') throw new Error(found.kind)
      const meeting = selectMeeting(all, found.timed, aMeetingRequest(eventId), aContext(items), [anAdapter()])
      const prepared = prepareMeeting(meeting)
      expect([...Value.Errors(MeetingPrep, prepared)]).toEqual([])
      expect(replay(canonicalJson(meeting), answerText(meeting)).identical).toBe(true)
      for (const { score, why } of Object.values(prepared.related).flat())
        expect(why.reduce((sum, { points }) => sum + points, 0)).toBe(score)
      const minutes = prepared.suggested_agenda.reduce((sum, point) => sum + point.minutes, 0)
      expect(minutes).toBeLessThanOrEqual((found.timed.endMs - found.timed.startMs) / 60_000)
    }),
    { numRuns: 25 },
  )
})
