/**
 * Seals of what connections brought, and of how much that is: an organisation's row says what the seals of all items that are there come
 * to, so that none can be taken away, put in or put back unseen.
 */
import type { Reader, Sql, Tx } from '#db/client'
import {
  type Emptied,
  emptyItems,
  findItemHead,
  holdItemHead,
  type ItemHead,
  type ItemSeals,
  type ItemToStore,
  itemColumns,
  itemHeadsBehind,
  itemSealsOf,
  itemsSince,
  itemsToEmpty,
  lockNewItems,
  type StoredItem,
  setItemParts,
  storeItems,
  touchItems,
} from '#db/queries/source-items'
import { addToSum, isSameSum, joinSums, maskedSum, noSum, type SealSum } from '#shared/evidence/seal-sums'
import { isAskedFor, requireSealed, type SealedTable } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

const generation = 7

const sealedItems: SealedTable<Omit<StoredItem, 'seal'>> = {
  table: 'source_items',
  generation,
  columns: [
    ...(['org_id', 'item_id', 'connection_id', 'item_seq', 'source', 'at', 'last_at', 'first_seen', 'round'] as const),
    ...(['digest', 'packed_sha256', 'gone_at'] as const),
  ],
  // No node names an item: that of its connection's sync says how many it brought.
  nodeOf: () => null,
}

const sealedHeads: SealedTable<Pick<ItemHead, 'org_id' | 'seq' | 'changed_at' | 'parts'>> = {
  table: 'item_heads',
  generation,
  columns: ['org_id', 'seq', 'changed_at', 'parts'],
  nodeOf: () => null,
}

export const itemRows = rowsOf(sealedItems, { org_id: 'text', item_id: 'bytea' }, itemColumns)
/** Behind all items: their seals are what it counts. */
export const itemHeadRows = rowsOf(sealedHeads, { org_id: 'text' }, undefined, countItems)

/** Puts the seal of an item in, or takes it out. One that is unsealed has no part in it. @param itemId hex */
export function addSeal(sum: SealSum, sealer: Sealer, itemId: string, seal: Uint8Array | null): void {
  if (seal !== null) addToSum(sum, sealer, itemRows.table, `${itemId} ${Buffer.from(seal).toString('hex')}`)
}

const masked = (sealer: Sealer, sum: Uint8Array, { org_id, seq }: { org_id: string; seq: number }): SealSum =>
  maskedSum(sealer, sum, itemRows.table, `${seq} ${org_id}`)

/** @throws EVIDENCE_MISMATCH where one is not as it was written. @returns the same rows. */
export function requireProvenItems<Rows extends readonly StoredItem[]>(sealer: Sealer, rows: Rows): Rows {
  requireSealed(sealer, sealedItems, rows)
  return rows
}

/** Whether these seals are those of all items that are there, as far as they are asked for. @throws EVIDENCE_MISMATCH */
export function isWhole(sealer: Sealer, head: ItemHead, sum: SealSum): boolean {
  if (!isAskedFor(sealer, sealedHeads)) return true
  if (head.seal === null && head.seq === 0 && head.least_seq === 0) return isSameSum(sum, noSum())
  holdHead(sealer, head)
  return isCounted(sealer, head, sum)
}

const isCounted = (sealer: Sealer, head: { org_id: string; seq: number; parts: Uint8Array | null }, sum: SealSum) =>
  head.parts !== null && isSameSum(head.parts, masked(sealer, sum, head))

function holdHead(sealer: Sealer, head: ItemHead): void {
  requireSealed(sealer, sealedHeads, [head])
  if (isAskedFor(sealer, sealedHeads) && head.seq < head.least_seq) throw notAll()
}

/** @throws EVIDENCE_MISMATCH where it is not as it was written how much an organisation has. */
export async function requireProvenHead(sql: Reader, sealer: Sealer, orgId: string): Promise<void> {
  const { head } = await itemsSince(sql, orgId, Number.MAX_SAFE_INTEGER)
  isWhole(sealer, head, noSum())
}

/** What is told where not all is there that was brought, or more. */
export const notAll = () => evidenceMismatch(sealedItems.table, null)

/** When an item, or how a connection stands, changed last; null where there was none ever. @throws EVIDENCE_MISMATCH */
export async function itemsChangedAt(sql: Reader, sealer: Sealer, orgId: string): Promise<Date | null> {
  const head = await findItemHead(sql, orgId)
  if (head) holdHead(sealer, head)
  return head?.changed_at ?? null
}

/** What is wrong with how much an organisation has; undefined where nothing is. */
export function itemsFault(
  sealer: Sealer,
  { seals, seq, least_seq, ...head }: ItemSeals,
): 'head' | 'items' | undefined {
  if (seq === null) return seals.length === 0 && least_seq === 0 ? undefined : 'head'
  if (seq < least_seq) return 'items'
  return isCounted(sealer, { ...head, seq }, sumOf(sealer, seals)) ? undefined : 'items'
}

