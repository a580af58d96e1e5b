/** Organisations that go on calling, each at its own pace whatever the answers; what they were told goes into the book. */
import { randomUUID } from 'node:crypto'
import type { Kind, Said, Write } from '#bench/fleet/book'
import { aTrace } from '#test/support/makers'
import { seeded } from '#test/support/plan-faults'

export type Op = Kind | 'read' | 'list'

export type Answered = {
  org: string
  op: Op
  /** `performance.now()` when it was sent. */
  at: number
  ms: number
  /** Status and code; `no answer` where there was none. */
  told: string
  isRefused: boolean
}

export type Organisation = {
  name: string
  key: string
  /** Calls a second of each kind. */
  pace: Partial<Record<Op, number>>
  /** Items of a batch; each is of a system of its own and breaks an article. */
  batchItems?: number
  /** How many different systems batches are of. */
  systems?: number
  /** Nothing of it is sent again. */
  isOnce?: boolean
}

export type Callers = {
  writes: Write[]
  answers: Answered[]
  /** Calls that were not made because too many were waiting for their answers. */
  heldBack: number
  begin: (organisation: Organisation) => void
  end: (organisation: Organisation) => void
  /** No new calls; waits until what was refused is done under its key, or the time is over. */
  finish: (forMs: number) => Promise<void>
}

const inFlightLimit = 400
const patienceMs = 90_000
const againMs = 500
const againAtMostMs = 4000
const pagesOfRun = 5
/** One of so many writes is sent once, whatever its answer. */
const onceOf = 4

/** Of each kind so much more or less. */
export const paced = (pace: Organisation['pace'], factor: number): Organisation['pace'] =>
  Object.fromEntries(Object.entries(pace).map(([op, perSecond]) => [op, perSecond * factor]))

