/** Backups: whole or refused by name, put back byte for byte or not at all, and never with a guard left off. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { checkBackup } from '#cli/backup/check'
import { type BackupManifest, manifestIn, readManifest, writeManifest } from '#cli/backup/manifest'
import { measureRows } from '#cli/backup/measure'
import { openMeter } from '#cli/backup/meter'
import { isStoreAway, openSql, type Sql } from '#db/client'
import { copyIn, copyOut, openCopying } from '#db/copying'
import { migrate, ownMigrations } from '#db/migrate'
import { missingGuards } from '#db/queries/evidence'
import { openSigner } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { type Ended, runAssay, runShell } from '#test/support/assay'
import { emptyDatabase, type TestDatabase } from '#test/support/database'
import { aStore, type Store } from '#test/support/store'
import { until } from '#test/support/until'

const minute = { timeout: 60_000 }
const silent = { meter: openMeter({ write: () => true }), keysDir: undefined }

let store: Store
/** A backup of the store, with keys, and the DATA_DIR that it was taken from. */
let taken: { dir: string; dataDir: string; said: Ended }
let folder: string
let target: TestDatabase

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-backup-'))
  const [dir, dataDir] = [join(root, 'backup'), join(root, 'data')]
  store = await aStore(openSigner({ path: join(dataDir, 'keys/evidence-ed25519.pem') }))
  const trace = await store.trace('a\ttab, a \\ and a\nline; é, \u{1f600}, \\.')
  await store.tree(trace)
  await store.task()
  await store.sequence()
  await store.sql`insert into retention_marks (kind, org_id, at, id) values (E'\\\\N', '', now(), ''), ('', E'\\\\N', now(), '')`
  await store.sql`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name)
    values ('old', 'standard', 1, 1, false, 60, 60, 60, false, 'job_common')`
  await store.sql`insert into pgboss.job (name, state, started_on, data) values ('old', 'active', now(), '{"a": 1e300}')`
  const said = await assay(['backup', dir, '--with-keys'], store.database.url, dataDir)
  taken = { dir, dataDir, said }
}, 60_000)
afterAll(async () => {
  await store.database.drop()
  rmSync(join(taken.dir, '..'), { recursive: true, force: true })
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-backup-'))
  target = await emptyDatabase()
})
afterEach(async () => {
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

const assay = (args: readonly string[], databaseUrl: string, dataDir: string) =>
  runAssay(args, { env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } })
const restore = (dir: string, ...more: string[]) => assay(['restore', dir, ...more], target.url, join(folder, 'data'))

/** A copy of the backup, to be broken. */
function aCopy(): string {
  const dir = join(folder, 'copy')
  cpSync(taken.dir, dir, { recursive: true })
  return dir
}

/** Rewrites the manifest so that its own digest is right again. */
async function rewrite(dir: string, change: (manifest: BackupManifest) => unknown): Promise<void> {
  const manifest = readManifest(dir)
  await change(manifest)
  const { digest: _, signature: __, ...content } = manifest
  writeManifest(dir, { ...content, keys: { ...content.keys, signing_key: null } }, undefined)
}

/** Exchanges a table's rows, with every digest made to fit. */
async function forge(dir: string, name: string, change: (text: string) => string): Promise<void> {
  await rewrite(dir, async ({ tables }) => {
    const table = tables.find((each) => each.name === name)
    if (!table) throw new Error(`no ${name}`)
    const text = change(zstdDecompressSync(readFileSync(join(dir, table.file))).toString('utf8'))
    const packed = zstdCompressSync(text)
    writeFileSync(join(dir, table.file), packed)
    const { stream, measure } = measureRows()
    stream.end(text)
    await finished(stream.resume())
    const { rows, digest } = measure
    Object.assign(table, { bytes: packed.length, sha256: sha256Hex(packed), rows, rows_digest: digest })
  })
}

const tablesOf = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
        and relpersistence <> 'u' and relname not in ('migrations', 'version', 'bam', 'queue_stats') order by 1`
  ).map(({ name }) => name)

/** A digest of every table's rows. */
async function digests(sql: Sql): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await tablesOf(sql)) {
    const [row] = await sql.unsafe(
      `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as d from ${name} t`,
    )
    found[name] = String(row?.['d'])
  }
  return found
}

/** Nothing is off and nothing was left behind. */
async function expectUntouched(sql: Sql): Promise<void> {
  const [row] = await sql<{ off: number }[]>`select count(*)::int as off from pg_trigger where tgenabled <> 'O'`
  expect(row).toEqual({ off: 0 })
  for (const name of await tablesOf(sql))
    expect([name, (await sql.unsafe(`select 1 from ${name} limit 1`)).length]).toEqual([name, 0])
}

describe('a whole backup', () => {
  test('is said to be whole, with what is not in it, and lies where its owner alone reads it', async () => {
    expect(taken.said).toMatchObject({ code: 0 })
    expect(taken.said.out).toContain('keys: keys/evidence-ed25519.pem in')
    const checked = await assay(['backup', '--check', taken.dir], 'postgres://nowhere/x', folder)
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('is whole') })
    for (const entry of readdirSync(taken.dir, { recursive: true, withFileTypes: true }))
      expect([entry.name, statSync(join(entry.parentPath, entry.name)).mode & 0o077]).toEqual([entry.name, 0])
    expect(readManifest(taken.dir).left_out.map(({ what }) => what)).toEqual([
      'public.article_counts',
      'public.process_reports',
      'public.rate_windows',
    ])
  })

  test(
    'comes back into an empty database row by row, with guards, keys and sequences, and its running jobs queued',
    async () => {
      const said = await restore(taken.dir)

      expect(said).toMatchObject({ code: 0 })
      expect(said.out).toContain('1 jobs that were running are queued again')
      expect(said.out).toContain('has the root of its checkpoint')
      const [before, after] = [await digests(store.sql), await digests(target.sql)]
      expect({ ...after, 'pgboss.job': '' }).toEqual({ ...before, 'pgboss.job': '' })
      expect(await target.sql`select state::text, started_on, data from pgboss.job`).toMatchObject([
        { state: 'created', started_on: null, data: { a: 1e300 } },
      ])
      expect(await missingGuards(target.sql)).toEqual([])
      await expect(target.sql`delete from edg_nodes`.catch((error) => Promise.reject(error))).rejects.toThrow(
        'append-only',
      )
      const guards = (sql: Sql) => sql`
      select conname::text as name, convalidated from pg_constraint where conrelid <> 0
      union all select indexrelid::regclass::text, indisvalid from pg_index where indrelid::regclass::text !~ '^pg_'
      order by 1`
      expect(await guards(target.sql)).toEqual(await guards(store.sql))
      const next = (sql: Sql) => sql`select nextval('edg_nodes_ins_seq') as next`
      expect(await next(target.sql)).toEqual(await next(store.sql))
      expect(readFileSync(join(folder, 'data/keys/evidence-ed25519.pem'))).toEqual(
        readFileSync(join(taken.dataDir, 'keys/evidence-ed25519.pem')),
      )
    },
    minute,
  )

  test(
    'comes back from an older release, and is brought up to this one',
    async () => {
      const older = await emptyDatabase()
      const when = ownMigrations()[8]?.when ?? 0
      await migrate(older.url, { upTo: { when, queue: 40 } })
      await older.sql`insert into systems (org_id, system_source) values ('org_test', 'old')`
      const dir = join(folder, 'older')

      const backed = await assay(['backup', dir], older.url, join(folder, 'nothing'))
      await older.drop()
      const said = await restore(dir)

      expect([backed.code, said]).toMatchObject([0, { code: 0 }])
      expect(readManifest(dir)).toMatchObject({ queue_schema: 40, migrations: { length: 9 } })
      expect(await target.sql`select system_source from systems`).toMatchObject([{ system_source: 'old' }])
      expect(await target.sql`select count(*)::int as n from migrations`).toMatchObject([{ n: ownMigrations().length }])
      expect(await target.sql`select version from pgboss.version`).toMatchObject([{ version: 43 }])
    },
    minute,
  )

  test('of a newer release is refused', async () => {
    const dir = aCopy()
    await rewrite(dir, ({ migrations }) => migrations.push({ when: 9_000_000_000_000, hash: '0'.repeat(64) }))

    expect(await restore(dir)).toMatchObject({ code: 2, err: expect.stringContaining('newer release') })
  })
})

describe('a backup that is not whole is refused by name', () => {
  test(
    'whichever of its files has lost a byte, has another, or is gone',
    async () => {
      const dir = aCopy()
      const { tables, files, keys } = readManifest(dir)
      const all = [...tables, ...files, ...keys.files].map(({ file }) => file)

      expect(all.length).toBeGreaterThan(38)
      for (const file of all) {
        const path = join(dir, file)
        const content = readFileSync(path)
        const changed = Buffer.from(content)
        changed[content.length >> 1] = (changed[content.length >> 1] ?? 0) ^ 1
        for (const broken of [changed, content.subarray(1), Buffer.concat([content, Buffer.from('x')])]) {
          writeFileSync(path, broken)
          expect((await checkBackup(dir, silent)).faults).toEqual([expect.stringContaining(`/${file} `)])
        }
        rmSync(path)
        expect((await checkBackup(dir, silent)).faults).toEqual([`${path} is missing`])
        writeFileSync(path, content)
      }
      expect((await checkBackup(dir, silent)).faults).toEqual([])
    },
    minute,
  )

  test('by the commands too, with the database left empty', async () => {
    const dir = aCopy()
    writeFileSync(join(dir, 'tables/public.edg_nodes.zst'), 'x')

    const [checked, said] = [
      await assay(['backup', '--check', dir], 'postgres://nowhere/x', folder),
      await restore(dir),
    ]

    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('public.edg_nodes.zst has 1 bytes') })
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining('public.edg_nodes.zst has 1 bytes') })
    expect(await tablesOf(target.sql)).toEqual([])
  })

  test(
    'when its manifest is gone, half of it, changed, or changed with its digest',
    async () => {
      const dir = aCopy()
      const text = readFileSync(manifestIn(dir), 'utf8')
      const refused = async (why: string) =>
        expect(await restore(dir)).toMatchObject({ code: 2, err: expect.stringContaining(why) })

      writeFileSync(manifestIn(dir), text.replace(/"rows": 1\b/, '"rows": 2'))
      await refused('does not have its own digest')
      writeFileSync(manifestIn(dir), text.slice(0, 4000))
      await refused('cannot be read')
      writeFileSync(manifestIn(dir), text.replace('tables/public.traces.zst', '../../traces.zst'))
      await refused('was changed: /tables/')
      writeFileSync(manifestIn(dir), text)
      const { signature } = readManifest(dir)
      await rewrite(dir, (manifest) => {
        manifest.taken_at = '2020-01-01T00:00:00.000Z'
      })
      writeFileSync(
        manifestIn(dir),
        readFileSync(manifestIn(dir), 'utf8').replace('"signature": null', `"signature": "${signature}"`),
      )
      await refused('its signature is not of the key')
      rmSync(manifestIn(dir))
      await refused('is no whole backup')
    },
    minute,
  )

  test(
    'when rows and digests were exchanged together: nodes that do not fit do not come in, and no guard stays off',
    async () => {
      const dir = aCopy()
      await forge(dir, 'edg_nodes', (text) => text.replace('trace.recorded', 'trace.retracted'))

      const said = await restore(dir)

      expect(said.code).toBe(2)
      expect(said.err).toContain('edg_nodes_')
      await expectUntouched(target.sql)
      expect(existsSync(join(folder, 'data/keys'))).toBe(false)
      expect(await restore(taken.dir)).toMatchObject({ code: 0 })
    },
    minute,
  )

  test(
    'a row that nothing stands behind is found by the proof: exit code 1',
    async () => {
      const dir = aCopy()
      await forge(dir, 'edg_leaves', (text) => text.split('\n').slice(1).join('\n'))

      expect(await restore(dir)).toMatchObject({ code: 1, out: expect.stringContaining('FAILED: the log') })
    },
    minute,
  )

  test(
    'a foreign key that does not hold ends it',
    async () => {
      const dir = aCopy()
      await forge(dir, 'task_payloads', (text) => text.replace(/\\\\x[0-9a-f]{64}/, `\\\\x${'0'.repeat(64)}`))

      const said = await restore(dir)

      expect(said).toMatchObject({ code: 2, err: expect.stringContaining('foreign key') })
      await expectUntouched(target.sql)
    },
    minute,
  )
})

describe('where something is already', () => {
  test(
    'a database with rows is refused, or moved aside whole and kept; a restore that fails moves it back',
    async () => {
      await restore(taken.dir)
      await target.sql`insert into systems (org_id, system_source) values ('org_test', 'since')`
      const since = () => target.sql.unsafe(`select 1 from systems where system_source = 'since'`)

      expect(await restore(taken.dir)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/not empty: .* have rows. --replace/),
      })
      const dir = aCopy()
      await forge(dir, 'edg_nodes', (text) => text.replace('trace.recorded', 'trace.retracted'))
      expect(await restore(dir, '--replace')).toMatchObject({ code: 2 })
      expect(await since()).toHaveLength(1)
      const said = await restore(taken.dir, '--replace')

      expect(said).toMatchObject({ code: 0 })
      expect(await since()).toHaveLength(0)
      const [, aside = ''] = /(public_before_\d+)/.exec(said.out) ?? []
      expect(await target.sql.unsafe(`select 1 from ${aside}.systems where system_source = 'since'`)).toHaveLength(1)
    },
    minute,
  )

  test(
    'tables of another release without a row are refused too',
    async () => {
      await migrate(target.url)
      const dir = aCopy()
      await rewrite(dir, (manifest) => {
        manifest.migrations.pop()
      })

      expect(await restore(dir)).toMatchObject({ code: 2, err: expect.stringContaining('tables of another release') })
    },
    minute,
  )

  test(
    'a service that works on the database is not restored into',
    async () => {
      const api = openSql({ url: target.url, name: 'assay-api:1', poolSize: 1 })
      await api`select 1`

      expect(await restore(taken.dir)).toMatchObject({ code: 2, err: expect.stringContaining('assay-api works on') })
      await api.end()
    },
    minute,
  )

  test(
    'a backup takes a folder of its own, and one that was broken off is named as such',
    async () => {
      const backup = (dir: string) => assay(['backup', dir], store.database.url, taken.dataDir)
      const dir = join(folder, 'backup')
      mkdirSync(join(dir, 'tables'), { recursive: true })

      expect(await backup(dir)).toMatchObject({ code: 2, err: expect.stringContaining('was broken off') })
      expect(await backup(taken.dir)).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') })
      expect(await restore(dir)).toMatchObject({ code: 2, err: expect.stringContaining('is no whole backup') })
      expect(await assay(['backup', join(folder, 'b')], 'postgres://nobody@127.0.0.1:1/x', folder)).toMatchObject({
        code: 3,
      })
      expect(existsSync(join(folder, 'b'))).toBe(false)
    },
    minute,
  )

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s leaves nothing that would be taken for a backup',
    async (signal) => {
      const { sql } = store
      const [dir, held] = [join(folder, 'backup'), await sql.reserve()]
      await held`begin`
      // The last table: all others are written while it is waited for.
      await held`lock table violations in access exclusive mode`
      const ended = await runAssay(['backup', dir], {
        env: { DATABASE_URL: store.database.url, DATA_DIR: taken.dataDir },
        kill: { signal, when: () => until(() => existsSync(dir), { what: 'the folder' }) },
      })
      await held`rollback`
      held.release()

      expect(ended.code).not.toBe(0)
      expect(existsSync(manifestIn(dir))).toBe(false)
      if (signal === 'SIGTERM') expect(existsSync(dir)).toBe(false)
      else expect(await restore(dir)).toMatchObject({ code: 2, err: expect.stringContaining('is no whole backup') })
    },
    minute,
  )
})

test(
  'a disk that takes no more ends a backup at once, and leaves nothing of it',
  async () => {
    await migrate(target.url)
    await target.sql`
    insert into job_results (job_id, org_id, body)
    select gen_random_uuid(), 'org_test', (select string_agg(sha256((i * 50 + j)::text::bytea), ''::bytea) from generate_series(1, 50) j)
    from generate_series(1, 20000) i`
    const dir = join(folder, 'backup')

    const ended = await runShell(`ulimit -f 2000; assay backup ${dir}`, {
      env: { DATABASE_URL: target.url, DATA_DIR: taken.dataDir },
    })

    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('cannot be written') })
    expect(existsSync(dir)).toBe(false)
  },
  minute,
)

describe('keys', () => {
  test(
    'stay out unless they are asked for, and it is said which they are and what is lost without them',
    async () => {
      const dir = join(folder, 'backup')

      const said = await assay(['backup', dir], store.database.url, taken.dataDir)
      const back = await restore(dir)

      expect(said.out).toContain(`keys are not in it: keys/evidence-ed25519.pem of ${taken.dataDir}`)
      expect(existsSync(join(dir, 'keys'))).toBe(false)
      expect(back).toMatchObject({
        code: 0,
        out: expect.stringContaining('before anything starts put back keys/evidence-ed25519.pem'),
      })
      expect(existsSync(join(folder, 'data/keys'))).toBe(false)
    },
    minute,
  )

  test(
    'go to a folder of their own, come back from it, and another one is not taken for them',
    async () => {
      const [dir, keys] = [join(folder, 'backup'), join(folder, 'keys')]
      await assay(['backup', dir, '--keys', keys], store.database.url, taken.dataDir)
      const kept = readFileSync(join(keys, 'evidence-ed25519.pem'), 'utf8')

      writeFileSync(join(keys, 'evidence-ed25519.pem'), kept.replace(/M/, 'N'))
      const refused = await restore(dir, '--keys', keys)
      writeFileSync(join(keys, 'evidence-ed25519.pem'), kept)
      const back = await restore(dir, '--keys', keys)

      expect(existsSync(join(dir, 'keys'))).toBe(false)
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('evidence-ed25519.pem was changed') })
      expect(back).toMatchObject({ code: 0, out: expect.stringContaining("signed by this service's own key") })
      expect(statSync(join(folder, 'data/keys/evidence-ed25519.pem')).mode & 0o777).toBe(0o600)
    },
    minute,
  )

  test(
    'that are there already are never replaced',
    async () => {
      const path = join(folder, 'data/keys/evidence-ed25519.pem')
      openSigner({ path })
      const own = readFileSync(path, 'utf8')

      expect(await restore(taken.dir)).toMatchObject({ code: 2, err: expect.stringContaining('is another key') })
      expect(readFileSync(path, 'utf8')).toBe(own)
    },
    minute,
  )
})

describe('copying', () => {
  test(
    'a slow reader holds Postgres up, however large the table',
    async () => {
      await target.sql`create table wide as select i, repeat('x', 1000) as x from generate_series(1, 100000) i`
      const sql = openCopying(target.url, 'assay-backup')
      let most = 0
      let bytes = 0

      await sql.begin(async (tx) => {
        const rows = await copyOut(tx, { schema: 'public', name: 'wide', columns: ['i', 'x'], isPartitioned: false })
        for (let reads = 0; reads < 20; reads++) {
          await Bun.sleep(10)
          most = Math.max(most, rows.readableLength)
          bytes += rows.read()?.length ?? 0
        }
        for await (const piece of rows) bytes += piece.length
      })
      await sql.end()

      expect(bytes).toBeGreaterThan(100_000_000)
      expect(most).toBeLessThan(4_000_000)
    },
    minute,
  )

  test.each([
    ['a value that is none', '1\tx\n', '22P02'],
    ['a key twice, which shows when the last row has come', '1\n1\n', '23505'],
  ])(
    '%s ends it with the error of Postgres, and the connection goes on',
    async (_, text, code) => {
      await target.sql`create table keyed (id int primary key)`
      const sql = openCopying(target.url, 'assay-restore')
      const table = { schema: 'public', name: 'keyed', columns: ['id'], isPartitioned: false }

      const failed = await sql
        .begin(async (tx) => pipeline(Readable.from([Buffer.from(text)]), await copyIn(tx, table)))
        .catch((error) => error)

      expect(['22P02', '22P04', code]).toContain(failed.code)
      expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
      await sql.end()
    },
    minute,
  )

  test(
    'a connection that is cut ends it, and nothing of the rows is there',
    async () => {
      await target.sql`create table keyed (id int primary key)`
      const sql = openCopying(target.url, 'assay-restore')
      const table = { schema: 'public', name: 'keyed', columns: ['id'], isPartitioned: false }
      const endless = (async function* () {
        for (let id = 0; ; id++) {
          if (id === 20_000)
            await target.sql`
          select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay-restore'
            and datname = current_database()`
          yield Buffer.from(`${id}\n`)
        }
      })()

      const failed = await sql
        .begin(async (tx) => pipeline(Readable.from(endless), await copyIn(tx, table)))
        .catch((error) => error)
      await sql.end({ timeout: 1 })

      expect(isStoreAway(failed)).toBe(true)
      expect(await target.sql`select 1 from keyed limit 1`).toHaveLength(0)
    },
    minute,
  )
})

test('rows have one digest in whatever order and pieces they come, and another when one is lost, doubled or exchanged', async () => {
  const digestOf = async (...pieces: string[]) => {
    const { stream, measure } = measureRows()
    await pipeline(Readable.from(pieces.map((piece) => Buffer.from(piece))), stream.resume())
    return `${measure.rows} ${measure.digest}`
  }

  const digest = await digestOf('a\nb\nlonger row\n')

  expect(await digestOf('b\nlon', 'ger', ' row', '\na\n')).toBe(digest)
  for (const other of ['a\nb\n', 'a\nb\nb\nlonger row\n', 'a\nc\nlonger row\n', 'a\nb\nlonger row', ''])
    expect(await digestOf(other)).not.toBe(digest)
})
