/** One task, as its organisation may see it, and what is written of it. */
import type { TaskRow } from '#db/queries/tasks'
import type { TaskContext } from '#shared/agents/submit'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import { taskNotFound } from '#shared/kernel/errors/tasks'
import { isUuid } from '#shared/kernel/schema/formats'
import { sizeOf, type Writing } from '#shared/kernel/writing'
import { rowsOf } from '#shared/plans/submit'
import { readTask } from '#shared/tasks/read-task'

/** @param agent where a task is asked for as one of this agent's. */
export type NamedTask = { taskId: string; agent?: string | undefined }

/** @throws TASK_NOT_FOUND also for one that is another agent's, or somebody else's; EVIDENCE_MISMATCH. */
export async function requireTask(
  { actor, read, concern, tools: { signer } }: Omit<VerbContext<{ signer: Signer }>, 'writing'>,
  { taskId, agent }: NamedTask,
): Promise<TaskRow> {
  const row = isUuid(taskId)
    ? await read((sql) => readTask(sql, signer, { orgId: actor.orgId, id: taskId }))
    : undefined
  if (!row || (agent !== undefined && row.agent !== agent)) throw taskNotFound(taskId)
  concern?.({ nodeId: row.head, subjects: [{ type: 'agent', id: row.agent }] })
  return row
}

/** The task as it is by now. */
export async function taskNow(
  { read, tools: { signer } }: Pick<VerbContext<{ signer: Signer }>, 'read' | 'tools'>,
  { org_id: orgId, id }: TaskRow,
): Promise<TaskRow> {
  const row = await read((sql) => readTask(sql, signer, { orgId, id }))
  if (!row) throw taskNotFound(id)
  return row
}

type Plan = Pick<TaskRow, 'id' | 'steps_total'>

export const writingPlan = ({ writing }: TaskContext, { id, steps_total: steps }: Plan): Writing =>
  writing({ kind: 'plan', id }, sizeOf(rowsOf(steps)))

export const writingTask = ({ writing }: TaskContext, { id, agent }: Pick<TaskRow, 'id' | 'agent'>): Writing =>
  writing({ kind: 'task', id, agent })
