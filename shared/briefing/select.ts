/** Chooses of everything that is kept what a briefing or a scan of signals is made from: what is shown, what that rests on, and the totals. Pure. */
import { type AdapterState, type SectionKey, sectionKeys } from '#db/documents/briefing'
import type { EventFacts, ItemDocument } from '#db/documents/item'
import type { SignalState } from '#db/documents/signal'
import { openCommitments } from '#shared/briefing/commitments'
import { historyFor, type RankContext, rankedAt } from '#shared/briefing/context'
import { diffOf, placementLimit } from '#shared/briefing/diff'
import { foldDuplicates } from '#shared/briefing/fold'
import {
  type BriefingInput,
  type BriefingRequest,
  type ComposeInput,
  inCanonicalOrder,
  type KeptItem,
  type PlacedKey,
  type Placement,
  type PreviousBriefing,
  rulesVersion,
  type SignalsInput,
  type SignalsRequest,
} from '#shared/briefing/input'
import { instantOf } from '#shared/briefing/instants'
import { dateText, dayStart } from '#shared/briefing/moments'
import { occurrencesIn } from '#shared/briefing/occurrences'
import { compareSignals } from '#shared/briefing/order'
import { occurrenceSignalId, rankItems, type Scored } from '#shared/briefing/score'
import { placedKeys, sectionOf } from '#shared/briefing/sections'
import { bandOf } from '#shared/briefing/weights'
import { canonicalJson } from '#shared/kernel/canonical'

type Window = { from: Date; to: Date }

/** A scan of signals looks so many days ahead for events, from the beginning of the day on. */
const signalsAheadDays = 7

export const windowOfRequest = ({ window }: BriefingRequest): Window => ({
  from: new Date(window.from),
  to: new Date(window.to),
})
export function windowOfSignals({ at, timezone }: SignalsRequest): Window {
  const today = dateText(Date.parse(at), timezone)
  return { from: new Date(dayStart(today, timezone)), to: new Date(dayStart(today, timezone, signalsAheadDays)) }
}

/** What is made of everything that is kept, by the clock of a minute. */
type Making<Made> = (items: readonly KeptItem[], context: RankContext, window: Window) => Made

/** So many days and zones, of one list of items, are asked for again and again. */
const madeAtMost = 4

/** Makes nothing twice: lists of items, weights, histories and states are never changed in place. */
function onceAMinute<Made>(make: Making<Made>): Making<Made> {
  const known = new WeakMap<readonly KeptItem[], { context: RankContext; window: Window; made: Made }[]>()
  return (items, exact, window) => {
    const context = { ...exact, at: rankedAt(exact.at) }
    const before = known.get(items) ?? []
    const same = before.find((each) => isSameRanking(each.context, context) && isSameWindow(each.window, window))
    if (same !== undefined) return same.made
    const made = make(items, context, window)
    known.set(items, [{ context, window, made }, ...before].slice(0, madeAtMost))
    return made
  }
}

const isSameRanking = (one: RankContext, other: RankContext): boolean =>
  one.at.getTime() === other.at.getTime() &&
  one.timezone === other.timezone &&
  one.weights === other.weights &&
  one.history === other.history &&
  one.states === other.states

const isSameWindow = (one: Window, other: Window): boolean =>
  one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime()

const foldedOf = onceAMinute((items, context, window) =>
  foldDuplicates(
    rankItems(
      items.map(({ item }) => item),
      context,
      window,
    ),
  ),
)

/** All of a day that does not depend on who asks. */
const dayOf = onceAMinute((items, context, window) => {
  const documents = items.map(({ item }) => item)
  const { kept, duplicates } = foldedOf(items, context, window)
  return {
    kept,
    duplicates,
    ...placed(kept, context),
    meetings: kept.filter(({ occurrence }) => occurrence !== null),
    commitments: openCommitments(documents, (id) => context.states.get(id)?.state === 'done'),
    scheduled: occurrencesIn(eventsOf(documents), windowMs(window), context.timezone),
  }
})

