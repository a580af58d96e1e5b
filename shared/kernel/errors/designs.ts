/** Snapshots of designs that cannot be taken. */
import { type Issue, ServiceError } from '#shared/kernel/errors'

/** @param issue what is wrong with it, with the exact limit where it is over one. */
export const unsupportedSnapshot = (issue: Issue) =>
  new ServiceError('UNSUPPORTED_SNAPSHOT', `${issue.path} ${issue.message}`, { details: { issues: [issue] } })
