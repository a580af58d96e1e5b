/** Brings a database up to date: our tables and pg-boss's. Run as `bun db/migrate.ts`; several at once wait for one another. */
import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import { PgBoss } from 'pg-boss'
import postgres from 'postgres'

const folder = `${import.meta.dir}/migrations`
const lockId = 4_718_225_501

/** @throws Error when the database cannot be reached or is not UTF8. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: 'assay-migrate' } })
  try {
    const [encoding] = await sql<{ server_encoding: string }[]>`show server_encoding`
    if (encoding?.server_encoding !== 'UTF8') {
      throw new Error(`the database's encoding is ${encoding?.server_encoding}, it must be UTF8`)
    }
    await sql`select pg_advisory_lock(${lockId})`
    await runMigrations(drizzle(sql), {
      migrationsFolder: folder,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    })
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 1 })
    let failure: Error | undefined
    boss.on('error', (error) => {
      failure ??= error
    })
    await boss.start()
    await boss.stop({ graceful: false })
    if (failure) throw failure
    await sql`select pg_advisory_unlock(${lockId})`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** How many migrations this program knows. */
export function knownMigrations(): number {
  const journal: { entries: unknown[] } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'))
  return journal.entries.length
}

if (import.meta.main) {
  const url = process.env['DATABASE_URL']
  if (!url) {
    console.error('DATABASE_URL is not set')
    process.exit(1)
  }
  await migrate(url)
}
