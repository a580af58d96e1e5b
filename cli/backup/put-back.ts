/**
 * Puts the rows of a backup into a database: into the tables that our own migrations make, as they were in its release, in
 * one transaction. Guards that would refuse them are off for that transaction alone, so whatever ends it leaves them on.
 */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupManifest, BackupTable } from '#cli/backup/manifest'
import { measureRows } from '#cli/backup/measure'
import { type Meter, sized } from '#cli/backup/meter'
import { readPacked } from '#cli/backup/packed-file'
import { refusal } from '#cli/terminal/refusal'
import { type CopyingSql, type CopyingTx, copyIn, copyOut, openCopying, qualifiedName } from '#db/copying'
import { migrate, ownMigrations } from '#db/migrate'
import {
  foreignKeys,
  guardsInForce,
  othersConnected,
  plainIndexes,
  rowsIn,
  setAside,
  setSequence,
  storeStanding,
  tablesWithTriggers,
  takeBack,
} from '#db/queries/catalogue'
import { handBackAllJobs, makeQueueTable } from '#db/queries/queue'

export type PuttingBack = {
  dir: string
  databaseUrl: string
  manifest: BackupManifest
  /** What the database holds is moved out of the way instead of being refused. */
  isReplacing: boolean
  meter: Meter
  /** Done when all rows are there, before they are committed. */
  beforeCommit: () => Promise<void>
}

/** What came of it: jobs that were running, and the schemas in which what was there before stands now. */
export type PutBack = { rows: number; handedBack: number; aside: string[] }

export async function putRowsBack(parts: PuttingBack): Promise<PutBack> {
  const { databaseUrl, manifest, isReplacing } = parts
  const sql = openCopying(databaseUrl, 'assay-restore')
  try {
    await expectKnown(manifest)
    const others = await othersConnected(sql)
    if (others.length > 0) throw refusal(`${others.join(', ')} works on this database: stop the service first`)
    const { filled, there } = await rowsIn(sql, manifest.tables)
    const isOther = there > 0 && !(await isOfRelease(sql, manifest))
    if (!isReplacing && filled.length > 0)
      throw refusal(
        `the database is not empty: ${filled.slice(0, 3).join(', ')} ${filled.length > 1 ? 'have' : 'has'} rows. --replace moves what is there out of the way`,
      )
    if (!isReplacing && isOther)
      throw refusal(
        'the database has the tables of another release: name an empty one, or --replace moves them out of the way',
      )
    const suffix = `_before_${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`
    const aside = isReplacing && there > 0 ? await setAside(sql, suffix) : []
    try {
      return { ...(await fill(sql, parts)), aside }
    } catch (error) {
      if (aside.length > 0) await takeBack(sql, suffix, aside)
      throw isOfRows(error) ? refusal(`the database refuses what the backup holds: ${error.message}`) : error
    }
  } finally {
    parts.meter.end()
    await sql.end({ timeout: 1 })
  }
}

/** A value that is none, or a constraint that a row breaks: the backup was changed, since it came from a database that had both. */
const isOfRows = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** @throws Refusal when the backup is of a release that is newer than this one, or of another line. */
async function expectKnown({ migrations, queue_schema }: BackupManifest): Promise<void> {
  const known = ownMigrations()
  const strange = migrations.find(({ when, hash }) => !known.some((own) => own.when === when && own.hash === hash))
  if (strange)
    throw refusal(
      strange.when > (known.at(-1)?.when ?? 0)
        ? 'the backup is of a newer release than this one: restore it with that release'
        : `the backup was made after a migration that this release does not have (${strange.when})`,
    )
  if (queue_schema < 1) throw refusal('the backup names no version of pg-boss')
}

async function isOfRelease(sql: CopyingSql, { migrations, queue_schema }: BackupManifest): Promise<boolean> {
  const standing = await storeStanding(sql)
  const [row] = standing ? await sql`select 1 from public.migrations having count(*) = ${migrations.length}` : []
  return row !== undefined && standing?.queueSchema === queue_schema
}

