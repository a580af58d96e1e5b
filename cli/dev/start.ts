/** `start`: Postgres, migrations, a key, and every process of the Procfile; and the way back, in order. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPrinter, type Printer } from '#cli/dev/output'
import { findFreePort, isPortTaken, serverAddress } from '#cli/dev/ports'
import { type EmbeddedPostgres, type RoleUrls, startPostgres } from '#cli/dev/postgres'
import { type Process, type ProcfileLine, parseCounts, parseProcfile, processesOf } from '#cli/dev/procfile'
import { keepRunning, runToEnd, type Supervisor } from '#cli/dev/supervisor'
import { ensureDevKey } from '#cli/store/dev-key'
import { refusal } from '#cli/terminal/refusal'
import { roleVariable, serviceRoles } from '#db/roles'
import { type Lock, takeLock } from '#shared/kernel/process/lock'
import { endLeftovers, isAlive, type Living, noteLiving } from '#shared/kernel/process/process-identity'

export type StartSettings = {
  root: string
  dataDir: string
  /** A Postgres of the operator's own; without one the embedded starts. */
  databaseUrl: string | undefined
  host: string
  port: number
  /** `generate-tree=2,scan-page=0` */
  workers: string
  apiProcesses: number
  procfile: string
  /** What the processes inherit. */
  env: Record<string, string | undefined>
}

/** What the person at the terminal wants: to stop, or (asked twice) to stop at once. */
export type Wish = { toStop: AbortSignal; toHurry: AbortSignal }

const answerTimeoutMs = 30_000

