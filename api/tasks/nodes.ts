/** One evidence node, as area B shows it. */

import { nodeBody, nodeOf } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { cachingHeaders } from '#api/http/etag'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import { EvidenceNode } from '#shared/contracts/evidence'
import { nodeExample } from '#shared/routes/examples/evidence'

export function nodeEndpoints(room: AppContext): Endpoint[] {
  const { basePaths, areas } = room.config
  return [
    endpoint({
      method: 'GET',
      path: '/edg/:node_id',
      operationId: 'getNode',
      summary: 'One evidence node: agent, timestamp, result, linked nodes',
      description:
        'What was hashed stands at the top level, among it agent, timestamp and result; linked_nodes has its parents and children, and payload what the node is about.',
      auth: 'key',
      params: { node_id: 'SHA-256 of the node, 64 hex digits; the prefix sha256: is taken.' },
      responses: {
        200: { description: 'The node.', schema: EvidenceNode, example: nodeExample, headers: cachingHeaders },
      },
      errors: ['NODE_NOT_FOUND'],
      async handler(call): Promise<Answer> {
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
      },
    }),
  ]
}

/** A task and a step of one are looked at in this area. */
function subjectLink({ type, id }: EvidenceNode['subject'], base: string): Record<string, string> {
  if (type === 'task') return { subject: `${base}/tasks/${id}` }
  const [taskId, stepId] = id.split('/')
  return type === 'step' ? { subject: `${base}/tasks/${taskId}/steps/${stepId}` } : {}
}
