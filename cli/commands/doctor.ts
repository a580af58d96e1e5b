/** `doctor`: looks at everything a running Assay needs and says what to do about what is missing. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { isPortTaken, serverAddress } from '#cli/dev/ports'
import { isRunning } from '#cli/dev/postgres'
import { findStart } from '#cli/dev/start'
import { type KeptKey, standingOf } from '#cli/store/kept-keys'
import { openSql, type Sql } from '#db/client'
import { knownMigrations } from '#db/migrate'
import { poolerInBetween } from '#db/own-session'
import { appliedMigrations, workersAndNotes } from '#db/queries/processes'
import { Ready } from '#shared/contracts/about'

export type Diagnosis = { level: 'ok' | 'warn' | 'fail'; about: string; text: string }
export type DoctorSettings = {
  root: string
  dataDir: string
  databaseUrl: string | undefined
  host: string
  port: number
  keys: readonly KeptKey[]
}

/** Every finding, in the order in which to act on them. */
export async function diagnose(settings: DoctorSettings): Promise<Diagnosis[]> {
  return [
    bunVersion(settings.root),
    packages(settings.root),
    ...(await database(settings)),
    ...secretFiles(settings.dataDir),
    ...(await Promise.all(settings.keys.map(keptKey))),
    await port(settings),
  ]
}

const ok = (about: string, text: string): Diagnosis => ({ level: 'ok', about, text })
const warn = (about: string, text: string): Diagnosis => ({ level: 'warn', about, text })
const fail = (about: string, text: string): Diagnosis => ({ level: 'fail', about, text })

function bunVersion(root: string): Diagnosis {
  const manifest: { engines: { bun: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = manifest.engines.bun
  if (Bun.semver.satisfies(Bun.version, wanted)) return ok('bun', `${Bun.version}, ${wanted} is wanted`)
  return fail('bun', `${Bun.version}, but ${wanted} is wanted: run script/assay, which brings it`)
}

function packages(root: string): Diagnosis {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const odd = Object.entries(manifest.dependencies).filter(
    ([name, version]) => installedVersion(root, name) !== version,
  )
  if (odd.length === 0) return ok('packages', `${Object.keys(manifest.dependencies).length} as pinned`)
  return fail(
    'packages',
    `${odd.map(([name]) => name).join(', ')} not as pinned: remove node_modules and run script/assay, which brings them`,
  )
}

function installedVersion(root: string, name: string): string | undefined {
  try {
    const manifest: { version: string } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    )
    return manifest.version
  } catch {
    return undefined
  }
}

async function database({ dataDir, databaseUrl }: DoctorSettings): Promise<Diagnosis[]> {
  const url = databaseUrl ?? isRunning(dataDir)?.url
  if (!url) return [warn('postgres', `the embedded one of ${dataDir} is not running: script/start`)]
  const sql = openSql({ url, name: 'assay-doctor', poolSize: 1, statementTimeoutMs: 5000 })
  try {
    const shared = await poolerInBetween(url)
    return shared ? [fail('sessions', shared)] : await withinSeconds(10, questionDatabase(sql))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [fail('postgres', `${withoutPassword(url)} does not answer (${reason}): start it, or correct DATABASE_URL`)]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function questionDatabase(sql: Sql): Promise<Diagnosis[]> {
  const [server] = await sql<{ version: string; encoding: string; waits: string }[]>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') || '/' || current_setting('synchronous_commit') as waits`
  const { version = '', encoding = '', waits = '' } = server ?? {}
  const isUtf8 = encoding === 'UTF8'
  return [
    ok('postgres', `${version} answers`),
    isUtf8 ? ok('encoding', encoding) : fail('encoding', `${encoding}: make the database anew with encoding UTF8`),
    waits === 'on/on'
      ? ok('durability', 'a commit waits for the disk')
      : warn(
          'durability',
          `fsync/synchronous_commit is ${waits}: a crash of the machine may lose what was acknowledged`,
        ),
    await migrations(sql),
    ...(await processes(sql)),
  ]
}

/** What the processes that run say of themselves. */
async function processes(sql: Sql): Promise<Diagnosis[]> {
  if ((await appliedMigrations(sql)) < knownMigrations()) return []
  const { notes } = await workersAndNotes(sql)
  const hasLedger = 'ledger' in notes.has || 'ledger' in notes.lacks
  const hasMaintenance = 'maintenance' in notes.has
  return [
    ...(hasLedger
      ? []
      : [warn('ledger', 'none runs, so nothing enters the evidence log: script/bun workers/ledger/main.ts')]),
    ...(hasMaintenance
      ? []
      : [warn('maintenance', 'none runs, so nothing is deleted when due: script/bun workers/maintenance/main.ts')]),
    ...Object.entries(notes.has).map(([about, text]) => ok(about, text)),
    ...Object.entries(notes.lacks).map(([about, text]) => warn(about, text)),
  ]
}

async function migrations(sql: Sql): Promise<Diagnosis> {
  const known = knownMigrations()
  const done = await appliedMigrations(sql)
  if (done === known) return ok('migrations', `all ${known} applied`)
  if (done < known) return fail('migrations', `${known - done} of ${known} not applied: script/assay migrate`)
  return fail('migrations', `the database is ${done - known} ahead of this checkout: update the checkout`)
}

function secretFiles(dataDir: string): Diagnosis[] {
  const keys = join(dataDir, 'keys')
  const secrets = [
    join(dataDir, 'postgres-password'),
    join(dataDir, 'postgres-roles.json'),
    join(dataDir, 'dev-key'),
    ...(existsSync(keys) ? readdirSync(keys).map((name) => join(keys, name)) : []),
  ].filter((path) => existsSync(path) && !path.endsWith('.pub'))
  const open = secrets.filter((path) => (statSync(path).mode & 0o077) !== 0)
  return [
    existsSync(join(dataDir, 'dev-key'))
      ? ok('dev key', join(dataDir, 'dev-key'))
      : warn('dev key', 'there is none: script/start makes one, script/assay key issues others'),
    open.length === 0
      ? ok('secret files', `${secrets.length}, readable by their owner alone`)
      : fail('secret files', `others may read them: chmod 600 ${open.join(' ')}`),
  ]
}

/** A wrapped key is asked for: without its KMS no process could start. */
async function keptKey(key: KeptKey): Promise<Diagnosis> {
  const { text, fault } = await standingOf(key)
  const about = `${key.name} key`
  return fault === undefined ? ok(about, text) : fail(about, `${text}: ${fault}`)
}

async function port({ host, port, dataDir }: DoctorSettings): Promise<Diagnosis> {
  if (!isPortTaken(port, host)) return ok('port', `${port} is free`)
  if (findStart(dataDir)?.port === port) return ok('port', `${port} is in use, Assay is running`)
  // Under another process manager it leaves no note of itself here, so whoever listens is asked.
  const state = await stateOfAssay(serverAddress(host, port))
  if (state !== undefined) return ok('port', `${port} is in use by Assay itself, which says it is ${state}`)
  return warn('port', `${port} is in use by another program: choose another PORT`)
}

const portAnswerMs = 3000

/** What Assay says of itself there; undefined when it is somebody else. */
async function stateOfAssay(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(portAnswerMs) })
    const said: unknown = await answer.json()
    return Value.Check(Ready, said) ? said.status : undefined
  } catch {
    return undefined
  }
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@')
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${seconds} s`)), seconds * 1000)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
