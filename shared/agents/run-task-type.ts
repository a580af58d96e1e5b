/** Task types that run-task's worker does. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { type TaskType, type TaskTypeResult, taskType } from '#shared/agents/task-type'
import { readRunReply, runTask } from '#shared/jobs/run-task'

/** Written by run-task's worker, as its contract says. */
export const readMade = (reply: string): TaskTypeResult => {
  const { result, nodeId, found } = readRunReply(reply)
  return { result, nodeId, found }
}

export const runTaskType = <Payload extends TObject, Output extends TSchema>(
  spec: Pick<TaskType, 'type' | 'version' | 'description' | 'area' | 'scope' | 'sideEffects' | 'isIdempotent'> & {
    payload: Payload
    output: Output
    essence?: (result: Static<Output>) => unknown
  },
): TaskType =>
  taskType({
    ...spec,
    contract: runTask,
    toJob: (_, { taskId, step }) => ({
      of: 'task' as const,
      taskId,
      type: spec.type,
      agent: null,
      ...(step === undefined ? {} : { step }),
    }),
    read: readMade,
  })
