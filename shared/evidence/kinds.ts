/** Every kind of node in one record: where it stands, what it is about and says, what it is decided on as, and where what it digests lies. */
import { type Static, type TProperties, type TSchema, Type as t } from '@sinclair/typebox'
import { Compliance } from '#db/documents/scan-report'
import { runSources, taskStatuses } from '#db/documents/states'
import type { Action } from '#shared/contracts/actions'
import type { NodeKind } from '#shared/contracts/node'
import {
  analysisPayload,
  annotationPayload,
  briefingPayload,
  designPayload,
  feedbackPayload,
  type PayloadKind,
  scanPayload,
  taskPayload,
  tracePayload,
  treePayload,
} from '#shared/evidence/payload-kinds'

type ResultKind = {
  /** The stream's name, up to the colon; a name that ends without one is the whole. */
  stream: `${string}:` | 'constitution'
  /** What it may be about, first what it is about unless said otherwise. */
  subjects: readonly [string, ...string[]]
  /** The facts in its `result`. */
  result: TSchema
  /** Of a result: what is decided on when it is there, before it is recorded. */
  action?: Action
  /** What it has a digest of, where it has one. */
  payload: PayloadKind | null
  /** Nobody makes such nodes yet: the name is kept for who will. */
  isReserved?: true
}

const Fact = t.Union([t.String(), t.Number(), t.Boolean()])
const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })

/** These facts and no others. */
const facts = <Required extends TProperties>(required: Required) => t.Object(required, { additionalProperties: false })
/** At least these; what else there is, is a fact too. */
const atLeast = (required: Record<string, TSchema>) => t.Object(required, { additionalProperties: Fact })
const nothing = t.Null()
/** A change of state: V12 holds the row of the thing to it. */
const state = atLeast({ state: t.String({ minLength: 1 }) })
const stateOf = (...states: string[]) => atLeast({ state: t.Union(states.map((one) => t.Literal(one))) })

const key = { stream: 'key:', subjects: ['key'], payload: null } as const
const apiKey = { stream: 'apikey:', subjects: ['apikey'], payload: null } as const
const waiver = { stream: 'waiver:', subjects: ['waiver'], payload: null } as const
const answer = { stream: 'answer:', subjects: ['answer'], payload: null } as const
const agent = { stream: 'agent:', subjects: ['agent'], result: state, payload: null } as const
const task = { stream: 'task:', subjects: ['task'], payload: null } as const
const claim = { stream: 'claim:', subjects: ['claim'], payload: null } as const
const baseline = {
  stream: 'baseline:',
  subjects: ['baseline'],
  payload: null,
} as const
const violation = { stream: 'violation:', subjects: ['violation'], result: state, payload: null } as const
const connection = { stream: 'connection:', subjects: ['connection'], payload: null } as const
const run = { stream: 'run:', subjects: ['scan_run'], payload: null } as const
const log = { stream: 'log:', subjects: ['log'], payload: null } as const
/** How a connection stands. The digest of its config is under a salt that goes with it. */
const connected = (...states: string[]) =>
  facts({
    state: t.Union(states.map((one) => t.Literal(one))),
    org: t.String(),
    kind: t.String(),
    config_digest: t.String(),
    secret_version: t.Integer({ minimum: 1 }),
  })

/** By what a text was read. */
const engine = { engine: t.String(), engine_version: t.String(), model_hash: t.String() }
/** What a briefing, or a part of one, came to; `inputs` is the SHA-256 of the RFC 8785 text of what it was composed of. */
const composed = {
  job_id: t.String(),
  inputs: Hex,
  considered: t.Integer({ minimum: 0 }),
  shown: t.Integer({ minimum: 0 }),
  adapters: t.Integer({ minimum: 0 }),
  adapters_ok: t.Integer({ minimum: 0 }),
  completeness: t.Number({ minimum: 0, maximum: 1 }),
  instructions_found: t.Integer({ minimum: 0 }),
  weights: t.String(),
  rules_version: t.String(),
}
const reserved = { result: atLeast({}), payload: null, isReserved: true } as const

/** What an import of components came to. `document` is the SHA-256 of its RFC 8785 text. */
const imported = facts({
  org: t.String(),
  library: t.String(),
  source: t.String(),
  document: Hex,
  created: t.Integer(),
  updated: t.Integer(),
  unchanged: t.Integer(),
  removed: t.Integer(),
  total: t.Integer(),
})

