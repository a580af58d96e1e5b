/** Postgres is slow at each statement of each write in turn, or cut off there: the answer says what came of it, and a repeat meets it once. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { jobNames } from '#shared/jobs/index'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { type Answer, type Service, startService } from '#test/support/service'
import { type Disturbance, openStoreProxy, type StoreProxy } from '#test/support/store-proxy'
import { until } from '#test/support/until'
import { writes, writingOperations } from '#test/support/writes'

/** Statements that nobody holds are done by then on a busy machine too; whatever is held waits so long. */
const deadlineMs = 500
const lanesAtOnce = 4
const attemptsAtMost = 4

type Lane = { database: TestDatabase; proxy: StoreProxy; service: Service; elsewhere: Elsewhere; warden: string }
const lanes: Lane[] = []

setDefaultTimeout(600_000)
beforeAll(async () => {
  lanes.push(...(await Promise.all(Array.from({ length: lanesAtOnce }, openLane))))
})
afterAll(() => Promise.all(lanes.map(closeLane)))

async function openLane(): Promise<Lane> {
  const database = await freshDatabase()
  const proxy = await openStoreProxy(database.url)
  const elsewhere = serveAgent()
  const waits = {
    WAIT_MS_GENERATE_TREE: '300',
    WAIT_MS_SCAN_PAGE: '300',
    WAIT_MS_COMPARE_DESIGN: '300',
    WAIT_MS_RUN_TASK: '300',
    WAIT_MS_ANALYZE_CONTENT: '300',
    WAIT_MS_SYNC_CONNECTION: '20',
    WAIT_MS_GATHER_BRIEFING: '300',
  }
  const service = await startService({
    database: { ...database, url: proxy.url },
    workers: 0,
    env: {
      ...elsewhere.env,
      ...waits,
      STORE_DEADLINE_MS: String(deadlineMs),
      API_POOL_SIZE: '2',
      WRITES_AT_ONCE: '1',
      // Each attempt makes its own, and a busy machine needs more of them than an organisation may have.
      CONNECTIONS_PER_ORGANISATION: '10000',
    },
  })
  for (const job of jobNames) await service.pretendWorker(job)
  const { key: warden } = await service.issueKey({ scopes: ['governance:write', 'operator'] })
  return { database, proxy, service, elsewhere, warden }
}

async function closeLane({ service, proxy, elsewhere, database }: Lane): Promise<void> {
  await service.stop()
  proxy.stop()
  elsewhere.stop()
  await database.drop()
}

/** What a request leaves behind that is no effect of it: that it came, who sent it, how the process fares. */
const beside = ['rate_windows', 'idempotency_keys', 'process_reports', 'api_keys', 'article_counts']

type State = Record<string, { rows: number; digest: string }>

async function stateOf({ database: { sql } }: Lane): Promise<State> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${beside}::text[])`
  const names = [...tables.map(({ name }) => name), 'pgboss.job']
  // A row tells which transaction wrote it: whatever comes, goes or is written anew changes the sum, and no row need be read for it.
  const one = (name: string) =>
    `select '${name}' as name, count(*)::int as rows, coalesce(sum(t.xmin::text::bigint), 0)::text as digest from ${name} t`
  const look = names.map(one).join(' union all ')
  const rows = await sql.unsafe<{ name: string; rows: number; digest: string }[]>(look, [], { prepare: true })
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}

const grown = (before: State, after: State) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, { rows }]) => {
      const more = rows - (before[name]?.rows ?? 0)
      return more === 0 ? [] : [[name, more]]
    }),
  )

/** Until nothing of any request is under way in Postgres any more. */
const settled = ({ database: { sql } }: Lane) =>
  until(
    async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name like '%:requests' and state <> 'idle'`
      return rows.length === 0
    },
    { what: 'Postgres to have done what it was sent', everyMs: 10 },
  )

