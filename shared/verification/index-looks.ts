/** Looks whether indexes lead to the rows that there are: what a list passes over, it passes over by one of them. */
import { definitions } from '#db/definitions'
import {
  type AstrayEntry,
  type HeldTable,
  heldTables,
  lookAt,
  prepareLooks,
  seenByIndexes,
  withForcedPlans,
} from '#db/queries/indexes'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const tables = definitions.flatMap(([table, key]) => (key === 'table' ? [table] : []))

/** Of a table that was never counted: of narrow rows there are more in a block. */
const rowsInBlock = 100
/** A key that many rows share is gone through anew in each stretch: of large tables stretches are larger. */
const stretchesAtMost = 500

/** Where a stretch begins, and whether the look before left more of its table. */
type Place = { table: string; block: number; isWithin?: boolean }

/** What is asked of a table costs more than its few rows: small ones are looked at several at once. */
const tablesAtOnce = 32

/** Every index that statements may be answered by, whoever made it; each row by each that should have it. */
const indexes: RowLook = {
  name: 'indexes',
  isOfStore: true,
  async page(sql, after, limit) {
    const place: Place = after === undefined ? { table: '', block: 0 } : JSON.parse(after)
    const there = await heldTables(sql, tables, place, place.isWithin ? 1 : tablesAtOnce)
    if (there.length === 0) return { faults: [], last: undefined, rows: 0 }
    return withForcedPlans(sql, async (tx) => {
      const faults: RowFault[] = []
      const unheld: string[] = []
      let [last, looked]: [Place, number] = [place, 0]
      const looks = there.map(lookAt)
      await prepareLooks(tx, looks)
      for (const look of looks) {
        const { table } = look
        const from = place.table === table.name ? place.block : 0
        const to = from + blocksOf(table, limit - looked)
        const { rows, astray, used } = await seenByIndexes(tx, look, { from, to })
        faults.push(...astray.map((entry) => faultOf(table, entry)))
        // Once of each table.
        if (rows > 0 && from === 0) unheld.push(...unheldBy(table, used))
        last = { table: table.name, block: to, ...(to < table.blocks && { isWithin: true }) }
        looked += rows
        if (last.isWithin || looked >= limit) break
      }
      return {
        faults,
        last: JSON.stringify(last),
        rows: looked,
        ...(unheld.length > 0 && { unheld: unheld.join('; ') }),
      }
    })
  },
}

function blocksOf({ rows, rows_per_block: inBlock }: HeldTable, limit: number): number {
  const rowsAtOnce = Math.max(limit, rows / stretchesAtMost)
  return Math.max(1, Math.floor(rowsAtOnce / Math.max(1, inBlock || rowsInBlock)))
}

function unheldBy({ name, indexes: there }: HeldTable, used: ReadonlyMap<number, ReadonlySet<string>>) {
  const unheld = there.flatMap(({ name: index }, at) => {
    const others = [...(used.get(at) ?? [])].filter((each) => each !== index)
    if (used.has(at) && others.length === 0) return []
    return [`${index}${others.length > 0 ? ` (${others.join(', ')} is used in its place)` : ''}`]
  })
  return unheld.length === 0 ? [] : [`whether it leads to all rows was not asked of ${unheld.join(', ')} of ${name}`]
}

function faultOf(
  { name: table, indexes: there }: HeldTable,
  { index, key, org, is_passed_over }: AstrayEntry,
): RowFault {
  const row = key.join('/')
  const name = there[index]?.name ?? ''
  return {
    ...{ table, key: row, org, node: null, stream: null, pos: null, ins: null },
    fault: is_passed_over
      ? `the index ${name} of ${table} passes over the row ${row}`
      : `the index ${name} of ${table} leads to the row ${row} by what it is not`,
  }
}

export const indexLooks: readonly RowLook[] = [indexes]
