/** The Postgres of a test run: the one that was given, or one that is thrown away afterwards. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOrphan, startPostgres } from '#cli/dev/postgres'
import { takeLock } from '#shared/kernel/process/lock'

export type TestStore = {
  /** A server to use instead of a throw-away one. */
  databaseUrl: string | undefined
  /** Whether the throw-away Postgres waits for the disk. */
  isDurable: boolean
}

const prefix = 'assay-test-'

/** Gives the server's URL to `work`; a throw-away server ends with it. */
export async function withStore<T>(
  { databaseUrl, isDurable }: TestStore,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  try {
    const server = await startPostgres({ dataDir, isDurable })
    try {
      return await work(server.url)
    } finally {
      await server.stop('immediate')
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What a killed run left behind: its directory, and a Postgres that nobody will stop. */
export async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
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
