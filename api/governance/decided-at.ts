/** The operations at which a client meets what is decided on each action. */

import type { Action } from '#shared/contracts/actions'
import type { Config } from '#shared/kernel/config'
import { routes } from '#shared/routes/index'
import { type Route, templateOf } from '#shared/routes/route'

type Operation = keyof typeof routes

const toSubmit: readonly Operation[] = ['createTask', 'submitAgentTask', 'callAgent']

/** What is decided continuously, or by a command, is met at none. */
const operations: Readonly<Record<Action, readonly Operation[]>> = {
  'trace.record': ['createTrace', 'createTraces', 'ingestSpans', ...toSubmit],
  'tree.generate': ['generateTree', 'getSystemTree', 'compareSystems', ...toSubmit],
  'scan.complete': ['scanPage', 'createScanRun', ...toSubmit],
  'design.verify': ['verifyDesign', ...toSubmit],
  'semiotic.decode': ['decodeContent', ...toSubmit],
  'harmonic.analyze': ['analyzeContent', ...toSubmit],
  'attunement.calibrate': ['calibrateParameters', ...toSubmit],
  'briefing.compile': ['getBriefing', ...toSubmit],
  'signals.scan': ['listSignals', ...toSubmit],
  'meeting.prepare': ['prepareMeeting', ...toSubmit],
  'feedback.give': ['giveFeedback'],
  'connection.create': ['createConnection'],
  'connection.change': ['replaceSecret'],
  'connection.delete': ['deleteConnection'],
  'task.submit': toSubmit,
  // Whatever tells a result of a task, and holds it back until it is released.
  'task.result': ['getTask', 'getTaskStep', 'getAgentTask', 'callAgent', 'getJobResult', 'getTree'],
  'task.approve': ['answerTask', 'approveAgentTask'],
  'agent.register': ['registerAgent'],
  'key.issue': [],
  'key.change': [],
  'key.rotate': [],
  'key.revoke': [],
  'waiver.create': ['createWaiver'],
  'waiver.revoke': ['revokeWaiver'],
  'question.answer': ['answerQuestion', 'withdrawAnswer', 'withdrawAnswerOf'],
  'payload.erase': ['erasePayload'],
  'state.check': [],
  'job.check': [],
  'log.check': [],
  'replay.check': [],
  'deadline.check': [],
  'claim.check': [],
}

/** Those of some actions, in the areas that are served, each once. */
export const decidedAt = (
  actions: readonly Action[],
  { areas, basePaths }: Pick<Config, 'areas' | 'basePaths'>,
): string[] => [
  ...new Set(
    actions
      .flatMap((action) => operations[action])
      .map((operation): Route => routes[operation])
      .filter(({ area }) => area === undefined || areas.includes(area))
      .map(({ area, method, path }) => `${method} ${area === undefined ? '' : basePaths[area]}${templateOf(path)}`),
  ),
]
