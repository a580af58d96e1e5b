/** Sweeps out what has served its time: spent rate windows, old Idempotency-Keys, old outcomes. */
import type { Sql } from '#db/client'
import { deleteOldIdempotencyKeys } from '#db/queries/idempotency'
import { deleteOldOutcomes } from '#db/queries/jobs'
import { deleteOldWindows } from '#db/queries/rates'
import type { Log } from '#shared/log'

const everyMs = 5 * 60_000
const outcomesKeptDays = 30

export function startUpkeep(sql: Sql, log: Log): { stop: () => void } {
  const sweep = async () => {
    try {
      await deleteOldWindows(sql)
      await deleteOldIdempotencyKeys(sql)
      await deleteOldOutcomes(sql, outcomesKeptDays)
    } catch (error) {
      log.warn({ err: error }, 'upkeep failed')
    }
  }
  const timer = setInterval(sweep, everyMs)
  return { stop: () => clearInterval(timer) }
}
