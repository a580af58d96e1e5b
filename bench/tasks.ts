/**
 * Tasks of many steps: a diamond of four trivial ones against graphile-worker and pg-boss's flow(), and against ourselves
 * without evidence and governance; a thousand steps in one task; a queue of tasks drained by more and more processes.
 * `script/bench tasks [NAME...] [--seconds 5] [--rounds 3] [--warm-up 2] [--steps 1000] [--tasks 10000]`: about twenty
 * minutes; with names, only those variants and ours, and nothing but the diamond. Prints Markdown.
 */
import { fileURLToPath } from 'node:url'
import type { Subprocess } from 'bun'
import { type Load, load } from '#bench/load'
import { diamond, facts, needsOf } from '#bench/peers/plans'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { cpuMicros, onStand, postgresCpuMicros, type Stand, untilOk } from '#bench/stand'
import { openSql, type Sql } from '#db/client'

const args = process.argv.slice(2)
const firstOption = args.findIndex((arg) => arg.startsWith('--'))
const chosen = firstOption < 0 ? args : args.slice(0, firstOption)
const options = numberOptions(args.slice(chosen.length), {
  seconds: 5,
  rounds: 3,
  'warm-up': 2,
  steps: 1000,
  tasks: 10_000,
})
const inFlight = [1, 50, 200]
/** What waits for a clock does more the more there is: peers are measured at this too. */
const manyInFlight = 1000
/** A lone task of a peer may take seconds: so many are waited for. */
const loneOnes = 20

const peerProcess = fileURLToPath(import.meta.resolve('#bench/peers/plans-process'))
const withoutEvidence = ['--preload', fileURLToPath(import.meta.resolve('#bench/peers/without-evidence'))]
const api = ['api/main.ts']
const worker = ['workers/main.ts', 'run-task']
const ledger = ['workers/ledger/main.ts']
const unlimited = {
  RATE_LIMIT_B_ENTERPRISE: '1000000000',
  RATE_LIMIT_C_ENTERPRISE: '1000000000',
  RATE_LIMIT_D_ENTERPRISE: '1000000000',
  WITNESSES: 'none',
}

/** `counts`: how many of its tasks have ended well, by its own tables. */
type Variant = {
  name: string
  title: string
  api: string[]
  workers: string[][]
  counts: 'tasks' | 'bench_plans'
  inFlight: number[]
}
const everyVariant: Variant[] = [
  { name: 'ours', title: 'Assay', api, workers: [worker], counts: 'tasks', inFlight },
  { name: 'ledger', title: 'Assay, its ledger beside it', api, workers: [worker, ledger], counts: 'tasks', inFlight },
  {
    name: 'bare',
    title: 'Assay without evidence and governance',
    api: [...withoutEvidence, ...api],
    workers: [[...withoutEvidence, ...worker]],
    counts: 'tasks',
    inFlight,
  },
  peer('graphile', 'graphile-worker, 10 at once', 'graphile'),
  peer('graphile_batched', 'graphile-worker, its throughput settings', 'graphile', 'graphile-batched'),
  peer('boss', 'pg-boss flow(), looked after every second', 'boss'),
]
function peer(name: string, title: string, asks: string, works = asks): Variant {
  return {
    name,
    title,
    api: [peerProcess, 'api', asks],
    workers: [[peerProcess, 'worker', works]],
    counts: 'bench_plans',
    inFlight: [...inFlight, manyInFlight],
  }
}

for (const name of chosen) {
  if (!everyVariant.some((variant) => variant.name === name))
    throw new Error(`${name}: the variants are ${everyVariant.map((variant) => variant.name).join(', ')}`)
}
const variants = everyVariant.filter(({ name }) => name === 'ours' || chosen.length === 0 || chosen.includes(name))

const evaluate = { type: 'governance.evaluate', payload: facts }
const nameOf = (step: number) => `s${step}`
const stepsOf = (needs: readonly (readonly number[])[]) =>
  needs.map((needed, step) => ({ id: nameOf(step), ...evaluate, needs: needed.map(nameOf) }))
const diamondNeeds = diamond.map((_, step) => needsOf(step))

