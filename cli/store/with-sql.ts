/** A connection to the store for as long as one command needs it. */
import { openSql, type Sql } from '#db/client'

export async function withSql<Config extends { databaseUrl: string }, T>(
  config: Config,
  use: (sql: Sql, config: Config) => Promise<T>,
): Promise<T> {
  const sql = openSql({ url: config.databaseUrl, name: 'assay-cli', poolSize: 1 })
  try {
    return await use(sql, config)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
