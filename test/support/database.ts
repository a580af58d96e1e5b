/** A database per test file, copied from a template that is migrated once for each server. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import postgres from 'postgres'
import { openSql, type Sql } from '#db/client'
import { migrate } from '#db/migrate'
import { roleVariable, type ServiceRole } from '#db/roles'
import { until } from '#test/support/until'

/** The server that tests use: `script/test` starts one and says where. */
export function serverUrl(): string {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is not set; run the tests with script/test')
  return url
}

export const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The same database by the account of one kind of process, where the server has such accounts. */
export function urlAs(role: ServiceRole, url: string): string {
  const own = process.env[roleVariable(role)]
  const isThere = own !== undefined && new URL(own).host === new URL(url).host
  return isThere ? withDatabase(own, new URL(url).pathname.slice(1)) : url
}

let template: Promise<string> | undefined

/** One for all processes that test what now lies in `db`, and made once: who comes second waits for it. */
async function makeTemplate(): Promise<string> {
  const name = `assay_template_${digestOf('db')}`
  const unfinished = `${name}_unfinished`
  const admin = postgres(serverUrl(), { max: 1, onnotice: () => undefined })
  try {
    await admin`select pg_advisory_lock(hashtextextended(${name}, 0))`
    const isThere = await admin`select from pg_database where datname = ${name}`
    if (isThere.length > 0) return name
    await dropDatabase(admin, unfinished)
    await admin.unsafe(`create database ${unfinished} template template0 encoding 'UTF8'`)
    await migrate(withDatabase(serverUrl(), unfinished))
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await admin.end()
  }
}

/** Of all files in a folder, their names too. */
function digestOf(folder: string): string {
  const root = join(import.meta.dir, '../..', folder)
  const hash = createHash('sha256')
  for (const path of [...new Glob('**/*').scanSync(root)].sort())
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

export type TestDatabase = { url: string; sql: Sql; drop: () => Promise<void> }

/** A fresh, migrated database of its own on the test server. */
export async function freshDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate()
  return databaseFrom(await template)
}

/** One without any tables. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom("template0 encoding 'UTF8'")

async function databaseFrom(from: string): Promise<TestDatabase> {
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const admin = postgres(serverUrl(), { max: 1, onnotice: () => undefined })
  // Files are copied twice as fast as pages are logged.
  await admin.unsafe(`create database ${name} template ${from} strategy file_copy`)
  await admin.end()
  const url = withDatabase(serverUrl(), name)
  const sql = openSql({ url, name: 'assay-test', poolSize: 3 })
  return {
    url,
    sql,
    async drop() {
      await sql.end({ timeout: 2 })
      const again = postgres(serverUrl(), { max: 1, onnotice: () => undefined })
      await dropDatabase(again, name)
      await again.end()
    },
  }
}

/** Drops a database whoever is connected to it. One of the server's own workers may be: it is not ours to end, but soon gone. */
export async function dropDatabase(admin: postgres.Sql, name: string): Promise<void> {
  const isDropped = () =>
    admin.unsafe(`drop database if exists ${name} with (force)`).then(
      () => true,
      (error) => {
        if (error?.code !== '42501') throw error
        return false
      },
    )
  await until(isDropped, { what: `${name} to be dropped`, everyMs: 100 })
}
