/** Wire shapes of area C's tasks: one type, steps that need one another, or a goal that is planned. */

import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { stepStates, taskStatuses, tiers } from '#db/documents/states'
import { Problem } from '#shared/contracts/about'
import { TaskOptions } from '#shared/contracts/agents'
import { ChainQuery, StoredNode } from '#shared/contracts/evidence'
import { Violation } from '#shared/contracts/governance'
import { TraceId } from '#shared/contracts/traces'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Timestamp = t.String({ format: 'date-time' })
const Hash = t.String({ pattern: '^[0-9a-f]{64}$' })
const oneOf = <Word extends string>(words: readonly Word[]) => t.Union(words.map((word) => t.Literal(word)))

/** Steps of one plan, of one that a planner made, and attempts at one step, at most. */
export const planLimits = { steps: 1000, plannedSteps: 50, attempts: 10, goalLength: 2000 } as const

const stepId = '[A-Za-z][A-Za-z0-9_-]{0,63}'
const StepId = t.String({ pattern: `^${stepId}$`, description: 'A name of your own, once in the plan.' })

/** What came of another step: a whole value, or with a JSON pointer a part of it. */
export const Reference = t.Object(
  {
    $ref: t.String({
      pattern: `^steps\\.${stepId}\\.(?:result|error|node|state)(?:#(?:/.*)?)?$`,
      description: 'steps.ID.result, .error, .node (the evidence node) or .state, then # and a JSON pointer.',
    }),
  },
  closed,
)
export type Reference = Static<typeof Reference>

const comparisons = {
  eq: t.Optional(t.Unknown()),
  ne: t.Optional(t.Unknown()),
  lt: t.Optional(t.Union([t.Number(), t.String()])),
  lte: t.Optional(t.Union([t.Number(), t.String()])),
  gt: t.Optional(t.Union([t.Number(), t.String()])),
  gte: t.Optional(t.Union([t.Number(), t.String()])),
  in: t.Optional(t.Array(t.Unknown(), { maxItems: 100 })),
  exists: t.Optional(t.Boolean()),
}

/** When a step is done: comparisons of what came of others. All that one names must hold. */
export const Condition = t.Recursive(
  (Self) =>
    t.Union([
      t.Object({ $ref: Reference.properties.$ref, ...comparisons }, { ...closed, minProperties: 2 }),
      t.Object({ all: t.Array(Self, { minItems: 1, maxItems: 20 }) }, closed),
      t.Object({ any: t.Array(Self, { minItems: 1, maxItems: 20 }) }, closed),
      t.Object({ not: Self }, closed),
    ]),
  {
    $id: 'Condition',
    title: 'a comparison {$ref, and some of eq, ne, lt, lte, gt, gte, in, exists}, or all, any or not of such',
    description: 'Lesser and greater compare two numbers or two texts; anything else is not so.',
  },
)
export type Condition = Static<typeof Condition>

export const StepRequest = t.Object(
  {
    id: StepId,
    type: t.String({ minLength: 1, maxLength: 128, description: 'One of an agent’s task_types.' }),
    agent: t.Optional(t.String({ minLength: 1, maxLength: 128, description: 'Needed only for an agent elsewhere.' })),
    payload: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description: 'As the type’s input_schema has it; a {"$ref": …} stands for what came of another step.',
      }),
    ),
    needs: t.Optional(
      t.Array(StepId, {
        maxItems: planLimits.steps,
        uniqueItems: true,
        description: 'Steps that end before this one.',
      }),
    ),
    when: t.Optional(Condition),
    on_error: t.Optional(
      t.Union([t.Literal('fail'), t.Literal('skip'), t.Literal('continue')], {
        default: 'fail',
        description: 'fail: the task fails; skip: what needs this step is skipped; continue: it goes on without.',
      }),
    ),
    timeout_s: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 300,
        description: 'The longest one attempt may take; of person.ask, the longest that an answer is waited for.',
      }),
    ),
    max_attempts: t.Optional(t.Integer({ minimum: 1, maximum: planLimits.attempts, default: 3 })),
  },
  closed,
)
export type StepRequest = Static<typeof StepRequest>

const Steps = t.Array(StepRequest, { minItems: 1, maxItems: planLimits.steps })
const Typed = {
  type: t.String({ minLength: 1, maxLength: 128 }),
  payload: t.Record(t.String(), t.Unknown()),
  agent: t.Optional(t.String({ minLength: 1, maxLength: 128 })),
}
const { context: _, ...options } = TaskOptions

/** How long a call may ask to wait for a task. */
export const longestTaskWaitSeconds = 30

export const TaskSubmission = t.Object(
  {
    task: t.Optional(t.Object(Typed, closed)),
    type: t.Optional(Typed.type),
    payload: t.Optional(Typed.payload),
    agent: Typed.agent,
    steps: t.Optional(Steps),
    goal: t.Optional(
      t.String({
        minLength: 1,
        maxLength: planLimits.goalLength,
        description: 'In words; a planner makes steps of it.',
      }),
    ),
    ...options,
    context: t.Optional(
      t.Object(
        {
          parents: t.Optional(t.Array(Hash, { maxItems: 32, description: 'Evidence nodes that it rests on.' })),
          trace_id: t.Optional(TraceId),
        },
        closed,
      ),
    ),
  },
  { ...closed, description: 'Exactly one of task, type with payload, steps and goal.' },
)
export type TaskSubmission = Static<typeof TaskSubmission>

