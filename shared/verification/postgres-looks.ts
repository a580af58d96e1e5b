/** Looks at what Postgres itself brings: each of its functions, operators, types and casts is what its release made, or statements of ours do something else than they say. */
import { createHash } from 'node:crypto'
import { type KnownRelease, knownReleases, sqlFunctions } from '#db/postgres-releases'
import {
  type Catalog,
  type CatalogRow,
  fixedNumbers,
  ownNumbers,
  postgresOwn,
  postgresRelease,
  strangeCatalogs,
} from '#db/queries/postgres-own'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

type Own = Readonly<Record<Catalog, readonly CatalogRow[]>>
type Stray = { table: string; key: string; fault: string }

/** Those whose numbers Postgres's build gives them: the same on every machine. */
export const fixedRows = (rows: readonly CatalogRow[]): CatalogRow[] => rows.filter(({ oid }) => oid < fixedNumbers)
export const digestOf = (rows: readonly CatalogRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(fixedRows(rows)))
    .digest('hex')

/** What of it is told at once by itself, of whatever release: what calls what somebody has made, or is said in SQL and never was. */
function strayRows(own: Own): Stray[] {
  const foreign = Object.entries(own).flatMap(([catalog, rows]) =>
    rows
      .filter(({ uses }) => uses.some((used) => used >= ownNumbers))
      // Sound: the keys of the record.
      .map((row) => ({ ...placeOf(own, catalog as Catalog, row), fault: 'calls what Postgres did not bring' })),
  )
  const rewritten = own.pg_proc
    .filter(({ oid, row: [, name, language] }) => oid < fixedNumbers && !isAsWritten(name, language))
    .map((row) => ({ ...placeOf(own, 'pg_proc', row), fault: 'is not as Postgres brought it' }))
  return [...foreign, ...rewritten, ...strayHandlers(own)]
}

/** What carries out the language of our functions, and where that lies: numbered as a server is set up, so it is held by its names. */
function strayHandlers(own: Own): Stray[] {
  const handlers = ['plpgsql_call_handler', 'plpgsql_inline_handler']
  const nameOf = (number: number) => own.pg_proc.find(({ oid }) => oid === number)?.row[1]
  const languages = own.pg_language.filter(
    ({ row: [, name], uses }) => name === 'plpgsql' && uses.some((used, at) => nameOf(used) !== handlers[at]),
  )
  const functions = own.pg_proc.filter(({ row: [, name, language, , source, library] }) =>
    handlers.some((each) => each === name && (language !== '13' || source !== name || library !== '$libdir/plpgsql')),
  )
  const fault = 'is not as Postgres brought it'
  return [
    ...languages.map((row) => ({ ...placeOf(own, 'pg_language', row), fault })),
    ...functions.map((row) => ({ ...placeOf(own, 'pg_proc', row), fault })),
  ]
}

/** The languages of what is compiled into it, in C and in SQL. */
const compiled = ['12', '13']
const isAsWritten = (name: string | null | undefined, language: string | null | undefined) =>
  compiled.includes(language ?? '') || (language === '14' && sqlFunctions.includes(name ?? ''))

function placeOf(own: Own, table: Catalog, { oid, row: [, said] }: CatalogRow) {
  if (table === 'pg_cast') return { table, key: String(oid) }
  const name = table === 'pg_aggregate' ? own.pg_proc.find((each) => each.oid === oid)?.row[1] : said
  return { table, key: `${name} ${oid}` }
}

type Held = { strays: Stray[]; unheld?: string }

/** What is not as the release has it whose catalogs are written down, where nothing of that catalog is told by itself. */
function heldTo(own: Own, known: KnownRelease, release: number, told: readonly Stray[]): Held {
  const others = known.catalogs.filter(
    ([table, , digest]) => digestOf(own[table]) !== digest && !told.some((stray) => stray.table === table),
  )
  // Who builds a Postgres of his own, and a later fix of the same release, may have made it otherwise.
  const isOfOthers = release > known.release || others.some(([table, rows]) => fixedRows(own[table]).length !== rows)
  if (others.length > 0 && isOfOthers)
    return { strays: [], unheld: `what this Postgres ${release} brings is not what that of ${known.release} does` }
  const key = `what Postgres ${known.major} brings`
  return { strays: others.map(([table]) => ({ table, key, fault: 'is not as Postgres brought it' })) }
}

const toFault = ({ table, key, fault }: Stray): RowFault => ({
  ...{ table, org: null, key, node: null, stream: null, pos: null, ins: null },
  fault: `${key} of ${table} ${fault}`,
})

const ofPostgres: RowLook = {
  name: 'what Postgres is',
  async page(sql) {
    const { major, release } = await postgresRelease(sql)
    const strange = await strangeCatalogs(sql)
    const own = await postgresOwn(sql)
    const told = [
      ...strange.map((table) => ({ table, key: 'what Postgres brings', fault: 'is another in its place' })),
      ...strayRows(own),
    ]
    const known = knownReleases.find((each) => each.major === major)
    const { strays, unheld }: Held = known ? heldTo(own, known, release, told) : { strays: [] }
    const rows = Object.values(own).reduce((sum, each) => sum + each.length, 0)
    const faults = [...told, ...strays].map(toFault)
    return { faults, last: undefined, rows, ...(unheld !== undefined && { unheld }) }
  },
}

export const postgresLooks: readonly RowLook[] = [ofPostgres]
