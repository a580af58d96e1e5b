/** A lock on a path that the kernel lets go when its holder dies, however it dies. */
import { Database } from 'bun:sqlite'
import { closeSync, openSync } from 'node:fs'

export type Lock = { release(): void }

/**
 * Takes the lock, or gives undefined when a living process (or another part of this one) holds it.
 * SQLite's exclusive transaction is an fcntl lock: no pid to compare, nothing stale after kill -9, not inherited by children.
 */
export function takeLock(path: string): Lock | undefined {
  closeSync(openSync(path, 'a', 0o600))
  const database = new Database(path)
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
  return { release: () => database.close() }
}

/** Runs `work` while no other process holds the lock at `path`. @throws Error when it is not free in time. */
export async function whileLocked<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const lock = takeLock(path)
    if (lock) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (Date.now() > deadline) throw new Error(`another process holds ${path}`)
    await Bun.sleep(50)
  }
}
