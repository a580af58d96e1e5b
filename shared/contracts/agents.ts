/** Wire shapes of area B's agents and their tasks. */

import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { countedWords } from '#db/documents/counted'
import { taskStatuses, tiers } from '#db/documents/states'
import { Problem } from '#shared/contracts/about'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Timestamp = t.String({ format: 'date-time' })
const Hash = t.String({ pattern: '^[0-9a-f]{64}$' })
const GovernanceTier = t.Union(tiers.map((tier) => t.Literal(tier)))
const Json = t.Record(t.String(), t.Unknown())

/** What a task's evidence is told by in its metadata. */
export const evidenceExtension = 'urn:assay:evidence:v1'

export const priorities = { low: 0, normal: 1, high: 2 } as const

/** What may be said of a task beside what it is. */
export const TaskOptions = {
  priority: t.Optional(t.Union([t.Literal('low'), t.Literal('normal'), t.Literal('high')], { default: 'normal' })),
  deadline: t.Optional(t.String({ format: 'date-time', description: 'Not done by then, it fails.' })),
  timeout_s: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 300,
      description: 'The longest one attempt may take, or a person may be waited for.',
    }),
  ),
  context: t.Optional(
    t.Object(
      { parents: t.Optional(t.Array(Hash, { maxItems: 32, description: 'Evidence nodes that it rests on.' })) },
      closed,
    ),
  ),
  override: t.Optional(
    t.Object(
      { reason: t.String({ minLength: 1, maxLength: 500 }) },
      { ...closed, description: 'Lets soft articles pass; asks for the scope governance:override.' },
    ),
  ),
}

export const TaskRequest = t.Object(
  {
    task: t.Object(
      {
        type: t.String({ minLength: 1, maxLength: 128, description: 'One of the agent’s task_types.' }),
        payload: t.Record(t.String(), t.Unknown(), { description: 'As the type’s input_schema has it.' }),
      },
      closed,
    ),
    ...TaskOptions,
  },
  closed,
)
export type TaskRequest = Static<typeof TaskRequest>

export const TaskLinks = t.Object({
  self: t.String(),
  cancel: t.String(),
  agent: t.String(),
  job: t.Optional(t.String({ description: 'Absent of a plan: each of its steps has a job of its own.' })),
  evidence: t.String(),
})

const Status = t.Union(taskStatuses.map((status) => t.Literal(status)))

export const TaskAccepted = t.Object({
  task_id: t.String({ format: 'uuid' }),
  agent: t.String(),
  type: t.String(),
  status: Status,
  edg_node: Hash,
  governance_tier: GovernanceTier,
  links: TaskLinks,
})
export type TaskAccepted = Static<typeof TaskAccepted>

export const Task = t.Object({
  task_id: t.String({ format: 'uuid' }),
  agent: t.String(),
  type: t.String(),
  status: Status,
  result: t.Unknown({ description: 'What the direct endpoint would have answered; null until completed.' }),
  result_digest: nullable(t.String({ description: 'Equal for equal work, through whichever door.' })),
  erased: t.Boolean({
    description: 'Whether what it was asked and what came of it is no longer kept; its nodes stay.',
  }),
  error: nullable(Problem),
  head: t.String({ ...Hash, description: 'The newest evidence node.' }),
  nodes: t.Array(t.Object({ hash: Hash, kind: t.String(), state: t.String(), timestamp: Timestamp })),
  governance_tier: GovernanceTier,
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  deadline: nullable(Timestamp),
  links: TaskLinks,
})
export type Task = Static<typeof Task>

export const Approval = t.Object(
  {
    decision: t.Union([t.Literal('release'), t.Literal('reject')]),
    reason: t.String({ minLength: 1, maxLength: 500 }),
  },
  closed,
)

const agentStates = ['available', 'busy', 'degraded', 'suspended', 'offline'] as const
export type AgentState = (typeof agentStates)[number]

const Kind = t.Union([t.Literal('builtin'), t.Literal('external')])
const Counted = t.Integer({ description: `Counted up to ${countedWords}.` })
const Took = t.Number({ description: 'Of the newest 1,000 tasks completed in 24 hours, from submission to end.' })
const Stats = t.Object({
  queued: Counted,
  working: Counted,
  completed_24h: Counted,
  failed_24h: Counted,
  p50_ms: nullable(Took),
  p95_ms: nullable(Took),
  last_task_at: nullable(Timestamp),
})

export const AgentSummary = t.Object({
  name: t.String(),
  display_name: t.String(),
  description: t.String(),
  version: t.String(),
  kind: Kind,
  status: t.Union(agentStates.map((state) => t.Literal(state))),
  task_types: t.Array(t.String()),
})
export type AgentSummary = Static<typeof AgentSummary>

export const AgentList = t.Object({ agents: t.Array(AgentSummary), total: t.Integer() })

export const TaskTypeInfo = t.Object({
  type: t.String(),
  description: t.String(),
  area: t.String({ description: 'The area that a key needs for it; it counts as one request there.' }),
  scope: nullable(t.String({ description: 'The scope that a key needs for it.' })),
  input_schema: Json,
  output_schema: Json,
  side_effects: t.Union([t.Literal('none'), t.Literal('read'), t.Literal('write'), t.Literal('external')]),
  idempotent: t.Boolean(),
  timeout_s: t.Integer(),
  max_attempts: t.Integer(),
})

export const AgentRecord = t.Object({
  ...AgentSummary.properties,
  task_types: t.Array(TaskTypeInfo),
  skills: t.Array(Json),
  endpoint: nullable(
    t.Object({
      url: t.String(),
      protocol: t.Literal('a2a'),
      protocol_binding: t.String(),
      protocol_version: t.String(),
    }),
  ),
  key: nullable(t.Object({ kid: t.String(), alg: t.Literal('Ed25519'), public_key: t.String() })),
  card: t.Object({ digest: t.String(), signature_verified: nullable(t.Boolean()), fetched_at: nullable(Timestamp) }),
  stats: Stats,
  health: t.Object({
    state: t.Union([t.Literal('ok'), t.Literal('degraded'), t.Literal('down')]),
    last_check_at: Timestamp,
    detail: nullable(t.String()),
  }),
  governance: t.Object({
    tier: GovernanceTier,
    active_violations: t.Integer(),
    suspended_scopes: t.Array(t.String()),
  }),
  registered_at: nullable(Timestamp),
  updated_at: nullable(Timestamp),
  node: nullable(Hash),
  agent_card: Json,
})
export type AgentRecord = Static<typeof AgentRecord>

export const AgentRegistration = t.Object(
  {
    name: t.Optional(
      t.String({ pattern: '^[a-z][a-z0-9-]{1,62}$', description: 'Taken from the card’s name when it is absent.' }),
    ),
    card_url: t.Optional(
      t.String({ maxLength: 2048, description: 'Where its A2A card is; asked again from time to time.' }),
    ),
    card: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'The card itself.' })),
    keys: t.Optional(
      t.Array(t.Record(t.String(), t.Unknown()), {
        maxItems: 8,
        description: 'Public keys (JWK, with kid) that the card is signed with.',
      }),
    ),
  },
  { ...closed, description: 'Exactly one of card_url and card.' },
)
export type AgentRegistration = Static<typeof AgentRegistration>

export const Suspension = t.Object({ reason: t.String({ minLength: 1, maxLength: 500 }) }, closed)
