/** A lock between processes that the kernel lets go when its holder dies, however it dies. */
import { Database } from 'bun:sqlite'

/** Runs `work` while no other process holds the lock at `path`. @throws Error when it is not free in time. */
export async function whileLocked<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const lock = take(path)
    if (lock) {
      try {
        return await work()
      } finally {
        lock.close()
      }
    }
    if (Date.now() > deadline) throw new Error(`another process holds ${path}`)
    await Bun.sleep(50)
  }
}

/** SQLite's exclusive transaction is an fcntl lock: no pid to compare, nothing stale after kill -9. */
function take(path: string): Database | undefined {
  const database = new Database(path)
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
