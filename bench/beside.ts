/**
 * What calls cost beside another commit: appending, generating, tasks, reads, each on the same machine in turn.
 * `script/bench beside [CALL...] --from COMMIT [--seconds 4] [--rounds 4] [--warm-up 2] [--within 0.95]`: about five minutes; with
 * beginnings of calls ("GET"), only those. Each commit has a database of its own that it made and filled itself. Prints Markdown;
 * ends with 1 where one of ours has a rate below `--within` of the other's, or an answer was a refusal.
 */
import { parseArgs } from 'node:util'
import { checkOut, thisVersion, type Version } from '#bench/fleet/versions'
import { inTurn, type Load, load, requestBytes } from '#bench/load'
import { diamond, facts, needsOf } from '#bench/peers/plans'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median } from '#bench/report'
import { cpuMicros, issueKey, onStand, orgId, postgresCpuMicros, type Stand, untilOk } from '#bench/stand'
import { withDatabase } from '#test/support/database'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    'warm-up': { type: 'string', default: '2' },
    within: { type: 'string', default: '0.95' },
  },
})
if (options.from === undefined) throw new Error('--from takes a commit')
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const warmUpSeconds = Number(options['warm-up'])
const within = Number(options.within)
const other = await checkOut(options.from)
const stored = 200
const systems = 20
const unlimited = Object.fromEntries(['A', 'B', 'C'].map((area) => [`RATE_LIMIT_${area}_ENTERPRISE`, '1000000000']))

/** A commit's database, and what is stored there. */
type Ground = { version: Version; url: string; key: string; traces: string[]; tasks: string[] }
type Call = { name: string; connections: number; expected: number; requests: (ground: Ground) => Uint8Array[] }

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const
const traceAt = (index: number) => ({
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
})
const nameOf = (step: number) => `step-${step}`
const task = {
  steps: diamond.map((_, step) => ({
    id: nameOf(step),
    type: 'governance.evaluate',
    payload: facts,
    needs: needsOf(step).map(nameOf),
  })),
}

const sending = (path: string, { key }: Ground, body: object) => requestBytes('POST', path, key, body)
const reading = (path: string, { key }: Ground) => requestBytes('GET', path, key)
const everyCall: Call[] = [
  ...[1, 50].map(
    (connections): Call => ({
      name: 'POST /traces',
      connections,
      expected: 201,
      requests: (ground) => Array.from({ length: stored }, (_, index) => sending('/traces', ground, traceAt(index))),
    }),
  ),
  ...[1, 50].map(
    (connections): Call => ({
      name: 'POST /generate',
      connections,
      expected: 200,
      requests: (ground) => ground.traces.map((trace_id) => sending('/generate', ground, { trace_id })),
    }),
  ),
  ...[1, 50].map(
    (connections): Call => ({
      name: 'POST /tasks, a diamond of four steps',
      connections,
      expected: 201,
      requests: (ground) => [taskBytes(ground)],
    }),
  ),
  {
    name: 'GET /traces/{id}',
    connections: 10,
    expected: 200,
    requests: (ground) => ground.traces.map((id) => reading(`/traces/${id}`, ground)),
  },
  {
    name: 'GET /traces?limit=20',
    connections: 10,
    expected: 200,
    requests: (ground) => [reading('/traces?limit=20', ground)],
  },
  {
    name: 'GET /tasks/{id}',
    connections: 10,
    expected: 200,
    requests: (ground) => ground.tasks.map((id) => reading(`/tasks/${id}`, ground)),
  },
  { name: 'GET /stats', connections: 10, expected: 200, requests: (ground) => [reading('/stats', ground)] },
]

const calls = everyCall.filter(
  ({ name }) => positionals.length === 0 || positionals.some((beginning) => name.startsWith(beginning)),
)
if (calls.length === 0) throw new Error(`the calls are ${everyCall.map(({ name }) => name).join(', ')}`)

/** Answered when the task has ended. */
function taskBytes({ key }: Ground): Uint8Array {
  const content = JSON.stringify(task)
  const head = ['POST /tasks HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, 'Prefer: wait=30']
  const ofBody = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]
  return Buffer.from(`${[...head, ...ofBody].join('\r\n')}\r\n\r\n${content}`)
}

/** Starts a commit's processes, lets `work` call them, and ends them. */
async function among<T>(stand: Stand, ground: Ground, work: (url: string, meters: () => number[]) => Promise<T>) {
  const { folder } = ground.version
  const workers = ['generate-tree', 'run-task'].map((name) =>
    stand.start(['workers/main.ts', name], ground.url, unlimited, folder),
  )
  const api = await stand.startApi(['api/main.ts'], ground.url, unlimited, folder)
  const processes = [api.process, ...workers]
  const broken = processes.map(({ exited }) =>
    exited.then((code) => Promise.reject(new Error(`a process of ${ground.version.name} ended with ${code}`))),
  )
  const meters = () => [
    cpuMicros(api.process.pid),
    workers.reduce((sum, { pid }) => sum + cpuMicros(pid), 0),
    postgresCpuMicros(stand.postgres.pid),
  ]
  try {
    return await Promise.race([work(api.url, meters), ...broken])
  } finally {
    for (const each of broken) each.catch(() => undefined)
    await stand.end(processes)
  }
}

const post = (url: string, key: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(body),
  })

