/** Whether indexes lead to the rows of their tables: rows as they lie in a stretch of a table, each looked for by every index that should have it. */
import { createHash } from 'node:crypto'
import type { Reader } from '#db/client'

type IndexKey = {
  /** A column, or what is calculated of columns, and by what it is sorted. */
  text: string
  order: string
  mayBeNull: boolean
}

/** An index that statements may be answered by. */
export type HeldIndex = {
  name: string
  method: string
  keys: IndexKey[]
  /** Which rows it has; null where it has all. */
  predicate: string | null
  /** Whether no two rows have one key, as far as none of it is null. */
  is_unique: boolean
}

export type HeldTable = {
  name: string
  /** Columns of its key; none where it has none. */
  keys: string[]
  has_org: boolean
  blocks: number
  /** As they were last counted. */
  rows: number
  rows_per_block: number
  indexes: HeldIndex[]
}

/** Of these tables those with rows that are this one, from a block of it on, or behind it in the order of their names; so many at most. */
export const heldTables = (
  sql: Reader,
  names: readonly string[],
  { table, block }: { table: string; block: number },
  atMost: number,
): Promise<HeldTable[]> => sql<HeldTable[]>`
    select c.relname::text as name, pg_relation_size(c.oid) / current_setting('block_size')::bigint as blocks,
      greatest(c.reltuples, 0)::bigint as rows, coalesce(c.reltuples / nullif(c.relpages, 0), 0)::float8 as rows_per_block,
      array(select a.attname::text from pg_index p
        cross join unnest(p.indkey::int2[]) with ordinality as u(number, nth)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number
        where p.indrelid = c.oid and p.indisprimary order by u.nth) as keys,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as has_org,
      coalesce((select json_agg(json_build_object(
          'name', x.relname, 'method', m.amname, 'predicate', pg_get_expr(i.indpred, i.indrelid), 'is_unique', i.indisunique,
          'keys', (select json_agg(json_build_object(
              'text', '(' || pg_get_indexdef(i.indexrelid, k.nth::int, false) || ')'
                || coalesce(' collate ' || nullif(i.indcollation[k.nth - 1], 0)::regcollation, ''),
              'order', case when i.indoption[k.nth - 1] & 1 = 1 then 'desc' else 'asc' end
                || case when i.indoption[k.nth - 1] & 2 = 2 then ' nulls first' else ' nulls last' end,
              'mayBeNull', coalesce(not a.attnotnull, true)) order by k.nth)
            from unnest(i.indkey::int2[]) with ordinality as k(number, nth)
            left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
            where k.nth <= i.indnkeyatts)) order by x.relname)
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
        where i.indrelid = c.oid and i.indisvalid), '[]') as indexes
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(${names as string[]}::text[])
      and c.relname >= ${table}
      and pg_relation_size(c.oid) > case when c.relname = ${table} then ${block} * current_setting('block_size')::bigint else 0 end
    order by c.relname limit ${atMost}`

/** A row that one of a table's indexes does not lead to, or leads to by what it is not. */
export type AstrayEntry = { index: number; key: string[]; org: string | null; is_passed_over: boolean }

type SeenByIndexes = {
  rows: number
  astray: AstrayEntry[]
  /** By which indexes rows were looked for where it should have been this one alone. */
  used: ReadonlyMap<number, ReadonlySet<string>>
}

/** A look at one table, as it is asked: its name tells what it says. */
export type IndexLook = { table: HeldTable; name: string; text: string }

export function lookAt(table: HeldTable): IndexLook {
  const text = statementOf(table)
  const name = `look_by_indexes_${sha256Hex(text).slice(0, 32)}`
  return { table, name, text: `prepare ${name} (tid, tid) as ${text}` }
}

/** Sees to it that this session has planned them, each once and as it has to be: see `withForcedPlans`. */
export async function prepareLooks(sql: Reader, looks: readonly IndexLook[]): Promise<void> {
  const names = looks.map(({ name }) => name)
  const digests = looks.map(({ text }) => sha256Hex(text))
  // By what it says too: somebody may have taken its name. Of the function that the view asks, since a view can be made another.
  const there = await sql<{ name: string; is_ours: boolean }[]>`
    select p.name, encode(sha256(convert_to(p.statement, 'UTF8')), 'hex') = g.digest as is_ours
    from pg_prepared_statement() p join unnest(${names}::text[], ${digests}::text[]) as g (name, digest) using (name)`
  const known = new Map(there.map(({ name, is_ours: isOurs }) => [name, isOurs]))
  for (const { name, text } of looks) {
    if (known.get(name)) continue
    if (known.has(name)) await sql.unsafe(`deallocate ${name}`).simple()
    await sql.unsafe(text).simple()
  }
}

