/** What the ledger of an earlier release would take for broken, and is therefore not written while one runs. */
import type { Reader } from '#db/client'
import { isLedgerWithout } from '#db/queries/processes'
import { notKnownToLedger } from '#shared/kernel/errors/upgrades'

/** What a ledger of this release reports that it knows: one of a release before does not say so. */
export const knownToLedger = {
  claims: 'kept by the ledger that leads',
  annotations: 'known to the ledger',
  content: 'known to the ledger',
  connections: 'known to the ledger',
  briefings: 'known to the ledger',
  answers: 'known to the ledger',
  takingBack: 'known to the ledger',
  failures: 'known to the ledger',
  cancellations: 'known to the ledger',
} as const

/** What came before something that is reported, and is known with it. */
const knownWith = { designs: 'content' } as const

type OfLedger = keyof typeof knownToLedger | keyof typeof knownWith

/** @throws NO_WORKER while a ledger runs that does not know of it. */
export async function requireKnownToLedger(
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>,
  what: OfLedger,
): Promise<void> {
  const word = what === 'designs' ? knownWith[what] : what
  if (await read((sql) => isLedgerWithout(sql, word))) throw notKnownToLedger(what)
}
