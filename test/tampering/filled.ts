/** A service with one of everything in its store, made through its API by its own workers, and at rest: nothing changes it but a test. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Sql } from '#db/client'
import { appendNodes } from '#db/queries/nodes'
import { deletePiece } from '#db/queries/pieces'
import { countedRuns, endedPage, listRunPages, lockRuns, walksOfRun } from '#db/queries/runs'
import type { ScanQuestions } from '#shared/contracts/questions'
import { makeNode } from '#shared/evidence/node'
import { departRun, endPages } from '#shared/evidence/run-life'
import { keepNothingArchived } from '#shared/evidence/sealed/log-archives'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { runAssay } from '#test/support/assay'
import { serveCalendar } from '#test/support/calendar-feed'
import { serveAgent } from '#test/support/elsewhere'
import { untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { aPage, servePages } from '#test/support/pages'
import { pngOf } from '#test/support/png'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'
import { sentUnderKey } from '#test/tampering/requests'

/** Ids of what the store has one of at least; of a node 64 hex digits. */
export type Things = {
  trace: string
  traceNode: string
  harmfulTrace: string
  tree: string
  /** Jobs of calls that were refused. */
  failedJob: string
  alsoFailedJob: string
  /** Jobs of calls that were called off, and one of a page whose run was. */
  canceledJob: string
  alsoCanceledJob: string
  canceledPageJob: string
  /** That run, and its rows as they were before: JSON. */
  canceledRun: string
  canceledRunBefore: string
  systemTree: string
  comparison: string
  annotation: string
  claim: string
  closedClaim: string
  task: string
  plan: string
  /** Of the plan's last step. */
  stepJob: string
  /** A plan that waits for a person's answer, with a step behind it that is blocked. */
  askingPlan: string
  answeredPlan: string
  /** One whose result waits to be released, and one whose was. */
  heldTask: string
  heldJob: string
  releasedTask: string
  canceledTask: string
  /** A scan of a run that was erased; and what was kept of its findings, and of what it saw, as that was before: JSON. */
  erasedScan: string
  erasedScanBefore: string
  /** A task, and a plan, that were erased; and the rows of both, and of what their jobs came to, as they were before: JSON. */
  erasedTask: string
  erasedPlan: string
  erasedBefore: string
  violation: string
  acknowledged: string
  waived: string
  resolved: string
  agent: string
  waiver: string
  revokedWaiver: string
  answer: string
  withdrawnAnswer: string
  scan: string
  run: string
  verification: string
  /** Jobs of calls that were answered in time, and came to what no node speaks of. */
  drawing: string
  replay: string
  connectionTest: string
  waitingVerification: string
  approvedVerification: string
  page: string
  library: string
  /** As its first import left it, seals with it: rows by their tables. */
  libraryBefore: string
  /** The same before its stories were scanned. */
  libraryUnscanned: string
  /** What a scan saw of components on a page before a later one did, and what it said of that: JSON. */
  seenBefore: string
  analysis: string
  calibration: string
  connection: string
  briefing: string
  feedback: string
  /** What it is about. */
  signal: string
  refused: string
  /** Jobs that wait for a worker, and a run whose pages do. */
  queuedJob: string
  queuedTask: string
  queuedRun: string
  /** A run that went by age, and its rows as they were before: JSON. */
  goneRun: string
  goneRunBefore: string
  /** A run of which two pages have ended and one waits; and what counted what they break when one had: JSON. */
  openRun: string
  openRunBefore: string
  issuedKey: string
}

export type Filled = {
  service: Service
  sql: Sql
  signer: Signer
  things: Things
  /** A key of the same organisation that may govern. */
  warden: string
  stop: () => Promise<void>
}

type Made = Record<string, string> & { signals?: { id: string }[]; links?: { self: string } }

const white = pngOf(64, 48)
const red = pngOf(64, 48, [255, 255, 255], [{ x: 8, y: 8, width: 32, height: 16, color: [200, 0, 0] }])
const asking = aPage('<img src="a.png" alt="icon">\n<img src="b.png" alt="logo">', 'Asking')
const faulty = aPage('<img src="a.png">\n<p style="color:#bbb;background:#fff">pale words</p>\n<input>', 'Faulty')
const question = { id: 'ask', type: 'person.ask', payload: { question: 'Is it so?', choices: ['yes', 'no'] } }
const after = (id: string, ...needs: string[]) => ({ id, type: 'stats.summarize', payload: {}, needs })
const claim = { measure: { kind: 'risk_score' }, direction: 'at_most', threshold: 50 }

