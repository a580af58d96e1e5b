/** The Postgres of a test run: the one that was given, or one that is thrown away afterwards. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOrphan, startPostgres } from '#cli/dev/postgres'
import { roleVariable, serviceRoles } from '#db/roles'
import { takeLock } from '#shared/kernel/process/lock'

export type TestStore = {
  /** A server to use instead of a throw-away one. */
  databaseUrl: string | undefined
  /** Whether the throw-away Postgres waits for the disk. */
  isDurable: boolean
}

const prefix = 'assay-test-'

/** A disk in memory, where a database is made in a fraction of the time. */
const memory = '/dev/shm'
const tmpfsType = 0x01021994
/** Several times what the databases of a run and their logs take. */
const roomNeeded = 8 * 2 ** 30

/** One that waits for the disk needs one; another needs it where memory is scarce. */
const placeFor = (isDurable: boolean): string => (!isDurable && isRoomy(memory) ? memory : tmpdir())

function isRoomy(place: string): boolean {
  if (!existsSync(place)) return false
  const { type, bavail, bsize } = statfsSync(place)
  return type === tmpfsType && Math.min(bavail * bsize, freemem()) >= roomNeeded
}

/** How a test run's processes find the server, by variables: the owner's account and, where there are any, one for each kind of process. */
export type DatabaseEnv = { DATABASE_URL: string } & Record<string, string>

/** Gives the server to `work`; a throw-away server ends with it. */
export async function withStore<T>(
  { databaseUrl, isDurable }: TestStore,
  work: (database: DatabaseEnv) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work({ DATABASE_URL: databaseUrl })
  const dataDir = mkdtempSync(join(placeFor(isDurable), prefix))
  chmodSync(dataDir, 0o711)
  try {
    const server = await startPostgres({ dataDir, isDurable })
    try {
      const own = serviceRoles.map((role) => [roleVariable(role), server.roleUrls[role]])
      return await work({ ...Object.fromEntries(own), DATABASE_URL: server.url })
    } finally {
      await server.stop('immediate')
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Where test runs have their servers. */
export const testPlaces = (): string[] => [tmpdir(), ...(existsSync(memory) ? [memory] : [])]

const leftIn = (place: string): string[] =>
  readdirSync(place).flatMap((name) => (name.startsWith(prefix) ? [join(place, name)] : []))

/** What a killed run left behind: its directory, and a Postgres that nobody will stop. */
export async function sweepLeftovers(places: readonly string[] = testPlaces()): Promise<void> {
  for (const dataDir of places.flatMap(leftIn)) {
    if (!existsSync(join(dataDir, 'postgres'))) continue
    try {
      const lock = takeLock(join(dataDir, 'postgres.lock'))
      if (!lock) continue
      lock.release()
      await endOrphan(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // Another user's, or broken beyond starting: not ours to judge.
    }
  }
}
