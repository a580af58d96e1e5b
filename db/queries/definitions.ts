/** What tables are beside their rows: the columns, triggers, functions, keys and checks that migrations have made of them, a line each. */
import type { Reader, Tx } from '#db/client'
import { queueSchema, queueTables } from '#db/queries/queue'

export type Definition = {
  /** Of which table; of a function its name. */
  table: string
  key: string
  /** What of it is held, in one text. */
  said: string
}

/**
 * Of tables of ours, and of the queues' what is fired at their tables, their columns, what keeps jobs apart and which functions there are. Texts that Postgres writes anew from what it has parsed are held on the one
 * major release whose words are known (`writtenBy`): another may write them otherwise. Columns stand by their names: their numbers are
 * others in a store that was put back.
 * @param own the names of our tables.
 */
export const definitionsThere = (sql: Reader, own: readonly string[]): Promise<Definition[]> => {
  const isOwn = ofAnExtension(sql)
  const { job, queue } = queueTables
  return sql<Definition[]>`
    with ours as (
      select c.oid, c.relname::text as name, c.relkind, c.relpersistence, c.relhastriggers, c.relhasindex, c.relchecks from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and c.relname = any(${own as string[]}::text[])),
    fired as (
      select oid, name from ours
      union all
      select c.oid, n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'pgboss' and c.relkind in ('r', 'p')),
    queues as (select oid, name from fired where name = any(${[job, `${job}_common`, queue]}::text[]))
    select name as table, 'table' as key, concat_ws(' ', relkind, relpersistence,
      case when exists (select from pg_inherits i where i.inhparent = ours.oid) then 'with heirs' end,
      -- Notes of what there is, without which nobody looks for it.
      case when not relhastriggers and exists (select from pg_trigger t where t.tgrelid = ours.oid) then 'triggers unheeded' end,
      case when not relhasindex and exists (select from pg_index i where i.indrelid = ours.oid) then 'indexes unheeded' end,
      case when relchecks <> (select count(*) from pg_constraint k where k.conrelid = ours.oid and k.contype = 'c') then 'checks unheeded' end
      ) as said from ours
    union all
    ${columnsOf(sql, 'ours')}
    union all
    ${columnsOf(sql, 'queues')}
    union all
    ${triggersOf(sql)}
    union all
    ${expressionsOf(sql)}
    union all
    ${textsOf(sql)}
    union all
    select name, 'constraint ' || k.conname, concat_ws(' ', k.contype, ${namesOf(sql, 'ours', 'k.conkey')}, nullif(k.confrelid, 0)::regclass,
      nullif(k.confdeltype, ' '), nullif(k.confupdtype, ' '), case when not k.convalidated then 'not validated' end,
      case when k.condeferrable then 'deferrable' end,
      -- A column of later releases of Postgres.
      case when to_jsonb(k) ->> 'conenforced' = 'false' then 'not enforced' end,
      (select ${keepsApart(sql)} from pg_index i where i.indexrelid = k.conindid and k.contype in ('p', 'u')),
      case when k.contype = 'f' and not ${isKeyAsked(sql)} then 'off' end,
      case when k.contype = 'f' and not ${isKeyEqual(sql)} then 'by others' end)
    -- One that excludes rows keeps them apart too, and where that is to be passed over nobody is told.
    from pg_constraint k join ours on ours.oid = k.conrelid where k.contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select name, 'index ' || c.relname, concat_ws(' ', ${namesOf(sql, 'ours', 'i.indkey::int2[]')}, case when i.indpred is not null then 'where' end,
      case when not i.indisvalid then 'not valid' end, ${keepsApart(sql)})
    from pg_index i join ours on ours.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    -- What is there already is not put into a queue, and nobody is told.
    select name, 'index ' || c.relname, concat_ws(' ', ${namesOf(sql, 'queues', 'i.indkey::int2[]')}, case when i.indpred is not null then 'where' end,
      ${keepsApart(sql)})
    from pg_index i join queues on queues.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where i.indisunique or i.indisexclusion
    union all
    -- By a check that is said to hold a queue would be taken for empty.
    select name, 'constraint ' || k.conname, concat_ws(' ', k.contype, ${namesOf(sql, 'queues', 'k.conkey')})
    from pg_constraint k join queues on queues.oid = k.conrelid where k.contype = 'c'
    union all
    -- Of one that is a part of another with which jobs are looked for in it.
    select name, 'table', concat_ws(' ', c.relkind, c.relpersistence, pg_get_expr(c.relpartbound, c.oid),
      case when c.relkind = 'r' and exists (select from pg_inherits i where i.inhparent = c.oid) then 'with heirs' end)
    from queues join pg_class c using (oid)
    union all
    -- Those that wait come before the others: claims go by the order.
    select ${queueSchema} || '.' || t.typname, 'values', string_agg(e.enumlabel, ' ' order by e.enumsortorder)
    from pg_enum e join pg_type t on t.oid = e.enumtypid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = ${queueSchema} group by 1
    union all
    -- One that is read and not written hides what comes meanwhile. One that is being built is neither.
    select name, 'index read and not written: ' || c.relname, ''
    from pg_index i join ours on ours.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where i.indisvalid and not (i.indisready and i.indislive)
    union all
    -- What changes how our statements are read, for whoever connects.
    select 'pg_event_trigger', 'event trigger ' || e.evtname, concat_ws(' ', e.evtevent, e.evtfoid::regproc, e.evtenabled)
    from pg_event_trigger e where e.evtevent = 'login'
    union all
    select 'pg_db_role_setting', concat('setting ', split_part(s.config, '=', 1), ' of ', nullif(s.setrole, 0)::regrole), concat(s.config)
    from (select setrole, setdatabase, unnest(setconfig) as config from pg_db_role_setting) s
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and split_part(s.config, '=', 1) = 'session_replication_role'
    union all
    -- However it came to be so: by a file of the server's, which no catalog tells.
    select 'pg_settings', 'setting session_replication_role', current_setting('session_replication_role')
    where current_setting('session_replication_role') <> 'origin'
    union all
    select n.nspname || '.' || c.relname, 'view in its place', c.relkind::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'pgboss' and c.relkind in ('v', 'm', 'f')
    union all
    select 'pg_operator', concat_ws(' ', 'operator', o.oprname, 'of', nullif(o.oprleft, 0)::regtype, o.oprright::regtype), concat(o.oprcode::regproc)
    -- Those that Postgres brings have numbers below this one.
    from pg_operator o where o.oprnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) and o.oid >= 16384
      and not (${isBrought(sql, 'pg_operator', 'o.oid')} and (${isOwn('o.oprleft')} or ${isOwn('o.oprright')} or ${isKnownInC(sql)}))
    union all
    -- By what rows are sorted, and found to be the same: one that is of a type itself comes before that of all that are like it.
    select 'pg_opclass', concat_ws(' ', 'operator class', o.opcname, 'of', o.opcintype::regtype), ''
    from pg_opclass o join pg_am m on m.oid = o.opcmethod
    where o.oid >= 16384 and o.opcdefault and m.amname in ('btree', 'hash') and o.opcintype < 16384
    union all
    select 'pg_cast', concat('cast ', c.castsource::regtype, ' as ', c.casttarget::regtype),
      concat_ws(' ', c.castfunc::regprocedure, c.castcontext, c.castmethod)
    from pg_cast c where c.oid >= 16384
      and not (${isBrought(sql, 'pg_cast', 'c.oid')} and (${isOwn('c.castsource')} or ${isOwn('c.casttarget')}))
    union all
    select case n.nspname when 'public' then '' else n.nspname || '.' end || p.proname, 'function', ${functionSaid(sql)}
    from pg_proc p join pg_language l on l.oid = p.prolang join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', ${queueSchema}) and not ${isBrought(sql, 'pg_proc', 'p.oid')}
    order by 1, 2, 3`
}

