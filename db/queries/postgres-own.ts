/** What Postgres itself brings: the functions, operators, types, casts and the like that each statement of ours is made of, as its catalogs have them. */
import type { Reader } from '#db/client'

/**
 * Columns of each catalog that say what is done, and of which other things: `row` in the words that are held, `uses` the numbers of
 * functions. What a catalog says of costs, rights and places is not among it. Each begins with the number of what the row is about.
 */
const catalogs = {
  pg_proc: {
    row: 'oid proname prolang prokind prosrc probin proargtypes proallargtypes proargmodes proargnames proargdefaults provariadic prorettype proretset proisstrict provolatile prosecdef proconfig prosqlbody',
    uses: 'prosupport',
  },
  pg_aggregate: {
    row: 'aggfnoid aggkind aggtranstype agginitval aggsortop',
    uses: 'aggtransfn aggfinalfn aggcombinefn aggserialfn aggdeserialfn aggmtransfn aggminvtransfn aggmfinalfn',
  },
  pg_operator: { row: 'oid oprname oprleft oprright oprresult oprcom oprnegate', uses: 'oprcode oprrest oprjoin' },
  pg_cast: { row: 'oid castsource casttarget castcontext castmethod', uses: 'castfunc' },
  pg_type: {
    row: 'oid typname typlen typbyval typtype typcategory typispreferred typelem typbasetype typcollation typnotnull typdefault',
    uses: 'typinput typoutput typreceive typsend typsubscript',
  },
  pg_opclass: { row: 'oid opcmethod opcname opcfamily opcintype opcdefault opckeytype', uses: '' },
  pg_amproc: { row: 'oid amprocfamily amproclefttype amprocrighttype amprocnum', uses: 'amproc' },
  pg_amop: { row: 'oid amopfamily amoplefttype amoprighttype amopstrategy amoppurpose amopopr amopmethod', uses: '' },
  pg_am: { row: 'oid amname amtype', uses: 'amhandler' },
  pg_language: { row: 'oid lanname', uses: 'lanplcallfoid laninline' },
  pg_collation: { row: 'oid collname collprovider collisdeterministic collencoding collcollate collctype', uses: '' },
} as const

export type Catalog = keyof typeof catalogs
export type CatalogRow = { oid: number; row: readonly (string | null)[]; uses: readonly number[] }

/** Numbers of what Postgres's own build gives them: what an initialisation of a server makes behind these differs by machines. */
export const fixedNumbers = 12_000
/** Numbers of what anybody has made later begin here. */
export const ownNumbers = 16_384

/**
 * Every row of what Postgres brings, by its number. Nothing but reading is asked of the store: what would choose, sort and digest there
 * is what is looked at.
 */
export async function postgresOwn(sql: Reader): Promise<Record<Catalog, CatalogRow[]>> {
  const read = async (catalog: Catalog) => {
    const { row, uses } = catalogs[catalog]
    const said = row.split(' ')
    const used = uses.split(' ').filter((column) => column !== '')
    // Numbers of things, not their names, which are written by what is looked at.
    const columns = [said[0], ...said, ...used].map(
      (column, at) => `${column}::${at === 0 || at > said.length ? 'oid' : 'text'}`,
    )
    const rows = await sql.unsafe(`select ${columns.join(', ')} from pg_catalog.${catalog}`).values()
    return rows
      .map(([oid, ...rest]) => ({
        oid: Number(oid),
        // Sound: texts, as they were asked for.
        row: rest.slice(0, said.length) as (string | null)[],
        uses: rest.slice(said.length).map(Number),
      }))
      .filter(({ oid }) => oid < ownNumbers)
      .sort((one, other) => one.oid - other.oid)
  }
  const all: Partial<Record<Catalog, CatalogRow[]>> = {}
  // Sound: the keys of that very literal.
  for (const catalog of Object.keys(catalogs) as Catalog[]) all[catalog] = await read(catalog)
  // Sound: each has been read.
  return all as Record<Catalog, CatalogRow[]>
}

/** What Postgres tells of tables by, as looks at them ask it. */
const askedRelations =
  'pg_attrdef pg_attribute pg_class pg_constraint pg_database pg_db_role_setting pg_depend pg_enum pg_event_trigger pg_extension pg_index pg_inherits pg_locks pg_namespace pg_partitioned_table pg_rewrite pg_settings pg_statistic_ext pg_trigger'

/** Which of what Postgres tells by is another, in its place: by the numbers that Postgres itself finds under their names. */
export async function strangeCatalogs(sql: Reader): Promise<string[]> {
  const names = [...Object.keys(catalogs), ...askedRelations.split(' ')]
  const numbers = names.map((name) => `'pg_catalog.${name}'::pg_catalog.regclass::pg_catalog.oid as ${name}`)
  const [row] = await sql.unsafe<Record<string, number>[]>(`select ${numbers.join(', ')}`)
  return Object.entries(row ?? {}).flatMap(([name, oid]) => (Number(oid) >= ownNumbers ? [name] : []))
}

/** Of which release a server is: `major` of its catalogs, `release` with its fixes. */
export async function postgresRelease(sql: Reader): Promise<{ major: number; release: number }> {
  const [row] = await sql<{ release: number }[]>`select current_setting('server_version_num')::int as release`
  const release = row?.release ?? 0
  return { major: Math.floor(release / 10_000), release }
}
