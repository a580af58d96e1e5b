/** Looks at what tables are beside their rows: whatever this release's migrations have made is there as they made it, and nothing besides acts on rows. */
import { definitions as madeLines } from '#db/definitions'
import { migrationLock, ownMigrations, ownTables } from '#db/migrate'
import { areOfRelease, type Definition, definitionsThere } from '#db/queries/definitions'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const made: readonly Definition[] = madeLines.map(([table, key, said]) => ({ table, key, said }))

const textOf = ({ table, key, said }: Definition) => JSON.stringify([table, key, said])
const placeOf = ({ table, key }: Definition) => JSON.stringify([table, key])

/** What acts on rows whoever writes them. What else somebody adds to a table refuses what it is asked, or makes it faster. */
const acts = ({ key, said }: Definition) =>
  key.startsWith('trigger ') || (key.startsWith('constraint ') && said.startsWith('f '))

/** What of the definitions that are there is not as it was made, what lacks, and what was added that acts on rows. */
export function strayDefinitions(
  there: readonly Definition[],
  asMade: readonly Definition[],
): { of: Definition; fault: string }[] {
  const isThere = new Set(there.map(textOf))
  const isMade = new Set(asMade.map(textOf))
  const places = new Set(there.map(placeOf))
  const madePlaces = new Set(asMade.map(placeOf))
  return [
    ...asMade
      .filter((one) => !isThere.has(textOf(one)))
      .map((of) => ({ of, fault: places.has(placeOf(of)) ? 'is not as it was made' : 'is not there' })),
    ...there
      .filter((one) => !isMade.has(textOf(one)) && !madePlaces.has(placeOf(one)) && acts(one))
      .map((of) => ({ of, fault: 'was made by nobody of ours' })),
  ]
}

const definitions: RowLook = {
  name: 'what tables are',
  async page(sql) {
    const newest = Math.max(...ownMigrations().map(({ when }) => when))
    // Another release has made others of them; its own processes hold them to that.
    if (!(await areOfRelease(sql, newest, migrationLock))) return { faults: [], last: undefined, rows: 0 }
    const there = await definitionsThere(sql, [...ownTables()])
    return { faults: strayDefinitions(there, made).map(toFault), last: undefined, rows: there.length }
  },
}

const toFault = ({ of: { table, key }, fault }: { of: Definition; fault: string }): RowFault => ({
  ...(key === 'function' ? { table: 'pg_proc', key: table } : { table, key }),
  ...{ org: null, node: null, stream: null, pos: null, ins: null },
  fault:
    key === 'function'
      ? `the function ${table} ${fault}`
      : `the ${key === 'table' ? 'table' : `${key} of`} ${table} ${fault}`,
})

export const definitionLooks: readonly RowLook[] = [definitions]
