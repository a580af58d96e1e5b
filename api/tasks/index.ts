/** Area C: tasks of many steps with their evidence, analysis of content, briefings. Mounts its endpoints and puts its two headers on every answer. */

import { parameterEndpoints } from '#api/attunement/parameters'
import { briefingEndpoints } from '#api/briefings/index'
import { connectionEndpoints } from '#api/connections/index'
import { contentEndpoints } from '#api/content/index'
import type { AppContext } from '#api/http/context'
import type { Mount } from '#api/http/endpoint'
import type { AreaHeaders } from '#api/http/request'
import { nodeEndpoints } from '#api/tasks/nodes'
import { openTaskDetails } from '#api/tasks/task-detail'
import { taskEventsEndpoints } from '#api/tasks/task-events'
import { taskMoveEndpoints } from '#api/tasks/task-moves'
import { taskEndpoints } from '#api/tasks/tasks'
import { openTaskWatch } from '#api/tasks/watch'
import { standings } from '#db/queries/tasks'
import { gravest } from '#shared/contracts/decision'

export function mountOrchestration(room: AppContext): Mount {
  const watch = openTaskWatch({
    look: (ids) =>
      room
        .read((sql) => standings(sql, ids))
        .catch((error) => {
          room.log.debug({ err: error, tasks: ids.length }, 'tasks that are waited for could not be looked at')
          throw error
        }),
    isOver: () => room.drain.isLeaving,
  })
  const shown = { ...room, watch, show: openTaskDetails(room) }
  return {
    area: 'C',
    name: 'orchestration',
    basePath: room.config.basePaths.C,
    endpoints: [
      ...taskEndpoints(shown),
      ...taskMoveEndpoints(shown),
      ...taskEventsEndpoints(shown),
      ...nodeEndpoints(room),
      ...contentEndpoints(room),
      ...parameterEndpoints(room),
      ...connectionEndpoints(room),
      ...briefingEndpoints(room),
    ],
  }
}

/** Told while nothing of the constitution could be read yet. */
const noNode = '0'.repeat(64)

/** Where an answer is about no node of its own, the node stands that put the constitution in force. */
export const orchestrationHeaders =
  ({ governance }: Pick<AppContext, 'governance'>): AreaHeaders =>
  (answer, { caller, concern }) => {
    const key = caller ? [{ type: 'key', id: caller.keyId }] : []
    const known = caller ? governance.tierOf(caller.orgId, [...key, ...concern.subjects]) : 'T0'
    return {
      'X-EDG-Node-ID': answer.nodeId ?? concern.nodeId ?? governance.enactment() ?? noNode,
      'X-Governance-Tier': gravest([concern.tier, known, governance.floor()]),
    }
  }