/** The payload of plan.execute. */
export const PlanPayload = t.Object({ steps: Steps }, closed)

const Status = oneOf(taskStatuses)
const GovernanceTier = oneOf(tiers)

export const TaskCreated = t.Object({
  id: t.String({ format: 'uuid' }),
  task_id: t.String({ format: 'uuid' }),
  status: Status,
  edg_node: t.String({ ...Hash, description: 'Its first evidence node.' }),
  evidence: t.Object({ node: Hash }),
  governance_tier: GovernanceTier,
  created_at: Timestamp,
})
export type TaskCreated = Static<typeof TaskCreated>

export const TaskStep = t.Object({
  id: t.String(),
  type: t.String(),
  agent: t.String(),
  state: oneOf(stepStates),
  needs: t.Array(t.String()),
  on_error: t.String(),
  attempt: t.Integer({
    description: 'Attempts that were begun, without those that were lost with their worker and cost nothing.',
  }),
  max_attempts: t.Integer(),
  job_id: nullable(t.String()),
  node: t.String({ ...Hash, description: 'The evidence node that says its state.' }),
  made: nullable(t.String({ ...Hash, description: 'The evidence node of what it made.' })),
  result_digest: nullable(t.String()),
  reason: nullable(t.String({ description: 'Why it was skipped: when, need or reference.' })),
  error: nullable(Problem),
  governance_tier: GovernanceTier,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  links: t.Object({ self: t.String() }),
})
export type TaskStep = Static<typeof TaskStep>

/** One step with what it was given and what came of it. */
export const TaskStepDetail = t.Object({
  ...TaskStep.properties,
  task_id: t.String(),
  payload: t.Unknown({ description: 'As planned; null once it was erased.' }),
  input: t.Unknown({ description: 'With its references resolved; null before that.' }),
  result: t.Unknown({ description: 'Null until completed.' }),
})
export type TaskStepDetail = Static<typeof TaskStepDetail>

const Progress = t.Object({ done: t.Integer(), total: t.Integer() })
const Links = t.Object({ self: t.String(), events: t.String(), cancel: t.String(), evidence: t.String() })

export const TaskSummary = t.Object({
  id: t.String(),
  task_id: t.String(),
  type: t.String(),
  agent: t.String(),
  status: Status,
  progress: Progress,
  governance_tier: GovernanceTier,
  edg_node: t.String({ ...Hash, description: 'The newest evidence node.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: nullable(Timestamp),
  links: Links,
})
export type TaskSummary = Static<typeof TaskSummary>

const statusWords = taskStatuses.join('|')
export const TaskListQuery = t.Object(
  {
    status: t.Optional(
      t.String({
        pattern: `^(${statusWords})(,(${statusWords}))*$`,
        description: `One or several, with commas between, of ${taskStatuses.join(', ')}.`,
      }),
    ),
    agent: t.Optional(t.String({ minLength: 1, maxLength: 128, description: 'Only tasks of this agent.' })),
    type: t.Optional(t.String({ minLength: 1, maxLength: 128, description: 'Only tasks of this type.' })),
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'next_cursor of the page before.' })),
  },
  closed,
)

export const TaskList = t.Object({ tasks: t.Array(TaskSummary), next_cursor: nullable(t.String()) })

/** Which part of the evidence chain a task is answered with. */
export const TaskQuery = t.Pick(ChainQuery, ['limit', 'cursor'], closed)

export const TaskDetail = t.Object({
  id: t.String(),
  task_id: t.String(),
  type: t.String(),
  agent: t.String(),
  status: Status,
  status_message: nullable(t.String()),
  result: t.Unknown({
    description:
      'Null until completed. Of a plan: what came of the steps that none needs, by their ids; beyond 1 MiB together {url} of each step instead.',
  }),
  result_digest: nullable(t.String()),
  erased: t.Boolean({
    description: 'Whether what it was asked and what came of it is no longer kept; its nodes stay.',
  }),
  error: nullable(Problem),
  steps: t.Array(TaskStep),
  progress: Progress,
  evidence_chain: t.Object(
    {
      head: t.String({ ...Hash, description: 'The node whose chain it is; on later pages the head of the first.' }),
      count: t.Integer({ description: 'Nodes in this answer.' }),
      total: t.Integer({ description: 'Nodes in the chain.' }),
      complete: t.Boolean({ description: 'Whether this answer holds the whole chain.' }),
      nodes: t.Array(StoredNode),
      next_cursor: nullable(t.String()),
    },
    { description: 'The newest node and all its ancestors, newest first: parents come after their children.' },
  ),
  governance: t.Object({
    tier: GovernanceTier,
    violations: t.Array(Violation, { description: 'Active ones of the task and of the agents that do it.' }),
  }),
  attempt: t.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  deadline: nullable(Timestamp),
  links: Links,
})
export type TaskDetail = Static<typeof TaskDetail>

/** What a person says to a task that waits for one. */
export const TaskInput = t.Object(
  {
    step: t.Optional(t.String({ description: 'Which step; needed where several wait.' })),
    decision: t.Optional(
      t.Union([t.Literal('release'), t.Literal('reject')], { description: 'Of a result that is held.' }),
    ),
    answer: t.Optional(
      t.String({ minLength: 1, maxLength: 10_000, description: 'To a question of the type person.ask.' }),
    ),
    reason: t.Optional(t.String({ minLength: 1, maxLength: 500 })),
  },
  { ...closed, description: 'decision with reason for a held result, answer for a question.' },
)
export type TaskInput = Static<typeof TaskInput>
