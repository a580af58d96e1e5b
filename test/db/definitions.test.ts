/** What migrations make of tables is what verification holds them to; what a hand makes of them is named. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Tx } from '#db/client'
import { definitions, queueDefinitions } from '#db/definitions'
import { migrationLock, newestMigration, ownTables } from '#db/migrate'
import { knownReleases } from '#db/postgres-releases'
import { definitionsThere, writtenBy } from '#db/queries/definitions'
import { type Catalog, postgresOwn, postgresRelease } from '#db/queries/postgres-own'
import { sayTables, tablesWord } from '#shared/evidence/release-tables'
import { definitionLooks, madeOn } from '#shared/verification/definition-looks'
import { openFindings } from '#shared/verification/findings'
import { digestOf, fixedRows } from '#shared/verification/postgres-looks'
import type { RowLook } from '#shared/verification/row-looks'
import { checkRows, looksOf } from '#shared/verification/rows'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'

const signer = aSigner()
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

class RolledBack extends Error {}

type Seen = Awaited<ReturnType<RowLook['page']>>

/** What is seen once this was done; nothing of it stays. */
async function seenAfter(statements: string): Promise<Seen> {
  const [look] = definitionLooks(signer)
  let seen: Seen | undefined
  const act = async (tx: Tx) => {
    await tx.unsafe(statements)
    seen = await look?.page(tx, undefined, 1000)
    throw new RolledBack()
  }
  await database.sql.begin(act).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  if (!seen) throw new Error('nothing was looked at')
  return seen
}

/** What is named, as table and key. */
const namedAfter = async (statements: string): Promise<string[]> =>
  (await seenAfter(statements)).faults.map(({ table, key }) => `${table} ${key}`)

test('all that migrations make is written down in db/definitions.ts', async () => {
  const there = await definitionsThere(database.sql, [...ownTables()])

  const ofQueue = queueDefinitions.map(([name, key, said]) => [`pgboss.${name}`, key, said.replaceAll('~', 'pgboss.')])
  const isOfQueue = ({ table }: { table: string }) => table.startsWith('pgboss.')
  const lines = (some: typeof there) => some.map(({ table, key, said }) => [table, key, said])
  expect(lines(there.filter((one) => !isOfQueue(one)))).toEqual(definitions.map((line) => [...line]))
  expect(lines(there.filter(isOfQueue))).toEqual(ofQueue)
})

test('what the Postgres that comes with the service brings is written down in db/postgres-releases.ts', async () => {
  const own = await postgresOwn(database.sql)
  const { major, release } = await postgresRelease(database.sql)
  const known = knownReleases.find((each) => each.major === major)

  // Sound: the keys of the record.
  expect(known?.catalogs).toEqual(
    (Object.keys(own) as Catalog[]).map((name) => [name, fixedRows(own[name]).length, digestOf(own[name])]),
  )
  expect(known?.release).toBe(release)
})

test('every verification of rows looks at it, after the rows themselves', () => {
  expect(looksOf(undefined).at(-1)?.name).toBe(definitionLooks(undefined)[0]?.name ?? 'none')
})

