/** Gathers what a briefing, a scan of signals or a preparation of a meeting is composed of: connections as they stand, items, weights, clock. */

import { randomBytes } from 'node:crypto'
import type { Reader } from '#db/client'
import type { AdapterState } from '#db/documents/briefing'
import type { SourcePerson } from '#db/documents/item'
import { newestBriefing, newestBriefingId, unpackBriefing } from '#db/queries/briefings'
import type { ConnectionRow } from '#db/queries/connections'
import { adapterStatesOf, peopleOf } from '#shared/briefing/adapter-state'
import { type RankContext, rankedAt } from '#shared/briefing/context'
import { readSignalCursor } from '#shared/briefing/cursor'
import { eventIdOf } from '#shared/briefing/event-id'
import { findEvent } from '#shared/briefing/find-event'
import {
  type BriefingInput,
  type ComposeInput,
  defaultWorkingHours,
  type PreviousBriefing,
} from '#shared/briefing/input'
import { windowOf } from '#shared/briefing/moments'
import type { TimedOccurrence } from '#shared/briefing/occurrences'
import { selectBriefing, selectSignals } from '#shared/briefing/select'
import { selectMeeting } from '#shared/briefing/select-meeting'
import { assumed, type BriefingAsked, type MeetingAsked, type SignalsAsked } from '#shared/contracts/briefings'
import { provenBriefing } from '#shared/evidence/sealed/documents'
import type { PayloadOf } from '#shared/jobs/contract'
import type { gatherBriefing } from '#shared/jobs/gather-briefing'
import { soundMeeting } from '#shared/jobs/gather-briefing'
import { cache } from '#shared/kernel/cache'
import { eventAmbiguous, eventNotFound, noSource } from '#shared/kernel/errors/briefings'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Sealer } from '#shared/kernel/sealer'
import { type HeldItem, type Holding, historyIn, type KeptItems } from '#workers/gather-briefing/kept-items'
import type { GatheredBriefing } from '#workers/gather-briefing/made'
import type { JobAttempt } from '#workers/runtime/worker'

export type BriefingTools = {
  signer: Sealer
  sql: Reader
  kept: KeptItems
  /** The connections as they stand: once those older than that were read again, as far as that is quick; null: at once. */
  refresh: (maxAgeMs: number | null) => Promise<ConnectionRow[]>
  /** In days. */
  itemsKeptDays: number
}

type Asked = Exclude<PayloadOf<typeof gatherBriefing>, { of: 'replay' }>
type Asking = Pick<JobAttempt, 'id' | 'orgId'>

/** What all of them are made from. */
type Sources = {
  at: Date
  rows: readonly ConnectionRow[]
  adapters: readonly AdapterState[]
  holding: Holding
  /** Of connections that are there. */
  items: readonly HeldItem[]
}

/**
 * Reads, and writes nothing.
 * @throws NO_SOURCE where nothing can be read and nothing is stored, EVENT_NOT_FOUND, STATE_CONFLICT for a uid of several events,
 * INVALID_REQUEST.
 */
export async function gather(tools: BriefingTools, { of, request }: Asked, job: Asking): Promise<GatheredBriefing> {
  switch (of) {
    case 'briefing':
      return gatherDay(tools, request, job)
    case 'signals':
      return gatherSignals(tools, request, job)
    case 'meeting':
      return gatherMeeting(tools, soundMeeting(request), job)
  }
}