/** A POST that is answered when the task has ended. */
function postBytes(key: string, body: object, waitSeconds = 30): Uint8Array {
  const content = JSON.stringify(body)
  const prefer = waitSeconds > 0 ? [`Prefer: wait=${waitSeconds}`] : []
  const head = ['POST /tasks HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, ...prefer]
  const ofBody = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]
  return Buffer.from(`${[...head, ...ofBody].join('\r\n')}\r\n\r\n${content}`)
}
const post = (url: string, key: string, body: object, waitSeconds = 30) =>
  fetch(`${url}/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(waitSeconds > 0 ? { prefer: `wait=${waitSeconds}` } : {}),
    },
    body: JSON.stringify(body),
  })

const openBenchSql = (url: string): Sql =>
  openSql({ url, name: 'assay-bench', poolSize: 1, statementTimeoutMs: 60_000 })

/** @property storedMs from taking a task in to its end, by the store's clock: nobody's waiting is in it. */
type Measured = Load & { storedMs: number }
type Point = { variant: Variant; connections: number; rounds: Measured[] }

function pointIn(points: readonly Point[], name: string, connections: number): Point {
  const point = points.find((each) => each.variant.name === name && each.connections === connections)
  if (!point) throw new Error(`no point ${name} at ${connections}`)
  return point
}

async function countDone(database: string, { counts }: Variant): Promise<number> {
  const sql = openBenchSql(database)
  const [row] =
    counts === 'tasks'
      ? await sql<{ done: number }[]>`select count(*)::int as done from tasks where status = 'completed'`
      : await sql<{ done: number }[]>`select count(*)::int as done from bench_plans where done_at is not null`
  await sql.end({ timeout: 2 })
  return row?.done ?? 0
}

/** Where many wait, each waits for seconds: they begin together, and what is counted by then comes in waves. */
const windowOf = (connections: number) =>
  connections < 100
    ? { warmUpSeconds: 0.5, seconds: options.seconds }
    : { warmUpSeconds: 3, seconds: Math.max(10, options.seconds) }

/** The median of the newest tasks of a variant that keeps such times. */
async function storedMs(database: string, { counts }: Variant, newest: number): Promise<number> {
  if (counts !== 'tasks') return Number.NaN
  const sql = openBenchSql(database)
  const [row] = await sql<{ ms: number }[]>`
    select percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at) * 1000)::float8 as ms
    from (select created_at, completed_at from tasks where status = 'completed' order by completed_at desc
      limit ${newest}) t`
  await sql.end({ timeout: 2 })
  return row?.ms ?? Number.NaN
}

/** One variant's turn: its processes are started, warmed up, measured at each number in flight, and ended. */
async function takeTurn(
  stand: Stand,
  variant: Variant,
  database: string,
): Promise<{ results: Measured[]; answered: number }> {
  await stand.admin`checkpoint`
  const { process: asked, url } = await stand.startApi(variant.api, database, unlimited)
  const workers = variant.workers.map((each) => stand.start(each, database, unlimited))
  const processes: Subprocess[] = [asked, ...workers]
  const body = { steps: stepsOf(diamondNeeds) }
  try {
    await Promise.race([
      untilOk(() => post(url, stand.key, body)),
      ...processes.map(({ exited }) =>
        exited.then((code) => Promise.reject(new Error(`${variant.title}: a process ended with ${code}`))),
      ),
    ])
    const bytes = postBytes(stand.key, body)
    const next = () => bytes
    const meters = () => [
      cpuMicros(asked.pid),
      workers.reduce((sum, { pid }) => sum + cpuMicros(pid), 0),
      postgresCpuMicros(stand.postgres.pid),
    ]
    const warmUp = await load({ url, connections: 50, seconds: options['warm-up'], next })
    const results: Measured[] = []
    for (const connections of variant.inFlight) {
      const atLeast = connections === 1 ? loneOnes : 0
      const measured = await load({
        url,
        connections,
        ...windowOf(connections),
        atLeast,
        next,
        meters,
      })
      results.push({ ...measured, storedMs: await storedMs(database, variant, measured.requests) })
    }
    const answered = [warmUp, ...results].reduce((sum, { statuses }) => sum + (statuses[201] ?? 0), 0)
    return { results, answered }
  } finally {
    await stand.end(processes)
  }
}

const medianOf = (rounds: readonly Measured[], of: (load: Measured) => number) => median(rounds.map(of))
/** Tasks done a second: an answer that is a refusal counts for nothing. */
function rateOf({ perSecond, statuses }: Load): number {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return (perSecond * (statuses[201] ?? 0)) / all
}
/** Ratios are taken round by round, so that a noisy minute weighs on both sides. */
const ratio = (ours: Point, theirs: Point) =>
  median(ours.rounds.map((round, index) => rateOf(round) / rateOf(theirs.rounds[index] ?? round)))

function rowOf(point: Point, ours: Point | undefined): string[] {
  const { rounds } = point
  const rates = rounds.map(rateOf)
  const perTask = (meter: number) =>
    figure(medianOf(rounds, ({ used, requests }) => (used[meter] ?? Number.NaN) / requests))
  return [
    point.variant.title,
    figure(median(rates)),
    `${figure(Math.min(...rates))}–${figure(Math.max(...rates))}`,
    figure(medianOf(rounds, ({ p50 }) => p50)),
    figure(medianOf(rounds, ({ p95 }) => p95)),
    figure(medianOf(rounds, ({ p99 }) => p99)),
    perTask(0),
    perTask(1),
    perTask(2),
    ours ? `${figure(ratio(ours, point))}×` : '–',
  ]
}

function faultsOf({ variant, connections, rounds }: Point): string[] {
  return rounds.flatMap(({ statuses, errors }) => {
    const others = Object.entries(statuses).filter(([status]) => status !== '201')
    return others.length > 0 || errors > 0
      ? [
          `- ${variant.title} at ${connections}: ${JSON.stringify(Object.fromEntries(others))}, ${errors} broken connections`,
        ]
      : []
  })
}

/** The diamond, all variants in turn. */
async function measureDiamonds(stand: Stand): Promise<void> {
  console.log(
    `- A diamond of four steps, each governance.evaluate: ${options.rounds} rounds in turn, ${options.seconds} s a point, 10 at 200 in flight and more, after ${options['warm-up']} s of warm-up; a database, an API process and a worker process for each variant; a POST is answered when the last step is done; medians of the rounds, ratios taken within each`,
  )
  console.log(
    '- Without evidence and governance: no nodes (bodies, hashes, signatures, rows, edges), no digests of payloads and results, no decisions on what may begin and what may be released, no look for secrets. Keys, limits, schemas, the rows of plan and steps, locks, checked moves, jobs and outcomes are there as ever. The peers have none of these but rows and jobs, no governance and no evidence',
  )
  const databases = new Map<string, string>()
  for (const { name } of variants) databases.set(name, await stand.copyDatabase(`bench_${name}`))
  const bare = databases.get('bare')
  if (bare) await dropGuards(bare)
  const points = variants.flatMap((variant) =>
    variant.inFlight.map((connections): Point => ({ variant, connections, rounds: [] })),
  )
  const undone: string[] = []
  const done = new Map<string, number>()
  for (let round = 0; round < options.rounds; round++) {
    // Each round starts with another variant.
    for (const variant of [...variants.slice(round % variants.length), ...variants.slice(0, round % variants.length)]) {
      const database = databases.get(variant.name) ?? ''
      const { results, answered } = await takeTurn(stand, variant, database)
      for (const [index, result] of results.entries())
        pointIn(points, variant.name, variant.inFlight[index] ?? 0).rounds.push(result)
      const now = await countDone(database, variant)
      const came = now - (done.get(variant.name) ?? 0)
      done.set(variant.name, now)
      if (came < answered) undone.push(`- ${variant.title}: ${answered} answers, ${came} tasks done`)
      console.error(
        `round ${round + 1}: ${variant.title}: ${results.map((result) => `${figure(rateOf(result))}/s at ${figure(result.p50)} ms`).join(', ')}; load ${loadNow()}`,
      )
    }
  }
  for (const connections of [...inFlight, manyInFlight]) {
    const measured = points.filter((point) => point.connections === connections)
    if (measured.length === 0) continue
    const ours = measured.find(({ variant }) => variant.name === 'ours')
    console.log(`\n### A diamond of four steps, ${connections} in flight\n`)
    console.log(
      markdownTable(
        ['', 'tasks/s', 'min–max', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU µs/task: API', 'workers', 'Postgres', 'Assay is'],
        measured.map((point) => rowOf(point, ours)),
      ),
    )
  }
  if (chosen.length === 0) printGoals(points)
  const faults = points.flatMap(faultsOf)
  console.log(
    undone.length > 0 ? `\nAnswered and not done:\n\n${undone.join('\n')}` : '\nEvery task that was answered is done.',
  )
  console.log(faults.length > 0 ? `\nAnswers other than 201:\n\n${faults.join('\n')}` : 'Every answer was 201.')
}

