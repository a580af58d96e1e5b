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

/** Nobody is to remember that it was not there: it may be a moment later. @param what as a path below the log's address. */
export const notInLog = (what: string) =>
  new ServiceError('NOT_IN_LOG', `the log has no ${what}, or not yet`, {
    details: { what },
    headers: { 'Cache-Control': 'no-store' },
  })

/** @param total how many nodes it would be. */
export const chainTooLong = (total: number, limit: number) =>
  new ServiceError('STATE_CONFLICT', `the chain has ${total} nodes; one export holds at most ${limit}`, {
    details: { total, limit },
  })

/** @param node that says otherwise, as hex; null where none is known. */
export const evidenceMismatch = (table: string, node: string | null) =>
  new ServiceError('EVIDENCE_MISMATCH', `what ${table} holds is not what its evidence says, so it is not shown`, {
    details: { table, node },
  })

export const isMismatch = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'EVIDENCE_MISMATCH'
