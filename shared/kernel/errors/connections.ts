/** Errors about connections. */
import { ServiceError } from '#shared/kernel/errors'

export const connectionNotFound = (connectionId: string) =>
  new ServiceError('CONNECTION_NOT_FOUND', `no connection ${connectionId}`, {
    details: { connection_id: connectionId },
  })

/** Asked for strictly, what cannot be reached is not made. @param error as a connection says it. */
export const connectionUnreachable = (error: { code: string; message: string; retry_at: string | null }) =>
  new ServiceError('CONNECTION_UNREACHABLE', `the connection does not work: ${error.message}`, { details: { error } })

export const tooManyConnections = (limit: number) =>
  new ServiceError('STATE_CONFLICT', `an organisation may have ${limit} connections, and has them: delete one first`, {
    details: { limit },
  })