async function gatherDay(tools: BriefingTools, request: BriefingAsked, job: Asking): Promise<GatheredBriefing> {
  const sources = await sourcesOf(tools, request.max_age ?? assumed.max_age, job)
  refuseNothing(sources)
  const previous = await previousOf(tools, job.orgId)
  const { at, adapters, items } = sources
  const {
    tz: timezone = assumed.tz,
    date = null,
    window_hours = null,
    sections,
    max_items = assumed.max_items,
  } = request
  const { from, to } = windowOf({ date, window_hours, timezone, at: rankedAt(at) })
  const asked = {
    at: at.toISOString(),
    id: job.id,
    tenant: job.orgId,
    timezone,
    locale: 'en',
    max_items,
    // Sound: the contract takes nothing but names of sections.
    sections:
      sections === undefined ? null : (sections.split(',') as NonNullable<BriefingInput['request']['sections']>),
    window: { from: from.toISOString(), to: to.toISOString() },
    working: defaultWorkingHours,
  }
  const input = selectBriefing(items, asked, contextOf(sources, timezone), adapters, previous)
  return gathered(input, sources)
}

async function gatherSignals(tools: BriefingTools, request: SignalsAsked, job: Asking): Promise<GatheredBriefing> {
  const { source = null, kind = null, min_score = null, since = null, cursor } = request
  const { tz: timezone = assumed.tz, limit = assumed.limit, explain = assumed.explain } = request
  const page = cursor === undefined ? undefined : readSignalCursor(cursor)
  if (cursor !== undefined && page === undefined)
    throw invalidRequest([
      { path: '?cursor', message: 'is not a cursor of this list', expected: 'the cursor that the page before gave' },
    ])
  // What one has begun to read is not made anew between its pages.
  const now = await sourcesOf(tools, request.max_age ?? assumed.max_age, job, page !== undefined)
  refuseNothing(now)
  const sources = page === undefined ? now : asOf(now, new Date(page.at))
  const asked = {
    at: sources.at.toISOString(),
    id: job.id,
    tenant: job.orgId,
    timezone,
    after: page?.after ?? null,
    explain,
    kind,
    limit,
    min_score,
    since,
    source,
  }
  return gathered(selectSignals(sources.items, asked, contextOf(sources, timezone), sources.adapters), sources)
}

async function gatherMeeting(tools: BriefingTools, request: MeetingAsked, job: Asking): Promise<GatheredBriefing> {
  const { tz: timezone = assumed.tz, lookback_days = assumed.lookback_days, depth = assumed.depth, ics } = request
  const found = await sourcesOf(tools, request.max_age ?? assumed.max_age, job)
  const me = peopleOf(found.rows)
  const sources = ics === undefined ? found : await withInvitation(found, ics, { orgId: job.orgId, me })
  if (ics === undefined) refuseNothing(sources)
  const { at, adapters, items } = sources
  const timed = eventOf(request, sources, timezone)
  const asked = {
    at: at.toISOString(),
    id: job.id,
    tenant: job.orgId,
    timezone,
    event_id: eventIdOf(timed.event.id, timed.occurrence.id),
    depth,
    kept_days: tools.itemsKeptDays,
    lookback_days,
    me,
  }
  return gathered(selectMeeting(items, timed, asked, contextOf(sources, timezone), adapters), sources)
}

/** What was handed in stands among what was read, and in front of what has the same uid. */
async function withInvitation(
  sources: Sources,
  ics: string,
  { orgId, me }: { orgId: string; me: readonly SourcePerson[] },
): Promise<Sources> {
  const addresses = me.flatMap(({ address }) => (address === null ? [] : [address]))
  // What reads its language takes a second and 100 MB: only who is handed one brings it in.
  const { invitationOf } = await import('#workers/gather-briefing/invitation')
  const { kept, secrets } = invitationOf(ics, { orgId, me: addresses, at: sources.at, salt: randomBytes(16) })
  const uid = kept.item.source === 'calendar' ? kept.item.uid : ''
  const others = sources.items.filter(({ item }) => item.source !== 'calendar' || item.uid !== uid)
  return { ...sources, items: [{ ...kept, secrets, weight: 0 }, ...others] }
}

