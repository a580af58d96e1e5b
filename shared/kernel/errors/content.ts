/** Errors about content that is analysed. */
import { ServiceError } from '#shared/kernel/errors'

export const contentNotUnderstood = () =>
  new ServiceError(
    'NO_WORKER',
    'an upgrade is under way, and the ledger that still runs does not know analyses of content: nothing was done',
    { details: { job: 'analyze-content' }, headers: { 'Retry-After': '15' } },
  )
