/** Routes of tasks: submitted, listed, looked at, followed, and moved by people. */
import { EvidenceNode } from '#shared/contracts/evidence'
import {
  longestTaskWaitSeconds,
  TaskCreated,
  TaskDetail,
  TaskInput,
  TaskList,
  TaskListQuery,
  TaskQuery,
  TaskStepDetail,
  TaskSubmission,
} from '#shared/contracts/tasks'
import { eventText } from '#shared/kernel/event-text'
import { nodeExample } from '#shared/routes/examples/evidence'
import {
  createdExample,
  detailExample,
  stepDetailExample,
  submissionExample,
  summaryExample,
} from '#shared/routes/examples/tasks'
import { cachingHeaders, streamHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const params = { task_id: 'From POST /tasks.' }

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

export const taskRoutes = {
  createTask: route({
    area: 'C',
    method: 'POST',
    path: '/tasks',
    operationId: 'createTask',
    summary: 'Submit a task for constitutional orchestration',
    description:
      'One of: task (or type with payload), which one agent does; steps that need one another, whose payloads and conditions may refer to what came of others as {"$ref": "steps.ID.result#/pointer"}; a goal in words, of which a planner makes steps. The task and its first evidence node exist when this answers; it is done as soon as workers are free. The key needs the area and scope of each type that is asked for, and each counts as one request of its area (a step that scans as a page queued, too): else 403 with the place, or 429 with nothing begun. Under the same Idempotency-Key it is the same task.',
    auth: 'key',
    isGoverned: true,
    prefer: `wait=N: answers when the task has ended or waits for a person, after N seconds at most, ${longestTaskWaitSeconds} at the longest. respond-async: at once, as without it.`,
    body: { kind: 'json', schema: TaskSubmission, example: submissionExample },
    answers: {
      201: {
        description: 'The task was made.',
        schema: TaskCreated,
        example: createdExample,
        headers: { Location: 'The task.', 'Preference-Applied': 'What of Prefer was heeded.' },
      },
    },
    errors: [
      'TRACE_NOT_FOUND',
      'AGENT_NOT_FOUND',
      'UNSUPPORTED_TASK_TYPE',
      'ADDRESS_REFUSED',
      'SCOPE_REQUIRED',
      'AGENT_SUSPENDED',
      'GOVERNANCE_DENIED',
      'GOVERNANCE_HALT',
      'AGENT_FAILED',
      'JOB_TIMEOUT',
      'JOB_FAILED',
    ],
  }),
  listTasks: route({
    area: 'C',
    method: 'GET',
    path: '/tasks',
    operationId: 'listTasks',
    summary: 'List tasks, newest first',
    description: 'All of the organisation, also those given to agents one by one.',
    auth: 'key',
    query: TaskListQuery,
    answers: {
      200: {
        description: 'A page of tasks.',
        schema: TaskList,
        example: { tasks: [summaryExample], next_cursor: null },
      },
    },
  }),
  getTask: route({
    area: 'C',
    method: 'GET',
    path: '/tasks/:task_id',
    operationId: 'getTask',
    summary: 'Task status, result and full evidence chain',
    description:
      'Any task of the organisation. The chain is the newest node with all its ancestors, in pages; next_cursor goes on with the same chain, whatever the task has done meanwhile.',
    auth: 'key',
    params,
    query: TaskQuery,
    answers: { 200: { description: 'The task.', schema: TaskDetail, example: detailExample } },
    errors: ['TASK_NOT_FOUND'],
  }),
  getTaskStep: route({
    area: 'C',
    method: 'GET',
    path: '/tasks/:task_id/steps/:step_id',
    operationId: 'getTaskStep',
    summary: 'One step: what it was given and what came of it',
    description: 'A payload as it was planned, its input with what other steps came to put in, and its result.',
    auth: 'key',
    params: { ...params, step_id: 'The name it was given in the plan.' },
    answers: { 200: { description: 'The step.', schema: TaskStepDetail, example: stepDetailExample } },
    errors: ['TASK_NOT_FOUND', 'STEP_NOT_FOUND'],
  }),
  cancelTask: route({
    area: 'C',
    method: 'POST',
    path: '/tasks/:task_id/cancel',
    operationId: 'cancelTask',
    summary: 'Call a task off',
    description:
      'Final at once: what waits is taken out, what is done is told to stop, and nothing that comes later counts. A task that was called off before is answered as it is.',
    auth: 'key',
    params,
    answers: {
      200: {
        description: 'The task, canceled.',
        schema: TaskDetail,
        example: { ...detailExample, status: 'canceled', result: null, result_digest: null },
      },
    },
    errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  answerTask: route({
    area: 'C',
    method: 'POST',
    path: '/tasks/:task_id/input',
    operationId: 'answerTask',
    summary: 'Answer a question, release or reject a held result',
    description:
      'A task in input-required waits for a person. A question, of a step of the type person.ask, takes an answer from any key of the organisation. A result that an article holds takes a decision, from a key with governance:write that is not the submitter’s: released, the task goes on; rejected, the step has failed.',
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: TaskInput, example: { step: 'review', answer: 'yes' } },
    answers: { 200: { description: 'The task as it goes on.', schema: TaskDetail, example: detailExample } },
    errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT', 'SCOPE_REQUIRED', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
  }),
  streamTaskEvents: route({
    area: 'C',
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
    params,
    requestHeaders: { 'Last-Event-ID': 'The id of the event that was seen last.' },
    answers: {
      200: {
        description: 'The events.',
        type: 'text/event-stream',
        example: eventsExample,
        headers: streamHeaders,
      },
    },
    errors: ['TASK_NOT_FOUND', 'INVALID_REQUEST', 'RATE_LIMIT_EXCEEDED'],
  }),
  getNode: route({
    area: 'C',
    method: 'GET',
    path: '/edg/:node_id',
    operationId: 'getNode',
    summary: 'One evidence node: agent, timestamp, result, linked nodes',
    description:
      'What was hashed stands at the top level, among it agent, timestamp and result; linked_nodes has its parents and children, and payload what the node is about.',
    auth: 'key',
    params: { node_id: 'SHA-256 of the node, 64 hex digits; the prefix sha256: is taken.' },
    answers: {
      200: { description: 'The node.', schema: EvidenceNode, example: nodeExample, headers: cachingHeaders },
    },
    errors: ['NODE_NOT_FOUND'],
  }),
}
