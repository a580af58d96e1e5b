/** Lets pg-boss speak through a pool or a transaction of ours: prepared statements, and shielded as our connections are. */
import type { Db as BossDatabase } from 'pg-boss'
import type { Sql, TransactionSql } from 'postgres'

type Speaking = Pick<Sql, 'unsafe' | 'reserve'> | Pick<TransactionSql, 'unsafe'>

export const bossDatabase = (tx: Speaking): BossDatabase => ({
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
