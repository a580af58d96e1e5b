/** Composes a briefing, or a page of signals, of its inputs alone: the same inputs give the same bytes, whenever and wherever. Pure. */
import {
  type AdapterState,
  type Briefing,
  type BriefingSection,
  type SignalList,
  sectionKeys,
} from '#db/documents/briefing'
import type { Signal } from '#db/documents/signal'
import { commitmentOf } from '#shared/briefing/commitments'
import { completenessOf } from '#shared/briefing/completeness'
import { historyFrom, type RankContext, rankedAt } from '#shared/briefing/context'
import { signalCursor } from '#shared/briefing/cursor'
import { signalOf } from '#shared/briefing/explain'
import { headlineOf } from '#shared/briefing/headline'
import type { ActReference, BriefingInput, ComposeInput, KeptItem, SignalsInput } from '#shared/briefing/input'
import { occurrencesIn } from '#shared/briefing/occurrences'
import { scheduleOf } from '#shared/briefing/schedule'
import { rankItems, type Scored } from '#shared/briefing/score'
import { sectionOf, sectionTitles } from '#shared/briefing/sections'
import { eventsOf, windowMs, windowOfRequest, windowOfSignals } from '#shared/briefing/select'
import { bandOf } from '#shared/briefing/weights'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

const contextOf = ({ request, weights, history, states }: ComposeInput): RankContext => ({
  at: rankedAt(new Date(request.at)),
  timezone: request.timezone,
  weights,
  history: historyFrom(history),
  states: new Map(Object.entries(states)),
})

/**
 * SHA-256 of everything but the items, then for each item SHA-256 of its digest, a space and when it was first seen. The
 * digests are those with which the items were kept.
 */
export const inputHashes = ({ items, ...rest }: ComposeInput): string[] => [
  sha256Hex(canonicalJson(rest)),
  ...items.map(keptHash),
]

export const keptHash = ({ digest, first_seen: firstSeen }: Omit<KeptItem, 'item'>): string =>
  sha256Hex(`${digest} ${firstSeen}`)

export const evidenceOf = (input: ComposeInput): Briefing['evidence'] => ({
  input_hashes: inputHashes(input),
  considered: { count: input.considered.count, digest: input.considered.digest },
  rules_version: input.rules_version,
  reproducible: true,
})

/** A signal as it is shown, with what is folded into it. */
type Teller = (scored: Scored) => Signal

function tellerOf(input: BriefingInput | SignalsInput, context: RankContext): Teller {
  const kinds = new Map(input.adapters.map((adapter) => [adapter.connection_id, adapter.kind]))
  const kept = new Map(input.items.map((each) => [each.item.id, each]))
  return (scored) => {
    const origin = originOf(scored, kinds, kept)
    return { ...signalOf(scored, context, origin), duplicates: [...(input.duplicates[scored.id] ?? [])] }
  }
}

const originOf = ({ item, when }: Scored, kinds: ReadonlyMap<string, string>, kept: ReadonlyMap<string, KeptItem>) => ({
  adapter: kinds.get(item.connection_id) ?? 'unknown',
  first_seen: kept.get(item.id)?.first_seen ?? when,
})

const documentsOf = ({ items }: ComposeInput) => items.map(({ item }) => item)

export function composeBriefing(input: BriefingInput): Briefing {
  const { request } = input
  const context = contextOf(input)
  const window = windowOfRequest(request)
  const at = context.at.getTime()
  const scheduled = occurrencesIn(eventsOf(documentsOf(input)), windowMs(window), request.timezone)
  const schedule = scheduleOf(scheduled, {
    window: windowMs(window),
    at,
    timezone: request.timezone,
    working: request.working,
  })
  const sections = sectionsOf(input, context)
  const commitments = {
    mine: toldCommitments(input.commitments.mine, input, at),
    theirs: toldCommitments(input.commitments.theirs, input, at),
  }
  const adapters = [...input.adapters]
  const facts = { sections, schedule, commitments, adapters, timezone: request.timezone }
  return {
    id: request.id,
    tenant: request.tenant,
    generated_at: request.at,
    timezone: request.timezone,
    window: { from: request.window.from, to: request.window.to },
    locale: request.locale,
    headline: headlineOf(facts, at),
    sections,
    schedule,
    commitments,
    adapters,
    completeness: completenessOf(adapters),
    diff: {
      previous_id: input.previous,
      added: [...input.diff.added],
      resolved: [...input.diff.resolved],
      moved: input.diff.moved.map(({ id, from, to }) => ({ id, from, to })),
    },
    evidence: evidenceOf(input),
  }
}

/** Ranked and placed again, from what is stored: what the choice said only of all that was considered are the totals. */
function sectionsOf(input: BriefingInput, context: RankContext): BriefingSection[] {
  const { request, totals } = input
  const away = new Set(input.folded)
  const changed = new Set([...input.diff.added, ...input.diff.moved.map(({ id }) => id)])
  const ranked = rankItems(documentsOf(input), context, windowOfRequest(request)).filter(({ id }) => !away.has(id))
  const placed = Map.groupBy(ranked, (scored) => sectionOf(scored, bandOf(scored.score, context.weights)))
  const told = new Map<string, Signal>()
  const tell = tellerOf(input, context)
  const toldOnce = (scored: Scored): Signal => {
    const signal = told.get(scored.id) ?? tell(scored)
    told.set(scored.id, signal)
    return signal
  }
  const membersOf = (key: BriefingSection['key']): readonly Scored[] => {
    if (key === 'meetings') return ranked.filter(({ occurrence }) => occurrence !== null)
    if (key === 'changed_since_last') return ranked.filter(({ id }) => changed.has(id))
    return placed.get(key) ?? []
  }
  return (request.sections === null ? sectionKeys : sectionKeys.filter((key) => request.sections?.includes(key))).map(
    (key) => {
      const items = membersOf(key).slice(0, request.max_items).map(toldOnce)
      return { key, title: sectionTitles[key], items, total: totals[key], truncated: items.length < totals[key] }
    },
  )
}

function toldCommitments(references: readonly ActReference[], { items }: BriefingInput, at: number) {
  const documents = new Map(items.map(({ item }) => [item.id, item]))
  return references.flatMap((reference) => {
    const item = documents.get(reference.id)
    return (item === undefined ? undefined : commitmentOf(reference, item, at)) ?? []
  })
}

export function composeSignals(input: SignalsInput): SignalList {
  const { request, shown } = input
  const context = contextOf(input)
  const places = new Set(shown)
  const tell = tellerOf(input, context)
  const ranked = rankItems(documentsOf(input), context, windowOfSignals(request)).filter(({ id }) => places.has(id))
  const signals = ranked.map(tell)
  const adapters: AdapterState[] = [...input.adapters]
  return {
    signals: request.explain === 'short' ? signals.map(withoutQuotes) : signals,
    total: input.total,
    next_cursor: input.next === null ? null : signalCursor(request.at, input.next),
    adapters,
    completeness: completenessOf(adapters),
    evidence: evidenceOf(input),
  }
}

/** Factors with their points and reasons, without the characters that they rest on. */
const withoutQuotes = (signal: Signal): Signal => ({
  ...signal,
  priority: {
    ...signal.priority,
    factors: signal.priority.factors.map(({ evidence: _, ...factor }) => factor),
  },
})
