/** How much of what is connected an answer rests on, and what is missing from it, by name. Pure. */
import type { AdapterState, Briefing } from '#db/documents/briefing'

type Status = AdapterState['status']

/** How much is known of a connection: all that there is, what it said before, part of it, or nothing that counts. */
const shares: Readonly<Record<Status, number>> = { ok: 1, stale: 0.5, partial: 0.5, failed: 0, disabled: 0 }

/** What an answer says where nothing is connected at all: it is about nothing, so its score is 0. */
export const nothingConnected = 'no adapters connected'

/**
 * The score is the mean of 1 for what is ok, 0.5 for what is stale or partly read and 0 for the rest, to two decimals; it is 1
 * only where every connection is ok, and 0 where there is none. `missing` names each that is not ok, in the order given.
 */
export function completenessOf(adapters: readonly AdapterState[]): Briefing['completeness'] {
  if (adapters.length === 0) return { score: 0, missing: [nothingConnected] }
  const missing = adapters.filter(({ status }) => status !== 'ok')
  if (missing.length === 0) return { score: 1, missing: [] }
  const mean = adapters.reduce((sum, { status }) => sum + shares[status], 0) / adapters.length
  return { score: Math.min(0.99, Math.round(mean * 100) / 100), missing: missing.map(missingText) }
}

/** Work mail (imap): failed, CREDENTIALS, last read 2026-11-22T07:41:00Z */
function missingText({ label, kind, status, error, fetched_at: fetchedAt }: AdapterState): string {
  const read = fetchedAt === null ? 'never read' : `last read ${fetchedAt}`
  return [`${label} (${kind}): ${status}`, ...(error === null ? [] : [error.code]), read].join(', ')
}
