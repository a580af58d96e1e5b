/** Connections for tests: made over a real store, synced with an adapter that says what a test has it say. */
import { randomUUID } from 'node:crypto'
import { type HeldConnection, heldConnection } from '#db/queries/connections'
import { createConnection, draftConnection } from '#shared/connections/create'
import type { ConnectionContext } from '#shared/connections/permit'
import type { CreateConnection } from '#shared/contracts/connections'
import type { openVerbs } from '#test/support/verbs'
import type { Adapter, SyncDelta, SyncState } from '#workers/sync-connection/adapters/adapter'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'
import { runSync, type SavedPiece, type SyncTools, saveSync } from '#workers/sync-connection/sync'

type Verbs = Awaited<ReturnType<typeof openVerbs>>

/** An issue that was just assigned. */
export const anIssue = (key: string, odd: Partial<SourceHosting> = {}): SourceHosting => ({
  source: 'source_hosting',
  key,
  about: `github:acme/app#${key}`,
  url: `https://github.com/acme/app/issues/${key}`,
  title: `Issue ${key}`,
  text: 'It breaks when it rains.',
  hiddenText: '',
  author: { name: 'Bo', address: null, handle: 'bo' },
  at: new Date(),
  repository: 'acme/app',
  number: 1,
  what: 'issue',
  state: 'open',
  reasons: ['assigned'],
  labels: [],
  is_mine: false,
  is_blocking: false,
  is_unread: true,
  is_by_bot: false,
  created_at: new Date().toISOString(),
  waiting_since: null,
  ...odd,
})

export const aDelta = (odd: Partial<SyncDelta> = {}): SyncDelta => ({
  state: { at: randomUUID() },
  items: [],
  gone: [],
  isReset: false,
  hasMore: false,
  missing: [],
  ...odd,
})

type Says = {
  sync?: (state: SyncState, call: number) => Promise<SyncDelta>
  test?: () => Promise<void>
  watch?: Adapter['watch']
}

/** An adapter of source hosting that says what it is told to. */
export function sayingAdapter(says: Says): Adapter {
  let calls = 0
  return {
    kind: 'github',
    test: says.test ?? (async () => undefined),
    sync: async (_, state) => (says.sync ?? (async () => aDelta()))(state, calls++),
    ...(says.watch && { watch: says.watch }),
  }
}

export const aConnection: CreateConnection = {
  kind: 'github',
  label: 'Code',
  config: {},
  secret: { token: 'ghp_a-secret-token' },
}

/** @returns its id. */
export async function connect(ctx: ConnectionContext, odd: Partial<CreateConnection> = {}): Promise<string> {
  // Sound: a test that changes the kind changes what goes with it.
  const draft = await draftConnection(ctx, { ...aConnection, ...odd } as CreateConnection)
  return (await createConnection(ctx, draft, undefined, new Date())).connection_id
}

export function syncToolsOf(verbs: Verbs, adapter: Adapter, odd: Partial<SyncTools> = {}): SyncTools {
  const { tools } = verbs.context()
  return {
    sql: verbs.sql,
    signer: tools.signer,
    sendBatch: tools.sendBatch,
    seal: tools.forJobs.seal,
    allow: [],
    adapterOf: async () => adapter,
    everyMs: 300_000,
    keptDays: 30,
    ...odd,
  }
}

export async function held(verbs: Verbs, connectionId: string, orgId = 'org_test'): Promise<HeldConnection> {
  const row = await heldConnection(verbs.sql, orgId, connectionId)
  if (!row) throw new Error(`no connection ${connectionId}`)
  return row
}

/** The job that may sync a connection now, as its worker has it. */
export async function jobOf(verbs: Verbs, connectionId: string, orgId = 'org_test') {
  const { sync_job } = await held(verbs, connectionId, orgId)
  return {
    id: sync_job ?? randomUUID(),
    orgId,
    keyId: 'ak_test',
    requestId: randomUUID(),
    signal: new AbortController().signal,
  }
}

/** One piece, read and saved as a worker does. */
export async function syncOnce(
  verbs: Verbs,
  tools: SyncTools,
  connectionId: string,
  orgId = 'org_test',
): Promise<SavedPiece | undefined> {
  const job = await jobOf(verbs, connectionId, orgId)
  const piece = await runSync(tools, connectionId, job)
  return piece && verbs.sql.begin((tx) => saveSync(tx, tools, job, piece))
}