describe('named is', () => {
  const asks = 'create function asks(text) returns boolean language plpgsql immutable as $$ begin return true; end $$'
  const swallow = `create function swallow() returns trigger language plpgsql as $$ begin return null; end $$`
  const tamperings: readonly [what: string, named: string, statements: string][] = [
    [
      'a trigger that swallows violations',
      'violations trigger mine',
      `${swallow}; create trigger mine before insert on violations for each row execute function swallow()`,
    ],
    [
      'one of another schema that rewrites traces',
      'traces trigger mine',
      `create schema theirs; create function theirs.f() returns trigger language plpgsql as $$ begin new.risk_score := 1; return new; end $$;
       create trigger mine before insert on traces for each row execute function theirs.f()`,
    ],
    [
      'one on the queue',
      'pgboss.job trigger mine',
      `${swallow}; create trigger mine before insert on pgboss.job for each row execute function swallow()`,
    ],
    [
      'what a job is from the beginning of which nobody says it',
      'pgboss.job_common column state',
      "alter table pgboss.job_common alter column state set default 'failed'",
    ],
    [
      'another kind of values in a column of the queue',
      'pgboss.job column priority',
      'alter table pgboss.job alter column priority type bigint',
    ],
    ['a table that lends rows to queues', 'pgboss.queue table', 'create table theirs () inherits (pgboss.queue)'],
    [
      'jobs that lie elsewhere than where they are looked for',
      'pgboss.job_common table',
      `alter table pgboss.job detach partition pgboss.job_common;
       alter table pgboss.job attach partition pgboss.job_common for values in ('nobody')`,
    ],
    [
      'an operator that decides what our statements join',
      'pg_operator operator || of text uuid',
      `create function theirs(text, uuid) returns text language sql immutable as $$ select 'nobody' $$;
       create operator public.|| (leftarg = text, rightarg = uuid, function = theirs)`,
    ],
    [
      'a function that fits better than one of Postgres what our statements call',
      'pg_proc overload unnest(text[])',
      `create function public.unnest(text[]) returns setof text language sql immutable as $$ select 'nobody' $$`,
    ],
    [
      'one that is told of several texts as it is of whatever there is',
      'pg_proc overload concat_ws(text, text, text)',
      'create function public.concat_ws(text, text, text) returns text language sql immutable as $$ select $1 $$',
    ],
    [
      'one by which what asks for all of this can be understood in two ways',
      'pg_proc overload concat_ws("char", "char", text)',
      `create function public.concat_ws("char", "char", text) returns text language sql immutable as $$ select $3 $$`,
    ],
    [
      'an aggregate that counts otherwise',
      'pg_proc overload count(text)',
      `create function public.mine(bigint, text) returns bigint language sql as $$ select 0::bigint $$;
       create aggregate public.count(text) (sfunc = public.mine, stype = bigint)`,
    ],
    [
      'one called like one of ours that fits better',
      'pg_proc edg_pos_before',
      `create function public.edg_pos_before(text, int, int) returns int language sql as 'select 0'`,
    ],
    [
      'a function of the queue that is replaced',
      'pg_proc pgboss.create_queue',
      `create or replace function pgboss.create_queue(queue_name text, options jsonb) returns void language plpgsql as $$ begin end $$`,
    ],
    [
      'an index of theirs on the queue, by which jobs are not put into it',
      'pgboss.job_common index mine',
      `create unique index mine on pgboss.job_common (name) where state = 'failed'`,
    ],
    [
      'a view in the place of what says which queues there are',
      'pgboss.queue view in its place',
      'alter table pgboss.queue rename to theirs; create view pgboss.queue as select * from pgboss.theirs where false',
    ],
    [
      'a guard that is turned off',
      'edg_nodes trigger edg_nodes_no_delete',
      'alter table edg_nodes disable trigger edg_nodes_no_delete',
    ],
    [
      'a guard that is dropped',
      'edg_nodes trigger edg_nodes_no_delete',
      'drop trigger edg_nodes_no_delete on edg_nodes',
    ],
    [
      'a guard that calls another function',
      'edg_leaves trigger edg_leaves_append_only',
      `${swallow}; drop trigger edg_leaves_append_only on edg_leaves;
       create trigger edg_leaves_append_only before delete or update or truncate on edg_leaves for each statement execute function swallow()`,
    ],
    [
      'a function that is replaced',
      'pg_proc refuse_deletion',
      'create or replace function refuse_deletion() returns trigger language plpgsql as $$ begin return old; end $$',
    ],
    [
      'a function that runs as its owner',
      'pg_proc drop_stale_seal',
      'alter function drop_stale_seal() security definer',
    ],
    [
      'a check that is dropped',
      'scans constraint scans_score_check',
      'alter table scans drop constraint scans_score_check',
    ],
    [
      'a key that is dropped',
      'edg_edges constraint edg_edges_parent_fkey',
      'alter table edg_edges drop constraint edg_edges_parent_fkey',
    ],
    [
      'a key that takes rows along with others',
      'violations constraint mine',
      'alter table violations add constraint mine foreign key (head) references edg_nodes (id) on delete cascade',
    ],
    [
      'an index that kept a row from being there twice',
      'edg_nodes index edg_nodes_one_successor',
      'drop index edg_nodes_one_successor',
    ],
    [
      'a view in the place of a table',
      'scan_waivers table',
      'alter table scan_waivers rename to hidden; create view scan_waivers as select * from hidden where false',
    ],
    [
      'a default that has runs end as they are ordered',
      'scan_runs column finished_at',
      `alter table scan_runs alter finished_at set default '2020-01-01'`,
    ],
    ['a default that is another', 'scan_runs column done', 'alter table scan_runs alter done set default 1'],
    ['a default that is dropped', 'scan_runs column failed', 'alter table scan_runs alter failed drop default'],
    [
      'places of nodes that whoever inserts one says',
      'edg_nodes column ins',
      'alter table edg_nodes alter ins set generated by default',
    ],
    [
      'a column that is called otherwise',
      'tasks column priority',
      'alter table tasks rename column priority to theirs',
    ],
    ['a column that is dropped', 'agents column card_url', 'alter table agents drop column card_url'],
    [
      'a column of theirs that readers may be shown',
      'violations column mine',
      'alter table violations add column mine text',
    ],
    ['a column that rounds', 'traces column risk_score', 'alter table traces alter risk_score type real'],
    [
      'a column that is sorted otherwise',
      'components column name',
      'alter table components alter name type text collate "default"',
    ],
    ['a column that may be empty', 'agents column card_digest', 'alter table agents alter card_digest drop not null'],
    ['a table that is lost in a crash', 'violations table', 'alter table violations set unlogged'],
    [
      'a condition of a trigger that calls what somebody has made',
      'violations expression of trigger violations_moved',
      `${asks}; drop trigger violations_moved on violations; create trigger violations_moved
        before update on violations for each row when (asks(new.status)) execute function forget_seal()`,
    ],
    [
      'a trigger that fires at other times',
      'violations text of trigger violations_moved',
      `drop trigger violations_moved on violations; create trigger violations_moved
        before update on violations for each row when (new.status = 'none') execute function forget_seal()`,
    ],
    [
      'a check that calls what somebody has made',
      'traces expression of constraint mine',
      `${asks}; alter table traces add constraint mine check (asks(system_source))`,
    ],
    [
      'one on the queue',
      'pgboss.job expression of constraint mine',
      `${asks}; alter table pgboss.job add constraint mine check (asks(name))`,
    ],
    [
      'an index that does',
      'traces expression of index mine',
      `${asks}; create index mine on traces (system_source) where asks(system_source)`,
    ],
    [
      'statistics that do',
      'traces expression of statistics mine',
      `${asks}; create statistics mine on (asks(system_source)), risk_score from traces`,
    ],
    [
      'a check that calls what of Postgres runs any statement',
      'traces expression of constraint mine',
      `alter table traces add constraint mine check (query_to_xml('delete from violations', true, true, '') is not null)`,
    ],
    [
      'a check that refuses nothing any more',
      'agents text of constraint agents_status_check',
      `alter table agents drop constraint agents_status_check;
       alter table agents add constraint agents_status_check check (status is not null)`,
    ],
    [
      'a check of theirs, by which rows would be left out as such that cannot be',
      'traces constraint mine',
      `alter table traces add constraint mine check (system_source <> 'chat-eu') not valid`,
    ],
    [
      'an index of theirs that says of rows that they are there once',
      'traces index mine',
      'create unique index mine on traces (org_id, trace_id)',
    ],
    [
      'what excludes rows that were asked to be let be where they are there',
      'violations constraint mine',
      'alter table violations add constraint mine exclude (fingerprint with =) where (false)',
    ],
    [
      'the same on the queue',
      'pgboss.job_common index mine',
      `alter table pgboss.job_common add constraint mine exclude (id with =) where (state = 'failed')`,
    ],
    [
      'a check of theirs on the queue, by which it would be taken for empty',
      'pgboss.job_common constraint mine',
      `alter table pgboss.job_common add constraint mine check (state <> 'created') not valid`,
    ],
    ['a queue that is lost in a crash', 'pgboss.job_common table', 'alter table pgboss.job_common set unlogged'],
    [
      'an index that keeps no row apart any more',
      'edg_nodes text of index edg_nodes_one_successor',
      `drop index edg_nodes_one_successor;
       create unique index edg_nodes_one_successor on edg_nodes (prev) where prev is not null and prev = ''`,
    ],
    [
      'a key that is asked for at the end alone',
      'edg_edges constraint edg_edges_parent_fkey',
      'alter table edg_edges alter constraint edg_edges_parent_fkey deferrable initially deferred',
    ],
    ['a table whose rows are those of another too', 'job_results table', 'create table more () inherits (job_results)'],
  ]
  test.each(tamperings)('%s', async (_, named, statements) => {
    expect(await namedAfter(statements)).toContain(named)
  })
})