const columnsOf = (sql: Reader, tables: 'ours' | 'queues'): ReturnType<Tx> => sql`
  select name as table, 'column ' || a.attname as key, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then 'by ' || c.collname end, case when a.attnotnull then 'not null' end,
    nullif(a.attidentity, ''), nullif(a.attgenerated, ''),
    -- What is given no value gets that one.
    case when t.typdefault is not null or t.typdefaultbin is not null then 'by a default of its type' end,
    -- What a column is generated from may be written anew.
    case when a.atthasdef and a.attgenerated = '' then 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as said
  from ${sql(tables)} of join pg_attribute a on a.attrelid = of.oid join pg_type t on t.oid = a.atttypid
    left join pg_collation c on c.oid = a.attcollation left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped`

/** Of a function `p` in a language `l`. */
const functionSaid = (sql: Reader): ReturnType<Tx> => sql`
  concat_ws(' ', l.lanname, case when l.oid >= 16384 then 'of theirs' end, case when p.proisstrict then 'strict' end, nullif(pg_get_function_identity_arguments(p.oid), ''), p.provolatile,
    case when p.prosecdef then 'definer' end, p.proconfig::text, encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'))`

/** Of an index `i` that is to keep rows from being there twice: why it does not, or not each. */
const keepsApart = (sql: Reader): ReturnType<Tx> => sql`
  nullif(concat_ws(' ', case when not i.indisunique then 'not unique' end, case when not i.indimmediate then 'not at once' end,
    case when not (i.indisready and i.indislive) then 'not written' end,
    case when to_jsonb(i) ->> 'indnullsnotdistinct' = 'true' then 'nulls alike' end,
    case when exists (select from unnest(i.indclass::oid[]) as u(class) where u.class >= 16384) then 'by a class of theirs' end), '')`

