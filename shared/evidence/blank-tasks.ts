/** Takes from the rows of tasks and of their steps what is erased, and seals them as they are then. */
import type { Tx } from '#db/client'
import { blankStepRows, blankTaskRows } from '#db/queries/blank-tasks'
import { lockPlans, stepRows } from '#db/queries/plans'
import { findTaskHeads } from '#db/queries/tasks'
import { isAsWritten, requireStepSealed, sealedTasks, withStepSeal, withTaskSeal } from '#shared/evidence/sealed/tasks'
import { requireSealed } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'

/** Of no row: what was changed before it was erased is no more as it was written than before. */
const nobodys = new Uint8Array(16)

export async function blankTasks(tx: Tx, signer: Signer, taskIds: readonly string[]): Promise<void> {
  // Whoever settles late holds them in this order.
  const ids = taskIds.toSorted()
  await lockPlans(tx, ids)
  const heads = await findTaskHeads(tx, ids)
  await blankTaskRows(
    tx,
    heads.map((head) => {
      if (!isAsWritten(() => requireSealed(signer, sealedTasks, [head]))) return { ...head, seal: nobodys }
      const { height: _h, head_at: _a, is_overdue: _o, is_newest: _n, salt: _s, seal: _e, ...row } = head
      return withTaskSeal(signer, { ...row, error: null, result_sum: null })
    }),
  )
  for (const { id } of heads.filter(({ steps_total }) => steps_total > 0)) {
    const steps = await stepRows(tx, id)
    await blankStepRows(
      tx,
      steps.map((step) => {
        if (!isAsWritten(() => requireStepSealed(signer, step))) return { ...step, seal: nobodys }
        const { seal: _, ...row } = step
        const texts = { error: null, spec_sum: null, input_sum: null, result_sum: null }
        return withStepSeal(signer, { ...row, ...texts })
      }),
    )
  }
}
