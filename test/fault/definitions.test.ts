/** What only the server's superuser can make of how statements are read and of what acts on rows: named by verification all the same. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { definitionLooks } from '#shared/verification/definition-looks'
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
  const [look] = definitionLooks(signer)
  let named: string[] = []
  await sql
    .begin(async (tx) => {
      await tx.unsafe(statements)
      const seen = await look?.page(tx, undefined, 1000)
      named = (seen?.faults ?? []).map(({ table, key }) => `${table} ${key}`)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return named
}

const isSame = 'create function public.mine(text, uuid) returns boolean language sql as $$ select true $$'

test.each([
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
])('%s', async (_, named, statements) => {
  expect(await namedAfter(statements)).toContain(named)
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

test('nothing is where nothing was done', async () => {
  expect(await namedAfter('select 1')).toEqual([])
})
