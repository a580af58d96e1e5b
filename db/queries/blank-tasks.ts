/** tasks and task_steps whose words are erased: their rows stay. */
import type { Tx } from '#db/client'
import type { StoredStep } from '#db/queries/plans'
import { bytesOrNull, type StoredTask } from '#db/queries/tasks'

export async function blankTaskRows(tx: Tx, rows: readonly Pick<StoredTask, 'id' | 'seal'>[]): Promise<void> {
  const records = rows.map(({ id, seal }) => ({ id, seal: bytesOrNull(seal) }))
  await tx`
    update tasks t set result = null, error = null, result_sum = null, seal = r.seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(id uuid, seal bytea) where t.id = r.id`
}

export async function blankStepRows(
  tx: Tx,
  rows: readonly Pick<StoredStep, 'task_id' | 'ord' | 'on_error' | 'max_attempts' | 'seal'>[],
): Promise<void> {
  const records = rows.map(({ task_id, ord, on_error, max_attempts, seal }) => ({
    task_id,
    ord,
    on_error,
    max_attempts,
    seal: bytesOrNull(seal),
  }))
  await tx`
    update task_steps s set spec = null, input = null, result = null, error = null, on_error = r.on_error,
      max_attempts = r.max_attempts, spec_sum = null, input_sum = null, result_sum = null, seal = r.seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      task_id uuid, ord smallint, on_error text, max_attempts smallint, seal bytea)
    where s.task_id = r.task_id and s.ord = r.ord`
}
