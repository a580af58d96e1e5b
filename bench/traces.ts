/**
 * POST /traces: many connections at once, against the same API with one insert per request, and against pgbench.
 * `script/bench traces [--seconds 4] [--rounds 3] [--warm-up 2]`: about two minutes. Prints Markdown.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurn, type Load, load, requestBytes } from '#bench/load'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { cpuMicros, onStand, orgId, peerApi, postgresCpuMicros, type Stand } from '#bench/stand'
import { openSql } from '#db/client'

const options = numberOptions(process.argv.slice(2), { seconds: 4, rounds: 3, 'warm-up': 2 })
const connectionCounts = [50, 200]
const sessions = 50
const pgbench = Bun.which('pgbench')

type Variant = { name: string; title: string; path: string; api: string[]; pool?: number }
const variants: Variant[] = [
  { name: 'ours', title: 'Assay', path: '/traces', api: ['api/main.ts'] },
  {
    name: 'single_10',
    title: 'an insert per request, pool of 10',
    path: '/single/traces',
    api: [peerApi, 'single-rows'],
  },
  {
    name: 'single_50',
    title: 'an insert per request, pool of 50',
    path: '/single/traces',
    api: [peerApi, 'single-rows'],
    pool: 50,
  },
]
const floorTitle = `pgbench, ${sessions} sessions, no HTTP`

type Figures = Pick<Load, 'perSecond' | 'p50' | 'p95' | 'p99'> & { apiMicros: number; postgresMicros: number }
type Row = { title: string; rounds: Figures[] }

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const
const bodies = Array.from({ length: 200 }, (_, index) => ({
  risk_score: (index * 37) % 101,
  risk_level: levels[index % 3],
  confidence: ((index * 13) % 100) / 100,
  system_source: `system-${index % 20}`,
  flags: index % 4 === 0 ? ['hallucination', 'pii'] : [],
  recommendation: 'Have a person look at answers about money.',
  constitutional_compliance: index % 7 !== 0,
  testing_mode: 'field',
  processing_time_ms: 200 + ((index * 71) % 3000),
  metadata: { region: 'eu', build: index },
}))

/** The rows that a trace makes, all in one prepared statement a transaction, counters over all of their shards. */
const floorScript = `
\\set system random(0, 19)
\\set shard random(0, 15)
\\set score random(0, 100)
with made as materialized (
  select 'SVC-' || replace(gen_random_uuid()::text, '-', '') || '-1779235200000' as trace_id
), node as materialized (
  select trace_id, jsonb_build_object('edg', 'node/v1', 'stream', 'trace:' || trace_id, 'pos', 0, 'height', 0,
    'kind', 'trace.recorded', 'prev', null, 'rest', repeat('x', 500))::text as body from made
), nodes as (
  insert into edg_nodes (id, org_id, stream, pos, height, kind, body, signature, kid)
  select sha256(convert_to(body, 'UTF8')), '${orgId}', 'trace:' || trace_id, 0, 0, 'trace.recorded', body,
    decode(repeat('00', 64), 'hex'), 'pgbench' from node
), systems_seen as (
  insert into systems (org_id, system_source) values ('${orgId}', 'system-' || :system) on conflict do nothing
), per_system as (
  insert into system_totals as w values ('${orgId}', 'system-' || :system, :shard, 1, 0, 1, 0, 1, :score, 1, 900, now())
  on conflict (org_id, system_source, shard) do update set traces = w.traces + 1, medium = w.medium + 1,
    compliant = w.compliant + 1, risk_sum = w.risk_sum + excluded.risk_sum, timed = w.timed + 1,
    time_sum = w.time_sum + excluded.time_sum, last_trace_at = excluded.last_trace_at
), overall as (
  insert into trace_totals as w values ('${orgId}', :shard, 0, 1, 0, 1, 0, 1, :score, 1, 900)
  on conflict (org_id, shard) do update set traces = w.traces + 1, medium = w.medium + 1,
    compliant = w.compliant + 1, risk_sum = w.risk_sum + excluded.risk_sum, timed = w.timed + 1,
    time_sum = w.time_sum + excluded.time_sum
)
insert into traces (trace_id, org_id, risk_score, risk_level, confidence, system_source, flags, recommendation,
  constitutional_compliance, compliance_declared, testing_mode, processing_time_ms, metadata, attribution_token,
  payload_salt, "timestamp")
select trace_id, '${orgId}', :score, 'MEDIUM', 0.5, 'system-' || :system, '{hallucination,pii}',
  'Have a person look at answers about money.', true, true, 'field', 900, '{"region": "eu", "build": 1}',
  encode(sha256(convert_to(body, 'UTF8')), 'hex'), decode(repeat('00', 16), 'hex'), now()
from node;
`

