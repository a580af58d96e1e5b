/** Tasks, their steps, and what they were asked. What is large stands in a sealed row by its digest. */

import type { StoredStep } from '#db/queries/plans'
import type { StepContent } from '#db/queries/plans-read'
import type { StoredPayload, StoredTask, TaskHead, TaskRow } from '#db/queries/tasks'
import { requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { evidenceMismatch, isMismatch } from '#shared/kernel/errors/evidence'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'

export const sealedTasks: SealedTable<StoredTask> = {
  table: 'tasks',
  columns: [
    'id',
    'job_id',
    'org_id',
    'key_id',
    'request_id',
    'agent',
    'type',
    'status',
    'head',
    'version',
    'tier',
    'result_digest',
    'result_sum',
    'error',
    'created_at',
    'updated_at',
    'started_at',
    'completed_at',
    'deadline',
    'steps_total',
    'steps_open',
    'steps_held',
    'priority',
    'is_overridden',
  ],
  nodeOf: ({ head }) => head,
}

export const sealedSteps: SealedTable<StoredStep> = {
  table: 'task_steps',
  columns: [
    'task_id',
    'ord',
    'id',
    'type',
    'agent',
    'state',
    'head',
    'needs',
    'dependents',
    'waiting',
    'on_error',
    'max_attempts',
    'attempt',
    'job_id',
    'lease',
    'reason',
    'result_digest',
    'made',
    'error',
    'tier',
    'started_at',
    'completed_at',
    'spec_sum',
    'input_sum',
    'result_sum',
  ],
  nodeOf: ({ head }) => head,
}

export const sealedTaskPayloads: SealedTable<StoredPayload> = {
  table: 'task_payloads',
  columns: ['node_id', 'task_id', 'org_id', 'salt', 'text', 'place', 'place_key'],
  nodeOf: ({ node_id }) => node_id,
}

/** What a row says of a text that lies in it: its SHA-256; null of nothing. */
export const sumOf = (text: string | null): Uint8Array | null =>
  text === null ? null : new Bun.CryptoHasher('sha256').update(text).digest()

/** The row as it is to be stored. */
export const withTaskSeal = (sealer: Sealer, row: Omit<StoredTask, 'seal'>): StoredTask => ({
  ...row,
  seal: sealOf(sealer, sealedTasks, { ...row, seal: null }),
})

export const withStepSeal = (sealer: Sealer, row: Omit<StoredStep, 'seal'>): StoredStep => ({
  ...row,
  seal: sealOf(sealer, sealedSteps, { ...row, seal: null }),
})

/** @throws EVIDENCE_MISMATCH unless a text is the one that its row says. */
function requireText(sealer: Sealer, table: string, node: string, sum: Uint8Array | null, text: string | null): void {
  if (!asksForSeals(sealer)) return
  const own = sumOf(text)
  if (sum === null ? own !== null : own === null || Buffer.compare(own, sum) !== 0) throw evidenceMismatch(table, node)
}

/** @throws EVIDENCE_MISMATCH unless tasks, with their results, are as a process of ours wrote them. */
export function requireTaskSealed(sealer: Sealer, row: TaskRow): void {
  requireSealed(sealer, sealedTasks, [row])
  requireText(sealer, 'tasks', row.head, row.result_sum, row.result)
}

/** @param texts those that were read along. @throws EVIDENCE_MISMATCH unless a step is as a process of ours wrote it. */
export function requireStepSealed(sealer: Sealer, row: StoredStep, texts: Partial<StepContent> = {}): void {
  requireSealed(sealer, sealedSteps, [row])
  const sums = { spec: row.spec_sum, input: row.input_sum, result: row.result_sum }
  for (const of of ['spec', 'input', 'result'] as const) {
    const text = texts[of]
    if (text !== undefined) requireText(sealer, 'task_steps', row.head, sums[of], text)
  }
}

/** @throws EVIDENCE_MISMATCH unless a task may go on from what its row says: as it was written, and the newest there is. */
export function requireTaskHead(signer: Sealer, head: TaskHead): void {
  requireSealed(signer, sealedTasks, [head])
  if (!head.is_newest) throw evidenceMismatch('tasks', head.head)
}

/** Whether what was read is as it was written. @param check throws EVIDENCE_MISMATCH where it is not. */
export function isAsWritten(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (isMismatch(error)) return false
    throw error
  }
}