/**
 * Of tables `fired`: what is calculated whenever a row is written, with what of it Postgres did not bring, or what may do something
 * besides. Whatever is called there acts on rows as a trigger does. Told by the numbers in what Postgres has parsed: what it notes
 * elsewhere of what rests on what can be taken away.
 */
const expressionsOf = (sql: Reader): ReturnType<Tx> => sql`
  select fired.name, 'expression of ' || e.what, u.called
  from fired join (
    select d.adrelid as rel, 'column ' || a.attname as what, d.adbin::text as tree
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    union all
    select k.conrelid, 'constraint ' || k.conname, k.conbin::text from pg_constraint k where k.conbin is not null
    union all
    select i.indrelid, 'index ' || c.relname, concat(i.indexprs::text, i.indpred::text)
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indexprs is not null or i.indpred is not null
    union all
    select t.tgrelid, 'trigger ' || t.tgname, t.tgqual::text from pg_trigger t where t.tgqual is not null
    union all
    select s.stxrelid, 'statistics ' || s.stxname, s.stxexprs::text from pg_statistic_ext s where s.stxexprs is not null
    union all
    select p.partrelid, 'parts', p.partexprs::text from pg_partitioned_table p where p.partexprs is not null) e on e.rel = fired.oid
  cross join lateral (
    select string_agg(distinct coalesce(p.oid::regprocedure::text, m.found[1] || ' of theirs'), ' ') as called
    from regexp_matches(e.tree, ':(\\w*(?:func|fn|op|type|coll)\\w*) (\\d+)', 'g') as m(found)
      left join pg_proc p on p.oid = m.found[2]::oid and m.found[1] in ('funcid', 'opfuncid', 'aggfnoid', 'winfnoid')
      left join pg_type y on y.oid = m.found[2]::oid and m.found[1] like '%type%'
    -- Of a type of rows, of words or of many of these nothing is called, and of these functions nothing but what they give.
    where (m.found[2]::oid >= 16384 and not coalesce(y.typtype in ('c', 'e') or y.typcategory = 'A', false))
      or (p.provolatile = 'v' and p.proname not in ('clock_timestamp', 'gen_random_uuid', 'nextval'))) u
  where u.called is not null`

/** The release of Postgres whose words are written down: another may write anew otherwise what it has parsed. */
export const writtenBy = 18
/** What the keys of those texts begin with. */
export const textWord = 'text of '

/** Of tables `ours`, in the words of that release: checks, when triggers fire, what kept rows apart, what columns are generated from. */
const textsOf = (sql: Reader): ReturnType<Tx> => sql`
  select ours.name, x.key, x.said
  from ours cross join lateral (
    select 'text of constraint ' || k.conname as key, pg_get_constraintdef(k.oid) as said
    from pg_constraint k where k.conrelid = ours.oid and k.contype = 'c'
    union all
    select 'text of trigger ' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
    where t.tgrelid = ours.oid and t.tgqual is not null
    union all
    select 'text of index ' || c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ours.oid and i.indisunique and (i.indpred is not null or i.indexprs is not null)
    union all
    select 'text of column ' || a.attname, pg_get_expr(d.adbin, d.adrelid)
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = ours.oid and a.attgenerated <> '') x
  where current_setting('server_version_num')::int / 10000 = ${writtenBy}
  union all
  -- By what sessions and locks are told of.
  select v::regclass::text, 'text of view', encode(sha256(convert_to(pg_get_viewdef(v), 'UTF8')), 'hex')
  from unnest(array['pg_catalog.pg_locks', 'pg_catalog.pg_settings', 'pg_catalog.pg_stat_activity']::regclass[]::oid[]) as u(v)
  where current_setting('server_version_num')::int / 10000 = ${writtenBy}`