/** What refers to evidence that is not there. */
async function dropGuards(database: string): Promise<void> {
  const sql = openBenchSql(database)
  await sql`alter table tasks drop constraint tasks_head_fkey`
  await sql`alter table task_steps drop constraint task_steps_head_fkey`
  await sql`alter table task_payloads drop constraint task_payloads_node_id_fkey`
  await sql.end({ timeout: 2 })
}

function printGoals(points: readonly Point[]): void {
  /** The best at any number in flight. */
  const rate = (name: string) =>
    Math.max(...points.filter(({ variant }) => variant.name === name).map(({ rounds }) => medianOf(rounds, rateOf)))
  const pointOf = (name: string, connections: number) => pointIn(points, name, connections)
  const graphile = rate('ours') / Math.max(rate('graphile'), rate('graphile_batched'))
  const boss = rate('ours') / rate('boss')
  const lone = (name: string) => medianOf(pointOf(name, 1).rounds, ({ p50 }) => p50)
  const cpu = (name: string) => {
    const { rounds } = pointOf(name, 50)
    return medianOf(rounds, ({ used, requests }) => used.reduce((sum, each) => sum + each, 0) / requests)
  }
  const more = (ours: number, bare: number) => 100 * (ours / bare - 1)
  console.log('\n### Goals\n')
  console.log(goalLine('a lone diamond at p50 within 60 ms', lone('ours'), lone('ours') <= 60, ' ms'))
  console.log(
    goalLine('at least 5× graphile-worker, the best of each at any number in flight', graphile, graphile >= 5, '×'),
  )
  console.log(goalLine('at least 5× pg-boss flow(), the best of each', boss, boss >= 5, '×'))
  const slower = more(lone('ours'), lone('bare'))
  console.log(goalLine('evidence and governance add at most 15 % to a lone diamond', slower, slower <= 15, ' %'))
  const fewer = more(rate('bare'), rate('ours'))
  console.log(goalLine('and to the time that each takes among many', fewer, fewer <= 15, ' %'))
  const stored = (name: string) => median(pointIn(points, name, 1).rounds.map((round) => round.storedMs))
  console.log(
    `- A lone diamond by the store's clock, from taking it in to its end: ${figure(stored('ours'))} ms with, ${figure(stored('bare'))} ms without (${figure(more(stored('ours'), stored('bare')))} % more); the answer waits beyond that for the API's next look`,
  )
  console.log(
    `- CPU of all processes for a diamond, 50 in flight: ${figure(cpu('ours'))} µs with, ${figure(cpu('bare'))} µs without (${figure(more(cpu('ours'), cpu('bare')))} % more)`,
  )
}