function sumOf(sealer: Sealer, seals: ItemSeals['seals']): SealSum {
  const sum = noSum()
  for (const each of seals) {
    const [id = '', seal = '-'] = each.split(' ')
    addSeal(sum, sealer, id, seal === '-' ? null : Buffer.from(seal, 'hex'))
  }
  return sum
}

/** @throws EVIDENCE_MISMATCH where an organisation has more or less than it was brought. */
export async function requireWholeItems(sql: Reader, sealer: Sealer, orgId: string): Promise<void> {
  if (!isAskedFor(sealer, sealedHeads)) return
  const row = await itemSealsOf(sql, orgId)
  if (row && itemsFault(sealer, row) !== undefined) throw notAll()
}

/** Says of so many organisations behind one what the seals of all that they have come to; each is held meanwhile. */
async function countItems(
  sql: Sql,
  [after = '']: readonly string[] = [],
  limit: number,
  sealer: Sealer,
): Promise<void> {
  for (const orgId of await itemHeadsBehind(sql, after, limit))
    await sql.begin(async (tx) => {
      await holdItemHead(tx, orgId)
      const row = await itemSealsOf(tx, orgId)
      if (row === undefined || row.seq === null || itemsFault(sealer, row) === undefined) return
      await setItemParts(tx, orgId, masked(sealer, sumOf(sealer, row.seals), { org_id: orgId, seq: row.seq }))
    })
}

/** Has statements change what an organisation has. @param change is handed what is put in and taken out by it. */
const changeAll = <Result>(
  tx: Tx,
  sealer: Sealer,
  orgId: string,
  change: (moved: SealSum) => Promise<Result>,
): Promise<Result> =>
  changeSealed(tx, sealer, itemHeadRows, [[orgId]], async () => {
    const before = (await findItemHead(tx, orgId)) ?? (await beginItems(tx, orgId))
    const sum = noSum()
    const result = await change(sum)
    const after = await findItemHead(tx, orgId)
    // Of before seals: it is counted when all of it is sealed.
    if (!after || before?.parts === null) return result
    if (before) joinSums(sum, masked(sealer, before.parts, before))
    const parts = masked(sealer, sum, after)
    if (after.parts === null || !isSameSum(after.parts, parts)) await setItemParts(tx, orgId, parts)
    return result
  })

async function beginItems(tx: Tx, orgId: string): Promise<ItemHead | undefined> {
  await lockNewItems(tx, orgId)
  return findItemHead(tx, orgId)
}

/** The same of items. @param itemIds hex */
const changeItems = <Result>(
  tx: Tx,
  sealer: Sealer,
  { moved, orgId, itemIds }: { moved: SealSum; orgId: string; itemIds: readonly string[] },
  change: () => Promise<Result>,
): Promise<Result> => {
  const keys = itemIds.map((id) => [orgId, `\\x${id}`])
  return changeSealed(tx, sealer, itemRows, keys, change, (rows) => {
    for (const { item_id, packed_sha256, seal } of rows)
      if (packed_sha256 !== null) addSeal(moved, sealer, String(item_id), seal)
  })
}

/** Says that something else changed that is told with items: how a connection stands. */
export const noteTurned = (tx: Tx, sealer: Sealer, orgId: string, at: string): Promise<void> =>
  changeAll(tx, sealer, orgId, () => touchItems(tx, orgId, at))

/** Keeps what a connection brought. @returns how many are new or otherwise than before. */
export async function bringItems(
  tx: Tx,
  sealer: Sealer,
  bringing: Parameters<typeof storeItems>[1],
  items: readonly ItemToStore[],
): Promise<number> {
  if (items.length === 0) return 0
  const { orgId } = bringing
  const itemIds = items.map(({ item_id }) => item_id)
  return changeAll(tx, sealer, orgId, (moved) =>
    changeItems(tx, sealer, { moved, orgId, itemIds }, () => storeItems(tx, bringing, items)),
  )
}

/** Empties items; that they are gone is told for a while. @returns their ids in hex: as many as the limit where there may be more. */
export const loseItems = (
  tx: Tx,
  sealer: Sealer,
  { orgId, at }: { orgId: string; at: string },
  emptied: Emptied,
): Promise<string[]> =>
  changeAll(tx, sealer, orgId, async (moved) => {
    const itemIds = await itemsToEmpty(tx, emptied)
    await changeItems(tx, sealer, { moved, orgId, itemIds }, () => emptyItems(tx, { orgId, at }, itemIds))
    return itemIds
  })