async function fill(sql: CopyingSql, parts: PuttingBack): Promise<Omit<PutBack, 'aside'>> {
  const { databaseUrl, manifest, meter, beforeCommit } = parts
  const { migrations, queue_schema: queue, tables } = manifest
  const when = migrations.at(-1)?.when ?? 0
  await migrate(databaseUrl, { upTo: { when, queue } })
  const put = await sql.begin(async (tx) => {
    await expectTables(tx, manifest)
    await tx.unsafe(`lock table ${tables.map(qualifiedName).join(', ')} in access exclusive mode`)
    const { filled } = await rowsIn(tx, tables)
    if (filled.length > 0) throw refusal(`somebody has written meanwhile: ${filled.join(', ')}`)
    const guards = await guardsInForce(tx)
    await withoutGuards(tx, async () => {
      for (const each of manifest.partitioned_queues) await makeQueueTable(tx, each)
      let rows = 0
      for (const table of tables) {
        await putTable(tx, parts, table, rows)
        rows += table.rows
      }
      meter.show(() => 'indexes and foreign keys are made')
    })
    for (const sequence of manifest.sequences) await setSequence(tx, sequence)
    const handedBack = await handBackAllJobs(tx)
    await expectGuards(tx, guards)
    await beforeCommit()
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), handedBack }
  })
  await migrate(databaseUrl)
  await sql`analyze`
  return put
}

async function expectTables(tx: CopyingTx, { tables }: BackupManifest): Promise<void> {
  const { there } = await rowsIn(tx, tables)
  if (there !== tables.length) throw new Error('the migrations did not make every table of the backup')
}

/** Foreign keys and indexes are made again over all rows; triggers of ours, which the rows went through once, are let be. */
async function withoutGuards(tx: CopyingTx, work: () => Promise<void>): Promise<void> {
  const triggered = await tablesWithTriggers(tx)
  const guards = [...(await foreignKeys(tx)), ...(await plainIndexes(tx))]
  for (const table of triggered) await tx.unsafe(`alter table ${qualifiedName(table)} disable trigger user`)
  for (const { drop } of guards) await tx.unsafe(drop)
  await work()
  await tx.unsafe(`set local maintenance_work_mem = '256MB'`)
  for (const { make } of guards.toReversed()) await tx.unsafe(make)
  for (const table of triggered) await tx.unsafe(`alter table ${qualifiedName(table)} enable trigger user`)
}

/** @throws Error when one that was in force before the rows came is not any more. */
async function expectGuards(tx: CopyingTx, before: Awaited<ReturnType<typeof guardsInForce>>): Promise<void> {
  const now = new Map((await guardsInForce(tx)).map(({ guard, inForce }) => [guard, inForce]))
  const lost = before.filter(({ guard, inForce }) => inForce && now.get(guard) !== true)
  if (lost.length > 0) throw new Error(`not in force any more: ${lost.map(({ guard }) => guard).join(', ')}`)
}

/** Puts a table's rows in and reads them back: what the database has must be the backup's rows, byte for byte. */
async function putTable(
  tx: CopyingTx,
  { dir, meter }: PuttingBack,
  table: BackupTable,
  rowsBefore: number,
): Promise<void> {
  const name = `${table.schema}.${table.name}`
  const written = await readPacked(dir, table.file, await copyIn(tx, table), ({ rows, bytes }) =>
    meter.show(() => `${name}: ${rows} of ${table.rows} rows, ${sized(bytes)}; ${rowsBefore + rows} rows in all`),
  )
  if (written.digest !== table.rows_digest || written.rows !== table.rows)
    throw refusal(`${dir}/${table.file} holds other rows than the manifest says`)
  const { stream, measure } = measureRows(({ rows }) => meter.show(() => `${name}: ${rows} rows read back`))
  await pipeline(await copyOut(tx, table), stream, nowhere())
  if (measure.digest !== table.rows_digest)
    throw new Error(`${name} does not read back as it was written: ${measure.rows} rows of ${table.rows}`)
}

const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() })
