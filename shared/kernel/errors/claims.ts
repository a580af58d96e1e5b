/** Claims about systems. */
import { ServiceError } from '#shared/kernel/errors'

export const claimNotFound = (claimId: string) =>
  new ServiceError('CLAIM_NOT_FOUND', `no claim ${claimId}`, { details: { claim_id: claimId } })

export const claimNotBegun = (claimId: string) =>
  new ServiceError('STATE_CONFLICT', `claim ${claimId} is not in the log yet, or only in a log that was given up`, {
    details: { claim_id: claimId },
    headers: { 'Retry-After': '1' },
  })

/** @param limit how many claims of an organisation may be kept at once. */
export const tooManyClaims = (limit: number) =>
  new ServiceError(
    'STATE_CONFLICT',
    `${limit} claims are open already, the most that may be: close one that is no longer needed`,
    {
      details: { limit },
    },
  )