const stall = aPage('<img src="a.png"><p data-component="button">Buy</p>', 'Stall')
const shop = aPage('<p data-component="button">Buy</p>', 'Shop')

/** @param between is done twice while it is filled. */
export async function fillService(between?: (sql: Sql) => Promise<unknown>): Promise<Filled> {
  const pages = servePages({
    '/': aPage('<p>Nothing is wrong here.</p>', 'Good'),
    '/faulty': faulty,
    '/asking': asking,
    '/shop': shop,
    '/stall': stall,
  })
  const feed = serveCalendar()
  const elsewhere = serveAgent()
  const allowed = [pages.env, elsewhere.env].map(({ EGRESS_ALLOW }) => EGRESS_ALLOW).join(',')
  const service = await startService({
    workers: 0,
    env: { ...unlimited, ...patient, EGRESS_ALLOW: allowed, ADAPTER_ALLOW: feed.allow },
  })
  const { sql } = service.database
  const { key: warden } = await service.issueKey({ scopes: ['operator', 'governance:write', 'governance:override'] })
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const [, ledger, maintenance, ...workers] = await Promise.all([
    service.startWitness({ WITNESS_PORT: '0' }),
    service.startLedger(),
    service.startMaintenance(),
    service.startWorker([
      'generate-tree',
      'run-task',
      'analyze-content',
      'sync-connection',
      'gather-briefing',
      'compare-design',
    ]),
    service.startWorker('scan-page'),
  ])
  await untilMilestoneCosigned(sql)
  const make = openMaker(service)
  const parts = { service, make, warden, site: pages.url, card: elsewhere.cardUrl, feed: feed.url, signer }
  const traces = await makeTraces(parts)
  await between?.(sql)
  const [results, tasks, sources] = await Promise.all([makePages(parts), makeTasks(parts), makeSources(parts)])
  await between?.(sql)
  const made = { ...traces, ...results, ...tasks, ...sources, ...(await makeGoverned(parts)) }
  const refused = await insertForged(parts)
  await noteArchive(sql, signer)
  await untilSettled(sql, made)
  for (const worker of workers) await ended(worker)
  const waiting = await makeWaiting(parts)
  await until(async () => (await sql`select 1 from edg_refused`).length > 0, { what: 'the forged node to be refused' })
  await untilLogged(sql)
  await untilCosigned(sql)
  // The witness stays, and answers what it has seen.
  for (const each of [maintenance, ledger]) await ended(each)
  return {
    service,
    sql,
    signer,
    warden,
    things: { ...made, ...waiting, refused },
    async stop() {
      await service.stop()
      await pages.stop()
      feed.stop()
      elsewhere.stop()
    },
  }
}

type Maker = (what: string, options?: CallOptions) => Promise<{ body: Made; headers: Headers }>
type Parts = {
  service: Service
  make: Maker
  warden: string
  site: string
  card: string
  feed: string
  signer: Signer
}

