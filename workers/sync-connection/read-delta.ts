/** Makes of what an adapter brought what is kept of it: documents, never texts. */
import { setImmediate } from 'node:timers/promises'
import type { Reader } from '#db/client'
import type { ItemDocument, SourcePerson } from '#db/documents/item'
import { type ItemToStore, itemsByIds, packItem, unpackItem } from '#db/queries/source-items'
import { itemIdOf } from '#shared/connections/item-id'
import { requireProvenItems } from '#shared/evidence/sealed/items'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import { wellFormed } from '#shared/kernel/well-formed'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'
import { readItem } from '#workers/sync-connection/read/read-item'

type About = {
  orgId: string
  connectionId: string
  salt: Uint8Array
  me: SourcePerson[]
  at: Date
  /** What is older is not kept. */
  keptDays: number
}

/** How long reading goes on before others in this process have their turn. */
const turnMs = 8
/** Of the text of a document. One that is longer is no reading of a mail. */
const documentAtMost = 512 * 1024

export type ReadDelta = {
  items: ItemToStore[]
  /** Keys of items that were too long to be kept. */
  tooLong: number
}

/** @param signal ends it between two items. @throws EVIDENCE_MISMATCH where one that is there is not as it was written. */
export async function readDelta(
  { sql, signer }: { sql: Reader; signer: Sealer },
  found: readonly SourceItem[],
  about: About,
  signal: AbortSignal,
): Promise<ReadDelta> {
  const { orgId, connectionId, at, keptDays } = about
  const ids = found.map(({ key }) => itemIdOf(orgId, connectionId, key))
  const there = requireProvenItems(signer, await itemsByIds(sql, orgId, ids))
  const before = new Map(there.map(({ item_id, document }) => [item_id, document]))
  const oldest = at.getTime() - keptDays * 86_400_000
  const items = new Map<string, ItemToStore>()
  let tooLong = 0
  let turnAt = performance.now()
  for (const [place, item] of found.entries()) {
    if (performance.now() - turnAt > turnMs) {
      await setImmediate()
      signal.throwIfAborted()
      turnAt = performance.now()
    }
    const id = ids[place] ?? ''
    const known = before.get(id)
    const document = wellFormed(readItem(item, { ...about, timezone: 'UTC' }, known ? unpackItem(known) : null))
    const lastAt = lastOf(document)
    if (lastAt < oldest) continue
    const text = canonicalJson(document)
    if (text.length > documentAtMost) tooLong += 1
    else items.set(id, itemOf(id, document, text, lastAt))
  }
  return { items: [...items.values()], tooLong }
}

const itemOf = (id: string, document: ItemDocument, text: string, lastAt: number): ItemToStore => ({
  item_id: id,
  source: document.source,
  at: document.at,
  last_at: new Date(lastAt).toISOString(),
  digest: sha256Hex(text),
  document: packItem(text),
})

/** When it last changed, or when its last occurrence ends. In milliseconds. */
export function lastOf(document: ItemDocument): number {
  const changed = Date.parse(document.at)
  if (document.source !== 'calendar') return changed
  return document.occurrences.reduce((last, { end }) => Math.max(last, Date.parse(inUtc(end))), changed)
}

/** What floats has no offset: the day is all that counts here. */
const inUtc = (time: string) => (/T[\d:.]+$/.test(time) ? `${time}Z` : time)
