/** The real thing for tests: API and worker processes of their own on a database of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import type { ServiceRole } from '#db/roles'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { isJobName, jobs } from '#shared/jobs/index'
import { openLog } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { bareEnv } from '#test/support/bare-env'
import { freshDatabase, type TestDatabase, urlAs } from '#test/support/database'
import { storeKey } from '#test/support/keys'
import { until } from '#test/support/until'
import { browserPlace } from '#workers/page/place'

const root = resolve(import.meta.dir, '../..')

export type Process = {
  child: Subprocess
  pid: number
  lines: string[]
  kill: (signal: NodeJS.Signals) => void
  exited: Promise<number>
}
export type Answer = { status: number; headers: Headers; body: unknown; text: string }
/** An answer that `call` gave, without what it said. */
export type Seen = { method: string; path: string; status: number; headers: string[] }
export type CallOptions = {
  body?: unknown
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  key?: string | null
  api?: number
}

export type Service = {
  database: TestDatabase
  dataDir: string
  /** As its processes sign. */
  signer: Signer
  /** The default key: every area, operator, enterprise, organisation org_test. */
  key: string
  urls: string[]
  apis: Process[]
  workers: Process[]
  seen: Seen[]
  issueKey: (options?: {
    org?: string
    tier?: 'standard' | 'enterprise'
    areas?: string[]
    scopes?: string[]
    expires?: Date
    actor?: string
  }) => Promise<{ key: string; id: string }>
  /** `call('POST /traces', { body })`. A string body in `raw` goes out as it is. */
  call: (what: string, options?: CallOptions) => Promise<Answer>
  startApi: (env?: Record<string, string>) => Promise<number>
  /** @param job one, or several in one process. */
  startWorker: (job?: string | readonly string[], env?: Record<string, string>) => Promise<Process>
  /** A worker that says it is there and takes nothing: calls wait for it in vain. */
  pretendWorker: (job: string) => Promise<void>
  /** Writes the evidence log; ready when it leads or stands by. */
  startLedger: (env?: Record<string, string>) => Promise<Process>
  startWitness: (env?: Record<string, string>) => Promise<Process>
  /** Ready when it leads or stands by. */
  startMaintenance: (env?: Record<string, string>) => Promise<Process>
  stop: () => Promise<void>
}

export type ServiceOptions = {
  apis?: number
  workers?: number
  /** What the workers do. */
  job?: string
  env?: Record<string, string>
  database?: TestDatabase
}

/** For tests that send more in a minute than any tier may. */
export const unlimited = { RATE_LIMIT_A_ENTERPRISE: '1000000000', RATE_LIMIT_D_ENTERPRISE: '1000000000' }

/** For tests whose claim is not that a store is refused as busy: on a busy machine the best store is slow. */
export const patient = { STORE_DEADLINE_MS: '60000', WRITE_WAIT_MS: '60000' }

/** As a client does that is told that nothing has happened yet: again, until it is taken in, on a machine however busy. */
export async function untilTaken(ask: () => Promise<Answer>, timeoutMs = 60_000): Promise<Answer> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503 || !answer.text.includes('"OVERLOADED"') || Date.now() > giveUpAt) return answer
    await Bun.sleep(200)
  }
}

