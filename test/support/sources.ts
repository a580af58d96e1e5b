/** Connections that were read, and what they brought, written as a sync would have: for whoever asks what is made of it. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql, Tx } from '#db/client'
import type { EventFacts, HostingFacts, ItemDocument, MailFacts } from '#db/documents/item'
import { insertConnection, lockConnection, storeSynced } from '#db/queries/connections'
import { packItem } from '#db/queries/source-items'
import { connectionFacts, syncedNode } from '#shared/connections/connection-node'
import { itemIdOf } from '#shared/connections/item-id'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { changeConnections } from '#shared/evidence/sealed/connections'
import { bringItems } from '#shared/evidence/sealed/items'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'

type Kind = 'imap' | 'github' | 'caldav'
export type Source = { sql: Sql; signer: Signer; orgId: string }

const standing = {
  state: 'ok' as const,
  error_code: null,
  error_message: null,
  failures: 0,
  retry_at: null,
  opened_until: null,
}
/** So late that nobody reads it meanwhile. */
const never = '2099-01-01T00:00:00.000Z'

/** One that was never read. */
export async function aConnection({ sql, signer, orgId }: Source, kind: Kind, config: unknown = {}): Promise<string> {
  const id = randomUUID()
  const at = new Date()
  const row = {
    ...standing,
    connection_id: id,
    org_id: orgId,
    key_id: 'key_test',
    kind,
    label: `My ${kind}`,
    salt: randomBytes(16),
    config: canonicalJson(config),
    secret: 'sealed elsewhere',
    sealed_by: 'k',
    state: 'new' as const,
    created_at: at.toISOString(),
    next_sync_at: never,
  }
  const node = nodeOfKind(signer, {
    kind: 'connection.created',
    id,
    orgId,
    agent: 'assay-api',
    at,
    result: connectionFacts({ ...row, secret_version: 1 }, 'new'),
  })
  await sql.begin((tx) => changeConnections(tx, signer, [id], () => insertConnection(tx, row, node)))
  return id
}

/** Changes how connections stand, as whoever may would. */
export const restand = (
  { sql, signer }: Pick<Source, 'sql' | 'signer'>,
  ids: readonly string[],
  change: (tx: Tx) => Promise<unknown>,
): Promise<unknown> => sql.begin((tx) => changeConnections(tx, signer, ids, () => change(tx)))

/** Brings items over it, as of now. @returns them as they are kept. */
export async function bring<Item extends ItemDocument>(
  { sql, signer, orgId }: Source,
  connectionId: string,
  items: readonly Item[],
): Promise<Item[]> {
  const at = new Date().toISOString()
  const kept = items.map((item) => ({
    ...item,
    connection_id: connectionId,
    id: itemIdOf(orgId, connectionId, item.key),
  }))
  await sql.begin(async (tx) => {
    const row = await lockConnection(tx, orgId, connectionId)
    if (!row) throw new Error(`no connection ${connectionId}`)
    await bringItems(
      tx,
      signer,
      { orgId, connectionId, round: 1, at },
      kept.map((item) => {
        const text = canonicalJson(item)
        return {
          item_id: item.id,
          source: item.source,
          at: item.at,
          last_at: item.at,
          digest: sha256Hex(text),
          document: packItem(text),
        }
      }),
    )
    const saying = { agent: 'assay-sync-connection', at: new Date(at), request: null }
    const node = await syncedNode(tx, signer, row, { ...saying, after: standing, brought: kept.length, gone: 0 })
    const synced = {
      ...standing,
      next_sync_at: never,
      tried_at: at,
      latency_ms: 12,
      sync_state: '{}',
      round: 1,
      is_resetting: false,
      missing: '[]',
      sync_job: null,
    }
    await changeConnections(tx, signer, [connectionId], () => storeSynced(tx, connectionId, synced, node))
  })
  return kept
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const anna = { name: 'Anna Meier', address: 'anna.meier@example.com', handle: null }
export const bo = { name: 'Bo Berg', address: 'bo@example.com', handle: null }

const common = () => ({
  id: sha256Hex(randomUUID()),
  connection_id: randomUUID(),
  key: randomUUID(),
  excerpt_offsets: null,
  url: null,
  about: [],
  untrusted_instructions: [],
  acts: [],
  text_digest: saltedTextDigest(randomBytes(16), 'text').digest,
})

/** Asks something of me. */
export function sourceMail(odd: Partial<MailFacts> = {}): MailFacts {
  const sentence = 'Could you send me the draft by Friday?'
  const said = common()
  return {
    ...said,
    source: 'mail',
    title: 'Draft of the contract',
    excerpt: sentence,
    excerpt_offsets: [0, sentence.length],
    thread_key: said.key,
    learning_keys: ['p0123456789ab', 'w0123456789ab'],
    from: anna,
    at: hoursAgo(5),
    acts: [
      {
        act: 'request',
        owner: 'me',
        who: null,
        span: { field: 'body', start: 0, end: sentence.length, text: sentence },
        due: null,
        confidence: 0.92,
      },
    ],
    message_id: said.key,
    folder: 'INBOX',
    addressed: 'to_alone',
    to: [bo],
    cc: [],
    is_outgoing: false,
    is_seen: false,
    is_flagged: false,
    is_answered: false,
    is_reply: false,
    is_bulk: false,
    is_automatic: false,
    subject_words: ['draft', 'contract'],
    characters: sentence.length,
    ...odd,
  }
}

/** Waits for my review. */
export const sourcePull = (odd: Partial<HostingFacts> = {}): HostingFacts => ({
  ...common(),
  source: 'source_hosting',
  title: 'Say who signs first',
  excerpt: 'Moves the signatures to the first page.',
  thread_key: 'github:example/contracts#12',
  learning_keys: ['l0123456789ab'],
  from: { name: null, address: null, handle: 'carla' },
  at: hoursAgo(20),
  repository: 'example/contracts',
  number: 12,
  what: 'pull_request',
  state: 'open',
  reasons: ['review_requested'],
  labels: [],
  is_mine: false,
  is_blocking: true,
  is_unread: true,
  is_by_bot: false,
  created_at: hoursAgo(40),
  waiting_since: hoursAgo(20),
  ...odd,
})

/** Happens within the hour, and once more tomorrow where it recurs. */
export function sourceEvent(odd: Partial<EventFacts> = {}, { recurs = false } = {}): EventFacts {
  const said = common()
  const times = (recurs ? [0.5, 24.5] : [0.5]).map((hours) => ({
    id: inHours(hours),
    start: inHours(hours),
    end: inHours(hours + 0.5),
    all_day: false,
    floating: false,
    status: 'confirmed' as const,
    is_busy: true,
    my_partstat: 'accepted' as const,
  }))
  return {
    ...said,
    source: 'calendar',
    title: 'Review of the contract',
    excerpt: 'The draft, and who signs first.',
    thread_key: said.key,
    learning_keys: [],
    from: anna,
    at: hoursAgo(48),
    uid: `${said.key}@example.com`,
    calendar: 'Work',
    sequence: 0,
    location: null,
    timezone: 'Europe/Zurich',
    organizer: anna,
    attendees: [
      { person: anna, role: 'organizer', partstat: 'accepted', is_me: false },
      { person: bo, role: 'required', partstat: 'accepted', is_me: true },
    ],
    has_agenda: true,
    conference_url: null,
    rule_text: recurs ? 'FREQ=DAILY;COUNT=2' : null,
    occurrences: times,
    expanded: { from: hoursAgo(700), to: inHours(700) },
    changes: [],
    ...odd,
  }
}