/** @param apis addresses that take an organisation's calls now. @param pages address of the server whose pages are scanned. */
export function openCallers({
  apis,
  pages,
  seed,
}: {
  apis: (organisation: Organisation) => readonly string[]
  pages: string
  seed: number
}): Callers {
  const random = seeded(seed)
  const active = new Set<Organisation>()
  const known = new Map<Organisation, { traces: string[]; paths: string[] }>()
  const under = new Set<Promise<unknown>>()
  let count = 0
  let batchAt = 0
  let givesUpAt = Number.POSITIVE_INFINITY

  const callers: Callers = {
    writes: [],
    answers: [],
    heldBack: 0,
    begin(organisation) {
      active.add(organisation)
      if (!known.has(organisation)) known.set(organisation, { traces: [], paths: [] })
      for (const [op, pace] of Object.entries(organisation.pace)) void goOn(organisation, op as Op, pace)
    },
    end(organisation) {
      active.delete(organisation)
    },
    async finish(forMs) {
      active.clear()
      givesUpAt = performance.now() + forMs
      while (under.size > 0) await Promise.allSettled([...under])
    },
  }
  return callers

  async function goOn(organisation: Organisation, op: Op, perSecond: number): Promise<void> {
    let nextAt = performance.now() + (random() * 1000) / perSecond
    while (active.has(organisation)) {
      const waitMs = nextAt - performance.now()
      if (waitMs > 0) {
        await Bun.sleep(Math.min(waitMs, 1000))
        continue
      }
      // Between half and one and a half of its pace. What was missed is not caught up with.
      nextAt = Math.max(nextAt, performance.now() - 1000) + ((0.5 + random()) * 1000) / perSecond
      if (under.size >= inFlightLimit) {
        callers.heldBack += 1
        continue
      }
      const doing = (op === 'read' || op === 'list' ? look(organisation, op) : put(organisation, op)).finally(() =>
        under.delete(doing),
      )
      under.add(doing)
    }
  }

  async function look(organisation: Organisation, op: 'read' | 'list'): Promise<void> {
    const { paths = [] } = known.get(organisation) ?? {}
    const path = op === 'list' ? '/traces?limit=20' : paths[Math.floor(random() * paths.length)]
    if (path !== undefined) await ask(organisation, op, 'GET', path)
  }

  async function put(organisation: Organisation, kind: Kind): Promise<void> {
    const write = kind === 'tree' ? await aTree(organisation) : aWrite(organisation, kind)
    if (!write) return
    callers.writes.push(write)
    if (!write.isOnce) await sendUntilDone(organisation, write)
    else await send(organisation, write)
  }

  /** Of a trace of its own: each tree is found by its trace. */
  async function aTree(organisation: Organisation): Promise<Write | undefined> {
    const trace = { ...aWrite(organisation, 'trace'), isOnce: false }
    callers.writes.push(trace)
    await sendUntilDone(organisation, trace)
    const [id] = trace.ids
    if (id === undefined) return undefined
    return { ...aWrite(organisation, 'tree'), mark: id, path: '/generate', body: { trace_id: id } }
  }

  function aWrite({ name: org, batchItems = 0, systems = 1, isOnce = false }: Organisation, kind: Kind): Write {
    count += 1
    const mark = `m${seed}-${count}`
    const common = { org, kind, mark, key: randomUUID(), isOnce: isOnce || count % onceOf === 0, answers: 0, parts: 1 }
    const made = { ...common, said: 'unknown' as Said, ids: new Set<string>() }
    const system = `${org}-${count % 20}`
    switch (kind) {
      case 'trace':
      case 'tree':
        return { ...made, path: '/traces', body: aTrace({ system_source: system, metadata: { mark } }) }
      case 'batch': {
        const body = Array.from({ length: batchItems }, (_, item) =>
          aTrace({
            system_source: `${org}-many-${(batchAt + item) % systems}`,
            constitutional_compliance: false,
            metadata: { mark, item },
          }),
        )
        batchAt += batchItems
        return { ...made, path: '/traces/batch', body, parts: batchItems }
      }
      case 'task': {
        const payload = aTrace({ system_source: system, metadata: { step: mark } })
        const steps = [
          { id: mark, type: 'trace.record', payload, max_attempts: 10 },
          { id: 'b', type: 'stats.summarize', needs: [mark], max_attempts: 10 },
          { id: 'c', type: 'trace.query', needs: [mark], payload: { limit: 1 }, max_attempts: 10 },
          { id: 'd', type: 'stats.summarize', needs: ['b', 'c'], max_attempts: 10 },
        ]
        return { ...made, path: '/tasks', body: { steps } }
      }
      case 'scan':
        return { ...made, path: '/api/scan', body: { url: `${pages}/a?mark=${mark}`, screenshot: false } }
      case 'run': {
        const urls = Array.from({ length: pagesOfRun }, (_, page) => `${pages}/b?mark=${mark}-${page}`)
        return { ...made, path: '/api/scan-runs', body: { urls }, parts: pagesOfRun }
      }
    }
  }

  async function send(organisation: Organisation, write: Write): Promise<void> {
    const answer = await ask(organisation, write.kind, 'POST', write.path, write)
    write.answers += 1
    const id = idIn(write.kind, answer)
    if (id !== undefined) write.ids.add(id)
    write.said = saidBy(answer)
    if (write.said === 'done' && id !== undefined) note(organisation, write.kind, id)
  }

  /** Again and again under its key, each time after a longer while. */
  async function sendUntilDone(organisation: Organisation, write: Write): Promise<void> {
    for (let pauseMs = againMs; ; pauseMs = Math.min(2 * pauseMs, againAtMostMs)) {
      await send(organisation, write)
      if (write.said === 'done' || write.said === 'unreachable' || performance.now() > givesUpAt) return
      await Bun.sleep(pauseMs)
    }
  }

  function note(organisation: Organisation, kind: Kind, id: string): void {
    const of = known.get(organisation)
    const path = pathOf(kind, id)
    if (!of || path === undefined) return
    of.paths.push(path)
    if (of.paths.length > 500) of.paths.splice(0, 250)
  }

  async function ask(organisation: Organisation, op: Op, method: string, path: string, write?: Write): Promise<Asked> {
    const urls = apis(organisation)
    const url = urls[Math.floor(random() * urls.length)] ?? ''
    const at = performance.now()
    const { status, text, headers } = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${organisation.key}`,
        ...(write ? { 'content-type': 'application/json', 'idempotency-key': write.key } : {}),
      },
      ...(write ? { body: JSON.stringify(write.body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (response) => ({ status: response.status, text: await response.text(), headers: response.headers }),
      (error: unknown) => ({ status: 0, text: String(error), headers: new Headers() }),
    )
    const body: Told = headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {}
    const code = status >= 400 ? body.error?.code : undefined
    callers.answers.push({
      org: organisation.name,
      op,
      at,
      ms: performance.now() - at,
      told: status === 0 ? 'no answer' : code === undefined ? String(status) : `${status} ${code}`,
      isRefused: status === 0 || status >= 400,
    })
    return { status, code, body, headers }
  }
}

type Told = {
  /** Of a task that is answered: null while nothing went wrong. */
  error?: { code: string; details: Record<string, unknown> } | null
  trace_id?: string
  id?: string
  runId?: string
  refused?: number
}
type Asked = { status: number; code: string | undefined; body: Told; headers: Headers }

function saidBy({ status, code, body }: Asked): Said {
  if (status === 0 || code === 'OUTCOME_UNKNOWN') return 'unknown'
  if (code === 'JOB_TIMEOUT') return 'taken'
  // A batch of which some items were refused: they are stored when it is sent again.
  if (body.refused !== undefined && body.refused > 0) return 'unknown'
  if (status < 300) return 'done'
  // The same under its key, however often: the job has come to its end.
  if (code === 'PAGE_UNREACHABLE') return 'unreachable'
  return 'nothing'
}

function idIn(kind: Kind, { body, headers }: Asked): string | undefined {
  const told = (name: string) => {
    const value = body.error?.details[name]
    return typeof value === 'string' ? value : undefined
  }
  switch (kind) {
    case 'trace':
      return body.trace_id ?? told('trace_id')
    case 'tree':
      return headers.get('x-job-id') ?? told('job_id')
    case 'task':
      return body.id ?? told('task_id')
    case 'scan':
      return headers.get('x-scan-id') ?? told('job_id')
    case 'run':
      return body.runId ?? told('run_id')
    case 'batch':
      return undefined
  }
}

/** Where what was written is read. */
export function pathOf(kind: Kind, id: string): string | undefined {
  switch (kind) {
    case 'trace':
      return `/traces/${id}`
    case 'tree':
      return `/trees/${id}`
    case 'task':
      return `/tasks/${id}`
    case 'scan':
      return `/api/scans/${id}`
    case 'run':
      return `/api/scan-runs/${id}`
    case 'batch':
      return undefined
  }
}
