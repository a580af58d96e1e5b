/**
 * What others notice while texts of a megabyte are read without a pause: statistics, traces and short texts, alone and beside them.
 * `script/bench texts [--seconds 20]`: a minute and a half. Prints Markdown.
 */
import { ownProse } from '#bench/language/own-prose'
import { describeSetting, figure, loadNow, markdownTable, numberOptions } from '#bench/report'
import { onStand, type Stand, untilOk } from '#bench/stand'
import { memoryOf } from '#shared/kernel/process/proc'

const { seconds } = numberOptions(process.argv.slice(2), { seconds: 20 })
const pauseMs = 20
const megabyte = 1_000_000

type Call = { ms: number; status: number; bytes: number }
type Caller = (path: string, body?: object) => Promise<Call>

const callerAt =
  (url: string, key: string): Caller =>
  async (path, body) => {
    const startedAt = performance.now()
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const { byteLength: bytes } = await answer.arrayBuffer()
    return { ms: performance.now() - startedAt, status: answer.status, bytes }
  }

const others = {
  'GET /stats': (call: Caller) => call('/stats'),
  'POST /traces': (call: Caller) => call('/traces', { risk_score: 5, risk_level: 'LOW', confidence: 1 }),
  'POST /semiotic/decode, a sentence': (call: Caller, at: number) =>
    call('/semiotic/decode', { content: `Could you send me draft ${at} by Friday?` }),
}

/** One caller who asks one thing after the other, and pauses. */
async function watch(call: Caller, forMs: number): Promise<Map<string, Call[]>> {
  const seen = new Map(Object.keys(others).map((name) => [name, [] as Call[]]))
  const endsAt = performance.now() + forMs
  for (let at = 0; performance.now() < endsAt; at += 1) {
    for (const [name, ask] of Object.entries(others)) seen.get(name)?.push(await ask(call, at))
    await Bun.sleep(pauseMs)
  }
  return seen
}

const residentMb = (pid: number) => (memoryOf(pid)?.residentBytes ?? Number.NaN) / 1e6

const quantile = (calls: readonly Call[], share: number) =>
  calls.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(calls.length * share)] ?? Number.NaN

const refusedOf = (calls: readonly Call[]) => calls.filter(({ status }) => status >= 400).length

await onStand(async (stand: Stand) => {
  console.log(
    `## Others while megabytes are read\n\n${await describeSetting(stand, `script/bench texts --seconds ${seconds}`)}\n`,
  )
  const database = await stand.copyDatabase('texts')
  const env = { RATE_LIMIT_C_ENTERPRISE: '100000000' }
  const { process: api, url } = await stand.startApi(['api/main.ts'], database, env)
  const worker = stand.start(['workers/main.ts', 'analyze-content'], database, env)
  const ledger = stand.start(['workers/ledger/main.ts'], database, env)
  const call = callerAt(url, stand.key)
  await untilOk(() =>
    fetch(`${url}/semiotic/decode`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Could you send me the draft by Friday?' }),
    }),
  )
  await watch(call, 4000)
  const idleMb = residentMb(worker.pid)
  const alone = await watch(call, seconds * 1000)

  const prose = ownProse(megabyte)
  const contentOf = (at: number) => `${at} ${prose}`.slice(0, megabyte)
  let isOver = false
  const megabytes: Call[] = []
  const reading = (async () => {
    for (let at = 0; !isOver; at += 1) megabytes.push(await call('/semiotic/decode', { content: contentOf(at) }))
  })()
  const beside = await watch(call, seconds * 1000)
  isOver = true
  await reading
  const afterMb = residentMb(worker.pid)

  const row = (name: string) => {
    const [one, other] = [alone.get(name) ?? [], beside.get(name) ?? []]
    return [
      name,
      ...[one, other].flatMap((calls) => [
        String(calls.length),
        figure(quantile(calls, 0.5)),
        figure(quantile(calls, 0.99)),
      ]),
      String(refusedOf([...one, ...other])),
    ]
  }
  console.log(
    markdownTable(
      ['call', 'alone', 'p50 ms', 'p99 ms', 'beside', 'p50 ms', 'p99 ms', 'refused'],
      Object.keys(others).map(row),
    ),
  )
  const whole = megabytes.filter(({ status }) => status === 200)
  console.log(
    `\n- texts of 1,000,000 characters: ${whole.length} of ${megabytes.length} answered, the first after ${figure((megabytes[0]?.ms ?? Number.NaN) / 1000)} s, the median of the others ${figure(quantile(whole.slice(1), 0.5) / 1000)} s; answers of ${figure((whole[0]?.bytes ?? Number.NaN) / 1e6)} MB`,
  )
  console.log(
    `- memory of the worker: ${figure(idleMb)} MB before, ${figure(afterMb)} MB after; load average ${loadNow()} at the end`,
  )
  await stand.end([api, worker, ledger])
})
