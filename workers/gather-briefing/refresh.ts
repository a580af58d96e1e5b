/** Has connections read again that were not read lately, and waits for them: no longer than a deadline, whatever hangs. */
import type { Reader } from '#db/client'
import { type ConnectionRow, connectionsOf } from '#db/queries/connections'
import { requireProvenConnections } from '#shared/evidence/sealed/connections'
import type { Sealer } from '#shared/kernel/sealer'

export type Refreshing = {
  sql: Reader
  signer: Sealer
  orgId: string
  /** Asks for them. @returns the ids of those that are read now. */
  ask: (olderThan: Date) => Promise<readonly string[]>
  /** Connections that were read longer ago are asked for; null: none. */
  maxAgeMs: number | null
  deadlineMs: number
  signal: AbortSignal
  /** Hears how many of those that were asked for have answered. */
  progress: (answered: number, asked: number) => void
}

const lookEveryMs = 40

/** The connections as they stand then. @throws the signal's reason; EVIDENCE_MISMATCH where one is not as it was written. */
export async function refreshConnections(refreshing: Refreshing): Promise<ConnectionRow[]> {
  const { sql, signer, orgId, ask, maxAgeMs, deadlineMs, signal, progress } = refreshing
  const begun = performance.now()
  const leftMs = () => deadlineMs - (performance.now() - begun)
  const standing = async () => requireProvenConnections(signer, await connectionsOf(sql, orgId))
  const before = await standing()
  const olderThan = new Date(Date.now() - (maxAgeMs ?? 0))
  if (maxAgeMs === null || deadlineMs <= 0 || !before.some((row) => isOld(row, olderThan))) return before
  const asked = await inTime(ask(olderThan), leftMs())
  if (asked === undefined || asked.length === 0) return before
  const tried = new Map(before.map(({ connection_id, tried_at }) => [connection_id, tried_at?.getTime()]))
  const isOpen = (row: ConnectionRow) => asked.includes(row.connection_id) && !isAnswered(row, tried, olderThan)
  for (;;) {
    signal.throwIfAborted()
    const waitMs = Math.min(lookEveryMs, leftMs())
    if (waitMs <= 0) {
      const rows = (await inTime(standing(), lookEveryMs)) ?? before
      return rows.map((row) => (isOpen(row) ? late(row) : row))
    }
    await Bun.sleep(waitMs)
    const rows = await inTime(standing(), Math.max(leftMs(), lookEveryMs))
    if (rows === undefined) return before.map((row) => (isOpen(row) ? late(row) : row))
    const open = rows.filter(isOpen)
    progress(asked.length - open.length, asked.length)
    if (open.length === 0) return rows
  }
}

const isOld = ({ synced_at }: ConnectionRow, olderThan: Date) => synced_at === null || synced_at < olderThan

/** Tried since then, and not going on: or read in the meantime. */
function isAnswered(row: ConnectionRow, tried: ReadonlyMap<string, number | undefined>, olderThan: Date): boolean {
  if (!isOld(row, olderThan)) return true
  return row.tried_at !== null && row.tried_at.getTime() !== tried.get(row.connection_id)
}

/** One that has not answered in time is told as that; nothing of it is stored. */
const late = (row: ConnectionRow): ConnectionRow =>
  row.error_code === null
    ? { ...row, error_code: 'TIMEOUT', error_message: 'it did not answer in time', retry_at: null }
    : row

/** Undefined where it takes longer; it is not waited for then, and may fail unheard. */
async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), Math.max(0, ms))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
