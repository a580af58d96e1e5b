/** How a task fares, as server-sent events: one per evidence node of its stream, until it has ended. */

import type { AppContext } from '#api/http/context'
import { type Answer, type Call, callerOf, type Endpoint, endpoint } from '#api/http/endpoint'
import { eventText, heartbeat, heartbeatMs, openEventStreams, streamHeaders } from '#api/http/event-stream'
import { createdExample, summaryExample } from '#api/tasks/examples'
import { taskOf } from '#api/tasks/find-task'
import { presentSummary } from '#api/tasks/present'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import type { TaskWatch } from '#api/tasks/watch'
import { findTask, type TaskRow, taskNodesAfter } from '#db/queries/tasks'
import type { NodeBody } from '#shared/contracts/node'
import { isTerminal } from '#shared/contracts/task-states'
import { invalidRequest } from '#shared/kernel/errors/request'

const nodesAtOnce = 200

const eventsExample =
  eventText({
    event: 'node',
    id: 0,
    data: JSON.stringify({
      node: createdExample.edg_node,
      kind: 'task.submitted',
      state: 'submitted',
      timestamp: createdExample.created_at,
    }),
  }) + eventText({ event: 'end', id: 2, data: JSON.stringify(summaryExample) })

export function taskEventsEndpoints(room: AppContext & { watch: TaskWatch }): Endpoint[] {
  const streams = openEventStreams()
  return [
    endpoint({
      method: 'GET',
      path: '/tasks/:task_id/events',
      operationId: 'streamTaskEvents',
      summary: 'Follow a task',
      description:
        'Server-sent events. node: one for each evidence node of the task, from its first, {node, kind, state, step?, task_state?, timestamp}; its id is the ' +
        'place of the node. end: the task as GET /tasks lists it, then the stream closes. Last-Event-ID goes on behind the event of that id. ' +
        'A stream that closes without end is to be opened again. Comments keep the connection awake. ' +
        'error: the key was revoked or has expired; the stream closes within a second of that.',
      auth: 'key',
      params: { task_id: 'From POST /tasks.' },
      requestHeaders: { 'Last-Event-ID': 'The id of the event that was seen last.' },
      responses: {
        200: {
          description: 'The events.',
          type: 'text/event-stream',
          example: eventsExample,
          headers: streamHeaders,
        },
      },
      errors: ['TASK_NOT_FOUND', 'INVALID_REQUEST', 'RATE_LIMIT_EXCEEDED'],
      async handler(call): Promise<Answer> {
        const row = await taskOf(room, call)
        const after = lastEventOf(call)
        const violations = await violatedBy(room, callerOf(call).orgId, [{ type: 'task', id: row.id }])
        call.concern({ tier: tierOfViolations(violations) })
        return streams(call, (signal) => follow(room, row, after, signal))
      },
    }),
  ]
}

/** The place of the node that the client has heard of last; -1 of none. @throws INVALID_REQUEST */
function lastEventOf({ request }: Call): number {
  const told = request.headers.get('last-event-id')
  if (told === null || told === '') return -1
  if (/^\d{1,9}$/.test(told)) return Number(told)
  const expected = 'the id of an event of this stream'
  throw invalidRequest([{ path: 'Last-Event-ID', message: `is not ${expected}`, expected }])
}

/** Ends with the task, when the client leaves, and when the process is about to end. */
async function* follow(
  { read, watch, drain, config }: AppContext & { watch: TaskWatch },
  first: TaskRow,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { id, org_id: orgId } = first
  let row: TaskRow | undefined = first
  let told = after
  while (row && !signal.aborted && !drain.isLeaving) {
    while (told < row.version && !signal.aborted) {
      const nodes = await read((sql) => taskNodesAfter(sql, id, told, nodesAtOnce))
      if (nodes.length === 0) throw new Error(`task ${row.id} lacks nodes after place ${told}`)
      for (const { pos, ...node } of nodes) {
        yield eventText({ event: 'node', id: pos, data: JSON.stringify(presentNode(node)) })
        told = pos
      }
    }
    if (isTerminal(row.status)) {
      const data = JSON.stringify(presentSummary(row, config.basePaths.C))
      yield eventText({ event: 'end', id: row.version, data })
      return
    }
    if (!(await watch.moved(row.id, row.version, heartbeatMs, signal))) {
      if (!signal.aborted && !drain.isLeaving) yield heartbeat
    }
    row = await read((sql) => findTask(sql, orgId, id))
  }
}

function presentNode({ hash, body }: { hash: string; body: string }) {
  const { kind, result, timestamp }: NodeBody = JSON.parse(body)
  const { state, step, task_state } = result ?? {}
  return {
    node: hash,
    kind,
    state: state ?? null,
    ...(step === undefined ? {} : { step }),
    ...(task_state === undefined ? {} : { task_state }),
    timestamp,
  }
}