async function takeTurn(
  stand: Stand,
  variant: Variant,
  database: string,
): Promise<{ loads: Load[]; answered: number }> {
  await stand.admin`checkpoint`
  const api = await stand.startApi(
    variant.api,
    database,
    variant.pool === undefined ? {} : { API_POOL_SIZE: String(variant.pool) },
  )
  try {
    const next = inTurn(bodies.map((body) => requestBytes('POST', variant.path, stand.key, body)))
    const meters = () => [cpuMicros(api.process.pid), postgresCpuMicros(stand.postgres.pid)]
    const loads = [await load({ url: api.url, connections: 50, seconds: options['warm-up'], next })]
    for (const connections of connectionCounts) {
      loads.push(await load({ url: api.url, connections, warmUpSeconds: 0.5, seconds: options.seconds, next, meters }))
    }
    return { loads: loads.slice(1), answered: loads.reduce((sum, { statuses }) => sum + (statuses[201] ?? 0), 0) }
  } finally {
    await stand.end([api.process])
  }
}

const figuresOf = ({ perSecond, p50, p95, p99, used, requests }: Load): Figures => ({
  perSecond,
  p50,
  p95,
  p99,
  apiMicros: (used[0] ?? Number.NaN) / requests,
  postgresMicros: (used[1] ?? Number.NaN) / requests,
})

