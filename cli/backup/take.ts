/** Takes a backup while everything runs: all tables as of one moment, the log's files of just before it, the manifest last. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findKeys, keepLog, keepTiles, type Places, writeKeys } from '#cli/backup/kept-files'
import { type BackupManifest, type BackupTable, type Content, type KeptFile, writeManifest } from '#cli/backup/manifest'
import { type Meter, sized } from '#cli/backup/meter'
import { writePacked } from '#cli/backup/packed-file'
import { refusal } from '#cli/terminal/refusal'
import { type CopyingSql, type CopyingTx, copyOut, openCopying, qualifiedName } from '#db/copying'
import { ownTables } from '#db/migrate'
import {
  appliedMigrationList,
  type FoundTable,
  findSequences,
  findTables,
  logThere,
  storeStanding,
} from '#db/queries/catalogue'
import { partitionedQueues, queueTables } from '#db/queries/queue'
import type { Signer } from '#shared/evidence/signing'

export type Taking = {
  /** A folder that is not there yet, or is empty. */
  dir: string
  databaseUrl: string
  places: Places
  /** Where keys go: into the backup, into a folder of their own, or nowhere. */
  keysTo: { place: 'here' | 'none' } | { place: 'apart'; dir: string }
  /** Signs the manifest; undefined where its key is not at hand. */
  signer: Signer | undefined
  meter: Meter
}

/** Takes it. What was written of a backup that fails is taken away again. */
export async function takeBackup(taking: Taking): Promise<BackupManifest> {
  const folders = [taking.dir, ...(taking.keysTo.place === 'apart' ? [taking.keysTo.dir] : [])]
  const undo: (() => void)[] = []
  const tidy = () => {
    for (const each of undo) each()
  }
  const stopTidying = whenEnded(tidy)
  const sql = openCopying(taking.databaseUrl, 'assay-backup')
  try {
    for (const folder of folders) undo.push(prepareFolder(folder))
    return await take(sql, taking)
  } catch (error) {
    tidy()
    throw error
  } finally {
    stopTidying()
    taking.meter.end()
    await sql.end({ timeout: 1 })
  }
}

async function take(sql: CopyingSql, { dir, places, keysTo, signer, meter }: Taking): Promise<BackupManifest> {
  if (!(await storeStanding(sql))) throw refusal('this database holds no Assay: there is nothing to back up')
  const keys = findKeys(places)
  const log = await keepLog(dir, places)
  const content = await inOneMoment(sql, async (tx, found): Promise<Content> => {
    const standing = await storeStanding(tx)
    if (!standing) throw new Error('the tables that were there are gone')
    const inForce = await logThere(tx)
    const { copied, leftOut } = chosen(found)
    const tables: BackupTable[] = []
    for (const table of copied) tables.push(await writeTable(tx, dir, table, meter, tables))
    return {
      format: 'assay-backup/1',
      taken_at: standing.at,
      postgres: standing.postgres,
      migrations: await appliedMigrationList(tx),
      queue_schema: standing.queueSchema,
      partitioned_queues: await partitionedQueues(tx),
      tables,
      // A sequence knows no moment: read after the rows, it is never behind them.
      sequences: (await findSequences(tx)).filter(({ name }) => name !== 'migrations_id_seq'),
      log: inForce ?? null,
      files: [...log, ...(await keepTiles(dir, places, inForce?.epoch ?? 0))],
      keys: {
        place: keysTo.place,
        files: keys.map(({ content: _, ...key }) => ({ ...key, file: keyFile(keysTo.place, key) })),
        signing_key: signer ? Buffer.from(signer.publicKey).toString('base64') : null,
      },
      left_out: [...leftOut, ...(keysTo.place === 'none' ? [noKeys] : [])],
    }
  })
  if (keysTo.place !== 'none') {
    const to = keysTo.place === 'apart' ? keysTo.dir : dir
    await writeKeys(
      to,
      keys.map((key) => ({ ...key, file: keyFile(keysTo.place, key) })),
    )
  }
  return writeManifest(dir, content, signer)
}