/** Of each row in these blocks of a table, what its indexes make of it. At one moment. */
export async function seenByIndexes(
  sql: Reader,
  { name }: IndexLook,
  { from, to }: { from: number; to: number },
): Promise<SeenByIndexes> {
  const asked = `execute ${name} ('(${from},0)', '(${to},0)')`
  // Planned once, for both.
  const answers: unknown = await sql.unsafe(`explain (format json, costs off) ${asked}; ${asked}`).simple()
  // Sound: the answers of these two statements, in their order.
  const [explained, found] = answers as [Explained[], (AstrayEntry & { rows: number })[]]
  const used = new Map<number, Set<string>>()
  for (const { Plan } of explained.flatMap((row) => row['QUERY PLAN'])) noteIndexes(Plan, undefined, used)
  return {
    rows: found.find(({ index }) => index < 0)?.rows ?? 0,
    astray: found.filter(({ index }) => index >= 0).map(({ rows: _, ...entry }) => entry),
    used,
  }
}

type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }
type PlanNode = { Alias?: string; 'Index Name'?: string; Plans?: PlanNode[] }

/** A scan by a bitmap has its index below itself. */
function noteIndexes(node: PlanNode, above: string | undefined, used: Map<number, Set<string>>): void {
  const alias = node.Alias ?? above
  const name = node['Index Name']
  const at = /^x(\d+)/.exec(alias ?? '')?.[1]
  if (name !== undefined && at !== undefined) used.set(Number(at), (used.get(Number(at)) ?? new Set()).add(name))
  for (const below of node.Plans ?? []) noteIndexes(below, alias, used)
}

const astrayAtOnce = 100
const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex')
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** All of it in one statement: rows and indexes are seen at one moment. Its parameters are where the stretch begins, and what is behind it. */
function statementOf({ name, keys, has_org: hasOrg, indexes }: HeldTable): string {
  const table = `public.${quoted(name)}`
  const columns = indexes.flatMap(({ keys: parts, predicate }, at) => [
    ...parts.map(({ text }, nth) => `, ${text} as k${at}_${nth}`),
    `, ${predicate ?? 'true'} as p${at}`,
  ])
  const key = keys.length === 0 ? 'ctid::text' : keys.map((column) => `${quoted(column)}::text`).join(', ')
  const looks = indexes.flatMap((index, at) => looksBy(table, index, at))
  return `
    with stretch as materialized (
      select ctid as place, array[${key}] as key, ${hasOrg ? 'org_id' : 'null'}::text as org ${columns.join('')}
      from ${table} where ctid >= $1 and ctid < $2),
    wrong (index, places, found) as (
      select null::int, null::tid[], null::tid[] where false ${looks.map((look) => `union all (${look} limit ${astrayAtOnce})`).join('')})
    select -1 as index, '{}'::text[] as key, null::text as org, false as is_passed_over, (select count(*) from stretch)::int as rows
    union all
    (select w.index, s.key, s.org, s.place = any(w.places), 0
    from wrong w join stretch s on (s.place = any(w.places)) <> coalesce(s.place = any(w.found), false)
    order by w.index, s.key limit ${astrayAtOnce})`
}