async function idOf(answer: Response, name: string): Promise<string> {
  const text = await answer.text()
  const told: unknown = JSON.parse(text)[name]
  if (answer.status !== 201 || typeof told !== 'string') throw new Error(`${answer.status} ${text.slice(0, 300)}`)
  return told
}

async function groundOf(stand: Stand, version: Version, name: string): Promise<Ground> {
  await stand.admin.unsafe(`create database ${name}`)
  const url = withDatabase(stand.templateUrl, name)
  const migrating = stand.start(['db/migrate.ts'], url, {}, version.folder)
  if ((await migrating.exited) !== 0) throw new Error(`${version.name} could not make its tables`)
  const key = await issueKey(stand, url, { orgId, scopes: [] }, version.folder)
  const ground: Ground = { version, url, key, traces: [], tasks: [] }
  await among(stand, ground, async (at) => {
    for (let index = 0; index < stored; index++)
      ground.traces.push(await idOf(await post(at, key, '/traces', traceAt(index)), 'trace_id'))
    for (let index = 0; index < systems; index++)
      ground.tasks.push(await idOf(await post(at, key, '/tasks', task), 'task_id'))
  })
  return ground
}

async function takeTurn(stand: Stand, ground: Ground): Promise<Load[]> {
  await stand.admin`checkpoint`
  return among(stand, ground, async (url, meters) => {
    const [trace_id] = ground.traces
    await untilOk(() => post(url, ground.key, '/generate', { trace_id }))
    await untilOk(() => post(url, ground.key, '/tasks', task))
    const done: Load[] = []
    for (const { connections, requests } of calls) {
      const next = inTurn(requests(ground))
      done.push(await load({ url, connections, warmUpSeconds, seconds, next, meters }))
    }
    return done
  })
}

/** Answers that were expected, a second. */
function rateOf({ perSecond, statuses }: Load, { expected }: Call): number {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return (perSecond * (statuses[expected] ?? 0)) / all
}

await onStand(async (stand) => {
  const command = `script/bench beside ${process.argv.slice(2).join(' ')}`
  console.log(`## Calls beside ${other.name}\n\n${await describeSetting(stand, command)}`)
  console.log(
    `- ${stored} traces, ${systems} tasks stored at first; ${rounds} rounds in turn, ${seconds} s a call after ${warmUpSeconds} s of warm-up; a database, an API and two workers of its own for each commit; medians of the rounds, ratios taken within each\n`,
  )
  const grounds = [
    await groundOf(stand, thisVersion, 'bench_ours'),
    await groundOf(stand, other, 'bench_before'),
  ] as const
  const taken: [Load[], Load[]][] = []
  for (let round = 0; round < rounds; round++) {
    const [ours, before] = grounds
    // Each round starts with the other one.
    const first = await takeTurn(stand, round % 2 === 0 ? ours : before)
    const second = await takeTurn(stand, round % 2 === 0 ? before : ours)
    taken.push(round % 2 === 0 ? [first, second] : [second, first])
    console.error(`round ${round + 1} of ${rounds}; load ${loadNow()}`)
  }
  const faults: string[] = []
  const ratios: [string, number][] = []
  const rows = calls.flatMap((call, at) => {
    const of = (side: 0 | 1) => taken.flatMap((sides) => sides[side][at] ?? [])
    const rates = [0, 1].map((side) => of(side as 0 | 1).map((each) => rateOf(each, call)))
    const ratio = median((rates[0] ?? []).map((rate, round) => rate / (rates[1]?.[round] ?? Number.NaN)))
    const name = `${call.name}, ${call.connections} in flight`
    ratios.push([name, ratio])
    return ([0, 1] as const).map((side) => {
      const loads = of(side)
      for (const { statuses, errors } of loads) {
        const others = Object.entries(statuses).filter(([status]) => status !== String(call.expected))
        if (others.length > 0 || errors > 0)
          faults.push(`- ${name}: ${JSON.stringify(Object.fromEntries(others))}, ${errors} broken connections`)
      }
      return [
        side === 0 ? name : `… at ${other.name}`,
        figure(median(rates[side] ?? [])),
        `${figure(Math.min(...(rates[side] ?? [])))}–${figure(Math.max(...(rates[side] ?? [])))}`,
        figure(median(loads.map(({ p50 }) => p50))),
        figure(median(loads.map(({ p95 }) => p95))),
        ...[0, 1, 2].map((meter) =>
          figure(median(loads.map(({ used, requests }) => (used[meter] ?? Number.NaN) / requests))),
        ),
        side === 0 ? `${figure(ratio)}×` : '',
      ]
    })
  })
  console.log(
    markdownTable(
      ['', 'calls/s', 'min–max', 'p50 ms', 'p95 ms', 'CPU µs/call: API', 'workers', 'Postgres', 'ours is'],
      rows,
    ),
  )
  console.log(`\n### Goals\n`)
  for (const [name, ratio] of ratios)
    console.log(goalLine(`${name}: at least ${within} of its rate`, ratio, ratio >= within, '×'))
  console.log(faults.length > 0 ? `\nOther answers:\n\n${faults.join('\n')}` : '\nEvery answer was the expected one.')
  if (faults.length > 0 || ratios.some(([, ratio]) => !(ratio >= within))) process.exitCode = 1
  await stand.close()
}).finally(() => other.remove())
