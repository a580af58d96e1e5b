/** Tamperings of one row of a table: a column changed, the row taken away, one put in, what two say exchanged. */
import type { Filled } from '#test/tampering/filled'
import type { Named, Tampering } from '#test/tampering/tampering'

type Door = NonNullable<Tampering['door']>
export type TamperedRow = {
  table: string
  /** Which row it is, as a condition of the table. */
  where: (store: Filled) => string
  /** What of the row is told as its key: SQL over the row as it was. None where it is told by its node. */
  key?: string
  /** The stream of the node that is named with it: SQL over the row; none where no node is. */
  stream?: string
  opens?: Door['opens'] | undefined
}

export type How = Partial<Pick<TamperedRow, 'key' | 'stream'>> & {
  /** What is told besides, or instead. */
  named?: Partial<Named>
  opens?: Door['opens'] | null | undefined
  told?: Omit<Door, 'opens'>
}

/** @param sql of the statement that is done, given the condition of the row. */
export function tampered(
  row: TamperedRow,
  columns: Tampering['columns'],
  what: string,
  sql: (condition: string) => string,
  how: How = {},
): Tampering {
  const { table, where, key, stream } = { ...row, ...how }
  const opens = how.opens === undefined ? row.opens : how.opens
  return {
    table,
    columns,
    what: `${table}: ${what}`,
    async act(tx, store) {
      const condition = where(store)
      const [told] = await tx.unsafe<{ key: string | null; stream: string | null }[]>(
        `select (${key ?? 'null'})::text as key, (${stream ?? 'null'})::text as stream from ${table} where ${condition}`,
      )
      if (!told) throw new Error(`no row of ${table} where ${condition}`)
      await tx.unsafe(sql(condition))
      return {
        check: 'V12',
        ...(told.key === null ? {} : { row: { table, key: told.key } }),
        ...(told.stream === null ? {} : { stream: told.stream }),
        ...how.named,
      }
    },
    ...(opens ? { door: { opens, ...how.told } } : {}),
  }
}

/** Each column changed, by what it is set to. */
export const columnsOf = (
  row: TamperedRow,
  changes: Readonly<Record<string, string | readonly [set: string, how: How]>>,
): Tampering[] =>
  Object.entries(changes).map(([column, change]) => {
    const [set, how] = typeof change === 'string' ? [change, {}] : change
    return tampered(
      row,
      [column],
      `${column} = ${set}`,
      (condition) => `update ${row.table} set ${column} = ${set} where ${condition}`,
      how,
    )
  })
