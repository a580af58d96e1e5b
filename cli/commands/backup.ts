/** `backup DIR`: takes a backup while everything runs, or checks one. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { checkBackup } from '#cli/backup/check'
import type { Installation } from '#cli/backup/installation'
import type { BackupManifest } from '#cli/backup/manifest'
import { openMeter, sized } from '#cli/backup/meter'
import { type Taking, takeBackup } from '#cli/backup/take'
import { isRunning, startPostgres } from '#cli/dev/postgres'
import { signerAtHand } from '#cli/store/signer-at-hand'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'

type Options = { withKeys?: boolean; keys?: string; check?: boolean }

export function addBackupCommand(program: Command, read: () => Installation, print: (line: string) => void): void {
  program
    .command('backup <dir>')
    .description('backs up the database and the log’s files while everything runs; keys only where they are asked for')
    .option('--with-keys', 'the signing key, the sealing key and the witness’s go into the backup too')
    .option('--keys <dir>', 'they go into a folder of their own')
    .option('--check', 'takes none, but says whether the one in <dir> is whole; exit code 1 when it is not')
    .action(async (dir: string, { withKeys = false, keys, check = false }: Options) => {
      if (withKeys && keys !== undefined) throw refusal('--with-keys or --keys: the keys go to one place')
      if (check) return sayWhetherWhole(resolve(dir), keys, print)
      const place = keys !== undefined ? { place: 'apart' as const, dir: resolve(keys) } : undefined
      const installation = read()
      const { signer, why } = await signerAtHand(installation.signingKey)
      const manifest = await withDatabase(installation, (databaseUrl, { places }) =>
        takeBackup({
          dir: resolve(dir),
          databaseUrl,
          places,
          keysTo: place ?? { place: withKeys ? 'here' : 'none' },
          signer,
          meter: openMeter(),
        }),
      )
      for (const line of linesOf(manifest, resolve(dir), place, installation.places)) print(line)
      if (why !== undefined) print(`the manifest is not signed: ${why}`)
    })
}

async function sayWhetherWhole(dir: string, keys: string | undefined, print: (line: string) => void): Promise<void> {
  if (!existsSync(dir)) throw refusal(`there is no ${dir}`)
  const keysDir = keys === undefined ? undefined : resolve(keys)
  const { manifest, faults } = await checkBackup(dir, { keysDir, meter: openMeter() })
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = exitCodes.missed
  else print(`${dir} is whole: ${summaryOf(manifest)}`)
}

/** The database that was named, or the embedded one, which is started for it when it does not run. */
async function withDatabase<T>(
  installation: Installation,
  use: (databaseUrl: string, installation: Installation) => Promise<T>,
): Promise<T> {
  const { databaseUrl, places } = installation
  const url = databaseUrl ?? isRunning(places.dataDir)?.url
  if (url !== undefined) return use(url, installation)
  if (!existsSync(`${places.dataDir}/postgres`)) throw refusal(`there is no database in ${places.dataDir}`)
  const server = await startPostgres({ dataDir: places.dataDir })
  return use(server.url, installation).finally(() => server.stop())
}

export const summaryOf = ({ taken_at, tables, log }: BackupManifest): string => {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  const bytes = tables.reduce((sum, each) => sum + each.bytes, 0)
  const of = log ? `, the log ${log.origin} of ${log.size} leaves` : ', no log yet'
  return `as of ${taken_at}, ${rows} rows of ${tables.length} tables in ${sized(bytes)}${of}`
}

function* linesOf(
  manifest: BackupManifest,
  dir: string,
  apart: Extract<Taking['keysTo'], { dir: string }> | undefined,
  { dataDir }: Installation['places'],
): Generator<string> {
  const { keys, left_out } = manifest
  yield `${dir}: ${summaryOf(manifest)}`
  const names = keys.files.map(({ path }) => path).join(', ')
  if (keys.files.length === 0) yield `keys: there are none in ${dataDir}; those of the environment are yours to keep`
  else if (keys.place === 'none')
    yield `keys are not in it: ${names} of ${dataDir}; without them the log cannot go on, nor what is sealed be opened`
  else yield `keys: ${names} in ${apart?.dir ?? dir}, readable by their owner alone`
  if (manifest.files.length === 0) yield `the log's files are not in it: there are none in ${dataDir}/log`
  for (const { what, why } of left_out) if (why.startsWith('it is not')) yield `${what} is not in it: ${why}`
}
