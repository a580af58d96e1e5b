/** Which step of a plan an input is meant for. Pure. */
import type { StoredStep } from '#db/queries/plans'
import type { TaskRow } from '#db/queries/tasks'
import { invalidRequest } from '#shared/kernel/errors/request'
import { taskAlreadyEnded, wrongStepState } from '#shared/kernel/errors/tasks'

type Step = Pick<StoredStep, 'id' | 'type' | 'state'>

/** Which step an input names, and what it answers; a decision answers nothing. */
type Meant = { step?: string | undefined; answer?: string | undefined }

/** @throws STATE_CONFLICT when nothing waits for this, INVALID_REQUEST when it is not said what it is for. */
export function waitingStep(row: TaskRow, steps: readonly Step[], { step: named, answer }: Meant): Step {
  const waiting = steps.filter(({ state }) => state === 'input-required')
  const fitting = waiting.filter((step) => isQuestion(step) === (answer !== undefined))
  const ids = (some: readonly Step[]) => some.map(({ id }) => id).join(', ')
  if (named !== undefined) {
    const step = steps.find(({ id }) => id === named)
    if (!step)
      throw invalidRequest([
        { path: '/step', message: 'is not a step of this task that waits', expected: ids(waiting) || 'none' },
      ])
    if (step.state !== 'input-required') throw wrongStepState(row.id, step.id, step.state)
    return fitting.includes(step) ? step : misfit(answer, step)
  }
  const [first, ...more] = fitting
  if (first && more.length === 0) return first
  if (first)
    throw invalidRequest([
      { path: '/step', message: `is missing, and several steps wait: ${ids(fitting)}`, expected: 'one of them' },
    ])
  if (waiting[0]) return misfit(answer, waiting[0])
  throw taskAlreadyEnded(row.id, row.status)
}

const isQuestion = ({ type }: Step) => type === 'person.ask'

function misfit(answer: string | undefined, { id }: Step): never {
  throw invalidRequest([
    answer === undefined
      ? { path: '/decision', message: `is not what step ${id} asks for`, expected: 'an answer' }
      : { path: '/answer', message: `is not what step ${id} asks for`, expected: 'a decision with its reason' },
  ])
}