/** A call that must succeed. */
const openMaker =
  ({ call }: Service): Maker =>
  async (what, options) => {
    const answer: Answer = await call(what, options)
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`)
    return { body: answer.body as Made, headers: answer.headers }
  }

const idIn = (body: Made, name: string): string => {
  const id = body[name]
  if (typeof id !== 'string') throw new Error(`no ${name} in ${JSON.stringify(body)}`)
  return id
}
const headerOf = (headers: Headers, name: string): string => {
  const value = headers.get(name)
  if (!value) throw new Error(`no header ${name}`)
  return value
}

async function makeTraces({ make, service }: Parts) {
  const recorded = await make('POST /traces', {
    body: aTrace({ flags: ['bias'], recommendation: 'look again', metadata: { region: 'eu' }, processing_time_ms: 12 }),
  })
  const trace = idIn(recorded.body, 'trace_id')
  const grave = {
    risk_score: 96,
    risk_level: 'HIGH' as const,
    system_source: 'grave',
    testing_mode: 'red_team' as const,
  }
  const harmful = await make('POST /traces', { body: aTrace({ ...grave, constitutional_compliance: false }) })
  for (const system_source of ['chat-eu', 'search', 'search'])
    await make('POST /traces', { body: aTrace({ system_source }) })
  const registered = idIn((await make('POST /claims', { body: claim })).body, 'claim_id')
  const closedClaim = idIn((await make('POST /claims', { body: { ...claim, name: 'over' } })).body, 'claim_id')
  const batch = await make('POST /traces/batch', { body: Array.from({ length: 20 }, () => aTrace()) })
  const batched = headerOf(batch.headers, 'x-service-attribution')
  const generated = await make('POST /generate', { body: { trace_id: trace } })
  const system = await make('GET /systems/chat-eu/tree')
  const compared = await make('GET /systems/compare?a=chat-eu&b=search')
  const annotated = await make(`POST /traces/${trace}/annotations`, {
    body: { rater: 'R. Okafor', answers: { safety: 'no', factuality: 7 }, comment: 'wrong date' },
  })
  const { sql } = service.database
  await until(async () => (await sql`select 1 from claim_pieces`).length > 0, {
    what: 'a claim to have taken traces in',
  })
  for (const table of ['claims', 'claim_points', 'claim_pieces'])
    await sql.unsafe(`create table once_${table} as select * from ${table}`)
  await make(`POST /claims/${closedClaim}/close`)
  await until(async () => (await sql`select 1 from claims where status = 'closed'`).length > 0, {
    what: 'a closed claim',
  })
  // What is done to its key is done to no other request.
  await make('POST /traces', {
    body: sentUnderKey.body,
    headers: { 'idempotency-key': sentUnderKey.idempotencyKey },
  })
  return {
    trace,
    batched,
    traceNode: headerOf(recorded.headers, 'x-service-attribution'),
    harmfulTrace: idIn(harmful.body, 'trace_id'),
    tree: headerOf(generated.headers, 'x-job-id'),
    systemTree: headerOf(system.headers, 'x-job-id'),
    comparison: headerOf(compared.headers, 'x-job-id'),
    annotation: idIn(annotated.body, 'annotation_id'),
    claim: registered,
    closedClaim,
  }
}

async function makePages(parts: Parts) {
  const { make, service, site } = parts
  const library = 'forms'
  const button = { id: 'button', name: 'Button', stories: [{ id: 'button--one' }] }
  const document = { components: [button, { id: 'field', name: 'Field' }] }
  const failing = async () => {
    const body = { url: `${site}/nowhere` }
    return idIn((await make('POST /api/scan', { body, headers: { prefer: 'respond-async' } })).body, 'job_id')
  }
  const scanned = await make('POST /api/scan', { body: { url: `${site}/faulty`, screenshot: true } })
  const run = idIn(
    (await make('POST /api/scan-runs', { body: { urls: [`${site}/`, `${site}/faulty`] } })).body,
    'runId',
  )
  const waiver = { type: 'color-contrast', reason: 'an archive' }
  const waived = idIn((await make('POST /api/waivers', { body: waiver })).body, 'waiverId')
  const revokedWaiver = idIn((await make('POST /api/waivers', { body: { ...waiver, type: 'label' } })).body, 'waiverId')
  await make(`POST /api/waivers/${revokedWaiver}/revoke`)
  const asked = await makeAnswers(parts)
  const page = 'checkout'
  const verify = (picture: Buffer, pageId = page) =>
    make('POST /api/verify-design', { body: { pageId, snapshot: picture.toString('base64') } })
  const verification = headerOf((await verify(white)).headers, 'x-verification-id')
  const second = headerOf((await verify(red)).headers, 'x-verification-id')
  const drawn = await make(`GET /api/verify-design/${second}/diff`)
  await make(`POST /api/verify-design/${second}/approve`, { body: { scope: 'all', reason: 'looked at' } })
  const waitingVerification = headerOf((await verify(white)).headers, 'x-verification-id')
  await make(`PUT /api/pages/${page}/policy`, { body: { failOn: 'serious' } })
  await make('PUT /api/design-system/tokens', { body: { space: {} } })
  await make('POST /api/designs/landing/capture', { body: { url: `${site}/` } })
  await make('POST /api/components/import', { body: { kind: 'list', library, baseUrl: site, document } })
  const libraryBefore = await libraryNow(service.database.sql)
  await make('POST /api/components/import', { body: { kind: 'react-scanner', library, document: { Button: 3 } } })
  const libraryUnscanned = await libraryNow(service.database.sql)
  await make('POST /api/components/scan', { body: { library } })
  await make('POST /api/verify-design', { body: { pageId: 'shop', snapshot: Buffer.from(shop).toString('base64') } })
  const { sql } = service.database
  await make('POST /api/scan', { body: { url: `${site}/shop` } })
  const [seen] = await sql<{ sighting: string; scan: string }[]>`
    select to_json(s)::text as sighting, json_build_object('job_id', t.job_id, 'sees_seal', t.sees_seal)::text as scan
    from scan_sightings s join scans t on t.job_id = s.scan_id where s.url like '%/shop'`
  const seenBefore = JSON.stringify(seen)
  await make('POST /api/scan', { body: { url: `${site}/shop` } })
  await until(async () => (await sql`select 1 from scan_runs where finished_at is null`).length === 0, {
    what: 'runs to end',
    timeoutMs: 60_000,
  })
  return {
    ...asked,
    ...(await eraseScan(parts)),
    drawing: headerOf(drawn.headers, 'x-job-id'),
    ...{
      run,
      waiver: waived,
      revokedWaiver,
      page,
      verification,
      waitingVerification,
      approvedVerification: second,
      library,
      libraryBefore,
      libraryUnscanned,
      seenBefore,
    },
    scan: headerOf(scanned.headers, 'x-scan-id'),
    failedJob: await failing(),
    alsoFailedJob: await failing(),
  }
}

/** Of a page of a run, which components were seen on. */
async function eraseScan({ make, service: { database }, site, warden }: Parts) {
  const { sql } = database
  const run = idIn((await make('POST /api/scan-runs', { body: { urls: [`${site}/stall`] } })).body, 'runId')
  const ended = async () => (await sql`select from scan_runs where run_id = ${run} and finished_at is not null`).length
  await until(async () => (await ended()) > 0, { what: 'what is to be erased to be scanned', timeoutMs: 60_000 })
  const [scan] = await sql<{ id: string; hash: string; before: string }[]>`
    select s.job_id as id, encode(s.node_id, 'hex') as hash, json_build_object(
      'scan_findings', (select json_agg(f) from scan_findings f where f.scan_id = s.job_id),
      'scan_sightings', (select json_agg(g) from scan_sightings g where g.scan_id = s.job_id))::text as before
    from scans s where s.run_id = ${run}`
  if (!scan) throw new Error('nothing was scanned')
  await make(`POST /v1/edg/${scan.hash}/erase`, { body: { reason: 'asked for' }, key: warden })
  return { erasedScan: scan.id, erasedScanBefore: scan.before }
}

/** Answers to two questions of a scan: one that stands, and one that was taken back. */
async function makeAnswers({ make, site }: Parts) {
  const scanned = await make('POST /api/scan', { body: { url: `${site}/asking` } })
  const path = `/api/scans/${headerOf(scanned.headers, 'x-scan-id')}/questions`
  const { questions } = (await make(`GET ${path}`)).body as unknown as ScanQuestions
  const ofPictures = questions.filter(({ html }) => html.startsWith('<img')).slice(0, 2)
  const [answer = '', withdrawnAnswer = ''] = await Promise.all(
    ofPictures.map(async ({ fingerprint }) =>
      idIn((await make(`POST ${path}/${fingerprint}/answer`, { body: { choice: 'misses' } })).body, 'answerId'),
    ),
  )
  await make(`DELETE /api/answers/${withdrawnAnswer}`)
  return { answer, withdrawnAnswer }
}

async function makeTasks({ make, service, warden }: Parts) {
  const { call } = service
  const submit = async (body: object, options: CallOptions = {}) =>
    idIn((await make('POST /tasks', { body, ...options })).body, 'id')
  const statusOf = async (id: string) => ((await call(`GET /tasks/${id}`)).body as Made)['status']
  const untilIs = (id: string, status: string) =>
    until(async () => (await statusOf(id)) === status, { what: `task ${id} to be ${status}`, timeoutMs: 30_000 })
  const typed = { type: 'stats.summarize', payload: {} }
  const asking = { steps: [question, after('then', 'ask')] }
  const task = await submit(typed)
  const plan = await submit({ steps: [after('a'), after('b', 'a'), after('c', 'a'), after('d', 'b', 'c')] })
  const [askingPlan, answeredPlan, canceledTask] = [await submit(asking), await submit(asking), await submit(asking)]
  await make(`POST /tasks/${answeredPlan}/input`, { body: { answer: 'yes' } })
  await make(`POST /tasks/${canceledTask}/cancel`)
  const graveTrace = idIn(
    (await make('POST /traces', { body: aTrace({ risk_score: 90, risk_level: 'HIGH', system_source: 'held' }) })).body,
    'trace_id',
  )
  const held = { type: 'tree.generate', payload: { trace_id: graveTrace } }
  const [heldTask, releasedTask] = [await submit(held), await submit(held)]
  await Promise.all([heldTask, releasedTask].map((id) => untilIs(id, 'input-required')))
  await make(`POST /v1/agents/tree-generator/tasks/${releasedTask}/approve`, {
    body: { decision: 'release', reason: 'looked at' },
    key: warden,
  })
  await Promise.all([task, plan, answeredPlan].map((id) => untilIs(id, 'completed')))
  const erased = await eraseTasks({ make, service, warden }, [
    await submit(typed),
    await submit({ steps: [after('a')] }),
  ])
  const [job] = await service.database.sql<{ id: string }[]>`select job_id as id from tasks where id = ${heldTask}`
  const heldJob = job?.id ?? ''
  const [step] = await service.database.sql<{ id: string }[]>`
    select job_id as id from task_steps where task_id = ${plan} and id = 'd'`
  const stepJob = step?.id ?? ''
  return { task, plan, askingPlan, answeredPlan, canceledTask, heldTask, heldJob, stepJob, releasedTask, ...erased }
}

/** Once they have ended. */
async function eraseTasks(
  { make, service, warden }: Pick<Parts, 'make' | 'service' | 'warden'>,
  ids: [string, string],
) {
  const { sql } = service.database
  const isDone = async () =>
    (await sql`select from tasks where id in ${sql(ids)} and status = 'completed'`).length === 2
  await until(isDone, { what: 'what is to be erased to be done', timeoutMs: 30_000 })
  const rowsOf = async (table: 'tasks' | 'task_steps' | 'job_results', column: string) => {
    const jobs = sql`select job_id from tasks where id in ${sql(ids)}`
    const [row] = await sql<{ rows: unknown }[]>`
      select json_agg(t) as rows from ${sql(table)} t
      where ${sql(column)} in ${table === 'job_results' ? sql`(${jobs})` : sql(ids)}`
    return [table, row?.rows ?? []] as const
  }
  const before = [
    await rowsOf('tasks', 'id'),
    await rowsOf('task_steps', 'task_id'),
    await rowsOf('job_results', 'job_id'),
  ]
  for (const id of ids) {
    const [first] = await sql<{ hash: string }[]>`
      select encode(id, 'hex') as hash from edg_nodes where stream = ${`task:${id}`} and pos = 0`
    await make(`POST /v1/edg/${first?.hash}/erase`, { body: { reason: 'asked for' }, key: warden })
  }
  return { erasedTask: ids[0], erasedPlan: ids[1], erasedBefore: JSON.stringify(before) }
}

async function makeSources({ make, service, feed }: Parts) {
  const decoded = await make('POST /semiotic/decode', { body: { content: 'Could you send it by Friday?' } })
  await make('POST /harmonic/analyze', { body: { content: 'Could you send it by Friday?' } })
  const calibrated = await make('POST /attunement/calibrate', {
    body: { parameters: [{ name: 'harmonic.threshold.clarity', requested: 0.55 }] },
  })
  const connection = idIn(
    (await make('POST /connections', { body: { kind: 'ics', label: 'Team', config: { url: feed }, secret: {} } })).body,
    'id',
  )
  const { sql } = service.database
  await until(async () => (await sql`select 1 from source_items`).length > 0, {
    what: 'a calendar to be read',
    timeoutMs: 30_000,
  })
  const tested = await make(`POST /connections/${connection}/test`)
  const briefing = headerOf((await make('GET /briefing')).headers, 'x-job-id')
  const replayed = await make(`POST /briefings/${briefing}/replay`)
  await make('GET /signals?limit=5')
  const [item, another] = await sql<{ id: string }[]>`
    select encode(item_id, 'hex') as id from source_items order by item_id limit 2`
  const said = await make(`POST /signals/${item?.id}/feedback`, { body: { verdict: 'important' } })
  await make(`POST /signals/${another?.id}/feedback`, { body: { verdict: 'done' } })
  return {
    connection,
    analysis: headerOf(decoded.headers, 'x-job-id'),
    calibration: headerOf(calibrated.headers, 'x-job-id'),
    briefing,
    replay: headerOf(replayed.headers, 'x-job-id'),
    connectionTest: headerOf(tested.headers, 'x-job-id'),
    feedback: idIn(said.body, 'feedback_id'),
    signal: item?.id ?? '',
  }
}

/** All that the component libraries have, as text. */
async function libraryNow(sql: Parts['service']['database']['sql']): Promise<string> {
  const rowsOf = async (table: string) => {
    const [row] = await sql<{ rows: unknown }[]>`select json_agg(t) as rows from ${sql(table)} t`
    return [table, row?.rows] as const
  }
  return JSON.stringify(await Promise.all(['component_libraries', 'components', 'component_stories'].map(rowsOf)))
}

async function makeGoverned({ make, service, warden, card }: Parts) {
  const { sql } = service.database
  const violationOf = async (system_source: string) => {
    await make('POST /traces', { body: aTrace({ system_source, constitutional_compliance: false }) })
    const [row] = await sql<{ id: string }[]>`select id from violations where subject_id = ${system_source}`
    if (!row) throw new Error('no violation was opened')
    return row.id
  }
  const decide = async (what: string, system: string, body: object) => {
    const id = await violationOf(system)
    await make(`POST /v1/governance/violations/${id}/${what}`, { body, key: warden })
    return id
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const agent = 'echo'
  await make('POST /v1/agents', { body: { name: agent, card_url: card }, key: warden })
  const issued = await runAssay(['key', 'issue', '--name', 'by hand', '--org', 'org_test', '--areas', 'A,B'], {
    env: { DATABASE_URL: service.database.url, DATA_DIR: service.dataDir },
  })
  const [key] = await sql<{ id: string }[]>`select id from api_keys where name = 'by hand'`
  if (!key) throw new Error(`no key was issued: ${issued.out} ${issued.err}`)
  // Seen twice.
  await violationOf('known')
  return {
    agent,
    issuedKey: key.id,
    violation: await violationOf('broken'),
    acknowledged: await decide('acknowledge', 'known', { reason: 'known' }),
    waived: await decide('waive', 'tested', { reason: 'a test system', until: tomorrow }),
    resolved: await decide('resolve', 'mended', { reason: 'mended' }),
  }
}

/** What nobody takes: no worker is there any more. */
async function makeWaiting(parts: Parts) {
  const { make, service, site, signer } = parts
  for (const job of ['generate-tree', 'run-task', 'scan-page']) await service.pretendWorker(job)
  const async = { headers: { prefer: 'respond-async' } }
  const traced = idIn((await make('POST /traces', { body: aTrace() })).body, 'trace_id')
  const job = await make('POST /generate', { body: { trace_id: traced }, ...async })
  const task = await make('POST /tasks', { body: { type: 'stats.summarize', payload: {} } })
  const urls = [`${site}/`, `${site}/faulty`]
  const run = await make('POST /api/scan-runs', { body: { urls } })
  const canceled = async () => {
    const asked = await make('POST /generate', { body: { trace_id: traced }, ...async })
    const id = idIn(asked.body, 'job_id')
    await make(`POST /jobs/${id}/cancel`)
    return id
  }
  const canceledRun = idIn((await make('POST /api/scan-runs', { body: { urls } })).body, 'runId')
  const canceledRunBefore = await runNow(service.database.sql, canceledRun)
  await make(`POST /api/scan-runs/${canceledRun}/cancel`)
  const goneRun = idIn((await make('POST /api/scan-runs', { body: { urls } })).body, 'runId')
  const goneRunBefore = await deleteByAge(parts, goneRun)
  const openRun = idIn(
    (await make('POST /api/scan-runs', { body: { urls: [...urls, `${site}/asking`] } })).body,
    'runId',
  )
  const endPage = (page: number, issues: Record<string, number>) =>
    service.database.sql.begin(async (tx) => {
      await lockRuns(tx, [openRun])
      const [row] = await listRunPages(tx, openRun, page - 1, 1)
      const end = endedPage(openRun, row?.job_id ?? '', 'failed', null)
      await endPages(tx, signer, [
        { ...end, state: 'succeeded', score: 80, compliance: 'fail', issue_count: 3, issues },
      ])
    })
  await endPage(0, { label: 2, 'image-alt': 1 })
  const [before] = await countedRuns(service.database.sql, [openRun])
  const openRunBefore = JSON.stringify({
    sum: Buffer.from(before?.issue_sum ?? []).toString('hex'),
    issues: before?.issues,
  })
  await endPage(1, { label: 1, 'html-lang': 1 })
  const [canceledPage] = await service.database.sql<{ job_id: string }[]>`
    select job_id from scan_run_pages where run_id = ${canceledRun} and page = 0`
  return {
    ...{ openRun, openRunBefore, goneRun, goneRunBefore, canceledRun, canceledRunBefore },
    canceledJob: await canceled(),
    alsoCanceledJob: await canceled(),
    canceledPageJob: canceledPage?.job_id ?? '',
    queuedJob: idIn(job.body, 'job_id'),
    queuedTask: idIn(task.body, 'id'),
    queuedRun: idIn(run.body, 'runId'),
  }
}

/** A run and its pages, as text. */
async function runNow(sql: Sql, runId: string): Promise<string> {
  const [row] = await sql<{ rows: string }[]>`
    select json_build_object('scan_runs', (select json_agg(r) from scan_runs r where run_id = ${runId}),
      'scan_run_pages', (select json_agg(p) from scan_run_pages p where run_id = ${runId}))::text as rows`
  return row?.rows ?? '{}'
}

/** A run of which nothing was scanned, as maintenance deletes it when its time has come. */
async function deleteByAge({ make, service: { database }, signer }: Parts, runId: string): Promise<string> {
  await make(`POST /api/scan-runs/${runId}/cancel`)
  const before = await runNow(database.sql, runId)
  await database.sql.begin((tx) => departRun(tx, signer, runId, 90))
  for (const walk of walksOfRun(runId)) await database.sql.begin((tx) => deletePiece(tx, walk, undefined, 100))
  return before
}

/** A whole node whose signature is nothing: the ledger puts it aside. */
async function insertForged({ service, signer }: Parts): Promise<string> {
  const id = `SVC-${randomUUID().replaceAll('-', '')}-1`
  const node = makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${id}`,
      agent: 'assay-api',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id },
    },
    'org_test',
    signer,
    '1.0.0',
  )
  await appendNodes(service.database.sql, [{ ...node, signature: randomBytes(64) }])
  return node.id
}

