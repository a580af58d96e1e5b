/** How a task fares, as server-sent events: one per evidence node of its stream, until it has ended. */

import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint } from '#api/http/endpoint'
import { heartbeat, heartbeatMs, openEventStreams } from '#api/http/event-stream'
import { taskOf } from '#api/tasks/find-task'
import { presentSummary } from '#api/tasks/present'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import type { TaskWatch } from '#api/tasks/watch'
import { type TaskRow, taskNodesAfter } from '#db/queries/tasks'
import type { NodeBody } from '#shared/contracts/node'
import { isTerminal } from '#shared/contracts/task-states'
import { invalidRequest } from '#shared/kernel/errors/request'
import { eventText } from '#shared/kernel/event-text'
import { taskRoutes } from '#shared/routes/tasks'
import { readTask, requireLine } from '#shared/tasks/read-task'

const nodesAtOnce = 200

export function taskEventsEndpoints(room: AppContext & { watch: TaskWatch }): Endpoint[] {
  const streams = openEventStreams()
  return [
    bind(taskRoutes.streamTaskEvents, async (call) => {
      const row = await taskOf(room, call)
      const after = lastEventOf(call)
      const violations = await violatedBy(room, callerOf(call).orgId, [{ type: 'task', id: row.id }])
      call.concern({ tier: tierOfViolations(violations) })
      return streams(call, (signal) => follow(room, row, after, signal))
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
  { read, watch, drain, config, signer }: AppContext & { watch: TaskWatch },
  first: TaskRow,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { id, org_id: orgId } = first
  let row: TaskRow | undefined = first
  let told = after
  let before: string | null | undefined = after < 0 ? null : undefined
  while (row && !signal.aborted && !drain.isLeaving) {
    while (told < row.version && !signal.aborted) {
      const nodes = await read((sql) => taskNodesAfter(sql, id, told, nodesAtOnce))
      if (nodes.length === 0) throw new Error(`task ${row.id} lacks nodes after place ${told}`)
      requireLine(nodes, told + 1, before, row)
      before = nodes.at(-1)?.hash
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
    row = await read((sql) => readTask(sql, signer, { orgId, id }))
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
