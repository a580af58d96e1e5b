/**
 * Seals what is older than seals of the present key, or than those of the newest generation, once, and then says that whatever has none is refused from there on.
 *
 * Not while a process of an earlier release runs, which seals nothing; and not before all of the evidence was looked through by this
 * release and held: what a row says is then what its node says.
 */
import type { Sql } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import { isProcessWithout } from '#db/queries/processes'
import { hasUnsealedJobs } from '#db/queries/queue'
import { type PlacedRow, placedRows, sealedPiece, writeSeals } from '#db/queries/sealed'
import { lastFullVerify } from '#shared/evidence/passes'
import { countedIssues, countIssues } from '#shared/evidence/sealed/run-issues'
import { saySeeingOfOld, seeingScans } from '#shared/evidence/sealed/seen-scans'
import { sealedTables } from '#shared/evidence/sealed-tables'
import type { SealedRows } from '#shared/evidence/sealed-walks'
import { beginSealing } from '#shared/evidence/sealing'
import type { Signer } from '#shared/evidence/signing'
import { jobNames } from '#shared/jobs/index'
import type { Log } from '#shared/kernel/logger'
import { newestSeals, wordOfSeals } from '#shared/kernel/sealer'

/** Seals a piece of a table, as far as it holds. @returns from where to go on; nowhere when this was the end. */
export type SealPass = (sql: Sql, signer: Signer, after: KeyPlace | undefined) => Promise<KeyPlace | undefined>

/** A line for each table: of those whose rows are sealed as they are read, and of those that know better how. */
export const sealPasses: readonly { table: string; generation: number; pass: SealPass }[] = [
  ...sealedTables.map((rows) => ({
    table: rows.table,
    generation: rows.generation,
    pass: (sql: Sql, signer: Signer, after: KeyPlace | undefined) => sealPiece(sql, signer, rows, after),
  })),
  { ...countedIssues, pass: (sql, signer, after) => countIssues(sql, signer, after, runsAtOnce) },
  { ...seeingScans, pass: (sql, signer, after) => saySeeingOfOld(sql, signer, after, rowsAtOnce) },
]

const rowsAtOnce = 1000
/** Of each some hundred rows are read. */
const runsAtOnce = 100
/** Between two releases both run for a while. Whoever keeps one that never was for running has nothing sealed. */
const saidAfterMs = 3_600_000

type Tools = { sql: Sql; signer: Signer; since: Date; log: Log }

/** Begins anew where a process of an earlier release comes back meanwhile. */
export async function* sealOldRows({ sql, signer, since, log }: Tools): AsyncGenerator<void, void> {
  const { generation: begun } = signer.sealing
  if (begun === newestSeals) return
  const waits = (why: string) => {
    if (Date.now() - since.getTime() > saidAfterMs)
      log.warn({ kid: signer.kid, generation: begun, why }, 'not all is sealed yet: what has no seal is let through')
  }
  const mayGoOn = async () => !(await isProcessWithout(sql, wordOfSeals(newestSeals)))
  if (!(await mayGoOn())) return waits('a process of an earlier release runs, or a session is called like one')
  if (!(await isHeld(sql, signer, since))) return
  // What was asked for before has its seals: whatever has none of those was put there.
  for (const { pass } of sealPasses.filter(({ generation }) => generation > begun)) {
    let after: KeyPlace | undefined
    do {
      after = await pass(sql, signer, after)
      yield
      if (!(await mayGoOn())) return
    } while (after)
  }
  if (await hasUnsealedJobs(sql, jobNames, signer.kid)) return waits('a job of before waits, runs or was taken back')
  await sql.begin((tx) => beginSealing(tx, signer))
  log.info({ kid: signer.kid, generation: newestSeals }, 'all is sealed: what has no seal is refused from now on')
}

/** Whether all of the evidence was looked through since, and nothing was wrong. */
async function isHeld(sql: Sql, signer: Signer, since: Date): Promise<boolean> {
  const pass = await lastFullVerify(sql, signer)
  return pass?.ok === true && pass.at.getTime() - pass.duration_ms > since.getTime()
}

async function sealPiece(
  sql: Sql,
  signer: Signer,
  table: SealedRows,
  after: KeyPlace | undefined,
): Promise<KeyPlace | undefined> {
  await table.prepare?.(sql, after, rowsAtOnce, signer)
  const { rows, last } = await sealedPiece(sql, table, after, rowsAtOnce)
  const isOpen = ({ row }: PlacedRow) => table.stateOf(signer, row) !== 'sealed'
  const open = rows.filter(isOpen).map(({ key }) => key)
  if (open.length > 0)
    await sql.begin(async (tx) => {
      // As they are now, and stay until it is written: whoever changes one meanwhile would be sealed as it was.
      const held = await placedRows(tx, table, open, { isHeld: true })
      const seals = held
        .filter(isOpen)
        .map(({ row, key }) => ({ key, before: row.seal, seal: table.sealOf(signer, row) }))
      await writeSeals(tx, table, seals)
    })
  return last
}
