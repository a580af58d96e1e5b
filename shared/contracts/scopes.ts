/** What an active violation may keep its subject from. Nothing is announced of a subject that nobody holds it to. */

import type { Action } from '#shared/contracts/actions'

/** By scope: whom it can be held to, and what is kept from them. */
export const scopes = {
  tasks: {
    of: 'agent',
    means: 'the agent takes no task and begins none: 409 AGENT_SUSPENDED',
  },
  side_effects: {
    of: 'agent',
    means:
      'the agent takes and begins no task that writes or reaches outside: 403 GOVERNANCE_DENIED, unless it is overridden',
  },
  clearance: {
    of: 'system',
    means: 'every answer about a trace or a tree of the system says X-Constitutional-Compliance: violation',
  },
} as const satisfies Record<string, { of: string; means: string }>

export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as Scope[]

const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)

/** What telemetry says that names no system: all of it is not one system, which could be held to anything. */
const nameless = 'unknown'

/** Those of an article's scopes that this subject is really held to. */
export const scopesHeldTo = (subject: { type: string; id: string }, blocks: readonly string[]): Scope[] =>
  blocks.filter(isScope).filter((scope) => scopes[scope].of === subject.type && !isNameless(subject))

const isNameless = ({ type, id }: { type: string; id: string }) => type === 'system' && id === nameless

const blamed: Readonly<Record<Action, string>> = {
  'trace.record': 'system',
  'tree.generate': 'system',
  'scan.complete': 'scan',
  'design.verify': 'design',
  'semiotic.decode': 'content',
  'harmonic.analyze': 'content',
  'attunement.calibrate': 'parameters',
  'briefing.compile': 'briefing',
  'signals.scan': 'signals',
  'meeting.prepare': 'meeting',
  'feedback.give': 'feedback',
  'connection.create': 'connection',
  'connection.change': 'connection',
  'connection.delete': 'connection',
  'task.submit': 'agent',
  'task.result': 'agent',
  'task.approve': 'task',
  'agent.register': 'agent',
  'key.issue': 'apikey',
  'key.change': 'apikey',
  'key.rotate': 'apikey',
  'key.revoke': 'apikey',
  'waiver.create': 'waiver',
  'waiver.revoke': 'waiver',
  'question.answer': 'answer',
  'payload.erase': 'node',
  'state.check': 'state',
  'job.check': 'queue',
  'log.check': 'log',
  'replay.check': 'node',
  'deadline.check': 'task',
  'claim.check': 'claim',
}

/** Whom a violation is of, by what was decided on. A secret that was taken out of a result is nobody's but its task type's. */
export const blamedFor = (action: Action, uses: readonly string[]): string =>
  action === 'task.result' && uses.includes('secrets_found') ? 'task_type' : blamed[action]
