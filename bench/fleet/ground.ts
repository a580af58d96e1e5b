/** What processes of several versions stand on: a durable Postgres, a folder, keys, pages to scan. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goAsOthers } from '#bench/fleet/apart'
import type { Version } from '#bench/fleet/versions'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { openSql, type Sql } from '#db/client'

export type Ground = {
  dataDir: string
  logs: string
  /** On the database itself, whatever happens to the network. */
  sql: Sql
  postgres: () => EmbeddedPostgres
  /** Ends Postgres and starts it again. */
  restart: (mode: 'fast' | 'immediate') => Promise<void>
  /** Address of the server whose pages are scanned. */
  pages: string
  /** Settings of every process. */
  env: Record<string, string>
  /** Brings the database to a version's migrations, by that version's own command. */
  migrate: (version: Version) => Promise<void>
  /** A key of an organisation, issued by a version's own command. */
  issueKey: (version: Version, org: string) => Promise<string>
  close: () => Promise<void>
}

/**
 * @param host where Postgres and the pages are reached, besides this machine's own address.
 * @param listen further addresses that Postgres listens at.
 * @param range further addresses that it lets in.
 */
export async function openGround(host: string, listen: readonly string[] = [], range?: string): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-fleet-'))
  // A file of its own: who may come in is written anew, for this machine alone, whenever the server starts.
  const hosts = join(dataDir, 'hosts.conf')
  writeFileSync(hosts, ['127.0.0.1/32', range].map((from) => from && `host all assay ${from} scram-sha-256\n`).join(''))
  const settings = { hba_file: hosts, listen_addresses: ['127.0.0.1', ...listen].join(',') }
  let postgres = await startPostgres({ dataDir, isDurable: true, settings })
  const { port, url } = postgres
  const sql = openSql({ url, name: 'assay-bench', poolSize: 3, statementTimeoutMs: 600_000 })
  const server = Bun.serve({ hostname: host, port: 0, fetch: (request) => pageOf(new URL(request.url)) })
  const env = {
    DATA_DIR: dataDir,
    WITNESS_DIR: `${dataDir}/witness`,
    DATABASE_URL: url,
    EGRESS_ALLOW: `${host}/32:${server.port}`,
    ...Object.fromEntries(['A', 'B', 'C', 'D', 'JOBS'].map((area) => [`RATE_LIMIT_${area}_ENTERPRISE`, '1000000'])),
  }
  const run = async (version: Version, args: string[]) => {
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: version.folder,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, DATABASE_URL: url },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    if ((await child.exited) !== 0) throw new Error(`${args.join(' ')} of ${version.name} failed:\n${err}`)
    return out.trim()
  }
  return {
    dataDir,
    logs: join(dataDir, 'said'),
    sql,
    postgres: () => postgres,
    async restart(mode) {
      await postgres.stop(mode)
      postgres = await startPostgres({ dataDir, port, isDurable: true, settings })
      goAsOthers(postgres.pid)
    },
    pages: `http://${host}:${server.port}`,
    env,
    migrate: async (version) => void (await run(version, ['db/migrate.ts'])),
    issueKey: (version, org) =>
      run(version, [
        'cli/main.ts',
        ...['key', 'issue', '--name', org, '--org', org, '--tier', 'enterprise', '--scopes', 'operator'],
      ]),
    async close() {
      server.stop(true)
      await sql.end({ timeout: 2 })
      await postgres.stop('immediate')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function pageOf({ pathname }: URL): Response {
  const faults = pathname === '/a' ? '<img src="/x.png"><p style="color:#999">grey</p>' : ''
  const text = Array.from({ length: 40 }, (_, line) => `<p>Line ${line} of a page that is there.</p>`).join('\n')
  return new Response(
    `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${faults}${text}</main></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}
