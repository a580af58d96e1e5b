/** One evidence node, as area B shows it. */

import { nodeBody, nodeOf } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import type { EvidenceNode } from '#shared/contracts/evidence'
import { taskRoutes } from '#shared/routes/tasks'

export function nodeEndpoints(room: AppContext): Endpoint[] {
  const { basePaths, areas } = room.config
  return [
    bind(taskRoutes.getNode, async (call) => {
      const row = await nodeOf(room, call, 'node_id')
      call.concern({ nodeId: row.id, subjects: [{ type: 'node', id: row.id }] })
      const node = await nodeBody(room, row, call)
      const { subject, agent } = node
      call.concern({ subjects: [subject, { type: 'agent', id: agent.name }] })
      if (subject.type === 'task' || subject.type === 'step')
        call.concern({ tier: tierOfViolations(await violatedBy(room, callerOf(call).orgId, [subject])) })
      const links = {
        ...(areas.includes('B') ? node.links : {}),
        self: `${basePaths.C}/edg/${row.id}`,
        ...subjectLink(subject, basePaths.C),
      }
      return json(200, { ...node, links }, { ETag: `"${row.id}"`, 'Cache-Control': 'private, no-cache' })
    }),
  ]
}

/** A task and a step of one are looked at in this area. */
function subjectLink({ type, id }: EvidenceNode['subject'], base: string): Record<string, string> {
  if (type === 'task') return { subject: `${base}/tasks/${id}` }
  const [taskId, stepId] = id.split('/')
  return type === 'step' ? { subject: `${base}/tasks/${taskId}/steps/${stepId}` } : {}
}
