/**
 * Reading from a store with many traces: statistics, pages at any depth, filters, cursors, one trace.
 * `script/bench reads [--rows 1000000] [--requests 300]`: about three minutes. Prints Markdown.
 */

import { addTraceCounters } from '#bench/fill/counters'
import { addSeals } from '#bench/fill/seals'
import { inTurn, load, requestBytes } from '#bench/load'
import { describeSetting, figure, loadNow, markdownTable, numberOptions } from '#bench/report'
import { onStand, orgId, postgresCpuMicros } from '#bench/stand'
import { openSql, type Sql } from '#db/client'
import { openSigner } from '#shared/evidence/signing'
import type { Sealer } from '#shared/kernel/sealer'

const options = numberOptions(process.argv.slice(2), { rows: 1_000_000, requests: 300, seconds: 2 })
const systems = 100
const days = 30
const goalMs = 20
const limit = 100

/**
 * Traces of the last 30 days, oldest first, a random instant in each step, all older than the minute in which an insert
 * might still land. Their evidence nodes are left out: no read measured here looks at one.
 */
async function fill(sql: Sql, rows: number, sealer: Sealer): Promise<void> {
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes where tablename = 'traces' and indexname not like '%_pkey'`
  for (const { indexname } of indexes) await sql.unsafe(`drop index ${indexname}`)
  await sql`
    insert into traces (trace_id, org_id, risk_score, risk_level, confidence, system_source, flags, recommendation,
      constitutional_compliance, compliance_declared, testing_mode, processing_time_ms, metadata, attribution_token,
      payload_salt, "timestamp", created_at)
    select 'SVC-' || md5('trace ' || n) || '-' || (extract(epoch from at) * 1000)::bigint, ${orgId}, score,
      case when score < 34 then 'LOW' when score < 67 then 'MEDIUM' else 'HIGH' end, random(),
      'system-' || floor(${systems} * random() ^ 2)::int,
      case when n % 5 = 0 then array['hallucination'] when n % 5 = 1 then array['pii', 'bias'] else '{}' end,
      case when n % 3 = 0 then 'Have a person look at answers about money.' end,
      n % 7 <> 0, true, 'field', case when n % 10 <> 0 then floor(random() * 3000)::bigint end,
      jsonb_build_object('region', 'eu', 'build', n % 50), encode(sha256(convert_to(n::text, 'UTF8')), 'hex'),
      decode(md5(n::text), 'hex'), at, date_trunc('milliseconds', at)
    from (
      select n, floor(random() * 10001) / 100 as score,
        now() - interval '2 minutes' - (${rows}::bigint - n + random()) * (interval '1 day' * ${days} / ${rows}) as at
      from generate_series(1, ${rows}::bigint) n
    ) made`
  for (const { indexdef } of indexes) await sql.unsafe(indexdef)
  await addTraceCounters(sql)
  await addSeals(sql, sealer)
  await sql`vacuum analyze`
  await sql`checkpoint`
}

type Listed = { traces: { trace_id: string }[]; total: number; next_cursor: string | null }
/** `ids` is what a plain query answers. */
type Read = {
  title: string
  paths: string[]
  ids?: () => Promise<string[]>
  total?: () => Promise<number>
  isExtra?: boolean
}

/** `count` places spread over the whole of `total`. */
const spread = (total: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(((index * 0.618034) % 1) * total))

async function readsOver(sql: Sql, rows: number): Promise<Read[]> {
  const plain = async (condition: string, offset: number) => {
    const found = await sql.unsafe<{ trace_id: string }[]>(
      `select trace_id from traces where org_id = '${orgId}' ${condition}
       order by created_at desc, trace_id desc offset ${offset} limit ${limit}`,
    )
    return found.map((row) => row.trace_id)
  }
  const counted = async (condition: string) => {
    const [row] = await sql.unsafe<{ total: number }[]>(`select count(*) as total from traces where true ${condition}`)
    return row?.total ?? 0
  }
  const page = (title: string, query: string, condition: string, offset: number, isExtra = false): Read => ({
    title,
    paths: [`/traces?limit=${limit}${query}${offset > 0 ? `&offset=${offset}` : ''}`],
    ids: () => plain(condition, offset),
    total: () => counted(condition),
    isExtra,
  })
  const inMiddle = await sql<{ created_at: Date; trace_id: string }[]>`
    select created_at, trace_id from traces where org_id = ${orgId}
    order by created_at desc, trace_id desc offset ${Math.floor(rows / 2)} limit 500`
  const cursorAt = (row: { created_at: Date; trace_id: string }) =>
    Buffer.from(JSON.stringify([row.created_at.toISOString(), row.trace_id])).toString('base64url')
  const scattered = await sql<{ trace_id: string }[]>`
    select trace_id from traces tablesample system (0.5) order by random() limit 1000`
  const anyone = scattered.length > 0 ? scattered : inMiddle
  const middleOf = async (condition: string) => Math.floor((await counted(condition)) / 2)
  const [system, level] = ["and system_source = 'system-0'", "and risk_level = 'HIGH'"]
  return [
    { title: 'GET /stats', paths: ['/stats'] },
    page('GET /traces, first page', '', '', 0),
    page('… offset in the middle', '', '', Math.floor(rows / 2)),
    page('… the last page', '', '', rows - limit),
    page('… one system', '&system_source=system-0', system, 0),
    page('… one risk level', '&risk_level=HIGH', level, 0),
    {
      title: '… by cursor in the middle',
      paths: inMiddle.map((row) => `/traces?limit=${limit}&cursor=${cursorAt(row)}`),
      ids: () => plain('', Math.floor(rows / 2) + 1),
      total: () => counted(''),
    },
    { title: 'GET /traces/:trace_id', paths: anyone.map((row) => `/traces/${row.trace_id}`) },
    {
      title: '… offsets all over',
      paths: spread(rows, 997).map((offset) => `/traces?limit=${limit}&offset=${offset}`),
      isExtra: true,
    },
    page('… one system, offset in its middle', '&system_source=system-0', system, await middleOf(system), true),
    page('… one risk level, offset in its middle', '&risk_level=HIGH', level, await middleOf(level), true),
    page('… one flag', '&flag=pii', "and flags @> '{pii}'", 0, true),
    { title: 'GET /systems', paths: ['/systems'], isExtra: true },
  ]
}

/** What is wrong with an answer compared with plain SQL; nothing, mostly. */
async function faultsOf(read: Read, answer: Listed): Promise<string[]> {
  const faults: string[] = []
  const ids = await read.ids?.()
  if (ids && ids.join() !== answer.traces.map((trace) => trace.trace_id).join())
    faults.push(`- ${read.title}: the page is not what plain SQL gives`)
  const total = await read.total?.()
  if (total !== undefined && total !== answer.total)
    faults.push(`- ${read.title}: total ${answer.total}, counted ${total}`)
  return faults
}

await onStand(async (stand) => {
  const { rows } = options
  console.log(`## Reads over ${rows.toLocaleString('en')} traces\n`)
  console.log(await describeSetting(stand, `script/bench reads ${process.argv.slice(2).join(' ')}`.trim()))
  const sql = openSql({ url: stand.templateUrl, name: 'assay-bench', poolSize: 1, statementTimeoutMs: 900_000 })
  const startedAt = performance.now()
  await fill(sql, rows, openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` }))
  console.log(
    `- Filled by SQL in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${systems} systems, ${days} days, counters in 16 shards, vacuumed and analysed; without evidence nodes, which these reads do not touch`,
  )
  console.log(
    `- One connection, at least ${options.requests} requests and ${options.seconds} s each (but 20 s at most), pages of ${limit}; the first call is shown apart: it may read bookmarks or warm a cache`,
  )
  const api = await stand.startApi(['api/main.ts'], stand.templateUrl)
  const headers = { authorization: `Bearer ${stand.key}` }
  // So that no first call pays for the process's own first request.
  for (let n = 0; n < 50; n++) await (await fetch(`${api.url}/traces?limit=1`, { headers })).text()

  const table: string[][] = []
  const faults: string[] = []
  let missed = 0
  for (const read of await readsOver(sql, rows)) {
    const [first = ''] = read.paths
    const askedAt = performance.now()
    const answer = await fetch(api.url + first, { headers })
    const text = await answer.text()
    const firstMs = performance.now() - askedAt
    if (answer.status !== 200) faults.push(`- ${read.title}: ${answer.status} ${text.slice(0, 200)}`)
    else if (read.ids) faults.push(...(await faultsOf(read, JSON.parse(text))))
    const measured = await load({
      url: api.url,
      connections: 1,
      seconds: options.seconds,
      warmUpSeconds: 0.3,
      atLeast: options.requests,
      atMostSeconds: 20,
      next: inTurn(read.paths.map((path) => requestBytes('GET', path, stand.key))),
      meters: () => [postgresCpuMicros(stand.postgres.pid)],
    })
    const others = Object.keys(measured.statuses).filter((status) => status !== '200')
    if (others.length > 0 || measured.errors > 0) faults.push(`- ${read.title}: answers of ${others.join()}`)
    const isMissed = measured.p99 > goalMs
    if (isMissed && !read.isExtra) missed += 1
    table.push([
      read.title,
      String(measured.requests),
      figure(measured.p50),
      figure(measured.p95),
      figure(measured.p99),
      figure(firstMs),
      figure((measured.used[0] ?? Number.NaN) / measured.requests),
      read.isExtra ? (isMissed ? '(over)' : '(met)') : isMissed ? 'MISSED' : 'met',
    ])
    console.error(`${read.title}: p99 ${figure(measured.p99)} ms; load ${loadNow()}`)
  }

  // Pages off the beaten track, compared only: around the bookmarks, where the reading turns round, and past the end.
  const half = Math.floor(rows / 2)
  const edges = [
    1999,
    2000,
    2001,
    2999,
    3000,
    3001,
    half - 1,
    half + 1,
    rows - 2101,
    rows - 2100,
    rows - 2099,
    rows - 1,
    rows,
    rows + 5,
  ]
  for (const offset of edges.filter((each) => each >= 0)) {
    const answer = await fetch(`${api.url}/traces?limit=${limit}&offset=${offset}`, { headers })
    const read: Read = {
      title: `offset ${offset}`,
      paths: [],
      ids: async () =>
        (
          await sql<{ trace_id: string }[]>`
            select trace_id from traces where org_id = ${orgId}
            order by created_at desc, trace_id desc offset ${offset} limit ${limit}`
        ).map((row) => row.trace_id),
    }
    faults.push(...(await faultsOf(read, JSON.parse(await answer.text()))))
  }
  await stand.end([api.process])
  await sql.end({ timeout: 2 })

  console.log('')
  console.log(
    markdownTable(
      ['', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'first call ms', 'Postgres CPU µs', `p99 ≤ ${goalMs} ms`],
      table,
    ),
  )
  console.log(
    `\nIn brackets: beyond the goal's list. ${missed === 0 ? 'Every read of the list meets it.' : `${missed} of the list miss it.`}`,
  )
  console.log(
    faults.length > 0
      ? `\nWRONG:\n\n${faults.join('\n')}`
      : `Every page and total, and those at ${edges.length} further offsets, are what plain SQL gives.`,
  )
  await stand.close()
})
