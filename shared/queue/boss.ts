/** pg-boss over our own connections: prepared statements, and a transaction where the caller has one. */
import { type Db as BossDatabase, PgBoss } from 'pg-boss'
import type { Sql, Tx } from '#db/client'
import { queueSchemaVersion } from '#db/queries/queue'

/** Lets pg-boss speak through a pool or a transaction of ours. */
export const bossDatabase = (tx: Tx): BossDatabase => ({
  async executeSql(text, values = []) {
    if (values.length > 0) return { rows: [...(await tx.unsafe(text, values.map(asParameter), { prepare: true }))] }
    // Upkeep comes as whole scripts with a transaction of their own, which must stay on one connection.
    if ('reserve' in tx && /^\s*BEGIN\b/i.test(text)) {
      const connection = await tx.reserve()
      try {
        return { rows: rowsOf(await connection.unsafe(text)) }
      } finally {
        connection.release()
      }
    }
    return { rows: rowsOf(await tx.unsafe(text)) }
  },
})

/** A script answers one list of rows per statement. */
const rowsOf = (result: unknown[]): unknown[] => (Array.isArray(result[0]) ? result.flat() : [...result])

type Parameter = string | number | boolean | null | Date | string[]

function asParameter(value: unknown): Parameter {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  return JSON.stringify(value)
}

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
