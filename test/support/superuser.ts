/** A server of its own with its superuser, as whom nobody else may come: for what only such a one can do. */
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { migrate } from '#db/migrate'
import type { TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

export type OwnServer = { database: TestDatabase; superuser: postgres.Sql; stop: () => Promise<void> }

export async function ownServer(): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-superuser-'))
  // Where root runs the tests, another user runs Postgres and must get through here.
  chmodSync(dataDir, 0o711)
  const server = await startPostgres({ dataDir, isDurable: false })
  appendFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'host assay postgres 127.0.0.1/32 trust\n')
  process.kill(server.pid, 'SIGHUP')
  await migrate(server.url)
  const sql = openSql({ url: server.url, name: 'assay-test', poolSize: 3 })
  const url = new URL(server.url)
  const superuser = postgres({
    ...{ host: url.hostname, port: Number(url.port), username: 'postgres', database: 'assay' },
    ...{ max: 1, onnotice: () => undefined, connection: { search_path: 'public' } },
  })
  const isLetIn = () =>
    superuser`select 1`.then(
      () => true,
      () => false,
    )
  await until(isLetIn, { what: 'the superuser to be let in', timeoutMs: 10_000 })
  return {
    database: { url: server.url, sql, drop: async () => undefined },
    superuser,
    async stop() {
      await Promise.all([sql.end({ timeout: 1 }), superuser.end({ timeout: 1 })])
      await server.stop('immediate')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