/**
 * All that a briefing is made from. 10,000 items take some tens of milliseconds, once a minute.
 * @param previous the briefing that changes are told against
 */
export function selectBriefing(
  items: readonly KeptItem[],
  request: BriefingRequest,
  context: RankContext,
  adapters: readonly AdapterState[],
  previous: PreviousBriefing | null,
): BriefingInput {
  const window = windowOfRequest(request)
  const { kept, duplicates, sections, sectionNow, meetings, commitments, scheduled } = dayOf(items, context, window)
  const placement = placementOf(sections)
  const diff = diffOf(placement, previous, sectionNow)
  const changed = new Set([...diff.added, ...diff.moved.map(({ id }) => id)])
  const bySection: Record<SectionKey, readonly Scored[]> = {
    ...sections,
    meetings,
    changed_since_last: changed.size === 0 ? [] : kept.filter(({ id }) => changed.has(id)),
  }
  const shown = (request.sections ?? sectionKeys).flatMap((key) => bySection[key].slice(0, request.max_items))
  const needed = new Set([
    ...shown.map(({ item }) => item.id),
    ...scheduled.map(({ event }) => event.id),
    ...[...commitments.mine, ...commitments.theirs].map(({ id }) => id),
  ])
  const chosen = chosenOf(items, needed)
  return inCanonicalOrder({
    adapters,
    commitments,
    considered: consideredOf(items),
    diff,
    duplicates: duplicatesOf(shown, duplicates),
    folded: chosen.flatMap(({ item }) =>
      signalIdsOf(item, window, request.timezone).filter((id) => sectionNow(id) === undefined),
    ),
    history: historyOfChosen(chosen, context),
    items: chosen,
    operation: 'briefing',
    placement,
    previous: previous?.id ?? null,
    request,
    rules_version: rulesVersion,
    states: keptStates(chosen, context, window),
    totals: totalsOf(bySection),
    weights: context.weights,
  })
}

/** All that one page of signals is made from. */
export function selectSignals(
  items: readonly KeptItem[],
  request: SignalsRequest,
  context: RankContext,
  adapters: readonly AdapterState[],
): SignalsInput {
  const window = windowOfSignals(request)
  const { kept, duplicates } = foldedOf(items, context, window)
  const wanted = kept.filter((scored) => isWanted(scored, request))
  const { after, limit } = request
  const left = after === null ? wanted : wanted.filter((scored) => compareSignals(scored, after) > 0)
  const shown = left.slice(0, limit)
  const last = shown.at(-1)
  const chosen = chosenOf(items, new Set(shown.map(({ item }) => item.id)))
  return inCanonicalOrder({
    adapters,
    considered: consideredOf(items),
    duplicates: duplicatesOf(shown, duplicates),
    history: historyOfChosen(chosen, context),
    items: chosen,
    next:
      last === undefined || left.length <= limit
        ? null
        : { due: last.due, id: last.id, score: last.score, when: last.when },
    operation: 'signals',
    request,
    rules_version: rulesVersion,
    shown: shown.map(({ id }) => id),
    states: keptStates(chosen, context, window),
    total: wanted.length,
    weights: context.weights,
  })
}

function isWanted({ item, kind, score, when }: Scored, request: SignalsRequest): boolean {
  if (request.source !== null && item.source !== request.source) return false
  if (request.kind !== null && kind !== request.kind) return false
  if (request.min_score !== null && score < request.min_score) return false
  return request.since === null || Date.parse(when) >= Date.parse(request.since)
}

type Sections = Record<PlacedKey | 'noise_folded', Scored[]>

/** @param kept in order */
function placed(kept: readonly Scored[], { weights }: RankContext) {
  const sections: Sections = { act_now: [], today: [], waiting_on_me: [], waiting_on_others: [], noise_folded: [] }
  const keys = new Map<string, PlacedKey | 'noise_folded'>()
  for (const scored of kept) {
    const key = sectionOf(scored, bandOf(scored.score, weights))
    sections[key].push(scored)
    keys.set(scored.id, key)
  }
  return { sections, sectionNow: (id: string) => keys.get(id) }
}