/** Of tables `fired`. */
const triggersOf = (sql: Reader): ReturnType<Tx> => sql`
  select fired.name, 'trigger ' || t.tgname, concat_ws(' ', t.tgfoid::regproc, t.tgtype, t.tgenabled, ${namesOf(sql, 'fired', 't.tgattr::int2[]')},
    nullif(encode(t.tgargs, 'hex'), ''), case when t.tgqual is not null then 'when' end)
  from pg_trigger t join fired on fired.oid = t.tgrelid
  -- Postgres's own are those of keys: whatever else is marked so was marked by hand.
  -- One that a table has of that whose part it is is the same as there.
  where not exists (
    select from pg_trigger p join pg_inherits i on i.inhparent = p.tgrelid
    where p.oid = t.tgparentid and p.tgfoid = t.tgfoid and i.inhrelid = t.tgrelid)
  and not (t.tgisinternal and exists (
    select from pg_proc p join pg_constraint k on k.oid = t.tgconstraint and t.tgrelid in (k.conrelid, k.confrelid)
    where p.oid = t.tgfoid and p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^(RI_FKey_|unique_key_recheck$)'))`

/** What Postgres does with rows that refer to one that goes or changes, by the letter of a key `k` and as its functions are called. */
const keyActions = (sql: Reader, column: 'confdeltype' | 'confupdtype', event: 'del' | 'upd'): ReturnType<Tx> => sql`
  ('pg_catalog."RI_FKey_' || case k.${sql(column)} when 'a' then 'noaction' when 'r' then 'restrict' when 'c' then 'cascade'
    when 'n' then 'setnull' when 'd' then 'setdefault' end || ${`_${event}"`}::text)::regproc`

/** Whether a key `k` is asked by the four triggers that Postgres makes for one, two on either table, and by no other. */
const isKeyAsked = (sql: Reader): ReturnType<Tx> => sql`
  (select count(*) = 4 and bool_and(t.tgenabled = 'O' and t.tgqual is null and (t.tgrelid, t.tgtype, t.tgfoid::oid) in (
      (k.conrelid, 5, 'pg_catalog."RI_FKey_check_ins"'::regproc::oid), (k.conrelid, 17, 'pg_catalog."RI_FKey_check_upd"'::regproc::oid),
      (k.confrelid, 9, ${keyActions(sql, 'confdeltype', 'del')}::oid), (k.confrelid, 17, ${keyActions(sql, 'confupdtype', 'upd')}::oid)))
    from pg_trigger t where t.tgconstraint = k.oid)`

/** Whether a key `k` compares its columns with those by which rows are told apart there, and by what Postgres calls equal. */
const isKeyEqual = (sql: Reader): ReturnType<Tx> => sql`
  (exists (select from pg_index i where i.indexrelid = k.conindid and i.indkey::text = array_to_string(k.confkey, ' '))
    and not exists (select from unnest(k.conpfeqop || k.conppeqop || k.conffeqop) as u(operator)
      where not exists (select from pg_operator o where o.oid = u.operator and o.oprname = '=' and o.oid < 16384)))`

/** The names of a table's columns whose numbers these are. */
const namesOf = (sql: Reader, table: 'ours' | 'fired' | 'queues', numbers: string): ReturnType<Tx> => sql`
  (select string_agg(a.attname, ',' order by u.nth) from unnest(${sql.unsafe(numbers)}) with ordinality as u(number, nth)
    join pg_attribute a on a.attrelid = ${sql.unsafe(table)}.oid and a.attnum = u.number)`

/**
 * What acts on rows of a table as they are written: its columns with what they hold by themselves, triggers and rules. Nothing where the
 * tables are not those of this migration; what is calculated of them, and functions of triggers, with it. To be asked in the transaction that has written: until it ends nobody changes them.
 */
export const actsOnRows = (sql: Reader, table: string, newest: number) => sql<Definition[]>`
  with ours as (
    select c.oid, c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = ${table}
      and (select max(created_at) from migrations) = ${newest}),
  fired as (select oid, name from ours)
  ${columnsOf(sql, 'ours')}
  union all
  ${triggersOf(sql)}
  union all
  ${expressionsOf(sql)}
  union all
  select name, 'rule ' || r.rulename, '' from pg_rewrite r join ours on ours.oid = r.ev_class
  union all
  select p.proname, 'function', ${functionSaid(sql)}
  from pg_trigger t join ours on ours.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid join pg_language l on l.oid = p.prolang
  where not t.tgisinternal`

/**
 * By what an extension may have brought something that changes how statements are read: it is of types that Postgres does not bring, of
 * which statements of ours say nothing. What is of Postgres's own types alone somebody may have hung on it, in C too.
 * @param of the object whose number it is, as SQL
 */
const ofAnExtension =
  (sql: Reader) =>
  (of: string): ReturnType<Tx> =>
    sql`(${sql.unsafe(of)} >= 16384::pg_catalog.oid)`

