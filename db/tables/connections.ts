/** connections, item_heads and source_items: where briefings are read from, and what was read there. */
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { adapterFailures } from '#db/documents/briefing'
import { type ItemDocument, sources } from '#db/documents/item'
import { connectionSources, connectionStatuses } from '#db/documents/states'
import { bytea, moment, packed } from '#db/tables/columns'

export const connections = pgTable('connections', {
  connection_id: uuid().primaryKey(),
  org_id: text().notNull(),
  key_id: text().notNull(),
  kind: text({ enum: connectionSources }).notNull(),
  /** Empty once it is deleted, as what follows is null then. */
  label: text().notNull(),
  /** RFC 8785 text. */
  config: text(),
  /** Sealed for the organisation, the connection and its kind, under the key that is named beside it. */
  secret: text(),
  sealed_by: text(),
  /** From 1 on; a secret that is sealed anew is the same. */
  secret_version: integer().notNull(),
  /** Under which its nodes digest its config, and its items their texts. Empty once it is deleted. */
  salt: bytea().notNull(),
  state: text({ enum: connectionStatuses }).notNull(),
  error_code: text({ enum: adapterFailures }),
  error_message: text(),
  /** Not asked again before this. */
  retry_at: moment(),
  /** In a row. */
  failures: integer().notNull(),
  /** Until then its circuit is open. */
  opened_until: moment(),
  /** What could not be read though the rest could, in words: JSON. */
  missing: text().notNull(),
  /** Of the adapter's own, JSON; null before the first sync. */
  sync_state: text(),
  /** One more with every sync that is saved: what was computed from another is dropped. */
  sync_version: integer().notNull(),
  /** Items that the round of calls under way did not bring are of an earlier one. */
  round: integer().notNull(),
  is_resetting: boolean().notNull(),
  /** The job that may sync it, if any. */
  sync_job: uuid(),
  /** When a sync was asked for last: one that began before that is followed by another. */
  asked_at: moment(),
  /** When a sync ended last, whatever came of it, and how long it took. */
  tried_at: moment(),
  latency_ms: integer(),
  synced_at: moment(),
  next_sync_at: moment(),
  items: integer().notNull(),
  /** Of the newest change of items when it brought any last: its organisation has come to no smaller number. */
  item_seq: bigint({ mode: 'number' }).notNull().default(0),
  /** Which process waits there for what is new, and until when that is so unless it says so again. */
  watched_by: uuid(),
  watched_until: moment(),
  created_at: moment().notNull(),
  deleted_at: moment(),
  /** When nothing was left of what it brought. */
  erased_at: moment(),
  /** The newest node of its stream, and its place there. */
  head: bytea().notNull(),
  version: integer().notNull(),
  seal: bytea(),
})

/** Whoever changes items of an organisation holds its row: no smaller number is committed after a greater one. */
export const itemHeads = pgTable('item_heads', {
  org_id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  changed_at: moment().notNull(),
  /** What the seals of all items that are there come to; null of what is older than seals. */
  parts: bytea(),
  seal: bytea(),
})

export const sourceItems = pgTable(
  'source_items',
  {
    org_id: text().notNull(),
    item_id: bytea().notNull(),
    connection_id: uuid().notNull(),
    /** Of its last change. */
    item_seq: bigint({ mode: 'number' }).notNull(),
    source: text({ enum: sources }).notNull(),
    /** When it last changed at its source. */
    at: moment().notNull(),
    /** What it is kept by: when it last changed, or when its last occurrence ends. */
    last_at: moment().notNull(),
    first_seen: moment().notNull(),
    /** The round of its connection that brought it last. */
    round: integer().notNull(),
    /** SHA-256 of the RFC 8785 text of the document; with it, null of what is gone, kept until everybody has seen that. */
    digest: bytea(),
    /** That text, packed with zstd. */
    document: packed<ItemDocument>(),
    gone_at: moment(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.item_id] })],
)