/** Runs until it is told to stop; gives the exit code. */
export async function start(settings: StartSettings, wish: Wish): Promise<number> {
  const { dataDir, procfile } = settings
  const lines = parseProcfile(textOf(procfile))
  const counts = new Map([['api', settings.apiProcesses], ...parseCounts(settings.workers, lines)])
  const processes = processesOf(lines, counts)
  const print = createPrinter(process.stdout, { width: Math.max(8, ...processes.map(({ name }) => name.length)) })

  mkdirSync(dataDir, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
  const lock = takeStartLock(dataDir)
  const record = runRecord(dataDir, settings.port)
  let store: Store | undefined
  let supervisor: Supervisor | undefined
  try {
    await endLeftovers(record.read().processes, answerTimeoutMs)
    record.write([])
    const isServing = (counts.get('api') ?? 1) > 0
    if (isServing && isPortTaken(settings.port, settings.host)) {
      throw refusal(`port ${settings.port} is in use by another program; choose one with PORT=… script/start`)
    }
    store = settings.databaseUrl ? givenStore(settings.databaseUrl, settings.env) : await embeddedStore(dataDir, print)
    const environment = environmentOf(settings, store.url, counts.get('api') ?? 1)
    const options = { env: environment, cwd: settings.root, print }
    await release(lines, options, wish)
    if (!wish.toStop.aborted) {
      const key = store.isEmbedded
        ? await ensureDevKey({ databaseUrl: store.url, dataDir, env: environment })
        : undefined
      const { roleUrls } = store
      const envOf = ({ role }: Process) => databaseOf(role, roleUrls)
      supervisor = keepRunning(processes, { ...options, envOf, onChange: record.write })
      wish.toHurry.addEventListener('abort', supervisor.kill)
      const hasAnswered = !isServing || (await untilAnswered(settings, wish.toStop))
      if (!wish.toStop.aborted) print.say(welcome(settings, hasAnswered, isServing, key))
    }
    await untilAborted(wish.toStop)
    print.say('stopping …')
    return 0
  } catch (error) {
    if (wish.toStop.aborted) return 0
    throw error
  } finally {
    await supervisor?.stop()
    await store?.stop()
    record.write([])
    lock.release()
  }
}

function textOf(procfile: string): string {
  try {
    return readFileSync(procfile, 'utf8')
  } catch (error) {
    throw refusal(`${procfile} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function takeStartLock(dataDir: string): Lock {
  const lock = takeLock(join(dataDir, 'start.lock'))
  if (lock) return lock
  const { pid, port } = runRecord(dataDir, 0).read()
  throw refusal(`already running on ${dataDir} (pid ${pid}, port ${port})`)
}

/** The `start` that keeps this directory's processes running, if one does. */
export function findStart(dataDir: string): { pid: number; port: number } | undefined {
  const { pid, port } = runRecord(dataDir, 0).read()
  return pid > 0 && isAlive(pid) ? { pid, port } : undefined
}

type RunRecord = { pid: number; port: number; processes: Living[] }

/** Who runs here, so that a second start can name it and a start after kill -9 can find its leftovers. */
function runRecord(dataDir: string, port: number) {
  const path = join(dataDir, 'start.json')
  return {
    read(): RunRecord {
      try {
        return JSON.parse(readFileSync(path, 'utf8'))
      } catch {
        return { pid: 0, port: 0, processes: [] }
      }
    },
    write(pids: number[]): void {
      const content: RunRecord = { pid: process.pid, port, processes: pids.map(noteLiving) }
      writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
    },
  }
}

type Store = {
  url: string
  /** Of those kinds of processes that have an account of their own. */
  roleUrls: Partial<RoleUrls>
  isEmbedded: boolean
  stop(): Promise<void>
}

/** Of the operator's own Postgres each kind of process has the account that a variable of its own names, else the owner's. */
function givenStore(url: string, env: StartSettings['env']): Store {
  const given = serviceRoles.flatMap((role) => {
    const own = env[roleVariable(role)]
    return own ? [[role, own]] : []
  })
  return { url, roleUrls: Object.fromEntries(given), isEmbedded: false, stop: async () => undefined }
}

/** No process is told another's account, and the witness none. */
function databaseOf(role: Process['role'], roleUrls: Partial<RoleUrls>): Record<string, string | undefined> {
  const none = Object.fromEntries(serviceRoles.map((each) => [roleVariable(each), undefined]))
  if (role === null) return { ...none, DATABASE_URL: undefined }
  const own = role && roleUrls[role]
  return own === undefined ? none : { ...none, DATABASE_URL: own }
}

/** The embedded Postgres, started again on its port whenever it ends unasked. */
async function embeddedStore(dataDir: string, print: Printer): Promise<Store> {
  let server: EmbeddedPostgres = await startPostgres({ dataDir })
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  const keep = async () => {
    let pauseMs = 250
    while (!isStopping) {
      const code = await server.exited
      while (!isStopping) {
        print.say(`ended unasked (exit code ${code}); starts again in ${pauseMs / 1000} s`, 'postgres')
        await Promise.race([Bun.sleep(pauseMs), stopping.promise])
        if (isStopping) return
        try {
          server = await startPostgres({ dataDir, port: server.port })
          pauseMs = 250
          print.say('runs again', 'postgres')
          break
        } catch (error) {
          print.say(error instanceof Error ? error.message : String(error), 'postgres')
          pauseMs = Math.min(pauseMs * 2, answerTimeoutMs)
        }
      }
    }
  }
  const kept = keep()
  return {
    url: server.url,
    roleUrls: server.roleUrls,
    isEmbedded: true,
    async stop() {
      isStopping = true
      stopping.resolve()
      await server.stop('fast')
      await kept
      // One more may just have been started.
      await server.stop('fast')
    },
  }
}

function environmentOf(settings: StartSettings, databaseUrl: string, apiProcesses: number) {
  return {
    ...settings.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    ...(apiProcesses > 1 && { API_REUSE_PORT: '1' }),
  }
}

type ProcessOptions = Parameters<typeof runToEnd>[1]

async function release(lines: readonly ProcfileLine[], options: ProcessOptions, wish: Wish): Promise<void> {
  const line = lines.find(({ name }) => name === 'release')
  if (!line || wish.toStop.aborted) return
  const code = await runToEnd(line, options, wish.toStop)
  if (code !== 0 && !wish.toStop.aborted) throw refusal(`"${line.command}" failed with exit code ${code}`)
}

type DevKey = Awaited<ReturnType<typeof ensureDevKey>>

/** Waits until the API says it is ready; false when it did not in time. */
async function untilAnswered({ host, port }: StartSettings, toStop: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + answerTimeoutMs
  while (Date.now() < deadline && !toStop.aborted) {
    try {
      const answer = await fetch(`${serverAddress(host, port)}/readyz`, { signal: AbortSignal.timeout(2000) })
      if (answer.status < 500) return true
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(25)
  }
  return false
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

function welcome(settings: StartSettings, hasAnswered: boolean, isServing: boolean, key: DevKey | undefined): string {
  if (!isServing) return '\nAssay runs without an API.  Stop: Ctrl-C\n'
  const url = serverAddress(settings.host, settings.port)
  const shown = key?.isNew ? key.key : `$(cat ${join(settings.dataDir, 'dev-key')})`
  return [
    '',
    hasAnswered ? `Assay serves at   ${url}` : `Assay does not answer yet at ${url}; see its lines above`,
    `Documentation     ${url}/docs`,
    ...(key?.isNew
      ? [`Development key   ${key.key}   (shown once; kept in ${join(settings.dataDir, 'dev-key')})`]
      : []),
    ...(key ? [`A first call      curl -s ${url}/traces -H "Authorization: Bearer ${shown}"`] : []),
    'Stop              Ctrl-C',
    '',
  ].join('\n')
}

/** Port 0 means any free one; it is chosen here, since several processes must agree on it. */
export function settledPort(port: number, host: string): number {
  return port === 0 ? findFreePort(host) : port
}
