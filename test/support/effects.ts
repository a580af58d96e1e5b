/** Many writes at once while Postgres or the API has a bad day: what each answer said against what there is afterwards. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { migrate } from '#db/migrate'
import { childrenOf } from '#shared/kernel/process/proc'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { openStoreProxy, type StoreProxy } from '#test/support/store-proxy'
import { until } from '#test/support/until'

type Day = {
  service: Service
  proxy: StoreProxy
  /** Stops every process of Postgres for so long. */
  freeze: (ms: number) => Promise<void>
  /** Ends Postgres the hard way and starts it again. */
  crash: () => Promise<void>
}

/** What happens while the writes come in. */
export const faults = {
  none: async () => undefined,
  slowed: async ({ proxy }: Day, ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      proxy.slow(left % 1000 === 0 ? 400 : 30)
      await Bun.sleep(500)
    }
    proxy.slow(0)
  },
  stopped: ({ freeze }: Day, ms: number) => freeze(ms),
  killed: async ({ crash }: Day, ms: number) => {
    for (let left = ms; left > 0; left -= 2000) {
      await crash()
      await Bun.sleep(2000)
    }
  },
  'API killed': async ({ service }: Day) => {
    service.apis.at(-1)?.kill('SIGKILL')
    await service.startApi()
  },
} as const
export type Fault = keyof typeof faults

export type Reckoning = {
  fault: Fault
  /** Answers by status and code; `reset` where there was none. */
  answers: Record<string, number>
  /** Writes that are there after their first answer, and after they were sent again under their keys. */
  found: number
  foundAgain: number
  /** What is not as an answer said, or is there twice. */
  differences: string[]
  p50: number
  p99: number
  /** The longest that the process took to say that it lives. */
  livezMs: number
}

type Kind = 'traces' | 'tasks'
type Sent = { kind: Kind; mark: string; key: string; said: 'done' | 'nothing' | 'unknown'; id: string | undefined }

