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

/** An item as it is sealed: of its document what that comes to, packed as it lies. `item_id`, `digest` and `packed_sha256` are hex. */
export type StoredItem = Omit<AsText<Item, 'item_id' | 'digest'>, 'document'> & { packed_sha256: string | null }

/** Of the table `t`. */
export const itemColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.org_id, encode(t.item_id, 'hex') as item_id, t.connection_id, t.item_seq, t.source, t.at, t.last_at, t.first_seen, t.round,
  encode(t.digest, 'hex') as digest, encode(sha256(t.document), 'hex') as packed_sha256, t.gone_at, t.seal`

/** `document` is null of what is gone. */
export type ChangedItem = StoredItem & Pick<Item, 'document'>

type Head = typeof itemHeads.$inferSelect
/** How much an organisation was brought. */
export type ItemHead = Head & {
  /** To no smaller number than this: one of its connections has brought that; 0 where none has. */
  least_seq: number
}

const least = (sql: Reader) => sql`
  coalesce((select max(c.item_seq) from connections c where c.org_id = h.org_id), 0) as least_seq`

type Nulled<Row> = { [Name in keyof Row]: Row[Name] | null }
type ItemSince = Nulled<ChangedItem> &
  Nulled<Pick<Head, 'seq' | 'changed_at' | 'parts'>> & {
    head_org: string | null
    head_seal: Uint8Array | null
    least_seq: number
  }

/**
 * What has changed after a number, in order, and how much there is then. What is gone is told for a day: whoever has not asked for
 * longer begins at 0, which tells what is there.
 */
export async function itemsSince(
  sql: Reader,
  orgId: string,
  seq: number,
): Promise<{ rows: ChangedItem[]; head: ItemHead }> {
  const rows = await sql<ItemSince[]>`
    select h.org_id as head_org, i.seq, i.changed_at, i.parts, i.seal as head_seal, ${least(sql)}, ${itemColumns(sql)}, t.document
    from (select ${orgId}::text as org_id) h left join item_heads i on i.org_id = h.org_id
    left join source_items t on t.org_id = h.org_id and t.item_seq > ${seq} and (t.document is not null or ${seq > 0})
    order by t.item_seq`
  const [first] = rows
  const head = {
    org_id: orgId,
    seq: first?.seq ?? 0,
    changed_at: first?.changed_at ?? new Date(0),
    parts: first?.parts ?? null,
    seal: first?.head_seal ?? null,
    least_seq: first?.least_seq ?? 0,
  }
  // Sound: an item has every one of these, and the columns of none are null.
  const items = rows.filter(({ item_id }) => item_id !== null) as (ItemSince & ChangedItem)[]
  return {
    rows: items.map(
      ({ head_org: _o, seq: _s, changed_at: _c, parts: _p, head_seal: _h, least_seq: _l, ...row }) => row,
    ),
    head,
  }
}

const headOf = (sql: Reader) => sql`
  select h.org_id, h.seq, h.changed_at, h.parts, h.seal, ${least(sql)} from item_heads h`

/** Undefined where nothing was ever brought or told. */
export async function findItemHead(sql: Reader, orgId: string): Promise<ItemHead | undefined> {
  const [row] = await sql<ItemHead[]>`${headOf(sql)} where h.org_id = ${orgId}`
  return row
}

/** Whoever begins with an organisation's items holds this. */
export async function lockNewItems(tx: Tx, orgId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay items of ' || ${orgId}, 0))`
}

export async function holdItemHead(tx: Tx, orgId: string): Promise<void> {
  await tx`select from item_heads where org_id = ${orgId} for update`
}

/** What the seals of all items that are there come to. @param parts 16 bytes */
export async function setItemParts(tx: Tx, orgId: string, parts: Uint8Array): Promise<void> {
  await tx`update item_heads set parts = ${hexBytes(parts)}::text::bytea where org_id = ${orgId}`
}

/** An organisation of which there are items, or were, with the ids and seals of those that are there. */
export type ItemSeals = Pick<Head, 'org_id' | 'parts'> & {
  /** Null where it says of nothing how much there is. */
  seq: number | null
  least_seq: number
  /** Ids and seals in hex, a - where one has none: `id seal`. */
  seals: string[]
}

const sealsOf = (sql: Reader) => sql`
  array(
    select encode(t.item_id, 'hex') || ' ' || coalesce(encode(t.seal, 'hex'), '-') from source_items t
    where t.org_id = h.org_id and t.document is not null) as seals`

/** Of one. */
export async function itemSealsOf(sql: Reader, orgId: string): Promise<ItemSeals | undefined> {
  const [row] = await sql<ItemSeals[]>`
    select h.org_id, i.parts, i.seq, ${least(sql)}, ${sealsOf(sql)}
    from (select ${orgId}::text as org_id) h left join item_heads i on i.org_id = h.org_id`
  return row
}

