/** Tasks as they are when the wait for them is over, with what is violated by them: one look for all that are asked for meanwhile. */
import type { AppContext } from '#api/http/context'
import { breachesBy, tierOfViolations } from '#api/tasks/violated'
import { activeAmong, type ViolationRow } from '#db/queries/governance'
import { findTasks, type TaskRow } from '#db/queries/tasks'
import type { Tier } from '#shared/contracts/decision'
import { requireTaskSealed } from '#shared/evidence/sealed/tasks'
import { requireProvenViolations } from '#shared/evidence/sealed/violations'
import { batcher } from '#shared/kernel/batcher'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** @throws EVIDENCE_MISMATCH */
export type LookAtTask = (task: Pick<TaskRow, 'org_id' | 'id'>) => Promise<{ row: TaskRow; tier: Tier }>

/** As many as are told of one task. */
const violationsEach = 100

type Seen = { row: TaskRow | undefined; violations: readonly ViolationRow[] }

export function openTaskLooks({
  read,
  governance,
  signer,
}: Pick<AppContext, 'read' | 'governance' | 'signer'>): LookAtTask {
  const look = batcher<{ orgId: string; id: string }, Seen>((asked) =>
    read(async (sql) => {
      const breaches = asked.map(({ orgId, id }) => breachesBy(governance, orgId, [{ type: 'task', id }]))
      const [rows, violations] = await Promise.all([
        findTasks(sql, asked),
        activeAmong(sql, breaches.flat(), violationsEach * asked.length),
      ])
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      return asked.map(({ id }, at) => {
        const own = new Set(breaches[at]?.map(({ fingerprint }) => fingerprint))
        return { row: rowOf.get(id), violations: violations.filter(({ fingerprint }) => own.has(fingerprint)) }
      })
    }),
  )

  return async ({ org_id: orgId, id }) => {
    const { row, violations } = await look({ orgId, id })
    // It was there a moment ago.
    if (!row) throw evidenceMismatch('tasks', null)
    requireTaskSealed(signer, row)
    requireProvenViolations(signer, violations)
    return { row, tier: tierOfViolations(violations) }
  }
}
