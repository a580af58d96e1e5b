/**
 * Evidence: appending against a plain insert of the same bytes, reading and verifying a large graph, how soon a node is in
 * the log, what a decision costs.
 * `script/bench evidence [PART...] [--nodes 1000000] [--line 100000] [--seconds 5] [--rounds 3]`: about ten minutes; with parts
 * (appending, verifying, reading, new, lag, deciding), only those. Prints Markdown.
 */
import { randomUUID } from 'node:crypto'
import { inTurn, type Load, load, requestBytes } from '#bench/load'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { onStand, orgId, postgresCpuMicros, type Stand } from '#bench/stand'
import { openSql, type Sql, writerOf } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes } from '#db/queries/nodes'
import type { TraceInput } from '#shared/contracts/traces'
import { following, headOf, makeNode, type SignedNode, type StreamHead } from '#shared/evidence/node'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { decide } from '#shared/governance/decide'
import { type Governance, openGovernance } from '#shared/governance/governance'
import type { RecordingTools } from '#shared/governance/results'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { openRecorder, prepareTrace } from '#shared/traces/record'
import { verify, verifyGrown } from '#shared/verification/verify'
import { walkStartAt } from '#shared/verification/whole-log'

const partNames = ['appending', 'verifying', 'reading', 'new', 'lag', 'deciding'] as const
type Part = (typeof partNames)[number]

const given = process.argv.slice(2)
const firstOption = given.findIndex((each) => each.startsWith('--'))
const asked = firstOption < 0 ? given : given.slice(0, firstOption)
const options = numberOptions(given.slice(asked.length), { nodes: 1_000_000, line: 100_000, seconds: 5, rounds: 3 })
const unknown = asked.find((each) => !partNames.some((name) => name === each))
if (unknown !== undefined) throw new Error(`the parts are ${partNames.join(', ')}, not ${unknown}`)
const isAsked = (...parts: Part[]) => asked.length === 0 || parts.some((part) => asked.includes(part))

/** The next node of a line: one that says what a task came to, as large as they are in service. */
function nextNode(stream: string, head: StreamHead | undefined, signer: Signer): SignedNode {
  const place = head ? following(head, new Date()) : { timestamp: new Date().toISOString() }
  return makeNode(
    {
      ...place,
      kind: 'task.state',
      stream,
      agent: 'bench',
      subject: { type: 'task', id: stream.slice(5) },
      result: { state: 'working', attempt: 0 },
      request: { key_id: 'key_bench', trace: '0af7651916cd43dd8448eb211c80319c' },
    },
    orgId,
    signer,
    '1.0.0',
  )
}

type Appending = { perSecond: number; p50: number; p99: number }

/** Each writer appends to a line of its own, a transaction a node, as fast as it can. */
async function append(
  url: string,
  writers: number,
  insert: (sql: Sql, node: SignedNode) => Promise<unknown>,
  signer: Signer,
): Promise<Appending> {
  const sql = openSql({ url, name: 'assay-bench', poolSize: writers })
  const took: number[] = []
  const writer = async (deadline: number, isCounted: boolean) => {
    const stream = `task:${randomUUID()}`
    for (let head: StreamHead | undefined; performance.now() < deadline; ) {
      const startedAt = performance.now()
      const node = nextNode(stream, head, signer)
      await insert(sql, node)
      if (isCounted) took.push(performance.now() - startedAt)
      head = headOf(node)
    }
  }
  const all = (seconds: number, isCounted: boolean) => {
    const deadline = performance.now() + seconds * 1000
    return Promise.all(Array.from({ length: writers }, () => writer(deadline, isCounted)))
  }
  await all(1, false)
  const startedAt = performance.now()
  await all(options.seconds, true)
  const seconds = (performance.now() - startedAt) / 1000
  await sql.end({ timeout: 5 })
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { perSecond: took.length / seconds, p50: at(0.5), p99: at(0.99) }
}

const asNode = (sql: Sql, node: SignedNode) => appendNodes(sql, [node])
/** What a log without guards would do: the same text under the same key. */
const asPlainRow = (sql: Sql, node: SignedNode) =>
  sql`insert into plain_rows (id, body) values (${hexBytes(node.id)}::bytea, ${node.text})`