const keyFile = (place: string, { path }: Pick<KeptFile, 'path'>) =>
  place === 'apart' ? path.replace(/^keys\//, '') : `keys/${path.replace(/^keys\//, '')}`

const noKeys = { what: 'keys', why: 'they go where data does not: --with-keys, or --keys DIR for a place of their own' }

const attempts = 5

/**
 * Runs `work` in one REPEATABLE READ transaction over locked tables. The locks come before the snapshot: what empties a
 * table, as a new log does, would otherwise show it empty to whoever looks from before.
 */
async function inOneMoment<T>(
  sql: CopyingSql,
  work: (tx: CopyingTx, tables: readonly FoundTable[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await findTables(sql)
    const names = chosen(before).copied.map(qualifiedName).join(', ')
    let failure: unknown
    const done = await sql
      .begin('isolation level repeatable read read only', async (tx) => {
        await tx.unsafe(`lock table ${names} in access share mode`)
        const found = await findTables(tx)
        // A migration came in between.
        if (JSON.stringify(found) !== JSON.stringify(before)) return undefined
        return {
          value: await work(tx, found).catch(async (error) => {
            failure = error
            // Not by ROLLBACK: Postgres would first send all that is left of the table that it is in.
            await sql.end({ timeout: 0 })
            throw error
          }),
        }
      })
      .catch((error) => {
        throw failure ?? error
      })
    if (done) return done.value as T
  }
  throw refusal('the tables change all the time: is somebody migrating?')
}

/** Tables of pg-boss's that say how its schema was made or fared, and hold no work. */
const notWork = new Set<string>([queueTables.version, queueTables.bam, queueTables.queueStats, 'public.migrations'])

function chosen(tables: readonly FoundTable[]): { copied: FoundTable[]; leftOut: Content['left_out'] } {
  const own = ownTables()
  const copied: FoundTable[] = []
  const leftOut: Content['left_out'] = []
  for (const table of tables) {
    const what = `${table.schema}.${table.name}`
    if (notWork.has(what)) continue
    if (table.schema === 'public' && !own.has(table.name)) leftOut.push({ what, why: 'it is not a table of Assay' })
    else if (table.isUnlogged) leftOut.push({ what, why: 'it is of the moment, and begins anew after a crash as well' })
    else copied.push(table)
  }
  return { copied, leftOut }
}

async function writeTable(
  tx: CopyingTx,
  dir: string,
  { schema, name, columns, isPartitioned }: FoundTable,
  meter: Meter,
  before: readonly BackupTable[],
): Promise<BackupTable> {
  const table = { schema, name, columns, isPartitioned }
  const rowsBefore = before.reduce((sum, { rows }) => sum + rows, 0)
  const rows = await copyOut(tx, table)
  const writing = writePacked(dir, `tables/${schema}.${name}.zst`, rows, (so) =>
    meter.show(() => `${schema}.${name}: ${so.rows} rows, ${sized(so.bytes)}; ${rowsBefore + so.rows} rows in all`),
  )
  const { text, ...file } = await writing
  return { ...table, ...file, rows: text.rows, text_bytes: text.bytes, rows_digest: text.digest }
}

/** Makes a folder where there is none; gives what takes away all that came into it. @throws Refusal where it is in use. */
function prepareFolder(dir: string): () => void {
  const wasThere = existsSync(dir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const held = readdirSync(dir)
  if (held.length > 0) {
    const isLeft = held.includes('tables') && !held.includes('manifest.json')
    throw refusal(
      isLeft
        ? `${dir} holds a backup that was broken off, without its manifest: take it away, or choose another folder`
        : `${dir} is not empty: a backup takes a folder of its own`,
    )
  }
  if (!wasThere) chmodSync(dir, 0o700)
  return () => {
    if (!wasThere) return rmSync(dir, { recursive: true, force: true })
    for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `tidy` when the command is ended from outside. Gives back how to stop that. */
function whenEnded(tidy: () => void): () => void {
  const leave = (signal: NodeJS.Signals) => {
    stop()
    tidy()
    process.kill(process.pid, signal)
  }
  const stop = () => {
    for (const signal of endings) process.off(signal, leave)
  }
  for (const signal of endings) process.on(signal, leave)
  return stop
}