/** Waits until a database says so. @throws Error saying what was last seen. */
async function untilSeen(look: () => Promise<{ isDone: boolean; seen: unknown }>, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const { isDone, seen } = await look()
    if (isDone) return
    if (performance.now() > deadline) throw new Error(`after ${seconds} s: ${JSON.stringify(seen)}`)
    await Bun.sleep(20)
  }
}

/** One task of many steps: seconds until the POST is answered, and until the task is completed. */
async function measureLarge(url: string, sql: Sql, key: string, needs: readonly (readonly number[])[]) {
  const startedAt = performance.now()
  const answer = await post(url, key, { steps: stepsOf(needs) }, 0)
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${answer.status} ${text.slice(0, 500)}`)
  const postedAt = performance.now()
  const { task_id: taskId }: { task_id: string } = JSON.parse(text)
  await untilSeen(async () => {
    const [row] = await sql<{ status: string; steps_open: number }[]>`
      select status, steps_open from tasks where id = ${taskId}`
    if (row && row.status !== 'submitted' && row.status !== 'working' && row.status !== 'completed')
      throw new Error(`task ${taskId} is ${row.status}`)
    return { isDone: row?.status === 'completed', seen: row }
  }, 600)
  const endedAt = performance.now()
  const [nodes] = await sql<{ nodes: number }[]>`
    select count(*)::int as nodes from edg_nodes where stream = ${`task:${taskId}`}`
  return { posted: (postedAt - startedAt) / 1000, ended: (endedAt - startedAt) / 1000, nodes: nodes?.nodes ?? 0 }
}

/** A first step, then all but one side by side, then a last one that needs them all. */
const wide = (count: number) => {
  const middle = Array.from({ length: count - 2 }, (_, index) => index + 1)
  return [[], ...middle.map(() => [0]), middle]
}
const chain = (count: number) => Array.from({ length: count }, (_, step) => (step === 0 ? [] : [step - 1]))

async function measureLargeTasks(stand: Stand): Promise<void> {
  const database = await stand.copyDatabase('bench_large')
  const { process: asked, url } = await stand.startApi(api, database, unlimited)
  const workers = [stand.start(worker, database, unlimited)]
  const sql = openBenchSql(database)
  try {
    await untilOk(() => post(url, stand.key, { steps: stepsOf(diamondNeeds) }))
    const shapes = { wide: wide(options.steps), chain: chain(options.steps) }
    const rows: string[][] = []
    for (const [name, needs] of Object.entries(shapes)) {
      const runs = []
      for (let round = 0; round < options.rounds; round++) runs.push(await measureLarge(url, sql, stand.key, needs))
      const ended = median(runs.map((run) => run.ended))
      rows.push([
        name,
        figure(median(runs.map((run) => run.posted))),
        figure(ended),
        figure(needs.length / ended),
        String(runs[0]?.nodes ?? 0),
      ])
      console.error(`${name}: ${runs.map((run) => figure(run.ended)).join(', ')} s; load ${loadNow()}`)
    }
    console.log(`\n### ${options.steps} steps in one task, one run-task process\n`)
    console.log(markdownTable(['', 'POST s', 'completed s', 'steps/s', 'nodes'], rows))
  } finally {
    await sql.end({ timeout: 2 })
    await stand.end([asked, ...workers])
  }
}

