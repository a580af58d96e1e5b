/** Accounts of the database: each kind of process may do what it does, and is refused what it must not. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { openStore } from '#api/http/store'
import { migrate } from '#db/migrate'
import { type ServiceRole, serviceRoles } from '#db/roles'
import { readConfig } from '#shared/kernel/config'
import { freshDatabase, type TestDatabase, urlAs } from '#test/support/database'

let database: TestDatabase
const connections = new Map<ServiceRole, postgres.Sql>()

beforeAll(async () => {
  database = await freshDatabase()
  for (const role of serviceRoles)
    connections.set(role, postgres(urlAs(role, database.url), { max: 1, onnotice: () => undefined }))
})
afterAll(async () => {
  for (const sql of connections.values()) await sql.end()
  await database.drop()
})

function connectionOf(role: ServiceRole): postgres.Sql {
  const sql = connections.get(role)
  if (!sql) throw new Error(`no connection of ${role}`)
  return sql
}

/** What becomes of a statement: `done`, or the code of its refusal. Nothing is kept of it. */
async function outcomeOf(role: ServiceRole, statement: string): Promise<string> {
  const sql = connectionOf(role)
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(statement)
      throw new Error('done')
    })
    return 'kept'
  } catch (error) {
    return error instanceof postgres.PostgresError ? error.code : String((error as Error).message)
  }
}

const refused = '42501'

/** What only grows, and who besides nobody may shorten it. */
const growing: Record<string, ServiceRole[]> = {
  edg_nodes: ['ledger'],
  edg_edges: ['ledger'],
  edg_crossings: ['ledger'],
  edg_keys: [],
  edg_leaves: [],
  edg_tiles: [],
  edg_checkpoints: ['ledger'],
  edg_cosignatures: ['ledger'],
  edg_logs: [],
  edg_refused: [],
  constitution_texts: [],
}

describe.each(serviceRoles.map((role) => [role]))('%s', (role) => {
  test('is an account of its own that owns nothing', async () => {
    const sql: postgres.Sql = connectionOf(role)
    const [self] = (await sql`
      select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as is_mighty,
        (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`) as object[]

    expect(self).toEqual({ name: `assay_${role}`, is_mighty: false, owned: 0 })
  })

  test('leaves whoever migrates next no statement to run, and no job at a time', async () => {
    const statement = "insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job', 'select 1')"

    expect(await outcomeOf(role, statement)).toBe(refused)
    expect(await outcomeOf(role, "insert into pgboss.schedule (name, cron) values ('run-task', '* * * * *')")).toBe(
      refused,
    )
  })

  test('reads every table', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')`
    const outcomes = await Promise.all(tables.map(({ name }) => outcomeOf(role, `select from ${name} limit 1`)))

    expect(new Set(outcomes)).toEqual(new Set(['done']))
  })

  for (const [table, shortenedBy] of Object.entries(growing))
    test(`neither changes nor takes away what stands in ${table}, nor its guards`, async () => {
      const [column] = await database.sql<{ name: string }[]>`
        select quote_ident(attname) as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' order by attnum limit 1`
      const isTiles = table === 'edg_tiles' && role === 'ledger'

      expect(await outcomeOf(role, `delete from ${table} where false`)).toBe(
        shortenedBy.includes(role) ? 'done' : refused,
      )
      expect(await outcomeOf(role, `update ${table} set ${column?.name} = ${column?.name} where false`)).toBe(
        isTiles ? 'done' : refused,
      )
      expect(await outcomeOf(role, `truncate ${table}`)).toBe(refused)
      expect(await outcomeOf(role, `alter table ${table} disable trigger all`)).toBe(refused)
    })

  test('makes, changes and drops no table, and touches no trigger, function, setting or account', async () => {
    const owner = new URL(database.url).username
    const statements = [
      'create table mine (id int)',
      'drop table traces',
      'alter table traces add column mine int',
      'alter table tasks disable trigger user',
      'create trigger mine before insert on tasks for each row execute function refuse_change()',
      'create or replace function refuse_change() returns trigger language plpgsql as $f$ begin return new; end $f$',
      'set session_replication_role = replica',
      `alter role ${owner} password 'x'`,
      'create role mine',
      'truncate traces',
      `set role ${owner}`,
      `copy traces to program 'true'`,
    ]
    for (const statement of statements)
      expect([statement, await outcomeOf(role, statement)]).toEqual([statement, refused])
  })
})

const mayNot: [ServiceRole, string][] = [
  ['api', "insert into edg_leaves (leaf, node_id) values (0, '\\x00')"],
  ['api', `update edg_tiles set hashes = '' where false`],
  ['api', 'insert into api_keys default values'],
  ['api', 'delete from api_keys where false'],
  ['api', 'delete from violations where false'],
  ['api', 'delete from integrity_passes where false'],
  ['worker', 'insert into edg_checkpoints default values'],
  ['worker', 'update api_keys set name = name where false'],
  ['worker', 'update idempotency_keys set key_id = key_id where false'],
  ['worker', 'delete from violations where false'],
  ['ledger', 'update api_keys set name = name where false'],
  ['ledger', 'insert into scans default values'],
  ['ledger', 'insert into pgboss.job default values'],
  ['ledger', 'delete from violations where false'],
  ['maintenance', 'insert into edg_leaves default values'],
  ['maintenance', 'insert into api_keys default values'],
  ['maintenance', 'delete from violations where false'],
]
test.each(mayNot)('%s may not: %s', async (role, statement) => {
  expect(await outcomeOf(role, statement)).toBe(refused)
})

test('who migrates says the grants anew: a table that was made since is written by those who work, and not by the ledger', async () => {
  await database.sql`create table made_since (id int)`
  const insert = (role: ServiceRole) => outcomeOf(role, 'insert into made_since values (1)')
  const before = await Promise.all(serviceRoles.map(insert))

  await migrate(database.url)

  expect(before).toEqual(Array(4).fill(refused))
  expect(await Promise.all(serviceRoles.map(insert))).toEqual(['done', 'done', refused, 'done'])
  await database.sql`drop table made_since`
})

test('`assay roles` prints what another Postgres needs, and no password', () => {
  const env = { ...process.env, DATABASE_URL: database.url }
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'cli/main.ts', 'roles'], { env })
  const printed = stdout.toString()

  expect(exitCode).toBe(0)
  for (const role of serviceRoles) expect(printed).toContain(`create role assay_${role} login`)
  expect(printed).toMatch(/grant insert on [^;]*public\.edg_keys[^;]* to assay_api;/)
  expect(printed).not.toContain(new URL(database.url).password)
})

test('requests are shown nothing of a table of which row security would hide some', async () => {
  const { sql, url } = database
  const config = readConfig({ DATABASE_URL: urlAs('api', url) })
  const store = openStore('assay-test', config)
  const look = () =>
    Promise.allSettled(
      [store.read, store.readAtOnce, store.readLong].map((read) => read((tx) => tx`select from systems`)),
    )
  expect((await look()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])

  await sql`alter table systems enable row level security`
  const asked = await look()
  await sql`alter table systems disable row level security`

  await store.close()
  for (const each of asked)
    expect(each).toMatchObject({
      status: 'rejected',
      reason: { code: 'EVIDENCE_MISMATCH', details: { table: 'systems' } },
    })
})