function placementOf(sections: Sections): Placement {
  const idsOf = (key: PlacedKey) => sections[key].slice(0, placementLimit).map(({ id }) => id)
  const [actNow, today, onMe, onOthers] = placedKeys.map(idsOf)
  return { act_now: actNow ?? [], today: today ?? [], waiting_on_me: onMe ?? [], waiting_on_others: onOthers ?? [] }
}

const totalsOf = (sections: Record<SectionKey, readonly Scored[]>): BriefingInput['totals'] => ({
  act_now: sections.act_now.length,
  changed_since_last: sections.changed_since_last.length,
  meetings: sections.meetings.length,
  noise_folded: sections.noise_folded.length,
  today: sections.today.length,
  waiting_on_me: sections.waiting_on_me.length,
  waiting_on_others: sections.waiting_on_others.length,
})

export const eventsOf = (documents: readonly ItemDocument[]): EventFacts[] =>
  documents.filter((item) => item.source === 'calendar')

export const windowMs = ({ from, to }: Window) => ({ fromMs: from.getTime(), toMs: to.getTime() })

const byId = (a: KeptItem, b: KeptItem): number => (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0)

/** Those of the given ids, by id; their members as canonical JSON has them, as which they are stored. */
export const chosenOf = (items: readonly KeptItem[], ids: ReadonlySet<string>): KeptItem[] =>
  items
    .filter(({ item }) => ids.has(item.id))
    .map(({ digest, first_seen, item }): KeptItem => ({ digest, first_seen, item: JSON.parse(canonicalJson(item)) }))
    .sort(byId)

/** A list of items is never changed in place: as long as nothing is new, the same one is handed in. */
const known = new WeakMap<readonly KeptItem[], ComposeInput['considered']>()

/** How many were looked at, and SHA-256 over the id and the digest of each, by id: a line `id digest` each. */
export function consideredOf(items: readonly KeptItem[]): ComposeInput['considered'] {
  const before = known.get(items)
  if (before !== undefined) return before
  const hash = new Bun.CryptoHasher('sha256')
  for (const { item, digest } of isById(items) ? items : items.toSorted(byId)) hash.update(`${item.id} ${digest}\n`)
  const considered = { count: items.length, digest: hash.digest('hex') }
  known.set(items, considered)
  return considered
}

/** Whoever keeps them may keep them so: ten thousand need not be sorted again for each answer. */
const isById = (items: readonly KeptItem[]): boolean =>
  items.every(({ item }, at) => at === 0 || (items[at - 1]?.item.id ?? '') <= item.id)

export const historyOfChosen = (chosen: readonly KeptItem[], { history }: RankContext): ComposeInput['history'] =>
  historyFor(
    history,
    chosen.map(({ item }) => item),
  )

/** What was said about the signals that these items give in a time. */
export function keptStates(chosen: readonly KeptItem[], { states, timezone }: RankContext, window: Window) {
  const found: Record<string, { state: SignalState; until: string | null }> = {}
  for (const { item } of chosen)
    for (const id of signalIdsOf(item, window, timezone)) {
      const state = states.get(id)
      if (state !== undefined) found[id] = { state: state.state, until: state.until }
    }
  return found
}

function signalIdsOf(item: ItemDocument, { from, to }: Window, timezone: string): string[] {
  if (item.source !== 'calendar') return [item.id]
  const near = item.occurrences.filter(
    ({ start, end }) => instantOf(start, timezone) < to.getTime() && instantOf(end, timezone) >= from.getTime(),
  )
  return [item.id, ...near.map((occurrence) => occurrenceSignalId(item, occurrence))]
}

function duplicatesOf(shown: readonly Scored[], all: ReadonlyMap<string, readonly string[]>) {
  const found: Record<string, readonly string[]> = {}
  for (const { id } of shown) {
    const ids = all.get(id)
    if (ids !== undefined && ids.length > 0) found[id] = ids
  }
  return found
}
