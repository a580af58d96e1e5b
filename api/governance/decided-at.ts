/** The doors at which a client meets what is decided on each action. */

import type { Action } from '#shared/contracts/actions'
import type { Area } from '#shared/kernel/areas'
import type { Config } from '#shared/kernel/config'

type Door = [area: Area | undefined, method: string, path: string]

const toSubmit: Door[] = [
  ['C', 'POST', '/tasks'],
  ['B', 'POST', '/agents/{name}/task'],
  ['B', 'POST', '/agents/{name}/a2a'],
]

/** What is decided continuously, or by a command, has no door. */
const doors: Readonly<Record<Action, readonly Door[]>> = {
  'trace.record': [
    ['A', 'POST', '/traces'],
    ['A', 'POST', '/traces/batch'],
    ['A', 'POST', '/otlp/v1/traces'],
    ...toSubmit,
  ],
  'tree.generate': [
    ['A', 'POST', '/generate'],
    ['A', 'GET', '/systems/{system_source}/tree'],
    ['A', 'GET', '/systems/compare'],
    ...toSubmit,
  ],
  'scan.complete': [['D', 'POST', '/api/scan'], ['D', 'POST', '/api/scan-runs'], ...toSubmit],
  'task.submit': toSubmit,
  // Whatever tells a result of a task, and holds it back until it is released.
  'task.result': [
    ['C', 'GET', '/tasks/{task_id}'],
    ['C', 'GET', '/tasks/{task_id}/steps/{step_id}'],
    ['B', 'GET', '/agents/{name}/tasks/{task_id}'],
    ['B', 'POST', '/agents/{name}/a2a'],
    [undefined, 'GET', '/jobs/{job_id}/result'],
    ['A', 'GET', '/trees/{job_id}'],
  ],
  'task.approve': [
    ['C', 'POST', '/tasks/{task_id}/input'],
    ['B', 'POST', '/agents/{name}/tasks/{task_id}/approve'],
  ],
  'agent.register': [['B', 'POST', '/agents']],
  'key.issue': [],
  'key.change': [],
  'key.rotate': [],
  'key.revoke': [],
  'waiver.create': [['D', 'POST', '/api/waivers']],
  'waiver.revoke': [['D', 'POST', '/api/waivers/{waiverId}/revoke']],
  'payload.erase': [['B', 'POST', '/edg/{hash}/erase']],
  'state.check': [],
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
      .flatMap((action) => doors[action])
      .filter(([area]) => area === undefined || areas.includes(area))
      .map(([area, method, path]) => `${method} ${area === undefined ? '' : basePaths[area]}${path}`),
  ),
]