async function benchAppending(stand: Stand, signer: Signer): Promise<void> {
  const url = await stand.copyDatabase('appending')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 1 })
  await sql`create table plain_rows (id bytea primary key, body text not null)`
  await sql.end()
  const rows: string[][] = []
  for (const writers of [1, 50]) {
    const ours: Appending[] = []
    const plain: Appending[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      ours.push(await append(url, writers, asNode, signer))
      plain.push(await append(url, writers, asPlainRow, signer))
    }
    const of = (list: Appending[], pick: keyof Appending) => median(list.map((each) => each[pick]))
    for (const [title, list] of [
      ['evidence node', ours],
      ['plain row of the same bytes', plain],
    ] as const) {
      rows.push([
        title,
        String(writers),
        figure(of(list, 'perSecond')),
        figure(of(list, 'p50')),
        figure(of(list, 'p99')),
      ])
    }
    rows.push([
      'share of the plain row',
      String(writers),
      figure(of(ours, 'perSecond') / of(plain, 'perSecond')),
      figure(of(ours, 'p50') / of(plain, 'p50')),
      '',
    ])
  }
  console.log('\n### Appending\n')
  console.log(
    markdownTable(['a transaction each, signing included', 'writers', 'per second', 'p50 ms', 'p99 ms'], rows),
  )
}

const traceBodies = Array.from({ length: 200 }, (_, index) => ({
  risk_score: (index * 37) % 80,
  risk_level: 'LOW' as const,
  confidence: 0.9,
  system_source: `system-${index % 20}`,
  constitutional_compliance: true,
  testing_mode: 'field' as const,
  processing_time_ms: 200 + ((index * 71) % 3000),
  metadata: { region: 'eu', build: index },
}))

/** Traces as the API stores them, 500 a statement. */
async function storeTraces(sql: Sql, recording: RecordingTools, count: number): Promise<void> {
  const recorder = openRecorder(writerOf(sql), recording.signer, 0)
  const origin = { keyId: 'key_bench', orgId, requestId: '0af7651916cd43dd8448eb211c80319c' }
  let started = 0
  const writer = async () => {
    while (started < count) {
      const size = Math.min(500, count - started)
      started += size
      const now = new Date()
      const batch = Array.from({ length: size }, (_, index) =>
        prepareTrace(traceBodies[index % traceBodies.length] as TraceInput, origin, 'trace', recording, now),
      )
      await recorder.recordAll(batch)
    }
  }
  await Promise.all([writer(), writer(), writer()])
}

/** One line of many nodes: `ids` are those that it has so far, `count` those that it is to have. */
async function growLine(
  sql: Sql,
  signer: Signer,
  { ids, head: from }: { ids: string[]; head: StreamHead | undefined },
  count: number,
): Promise<StreamHead | undefined> {
  let head = from
  while (ids.length < count) {
    const batch: SignedNode[] = []
    while (batch.length < 1000 && ids.length < count) {
      const node: SignedNode = makeNode(
        {
          ...(head ? following(head, new Date()) : { timestamp: new Date().toISOString() }),
          kind: 'checkpoint.published',
          stream: 'log:bench',
          agent: 'bench',
          subject: { type: 'log', id: 'bench' },
          result: { size: ids.length, root: '0'.repeat(64) },
        },
        orgId,
        signer,
        '1.0.0',
      )
      batch.push(node)
      ids.push(node.id)
      head = headOf(node)
    }
    await appendNodes(sql, batch)
  }
  return head
}