/** What an answer says came of the request. */
function claimOf({ status, body, text, headers }: Answer): 'done' | 'nothing' | 'unknown' {
  const { error } = (body ?? {}) as { error?: { code?: string; data?: unknown; details?: Record<string, unknown> } }
  // JSON-RPC tells the code further in.
  const told = typeof error?.code === 'number' ? JSON.stringify(error) : (error?.code ?? '')
  if (told.includes('OUTCOME_UNKNOWN')) {
    if (typeof error?.code === 'string') {
      expect(headers.get('location')).toBe(String(error.details?.['look_at']))
      expect([500, 504]).toContain(status)
    }
    expect(text).toMatch(/look_at/)
    return 'unknown'
  }
  if (told.includes('STORE_UNAVAILABLE') || told.includes('OVERLOADED')) {
    expect([200, 500, 503]).toContain(status)
    return 'nothing'
  }
  // The job goes on, as it says.
  if (told === 'JOB_TIMEOUT' || (told === '' && status < 300)) return 'done'
  throw new Error(`an answer that fits nothing: ${status} ${text}`)
}

/** A statement that leaves nothing behind, whatever becomes of it: `pg_notify` and whatever locks are not among them. */
const onlyLooks = (text: string) =>
  text === 'begin' || /^\s*select\b(?!.*\b(for update|for share|pg_\w+|nextval)\b)/is.test(text)

/** One way of one write, on the lane where it is tried: what it sends, and what it leaves behind. */
type Known = {
  lane: Lane
  operation: string
  prepare: (typeof writes)[string][number]
  sent: string[]
  effect: Record<string, number>
}
type Place = { place: number; how: Disturbance }

/** Makes a request ready; it is sent, and sent again under the same key, by what it gives. */
async function ready({ lane, operation, prepare }: Omit<Known, 'sent' | 'effect'>): Promise<() => Promise<Answer>> {
  const [method] = operation.split(' ')
  const { path, headers = {}, ...options } = await prepare(lane)
  const isKeyed = method === 'POST' || method === 'DELETE'
  const sent = { ...options, headers: isKeyed ? { ...headers, 'idempotency-key': randomUUID() } : headers }
  return () => lane.service.call(`${method} ${path}`, sent)
}

/** Sent again under its key until it is done, as a client would on a machine that is busy. */
async function untilDone(operation: string, call: () => Promise<Answer>): Promise<void> {
  await until(async () => claimOf(await call()) === 'done', { what: `${operation} to be done when sent again` })
}

/** What it sends and leaves behind when nothing disturbs it, once its counters have their rows. */
async function undisturbed(of: Omit<Known, 'sent' | 'effect'>): Promise<Known> {
  const { lane, operation } = of
  await untilDone(operation, await ready(of))
  let last = ''
  for (let attempt = 0; attempt < 2 * attemptsAtMost; attempt += 1) {
    const call = await ready(of)
    const was = await stateOf(lane)
    lane.proxy.sent()
    const answer = await call()
    const sent = lane.proxy.sent()
    if (claimOf(answer) !== 'done') continue
    // Twice the same: what came between by chance is no part of it.
    if (last === sent.join('\n')) return { ...of, sent, effect: grown(was, await stateOf(lane)) }
    last = sent.join('\n')
  }
  throw new Error(`${operation} is not done twice alike even undisturbed`)
}

/**
 * Where each is disturbed: at every end of a transaction, at all that comes after one, and at every other statement that none
 * before it has been disturbed at, since many writes begin alike.
 */
function placesOf(all: readonly Known[]): Map<Known, Place[]> {
  const tried = new Set<string>()
  return new Map(all.map((each) => [each, placesIn(each, tried)]))
}

