/** What is said of a task that somebody has changed in the store. */
import type { StoredTask } from '#db/queries/tasks'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { executionArticle } from '#shared/governance/orders'
import type { ViolationFinding } from '#shared/governance/violations'
import { taskTampered } from '#shared/kernel/errors/tasks'

/** Nothing of the row is taken for true but which one it is: it is the service's matter. */
export const tamperedTask = ({ id }: Pick<StoredTask, 'id'>): ViolationFinding => ({
  orgId: serviceOrg,
  article: executionArticle,
  tier: 'T4',
  subject: { type: 'task', id },
  message: taskTampered(id).message,
  evidence: [],
  taskId: id,
})
