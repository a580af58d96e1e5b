/** What is kept between rounds over a server that hosts sources: what its lists named, and how each thing stood when it was read. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { HostingFacts } from '#db/documents/item'
import { faultsOf } from '#shared/kernel/schema/faults'
import type { SyncState } from '#workers/sync-connection/adapters/adapter'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

export type HostingReason = HostingFacts['reasons'][number]

/** A thing as a list names it: enough to tell whether it changed, and to read it. */
export const ListedThing = t.Object({
  key: t.String(),
  repository: t.String(),
  number: nullable(t.Integer()),
  what: HostingFacts.properties.what,
  reasons: HostingFacts.properties.reasons,
  isUnread: t.Boolean(),
  /** Another where the thing is. */
  mark: t.String(),
  title: t.String(),
  url: nullable(t.String()),
  /** Paths under the server's own address that say more. */
  path: nullable(t.String()),
  commentPath: nullable(t.String()),
})
export type ListedThing = Static<typeof ListedThing>

export const HostingList = t.Object({
  things: t.Array(ListedThing),
  /** False where there is more than is ever asked for. */
  isWhole: t.Boolean(),
  /** By which the server says that nothing changed. */
  validator: nullable(t.String()),
  /** When it was last given whole, and before when it is not asked for again. */
  at: t.String(),
  pollSeconds: t.Number({ minimum: 0 }),
  notBefore: nullable(t.String()),
  /** In words, what of it could not be read. */
  missing: t.Array(t.String()),
})
export type HostingList = Static<typeof HostingList>

/** `path` answers otherwise than `validator` says when something about the thing changed that no list tells. */
const Watch = t.Object({ path: t.String(), validator: nullable(t.String()) })
export type Watch = Static<typeof Watch>

const ReadThing = t.Object({ listed: ListedThing, watch: nullable(Watch) })

export const HostingState = t.Object({
  version: t.Literal(1),
  account: t.String(),
  lists: t.Record(t.String(), HostingList),
  read: t.Record(t.String(), ReadThing),
  /** Of this round, yet to be read. */
  pending: t.Array(ListedThing),
  /** Of this round, in words, what could not be read of things. */
  missing: t.Array(t.String()),
  isReset: t.Boolean(),
})
export type HostingState = Static<typeof HostingState>

/** What is no state of ours is none: everything is read anew. */
export const hostingStateOf = (state: SyncState): HostingState | null =>
  state !== null && faultsOf(HostingState, state).length === 0 ? (state as HostingState) : null