function placesIn({ operation, sent, effect }: Known, tried: Set<string>): Place[] {
  const isFirst = operation === 'POST /traces'
  // What stands before the handler is the same for all of them: it is disturbed for one.
  const claim = sent.findIndex((text) => text.includes('idempotency_keys'))
  const first = isFirst || claim < 0 ? 0 : claim + 2
  // What only looks leaves nothing behind, wherever it is disturbed.
  const end = Object.keys(effect).length > 0 ? sent.length : first + 1
  const places: Place[] = []
  let [isLooking, isAfterCommit] = [!isFirst, false]
  for (let place = first; place < end; place += 1) {
    const text = sent[place] ?? ''
    // Nor does it matter at which of its looks one is disturbed that has done nothing until then.
    isLooking &&= onlyLooks(text)
    const isCommit = text === 'commit'
    if (!isCommit && !isAfterCommit && place > first && (isLooking || tried.has(text))) continue
    tried.add(text)
    places.push({ place, how: 'held' })
    if (isCommit) places.push({ place, how: 'cut' })
    // The same for all of them, and takes longer to be noticed.
    if (isCommit && isFirst) places.push({ place, how: 'muted' })
    isAfterCommit ||= isCommit
  }
  return places
}

/** What they tell is of the moment at which they are asked: asked again, they make it again. */
const ofTheMoment = ['GET /briefing', 'GET /signals']

/** Sends one write disturbed at a statement. @returns what was wrong. */
async function disturbed(known: Known, { place, how }: Place, attempt = 1): Promise<string[]> {
  const { lane, operation, sent, effect } = known
  const name = `${operation} (${how} at ${place}: ${sent[place]?.trim().slice(0, 60)})`
  const call = await ready(known)
  const was = await stateOf(lane)
  lane.proxy.disturb(place + 1, how)
  const answer = await call()
  const isMet = lane.proxy.isMet()
  lane.proxy.release()
  await settled(lane)
  // A busy machine may not have come so far in time.
  if (!isMet && attempt < attemptsAtMost) return disturbed(known, { place, how }, attempt + 1)
  const now = await stateOf(lane)
  const claimed = claimOf(answer)
  const wrong: string[] = []
  if (claimed === 'nothing' && JSON.stringify(was) !== JSON.stringify(now))
    wrong.push(`${name}: ${answer.status} says nothing, left ${JSON.stringify(grown(was, now))}`)
  if (claimed === 'done' && JSON.stringify(grown(was, now)) !== JSON.stringify(effect))
    wrong.push(`${name}: ${answer.status} says done, left ${JSON.stringify(grown(was, now))}`)
  if (!isMet) wrong.push(`${name}: was not met`)
  await untilDone(operation, call)
  const after = grown(was, await stateOf(lane))
  const isMadeAnew = ofTheMoment.includes(operation) && claimed !== 'nothing'
  if (JSON.stringify(after) !== JSON.stringify(effect) && !isMadeAnew)
    wrong.push(`${name}: sent again it left ${JSON.stringify(after)} instead of ${JSON.stringify(effect)}`)
  return wrong
}

test('every write says what came of it, wherever Postgres is slow or cut off', async () => {
  const operations = await writingOperations((lanes[0] as Lane).service)
  expect(Object.keys(writes).toSorted()).toEqual(operations.toSorted())

  const wrong: string[] = []
  const noting = async (lane: Lane, operation: string, work: () => Promise<string[]>) => {
    const told = await work().catch((error: unknown) => [
      `${operation}: ${error}; the API said: ${lane.service.apis[0]?.lines.slice(-3).join(' ')}`,
    ])
    wrong.push(...told)
  }
  const cases = Object.entries(writes).flatMap(([operation, makers]) =>
    makers.map((prepare) => ({ operation, prepare })),
  )
  const known: Known[] = []
  await onAllLanes(async (lane) => {
    for (let next = cases.shift(); next; next = cases.shift()) {
      const of = { lane, ...next }
      await noting(lane, next.operation, async () => {
        known.push(await undisturbed(of))
        return []
      })
    }
  })

  const places = placesOf(known.toSorted((a, b) => a.operation.localeCompare(b.operation)))
  await onAllLanes(async (lane) => {
    for (const [each, itsPlaces] of places) {
      if (each.lane !== lane) continue
      for (const place of itsPlaces) await noting(lane, each.operation, () => disturbed(each, place))
    }
  })

  expect(wrong).toEqual([])
})

const onAllLanes = (work: (lane: Lane) => Promise<void>) => Promise.all(lanes.map(work))
