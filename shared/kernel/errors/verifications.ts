/** Design verifications, and what is said of them. */
import { ServiceError } from '#shared/kernel/errors'

/** @param what of it is asked for, where it is there itself. */
export const verificationNotFound = (verificationId: string, what = 'verification') =>
  new ServiceError('VERIFICATION_NOT_FOUND', `no ${what} ${verificationId}`, { details: { verificationId } })

export const verificationNotWaiting = (verificationId: string, state: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `verification ${verificationId} waits for nobody: ${state}${state === 'superseded' ? ', a newer snapshot came instead' : ''}`,
    { details: { verificationId, state } },
  )

export const otherCount = (expected: number, matched: number) =>
  new ServiceError('STATE_CONFLICT', `${expected} were expected, and ${matched} match: nothing was changed`, {
    details: { expected, matched },
  })
