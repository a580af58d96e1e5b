/** What Postgres itself says of our tables: what there is to copy, and what guards it. */
import type { Sql, TransactionSql } from 'postgres'
import { hasQueueSchema, queueSchema, queueSchemaThere } from '#db/queries/queue'

type Asked = Sql | TransactionSql

export type CatalogueTable = {
  schema: string
  name: string
  /** Those that are stored: what is generated is made again. */
  columns: string[]
  isPartitioned: boolean
}
export type FoundTable = CatalogueTable & { isUnlogged: boolean }
export type FoundSequence = { schema: string; name: string; lastValue: string; isCalled: boolean }

/** The schemas that are ours. */
const schemas = ['public', queueSchema]

/** Every table of ours, a partitioned one once. */
export const findTables = (sql: Asked): Promise<FoundTable[]> => sql<FoundTable[]>`
  select n.nspname::text as schema, c.relname::text as name, c.relkind = 'p' as "isPartitioned",
    c.relpersistence = 'u' as "isUnlogged",
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any(${schemas}::text[]) and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`

export async function findSequences(sql: Asked): Promise<FoundSequence[]> {
  const names = await sql<{ schema: string; name: string }[]>`
    select n.nspname::text as schema, c.relname::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}::text[]) and c.relkind = 'S' order by 1, 2`
  const found: FoundSequence[] = []
  for (const { schema, name } of names) {
    const [row] = await sql<{ last_value: string; is_called: boolean }[]>`
      select last_value::text, is_called from ${sql(schema)}.${sql(name)}`
    if (row) found.push({ schema, name, lastValue: row.last_value, isCalled: row.is_called })
  }
  return found
}

export async function setSequence(sql: Asked, { schema, name, lastValue, isCalled }: FoundSequence): Promise<void> {
  await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${lastValue}::text::bigint, ${isCalled})`
}

/** What is taken down while rows come in, and put up again: `drop` and `make` are statements. */
export type Guard = { name: string; drop: string; make: string }

/** Foreign keys, which are checked at once for all rows when they are made, not row by row. */
export const foreignKeys = (sql: Asked): Promise<Guard[]> => sql<Guard[]>`
  select conname::text as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace in (
    select oid from pg_namespace where nspname = any(${schemas}::text[]))
  order by oid`

/** Indexes that guard nothing: made of rows that are there, each costs a tenth of what it costs row by row. */
export const plainIndexes = (sql: Asked): Promise<Guard[]> => sql<Guard[]>`
  select c.relname::text as name, format('drop index %s', c.oid::regclass) as drop, pg_get_indexdef(c.oid) as make
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any(${schemas}::text[]) and c.relkind = 'i' and not c.relispartition and not i.indisunique
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.oid`

/** Tables with triggers of ours. */
export const tablesWithTriggers = (sql: Asked): Promise<{ schema: string; name: string }[]> => sql<
  { schema: string; name: string }[]
>`
  select distinct n.nspname::text as schema, c.relname::text as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and n.nspname = any(${schemas}::text[])`

/** All that guards the tables, by name, and whether it is in force. */
export const guardsInForce = (sql: Asked): Promise<{ guard: string; inForce: boolean }[]> => sql<
  { guard: string; inForce: boolean }[]
>`
  select guard, "inForce" from (
    select 'trigger ' || t.tgname as guard, t.tgenabled = 'O' as "inForce", t.tgrelid as relid
    from pg_trigger t where not t.tgisinternal
    union all
    select 'constraint ' || o.conname, o.convalidated, o.conrelid from pg_constraint o where o.conrelid <> 0
    union all
    select 'index ' || i.indexrelid::regclass, i.indisvalid, i.indrelid from pg_index i) g
  join pg_class c on c.oid = g.relid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any(${schemas}::text[]) order by 1`

/** What our processes call themselves that may write. */
const writers = ['assay-api', 'assay-worker', 'assay-ledger', 'assay-migrate', 'assay-cli', 'assay-restore']

/** Processes of ours that have this database open, by what they call themselves. */
export async function othersConnected(sql: Asked): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct split_part(application_name, ':', 1) as name from pg_stat_activity
    where datname = current_database() and split_part(application_name, ':', 1) = any(${writers}::text[])
      and pid <> pg_backend_pid() order by 1`
  return rows.map(({ name }) => name)
}

/** Which of these tables are there, and which of those have rows. */
export async function rowsIn(
  sql: Asked,
  tables: readonly { schema: string; name: string }[],
): Promise<{ there: number; filled: string[] }> {
  let there = 0
  const filled: string[] = []
  for (const { schema, name } of tables) {
    const [found] = await sql<{ oid: string | null }[]>`
      select to_regclass(format('%I.%I', ${schema}::text, ${name}::text))::text as oid`
    if (!found?.oid) continue
    there += 1
    const [row] = await sql`select 1 from ${sql(schema)}.${sql(name)} limit 1`
    if (row) filled.push(`${schema}.${name}`)
  }
  return { there, filled }
}

/** Moves all that is there into schemas of other names, whole and at once; gives those names. */
export async function setAside(sql: Sql, suffix: string): Promise<string[]> {
  return sql.begin(async (tx) => {
    const there = await tx<{ name: string }[]>`
      select nspname::text as name from pg_namespace where nspname = any(${schemas}::text[]) order by 1 desc`
    for (const { name } of there) await tx`alter schema ${tx(name)} rename to ${tx(name + suffix)}`
    await tx`create schema public`
    return there.map(({ name }) => name + suffix)
  })
}

/** Undoes `setAside`. */
export async function takeBack(sql: Sql, suffix: string, aside: readonly string[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const schema of schemas) await tx`drop schema if exists ${tx(schema)} cascade`
    for (const name of aside) await tx`alter schema ${tx(name)} rename to ${tx(name.slice(0, -suffix.length))}`
  })
}

/** What a copy says of the store it is of. `at` is when the transaction began: all that was committed by then is in its snapshot. */
export type StoreStanding = { at: string; postgres: string; queueSchema: number }

/** Undefined where no release of ours has been at work. */
export async function storeStanding(sql: Asked): Promise<StoreStanding | undefined> {
  if (!(await hasQueueSchema(sql))) return undefined
  const [row] = await sql<Omit<StoreStanding, 'queueSchema'>[]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      current_setting('server_version') as postgres`
  return row && { ...row, queueSchema: await queueSchemaThere(sql) }
}

export async function appliedMigrationList(sql: Asked): Promise<{ when: number; hash: string }[]> {
  const rows = await sql<{ when: string; hash: string }[]>`
    select created_at::text as when, hash from public.migrations order by created_at`
  return rows.map(({ when, hash }) => ({ when: Number(when), hash }))
}

/** The log in force as of its newest checkpoint, whose root is in hex. */
export async function logThere(
  sql: Asked,
): Promise<{ epoch: number; origin: string; size: number; root: string; note: string } | undefined> {
  const [row] = await sql<{ epoch: number; origin: string; size: string; root: string; note: string }[]>`
    select l.epoch, l.origin, c.size::text as size, encode(c.root, 'hex') as root, c.note
    from (select epoch, origin from edg_logs order by epoch desc limit 1) l
    join edg_checkpoints c on c.origin = l.origin order by c.size desc limit 1`
  return row && { ...row, size: Number(row.size) }
}
