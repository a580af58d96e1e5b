/** Claims about systems. */
import { ServiceError } from '#shared/kernel/errors'

export const claimNotFound = (claimId: string) =>
  new ServiceError('CLAIM_NOT_FOUND', `no claim ${claimId}`, { details: { claim_id: claimId } })

/** While an upgrade is under way. */
export const claimsNotUnderstood = () =>
  new ServiceError('NO_WORKER', 'a ledger of the release before runs, which knows no claims: nothing was done', {
    details: { job: 'claims' },
    headers: { 'Retry-After': '15' },
  })

export const claimNotBegun = (claimId: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `claim ${claimId} has no place in the log yet, or one in a log that was given up`,
    {
      details: { claim_id: claimId },
      headers: { 'Retry-After': '1' },
    },
  )

/** @param limit how many claims of an organisation may be kept at once. */
export const tooManyClaims = (limit: number) =>
  new ServiceError('STATE_CONFLICT', `${limit} claims are open already: close one that is no longer watched`, {
    details: { limit },
  })