async function runFloor(stand: Stand, program: string, script: string, database: string): Promise<Figures> {
  await stand.admin`checkpoint`
  const before = postgresCpuMicros(stand.postgres.pid)
  const args = ['-n', '-M', 'prepared', '-c', sessions, '-j', 1, '-T', options.seconds, '-f', script, database]
  const child = Bun.spawn([program, ...args.map(String)], { stdout: 'pipe', stderr: 'pipe' })
  const [text, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const rate = Number(/tps = ([\d.]+)/.exec(text)?.[1])
  const done = Number(/transactions actually processed: (\d+)/.exec(text)?.[1])
  if ((await child.exited) !== 0 || !(rate > 0)) throw new Error(`pgbench failed: ${errors}${text}`)
  return {
    perSecond: rate,
    p50: Number.NaN,
    p95: Number.NaN,
    p99: Number.NaN,
    apiMicros: Number.NaN,
    postgresMicros: (postgresCpuMicros(stand.postgres.pid) - before) / done,
  }
}

async function countTraces(url: string): Promise<number> {
  const sql = openSql({ url, name: 'assay-bench', poolSize: 1 })
  const [row] = await sql<{ traces: number }[]>`
    select count(*) as traces from traces join edg_nodes on id = decode(attribution_token, 'hex')`
  await sql.end({ timeout: 2 })
  return row?.traces ?? 0
}

const ratio = (ours: Row, theirs: Row) =>
  median(ours.rounds.map((round, index) => round.perSecond / (theirs.rounds[index]?.perSecond ?? Number.NaN)))

function cellsOf(row: Row, ours: Row): string[] {
  const rates = row.rounds.map(({ perSecond }) => perSecond)
  const middle = (of: (figures: Figures) => number) => figure(median(row.rounds.map(of)))
  return [
    row.title,
    figure(median(rates)),
    `${figure(Math.min(...rates))}–${figure(Math.max(...rates))}`,
    middle(({ p50 }) => p50),
    middle(({ p95 }) => p95),
    middle(({ p99 }) => p99),
    middle(({ apiMicros }) => apiMicros),
    middle(({ postgresMicros }) => postgresMicros),
    `${figure(ratio(ours, row))}×`,
  ]
}

await onStand(async (stand) => {
  const command = `script/bench traces ${process.argv.slice(2).join(' ')}`.trim()
  console.log(`## POST /traces\n\n${await describeSetting(stand, command)}`)
  console.log(
    `- One signed trace a request, answered after the commit; ${options.rounds} rounds in turn, ${options.seconds} s a point after ${options['warm-up']} s of warm-up; a database and a process of its own for each variant; medians of the rounds, ratios taken within each`,
  )
  console.log(
    pgbench
      ? '- pgbench inserts the same rows (trace, node, counters) in one prepared statement; it signs nothing and speaks no HTTP'
      : '- pgbench is not on PATH: its floor was NOT measured',
  )
  const databases = new Map<string, string>()
  for (const name of [...variants.map((variant) => variant.name), 'pgbench'])
    databases.set(name, await stand.copyDatabase(`bench_${name}`))
  const script = join(tmpdir(), `assay-bench-${process.pid}.sql`)
  writeFileSync(script, floorScript)

  const floor: Row = { title: floorTitle, rounds: [] }
  const rows = new Map(
    variants.flatMap(({ name, title }) =>
      connectionCounts.map((connections): [string, Row] => [`${name} ${connections}`, { title, rounds: [] }]),
    ),
  )
  const rowOf = (name: string, connections: number): Row => {
    const row = rows.get(`${name} ${connections}`)
    if (!row) throw new Error(`no row ${name} at ${connections}`)
    return row
  }
  const faults: string[] = []
  const stored = new Map<string, number>()
  try {
    for (let round = 0; round < options.rounds; round++) {
      const first = round % variants.length
      for (const variant of [...variants.slice(first), ...variants.slice(0, first)]) {
        const database = databases.get(variant.name) ?? ''
        const { loads, answered } = await takeTurn(stand, variant, database)
        loads.forEach((each, index) => {
          rowOf(variant.name, connectionCounts[index] ?? 0).rounds.push(figuresOf(each))
          const others = Object.entries(each.statuses).filter(([status]) => status !== '201')
          if (others.length > 0 || each.errors > 0)
            faults.push(`- ${variant.title}: ${JSON.stringify(others)}, ${each.errors} broken connections`)
        })
        const count = await countTraces(database)
        const fresh = count - (stored.get(variant.name) ?? 0)
        stored.set(variant.name, count)
        if (fresh < answered) faults.push(`- ${variant.title}: ${answered} answers of 201, ${fresh} traces stored`)
        console.error(
          `round ${round + 1}: ${variant.title}: ${loads.map(({ perSecond }) => figure(perSecond)).join(', ')} requests/s; load ${loadNow()}`,
        )
      }
      if (pgbench) floor.rounds.push(await runFloor(stand, pgbench, script, databases.get('pgbench') ?? ''))
    }
  } finally {
    rmSync(script)
  }

  for (const connections of connectionCounts) {
    const ours = rowOf('ours', connections)
    const shown = [...variants.map(({ name }) => rowOf(name, connections)), ...(pgbench ? [floor] : [])]
    console.log(`\n### ${connections} connections\n`)
    console.log(
      markdownTable(
        ['', 'requests/s', 'min–max', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU µs/request: API', 'Postgres', 'Assay is'],
        shown.map((row) => cellsOf(row, ours)),
      ),
    )
  }
  console.log('\n### Goals\n')
  for (const connections of connectionCounts) {
    const against = (name: string) => ratio(rowOf('ours', connections), rowOf(name, connections))
    const least = Math.min(against('single_10'), against('single_50'))
    console.log(
      goalLine(`at least 2× an insert per request, the better of its two, at ${connections}`, least, least >= 2, '×'),
    )
  }
  console.log(
    faults.length > 0
      ? `\nFaults:\n\n${faults.join('\n')}`
      : '\nEvery answer was 201, and every one left its trace and its evidence node.',
  )
  await stand.close()
})