/** Of so many organisations behind one, in their order. */
export async function itemSealsBehind(sql: Reader, after: string, limit: number): Promise<ItemSeals[]> {
  return sql<ItemSeals[]>`
    select h.org_id, i.parts, i.seq, ${least(sql)}, ${sealsOf(sql)}
    from (
      select org_id from item_heads where org_id > ${after}
      union select org_id from connections where org_id > ${after} and item_seq > 0
      order by org_id limit ${limit}) h
    left join item_heads i on i.org_id = h.org_id order by h.org_id`
}

/** Organisations that have such a row, so many behind one. */
export async function itemHeadsBehind(sql: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await sql<Pick<Head, 'org_id'>[]>`
    select org_id from item_heads where org_id > ${after} order by org_id limit ${limit}`
  return rows.map(({ org_id }) => org_id)
}

/** An item, and whether its connection is there. */
export type FoundItem = ChangedItem & { is_connected: boolean }

const found = (sql: Reader) => sql`
  select ${itemColumns(sql)}, t.document, exists (
    select from connections c where c.connection_id = t.connection_id and c.deleted_at is null) as is_connected
  from source_items t`

/** Also one that is gone. @param itemId hex */
export async function findItem(sql: Reader, orgId: string, itemId: string): Promise<FoundItem | undefined> {
  const [row] = await sql<FoundItem[]>`
    ${found(sql)} where t.org_id = ${orgId} and t.item_id = ${hexBytes(itemId)}::text::bytea`
  return row
}

type There<Row> = Row & { packed_sha256: string }

/** All of a source that is there. */
export async function itemsOfSource(sql: Reader, orgId: string, source: Item['source']): Promise<There<FoundItem>[]> {
  return sql<There<FoundItem>[]>`
    ${found(sql)} where t.org_id = ${orgId} and t.source = ${source} and t.document is not null order by t.item_seq`
}

/** What is there of these. @param itemIds hex */
export async function itemsByIds(
  sql: Reader,
  orgId: string,
  itemIds: readonly string[],
): Promise<There<ChangedItem>[]> {
  return sql<There<ChangedItem>[]>`
    select ${itemColumns(sql)}, t.document from source_items t
    where t.org_id = ${orgId} and t.item_id = any(${itemIds.map(hexBytes)}::text[]::bytea[]) and t.document is not null`
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

/** Which items are emptied, and at most how many. */
export type Emptied = { which: Fragment; limit: number }

/** What is there of these, held. @returns their ids in hex. */
export async function itemsToEmpty(tx: Tx, { which, limit }: Emptied): Promise<string[]> {
  const rows = await tx<{ item_id: string }[]>`
    select encode(item_id, 'hex') as item_id from source_items
    where ${which(tx)} and document is not null order by item_id limit ${limit} for update`
  return rows.map(({ item_id }) => item_id)
}

/** Empties items; that they are gone is told for a while. @param itemIds hex */
export async function emptyItems(
  tx: Tx,
  { orgId, at }: { orgId: string; at: string },
  itemIds: readonly string[],
): Promise<void> {
  if (itemIds.length === 0) return
  const last = await takeNumbers(tx, orgId, itemIds.length, at)
  await tx`
    update source_items s set document = null, digest = null, gone_at = ${at}, item_seq = ${last - itemIds.length} + g.place
    from unnest(${itemIds.map(hexBytes)}::text[]::bytea[]) with ordinality as g(item_id, place)
    where s.org_id = ${orgId} and s.item_id = g.item_id`
}

type Brought = { orgId: string; connectionId: string }

/** Some that a connection brought. @param itemIds hex */
export const someItems = ({ orgId, connectionId }: Brought, itemIds: readonly string[]): Emptied => ({
  which: (sql) => sql`
    org_id = ${orgId} and connection_id = ${connectionId} and item_id = any(${itemIds.map(hexBytes)}::text[]::bytea[])`,
  limit: itemIds.length,
})

/** Items that rounds before this one brought. */
export const itemsOfEarlierRounds = ({ orgId, connectionId }: Brought, round: number): Emptied => ({
  which: (sql) => sql`org_id = ${orgId} and connection_id = ${connectionId} and round < ${round}`,
  limit: 1_000_000,
})

/** What a connection brought, at most so many. */
export const itemsOfConnection = ({ orgId, connectionId }: Brought, limit: number): Emptied => ({
  which: (sql) => sql`org_id = ${orgId} and connection_id = ${connectionId}`,
  limit,
})

/** What an organisation has that is older than so many days, at most so many. */
export const oldItems = ({ orgId, days, at }: { orgId: string; days: number; at: string }, limit: number): Emptied => ({
  which: (sql) => sql`org_id = ${orgId} and last_at < ${at}::timestamptz - make_interval(days => ${days})`,
  limit,
})
