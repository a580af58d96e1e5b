/** What the orchestrator does: makes steps of a goal, leads a plan through, and asks people. */
import { Type as t } from '@sinclair/typebox'
import { readMade, runTaskType } from '#shared/agents/run-task-type'
import { taskType } from '#shared/agents/task-type'
import { PlanPayload, planLimits, StepRequest } from '#shared/contracts/tasks'
import { TraceId } from '#shared/contracts/traces'
import { runTask } from '#shared/jobs/run-task'

const closed = { additionalProperties: false }

const Question = t.Object(
  {
    question: t.String({ minLength: 1, maxLength: 2000 }),
    choices: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'The answer is one of these; absent, any text.',
      }),
    ),
  },
  closed,
)
const Answer = t.Object({
  answer: t.String(),
  by: t.String({ description: 'The id of the key that answered.' }),
  at: t.String({ format: 'date-time' }),
})

const Proposed = t.Object({
  steps: t.Array(StepRequest),
  planned_by: t.Object({
    planner: t.Union([t.Literal('rules'), t.Literal('model')]),
    model: t.Optional(t.String()),
    prompt_digest: t.Optional(t.String({ description: 'SHA-256 of what the model was asked.' })),
  }),
})

/** Done without a job: `by` says how. */
const unqueued = (type: string) => ({
  contract: runTask,
  toJob(): never {
    throw new Error(`${type} is no job`)
  },
  read: readMade,
})

export const planTypes = [
  taskType({
    type: 'plan.execute',
    area: 'C',
    description: 'Leads a plan of many steps through, as POST /tasks does.',
    payload: PlanPayload,
    output: t.Record(t.String(), t.Unknown(), { description: 'What came of the steps that none needs, by their ids.' }),
    sideEffects: 'external',
    isIdempotent: false,
    by: 'plan',
    ...unqueued('plan.execute'),
  }),
  runTaskType({
    type: 'plan.propose',
    area: 'C',
    description: 'Makes steps of a goal that is said in words, and does none of them.',
    payload: t.Object(
      {
        goal: t.String({ minLength: 1, maxLength: planLimits.goalLength }),
        trace_id: t.Optional(TraceId),
      },
      closed,
    ),
    output: Proposed,
    sideEffects: 'read',
    isIdempotent: true,
  }),
  taskType({
    type: 'person.ask',
    area: 'C',
    description: 'Waits until somebody answers a question, by POST /tasks/{id}/input.',
    payload: Question,
    output: Answer,
    sideEffects: 'none',
    isIdempotent: false,
    by: 'person',
    essence: ({ answer }) => ({ answer }),
    ...unqueued('person.ask'),
  }),
]
