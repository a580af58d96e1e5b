/** Addresses that may not be visited from here. */
import { type Issue, ServiceError } from '#shared/kernel/errors'

/** @param reason which rule refused it; never what a name resolved to. */
export const addressRefused = (url: string, reason: string) =>
  new ServiceError('ADDRESS_REFUSED', `${url} may not be visited: ${reason}`, { details: { url, reason } })

/** Several addresses of one request, or the only one. @param refusals at least one. */
export const addressesRefused = (refusals: { url: string; reason: string; issue: Issue }[]) => {
  const [first] = refusals
  const message = `${first?.url} may not be visited: ${first?.issue.message}`
  return new ServiceError(
    'ADDRESS_REFUSED',
    refusals.length === 1 ? message : `${refusals.length} addresses, the first: ${message}`,
    { details: { url: first?.url, reason: first?.reason, issues: refusals.map(({ issue }) => issue) } },
  )
}
