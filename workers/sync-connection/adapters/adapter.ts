/** What an adapter is: what reads one kind of connection, only ever reads it, and says what changed since the last time. */
import type { AdapterFailureCode } from '#db/documents/briefing'
import type { ConfigOf, ConnectionKind, SecretOf } from '#shared/contracts/connections'
import type { EgressPolicy } from '#shared/egress/resolve'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'

/** A connection with its secret opened. Neither it nor its secret is ever logged. */
export type OpenConnection<Kind extends ConnectionKind = ConnectionKind> = {
  id: string
  config: ConfigOf<Kind>
  secret: SecretOf<Kind>
}

export type AdapterContext = {
  /** Every address that is dialled is judged by it, and dialled as it was judged. */
  policy: EgressPolicy
  /** Fires when the time is over, or the process must go: everything ends at once then. */
  signal: AbortSignal
  at: Date
  /** How far back the first sync goes, in days. */
  backDays: number
  /** At most so many items a call; the rest comes with the next, from the state that was given. */
  limit: number
}

/** What is kept between syncs: JSON, of the adapter's own. Null: everything is new. */
export type SyncState = Readonly<Record<string, unknown>> | null

export type SyncDelta = {
  state: SyncState
  /** What is new or changed: whole, as it is now. */
  items: readonly SourceItem[]
  /** Keys of what is gone. */
  gone: readonly string[]
  /** Everything that was brought before and is not among `items` of this round of calls is gone: the state was lost (UIDVALIDITY, a stale token). */
  isReset: boolean
  /** There is more to fetch at once. */
  hasMore: boolean
  /** Parts that could not be read, in words, though the rest could: a folder, a calendar, a malformed item. */
  missing: readonly string[]
  /** Not asked again before this, where the other side said so. */
  notBefore?: Date
}

export type Adapter<Kind extends ConnectionKind = ConnectionKind> = {
  kind: Kind
  /** Whether one gets in, and what is there. @throws AdapterError */
  test: (connection: OpenConnection<Kind>, context: AdapterContext) => Promise<void>
  /** @throws AdapterError */
  sync: (connection: OpenConnection<Kind>, state: SyncState, context: AdapterContext) => Promise<SyncDelta>
  /**
   * Waits until something is new there, where the other side can say so. Returns when something is, and when it cannot tell any more.
   * @throws AdapterError
   */
  watch?: (connection: OpenConnection<Kind>, context: Omit<AdapterContext, 'limit'>) => Promise<void>
  /** Ends what is kept open between calls. */
  close?: () => Promise<void>
}

/** Why a connection could not be read. Its message is for people: no secret, no address that a name resolved to, nothing of what was answered. */
export class AdapterError extends Error {
  readonly code: AdapterFailureCode
  readonly retryAt: Date | null

  constructor(code: AdapterFailureCode, message: string, retryAt: Date | null = null) {
    super(message)
    this.name = 'AdapterError'
    this.code = code
    this.retryAt = retryAt
  }
}