export const kinds = {
  genesis: { ...log, result: atLeast({}) },
  'checkpoint.published': {
    ...log,
    result: atLeast({ size: t.Integer({ minimum: 0 }), root: t.Union([Hex, t.String()]) }),
  },
  'key.registered': {
    ...key,
    result: facts({ algorithm: t.Literal('Ed25519'), public_key: t.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }) }),
  },
  'key.revoked': { ...key, result: facts({ reason: t.String({ minLength: 1 }) }) },
  // Of a signing key: from here on whatever has no seal of it is refused.
  'sealing.begun': { stream: 'sealing:', subjects: ['sealing'], result: stateOf('begun'), payload: null },
  'apikey.issued': { ...apiKey, result: stateOf('usable') },
  'apikey.changed': { ...apiKey, result: stateOf('usable', 'ended') },
  'apikey.revoked': { ...apiKey, result: stateOf('ended') },
  'waiver.created': { ...waiver, result: stateOf('in_force') },
  'waiver.revoked': { ...waiver, result: stateOf('revoked') },
  'question.answered': { ...answer, result: stateOf('standing') },
  'question.withdrawn': { ...answer, result: stateOf('withdrawn') },
  'constitution.enacted': {
    stream: 'constitution',
    subjects: ['constitution'],
    result: atLeast({}),
    payload: null,
  },
  'agent.registered': agent,
  'agent.changed': agent,
  'task.submitted': { ...task, result: stateOf('submitted', 'input-required'), payload: taskPayload },
  'task.planned': { ...task, result: stateOf(...taskStatuses) },
  'task.state': { ...task, result: stateOf(...taskStatuses) },
  'step.state': { ...task, subjects: ['step', 'task'], result: state },
  'trace.recorded': {
    stream: 'trace:',
    subjects: ['trace'],
    result: t.Union([nothing, atLeast({})]),
    action: 'trace.record',
    payload: tracePayload,
  },
  'annotation.recorded': {
    stream: 'annotation:',
    subjects: ['annotation'],
    result: stateOf('recorded'),
    payload: annotationPayload,
  },
  'tree.generated': {
    stream: 'tree:',
    subjects: ['trace', 'system'],
    result: facts({
      job_id: t.String(),
      profile: t.String(),
      tree_digest: t.String(),
      tree_spec: t.String(),
      // None: a task would not tell the tree before a person had looked at it.
      human_review: t.Optional(t.Literal('none')),
    }),
    action: 'tree.generate',
    payload: treePayload,
  },
  // Of a job that a caller was told to come back for.
  'job.promised': { stream: 'promise:', subjects: ['job'], result: facts({ job: t.String() }), payload: null },
  // Of a job that is done for no task, and came to nothing: what a caller was refused with, by its code.
  'job.failed': {
    stream: 'job:',
    subjects: ['job'],
    result: facts({
      job: t.String(),
      state: t.Literal('failed'),
      code: t.String(),
      attempt: t.Integer({ minimum: 0 }),
    }),
    payload: null,
  },
  // Of a job that is done for no task, and is no page of a run that was called off as a whole: its page says so.
  'job.canceled': {
    stream: 'job:',
    subjects: ['job'],
    result: facts({ job: t.String(), state: t.Literal('canceled'), attempt: t.Integer({ minimum: 0 }) }),
    payload: null,
  },
  // That many scans were ordered at once: what each comes to has a node of its own.
  'run.submitted': {
    ...run,
    result: facts({ of: t.Union(runSources.map((one) => t.Literal(one))), page_limit: t.Integer({ minimum: 0 }) }),
  },
  // With all its scans, by age.
  'run.deleted': { ...run, result: facts({ reason: t.String({ minLength: 1 }) }) },
  'scan.completed': {
    stream: 'scan:',
    subjects: ['scan'],
    result: facts({
      score: t.Number({ minimum: 0, maximum: 100 }),
      score_version: t.String(),
      compliance: Compliance,
      standard: t.String(),
    }),
    action: 'scan.complete',
    payload: scanPayload,
  },
  'design.verified': {
    stream: 'design:',
    subjects: ['design'],
    result: facts({
      page_id: t.String(),
      branch: t.String(),
      approved: t.Boolean(),
      violations: t.Integer({ minimum: 0 }),
      // What was judged, and how: the same of all three comes to the same.
      artifact: Hex,
      baseline: t.Optional(Hex),
      engine: t.String(),
    }),
    action: 'design.verify',
    payload: designPayload,
  },
  'baseline.proposed': { ...baseline, result: stateOf('candidate') },
  // Of one in force or gone by: an issue that was accepted there is one again.
  'baseline.reviewed': { ...baseline, result: stateOf('candidate', 'active', 'superseded', 'rejected') },
  'baseline.approved': { ...baseline, result: stateOf('active') },
  'baseline.superseded': { ...baseline, result: stateOf('superseded') },
  'baseline.rejected': { ...baseline, result: stateOf('rejected') },
  'rules.changed': { stream: 'rules:', subjects: ['rules'], result: stateOf('in_force'), payload: null },
  'parameters.changed': { stream: 'parameters:', subjects: ['parameters'], result: stateOf('in_force'), payload: null },
  'connection.created': { ...connection, result: connected('new', 'ok', 'failing', 'paused') },
  'connection.changed': { ...connection, result: connected('new') },
  // Where it brought something, is told otherwise than before, or once an hour.
  'connection.synced': {
    ...connection,
    result: t.Composite([connected('ok', 'failing', 'paused'), t.Object({ brought: t.Integer(), gone: t.Integer() })], {
      additionalProperties: false,
    }),
  },
  'connection.deleted': { ...connection, result: connected('deleted') },
  'components.imported': { stream: 'components:', subjects: ['components'], result: imported, payload: null },
  'claim.registered': { ...claim, result: stateOf('open') },
  'claim.turned': { ...claim, result: stateOf('open', 'closing') },
  'claim.closing': { ...claim, result: stateOf('closing') },
  'claim.closed': { ...claim, result: stateOf('closed') },
  'violation.opened': violation,
  'violation.updated': violation,
  'violation.resolved': violation,
  'governance.denied': {
    stream: 'denied:',
    subjects: ['action', 'task', 'agent', 'node', 'apikey', 'waiver', 'answer', 'connection', 'feedback'],
    result: atLeast({}),
    payload: null,
  },
  'payload.erased': {
    stream: 'erasure:',
    subjects: ['node'],
    result: facts({ reason: t.String({ minLength: 1, maxLength: 500 }), digest: t.String() }),
    payload: null,
  },
  'semiotic.decoded': {
    stream: 'semiotic:',
    subjects: ['content', 'task'],
    // The content's digest is under the payload's salt, and goes with it: nobody can try afterwards what a short text was.
    result: facts({ job_id: t.String(), content_digest: t.String(), ...engine }),
    action: 'semiotic.decode',
    payload: analysisPayload,
  },
  'analysis.harmonic': {
    stream: 'analysis:',
    subjects: ['content', 'task'],
    result: facts({
      job_id: t.String(),
      content_digest: t.String(),
      ...engine,
      // What it was weighed with: of the constitution, and of the organisation's calibration.
      constitution: t.String(),
      settings_version: t.Integer({ minimum: 0 }),
    }),
    action: 'harmonic.analyze',
    payload: analysisPayload,
  },
  'attunement.calibrated': {
    stream: 'attunement:',
    subjects: ['parameters', 'task'],
    result: facts({
      job_id: t.String(),
      constitution: t.String(),
      // Before and after it.
      previous_version: t.Integer({ minimum: 0 }),
      version: t.Integer({ minimum: 0 }),
      changed: t.Integer({ minimum: 0 }),
      dry_run: t.Boolean(),
    }),
    action: 'attunement.calibrate',
    payload: analysisPayload,
  },
  'briefing.compiled': {
    stream: 'briefing:',
    subjects: ['briefing', 'task'],
    result: facts({ ...composed, sections: t.Integer({ minimum: 0 }), conflicts: t.Integer({ minimum: 0 }) }),
    action: 'briefing.compile',
    payload: briefingPayload,
  },
  'signals.scanned': {
    stream: 'signals:',
    subjects: ['signals', 'task'],
    result: facts({ ...composed, total: t.Integer({ minimum: 0 }) }),
    action: 'signals.scan',
    payload: briefingPayload,
  },
  'meeting.prepared': {
    stream: 'meeting:',
    subjects: ['meeting', 'task'],
    result: facts({ ...composed, attendees: t.Integer({ minimum: 0 }) }),
    action: 'meeting.prepare',
    payload: briefingPayload,
  },
  // That it was given, and that it was taken back: two nodes of one stream, the first with what is learned by.
  'feedback.given': {
    stream: 'feedback:',
    subjects: ['feedback'],
    result: stateOf('in_force', 'taken_back'),
    payload: feedbackPayload,
  },
  'verification.result': {
    ...reserved,
    stream: 'verification:',
    subjects: ['node', 'store', 'task'],
    result: atLeast({ verdict: t.String() }),
  },
} as const satisfies Record<NodeKind, ResultKind>

type Kinds = typeof kinds

/** The kinds that are results: decided on when they are there. */
export type DecidedKind = { [Kind in NodeKind]: Kinds[Kind] extends { action: Action } ? Kind : never }[NodeKind]
export type ActionOfKind<Kind extends DecidedKind> = Kinds[Kind]['action']
/** What a node of a kind says in its `result`. */
export type SaidOf<Kind extends NodeKind> = Static<Kinds[Kind]['result']>

/** A kind as the record has it; undefined of a name that no kind has, which a forged node may give. */
export const kindOf = (name: string): ResultKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as NodeKind] : undefined
