/** Looks after tasks that nothing would move any more: those past their deadline, questions that nobody answers, steps whose job is lost or stuck. */
import { isStoreAway, type Sql, writerOf } from '#db/client'
import {
  type ActiveStep,
  activeSteps,
  type LateTask,
  overduePlans,
  overdueSingles,
  takeSweep,
  type UnansweredStep,
  unansweredSteps,
} from '#db/queries/plans-stale'
import { isKnownType } from '#shared/agents/catalogue'
import { unknownAtMostSeconds } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { storedError } from '#shared/kernel/errors'
import { jobUnknown } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { advanceOne, type PlanTools } from '#shared/plans/advance'
import type { PlanEvent } from '#shared/plans/plan-world'
import { endLateTask } from '#workers/run-task/late-tasks'

const everyMs = 1000
/** A plan that moved within this time is not looked at: its job may be on its way. */
const quietMs = 5000
/** A worker that lives says by itself that an attempt took too long. */
const graceMs = 5000
const stepsAtOnce = 2000
const lateAtOnce = 100
const firstTask = '00000000-0000-0000-0000-000000000000'

export function startSweeper(sql: Sql, tools: PlanTools, log: Log): Loop {
  let after = firstTask

  async function look(): Promise<{
    late: string[]
    lateSingles: LateTask[]
    unanswered: UnansweredStep[]
    lost: ActiveStep[]
  }> {
    let late: string[] = []
    let lateSingles: LateTask[] = []
    let unanswered: UnansweredStep[] = []
    let active: ActiveStep[] = []
    await sql.begin(async (tx) => {
      if (!(await takeSweep(tx))) return
      late = await overduePlans(tx, lateAtOnce)
      lateSingles = await overdueSingles(tx, lateAtOnce)
      unanswered = await unansweredSteps(tx, lateAtOnce)
      active = await activeSteps(tx, jobNames, {
        after,
        quietMs,
        graceMs,
        unknownSeconds: unknownAtMostSeconds,
        limit: stepsAtOnce,
      })
    })
    const last = active.at(-1)?.task_id
    after = last === undefined || active.length < stepsAtOnce ? firstTask : before(last)
    return { late, lateSingles, unanswered, lost: active.filter(isLost) }
  }

  async function sweep(): Promise<void> {
    const { late, lateSingles, unanswered, lost } = await look()
    for (const taskId of late) {
      log.warn({ task_id: taskId }, 'a task is past its deadline')
      await move(taskId, () => advanceOne(writerOf(sql), tools, taskId, { of: 'expire' }))
    }
    for (const task of lateSingles) {
      log.warn({ task_id: task.id }, 'a task is past its deadline')
      await move(task.id, () => endLateTask(sql, tools.signer, task))
    }
    for (const { task_id: taskId, ord } of unanswered) {
      log.warn({ task_id: taskId, ord }, 'nobody has answered a question in time')
      await move(taskId, () => advanceOne(writerOf(sql), tools, taskId, { of: 'unanswered', ord }))
    }
    for (const step of lost) {
      log.warn({ ...step }, 'the job of a step is lost or stuck')
      await move(step.task_id, () => advanceOne(writerOf(sql), tools, step.task_id, eventOf(step)))
    }
  }

  /** One that cannot be moved keeps no other waiting. */
  async function move(taskId: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (isStoreAway(error)) throw error
      log.error({ err: error, task_id: taskId }, 'a task could not be moved on')
    }
  }

  return every(everyMs, 'plans that nothing moves', sweep, { log })
}

/** A step of a later release is left to a process of that, for a time. */
const isLost = (step: ActiveStep) => {
  const { is_quiet, is_stuck, is_forsaken, job_state } = step
  return (
    (is_stuck || (is_quiet && job_state !== 'created' && job_state !== 'retry' && job_state !== 'active')) &&
    (isKnown(step) || is_forsaken)
  )
}

const isKnown = ({ agent, type, version }: ActiveStep) =>
  isKnownType({ agent, type, ...(version === null ? {} : { version }) })

/** One that is not there, or that the queue alone says has ended, is sent anew by who knows it, as often as the step may be tried. */
function eventOf(step: ActiveStep): PlanEvent {
  const { ord, job_id: jobId } = step
  const error = isKnown(step) ? undefined : jobUnknown(jobId)
  return { of: 'lost', ord, jobId, ...(error ? { error: storedError(error) } : {}) }
}

/** The id before this one: a task whose steps were cut in two is looked at again. */
const before = (id: string): string => {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