/** As maintenance does where there is a bucket. */
async function noteArchive(sql: Sql, signer: Signer): Promise<void> {
  const [log] = await sql<{ origin: string }[]>`select origin from edg_logs`
  await sql.begin((tx) => keepNothingArchived(tx, signer, log?.origin ?? '', new Date()))
}

/** Until nothing is under way: what a worker has begun it has saved. */
const untilSettled = (sql: Sql, _made: object) =>
  until(
    async () =>
      (
        await sql`select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
      ).length === 0,
    { what: 'every job to have ended', timeoutMs: 60_000 },
  )

const untilCosigned = (sql: Sql) =>
  until(
    async () =>
      (
        await sql`
          select 1 from edg_cosignatures where size = (select max(size) from edg_checkpoints)`
      ).length > 0,
    { what: 'the newest checkpoint to be cosigned', timeoutMs: 30_000 },
  )

const untilMilestoneCosigned = (sql: Sql) =>
  until(
    async () =>
      (await sql`select 1 from edg_cosignatures join edg_checkpoints using (origin, size) where is_milestone`).length >
      0,
    { what: 'the first checkpoint to be cosigned', timeoutMs: 30_000 },
  )

async function ended(
  process: { kill: (signal: NodeJS.Signals) => void; exited: Promise<number> } | undefined,
): Promise<void> {
  process?.kill('SIGTERM')
  await process?.exited
}
