/** Examples of tasks: as they are submitted, listed and looked at. */
import type {
  TaskCreated,
  TaskDetail,
  TaskStep,
  TaskStepDetail,
  TaskSubmission,
  TaskSummary,
} from '#shared/contracts/tasks'
import { chainExample } from '#shared/routes/examples/evidence'

const id = '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20'
const hash = '9f2c6d1b0a8e4f7c5d3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5'
const digest = `sha256:${hash}`
const submittedAt = '2026-05-20T00:00:00.000Z'
const endedAt = '2026-05-20T00:00:00.060Z'

/** Without a reference: tools that read OpenAPI take any $ref for one of theirs. */
export const submissionExample: TaskSubmission = {
  steps: [
    { id: 'figures', type: 'stats.summarize' },
    {
      id: 'look',
      type: 'person.ask',
      needs: ['figures'],
      payload: { question: 'Are these figures as you expect them?', choices: ['yes', 'no'] },
    },
    { id: 'newest', type: 'trace.query', needs: ['look'], payload: { limit: 10 } },
  ],
}

export const createdExample: TaskCreated = {
  id,
  task_id: id,
  status: 'submitted',
  edg_node: hash,
  evidence: { node: hash },
  governance_tier: 'T0',
  created_at: submittedAt,
}

export const summaryExample: TaskSummary = {
  id,
  task_id: id,
  type: 'plan.execute',
  agent: 'orchestrator',
  status: 'completed',
  progress: { done: 1, total: 1 },
  governance_tier: 'T0',
  edg_node: hash,
  created_at: submittedAt,
  updated_at: endedAt,
  completed_at: endedAt,
  links: {
    self: `/tasks/${id}`,
    events: `/tasks/${id}/events`,
    cancel: `/tasks/${id}/cancel`,
    evidence: `/edg/${hash}`,
  },
}

const stepExample: TaskStep = {
  id: 'newest',
  type: 'trace.query',
  agent: 'risk-assessor',
  state: 'completed',
  needs: [],
  on_error: 'fail',
  attempt: 1,
  max_attempts: 3,
  job_id: '9a51b204-b0f3-4f5e-8c64-8a3c1e7b2f0e',
  node: hash,
  made: null,
  result_digest: digest,
  reason: null,
  error: null,
  governance_tier: 'T0',
  started_at: '2026-05-20T00:00:00.020Z',
  completed_at: '2026-05-20T00:00:00.050Z',
  links: { self: `/tasks/${id}/steps/newest` },
}
const result = { traces: [], total: 0, limit: 10, offset: 0, next_cursor: null }

export const stepDetailExample: TaskStepDetail = {
  ...stepExample,
  task_id: id,
  payload: { limit: 10 },
  input: { limit: 10 },
  result,
}

const { governance_tier: _tier, edg_node: _node, ...summarized } = summaryExample

export const detailExample: TaskDetail = {
  ...summarized,
  status_message: null,
  result: { newest: result },
  result_digest: digest,
  erased: false,
  error: null,
  attempt: 1,
  started_at: '2026-05-20T00:00:00.020Z',
  deadline: null,
  governance: { tier: 'T0', violations: [] },
  steps: [stepExample],
  evidence_chain: { head: hash, count: 1, total: 1, complete: true, nodes: chainExample.nodes, next_cursor: null },
}
