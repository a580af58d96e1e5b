/** The item that a signal is of, and what is learned by of it. */
import type { Reader } from '#db/client'
import type { EventFacts, ItemDocument, Occurrence } from '#db/documents/item'
import { findItem, itemsOfSource, unpackItem } from '#db/queries/source-items'
import { featuresOf, type RankFeatures } from '#shared/briefing/learn'
import { occurrenceSignalId } from '#shared/briefing/score'

export type FoundSignal = { item: ItemDocument; features: RankFeatures }

/** Undefined where the organisation has no such signal. @param signalId in hex; whatever else it is, it is none */
export async function findSignal(sql: Reader, orgId: string, signalId: string): Promise<FoundSignal | undefined> {
  if (!/^[0-9a-f]{64}$/.test(signalId)) return undefined
  const found = await findItem(sql, orgId, signalId)
  const item = found && unpackItem(found.document)
  if (item && item.source !== 'calendar') return told(item, undefined)
  // Of an event that happens more than once, each time has a signal of its own.
  const events = item
    ? [item]
    : (await itemsOfSource(sql, orgId, 'calendar')).flatMap(({ document }) => (document ? [unpackItem(document)] : []))
  for (const event of events) {
    const occurrence = event.source === 'calendar' ? occurrenceOf(event, signalId) : undefined
    if (occurrence) return told(event, occurrence)
  }
  return undefined
}

const occurrenceOf = (event: EventFacts, signalId: string): Occurrence | undefined =>
  event.occurrences.find((occurrence) => occurrenceSignalId(event, occurrence) === signalId)

const told = (item: ItemDocument, occurrence: Occurrence | undefined): FoundSignal => ({
  item,
  features: featuresOf(item, undefined, occurrence),
})
