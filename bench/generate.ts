/**
 * POST /generate, whole trees with their evidence, against the same handler behind other queues and behind none.
 * `script/bench generate [NAME...] [--seconds 4] [--rounds 3] [--warm-up 2]`: about seven minutes; with names, only those
 * variants and ours. Prints Markdown.
 */
import type { Subprocess } from 'bun'
import { inTurn, type Load, load, requestBytes } from '#bench/load'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { cpuMicros, onStand, peerApi, peerWorker, postgresCpuMicros, type Stand, untilOk } from '#bench/stand'
import { openSql } from '#db/client'

const args = process.argv.slice(2)
const command = ['script/bench generate', ...args].join(' ')
const firstOption = args.findIndex((arg) => arg.startsWith('--'))
const chosen = firstOption < 0 ? args : args.slice(0, firstOption)
const options = numberOptions(args.slice(chosen.length), { seconds: 4, rounds: 3, 'warm-up': 2 })
const inFlight = [1, 10, 50]
const traces = 200
const systems = 20

type Variant = { name: string; title: string; api: string[]; worker?: string[] }
/** What a variant is asked of: its database, and requests that fit what is stored there. */
type Asked = { database: string; bodies: Uint8Array[]; one: () => Request }
const ours = { api: ['api/main.ts'], worker: ['workers/main.ts', 'generate-tree'] }
const peer = (api: string, worker?: string) => ({
  api: [peerApi, api],
  ...(worker ? { worker: [peerWorker, worker] } : {}),
})
const everyVariant: Variant[] = [
  { name: 'ours', title: 'Assay', ...ours },
  { name: 'graphile', title: 'graphile-worker, 10 at once', ...peer('graphile', 'graphile') },
  {
    name: 'graphile_batched',
    title: 'graphile-worker, its throughput settings',
    ...peer('graphile', 'graphile-batched'),
  },
  { name: 'boss', title: 'pg-boss work(), 10 at once, NOTIFY', ...peer('boss', 'boss') },
  { name: 'boss_batched', title: 'pg-boss work(), batches of 50, NOTIFY', ...peer('boss', 'boss-batched') },
  { name: 'floor', title: 'hand-written SKIP LOCKED floor', ...peer('floor', 'floor') },
  { name: 'direct', title: 'no queue, in the API process', ...peer('direct') },
]

for (const name of chosen) {
  if (!everyVariant.some((variant) => variant.name === name))
    throw new Error(`${name}: the variants are ${everyVariant.map((variant) => variant.name).join(', ')}`)
}
const variants = everyVariant.filter(({ name }) => name === 'ours' || chosen.length === 0 || chosen.includes(name))

/** What one variant did at one number of calls in flight, by round. */
type Point = { variant: Variant; connections: number; rounds: Load[] }