/** A look for each way in which parts of the key can be null. */
function looksBy(table: string, index: HeldIndex, at: number): string[] {
  const { method, keys, predicate, is_unique: isUnique } = index
  const rows = (matches: readonly string[]) =>
    `select ctid from ${table} x${at} where ${[...matches, ...among(predicate)].join(' and ')}`
  if (method === 'gin') return [lookByElements(at, rows([`${keys[0]?.text} @> array[g.e]`]))]
  if (method !== 'btree') return []
  const nullable = keys.flatMap(({ mayBeNull }, nth) => (mayBeNull ? [nth] : []))
  const names = keys.map((_, nth) => `k${at}_${nth}`)
  const order = keys.map(({ text, order: by }) => `${text} ${by}`).join(', ')
  return Array.from({ length: 2 ** nullable.length }, (_, pattern) => {
    const nulls = new Set(nullable.filter((_, bit) => (pattern >> bit) % 2 === 1))
    const kinds = [`g.p${at}`, ...names.map((name, nth) => `g.${name} is ${nulls.has(nth) ? '' : 'not '}null`)]
    // One of one value: told by `=` alone what it is, the planner would ask for no order, and any index would do.
    const matches = keys.map(({ text }, nth) =>
      nulls.has(nth) ? `${text} is null` : `${text} = any(array[g.${names[nth]}])`,
    )
    const found = `${rows(matches)} order by ${order}`
    return isUnique && nulls.size === 0 ? lookForOne(at, kinds, found) : lookForAll(at, { kinds, names, nulls }, found)
  })
}

/** Of each row alone, whether it comes by the index. */
const lookForOne = (at: number, kinds: readonly string[], rows: string) => `
  select ${at}, array[g.place], array[f.place]
  from stretch g cross join lateral (select (${rows} limit 1) as place offset 0) f
  where ${kinds.join(' and ')} and f.place is distinct from g.place`

/** Of each group of rows of one key, whether as many come by the index; where not, which. */
function lookForAll(
  at: number,
  { kinds, names, nulls }: { kinds: readonly string[]; names: readonly string[]; nulls: ReadonlySet<number> },
  rows: string,
): string {
  const same = names.map((name, nth) => (nulls.has(nth) ? `s.${name} is null` : `s.${name} = g.${name}`))
  return `
    select ${at}, array(select s.place from stretch s where s.p${at} and ${same.join(' and ')}), array(${rows} offset 0)
    from (select ${names.join(', ')}, count(*) as n from stretch g where ${kinds.join(' and ')} group by ${names.join(', ')}) g
      cross join lateral (select count(*) as n from (${rows} offset 0) as found) f
    where f.n <> g.n`
}

/** The same of rows that have an element. */
const lookByElements = (at: number, rows: string) => `
  select ${at}, g.places, array(${rows} offset 0)
  from (
    select e, array_agg(distinct s.place) as places from stretch s cross join unnest(s.k${at}_0) as e
    where s.p${at} and e is not null group by e) g
    cross join lateral (select count(*) as n from (${rows} offset 0) as found) f
  where f.n <> cardinality(g.places)`

/** Places are compared so that nothing finds the rows by them. What a partial index knows of its rows costs by any other. */
const among = (predicate: string | null) => [
  'tidlarger(ctid, $1) = ctid',
  'tidsmaller(ctid, $2) = ctid',
  ...(predicate === null ? [] : [`(${predicate})`, `((${predicate}) or ctid::text like '-')`]),
]

/** So that what is asked for in the order of an index comes by that index. */
const plans = {
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  enable_seqscan: 'off',
  enable_tidscan: 'on',
  enable_indexscan: 'on',
  enable_bitmapscan: 'on',
  max_parallel_workers_per_gather: '0',
  // So much that one condition more decides.
  cpu_operator_cost: '10',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}

/** One moment's look, planned as indexes are held; how others are planned stays as it was. */
export async function withForcedPlans<T>(sql: Reader, look: (sql: Reader) => Promise<T>): Promise<T> {
  if ('begin' in sql) {
    const seen: { value?: T } = {}
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      await setPlans(tx, plans)
      seen.value = await look(tx)
    })
    // Sound: the look has run through, or the transaction would have thrown.
    return seen.value as T
  }
  const before = await setPlans(sql, plans)
  try {
    return await look(sql)
  } finally {
    // A transaction that failed is over.
    await setPlans(sql, Object.fromEntries(before.map(({ name, setting }) => [name, setting]))).catch(() => undefined)
  }
}

/** Until the transaction ends. @returns what they were. */
const setPlans = (sql: Reader, settings: Readonly<Record<string, string>>) => sql<
  { name: string; setting: string; now: string }[]
>`
  select name, current_setting(name) as setting, set_config(name, value, true) as now
  from jsonb_each_text(${JSON.stringify(settings)}::text::jsonb) as s (name, value)`