/** Starts API and worker processes; ready when this returns. */
export async function startService({
  apis = 1,
  workers = 1,
  job = 'generate-tree',
  env = {},
  database,
}: ServiceOptions = {}): Promise<Service> {
  const db = database ?? (await freshDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const base = {
    ...bareEnv,
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...env,
  }

  const pem = env['EVIDENCE_SIGNING_KEY']
  const signer = openSigner(pem === undefined ? { path: join(dataDir, 'keys/evidence-ed25519.pem') } : { text: pem })

  /** As `script/start` does: each kind of process with its own account, the witness with none. */
  function launch(role: ServiceRole | null, args: string[], more: Record<string, string> = {}): Process {
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: root,
      env: { ...base, ...(role && { DATABASE_URL: urlAs(role, db.url) }), ...env, ...more },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const lines: string[] = []
    void collect(child.stdout, lines)
    void collect(child.stderr, lines)
    return { child, pid: child.pid, lines, kill: (signal) => child.kill(signal), exited: child.exited }
  }

  const keepers: Process[] = []
  /** Its line that says `message`, whenever that is; a process that ends without it has failed. */
  async function said(started: Process, message: string): Promise<string> {
    const ended = started.exited.then((code) => {
      throw new Error(`it ended with code ${code} and no "${message}":\n${started.lines.join('\n')}`)
    })
    const line = until(() => started.lines.find((each) => each.includes(`"${message}"`)), {
      what: () => `"${message}":\n${started.lines.join('\n')}`,
      timeoutMs: 100_000,
    })
    return Promise.race([line, ended])
  }
  /** As a supervisor would: one that could not reach a Postgres in time that is kept busy is started again. */
  async function begun(
    start: () => Process,
    among: Process[],
    message: string,
  ): Promise<{ of: Process; line: string }> {
    for (let left = 2; ; left -= 1) {
      const of = start()
      among.push(of)
      try {
        return { of, line: await said(of, message) }
      } catch (error) {
        if (left === 0 || !/CONNECT_TIMEOUT|no answer from the database/.test(String(error))) throw error
        among.splice(among.indexOf(of), 1)
      }
    }
  }

  const pretended = 'nowhere'
  const beat = () => db.sql`update process_reports set reported_at = now() where host = ${pretended}`
  let beats: Loop | undefined

  const service: Service = {
    database: db,
    dataDir,
    signer,
    key: '',
    urls: [],
    apis: [],
    workers: [],
    seen: [],
    async issueKey({
      org = 'org_test',
      tier = 'enterprise',
      areas = ['A', 'B', 'C', 'D'],
      scopes = [],
      expires,
      actor = null,
    } = {}) {
      return storeKey(db.sql, signer, { org_id: org, areas, scopes, tier, expires_at: expires ?? null, actor })
    },
    async call(what, { body, raw, headers = {}, key, api = 0 } = {}) {
      const [method = 'GET', path = '/'] = what.split(' ')
      const token = key === undefined ? service.key : key
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(`${service.urls[api]}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
      const [pathname = '/'] = path.split('?')
      service.seen.push({ method, path: pathname, status: response.status, headers: [...response.headers.keys()] })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
    },
    async startApi(more = {}) {
      const { of, line } = await begun(() => launch('api', ['api/main.ts'], more), service.apis, 'api listening')
      const index = service.apis.indexOf(of)
      const { port }: { port: number } = JSON.parse(line)
      service.urls[index] = `http://127.0.0.1:${port}`
      return index
    },
    async startWorker(job = 'generate-tree', more = {}) {
      // Brought in only here: whoever brings it in has a browser started, as the groups of tests see it.
      const names = [job].flat()
      if (names.some((name) => isJobName(name) && jobs[name].needs.includes('browser')))
        await import('#test/support/chromium').then(({ shareBrowser }) => shareBrowser(dataDir))
      const start = () => launch('worker', ['workers/main.ts', ...names], more)
      return (await begun(start, service.workers, 'worker ready')).of
    },
    async pretendWorker(job) {
      await db.sql`
        insert into process_reports (process_id, role, jobs, host, pid, reported_at, metrics, notes)
        values (gen_random_uuid(), 'worker', ${[job]}, ${pretended}, 1, now(), '[]', '{"has": {}, "lacks": {}}')`
      beats ??= every(2000, 'what is pretended to live', beat, { log: openLog('test', 'silent') })
    },
    async startLedger(more = {}) {
      const start = () => launch('ledger', ['workers/ledger/main.ts'], more)
      return (await begun(start, keepers, 'ledger ready')).of
    },
    async startWitness(more = {}) {
      const own = { WITNESS_DIR: join(base.DATA_DIR, 'witness'), ...more }
      return (await begun(() => launch(null, ['workers/witness/main.ts'], own), keepers, 'witness listening')).of
    },
    async startMaintenance(more = {}) {
      const start = () => launch('maintenance', ['workers/maintenance/main.ts'], more)
      return (await begun(start, keepers, 'maintenance ready')).of
    },
    async stop() {
      await beats?.stop()
      const all = [...service.apis, ...service.workers, ...keepers]
      for (const each of all) each.kill('SIGKILL')
      await Promise.all(all.map((each) => each.exited))
      if (!database) await db.drop()
      // Browsers of root lie elsewhere, where their own user can go.
      for (const place of [dataDir, browserPlace(dataDir)])
        rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  service.key = (await service.issueKey({ scopes: ['operator'], actor: 'tester' })).key
  await Promise.all([
    ...Array.from({ length: apis }, () => service.startApi()),
    ...Array.from({ length: workers }, () => service.startWorker(job)),
  ])
  return service
}

async function collect(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  }
  if (rest) lines.push(rest)
}