/** @throws EVENT_NOT_FOUND, STATE_CONFLICT */
function eventOf(
  { event_id, uid, recurrence_id, ics }: MeetingAsked,
  { items, at }: Sources,
  timezone: string,
): TimedOccurrence {
  const handedIn = ics === undefined ? undefined : items[0]?.item.id
  const documents = items.map(({ item }) => item)
  const query =
    uid === undefined ? { event_id: handedIn ?? event_id ?? '' } : { uid, recurrence_id: recurrence_id ?? null }
  const found = findEvent(documents, query, { at: at.getTime(), timezone })
  if (found.kind === 'ambiguous') throw eventAmbiguous(uid ?? '', found.candidates)
  if (found.kind === 'unknown') throw eventNotFound(uid ?? event_id ?? 'that happens, in what was handed in')
  return found.timed
}

async function sourcesOf(
  { sql, kept, refresh }: BriefingTools,
  maxAgeSeconds: number,
  { orgId }: Asking,
  isGoingOn = false,
): Promise<Sources> {
  const maxAgeMs = maxAgeSeconds * 1000
  // From before any are read again: what was waited for is no older for that.
  const since = new Date(Date.now() - maxAgeMs)
  const rows = await refresh(isGoingOn ? null : maxAgeMs)
  // Before anything is read: what changes from now on is news to whoever asks what changed since.
  const at = new Date()
  const holding = await kept.read(sql, orgId, at.getTime())
  const there = new Set(rows.map(({ connection_id }) => connection_id))
  const items = holding.items.every(({ item }) => there.has(item.connection_id))
    ? holding.items
    : holding.items.filter(({ item }) => there.has(item.connection_id))
  return { at, rows, adapters: adapterStatesOf(rows, at, since), holding, items }
}

/** As they were then, as far as that is kept: without what came or was said since. */
function asOf(sources: Sources, at: Date): Sources {
  const then = at.toISOString()
  return { ...sources, at, items: sources.items.filter(({ first_seen }) => first_seen <= then) }
}

const retryAfterSeconds = 15

/** @throws NO_SOURCE */
function refuseNothing({ adapters, items, at }: Sources): void {
  if (items.length > 0 || adapters.length === 0) return
  if (adapters.some(({ status }) => status !== 'failed' && status !== 'disabled')) return
  const waits = adapters.flatMap(({ error }) =>
    error?.retry_at ? [Math.ceil((Date.parse(error.retry_at) - at.getTime()) / 1000)] : [],
  )
  throw noSource(adapters, Math.min(900, Math.max(1, Math.min(...waits, retryAfterSeconds))))
}

function contextOf({ at, holding, items }: Sources, timezone: string): RankContext {
  const { weights, states } = holding.learned
  return { at, timezone, weights, states, history: historyIn(holding, items, at, timezone) }
}

/** Briefings by their ids: each is held against the one before. */
const placements = cache<PreviousBriefing>(1000)

/** @throws EVIDENCE_MISMATCH where it is not as it was made. */
async function previousOf(
  { sql, signer }: Pick<BriefingTools, 'sql' | 'signer'>,
  orgId: string,
): Promise<PreviousBriefing | null> {
  const id = await newestBriefingId(sql, orgId)
  if (id === undefined) return null
  const known = placements.get(id)
  if (known) return known
  const row = provenBriefing(signer, await newestBriefing(sql, orgId))
  if (!row) return null
  // Sound: written by this service.
  const { request, placement } = JSON.parse(await unpackBriefing(row.inputs)) as BriefingInput
  return noted({ id: request.id, placement })
}

function noted(previous: PreviousBriefing): PreviousBriefing {
  placements.set(previous.id, previous)
  return previous
}

function gathered(input: ComposeInput, { at, rows, items }: Sources): GatheredBriefing {
  if (input.operation === 'briefing') noted({ id: input.request.id, placement: input.placement })
  const shown = new Set(input.items.map(({ item }) => item.id))
  const secrets = items.reduce(
    (sum, each) => (each.secrets > 0 && shown.has(each.item.id) ? sum + each.secrets : sum),
    0,
  )
  return { input, at, rows, secrets }
}
