/** Looks at what tables are beside their rows: whatever this release's migrations have made is there as they made it, and nothing besides acts on rows. */

import type { Reader } from '#db/client'
import { definitions as madeLines, queueDefinitions } from '#db/definitions'
import { migrationLock, newestMigration, ownTables } from '#db/migrate'
import {
  type Definition,
  definitionsThere,
  overloadsThere,
  tablesThere,
  textWord,
  writtenBy,
} from '#db/queries/definitions'
import { saidByProcesses } from '#db/queries/processes'
import { queueSchema, queueSchemaVersion } from '#db/queries/queue'
import { sayTables, tablesWord } from '#shared/evidence/release-tables'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const made: readonly Definition[] = [
  ...madeLines.map(([table, key, said]) => ({ table, key, said })),
  ...queueDefinitions.map(([name, key, said]) => ({
    table: `${queueSchema}.${name}`,
    key,
    said: said.replaceAll('~', `${queueSchema}.`),
  })),
]

/** What is expected of a server of a major release: the texts of expressions are those of one alone. */
export const madeOn = (major: number): readonly Definition[] =>
  major === writtenBy ? made : made.filter(({ key }) => !key.startsWith(textWord))

/** What a version of the queue's schema has: another has others. */
const isOfQueue = ({ table, key }: Definition): boolean =>
  table.startsWith(`${queueSchema}.`) && /^(?:table$|values$|function|column |index |constraint )/.test(key)

const functionNames = made.flatMap((one) => (one.key === 'function' && !isOfQueue(one) ? [one.table] : []))

const textOf = ({ table, key, said }: Definition) => JSON.stringify([table, key, said])
const placeOf = ({ table, key }: Definition) => JSON.stringify([table, key])

/**
 * What acts on rows whoever writes them, on how our statements are read, or on what of a table is read for them: of a check that is said to
 * hold, or of rows that are said to be there once, the planner leaves out what it thinks cannot be. What else somebody adds makes it faster.
 */
const acts = ({ key }: Definition) =>
  /^(?:trigger|column|constraint|index|expression of|event trigger|setting|operator|cast|overload|view) /.test(key)

/** What of the definitions that are there is not as it was made, what lacks, and what was added that acts on rows. */
export function strayDefinitions(
  there: readonly Definition[],
  asMade: readonly Definition[],
): { of: Definition; fault: string }[] {
  const isThere = new Set(there.map(textOf))
  const isMade = new Set(asMade.map(textOf))
  const places = new Set(there.map(placeOf))
  const madePlaces = new Map(asMade.map((one) => [placeOf(one), textOf(one)]))
  // One called like one of ours, for other arguments, beside it.
  const isSecond = (one: Definition) => one.key === 'function' && isThere.has(madePlaces.get(placeOf(one)) ?? '')
  return [
    ...asMade
      .filter((one) => !isThere.has(textOf(one)))
      .map((of) => ({ of, fault: places.has(placeOf(of)) ? 'is not as it was made' : 'is not there' })),
    ...there
      .filter((one) => !isMade.has(textOf(one)) && (madePlaces.has(placeOf(one)) ? isSecond(one) : acts(one)))
      .map((of) => ({ of, fault: 'was made by nobody of ours' })),
  ]
}

const definitions = (sealer: Sealer | undefined): RowLook => ({
  name: 'what tables are',
  async page(sql) {
    const tables = await tablesThere(sql, migrationLock)
    const nothing = { faults: [], last: undefined, rows: 0 }
    if (tables.is_moving || tables.newest !== newestMigration()) {
      const isHeld = await areHeldByOthers(sql, sealer, tables)
      return isHeld ? nothing : { ...nothing, unheld: whyUnheld(tables) }
    }
    // What calls them is not asked first: by them it may come to nothing.
    const overloads = await overloadsThere(sql, functionNames)
    if (overloads.length > 0)
      return { faults: strayDefinitions(overloads, []).map(toFault), last: undefined, rows: overloads.length }
    const there = await definitionsThere(sql, [...ownTables()])
    const isHeld = (one: Definition) => tables.queue === queueSchemaVersion || !isOfQueue(one)
    const strays = strayDefinitions(there.filter(isHeld), madeOn(tables.major).filter(isHeld))
    return {
      ...{ faults: strays.map(toFault), last: undefined, rows: there.length },
      ...(tables.queue !== queueSchemaVersion && {
        unheld: 'what the queues are made of is not what this release knows',
      }),
    }
  },
})

type Tables = Awaited<ReturnType<typeof tablesThere>>

/** Whether a later release has made others of them, whose own processes are here and hold them to that. */
async function areHeldByOthers(sql: Reader, sealer: Sealer | undefined, { newest, is_moving }: Tables) {
  if (!sealer || is_moving || newest < newestMigration()) return false
  return (await saidByProcesses(sql, tablesWord)).includes(sayTables(sealer, newest))
}

function whyUnheld({ newest, is_moving }: Tables): string {
  const unheld = 'what tables are was held to nothing:'
  if (is_moving) return `${unheld} somebody holds the lock of those who migrate`
  return newest < newestMigration()
    ? `${unheld} the database says that it was not migrated to this release`
    : `${unheld} the database says that it was migrated by a later release, of which no process runs here`
}

const toFault = ({ of: { table, key }, fault }: { of: Definition; fault: string }): RowFault => ({
  ...(key === 'function' ? { table: 'pg_proc', key: table } : { table, key }),
  ...{ org: null, node: null, stream: null, pos: null, ins: null },
  fault:
    key === 'function'
      ? `the function ${table} ${fault}`
      : `the ${key === 'table' ? 'table' : `${key} of`} ${table} ${fault}`,
})

export const definitionLooks = (sealer: Sealer | undefined): readonly RowLook[] => [definitions(sealer)]
