/** Wire shapes of governance: how it stands, violations and their life, the constitution, simulation. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'
import { tiers, violationStatuses } from '#db/documents/states'
import { Acknowledgement, Resolution, TimedWaiver } from '#db/documents/violation'
import { Constitution } from '#shared/contracts/constitution'
import { scopes } from '#shared/contracts/scopes'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Time = t.String({ format: 'date-time' })
const Hash = t.String({ pattern: '^[0-9a-f]{64}$' })
const TierName = t.Union(tiers.map((tier) => t.Literal(tier)))
const Reason = t.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  title: 'text of 1 to 500 characters that is not blank',
  description: 'Stays in the evidence for good: no personal data.',
})

const ViolationStatus = t.Union(violationStatuses.map((status) => t.Literal(status)))

export const Violation = t.Object({
  id: t.String({ pattern: '^vio_[0-9a-f]{32}$' }),
  article: t.String(),
  title: t.String(),
  tier: TierName,
  status: ViolationStatus,
  subject: t.Object({ type: t.String(), id: t.String() }),
  agent: nullable(t.String()),
  task_id: nullable(t.String()),
  message: t.String(),
  detected_at: Time,
  last_seen_at: Time,
  occurrences: t.Integer(),
  fingerprint: t.String({ description: 'SHA-256 of article, subject and organisation: the same is not opened twice.' }),
  evidence: t.Array(t.String(), { description: 'Nodes that show it; the first 20.' }),
  node: t.String({ description: 'The newest node of its stream.' }),
  constitution: t.String(),
  rule_input_digest: nullable(t.String()),
  blocks: t.Array(t.String(), { description: 'What is refused of the subject while it is active.' }),
  due_at: nullable(Time),
  acknowledged: nullable(Acknowledgement),
  waiver: nullable(TimedWaiver),
  resolution: nullable(Resolution),
})

export const ViolationQuery = t.Object(
  {
    min_tier: t.Union(
      tiers.map((tier) => t.Literal(tier)),
      { default: 'T3', description: 'Of this tier and graver.' },
    ),
    status: t.String({
      default: 'open,acknowledged',
      pattern: `^(${violationStatuses.join('|')})(,(${violationStatuses.join('|')}))*$`,
      description: 'One or several, with commas between.',
    }),
    article: t.Optional(t.String({ maxLength: 64, description: 'Only of this article.' })),
    agent: t.Optional(t.String({ maxLength: 256, description: 'Only of this agent.' })),
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    offset: t.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'How many of the newest to leave out.',
    }),
  },
  closed,
)

export const ViolationList = t.Object({
  violations: t.Array(Violation),
  total: t.Integer(),
  limit: t.Integer(),
  offset: t.Integer(),
  min_tier: TierName,
  as_of: Time,
  constitution: nullable(Hash),
})

export const ReasonBody = t.Object({ reason: Reason }, closed)
export const WaiveBody = t.Object(
  {
    reason: Reason,
    until: t.String({ format: 'date-time', description: 'At most a year ahead; then it is open again.' }),
  },
  closed,
)

export const StatusQuery = t.Object({}, closed)

const scopesText = `What some subject of yours is kept from right now, at every door. ${Object.entries(scopes)
  .map(([name, { means }]) => `${name}: ${means}.`)
  .join(' ')}`

export const GovernanceStatus = t.Object({
  status: t.Union(['compliant', 'caution', 'violation', 'restricted', 'halted'].map((status) => t.Literal(status))),
  compliant: t.Boolean({ description: 'The tier is T2 or less.' }),
  tier: TierName,
  as_of: Time,
  halt: nullable(t.Object({ reason: t.String(), violations: t.Array(t.String()) })),
  constitution: nullable(
    t.Object({
      version: t.String(),
      hash: Hash,
      node: Hash,
      enacted_at: Time,
      article_count: t.Integer(),
      signatures: t.Integer(),
    }),
  ),
  amendment: nullable(
    t.Object(
      { version: t.String(), hash: Hash },
      {
        description:
          'What the constitution file says that amends the one in force. It decides nothing before it is enacted: assay constitution enact.',
      },
    ),
  ),
  violations: t.Object({
    active: t.Integer({ description: 'Of tier T3 and worse, open or acknowledged; yours and those of the service.' }),
    by_tier: t.Object({ T3: t.Integer(), T4: t.Integer(), T5: t.Integer() }),
    oldest_due_at: nullable(Time),
  }),
  articles: t.Array(
    t.Object({
      id: t.String(),
      title: t.String(),
      tier: TierName,
      effect: t.Union(
        ['allow', 'hold', 'deny'].map((effect) => t.Literal(effect)),
        { description: 'What becomes of what does not keep it. hold: a result waits for a person, at its doors.' },
      ),
      blocks: t.Array(t.String(), {
        description: 'What the subject of its violation is kept from until it is resolved.',
      }),
      doors: t.Array(t.String(), {
        description: 'The operations at which it takes effect; none of what is looked at continuously.',
      }),
      status: t.Union(['pass', 'fail', 'error', 'not_evaluated'].map((status) => t.Literal(status))),
      last_evaluated_at: nullable(Time),
      evaluations_24h: nullable(t.Integer({ description: 'Over all organisations; told to operators alone.' })),
      failures_24h: nullable(t.Integer()),
    }),
  ),
  blocked_scopes: t.Array(t.String(), { description: scopesText }),
  integrity: nullable(
    t.Object({
      tree_size: t.Integer(),
      root: nullable(t.String()),
      checkpoint_at: nullable(Time),
      lag_ms: t.Number(),
      last_full_verify: nullable(t.Object({ at: Time, nodes: t.Integer(), ok: t.Boolean() })),
      continuous: t.Object(
        {
          verified_up_to: nullable(t.Object({ leaves: t.Integer(), root: t.String(), at: Time })),
          round: nullable(
            t.Object({
              began_at: Time,
              leaves: t.Integer({ description: 'Gone through in this round.' }),
              section: t.String({ description: 'What is gone through now: log, places, rows of a table, beside.' }),
              expected_seconds: nullable(t.Integer({ description: 'How long a round takes at the present size.' })),
              last_seconds: nullable(t.Integer()),
            }),
          ),
        },
        {
          description:
            'The look that never ends. What is new is verified within seconds, up to a signed mark. All that is older, rows too, is gone through again and again on a fifth of a core: what somebody changes there is found within a round.',
        },
      ),
      witnesses: t.Object({ configured: t.Integer(), fresh: t.Integer() }),
      refused: t.Object(
        {
          nodes: t.Integer({ description: 'Counted up to 100,000.' }),
          newest: t.Array(t.Object({ hash: Hash, why: t.String(), at: Time })),
        },
        {
          description:
            'Nodes that were given no place in the log, since nobody who may has signed them; ten are named.',
        },
      ),
    }),
  ),
  engine: t.Object({
    name: t.String(),
    version: t.String(),
    p50_us: nullable(t.Number({ description: 'Of the last thousand decisions of the process that answers.' })),
    p99_us: nullable(t.Number()),
  }),
  node: nullable(Hash),
})
export type GovernanceStatus = Static<typeof GovernanceStatus>

export const ConstitutionQuery = t.Object(
  { hash: t.Optional(t.String({ pattern: '^[0-9a-f]{64}$', description: 'One that was in force before.' })) },
  closed,
)
export const EnactedConstitution = t.Object({
  hash: Hash,
  node: Hash,
  enacted_at: Time,
  is_in_force: t.Boolean(),
  signatures: t.Integer(),
  constitution: Constitution,
  text: t.String({ description: 'RFC 8785; its SHA-256 is the hash.' }),
})

const Verdict = t.Object({ tier: TierName, decision: t.String(), articles: t.Array(t.String()) })

export const SimulateBody = t.Object(
  {
    constitution: t.Record(t.String(), t.Unknown(), { description: 'The whole amended constitution.' }),
    days: t.Optional(t.Integer({ minimum: 1, maximum: 90, default: 7 })),
  },
  closed,
)

export const Simulation = t.Object({
  constitution: t.Object({ hash: Hash, version: t.String() }),
  days: t.Integer(),
  decisions: t.Integer(),
  changed: t.Integer(),
  is_complete: t.Boolean({ description: 'False: there were more decisions in these days than were looked at.' }),
  oldest_at: nullable(Time),
  changes: t.Array(t.Object({ node: Hash, action: t.String(), before: Verdict, after: Verdict }), {
    description: 'The newest 100.',
  }),
  warnings: t.Array(t.Object({ article: nullable(t.String()), place: t.String(), message: t.String() })),
})
