/**
 * source_items and item_heads: what was read over connections, as facts. Every change has a number, in the order in which changes
 * are committed: whoever has seen all up to one asks for what came after it.
 */

import type { Reader, Tx } from '#db/client'
import type { ItemDocument } from '#db/documents/item'
import { hexBytes } from '#db/queries/evidence'
import type { Fragment } from '#db/queries/pieces'
import type { AsText, Packed } from '#db/tables/columns'
import type { itemHeads, sourceItems } from '#db/tables/connections'

type Item = typeof sourceItems.$inferSelect

/** An item's RFC 8785 text as it is stored: zstd at its fastest. */
export const packItem = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

/** That text again. */
export const itemText = (packed: Uint8Array<ArrayBuffer>): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(packed))

/** Sound: nobody packs anything but documents of items. */
export const unpackItem = (packed: Packed<ItemDocument>): ItemDocument => JSON.parse(itemText(packed))

/** `document` is null of what is gone. `item_id` and `digest` are hex. */
export type ChangedItem = AsText<
  Pick<Item, 'item_id' | 'item_seq' | 'connection_id' | 'source' | 'first_seen' | 'digest' | 'document'>,
  'item_id' | 'digest'
>

/**
 * What has changed after a number, in order, and the number up to which that is all. What is gone is told for a day: whoever has
 * not asked for longer begins at 0, which tells what is there.
 */
export async function itemsSince(
  sql: Reader,
  orgId: string,
  seq: number,
): Promise<{ rows: ChangedItem[]; seq: number }> {
  const rows = await sql<(ChangedItem & { head: number; is_item: boolean })[]>`
    select h.seq as head, s.item_id is not null as is_item, coalesce(encode(s.item_id, 'hex'), '') as item_id,
      coalesce(s.item_seq, 0) as item_seq, coalesce(s.connection_id, '00000000-0000-0000-0000-000000000000') as connection_id,
      coalesce(s.source, 'mail') as source, coalesce(s.first_seen, 'epoch') as first_seen,
      encode(s.digest, 'hex') as digest, s.document
    from item_heads h
    left join source_items s on s.org_id = h.org_id and s.item_seq > ${seq} and (s.document is not null or ${seq > 0})
    where h.org_id = ${orgId} order by s.item_seq`
  return {
    rows: rows.filter(({ is_item }) => is_item).map(({ head: _h, is_item: _i, ...row }) => row),
    seq: rows[0]?.head ?? seq,
  }
}

/** When an item, or how a connection stands, changed last; null where there was none ever. */
export async function itemsChangedAt(sql: Reader, orgId: string): Promise<Date | null> {
  const [row] = await sql<Pick<typeof itemHeads.$inferSelect, 'changed_at'>[]>`
    select changed_at from item_heads where org_id = ${orgId}`
  return row?.changed_at ?? null
}

/** One that is there, of a connection that is there. @param itemId hex */
export async function findItem(
  sql: Reader,
  orgId: string,
  itemId: string,
): Promise<{ document: Packed<ItemDocument>; connection_id: string } | undefined> {
  const [row] = await sql<{ document: Packed<ItemDocument> | null; connection_id: string }[]>`
    select s.document, s.connection_id from source_items s join connections c on c.connection_id = s.connection_id
    where s.org_id = ${orgId} and s.item_id = ${hexBytes(itemId)}::text::bytea and s.document is not null
      and c.deleted_at is null`
  return row?.document ? { document: row.document, connection_id: row.connection_id } : undefined
}

/** All of a source that is there, of connections that are there. */
export async function itemsOfSource(
  sql: Reader,
  orgId: string,
  source: Item['source'],
): Promise<{ document: Packed<ItemDocument> | null }[]> {
  return sql<{ document: Packed<ItemDocument> | null }[]>`
    select s.document from source_items s join connections c on c.connection_id = s.connection_id
    where s.org_id = ${orgId} and s.source = ${source} and s.document is not null and c.deleted_at is null
    order by s.item_seq`
}

/** What is there of these. @param itemIds hex */
export async function itemsByIds(
  sql: Reader,
  orgId: string,
  itemIds: readonly string[],
): Promise<{ item_id: string; document: Packed<ItemDocument> | null }[]> {
  return sql`
    select encode(item_id, 'hex') as item_id, document from source_items
    where org_id = ${orgId} and item_id = any(${itemIds.map(hexBytes)}::text[]::bytea[]) and document is not null`
}

/** Numbers of that many changes: this is the last of them. Held by an organisation's row until the transaction ends. */
async function takeNumbers(tx: Tx, orgId: string, count: number, at: string): Promise<number> {
  const [row] = await tx<Pick<typeof itemHeads.$inferSelect, 'seq'>[]>`
    insert into item_heads (org_id, seq, changed_at) values (${orgId}, ${count}, ${at})
    on conflict (org_id) do update set seq = item_heads.seq + excluded.seq, changed_at = excluded.changed_at
    returning seq`
  return row?.seq ?? 0
}

