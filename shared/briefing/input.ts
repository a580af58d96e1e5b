/** What a briefing, a scan of signals and a preparation of a meeting are made from: plain JSON, so that each can be made again. */
import type { AdapterState, SectionKey } from '#db/documents/briefing'
import type { ItemDocument, Source, SourcePerson } from '#db/documents/item'
import type { SignalKind, SignalState } from '#db/documents/signal'
import type { StoredHistory } from '#shared/briefing/context'
import type { Ordered } from '#shared/briefing/order'
import type { Weights } from '#shared/briefing/weights'
import { canonicalJson } from '#shared/kernel/canonical'

/** Named in every answer: another version may make something else of the same inputs. */
export const rulesVersion = 'briefing-1'

/** An item as it is kept. */
export type KeptItem = {
  /** SHA-256 of the document's canonical JSON, lower-case hex. */
  digest: string
  /** ISO 8601. */
  first_seen: string
  item: ItemDocument
}

/** Hours in which somebody can be met, on the clocks of their zone. */
export type WorkingHours = {
  /** 1 is Monday, 7 Sunday. */
  days: readonly number[]
  /** 09:00 */
  from: string
  /** After `from`, on the same day. */
  to: string
}
export const defaultWorkingHours: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

/** What every request says. Moments are ISO 8601. */
type Asked = {
  at: string
  id: string
  tenant: string
  /** An IANA name. */
  timezone: string
}

export type BriefingRequest = Asked & {
  locale: string
  max_items: number
  /** Null: all. */
  sections: readonly SectionKey[] | null
  window: { from: string; to: string }
  working: WorkingHours
}

export type SignalsRequest = Asked & {
  /** Where the page before ended. */
  after: Ordered | null
  explain: 'full' | 'short'
  kind: SignalKind | null
  limit: number
  min_score: number | null
  /** Only what changed then or later. */
  since: string | null
  source: Source | null
}

export type MeetingRequest = Asked & {
  /** full: with what merely has to do with it as well. */
  depth: 'full' | 'short'
  event_id: string
  /** How long items are kept, in days. */
  kept_days: number
  lookback_days: number
  /** Under which addresses and names whoever asks is known. */
  me: readonly SourcePerson[]
}

/** Ids of signals, in order, by the section that each stands in. */
export type Placement = Readonly<Record<PlacedKey, readonly string[]>>
export type PlacedKey = Extract<SectionKey, 'act_now' | 'today' | 'waiting_on_me' | 'waiting_on_others'>

/** The briefing before, as far as this one is held against it. */
export type PreviousBriefing = { id: string; placement: Placement }

/** Where an act stands: which item, which of its acts. */
export type ActReference = { act: number; id: string }

/** What all of them are made from. */
type Made<Operation extends string, Request> = {
  adapters: readonly AdapterState[]
  considered: { count: number; digest: string }
  history: StoredHistory
  /** Those that are shown, and those that what is shown rests on. By id. */
  items: readonly KeptItem[]
  operation: Operation
  request: Request
  rules_version: string
  /** What was said about these items, by id. */
  states: Readonly<Record<string, { state: SignalState; until: string | null }>>
  weights: Weights
}

export type BriefingInput = Made<'briefing', BriefingRequest> & {
  commitments: { mine: readonly ActReference[]; theirs: readonly ActReference[] }
  diff: {
    added: readonly string[]
    moved: readonly { from: string; id: string; to: string }[]
    resolved: readonly string[]
  }
  /** What is folded into a signal that is shown, by its id. */
  duplicates: Readonly<Record<string, readonly string[]>>
  /** Signals of `items` that stand nowhere themselves: they are folded into others, put aside, or over. */
  folded: readonly string[]
  placement: Placement
  previous: string | null
  /** Over all that was considered. */
  totals: Readonly<Record<SectionKey, number>>
}

export type SignalsInput = Made<'signals', SignalsRequest> & {
  duplicates: Readonly<Record<string, readonly string[]>>
  next: Ordered | null
  /** The page, in order. */
  shown: readonly string[]
  total: number
}

/** How often somebody is met with, over all that was considered. */
export type PersonHistory = {
  last_contact: string | null
  mails: number
  meetings: number
  open_threads: number
  shared_prs: number
}

export type MeetingInput = Made<'meeting', MeetingRequest> & {
  /** Of the occurrence, in the order of the invitation. */
  attendees: readonly PersonHistory[]
  /** In how many of the items considered each word of the invitation occurs. */
  words: Readonly<Record<string, number>>
}

export type ComposeInput = BriefingInput | SignalsInput | MeetingInput

/**
 * The same, with its members as canonical JSON has them, all but the items, which were kept so: what is in order is written at a
 * fraction of the price.
 */
export function inCanonicalOrder<Input extends ComposeInput>(input: Input): Input {
  const { items, ...rest } = input
  const ordered: Record<string, unknown> = JSON.parse(canonicalJson(rest))
  const members = Object.entries({ ...ordered, items }).sort(([a], [b]) => (a < b ? -1 : 1))
  // Sound: the same members.
  return Object.fromEntries(members) as unknown as Input
}
