/** What backups are taken of, and what is put back where: an installation's places, database and keys. */
import { resolve } from 'node:path'
import type { Places } from '#cli/backup/kept-files'
import { readConfig, readWitnessConfig, type Settings } from '#shared/kernel/config'
import { witnessDirIn } from '#shared/tlog/witness-dir'

/** Where this installation is. @param databaseUrl of the operator's own Postgres; undefined for the embedded one. */
export type Installation = {
  places: Places
  databaseUrl: string | undefined
  signingKey: Settings['signingKey']
  witnesses: Settings['evidence']['witnesses']
}

/** Settings are read with a database's name in any case: a restore comes before there is one. */
export function readInstallation(
  env: Record<string, string | undefined>,
  dataDir: string,
  databaseUrl: string | undefined,
): Installation {
  const { signingKey, evidence } = readConfig({ ...env, DATABASE_URL: databaseUrl ?? 'embedded', DATA_DIR: dataDir })
  const places = { dataDir, witnessDir: resolve(readWitnessConfig(env, dataDir).dir ?? witnessDirIn(dataDir)) }
  return { places, databaseUrl, signingKey, witnesses: evidence.witnesses }
}
