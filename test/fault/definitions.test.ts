/** What only the server's superuser can make of how statements are read and of what acts on rows: named by verification all the same. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { definitionLooks } from '#shared/verification/definition-looks'
import { postgresLooks } from '#shared/verification/postgres-looks'
import type { RowLook } from '#shared/verification/row-looks'
import { tableLooks } from '#shared/verification/table-looks'
import { aSigner } from '#test/support/store'
import { type OwnServer, ownServer } from '#test/support/superuser'

setDefaultTimeout(60_000)
const signer = aSigner()
let server: OwnServer
/** Of the superuser, who reads as a process of ours does. */
let sql: Sql
beforeAll(async () => {
  server = await ownServer()
  const url = new URL(server.database.url)
  url.username = 'postgres'
  url.password = ''
  sql = openSql({ url: url.href, name: 'assay-test', poolSize: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await server.stop()
})

class RolledBack extends Error {}

/** What is named once this was done, as table and key; nothing of it stays. */
async function namedAfter(statements: string): Promise<string[]> {
  const named: string[] = []
  await sql
    .begin(async (tx) => {
      await tx.unsafe(statements)
      for (const look of [...postgresLooks, ...tableLooks, ...definitionLooks(signer)]) {
        const { faults } = await look.page(tx, undefined, 1000)
        named.push(...faults.map(({ table, key }) => `${table} ${key}`))
      }
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return named
}

/** As it has them. */
const sessionColumns = `datid, null::name as datname, pid, leader_pid, usesysid, null::name as usename, application_name, client_addr,
  client_hostname, client_port, backend_start, xact_start, query_start, state_change, wait_event_type, wait_event, state, backend_xid,
  backend_xmin, query_id, query, backend_type`

const isSame = 'create function public.mine(text, uuid) returns boolean language sql as $$ select true $$'

test.each([
  [
    'a column of the queues that is said never to be empty, by which what waits would not be asked for',
    'pgboss.job_common column started_on',
    "update pg_attribute set attnotnull = true where attrelid = 'pgboss.job_common'::regclass and attname = 'started_on'",
  ],
  [
    'an operator among those of Postgres',
    'pg_operator operator = of text uuid',
    `${isSame}; create operator pg_catalog.= (leftarg = text, rightarg = uuid, function = public.mine)`,
  ],
  [
    'an operator that is said to have come with the language that every database has',
    'pg_operator operator = of text uuid',
    `${isSame}; create operator public.= (leftarg = text, rightarg = uuid, function = public.mine);
     alter extension plpgsql add operator public.= (text, uuid)`,
  ],
  [
    'a function among those of Postgres',
    'pg_proc overload unnest(text[])',
    `create function pg_catalog.unnest(text[]) returns setof text language sql as $$ select 'nobody' $$`,
  ],
  [
    'an operator that is hung on an extension',
    'pg_operator operator = of text uuid',
    `create extension citext; ${isSame}; create operator public.= (leftarg = text, rightarg = uuid, function = public.mine);
     alter extension citext add operator public.= (text, uuid)`,
  ],
  [
    'a function that is hung on an extension',
    'pg_proc overload unnest(text[])',
    `create extension pg_trgm; create function public.unnest(text[]) returns setof text language sql as $$ select 'nobody' $$;
     alter extension pg_trgm add function public.unnest(text[])`,
  ],
  [
    'a cast that is hung on an extension',
    'pg_cast cast text as uuid',
    `create extension citext; create function public.cast_to(text) returns uuid language sql as $$ select null::uuid $$;
     create cast (text as uuid) with function public.cast_to(text) as implicit; alter extension citext add cast (text as uuid)`,
  ],
  [
    'triggers that are off for a whole server',
    'pg_settings setting session_replication_role',
    'set local session_replication_role = replica',
  ],
  [
    'a key whose own triggers are off',
    'edg_edges constraint edg_edges_parent_fkey',
    'alter table edg_edges disable trigger all; alter table edg_edges enable trigger user',
  ],
  [
    'the same where it looks at what is deleted',
    'edg_edges constraint edg_edges_parent_fkey',
    'alter table edg_nodes disable trigger all; alter table edg_nodes enable trigger user',
  ],
  [
    'what compares texts, said anew',
    'pg_proc texteq 67',
    `create or replace function pg_catalog.texteq(text, text) returns boolean language sql immutable strict as 'select false'`,
  ],
  [
    'what writes digests, said anew',
    'pg_proc encode 1946',
    `create or replace function pg_catalog.encode(bytea, text) returns text language sql immutable strict as $$ select 'x' $$`,
  ],
  [
    'what Postgres itself says in SQL, said anew',
    'pg_proc what Postgres 18 brings',
    `create or replace function pg_catalog.round(numeric) returns numeric language sql immutable strict as 'select 42::numeric'`,
  ],
  [
    'what counts',
    'pg_aggregate count 2803',
    `create function theirs(int8) returns int8 language sql as 'select $1';
     create or replace aggregate pg_catalog.count(*) (sfunc = public.theirs, stype = int8, initcond = '0')`,
  ],
  [
    'an operator of Postgres that calls what somebody has made',
    'pg_operator >= 1757',
    `create function theirs(numeric, numeric) returns bool language sql as 'select true';
     update pg_operator set oprcode = 'theirs'::regproc where oid = 1757`,
  ],
  [
    'one that calls another of Postgres',
    'pg_operator what Postgres 18 brings',
    `update pg_operator set oprcode = 'numeric_le'::regproc where oid = 1757`,
  ],
  [
    'a cast of Postgres that calls what somebody has made',
    'pg_cast 10109',
    `create function theirs(text) returns regclass language sql as 'select 0::regclass';
     update pg_cast set castfunc = 'theirs'::regproc where castsource = 'text'::regtype and casttarget = 'regclass'::regtype`,
  ],
  [
    'a type that is written by what writes another',
    'pg_type what Postgres 18 brings',
    `update pg_type set typoutput = 'timestamp_out'::regproc where typname = 'timestamptz'`,
  ],
  [
    'an operator in C that is hung on an extension',
    'pg_operator operator = of text uuid',
    `create extension pg_trgm; create function public.mine(text, uuid) returns bool language c as '$libdir/pg_trgm', 'similarity_op';
     create operator public.= (leftarg = text, rightarg = uuid, function = public.mine);
     alter extension pg_trgm add operator public.= (text, uuid)`,
  ],
  [
    'a function in C that is hung on one',
    'pg_proc overload unnest(text[])',
    `create extension pg_trgm; create function public.unnest(text[]) returns setof text language c as '$libdir/pg_trgm', 'show_trgm';
     alter extension pg_trgm add function public.unnest(text[])`,
  ],
  [
    'a trigger that is said to be part of another',
    'violations trigger mine',
    `create function theirs() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger mine before insert on violations for each row execute function theirs();
     update pg_trigger set tgparentid = (select oid from pg_trigger where tgname = 'violations_moved') where tgname = 'mine'`,
  ],
  [
    'triggers that a table is said not to have',
    'edg_nodes table',
    `update pg_class set relhastriggers = false where relname = 'edg_nodes'`,
  ],
  ['checks that it is said not to have', 'scans table', `update pg_class set relchecks = 0 where relname = 'scans'`],
  [
    'a key that is said to let rows be there twice',
    'edg_leaves constraint edg_leaves_pkey',
    `update pg_index set indisunique = false where indexrelid = 'edg_leaves_pkey'::regclass`,
  ],
  [
    'a table among those of Postgres that is read in the place of ours',
    'violations stand-in',
    'set local allow_system_table_mods = on; create table pg_catalog.violations (like public.violations)',
  ],
  [
    'a view in the place of what says which triggers there are',
    'pg_trigger what Postgres brings',
    `set local allow_system_table_mods = on; alter table pg_catalog.pg_trigger rename to theirs;
     create view pg_catalog.pg_trigger as select * from pg_catalog.theirs where tgname <> 'mine'`,
  ],
  [
    'what a column holds by itself since its type does',
    'agents column card_url',
    `update pg_type set typdefault = 'https://elsewhere.test/card' where oid = 'text'::regtype`,
  ],
  [
    'what Postgres gives to a function that it is not given',
    'pg_proc what Postgres 18 brings',
    `update pg_proc set proargdefaults = (select proargdefaults from pg_proc where proname = 'jsonb_insert') where proname = 'jsonb_set'`,
  ],
  [
    'what a function calls what it is given',
    'pg_proc what Postgres 18 brings',
    `update pg_proc set proargnames = '{years,months,weeks,days,hours,secs,mins}' where proname = 'make_interval'`,
  ],
  [
    'a key without the triggers that ask it',
    'claim_pieces constraint claim_pieces_claim_id_fkey',
    `delete from pg_trigger where tgconstraint = (select oid from pg_constraint where conname = 'claim_pieces_claim_id_fkey')`,
  ],
  [
    'a key whose own triggers ask nothing',
    'claim_pieces constraint claim_pieces_claim_id_fkey',
    `update pg_trigger set tgfoid = 'suppress_redundant_updates_trigger'::regproc
     where tgconstraint = (select oid from pg_constraint where conname = 'claim_pieces_claim_id_fkey')`,
  ],
  [
    'a key whose own triggers take rows along',
    'claim_pieces constraint claim_pieces_claim_id_fkey',
    `update pg_trigger set tgfoid = '"RI_FKey_cascade_del"'::regproc where tgfoid = '"RI_FKey_noaction_del"'::regproc
       and tgconstraint = (select oid from pg_constraint where conname = 'claim_pieces_claim_id_fkey')`,
  ],
  [
    'a key that calls equal what differs',
    'agents constraint agents_head_fkey',
    `update pg_constraint set conpfeqop = array['<>(bytea,bytea)'::regoperator::oid] where conname = 'agents_head_fkey'`,
  ],
  [
    'a key that asks another column',
    'agents constraint agents_head_fkey',
    `update pg_constraint set confkey = array[(select attnum from pg_attribute where attrelid = 'edg_nodes'::regclass and attname = 'prev')]
     where conname = 'agents_head_fkey'`,
  ],
  [
    'what sorts many texts, and finds them to be the same',
    'pg_opclass operator class mine of text[]',
    `create function public.mine(text[], text[]) returns int language sql immutable as 'select 0';
     create operator class mine default for type text[] using btree as operator 3 = (anyarray, anyarray), function 1 public.mine(text[], text[])`,
  ],
  [
    'a trigger of Postgres’s own that belongs to no key',
    'claims trigger mine',
    `create trigger mine before update on claims for each row execute function suppress_redundant_updates_trigger();
     update pg_trigger set tgisinternal = true where tgname = 'mine'`,
  ],
  [
    'a function among those of Postgres that is called in the place of one of ours',
    'pg_proc overload edg_pos_before(text, bigint, bigint)',
    `create function pg_catalog.edg_pos_before(text, bigint, bigint) returns int language sql as 'select 0'`,
  ],
  [
    'a function of ours that is not asked of what is null',
    'pg_proc edg_pos_before',
    'alter function public.edg_pos_before strict',
  ],
  [
    'states of jobs in another order, by which those that wait seem to have ended',
    'pgboss.job_state values',
    `update pg_enum set enumsortorder = 100 where enumtypid = 'pgboss.job_state'::regtype and enumlabel = 'created'`,
  ],
  [
    'a view of Postgres’s own that tells of no session',
    'pg_stat_activity text of view',
    `set local allow_system_table_mods = on;
     create or replace view pg_catalog.pg_stat_activity as select ${sessionColumns} from pg_catalog.pg_stat_get_activity(null) s where false`,
  ],
  [
    'what carries out the language of our functions',
    'pg_language plpgsql',
    `update pg_language set lanplcallfoid = 'fmgr_sql_validator'::regproc where lanname = 'plpgsql'`,
  ],
  [
    'where that lies',
    'pg_proc plpgsql_call_handler',
    `update pg_proc set probin = '/tmp/theirs' where proname = 'plpgsql_call_handler'`,
  ],
  [
    'another language that is called as that of our functions',
    'pg_proc forget_seal',
    `alter language plpgsql rename to theirs;
     create trusted language plpgsql handler plpgsql_call_handler inline plpgsql_inline_handler validator plpgsql_validator;
     update pg_proc set prolang = (select oid from pg_language where lanname = 'plpgsql')
     where prolang = (select oid from pg_language where lanname = 'theirs')`,
  ],
])('%s', async (_, named, statements) => {
  // Of what Postgres numbers as it is set up, whatever the number.
  expect(
    (await namedAfter(statements)).map((each) => each.replace(/^(pg_(?:language|proc) plpgsql\w*) \d+$/, '$1')),
  ).toContain(named)
})

test.each([
  ...[
    'citext',
    'hstore',
    'ltree',
    'pg_trgm',
    'pgcrypto',
    'uuid-ossp',
    'btree_gin',
    'btree_gist',
    'intarray',
    'cube',
    'isn',
  ],
  ...['unaccent', 'tablefunc', 'fuzzystrmatch', 'pg_stat_statements', 'dblink', 'lo', 'seg', 'xml2', 'intagg'],
])('nothing that %s brings is', async (extension) => {
  expect(await namedAfter(`create extension "${extension}" with schema public`)).toEqual([])
})

test('of a Postgres that has more of its own than is known nothing is named, and that it is not held is said', async () => {
  const [look] = postgresLooks
  const seen: Awaited<ReturnType<RowLook['page']>>[] = []
  await sql
    .begin(async (tx) => {
      await tx`insert into pg_cast (oid, castsource, casttarget, castfunc, castcontext, castmethod)
        select 9999, 'text'::regtype, 'uuid'::regtype, 0, 'e', 'i'`
      if (look) seen.push(await look.page(tx, undefined, 1000))
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })

  expect(seen).toEqual([expect.objectContaining({ faults: [], unheld: expect.stringContaining('brings is not what') })])
})

test('nothing is where nothing was done', async () => {
  expect(await namedAfter('select 1')).toEqual([])
})
