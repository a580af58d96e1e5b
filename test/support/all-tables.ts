/** Every table of db/tables, whichever file it stands in. */
import { Glob } from 'bun'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

export async function readAllTables(): Promise<PgTable[]> {
  const found: PgTable[] = []
  for (const file of [...new Glob('db/tables/*.ts').scanSync('.')].sort()) {
    const exported: Record<string, unknown> = await import(`#${file.replace(/\.ts$/, '')}`)
    for (const value of Object.values(exported)) if (is(value, PgTable)) found.push(value)
  }
  return found
}
