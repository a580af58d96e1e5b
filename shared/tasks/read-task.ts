/** Tasks, plans and their nodes as they are read: as they were written, or not at all. */
import type { Reader } from '#db/client'
import type { StepWithResult, StoredStep } from '#db/queries/plans'
import { readPlan } from '#db/queries/plans-read'
import { findTask, isTaskKnown, type TaskRow } from '#db/queries/tasks'
import { requireStepSealed, requireTaskSealed } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** @throws EVIDENCE_MISMATCH of a task that is not as it was written, or is gone although evidence speaks of it. */
export async function readTask(
  sql: Reader,
  signer: Signer,
  { orgId, id }: { orgId: string; id: string },
): Promise<TaskRow | undefined> {
  const find = () => findTask(sql, orgId, id)
  const row = (await find()) ?? ((await isTaskKnown(sql, orgId, id)) ? ((await find()) ?? gone()) : undefined)
  if (row) requireTaskSealed(signer, row)
  return row
}

function gone(): never {
  throw evidenceMismatch('tasks', null)
}

/** @throws EVIDENCE_MISMATCH unless these are all the steps that a plan has, as they were written. */
export function requireSteps(
  signer: Signer,
  row: Pick<TaskRow, 'head' | 'steps_total'>,
  steps: readonly StoredStep[],
  results: readonly (StepWithResult & { is_told: boolean })[] = [],
): void {
  if (steps.length !== row.steps_total) throw evidenceMismatch('task_steps', row.head)
  for (const step of steps) requireStepSealed(signer, step)
  for (const step of results) if (step.is_told) requireStepSealed(signer, step, { result: step.result })
}

/** A plan with its steps. @throws EVIDENCE_MISMATCH */
export async function readWholePlan(sql: Reader, signer: Signer, { org_id, id }: Pick<TaskRow, 'org_id' | 'id'>) {
  const plan = await readPlan(sql, org_id, id)
  if (!plan) throw evidenceMismatch('tasks', null)
  requireTaskSealed(signer, plan.row)
  requireSteps(signer, plan.row, plan.steps, plan.results)
  return plan
}

type NodeInLine = { hash: string; body: string }

/**
 * @param before the node that the first of them follows, where that is known; null where it is the first of its stream.
 * @param row stands at the node of its version, where that is among them.
 * @throws EVIDENCE_MISMATCH unless these nodes are one behind the other, as their hashes have it.
 */
export function requireLine(
  nodes: readonly NodeInLine[],
  from: number,
  before: string | null | undefined,
  row: Pick<TaskRow, 'head' | 'version'>,
): void {
  let prev = before
  for (const [at, { hash, body }] of nodes.entries()) {
    const follows = prev === undefined || body.includes(`"prev":${JSON.stringify(prev)}`)
    const isHead = from + at !== row.version || hash === row.head
    if (!follows || !isHead || sha256Hex(body) !== hash) throw evidenceMismatch('edg_nodes', hash)
    prev = hash
  }
}

/** What a task came to. */
export const resultOf = ({ result }: Pick<TaskRow, 'result'>): unknown => (result === null ? null : JSON.parse(result))
