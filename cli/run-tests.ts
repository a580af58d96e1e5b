/** `test`: runs `bun test` on a Postgres that is thrown away afterwards. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOrphan, startPostgres } from '#cli/postgres'
import { takeLock } from '#shared/lock'

export type TestSettings = {
  root: string
  /** What `bun test` is given. */
  args: readonly string[]
  /** A server to use instead of a throw-away one. */
  databaseUrl: string | undefined
  /** Whether the throw-away Postgres waits for the disk. */
  isDurable: boolean
  env: Record<string, string | undefined>
}

const prefix = 'assay-test-'

/** Gives `bun test`'s exit code. */
export async function runTests(settings: TestSettings, toHurry: AbortSignal): Promise<number> {
  if (settings.databaseUrl) return bunTest(settings, settings.databaseUrl, toHurry)
  await sweepLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  try {
    const server = await startPostgres({ dataDir, isDurable: settings.isDurable })
    try {
      return await bunTest(settings, server.url, toHurry)
    } finally {
      await server.stop('immediate')
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

// Real databases, processes and browsers take their time on a busy machine; what hangs still ends.
const patience = ['--timeout', '30000']

async function bunTest({ root, args, env }: TestSettings, url: string, toHurry: AbortSignal): Promise<number> {
  const child = Bun.spawn([process.execPath, 'test', ...patience, ...args], {
    cwd: root,
    env: { ...env, DATABASE_URL: url },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  toHurry.addEventListener('abort', () => child.kill('SIGKILL'))
  await child.exited
  return child.exitCode ?? 1
}

/** What a killed run left behind: its directory, and a Postgres that nobody will stop. */
async function sweepLeftovers(): Promise<void> {
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