/** What Postgres's own extensions bring of operators of its own types alone: library, operator, function of the library. */
const knownInC: readonly string[] = [
  ...['cash', 'date', 'float4', 'float8', 'int2', 'int4', 'int8', 'interval', 'oid', 'time', 'ts', 'tstz'].map(
    (type) => `btree_gist <-> ${type}_dist`,
  ),
  'earthdistance <@> geo_distance',
  '_int && _int_overlap',
  '_int <@ _int_contained',
  '_int @> _int_contains',
  '_int # icount',
  '_int # idx',
  '_int + intarray_push_elem',
  '_int + intarray_push_array',
  '_int - intarray_del_elem',
  '_int - intset_subtract',
  '_int | intset_union_elem',
  '_int | _int_union',
  '_int & _int_inter',
  'pg_trgm % similarity_op',
  'pg_trgm %> word_similarity_commutator_op',
  'pg_trgm <% word_similarity_op',
  'pg_trgm <-> similarity_dist',
  'pg_trgm <->> word_similarity_dist_commutator_op',
  'pg_trgm <<-> word_similarity_dist_op',
  'pg_trgm %>> strict_word_similarity_commutator_op',
  'pg_trgm <<% strict_word_similarity_op',
  'pg_trgm <->>> strict_word_similarity_dist_commutator_op',
  'pg_trgm <<<-> strict_word_similarity_dist_op',
]

/** Of an operator `o`. */
const isKnownInC = (sql: Reader): ReturnType<Tx> => sql`
  exists (select from pg_proc f join pg_language l on l.oid = f.prolang
    where f.oid = o.oprcode and l.lanname = 'c'
      and concat_ws(' ', replace(f.probin, '$libdir/', ''), o.oprname, f.prosrc) = any(${knownInC as string[]}::text[]))`

/**
 * Whether an extension has brought it. The language that every database has brings nothing of the kind: what is said to be of that one
 * was made so by hand.
 */
const isBrought = (sql: Reader, catalog: 'pg_operator' | 'pg_cast' | 'pg_proc', oid: string): ReturnType<Tx> => sql`
  exists (select from pg_catalog.pg_depend d join pg_catalog.pg_extension e on e.oid = d.refobjid
    where d.classid = ${sql.unsafe(`'pg_catalog.${catalog}'`)}::pg_catalog.regclass::pg_catalog.oid
      and d.objid = ${sql.unsafe(oid)} and d.deptype = 'e' and e.extname <> 'plpgsql')`

/**
 * Functions that are called like one of Postgres itself, for other arguments: a statement of ours that calls that may come to these, since
 * `unnest(text[])` fits better than `unnest(anyarray)`. Of the same arguments its own comes first. Each name here says its schema, and what
 * is compared is of one type: whatever somebody has made does not answer for itself. Before those of ours come those of Postgres's schema.
 * @param own the names of our functions.
 */
export const overloadsThere = (sql: Reader, own: readonly string[]): Promise<Definition[]> => {
  const alike = sql`
    from pg_catalog.pg_proc o join pg_catalog.pg_namespace m on m.oid = o.pronamespace
    where o.proname = p.proname and m.nspname = 'pg_catalog' and o.oid < 16384::pg_catalog.oid`
  const isOwn = ofAnExtension(sql)
  return sql<Definition[]>`
    select 'pg_proc' as table, '' as said,
      pg_catalog.format('overload %s(%s)'::pg_catalog.text, p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid)) as key
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.oid >= 16384::pg_catalog.oid and (n.nspname = 'pg_catalog' or n.nspname = 'public')
      and (exists (select ${alike}) and not exists (select ${alike} and o.proargtypes = p.proargtypes)
        or n.nspname = 'pg_catalog' and p.proname = any(${own as string[]}::pg_catalog.name[]))
      and not (${isBrought(sql, 'pg_proc', 'p.oid')} and exists (
        select from pg_catalog.pg_type y where ${isOwn('y.oid')} and y.oid = any(p.proargtypes)))
    order by p.proname, p.oid`
}

type TablesThere = {
  newest: number
  is_moving: boolean
  /** Of the server's release. */
  major: number
  /** Of what the queues are made of. */
  queue: number
}

/** The newest migration of the tables, and whether somebody is at it. @param lock that is held while somebody is. */
export async function tablesThere(sql: Reader, lock: number): Promise<TablesThere> {
  const [row] = await sql<TablesThere[]>`
    select coalesce((select max(created_at) from migrations), 0) as newest, exists (
      select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) + objid::bigint = ${lock} and objsubid = 1) as is_moving,
      current_setting('server_version_num')::int / 10000 as major, coalesce((select max(version) from ${sql(queueTables.version)}), 0) as queue`
  return row ?? { newest: 0, is_moving: false, major: 0, queue: 0 }
}
