/** Proves a restored store: its guards, its log made again from the leaves, and all of its evidence. */
import type { BackupLog } from '#cli/backup/manifest'
import type { Meter } from '#cli/backup/meter'
import { openSql, type Sql } from '#db/client'
import { missingGuards } from '#db/queries/evidence'
import { leavesFrom } from '#db/queries/integrity'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { verify } from '#shared/verification/verify'

/** One sentence for each thing that was looked at; `isSound` where it is as it should be. */
export type Proof = { isSound: boolean; text: string }

/** @param anchors keys that are trusted for a reason outside of the store, raw. @param isQuick without the walk over all nodes. */
export async function prove(
  databaseUrl: string,
  { log, anchors, isQuick, meter }: { log: BackupLog | null; anchors: Uint8Array[]; isQuick: boolean; meter: Meter },
): Promise<Proof[]> {
  const sql = openSql({ url: databaseUrl, name: 'assay-restore', poolSize: 2, statementTimeoutMs: 600_000 })
  try {
    return [
      await guards(sql),
      ...(log ? [await logRoot(sql, log, meter)] : []),
      await evidence(sql, anchors, isQuick, meter),
    ]
  } finally {
    meter.end()
    await sql.end({ timeout: 1 })
  }
}

async function guards(sql: Sql): Promise<Proof> {
  const missing = await missingGuards(sql)
  return missing.length === 0
    ? { isSound: true, text: 'every guard on evidence is in force' }
    : { isSound: false, text: `guards on evidence are missing: ${missing.join(', ')}` }
}

const leavesAtOnce = 5000

async function logRoot(sql: Sql, { origin, size, root }: BackupLog, meter: Meter): Promise<Proof> {
  let frontier = emptyFrontier
  while (frontier.size < size) {
    const rows = await leavesFrom(sql, frontier.size, Math.min(size, frontier.size + leavesAtOnce))
    const isWhole = rows.length > 0 && rows.every(({ leaf }, at) => leaf === frontier.size + at)
    if (!isWhole) return { isSound: false, text: `the log ${origin} lacks leaves after the first ${frontier.size}` }
    frontier = append(
      frontier,
      rows.map(({ id }) => leafHash(id)),
    )
    meter.show(() => `the log is made again: ${frontier.size} of ${size} leaves`)
  }
  const isSame = Buffer.from(rootOf(frontier)).toString('hex') === root
  return {
    isSound: isSame,
    text: isSame
      ? `the log ${origin} has the root of its checkpoint of ${size} leaves, made again from them`
      : `the log ${origin} does not have the root of its checkpoint of ${size} leaves`,
  }
}

async function evidence(sql: Sql, anchors: Uint8Array[], isQuick: boolean, meter: Meter): Promise<Proof> {
  if (isQuick) return { isSound: true, text: 'nodes are not looked through (--quick); the ledger does when it runs' }
  if (anchors.length === 0)
    return { isSound: true, text: 'nodes are not looked through: the signing key is not at hand, and nothing names it' }
  const progress = (nodes: number) => meter.show(() => `evidence: ${nodes} nodes verified`)
  const found = await verify({ sql, anchors, progress }, { hash: null, mode: 'full', orgIds: null })
  if (found?.valid) return { isSound: true, text: `all evidence verifies: ${found.checked_nodes} nodes` }
  const isOpen = found?.verdict === 'indeterminate'
  const failed = found?.checks.filter(({ status }) => status === 'fail' || (isOpen && status === 'pending')) ?? []
  return {
    isSound: false,
    text: `the evidence does not verify: ${failed.map(({ id, detail }) => `${id} ${detail}`).join('; ')}`,
  }
}
