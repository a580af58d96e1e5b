/** Looks at the tables themselves: whether each holds its rows, hides none and does with them what is asked. */
import { ownTables } from '#db/migrate'
import { veiledTables } from '#db/queries/integrity'
import type { RowLook } from '#shared/verification/row-looks'

const faultOf = {
  'row security': 'is under row security, which may hide rows',
  rule: 'has a rule, which may do something else than is asked',
  'stand-in': 'is not what is read: another is, among what Postgres brings',
} as const

const veils: RowLook = {
  name: 'tables',
  async page(sql) {
    const tables = await veiledTables(sql, [...ownTables()])
    const faults = tables.map(({ name, veil }) => ({
      ...{ table: name, org: null, key: veil, node: null, stream: null, pos: null, ins: null },
      fault: `the table ${name} ${faultOf[veil]}`,
    }))
    return { faults, last: undefined, rows: tables.length }
  },
}

export const tableLooks: readonly RowLook[] = [veils]
