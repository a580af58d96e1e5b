/** The item that a signal is of, and what is learned by of it. */
import type { Reader } from '#db/client'
import type { EventFacts, ItemDocument, Occurrence } from '#db/documents/item'
import { type FoundItem, findItem, itemsOfSource, unpackItem } from '#db/queries/source-items'
import { featuresOf, type RankFeatures } from '#shared/briefing/learn'
import { occurrenceSignalId } from '#shared/briefing/score'
import { requireProvenItems, requireWholeItems } from '#shared/evidence/sealed/items'
import type { Sealer } from '#shared/kernel/sealer'

export type FoundSignal = { item: ItemDocument; features: RankFeatures }

/**
 * Undefined where the organisation has no such signal. @param signalId in hex; whatever else it is, it is none
 * @throws EVIDENCE_MISMATCH where what was brought is not as it was written, or not all of it is there.
 */
export async function findSignal(
  sql: Reader,
  sealer: Sealer,
  orgId: string,
  signalId: string,
): Promise<FoundSignal | undefined> {
  if (!/^[0-9a-f]{64}$/.test(signalId)) return undefined
  const found = await findItem(sql, orgId, signalId)
  if (found) requireProvenItems(sealer, [found])
  const item = found && documentOf(found)
  if (item && item.source !== 'calendar') return told(item, undefined)
  // Of an event that happens more than once, each time has a signal of its own.
  const events = item
    ? [item]
    : requireProvenItems(sealer, await itemsOfSource(sql, orgId, 'calendar')).flatMap((each) => documentOf(each) ?? [])
  for (const event of events) {
    const occurrence = event.source === 'calendar' ? occurrenceOf(event, signalId) : undefined
    if (occurrence) return told(event, occurrence)
  }
  await requireWholeItems(sql, sealer, orgId)
  return undefined
}

/** Undefined of what is gone, or whose connection is. */
const documentOf = ({ document, is_connected }: FoundItem): ItemDocument | undefined =>
  document === null || !is_connected ? undefined : unpackItem(document)

const occurrenceOf = (event: EventFacts, signalId: string): Occurrence | undefined =>
  event.occurrences.find((occurrence) => occurrenceSignalId(event, occurrence) === signalId)

const told = (item: ItemDocument, occurrence: Occurrence | undefined): FoundSignal => ({
  item,
  features: featuresOf(item, undefined, occurrence),
})
