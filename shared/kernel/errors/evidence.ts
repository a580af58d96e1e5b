/** Evidence nodes and their chains. */
import { ServiceError } from '#shared/kernel/errors'

export const nodeNotFound = (hash: string) =>
  new ServiceError('NODE_NOT_FOUND', `no evidence node ${hash}`, { details: { hash } })

export const nothingToErase = (hash: string) =>
  new ServiceError('STATE_CONFLICT', `node ${hash} has no payload to erase`, { details: { hash } })

export const notInLogYet = (hash: string) =>
  new ServiceError('STATE_CONFLICT', `node ${hash} is not in a checkpoint of the log yet`, {
    details: { hash },
    headers: { 'Retry-After': '1' },
  })

/** @param total how many nodes it would be. */
export const chainTooLong = (total: number, limit: number) =>
  new ServiceError('STATE_CONFLICT', `the chain has ${total} nodes; one export holds at most ${limit}`, {
    details: { total, limit },
  })
