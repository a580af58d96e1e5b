/** Errors while releases are mixed. */
import { ServiceError } from '#shared/kernel/errors'

/** @param what is not known to the ledger of the release before, which would take its evidence for broken. */
export const notKnownToLedger = (what: string) =>
  new ServiceError(
    'NO_WORKER',
    `an upgrade is under way, and the ledger that still runs does not know ${what}: nothing was done`,
    { details: { job: what }, headers: { 'Retry-After': '15' } },
  )
