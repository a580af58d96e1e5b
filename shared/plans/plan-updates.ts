/** What a decision on a plan writes: its row and its steps' as they will be, sealed. */
import type { Tx } from '#db/client'
import { openSteps, type PlanUpdate, type StepRow, type StepUpdate, type StoredStep } from '#db/queries/plans'
import type { StoredTask, TaskHead } from '#db/queries/tasks'
import { gravest, readTier } from '#shared/contracts/decision'
import { isTerminal } from '#shared/contracts/task-states'
import { asStored } from '#shared/evidence/content-facts'
import { isAsWritten, requireStepSealed, sumOf, withStepSeal, withTaskSeal } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { isWithQueue } from '#shared/plans/draft'
import type { Decision, StepChange } from '#shared/plans/plan-world'
import type { PlanRecorder } from '#shared/plans/recorder'

/** @returns what is to be written, and the jobs that an end takes along although nothing was said of their steps. */
export async function updateOf(
  tx: Tx,
  signer: Signer,
  { head, steps }: { head: TaskHead; steps: ReadonlyMap<number, StepRow> },
  decision: Decision,
  recorder: PlanRecorder,
): Promise<{ update: PlanUpdate; stops: string[] }> {
  const { changes, endedBy } = decision
  const updates = changes.flatMap((change): StepUpdate[] => {
    const row = steps.get(change.ord)
    return row ? [changedStep(signer, row, change, recorder)] : []
  })
  const stops: string[] = []
  for (const row of endedBy === undefined ? [] : await openSteps(tx, head.id)) {
    // One that is not as it was written is left for whoever looks into it.
    if (changes.some(({ ord }) => ord === row.ord) || !isAsWritten(() => requireStepSealed(signer, row))) continue
    if (row.job_id !== null && isWithQueue(row.state)) stops.push(row.job_id)
    const { seal: _, ...was } = row
    const ended = { state: 'canceled', head: endedBy ?? row.head, completed_at: recorder.endedAt() } as const
    updates.push({ to: withStepSeal(signer, { ...was, ...ended }), input: null, result: null })
  }
  const after = { head: head.head, version: head.version }
  const to = changedTask(signer, head, decision, recorder)
  return { update: { to, after, nodes: recorder.nodes, steps: updates }, stops }
}

function changedTask(signer: Signer, head: TaskHead, decision: Decision, recorder: PlanRecorder): StoredTask {
  const { height: _h, head_at: _a, is_overdue: _o, is_newest: _n, salt: _s, seal: _e, ...row } = head
  const { task, error, digest } = decision
  const last = recorder.nodes.at(-1)
  const moved = {
    ...row,
    status: task.status,
    tier: gravest([readTier(row.tier), ...recorder.moved]),
    steps_open: task.open,
    steps_held: task.held,
    error: asStored(error) ?? row.error,
    result_digest: digest ?? row.result_digest,
    head: last?.id ?? row.head,
    version: last?.body.pos ?? row.version,
    updated_at: last ? new Date(last.body.timestamp) : row.updated_at,
    started_at: row.started_at ?? recorder.begunAt(),
    completed_at: isTerminal(task.status) ? (recorder.endedAt() ?? row.completed_at) : null,
  }
  return withTaskSeal(signer, moved)
}

function changedStep(
  signer: Signer,
  { spec: _, seal: _s, ...row }: StepRow,
  change: StepChange,
  { timeOf }: PlanRecorder,
): StepUpdate {
  const input = change.input === undefined ? null : JSON.stringify(change.input)
  const result = change.result ?? null
  const to: Omit<StoredStep, 'seal'> = {
    ...row,
    state: change.state,
    head: change.head ?? row.head,
    waiting: change.waiting,
    attempt: change.attempt,
    job_id: change.jobId,
    lease: change.lease,
    reason: change.reason,
    error: asStored(change.error) ?? row.error,
    result_digest: change.digest ?? row.result_digest,
    made: change.made ?? row.made,
    tier: change.tier ?? row.tier,
    started_at: row.started_at ?? (change.startedBy === undefined ? null : timeOf(change.startedBy)),
    completed_at: change.isEnded && change.head !== undefined ? timeOf(change.head) : row.completed_at,
    input_sum: input === null ? row.input_sum : sumOf(input),
    result_sum: result === null ? row.result_sum : sumOf(result),
  }
  return { to: withStepSeal(signer, to), input, result }
}