test('what others make beside our tables is theirs, and what only refuses or hastens what is asked is let be', async () => {
  const named = await namedAfter(`
    create schema theirs; create table theirs.traces (id int);
    create function theirs.f() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger theirs before insert on theirs.traces for each row execute function theirs.f();
    create table notes (id int); create trigger theirs before insert on notes for each row execute function theirs.f();
    create function public.mine() returns int language sql as 'select 1';
    create function public.sha256(bytea) returns bytea language sql as 'select $1';
    create index mine on traces (system_source, risk_score); create view all_traces as select * from traces;
    analyze traces; alter table traces alter system_source set statistics 500`)

  expect(named).toEqual([])
})

const guardDropped = 'drop trigger edg_nodes_no_delete on edg_nodes'
const migratedLater = `insert into migrations (hash, created_at) values ('later', ${newestMigration() + 1})`
const says = (text: string) => `
  insert into process_reports (process_id, role, jobs, host, pid, reported_at, notes)
  values (gen_random_uuid(), 'api', '{}', 'h', 1, now(), '{"has": {"${tablesWord}": "${text}"}, "lacks": {}}')`

test('tables of a later release of which a process runs are held to what that one makes of them, by that one', async () => {
  const ofLater = says(sayTables(signer, newestMigration() + 1))

  expect(await seenAfter(`${guardDropped}; ${migratedLater}; ${ofLater}`)).toEqual({
    faults: [],
    last: undefined,
    rows: 0,
  })
})

