/** One organisation's traces grow a hundred days older within the day, so that retention erases them beside all else. */
import type { Write } from '#bench/fleet/book'
import type { Sql } from '#db/client'

export const agedOrg = 'org_aged'
/** Settings of every process. */
export const keptDays = { TRACES_KEPT_DAYS: '30' }

/** How often maintenance looks for what is due, and how long it may then take. */
const erasedWithinMs = 6.5 * 60_000
const agedEveryMs = 20_000

export type Ageing = {
  /** What was erased, and whether anything else was or is still there. */
  /** @param writes of the organisation: what was erased tells nothing of itself, so its rows are counted. */
  judge: (writes: readonly Write[]) => Promise<{ told: string; broken: string[] }>
  stop: () => void
}

/** @param untilMs rows are aged for so long; what comes after stays young. */
export function letAge(sql: Sql, untilMs: number): Ageing {
  const dueFrom = new Map<string, number>()
  const endsAt = performance.now() + untilMs
  async function age(): Promise<void> {
    if (performance.now() > endsAt) return
    const rows = await sql<{ trace_id: string }[]>`
      update traces set created_at = created_at - interval '100 days'
      where org_id = ${agedOrg} and created_at between now() - interval '1 day' and now() - interval '5 s' returning trace_id`
    for (const { trace_id: id } of rows) dueFrom.set(id, performance.now())
  }
  // Postgres may be away for a moment; then it is done the next time.
  const timer = setInterval(() => void age().catch(() => undefined), agedEveryMs)
  return {
    stop: () => clearInterval(timer),
    async judge(writes) {
      const [rows, erased, others] = await Promise.all([
        sql<{ there: number }[]>`select count(*)::int as there from traces where org_id = ${agedOrg}`,
        sql<{ trace_id: string }[]>`select trace_id from traces where org_id = ${agedOrg} and payload_salt = ''`,
        sql<{ erased: number; noted: number }[]>`
          select (select count(*) from traces where org_id <> ${agedOrg} and payload_salt = '')::int as erased,
            (select count(*) from edg_nodes where kind = 'payload.erased' and org_id <> ${agedOrg})::int as noted`,
      ])
      const gone = new Set(erased.map(({ trace_id: id }) => id))
      const late = [...dueFrom].filter(([id, since]) => !gone.has(id) && performance.now() - since > erasedWithinMs)
      const early = [...gone].filter((id) => !dueFrom.has(id))
      const [{ erased: ofOthers, noted } = { erased: 0, noted: 0 }] = others
      const there = rows[0]?.there ?? 0
      const done = writes.filter(({ said }) => said === 'done').length
      const atMost = done + writes.filter(({ said }) => said === 'unknown').length
      const broken = [
        ...(there < done || there > atMost ? [`${there} traces are there, told were ${done} to ${atMost}`] : []),
        ...(late.length > 0
          ? [`${late.length} traces were not erased ${erasedWithinMs / 60_000} min after they were due`]
          : []),
        ...(early.length > 0 ? [`${early.length} traces were erased that were not due`] : []),
        ...(ofOthers + noted > 0 ? [`${ofOthers} traces of others were erased, ${noted} nodes say so`] : []),
      ]
      return { told: `${dueFrom.size} traces became due, ${gone.size} were erased`, broken }
    },
  }
}