/** Stores the traces through the real API. */
async function storeTraces(stand: Stand, database: string, key: string): Promise<string[]> {
  const api = await stand.startApi(['api/main.ts'], database)
  const levels = ['LOW', 'MEDIUM', 'HIGH'] as const
  const ids = await Promise.all(
    Array.from({ length: traces }, async (_, index) => {
      const answer = await fetch(`${api.url}/traces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          risk_score: (index * 37) % 101,
          risk_level: levels[index % 3],
          confidence: ((index * 13) % 100) / 100,
          system_source: `system-${index % systems}`,
          flags: index % 4 === 0 ? ['hallucination', 'pii'] : [],
          recommendation: 'Have a person look at answers about money.',
          constitutional_compliance: index % 7 !== 0,
          trinity_layer: 'observer',
          testing_mode: 'field',
          processing_time_ms: 200 + ((index * 71) % 3000),
          metadata: { region: 'eu', build: index },
        }),
      })
      const { trace_id: traceId }: { trace_id: string } = JSON.parse(await answer.text())
      return traceId
    }),
  )
  await stand.end([api.process])
  return ids
}

const requestsOf = (database: string, key: string, ids: readonly string[]): Asked => ({
  database,
  bodies: ids.map((trace_id) => requestBytes('POST', '/generate', key, { trace_id })),
  one: () =>
    new Request('http://localhost/generate', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ trace_id: ids[0] }),
    }),
})

/** One variant's turn: its processes are started, warmed up, measured at each number in flight, and ended. */
async function takeTurn(stand: Stand, variant: Variant, { database, bodies, one }: Asked) {
  await stand.admin`checkpoint`
  const worker = variant.worker ? stand.start(variant.worker, database) : undefined
  const api = await stand.startApi(variant.api, database)
  const processes: Subprocess[] = worker ? [api.process, worker] : [api.process]
  try {
    await Promise.race([
      untilOk(() => fetch(new Request(`${api.url}/generate`, one()))),
      ...processes.map(({ exited }) =>
        exited.then((code) => Promise.reject(new Error(`${variant.title}: a process ended with ${code}`))),
      ),
    ])
    const next = inTurn(bodies)
    const meters = () => [
      cpuMicros(api.process.pid),
      worker ? cpuMicros(worker.pid) : 0,
      postgresCpuMicros(stand.postgres.pid),
    ]
    const warmUp = await load({ url: api.url, connections: 50, seconds: options['warm-up'], next })
    const results: Load[] = []
    for (const connections of inFlight) {
      results.push(
        await load({ url: api.url, connections, warmUpSeconds: 0.3, seconds: options.seconds, next, meters }),
      )
    }
    const answered = [warmUp, ...results].reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0)
    return { results, answered }
  } finally {
    await stand.end(processes)
  }
}

/** How many trees with a node a database holds. */
async function countTrees(url: string): Promise<number> {
  const sql = openSql({ url, name: 'assay-bench', poolSize: 1 })
  const [row] = await sql<{ trees: number }[]>`select count(*) as trees from trees join edg_nodes on id = node_id`
  await sql.end({ timeout: 2 })
  return row?.trees ?? 0
}

const medianOf = (rounds: readonly Load[], of: (load: Load) => number) => median(rounds.map(of))
/** Ratios are taken round by round, so that a noisy minute weighs on both sides. */
const ratio = (ours: Point, theirs: Point) =>
  median(ours.rounds.map((round, index) => round.perSecond / (theirs.rounds[index]?.perSecond ?? Number.NaN)))

function rowOf(point: Point, ours: Point): string[] {
  const { rounds } = point
  const rates = rounds.map(({ perSecond }) => perSecond)
  const perCall = (meter: number) =>
    figure(medianOf(rounds, ({ used, requests }) => (used[meter] ?? Number.NaN) / requests))
  return [
    point.variant.title,
    figure(median(rates)),
    `${figure(Math.min(...rates))}–${figure(Math.max(...rates))}`,
    figure(medianOf(rounds, ({ p50 }) => p50)),
    figure(medianOf(rounds, ({ p95 }) => p95)),
    figure(medianOf(rounds, ({ p99 }) => p99)),
    perCall(0),
    point.variant.worker ? perCall(1) : '–',
    perCall(2),
    `${figure(ratio(ours, point))}×`,
  ]
}

function faultsOf({ variant, connections, rounds }: Point): string[] {
  return rounds.flatMap(({ statuses, errors }) => {
    const others = Object.entries(statuses).filter(([status]) => status !== '200')
    return others.length > 0 || errors > 0
      ? [
          `- ${variant.title} at ${connections}: ${JSON.stringify(Object.fromEntries(others))}, ${errors} broken connections`,
        ]
      : []
  })
}

await onStand(async (stand) => {
  console.log(`## POST /generate\n\n${await describeSetting(stand, command)}`)
  console.log(
    `- ${traces} stored traces over ${systems} systems, depth 6 with raw data; ${options.rounds} rounds in turn, ${options.seconds} s a point after ${options['warm-up']} s of warm-up; a database and processes of its own for each variant; medians of the rounds, ratios taken within each`,
  )
  const ids = await storeTraces(stand, stand.templateUrl, stand.key)
  const asked = new Map<string, Asked>()
  for (const { name } of variants)
    asked.set(name, requestsOf(await stand.copyDatabase(`bench_${name}`), stand.key, ids))

  const points = variants.flatMap((variant) =>
    inFlight.map((connections): Point => ({ variant, connections, rounds: [] })),
  )
  const pointOf = (name: string, connections: number): Point => {
    const point = points.find((each) => each.variant.name === name && each.connections === connections)
    if (!point) throw new Error(`no point ${name} at ${connections}`)
    return point
  }
  const unsaved: string[] = []
  const saved = new Map<string, number>()
  for (let round = 0; round < options.rounds; round++) {
    // Each round starts with another variant.
    for (const variant of [...variants.slice(round % variants.length), ...variants.slice(0, round % variants.length)]) {
      const own = asked.get(variant.name)
      if (!own) throw new Error(`${variant.name} has no database`)
      const savedBefore = saved.get(variant.name) ?? 0
      const { results, answered } = await takeTurn(stand, variant, own)
      results.forEach((result, index) => {
        pointOf(variant.name, inFlight[index] ?? 0).rounds.push(result)
      })
      const trees = await countTrees(own.database)
      saved.set(variant.name, trees)
      if (trees - savedBefore < answered)
        unsaved.push(`- ${variant.title}: ${answered} answers, ${trees - savedBefore} trees`)
      console.error(
        `round ${round + 1}: ${variant.title}: ${results.map(({ perSecond }) => figure(perSecond)).join(', ')} calls/s; load ${loadNow()}`,
      )
    }
  }

  for (const connections of inFlight) {
    const ours = pointOf('ours', connections)
    console.log(`\n### ${connections} in flight\n`)
    console.log(
      markdownTable(
        ['', 'calls/s', 'min–max', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU µs/call: API', 'worker', 'Postgres', 'Assay is'],
        variants.map(({ name }) => rowOf(pointOf(name, connections), ours)),
      ),
    )
  }
  if (chosen.length === 0) printGoals(pointOf)
  const faults = points.flatMap(faultsOf)
  console.log(
    unsaved.length > 0
      ? `\nAnswered but not saved:\n\n${unsaved.join('\n')}`
      : '\nEvery answered call left its tree and its evidence node in its database.',
  )
  console.log(faults.length > 0 ? `\nAnswers other than 200:\n\n${faults.join('\n')}` : 'Every answer was 200.')
  await stand.close()
})

function printGoals(pointOf: (name: string, connections: number) => Point): void {
  const ours = pointOf('ours', 50)
  const against = (name: string) => ratio(ours, pointOf(name, 50))
  const graphile = Math.min(against('graphile'), against('graphile_batched'))
  const floor = against('floor')
  const lone = medianOf(pointOf('ours', 1).rounds, ({ p50 }) => p50)
  console.log(`\n### Goals\n`)
  console.log(
    goalLine('at least 8× graphile-worker, the better of its two, at 50 in flight', graphile, graphile >= 8, '×'),
  )
  console.log(
    goalLine('at least 8× pg-boss as documented, at 50 in flight', against('boss'), against('boss') >= 8, '×'),
  )
  console.log(goalLine('at least 0.7 of the floor, at 50 in flight', floor, floor >= 0.7))
  console.log(goalLine('a lone call at p50 within 3 ms', lone, lone <= 3, ' ms'))
}
