/** What is decided on, and which facts each decision is given: the vocabulary that articles are written in. */
import type { GovernanceRecord } from '#shared/contracts/decision'

export type InputType = 'number' | 'string' | 'boolean'
type Phase = GovernanceRecord['phase']

/** Who made a result: on every decision about one. */
const maker = { agent_name: 'string', agent_version: 'string', key_registered: 'boolean' } as const

const keyRights = { areas: 'string', scopes: 'string', tier: 'string', is_expiring: 'boolean' } as const
/** Whether it is a whole rule that is waived, on some pages alone, for a while. */
const waived = { is_of_rule: 'boolean', has_url: 'boolean', is_expiring: 'boolean' } as const

/** What is made of mails, events and things of source hosting. */
const fromOutside = {
  ...maker,
  secrets_found: 'number',
  instructions_found: 'number',
  instructions_followed: 'number',
} as const
/** How a connection's other side is reached: over TLS, or where the operator named the place. */
const reached = { connection_kind: 'string', is_encrypted: 'boolean', is_allowed: 'boolean' } as const

/** Every action with its phase and all of its facts. None is ever null: a fact that may be absent has one beside it that says so. */
export const actions = {
  'trace.record': {
    phase: 'post',
    inputs: {
      ...maker,
      risk_level: 'string',
      risk_score: 'number',
      confidence: 'number',
      testing_mode: 'string',
      field_conditions: 'boolean',
      constitutional_compliance: 'boolean',
    },
  },
  'tree.generate': {
    phase: 'post',
    inputs: {
      ...maker,
      has_risk: 'boolean',
      risk_level: 'string',
      risk_score: 'number',
      has_validity: 'boolean',
      validity_score: 'number',
    },
  },
  'scan.complete': { phase: 'post', inputs: { ...maker, score: 'number', secrets_found: 'number' } },
  'design.verify': { phase: 'post', inputs: { ...maker, violations: 'number', secrets_found: 'number' } },
  'semiotic.decode': { phase: 'post', inputs: { ...maker, secrets_found: 'number' } },
  'harmonic.analyze': { phase: 'post', inputs: { ...maker, secrets_found: 'number' } },
  // Before anything holds: parameters that would change, and how many of all that would hold then are beside what binds them.
  'attunement.calibrate': {
    phase: 'pre',
    inputs: {
      ...maker,
      changed: 'number',
      out_of_bounds: 'number',
      over_step: 'number',
      broken_constraints: 'number',
      is_rollback: 'boolean',
    },
  },
  // Instructions from outside that something shown rests on.
  'briefing.compile': { phase: 'post', inputs: fromOutside },
  'signals.scan': { phase: 'post', inputs: fromOutside },
  'meeting.prepare': { phase: 'post', inputs: fromOutside },
  'feedback.give': { phase: 'pre', inputs: { verdict: 'string', takes_back: 'boolean' } },
  'connection.create': { phase: 'pre', inputs: reached },
  'connection.change': { phase: 'pre', inputs: reached },
  'connection.delete': { phase: 'pre', inputs: reached },
  // `override`: a key with governance:override gave a reason.
  'task.submit': {
    phase: 'pre',
    inputs: { task_type: 'string', side_effects: 'string', agent_kind: 'string', override: 'boolean' },
  },
  'task.result': {
    phase: 'post',
    inputs: {
      ...maker,
      task_type: 'string',
      side_effects: 'string',
      has_risk: 'boolean',
      risk_level: 'string',
      risk_score: 'number',
      confidence: 'number',
      is_reviewed: 'boolean',
      secrets_found: 'number',
      override: 'boolean',
    },
  },
  'task.approve': { phase: 'pre', inputs: { is_submitter: 'boolean' } },
  'agent.register': {
    phase: 'pre',
    inputs: { is_https: 'boolean', is_public_address: 'boolean', is_origin_registered: 'boolean' },
  },
  // Lists with commas between. A key is rotated and revoked as it is, and issued and changed as it will be.
  'key.issue': { phase: 'pre', inputs: keyRights },
  'key.change': { phase: 'pre', inputs: keyRights },
  'key.rotate': { phase: 'pre', inputs: keyRights },
  'key.revoke': { phase: 'pre', inputs: keyRights },
  'waiver.create': { phase: 'pre', inputs: waived },
  'waiver.revoke': { phase: 'pre', inputs: waived },
  // What it says of the thing, and where it holds.
  'question.answer': { phase: 'pre', inputs: { means: 'string', holds_for: 'string', takes_back: 'boolean' } },
  'payload.erase': { phase: 'pre', inputs: { node_age_days: 'number', is_node_erased: 'boolean' } },
  'state.check': { phase: 'continuous', inputs: { rows_astray: 'number' } },
  // What a worker found in a queue.
  'job.check': { phase: 'continuous', inputs: { is_as_ordered: 'boolean' } },
  'log.check': { phase: 'continuous', inputs: { is_consistent: 'boolean', are_witnesses_consistent: 'boolean' } },
  'replay.check': { phase: 'continuous', inputs: { mismatches: 'number' } },
  // Seconds allowed and taken: overdue is taken / allowed.
  'deadline.check': { phase: 'continuous', inputs: { overdue: 'number' } },
  // Whenever the verdict on a claim turns.
  'claim.check': { phase: 'continuous', inputs: { is_refuted: 'boolean' } },
} as const satisfies Record<string, { phase: Phase; inputs: Record<string, InputType> }>

export type Action = keyof typeof actions
export const isAction = (name: string): name is Action => Object.hasOwn(actions, name)

type Valued<Type> = Type extends 'number' ? number : Type extends 'string' ? string : boolean
/** The facts that a decision on this action needs. */
export type FactsOf<Name extends Action> = {
  -readonly [Fact in keyof (typeof actions)[Name]['inputs']]: Valued<(typeof actions)[Name]['inputs'][Fact]>
}