describe('that nothing is held is said', () => {
  test.each([
    ['of tables that a release has migrated of which no process runs', 'of which no process runs', migratedLater],
    [
      'where another has its word in the mouth',
      'of which no process runs',
      `${migratedLater}; ${says(sayTables(aSigner(), newestMigration() + 1))}`,
    ],
    [
      'where the word of this release is said of that one',
      'of which no process runs',
      `${migratedLater}; ${says(sayTables(signer, newestMigration()).replace(`${newestMigration()}`, `${newestMigration() + 1}`))}`,
    ],
    [
      'of tables that were not migrated to this release',
      'was not migrated to this release',
      'delete from migrations where created_at = (select max(created_at) from migrations)',
    ],
    ['while somebody migrates', 'holds the lock', `select pg_advisory_xact_lock(${migrationLock})`],
  ])('%s', async (_, why, statements) => {
    const { faults, unheld } = await seenAfter(`${guardDropped}; ${statements}`)

    expect(faults).toEqual([])
    expect(unheld).toContain(why)
  })

  test('of queues of another version of their schema', async () => {
    const { faults, unheld } = await seenAfter(
      'update pgboss.version set version = version + 1; drop function pgboss.create_queue',
    )

    expect(faults).toEqual([])
    expect(unheld).toContain('queues')
  })

  test('by a verification of everything, which calls nothing valid then', async () => {
    const found = openFindings()
    const act = async (tx: Tx) => {
      await tx.unsafe(migratedLater)
      await checkRows({ sql: tx, signer }, found)
      throw new RolledBack()
    }
    await expect(database.sql.begin(act)).rejects.toThrow(RolledBack)

    const { verdict, checks, first_failure } = found.outcome()
    expect({ verdict, first_failure }).toEqual({ verdict: 'indeterminate', first_failure: null })
    expect(checks.find(({ id }) => id === 'V12')).toMatchObject({
      status: 'pending',
      detail: expect.stringContaining('of which no process runs'),
    })
  })
})

test('texts of expressions are expected of the release alone that has written them so', () => {
  const textsOn = (major: number) => madeOn(major).filter(({ key }) => key.startsWith('text of ')).length

  expect(textsOn(writtenBy)).toBeGreaterThan(50)
  expect([15, 16, 17, 19].map(textsOn)).toEqual([0, 0, 0, 0])
  expect(knownReleases.map(({ major }) => major)).toContain(writtenBy)
})