/** Tasks that lie in the queue are drained, by one process more for each third of them. */
async function measureDraining(stand: Stand): Promise<void> {
  const database = await stand.copyDatabase('bench_drain')
  const { process: asked, url } = await stand.startApi(api, database, unlimited)
  const sql = openBenchSql(database)
  const workers: Subprocess[] = []
  try {
    await submitMany(url, stand.key, options.tasks)
    const open = async () => {
      const [row] = await sql<{ open: number }[]>`select count(*)::int as open from tasks where completed_at is null`
      return row?.open ?? 0
    }
    const atWork = async () => {
      const [row] = await sql<{ workers: number }[]>`
        select count(distinct application_name)::int as workers from pg_stat_activity
        where datname = current_database() and application_name like 'assay-worker:%'`
      return row?.workers ?? 0
    }
    const rows: string[][] = []
    for (const count of [1, 2, 3]) {
      workers.push(stand.start(worker, database, unlimited))
      await untilSeen(async () => ({ isDone: (await atWork()) >= count, seen: await atWork() }), 30)
      const [left, startedAt] = [await open(), performance.now()]
      const until = Math.floor((options.tasks * (3 - count)) / 3)
      await untilSeen(async () => {
        const now = await open()
        return { isDone: now <= until, seen: now }
      }, 600)
      const perSecond = (left - (await open())) / ((performance.now() - startedAt) / 1000)
      rows.push([String(count), figure(perSecond)])
      console.error(`${count} run-task processes: ${figure(perSecond)} tasks/s; load ${loadNow()}`)
    }
    console.log(`\n### ${options.tasks} queued tasks of one step drained, a run-task process more for each third\n`)
    console.log(markdownTable(['processes', 'tasks/s'], rows))
    console.log(`\n${await lostAndDoubled(sql)}`)
  } finally {
    await sql.end({ timeout: 2 })
    await stand.end([asked, ...workers])
  }
}

async function submitMany(url: string, key: string, count: number): Promise<void> {
  let left = count
  const submit = async () => {
    while (left-- > 0) {
      const answer = await post(url, key, evaluate, 0)
      const text = await answer.text()
      if (answer.status !== 201) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, submit))
}

/** Each task has to be completed once, by three nodes, and to have one outcome and one result. */
async function lostAndDoubled(sql: Sql): Promise<string> {
  const [row] = await sql<{ tasks: number; lost: number; doubled: number; outcomes: number; results: number }[]>`
    with nodes as (
      select stream, count(*) as nodes, count(*) filter (where body::json -> 'result' ->> 'state' = 'completed') as ends
      from edg_nodes where stream like 'task:%' group by stream)
    select count(*)::int as tasks, count(*) filter (where status <> 'completed' or ends = 0)::int as lost,
      count(*) filter (where ends > 1 or nodes <> 3)::int as doubled,
      (select count(*) from job_outcomes where state = 'succeeded')::int as outcomes,
      (select count(*) from job_results)::int as results
    from tasks t join nodes n on n.stream = 'task:' || t.id::text`
  if (!row) throw new Error('nothing was counted')
  const isWhole = row.lost === 0 && row.doubled === 0 && row.outcomes === row.tasks && row.results === row.tasks
  return `- ${isWhole ? 'met' : 'MISSED'}: nothing lost or doubled: ${row.tasks} tasks, ${row.lost} lost, ${row.doubled} doubled, ${row.outcomes} outcomes, ${row.results} results`
}

await onStand(async (stand) => {
  console.log(
    `## Tasks of many steps\n\n${await describeSetting(stand, `script/bench tasks ${args.join(' ')}`.trim())}`,
  )
  await measureDiamonds(stand)
  if (chosen.length === 0) {
    await measureLargeTasks(stand)
    await measureDraining(stand)
  }
  console.log(`\nLoad average at the end: ${loadNow()}`)
  await stand.close()
})