/** Says that something else changed that is told with items: how a connection stands. */
export async function touchItems(tx: Tx, orgId: string, at: string): Promise<void> {
  await takeNumbers(tx, orgId, 0, at)
}

/** `item_id` and `digest` are hex; times in ISO 8601. */
export type ItemToStore = AsText<
  Pick<Item, 'item_id' | 'source' | 'at' | 'last_at' | 'digest'>,
  'item_id' | 'at' | 'last_at' | 'digest'
> & {
  document: Uint8Array<ArrayBuffer>
}

type Bringing = { orgId: string; connectionId: string; round: number; at: string }

/** Writes what is new or otherwise than before; all of them are of this round from now on. @returns how many changed. */
export async function storeItems(
  tx: Tx,
  { orgId, connectionId, round, at }: Bringing,
  items: readonly ItemToStore[],
): Promise<number> {
  if (items.length === 0) return 0
  const last = await takeNumbers(tx, orgId, items.length, at)
  const records = items.map(({ document, ...item }, place) => ({
    ...item,
    item_id: hexBytes(item.item_id),
    digest: item.digest === null ? null : hexBytes(item.digest),
    document: hexBytes(document),
    item_seq: last - items.length + place + 1,
  }))
  const changed = await tx`
    insert into source_items as s (org_id, item_id, connection_id, item_seq, source, at, last_at, first_seen, round, digest,
      document)
    select ${orgId}, item_id, ${connectionId}::uuid, item_seq, source, at, last_at, ${at}::timestamptz, ${round}::int, digest,
      document
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      item_id bytea, item_seq bigint, source text, at timestamptz, last_at timestamptz, digest bytea, document bytea)
    order by item_id
    on conflict (org_id, item_id) do update set item_seq = excluded.item_seq, source = excluded.source, at = excluded.at,
      last_at = excluded.last_at, round = excluded.round, digest = excluded.digest, document = excluded.document,
      gone_at = null
    where s.digest is distinct from excluded.digest
    returning 1`
  await tx`
    update source_items set round = ${round}
    where org_id = ${orgId} and item_id = any(${records.map(({ item_id }) => item_id)}::text[]::bytea[])
      and round <> ${round} and document is not null`
  return changed.length
}

/** Empties items, at most so many; that they are gone is told for a while. */
async function emptyItems(
  tx: Tx,
  { orgId, at, limit }: { orgId: string; at: string; limit: number },
  which: Fragment,
): Promise<string[]> {
  // Held before any item is, as whoever brings items does.
  await tx`select from item_heads where org_id = ${orgId} for update`
  const rows = await tx<{ item_id: string }[]>`
    select encode(item_id, 'hex') as item_id from source_items
    where ${which(tx)} and document is not null order by item_id limit ${limit} for update`
  if (rows.length === 0) return []
  const last = await takeNumbers(tx, orgId, rows.length, at)
  const ids = rows.map(({ item_id }) => hexBytes(item_id))
  await tx`
    update source_items s set document = null, digest = null, gone_at = ${at}, item_seq = ${last - rows.length} + g.place
    from unnest(${ids}::text[]::bytea[]) with ordinality as g(item_id, place)
    where s.org_id = ${orgId} and s.item_id = g.item_id`
  return rows.map(({ item_id }) => item_id)
}

type Emptying = { orgId: string; connectionId: string; at: string }

/** @param itemIds hex. @returns how many were there. */
export async function dropItems(
  tx: Tx,
  { orgId, connectionId, at }: Emptying,
  itemIds: readonly string[],
): Promise<number> {
  const ids = itemIds.map(hexBytes)
  const which: Fragment = (sql) => sql`
    org_id = ${orgId} and connection_id = ${connectionId} and item_id = any(${ids}::text[]::bytea[])`
  return (await emptyItems(tx, { orgId, at, limit: itemIds.length }, which)).length
}

/** Items that rounds before this one brought, and this one did not. @returns how many. */
export async function dropEarlierRounds(tx: Tx, { orgId, connectionId, at }: Emptying, round: number): Promise<number> {
  const which: Fragment = (sql) => sql`org_id = ${orgId} and connection_id = ${connectionId} and round < ${round}`
  return (await emptyItems(tx, { orgId, at, limit: 1_000_000 }, which)).length
}

/** What a connection brought, at most so many. @returns their ids in hex: as many as that where there may be more. */
export async function emptyItemsOf(tx: Tx, { orgId, connectionId, at }: Emptying, limit: number): Promise<string[]> {
  const which: Fragment = (sql) => sql`org_id = ${orgId} and connection_id = ${connectionId}`
  return emptyItems(tx, { orgId, at, limit }, which)
}

/** What an organisation has that is older than so many days, at most so many. @returns how many: as many as that where there may be more. */
export async function emptyOldItems(
  tx: Tx,
  { orgId, days, at }: { orgId: string; days: number; at: string },
  limit: number,
): Promise<number> {
  const which: Fragment = (sql) =>
    sql`org_id = ${orgId} and last_at < ${at}::timestamptz - make_interval(days => ${days})`
  return (await emptyItems(tx, { orgId, at, limit }, which)).length
}