async function untilSequenced(sql: Sql): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      select (select max(ins) from edg_nodes n where not exists (select 1 from edg_leaves l where l.node_id = n.id)) as open`
    if (row?.open === null || row?.open === undefined) return performance.now() - startedAt
    await Bun.sleep(200)
  }
}

type Verified = { nodes: number; seconds: number; verdict: string; own: number; postgres: number; rssMb: number }

/** As the service does it for whoever asks, in a process of its own: with seals, and decisions made again. */
async function verifyStore(stand: Stand, sql: Sql, signer: Signer): Promise<Verified> {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  Bun.gc(true)
  const [cpu, postgres] = [process.cpuUsage(), postgresCpuMicros(stand.postgres.pid)]
  const verification = await verify(
    { sql, anchors: [signer.publicKey], signer, groupSize: 500 },
    { hash: null, mode: 'full', orgIds: null },
  )
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watching)
  if (!verification) throw new Error('nothing was verified')
  const nodes = verification.checked_nodes
  return {
    nodes,
    seconds: verification.duration_ms / 1000,
    verdict: verification.verdict,
    own: (user + system) / nodes,
    postgres: (postgresCpuMicros(stand.postgres.pid) - postgres) / nodes,
    rssMb: peak / 1024 ** 2,
  }
}

async function benchGraph(stand: Stand, signer: Signer): Promise<void> {
  const url = await stand.copyDatabase('graph')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 4, statementTimeoutMs: 600_000 })
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: stand.dataDir })
  await registerKey(sql, signer)
  const governance = await openGovernance({ sql, signer, config, log: openLog('bench', 'fatal') })
  const ledger = stand.start(['workers/ledger/main.ts'], url)
  const rows: Verified[] = []
  const line: string[] = []
  let head: StreamHead | undefined
  let stored = 0
  let traces = 0
  for (const size of new Set([Math.min(100_000, options.nodes), options.nodes])) {
    // As large a share of the smaller store.
    head = await growLine(sql, signer, { ids: line, head }, Math.floor((options.line * size) / options.nodes))
    await storeTraces(sql, { signer, governance }, size - line.length - traces)
    traces = size - line.length
    await untilSequenced(sql)
    await sql`analyze`
    stored = size
    if (isAsked('verifying')) rows.push(await verifyStore(stand, sql, signer))
  }
  if (isAsked('verifying')) tellVerified(rows)
  if (isAsked('new')) await benchGrown(sql, signer, stored)
  if (isAsked('reading', 'lag')) await benchService(stand, sql, url, line, stored)
  if (isAsked('deciding')) benchDecision(governance)
  await governance.close()
  await stand.end([ledger])
  await sql.end({ timeout: 5 })
}

function tellVerified(rows: readonly Verified[]): void {
  console.log(`\n### Verifying the whole store\n`)
  console.log(
    markdownTable(
      ['', 'nodes', 'seconds', 'nodes a second', 'CPU µs a node: own', 'Postgres', 'peak MB'],
      rows.map(({ nodes, seconds, verdict, own, postgres, rssMb }) => [
        verdict,
        String(nodes),
        figure(seconds),
        figure(nodes / seconds),
        figure(own),
        figure(postgres),
        figure(rssMb),
      ]),
    ),
  )
  console.log('')
  for (const { nodes, seconds } of rows) {
    const most = nodes < 1_000_000 ? 10 : 60
    console.log(goalLine(`full at ${nodes} nodes < ${most} s`, seconds, seconds < most, ' s'))
  }
}

async function benchService(stand: Stand, sql: Sql, url: string, line: string[], stored: number): Promise<void> {
  const api = await stand.startApi(['api/main.ts'], url, { RATE_LIMIT_B_ENTERPRISE: '100000000' })
  if (isAsked('reading')) await benchReading(stand, api.url, line, stored)
  if (isAsked('lag')) await benchLag(sql, api.url, stand.key)
  await stand.end([api.process])
}

async function benchReading(stand: Stand, url: string, line: string[], stored: number): Promise<void> {
  const middle = line[Math.floor(line.length / 2)] ?? ''
  const first = await fetch(`${url}/v1/edg/chain/${line.at(-1)}?limit=500`, {
    headers: { authorization: `Bearer ${stand.key}` },
  })
  const { next_cursor: cursor } = (await first.json()) as { next_cursor: string }
  const sampled = Array.from({ length: 500 }, (_, index) => line[(index * 197) % line.length] ?? '')
  const ask = (paths: string[]) => inTurn(paths.map((path) => requestBytes('GET', path, stand.key)))
  const reads: string[][] = []
  const figures: Record<string, Load> = {}
  for (const [what, paths] of [
    ['one node', sampled.map((id) => `/v1/edg/${id}`)],
    ['chain page of 500 from the head', [`/v1/edg/chain/${line.at(-1)}?limit=500`]],
    ['chain page of 500 from the middle', [`/v1/edg/chain/${middle}?limit=500`]],
    ['its second page, by cursor', [`/v1/edg/chain/${line.at(-1)}?limit=500&cursor=${cursor}`]],
  ] as const) {
    const measured = await load({ url, connections: 1, seconds: 3, warmUpSeconds: 1, next: ask([...paths]) })
    if (Object.keys(measured.statuses).join() !== '200')
      throw new Error(`${what}: ${JSON.stringify(measured.statuses)}`)
    figures[what] = measured
    reads.push([what, figure(measured.p50), figure(measured.p99)])
  }
  console.log(`\n### Reading, ${stored} nodes, a line of ${line.length}, one connection\n`)
  console.log(markdownTable(['over HTTP', 'p50 ms', 'p99 ms'], reads))
  const node = figures['one node']?.p50 ?? Number.NaN
  const page = figures['its second page, by cursor']?.p50 ?? Number.NaN
  console.log(`\n${goalLine('one node <= 2 ms', node, node <= 2, ' ms')}`)
  console.log(goalLine('chain page of 500 <= 10 ms', page, page <= 10, ' ms'))
}