/** @param forMs how long the fault lasts. */
export async function reckon(
  fault: Fault,
  {
    requests,
    inFlight,
    forMs,
    env = {},
  }: { requests: number; inFlight: number; forMs: number; env?: Record<string, string> },
): Promise<Reckoning> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-effects-'))
  let postgres = await startPostgres({ dataDir, isDurable: true })
  await migrate(postgres.url)
  const proxy = await openStoreProxy(postgres.url)
  const sql = openSql({ url: postgres.url, name: 'assay-test', poolSize: 2 })
  const service = await startService({
    database: { url: proxy.url, sql, drop: async () => undefined },
    workers: 0,
    env: { ...unlimited, RATE_LIMIT_C_ENTERPRISE: '1000000000', WITNESSES: 'none', ...env },
  })
  const day: Day = {
    service,
    proxy,
    async freeze(ms) {
      const pids = [postgres.pid, ...childrenOf(postgres.pid)]
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await Bun.sleep(ms)
      for (const pid of pids) signal(pid, 'SIGCONT')
    },
    async crash() {
      await postgres.stop('immediate')
      postgres = await startPostgres({ dataDir, port: postgres.port, isDurable: true })
    },
  }
  const answers: Record<string, number> = {}
  const took: number[] = []

  async function send({
    kind,
    mark,
    key,
  }: Pick<Sent, 'kind' | 'mark' | 'key'>): Promise<Pick<Sent, 'said' | 'id'> & { told: string }> {
    const headers = { 'idempotency-key': key }
    const api = service.urls.length - 1
    try {
      const answer =
        kind === 'traces'
          ? await service.call('POST /traces', { body: aTrace({ system_source: mark }), headers, api })
          : await service.call('POST /tasks', {
              body: { steps: [{ id: mark, type: 'stats.summarize' }] },
              headers,
              api,
            })
      const { trace_id, id, error } = answer.body as Told
      const isSoon = answer.status !== 503 || Number(answer.headers.get('retry-after')) >= 1
      const told = error
        ? `${answer.status} ${error.code}${isSoon ? '' : ' without Retry-After'}`
        : String(answer.status)
      if (answer.status === 201) return { said: 'done', id: trace_id ?? id, told }
      if (error?.code === 'OUTCOME_UNKNOWN')
        return { said: 'unknown', id: error.details.trace_id ?? error.details.task_id, told }
      return { said: 'nothing', id: undefined, told }
    } catch {
      return { said: 'unknown', id: undefined, told: 'reset' }
    }
  }

  try {
    // Connections are open and statements known before the bad day begins.
    for (const kind of ['traces', 'tasks'] as const) await send({ kind, mark: `warm-${kind}`, key: randomUUID() })
    const sent: Sent[] = []
    let begun = 0
    const comeIn = Promise.withResolvers<void>()
    const client = async () => {
      while (begun < requests) {
        begun += 1
        const kind: Kind = begun % 2 === 0 ? 'traces' : 'tasks'
        const write = { kind, mark: `w${begun}`, key: randomUUID() }
        const at = performance.now()
        const { told, ...rest } = await send(write)
        took.push(performance.now() - at)
        answers[told] = (answers[told] ?? 0) + 1
        sent.push({ ...write, ...rest })
        if (sent.length >= Math.min(requests / 20, 50)) comeIn.resolve()
      }
    }
    const clients = Array.from({ length: inFlight }, client)
    await comeIn.promise
    const lookedMs: number[] = []
    const looking = (async () => {
      while (sent.length < requests) {
        const at = performance.now()
        await service.call('GET /livez', { key: null, api: service.urls.length - 1 }).catch(() => undefined)
        lookedMs.push(performance.now() - at)
        await Bun.sleep(50)
      }
    })()
    await faults[fault](day, forMs)
    await Promise.all(clients)
    await looking
    await settled()

    const there = await stored()
    const differences = sent.flatMap(({ kind, mark, said, id }) => {
      const ids = there.get(`${kind} ${mark}`) ?? []
      const isWrong = (said === 'done' && ids.length !== 1) || (said === 'nothing' && ids.length > 0) || ids.length > 1
      const isOther = id !== undefined && ids.length > 0 && !ids.includes(id)
      return isWrong || isOther
        ? [`${kind} ${mark}: said ${said} ${id ?? ''}, there are ${ids.join(', ') || 'none'}`]
        : []
    })
    const found = sent.filter(({ kind, mark }) => there.has(`${kind} ${mark}`)).length
    let left = sent.filter(({ said }) => said !== 'done')
    await until(
      async () => {
        const again = await Promise.all(
          left.slice(0, inFlight).map(async (write) => ((await send(write)).said === 'done' ? write : undefined)),
        )
        const done = new Set(again)
        left = left.filter((write) => !done.has(write))
        return left.length === 0
      },
      { what: 'all to be done when they are sent again', timeoutMs: 60_000 },
    )
    await settled()
    const finally_ = await stored()
    for (const { kind, mark } of sent) {
      const ids = finally_.get(`${kind} ${mark}`) ?? []
      if (ids.length !== 1) differences.push(`${kind} ${mark}: sent again there are ${ids.length}`)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))] ?? 0)
    const foundAgain = sent.filter(({ kind, mark }) => finally_.has(`${kind} ${mark}`)).length
    const livezMs = Math.round(Math.max(...lookedMs))
    return { fault, answers, found, foundAgain, differences, p50: at(0.5), p99: at(0.99), livezMs }
  } finally {
    await service.stop()
    proxy.stop()
    await sql.end({ timeout: 2 })
    await postgres.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** Until Postgres answers and does nothing of any request any more. */
  function settled(): Promise<boolean> {
    const isQuiet = async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where application_name like '%:requests' and state <> 'idle'`
      return rows.length === 0
    }
    return until(() => isQuiet().catch(() => false), { what: 'requests to be over', timeoutMs: 30_000 })
  }

  async function stored(): Promise<Map<string, string[]>> {
    const rows = await sql<{ place: string; id: string }[]>`
      select 'traces ' || system_source as place, trace_id as id from traces
      union all select 'tasks ' || s.id, t.id::text from tasks t join task_steps s on s.task_id = t.id`
    const found = new Map<string, string[]>()
    for (const { place, id } of rows) found.set(place, [...(found.get(place) ?? []), id])
    return found
  }
}

type Told = {
  trace_id?: string
  id?: string
  error?: { code: string; details: { trace_id?: string; task_id?: string } }
}

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
