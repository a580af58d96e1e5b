/** Routes of the tasks of one agent: given, looked at, called off, approved. */
import { Approval, Task, TaskAccepted, TaskRequest } from '#shared/contracts/agents'
import { route } from '#shared/routes/route'

const params = { name: 'The agent, from GET /agents.', task_id: 'From the answer that took the task.' }
const hash = '9f2c6d1b0a8e4f7c5d3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5'
const taskId = '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20'
const links = {
  self: `/v1/agents/risk-assessor/tasks/${taskId}`,
  cancel: `/v1/agents/risk-assessor/tasks/${taskId}/cancel`,
  agent: '/v1/agents/risk-assessor',
  job: '/jobs/9a51b204-b0f3-4f5e-8c64-8a3c1e7b2f0e',
  evidence: `/v1/edg/${hash}`,
}
const acceptedExample: TaskAccepted = {
  task_id: taskId,
  agent: 'risk-assessor',
  type: 'stats.summarize',
  status: 'submitted',
  edg_node: hash,
  governance_tier: 'T0',
  links,
}
const taskExample: Task = {
  task_id: taskId,
  agent: 'risk-assessor',
  type: 'stats.summarize',
  status: 'completed',
  result: {
    total_traces: 3,
    unique_systems: 1,
    average_risk_score: 41.5,
    compliant_count: 2,
    non_compliant_count: 1,
    risk_distribution: { LOW: 1, MEDIUM: 1, HIGH: 1 },
    average_processing_time_ms: 1240,
  },
  result_digest: `sha256:${hash}`,
  erased: false,
  error: null,
  head: hash,
  nodes: [{ hash, kind: 'task.state', state: 'completed', timestamp: '2026-05-20T00:00:00.020Z' }],
  governance_tier: 'T0',
  created_at: '2026-05-20T00:00:00.000Z',
  updated_at: '2026-05-20T00:00:00.020Z',
  started_at: '2026-05-20T00:00:00.012Z',
  completed_at: '2026-05-20T00:00:00.020Z',
  deadline: null,
  links,
}

export const agentTaskRoutes = {
  submitAgentTask: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/task',
    operationId: 'submitAgentTask',
    summary: 'Give an agent a task',
    description:
      'Taken in, with its first evidence node, and done as soon as a worker is free. The key needs the area and scope of each type that is asked for, and each counts as one request of its area (a step that scans as a page queued, too): else 403 with the place, or 429 with nothing begun. Under the same Idempotency-Key it is the same task.',
    auth: 'key',
    isGoverned: true,
    params: { name: params.name },
    body: { kind: 'json', schema: TaskRequest, example: { task: { type: 'stats.summarize', payload: {} } } },
    answers: {
      202: {
        description: 'Taken in.',
        schema: TaskAccepted,
        example: acceptedExample,
        headers: { Location: 'The task.' },
      },
    },
    errors: [
      'AGENT_NOT_FOUND',
      'UNSUPPORTED_TASK_TYPE',
      'ADDRESS_REFUSED',
      'AGENT_SUSPENDED',
      'GOVERNANCE_DENIED',
      'GOVERNANCE_HALT',
    ],
  }),
  getAgentTask: route({
    area: 'B',
    method: 'GET',
    path: '/agents/:name/tasks/:task_id',
    operationId: 'getAgentTask',
    summary: 'How a task fares, and what came of it',
    description: 'Its state, its result once it is completed, and the evidence node of each state it was in.',
    auth: 'key',
    params,
    answers: { 200: { description: 'The task.', schema: Task, example: taskExample } },
    errors: ['TASK_NOT_FOUND'],
  }),
  cancelAgentTask: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/tasks/:task_id/cancel',
    operationId: 'cancelAgentTask',
    summary: 'Call a task off',
    description: 'A waiting task is taken out, a working one is told to stop. Nothing of it is kept but its evidence.',
    auth: 'key',
    params,
    answers: {
      200: { description: 'The task, canceled.', schema: Task, example: { ...taskExample, status: 'canceled' } },
    },
    errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  approveAgentTask: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/tasks/:task_id/approve',
    operationId: 'approveAgentTask',
    summary: 'Release or reject a result that waits for a person',
    description: 'A task is held in input-required where an article asks for a review. Nobody approves their own.',
    auth: 'governance:write',
    isGoverned: true,
    params,
    body: {
      kind: 'json',
      schema: Approval,
      example: { decision: 'release', reason: 'looked at by the safety board' },
    },
    answers: { 200: { description: 'The task, completed or rejected.', schema: Task, example: taskExample } },
    errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
  }),
}
