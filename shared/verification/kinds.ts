/** What each kind of node says: the stream it stands in, what it may be about, and the facts in its `result`. */

import { type TSchema, Type as t } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Compliance } from '#db/documents/scan-report'
import { taskStatuses } from '#db/documents/states'
import '#shared/kernel/schema/formats'
import { NodeBody, type NodeKind, nodeKinds } from '#shared/contracts/node'

const Fact = t.Union([t.String(), t.Number(), t.Boolean()])
const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })

/** These facts and no others. */
const facts = (required: Record<string, TSchema>, optional: Record<string, TSchema> = {}) =>
  t.Object(
    {
      ...required,
      ...Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, t.Optional(schema)])),
    },
    { additionalProperties: false },
  )
/** At least these; what else there is, is a fact too. */
const atLeast = (required: Record<string, TSchema>) => t.Object(required, { additionalProperties: Fact })
const nothing = t.Null()
/** A change of state: V12 holds the row of the thing to it. */
const state = atLeast({ state: t.String({ minLength: 1 }) })
const stateOf = (...states: string[]) => atLeast({ state: t.Union(states.map((one) => t.Literal(one))) })

type KindRule = {
  /** The stream's name, up to the colon; a name that ends without one is the whole. */
  stream: `${string}:` | 'constitution'
  subjects: readonly string[]
  result: TSchema
}

export const kindRules: Record<NodeKind, KindRule> = {
  genesis: { stream: 'log:', subjects: ['log'], result: atLeast({}) },
  'key.registered': {
    stream: 'key:',
    subjects: ['key'],
    result: facts({ algorithm: t.Literal('Ed25519'), public_key: t.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }) }),
  },
  'key.revoked': { stream: 'key:', subjects: ['key'], result: facts({ reason: t.String({ minLength: 1 }) }) },
  'apikey.issued': { stream: 'apikey:', subjects: ['apikey'], result: stateOf('usable') },
  'apikey.changed': { stream: 'apikey:', subjects: ['apikey'], result: stateOf('usable', 'ended') },
  'apikey.revoked': { stream: 'apikey:', subjects: ['apikey'], result: stateOf('ended') },
  'waiver.created': { stream: 'waiver:', subjects: ['waiver'], result: stateOf('in_force') },
  'waiver.revoked': { stream: 'waiver:', subjects: ['waiver'], result: stateOf('revoked') },
  'constitution.enacted': { stream: 'constitution', subjects: ['constitution'], result: atLeast({}) },
  'agent.registered': { stream: 'agent:', subjects: ['agent'], result: state },
  'agent.changed': { stream: 'agent:', subjects: ['agent'], result: state },
  'task.submitted': { stream: 'task:', subjects: ['task'], result: stateOf('submitted', 'input-required') },
  'task.planned': { stream: 'task:', subjects: ['task'], result: stateOf(...taskStatuses) },
  'task.state': { stream: 'task:', subjects: ['task'], result: stateOf(...taskStatuses) },
  'step.state': { stream: 'task:', subjects: ['task', 'step'], result: state },
  'trace.recorded': { stream: 'trace:', subjects: ['trace'], result: t.Union([nothing, atLeast({})]) },
  'annotation.recorded': { stream: 'annotation:', subjects: ['annotation'], result: stateOf('recorded') },
  'tree.generated': {
    stream: 'tree:',
    subjects: ['trace', 'system'],
    // A review of none: a task would not tell the tree before a person had looked at it.
    result: facts(
      { job_id: t.String(), profile: t.String(), tree_digest: t.String(), tree_spec: t.String() },
      { human_review: t.Literal('none') },
    ),
  },
  'analysis.harmonic': { stream: 'analysis:', subjects: ['content', 'task'], result: atLeast({}) },
  'attunement.calibrated': { stream: 'attunement:', subjects: ['parameters', 'task'], result: atLeast({}) },
  'semiotic.decoded': { stream: 'semiotic:', subjects: ['content', 'task'], result: atLeast({}) },
  'briefing.compiled': { stream: 'briefing:', subjects: ['briefing', 'task'], result: atLeast({}) },
  'signals.scanned': { stream: 'signals:', subjects: ['signals', 'task'], result: atLeast({}) },
  'meeting.prepared': { stream: 'meeting:', subjects: ['meeting', 'task'], result: atLeast({}) },
  'scan.completed': {
    stream: 'scan:',
    subjects: ['scan'],
    result: facts({
      score: t.Number({ minimum: 0, maximum: 100 }),
      score_version: t.String(),
      compliance: Compliance,
      standard: t.String(),
    }),
  },
  'design.verified': { stream: 'design:', subjects: ['design', 'page', 'task'], result: atLeast({}) },
  'claim.registered': { stream: 'claim:', subjects: ['claim'], result: stateOf('open') },
  'claim.turned': { stream: 'claim:', subjects: ['claim'], result: stateOf('open', 'closing') },
  'claim.closing': { stream: 'claim:', subjects: ['claim'], result: stateOf('closing') },
  'claim.closed': { stream: 'claim:', subjects: ['claim'], result: stateOf('closed') },
  'violation.opened': { stream: 'violation:', subjects: ['violation'], result: state },
  'violation.updated': { stream: 'violation:', subjects: ['violation'], result: state },
  'violation.resolved': { stream: 'violation:', subjects: ['violation'], result: state },
  'governance.denied': {
    stream: 'denied:',
    subjects: ['action', 'task', 'agent', 'node', 'apikey', 'waiver'],
    result: atLeast({}),
  },
  'payload.erased': {
    stream: 'erasure:',
    subjects: ['node'],
    result: facts({ reason: t.String({ minLength: 1, maxLength: 500 }), digest: t.String() }),
  },
  'verification.result': {
    stream: 'verification:',
    subjects: ['node', 'store', 'task'],
    result: atLeast({ verdict: t.String() }),
  },
  'checkpoint.published': {
    stream: 'log:',
    subjects: ['log'],
    result: atLeast({ size: t.Integer({ minimum: 0 }), root: t.Union([Hex, t.String()]) }),
  },
}

const bodyCheck = TypeCompiler.Compile(NodeBody)
const resultChecks: ReadonlyMap<string, TypeCheck<TSchema>> = new Map(
  nodeKinds.map((kind) => [kind, TypeCompiler.Compile(kindRules[kind].result)]),
)

/** Why a value is no node of its kind; undefined for a sound one. */
export function shapeFault(value: unknown): string | undefined {
  if (!bodyCheck.Check(value)) {
    const error = bodyCheck.Errors(value).First()
    return `the body's ${error?.path || 'shape'} does not fit`
  }
  const { stream, subjects } = kindRules[value.kind]
  const isInStream = stream.endsWith(':') ? value.stream.startsWith(stream) : value.stream === stream
  if (!isInStream) return `a ${value.kind} does not stand in the stream ${value.stream}`
  if (!subjects.includes(value.subject.type)) return `a ${value.kind} is not about a ${value.subject.type}`
  const check = resultChecks.get(value.kind)
  if (!check?.Check(value.result)) {
    const error = check?.Errors(value.result).First()
    return `the result's ${error?.path || 'shape'} does not fit a ${value.kind}`
  }
  return undefined
}
