/** The stand that benches measure on: a durable Postgres of its own, a database per variant, processes, CPU meters. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Subprocess } from 'bun'
import { findFreePort } from '#cli/dev/ports'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { openSql, type Sql } from '#db/client'
import { migrate } from '#db/migrate'
import { childrenOf, statOf } from '#shared/kernel/process/proc'
import { withDatabase } from '#test/support/database'

const root = resolve(import.meta.dir, '..')
const readyMs = 30_000
const graceMs = 8000

export const peerApi = fileURLToPath(import.meta.resolve('#bench/peers/api'))
export const peerWorker = fileURLToPath(import.meta.resolve('#bench/peers/worker'))

export const orgId = 'org_bench'

export type Stand = {
  postgres: EmbeddedPostgres
  /** On the server's own maintenance database. */
  admin: Sql
  key: string
  dataDir: string
  /** The database that the others are copies of; migrated, with the key. */
  templateUrl: string
  /** A copy of the template as it is by now. Nobody may be connected to the template meanwhile. */
  copyDatabase: (name: string) => Promise<string>
  /** Starts `bun <args>` on a database, of this checkout or of another one in a folder. */
  start: (args: string[], databaseUrl: string, env?: Record<string, string>, folder?: string) => Subprocess
  /** Starts an API process and waits until it answers. */
  startApi: (
    args: string[],
    databaseUrl: string,
    env?: Record<string, string>,
    folder?: string,
  ) => Promise<{ process: Subprocess; url: string }>
  end: (processes: Subprocess[]) => Promise<void>
  close: () => Promise<void>
}

/** Does `work` on a stand and leaves nothing behind, however that ends, but for a directory that is given. */
export async function onStand(work: (stand: Stand) => Promise<void>, given?: string): Promise<void> {
  const dataDir = given === undefined ? mkdtempSync(join(tmpdir(), 'assay-bench-')) : resolve(given)
  const running = new Set<Subprocess>()
  const postgres = await startPostgres({ dataDir, isDurable: true })
  const stop = async () => {
    for (const child of running) child.kill('SIGKILL')
    await postgres.stop(given === undefined ? 'immediate' : 'fast')
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)))
  }
  try {
    await work(await openStand(postgres, dataDir, running))
  } finally {
    await stop()
  }
}

async function openStand(postgres: EmbeddedPostgres, dataDir: string, running: Set<Subprocess>): Promise<Stand> {
  const templateUrl = postgres.url
  await migrate(templateUrl)
  const key = await issueKey({ dataDir }, templateUrl, { orgId, scopes: [] })
  const admin = openSql({
    url: withDatabase(templateUrl, 'postgres'),
    name: 'assay-bench',
    poolSize: 1,
    statementTimeoutMs: 600_000,
  })

  function start(args: string[], databaseUrl: string, env: Record<string, string> = {}, folder = root): Subprocess {
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        WITNESS_DIR: join(dataDir, 'witness'),
        LOG_LEVEL: 'warn',
        RATE_LIMIT_A_ENTERPRISE: '100000000',
        ...env,
      },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    running.add(child)
    void child.exited.then(() => running.delete(child))
    return child
  }

  return {
    postgres,
    admin,
    key,
    dataDir,
    templateUrl,
    async copyDatabase(name) {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.unsafe(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)}`)
      return withDatabase(templateUrl, name)
    },
    start,
    async startApi(args, databaseUrl, env, folder) {
      const port = findFreePort()
      const process = start(args, databaseUrl, { ...env, PORT: String(port) }, folder)
      const url = `http://127.0.0.1:${port}`
      await untilOk(() => fetch(`${url}/livez`))
      return { process, url }
    },
    async end(processes) {
      for (const child of processes) child.kill('SIGTERM')
      const insist = setTimeout(() => {
        for (const child of processes) child.kill('SIGKILL')
      }, graceMs)
      await Promise.all(processes.map((child) => child.exited))
      clearTimeout(insist)
    },
    close: () => admin.end({ timeout: 2 }),
  }
}

/** A key for everything, of an organisation, issued by the command of this checkout or of another one in a folder. */
export async function issueKey(
  { dataDir }: Pick<Stand, 'dataDir'>,
  url: string,
  { orgId, scopes }: { orgId: string; scopes: string[] },
  folder = root,
): Promise<string> {
  const who = ['--name', 'bench', '--org', orgId, '--tier', 'enterprise']
  const more = scopes.length > 0 ? ['--scopes', scopes.join(',')] : []
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'key', 'issue', ...who, ...more], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, DATABASE_URL: url },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = (await new Response(child.stdout).text()).trim()
  if ((await child.exited) !== 0) throw new Error(`no key could be issued on ${new URL(url).pathname}`)
  return text
}

/** Asks again and again until the answer is a good one. @throws Error saying what came last. */
export async function untilOk(ask: () => Promise<Response>): Promise<void> {
  const deadline = performance.now() + readyMs
  for (let last = ''; ; ) {
    try {
      const answer = await ask()
      const text = await answer.text()
      if (answer.ok) return
      last = `${answer.status} ${text.slice(0, 300)}`
    } catch (error) {
      last = String(error)
    }
    if (performance.now() > deadline) throw new Error(`not ready after ${readyMs} ms: ${last}`)
    await Bun.sleep(50)
  }
}

/** CPU time of a process so far, its ended children included where asked, in µs. NaN where there is no /proc. */
export function cpuMicros(pid: number, { withChildren = false } = {}): number {
  const { cpuMs, endedCpuMs } = statOf(pid) ?? { cpuMs: Number.NaN, endedCpuMs: Number.NaN }
  return 1000 * (withChildren ? cpuMs + endedCpuMs : cpuMs)
}

/** CPU time of a Postgres server so far: the postmaster, its processes, and those that have ended. In µs. */
export function postgresCpuMicros(postmaster: number): number {
  let sum = cpuMicros(postmaster, { withChildren: true })
  for (const pid of childrenOf(postmaster)) {
    const own = cpuMicros(pid)
    // One that ends right here is counted among the postmaster's ended children next time.
    if (!Number.isNaN(own)) sum += own
  }
  return sum
}
