/** How tasks look on the wire. */
import type { TaskRow } from '#db/queries/tasks'
import type { Task, TaskAccepted } from '#shared/contracts/agents'
import { readTier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import type { StoredError } from '#shared/kernel/errors'
import { resultOf } from '#shared/tasks/read-task'

type Links = TaskAccepted['links']

const linksOf = ({ id, agent, job_id, head, steps_total, is_erased }: TaskRow, base: string): Links => ({
  self: `${base}/agents/${agent}/tasks/${id}`,
  cancel: `${base}/agents/${agent}/tasks/${id}/cancel`,
  agent: `${base}/agents/${agent}`,
  ...(steps_total > 0 || is_erased ? {} : { job: `/jobs/${job_id}` }),
  evidence: `${base}/edg/${head}`,
})

export const presentAccepted = (row: TaskRow, base: string): TaskAccepted => ({
  task_id: row.id,
  agent: row.agent,
  type: row.type,
  status: row.status,
  edg_node: row.first,
  governance_tier: readTier(row.tier),
  links: linksOf(row, base),
})

/** @param nodes of its stream, oldest first. */
export const presentTask = (row: TaskRow, nodes: readonly { hash: string; body: string }[], base: string): Task => ({
  task_id: row.id,
  agent: row.agent,
  type: row.type,
  status: row.status,
  // What waits for a person, or was refused by one, is not told.
  result: row.status === 'completed' ? resultOf(row) : null,
  result_digest: row.status === 'completed' ? row.result_digest : null,
  erased: row.is_erased,
  // Written by whoever settled its job, and by nobody else.
  error: row.error as StoredError | null,
  head: row.head,
  nodes: nodes.map(presentNode),
  governance_tier: readTier(row.tier),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  completed_at: row.completed_at?.toISOString() ?? null,
  deadline: row.deadline?.toISOString() ?? null,
  links: linksOf(row, base),
})

function presentNode({ hash, body }: { hash: string; body: string }): Task['nodes'][number] {
  const { kind, result, timestamp }: NodeBody = JSON.parse(body)
  return { hash, kind, state: String(result?.['state'] ?? ''), timestamp }
}
