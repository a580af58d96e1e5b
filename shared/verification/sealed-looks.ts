/** Looks over every table whose rows are sealed and have nodes, for who has the key: each row is as a process of ours has written it. */
import type { Reader } from '#db/client'
import { findNode } from '#db/queries/graph'
import type { KeyPlace } from '#db/queries/pieces'
import { sealedPiece } from '#db/queries/sealed'
import { sealedTraces } from '#shared/evidence/sealed/traces'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import { sealedTables, tablesWithoutNodes } from '#shared/evidence/sealed-tables'
import type { SealedRows } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Some of them are large. */
const rowsAtOnce = 1000

/** None while rows of before seals, or of another key's, are still to be sealed. */
export const sealedLooks = (sealer: Sealer): RowLook[] =>
  tablesWithNodes.filter((table) => isAskedFor(sealer, table)).map((table) => lookOver(table, sealer))

/** The others are looked at by themselves. */
const tablesWithNodes = sealedTables.filter((rows) => !tablesWithoutNodes.includes(rows))

const lookOver = (table: SealedRows, sealer: Sealer): RowLook => ({
  name: `seals of ${table.table}${table.sealedIn === undefined ? '' : `: ${table.sealedIn}`}`,
  isOfNodes: table.table === sealedTraces.table,
  async page(sql, after, limit) {
    const from: KeyPlace | undefined = after === undefined ? undefined : JSON.parse(after)
    const { rows, last } = await sealedPiece(sql, table, from, Math.min(limit, rowsAtOnce))
    const faults: RowFault[] = []
    for (const { row, key } of rows) {
      if (table.stateOf(sealer, row) === 'sealed') continue
      const { node, ...fault } = await faultOf(sql, { table: table.table, key: key.join('/'), node: table.nodeOf(row) })
      // Nobody's is only what says whose it is: the key of another is nobody else's to be told.
      faults.push({ ...fault, node, ...(node === null && 'org_id' in row && { org: null }) })
    }
    return { faults, last: last && JSON.stringify(last), rows: rows.length }
  },
})

export const notAsWritten = (table: string): string => `a row of ${table} is not as it was written`

async function faultOf(sql: Reader, row: Pick<RowFault, 'table' | 'key' | 'node'>): Promise<RowFault> {
  // Whatever the row may say of it.
  const node = row.node !== null && /^[0-9a-f]{64}$/.test(row.node) ? await findNode(sql, row.node, null) : undefined
  return {
    ...row,
    node: node?.id ?? null,
    stream: node?.stream ?? null,
    pos: node?.pos ?? null,
    // What shows at a node itself is told first.
    ins: null,
    fault: notAsWritten(row.table),
  }
}