/** The look at what is new, as the ledger takes it beside but without its pauses, over the newer half of the log. */
async function benchGrown(sql: Sql, signer: Signer, stored: number): Promise<void> {
  const tables = ['edg_nodes', 'edg_edges', 'edg_leaves', 'edg_tiles', 'edg_checkpoints', 'traces']
  const read = async () => {
    // What a session has read is counted within a second of it.
    await Bun.sleep(1500)
    const [row] = await sql<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables
      where relname = any(${tables})`
    return row?.rows ?? 0
  }
  const from = Math.floor(stored / 2)
  const tools = { sql, anchors: [signer.publicKey], signer, groupSize: 100 }
  const before = await read()
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const { nodes, verdict } = await verifyGrown(tools, await walkStartAt(sql, from), stored)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const rows = (await read()) - before
  console.log(`\n### What is new: the leaves behind the first ${from}\n`)
  console.log(
    markdownTable(
      ['', 'nodes', 'seconds', 'own CPU µs a node', 'rows read a node, by the ledger too'],
      [[verdict, String(nodes), figure(seconds), figure((user + system) / nodes), figure(rows / nodes)]],
    ),
  )
}

/** How long after a caller was answered the first signed checkpoint covers its node. */
async function benchLag(sql: Sql, url: string, key: string): Promise<void> {
  const [before] = await sql<{ ins: number }[]>`select max(ins) as ins from edg_nodes`
  await load({
    url,
    connections: 8,
    seconds: 10,
    next: inTurn(traceBodies.map((body) => requestBytes('POST', '/traces', key, body))),
  })
  await untilSequenced(sql)
  await Bun.sleep(1000)
  const [lag] = await sql<{ nodes: number; p50: number; p99: number; worst: number }[]>`
    with lags as (
      select extract(epoch from (
        select min(c.created_at) from edg_checkpoints c where c.size > l.leaf
      ) - (n.body::json ->> 'timestamp')::timestamptz) * 1000 as ms
      from edg_nodes n join edg_leaves l on l.node_id = n.id where n.ins > ${before?.ins ?? 0})
    select count(*) as nodes, percentile_cont(0.5) within group (order by ms) as p50,
      percentile_cont(0.99) within group (order by ms) as p99, max(ms)::float8 as worst from lags`
  console.log('\n### From a node to the checkpoint that covers it, 8 writers\n')
  console.log(
    markdownTable(
      ['', 'nodes', 'p50 ms', 'p99 ms', 'worst ms'],
      [
        [
          'inclusion lag',
          String(lag?.nodes),
          figure(lag?.p50 ?? Number.NaN),
          figure(lag?.p99 ?? Number.NaN),
          figure(lag?.worst ?? Number.NaN),
        ],
      ],
    ),
  )
  const p99 = lag?.p99 ?? Number.NaN
  console.log(`\n${goalLine('inclusion lag p99 <= 1 s', p99, p99 <= 1000, ' ms')}`)
}

function benchDecision(governance: Governance): void {
  const compiled = governance.inForce()
  if (!compiled) throw new Error('no constitution is in force')
  // Fifteen articles on one action: those of trace.record, again under other names.
  const own = compiled.articlesOf.get('trace.record') ?? []
  const fifteen = Array.from({ length: 15 }, (_, index) => own[index % own.length]).filter((each) => each !== undefined)
  const deciding = { ...compiled, articlesOf: new Map([['trace.record', fifteen]]) }
  const input = {
    ...governance.maker('bench'),
    risk_level: 'MEDIUM',
    risk_score: 55,
    confidence: 0.8,
    testing_mode: 'field',
    field_conditions: true,
    constitutional_compliance: true,
  }
  const decisions = 20_000
  for (let turn = 0; turn < 2000; turn += 1) decide(deciding, 'trace.record', 'post', input)
  const before = process.cpuUsage()
  for (let turn = 0; turn < decisions; turn += 1) decide(deciding, 'trace.record', 'post', input)
  const used = process.cpuUsage(before)
  const micros = (used.user + used.system) / decisions
  console.log(
    `\n### Deciding\n\n${goalLine(`a decision over ${fifteen.length} articles, digest included, <= 50 µs CPU`, micros, micros <= 50, ' µs')}`,
  )
}

await onStand(async (stand) => {
  const signer = openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` })
  console.log(
    `## Evidence\n\n${await describeSetting(stand, `script/bench evidence ${process.argv.slice(2).join(' ')}`.trim())}`,
  )
  if (isAsked('appending')) await benchAppending(stand, signer)
  if (isAsked('verifying', 'reading', 'new', 'lag', 'deciding')) await benchGraph(stand, signer)
  console.log(`\nLoad average at the end: ${loadNow()}`)
})
