/** Tasks and their steps. */
import { ServiceError } from '#shared/kernel/errors'

export const taskNotFound = (taskId: string) =>
  new ServiceError('TASK_NOT_FOUND', `no task ${taskId}`, { details: { task_id: taskId } })

export const stepNotFound = (taskId: string, step: string) =>
  new ServiceError('STEP_NOT_FOUND', `task ${taskId} has no step ${step}`, { details: { task_id: taskId, step } })

export const deadlineExceeded = (taskId: string, why: string) =>
  new ServiceError('DEADLINE_EXCEEDED', `task ${taskId} ${why}`, { details: { task_id: taskId } })

export const taskAlreadyEnded = (taskId: string, status: string) =>
  new ServiceError('STATE_CONFLICT', `task ${taskId} is ${status}`, { details: { task_id: taskId, status } })

/** @param state as it goes on after "is". */
export const wrongStepState = (taskId: string, step: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `step ${step} of task ${taskId} is ${state}`, {
    details: { task_id: taskId, step, state },
  })

/** Somebody has changed in the store what a task does, or what it goes by: nothing of it is done. */
export const taskTampered = (taskId: string) =>
  new ServiceError('JOB_TAMPERED', `task ${taskId} is not as it was ordered: it was changed in the store`, {
    details: { task_id: taskId },
  })
