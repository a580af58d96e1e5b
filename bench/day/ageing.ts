/**
 * One organisation's traces are a hundred days old when they come, so that retention erases them beside all else: they are
 * taken in by an API whose clock is as late. Making stored rows old would be a tampering, and is found as one.
 */
import { fileURLToPath } from 'node:url'
import type { Write } from '#bench/fleet/book'
import type { Sql } from '#db/client'

export const agedOrg = 'org_aged'
/** Settings of every process. */
export const keptDays = { TRACES_KEPT_DAYS: '30' }
/** Settings of the API that lives a hundred days ago. */
export const earlyClock = { BUN_OPTIONS: `--preload=${fileURLToPath(new URL('early-clock.ts', import.meta.url))}` }

/** How often maintenance looks for what is due, and how long it may then take. */
const erasedWithinMs = 6.5 * 60_000

/**
 * What was erased, and whether anything else was or is still there.
 * @param writes of the organisation: what was erased tells nothing of itself, so its rows are counted.
 */
export async function judgeErasing(sql: Sql, writes: readonly Write[]): Promise<{ told: string; broken: string[] }> {
  const [rows, others] = await Promise.all([
    sql<{ there: number; old: number; erased: number; late: number; early: number }[]>`
      select count(*)::int as there,
        (count(*) filter (where is_old))::int as old,
        (count(*) filter (where is_old and is_gone))::int as erased,
        (count(*) filter (where not is_gone
          and created_at < now() - interval '100 days' - ${erasedWithinMs}::int * interval '1 ms'))::int as late,
        (count(*) filter (where is_gone and not is_old))::int as early
      from (
        select created_at, payload_salt = '' as is_gone, created_at < now() - interval '99 days' as is_old
        from traces where org_id = ${agedOrg}) t`,
    sql<{ erased: number; noted: number }[]>`
      select (select count(*) from traces where org_id <> ${agedOrg} and payload_salt = '')::int as erased,
        (select count(*) from edg_nodes where kind = 'payload.erased' and org_id <> ${agedOrg})::int as noted`,
  ])
  const [{ there, old, erased, late, early } = { there: 0, old: 0, erased: 0, late: 0, early: 0 }] = rows
  const [{ erased: ofOthers, noted } = { erased: 0, noted: 0 }] = others
  const done = writes.filter(({ said }) => said === 'done').length
  const atMost = done + writes.filter(({ said }) => said === 'unknown').length
  const broken = [
    ...(there < done || there > atMost ? [`${there} traces are there, told were ${done} to ${atMost}`] : []),
    ...(old === 0 ? ['no old trace came'] : []),
    ...(late > 0 ? [`${late} traces were not erased ${erasedWithinMs / 60_000} min after they were due`] : []),
    ...(early > 0 ? [`${early} traces were erased that were not due`] : []),
    ...(ofOthers + noted > 0 ? [`${ofOthers} traces of others were erased, ${noted} nodes say so`] : []),
  ]
  return { told: `of ${there} traces of the organisation ${old} were due, ${erased} are erased`, broken }
}
