/** What backups are taken of, and what is put back where: an installation's places, database and keys. */
import type { Places } from '#cli/backup/kept-files'
import type { Settings } from '#shared/kernel/config'

/** Where this installation is. @param databaseUrl of the operator's own Postgres; undefined for the embedded one. */
export type Installation = {
  places: Places
  databaseUrl: string | undefined
  signingKey: Settings['signingKey']
  witnesses: Settings['evidence']['witnesses']
}
