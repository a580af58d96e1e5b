/** What the constitution forbids, and violations of it. */
import { ServiceError } from '#shared/kernel/errors'

/** Of work that was taken in, once its key may no longer do it. @param why as it goes on after the key. */
export const noLongerPermitted = (keyId: string, why: string) =>
  new ServiceError('SCOPE_REQUIRED', `key ${keyId}, which asked for this, ${why}`, { details: { key_id: keyId } })

export const violationNotFound = (id: string) =>
  new ServiceError('VIOLATION_NOT_FOUND', `no violation ${id}`, { details: { id } })

/** @param why as it goes on after the violation's id. */
export const wrongViolationState = (id: string, status: string, why: string) =>
  new ServiceError('STATE_CONFLICT', `violation ${id} is ${status}: it ${why}`, { details: { id, status } })

/** @param node the governance.denied node, where one was written. */
export const governanceDenied = (about: {
  articles: readonly string[]
  tier: string
  message: string
  node?: string
}) =>
  new ServiceError('GOVERNANCE_DENIED', about.message, {
    details: { articles: about.articles, tier: about.tier, ...(about.node ? { node: about.node } : {}) },
  })

/** @param violations the ids of what halts us. */
export const governanceHalt = (reason: string, violations: readonly string[]) =>
  new ServiceError('GOVERNANCE_HALT', `writes are halted: ${reason}`, {
    details: { reason, violations },
    headers: { 'Retry-After': '30' },
  })
