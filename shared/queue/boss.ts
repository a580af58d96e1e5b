/** pg-boss over our own connections, in the version of its schema that this program was written for. */
import { PgBoss } from 'pg-boss'
import { bossDatabase } from '#db/boss-database'
import type { Sql } from '#db/client'
import { queueSchemaVersion } from '#db/queries/queue'

/**
 * A pg-boss that sends and settles but starts no loop of its own, except for upkeep where asked.
 * @throws Error when the database holds another version of its schema.
 */
export async function openBoss(sql: Sql, { upkeep, onError }: { upkeep: boolean; onError: (error: Error) => void }) {
  const boss = new PgBoss({
    db: bossDatabase(sql),
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: upkeep,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', onError)
  await boss.start()
  const version = await boss.schemaVersion()
  if (version !== queueSchemaVersion) {
    throw new Error(`pg-boss's schema is version ${version}, this program was written for ${queueSchemaVersion}`)
  }
  return boss
}
