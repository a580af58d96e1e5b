/** Looks whether indexes lead to the rows that there are: what a list passes over, it passes over by one of them. */
import type { Reader } from '#db/client'
import { definitions } from '#db/definitions'
import { type AstrayEntry, type HeldTable, heldTable, seenByIndexes, withForcedPlans } from '#db/queries/indexes'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const tables = definitions.flatMap(([table, key]) => (key === 'table' ? [table] : []))

/** Of a table that was never counted: of narrow rows there are more in a block. */
const rowsInBlock = 100
/** A key that many rows share is gone through anew in each stretch: of large tables stretches are larger. */
const stretchesAtMost = 500

type Place = { table: string; block: number }

/** Every index that statements may be answered by, whoever made it; each row by each that should have it. */
const indexes: RowLook = {
  name: 'indexes',
  isOfStore: true,
  async page(sql, after, limit) {
    const place: Place | undefined = after === undefined ? undefined : JSON.parse(after)
    const table = await nextTable(sql, place)
    if (!table) return { faults: [], last: undefined, rows: 0 }
    const from = place?.table === table.name ? place.block : 0
    const to = from + blocksOf(table, limit)
    const { rows, astray, used } = await withForcedPlans(sql, (tx) => seenByIndexes(tx, table, { from, to }))
    // Once of each table.
    const unheld = rows > 0 && from === 0 ? unheldBy(table, used) : undefined
    const next: Place = { table: table.name, block: to }
    return {
      faults: astray.map((entry) => faultOf(table, entry)),
      last: JSON.stringify(next),
      rows,
      ...(unheld !== undefined && { unheld }),
    }
  },
}

/** The one at which the last look stopped, while there is more of it. */
async function nextTable(sql: Reader, place: Place | undefined): Promise<HeldTable | undefined> {
  const same = place && (await heldTable(sql, tables, { from: place.table, isBehind: false }))
  if (place && same?.name === place.table && place.block < same.blocks) return same
  return heldTable(sql, tables, { from: place?.table ?? '', isBehind: true })
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
  return unheld.length === 0
    ? undefined
    : `whether it leads to all rows was not asked of ${unheld.join(', ')} of ${name}`
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
