/** No request under 1 MiB keeps the API's processor for more than three times as long as ten thousand plain traces do, whatever is in it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { jobNames } from '#shared/jobs/index'
import { costlyConstitution } from '#test/support/hostile-constitution'
import { aTrace } from '#test/support/makers'
import { cpuMsOf } from '#test/support/processor'
import { type CallOptions, type Service, startService, unlimited } from '#test/support/service'

let service: Service
let key: string
/** What the dearest request that people send in earnest costs here: ten thousand plain traces, by an API that is warm. */
let honestCpuMs: number
setDefaultTimeout(120_000)
beforeAll(async () => {
  service = await startService({
    workers: 0,
    env: {
      ...unlimited,
      RATE_LIMIT_B_ENTERPRISE: '1000000000',
      RATE_LIMIT_C_ENTERPRISE: '1000000000',
      QUEUED_PAGES_ENTERPRISE: '1000000',
      WAIT_MS_RUN_TASK: '500',
      WAIT_MS_SCAN_PAGE: '500',
      WAIT_MS_ANALYZE_CONTENT: '500',
      WAIT_MS_GATHER_BRIEFING: '500',
    },
  })
  for (const job of jobNames) await service.pretendWorker(job)
  key = (await service.issueKey({ scopes: ['governance:write', 'governance:override', 'operator'] })).key
  await cpuMsOfCall(bodies[plainBatch])
  const honest = await cpuMsOfCall(bodies[plainBatch])
  expect(honest.answer.status).toBe(201)
  honestCpuMs = honest.cpuMs
})
afterAll(() => service.stop())

const limitBytes = 1024 * 1024
/** As many of them as fit, between what stands around. */
function filled(around: number, item: (at: number) => string): string[] {
  const items: string[] = []
  for (let [at, size] = [0, around]; ; at += 1) {
    const next = item(at)
    size += next.length + 1
    if (size >= limitBytes - 1) return items
    items.push(next)
  }
}
const array = (items: readonly string[]) => `[${items.join(',')}]`
const many = (item: (at: number) => string, around = 200) => array(filled(around, item))
const nested = (depth: number, inner: string) => `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`
const step = (id: string, more = '', type = 'person.ask', payload = '{"question":"q"}') =>
  `{"id":"${id}","type":"${type}","payload":${payload}${more}}`
const ids = Array.from({ length: 1000 }, (_, at) => `s${at}`)
const refs = (count: number) => array(Array.from({ length: count }, () => '{"$ref":"steps.a.result"}'))
const trace = JSON.stringify(aTrace())

/** By what they are called: where they go, and the text that is sent. */
const spansWithRisk = (count: number) =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":${array(
    Array.from(
      { length: count },
      (_, at) =>
        `{"traceId":"${'0'.repeat(31)}1","spanId":"${String(at + 1).padStart(16, '0')}","name":"c","startTimeUnixNano":"1795314634225000000","endTimeUnixNano":"1795314634225000001","attributes":[{"key":"assay.risk_score","value":{"doubleValue":5}},{"key":"assay.risk_level","value":{"stringValue":"LOW"}},{"key":"assay.confidence","value":{"doubleValue":0.9}},{"key":"assay.system_source","value":{"stringValue":"s"}}]}`,
    ),
  )}}]}]}`

type Costly = {
  to: string
  raw: () => string | Uint8Array<ArrayBuffer>
  type?: string
  headers?: Record<string, string>
}
const plainBatch = 'a batch of as many traces as may be'
const bodies = {
  'a text of nothing but brackets': { to: '/traces', raw: () => '['.repeat(limitBytes - 1) },
  'numbers that are none, in a row': { to: '/traces', raw: () => `{"flags":${many(() => '1e999')}}` },
  'a trace of 100,000 flags': { to: '/traces', raw: () => `${trace.slice(0, -1)},"flags":${many(() => '"x"', 800)}}` },
  'a trace with 60,000 members of metadata': {
    to: '/traces',
    raw: () => `${trace.slice(0, -1)},"metadata":{${filled(900, (at) => `"${at}":${at}`).join(',')}}}`,
  },
  'a trace of nothing but members that are none': {
    to: '/traces',
    raw: () => `{${filled(0, (at) => `"${at}":1`).join(',')}}`,
  },
  'faults behind a name of 900,000 letters': {
    to: '/traces',
    raw: () => `{"metadata":{"${'x'.repeat(900_000)}":${array(Array.from({ length: 200 }, () => '1e999'))}}}`,
  },
  [plainBatch]: {
    to: '/traces/batch',
    raw: () => array(Array.from({ length: 10_000 }, () => trace)),
  },
  'a batch of as many traces as may be, all or none': {
    to: '/traces/batch?atomic=true',
    raw: () => array(Array.from({ length: 10_000 }, () => trace)),
  },
  'a batch of traces that each violate, of systems of their own': {
    to: '/traces/batch',
    raw: () =>
      many((at) =>
        JSON.stringify(aTrace({ system_source: `s${at}`, risk_level: 'HIGH', constitutional_compliance: false })),
      ),
  },
  'a batch of nothing': { to: '/traces/batch', raw: () => array(Array.from({ length: 10_000 }, () => '{}')) },
  'a batch of lines that are no JSON': {
    to: '/traces/batch',
    raw: () => `1\n${'{"a":\n'.repeat(9999)}`,
    type: 'application/x-ndjson',
  },
  'spans without end': {
    to: '/otlp/v1/traces',
    raw: () =>
      `{"resourceSpans":[{"scopeSpans":[{"spans":${many(
        (at) =>
          `{"traceId":"${'0'.repeat(31)}1","spanId":"${String(at).padStart(16, '0')}","name":"chat","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}}]}`,
      )}}]}]}`,
  },
  'spans that each become a trace': {
    to: '/otlp/v1/traces',
    raw: () => spansWithRisk(2500),
  },
  'a packed million of spans': {
    to: '/otlp/v1/traces',
    raw: () => new Uint8Array(Bun.gzipSync(Buffer.from(spansWithRisk(9900)))),
    headers: { 'content-encoding': 'gzip' },
  },
  'one span of attributes without end': {
    to: '/otlp/v1/traces',
    raw: () =>
      `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${'0'.repeat(31)}1","spanId":"0000000000000001","name":"chat","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":${many((at) => `{"key":"gen_ai.${at}","value":{"stringValue":"chat"}}`, 500)}}]}]}]}`,
  },
  'a thousand steps that all need one another as far as they may': {
    to: '/tasks',
    raw: () =>
      `{"steps":${array(ids.map((id, at) => step(id, `,"needs":${JSON.stringify(ids.slice(Math.max(0, at - 120), at))}`)))}}`,
  },
  'steps that need names of 64 letters': {
    to: '/tasks',
    raw: () =>
      `{"steps":[{"id":"a","type":"person.ask","needs":${many((at) => `"${String(at).padStart(64, 'n')}"`)}}]}`,
  },
  'steps whose needs are many and of each its own': {
    to: '/tasks',
    raw: () =>
      `{"steps":${array(
        Array.from({ length: 15 }, (_, at) =>
          step(
            `b${at}`,
            `,"needs":${JSON.stringify(Array.from({ length: 999 }, (_each, other) => `${'n'.repeat(56)}${at}x${other}`))}`,
          ),
        ),
      )}}`,
  },
  'a thousand steps in one circle': {
    to: '/tasks',
    raw: () =>
      `{"steps":${array(ids.map((id, at) => step(id, `,"needs":["s${(at + 1) % 1000}"]`, 'stats.summarize', '{}')))}}`,
  },
  'references that lie deep': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${step('a')},${filled(300, (at) => step(`b${at}`, ',"needs":["a"]', 'trace.record', nested(58, refs(1000)))).join(',')}]}`,
  },
  'references behind a long name': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${step('a')},${step('b', ',"needs":["a"]', 'trace.record', `{"metadata":{"${'x'.repeat(900_000)}":${refs(1000)}}}`)}]}`,
  },
  'more references than are allowed': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${step('a')},${step('b', ',"needs":["a"]', 'trace.record', `{"metadata":{"x":${refs(30_000)}}}`)}]}`,
  },
  'references that are none': {
    to: '/tasks',
    raw: () => `{"steps":[${step('b', '', 'trace.record', `{"x":${many(() => '{"$ref":"steps."}', 200)}}`)}]}`,
  },
  'a pointer without end': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${step('a', '', 'plan.propose', '{"goal":"x"}')},${step('b', ',"needs":["a"]', 'trace.record', `{"metadata":{"$ref":"steps.a.result#${'/steps/0/when/all/0'.repeat(50_000)}"}}`)}]}`,
  },
  'conditions within conditions': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${step('a')},${filled(300, (at) => step(`b${at}`, `,"needs":["a"],"when":${'{"not":'.repeat(55)}{"all":${array(Array.from({ length: 20 }, () => '{"$ref":"steps.a.state","eq":"completed"}'))}}${'}'.repeat(55)}`)).join(',')}]}`,
  },
  'conditions that are almost right': {
    to: '/tasks',
    raw: () =>
      `{"steps":[${filled(300, (at) => step(`b${at}`, `,"when":${'{"all":[{"any":[{"not":'.repeat(18)}{"$ref":"x"}${'}]}]}'.repeat(18)}`)).join(',')}]}`,
  },
  'a thousand scans': {
    to: '/tasks',
    raw: () =>
      `{"steps":${array(ids.map((id, at) => step(id, '', 'accessibility.scan', `{"url":"https://example.com/${at}/${'x'.repeat(850)}"}`)))}}`,
  },
  'a thousand traces to be stored': {
    to: '/tasks',
    raw: () => `{"steps":${array(ids.map((id) => step(id, '', 'trace.record', trace)))}}`,
  },
  'a payload of 100,000 members': {
    to: '/tasks',
    raw: () => `{"type":"trace.record","payload":{${filled(200, (at) => `"m${at}":${at}`).join(',')}}}`,
  },
  'a summary of scans with issues without end': {
    to: '/tasks',
    raw: () =>
      `{"type":"accessibility.summarize","payload":{"scans":[{"score":1,"compliance":"fail","scanTime":"1.00s","timestamp":"2026-05-20T00:00:00.000Z","issues":${many(() => '{"severity":"minor","type":"x","element":"a","recommendation":"b","location":"1:1"}', 400)}}]}}`,
  },
  'an amended constitution whose articles cost': {
    to: '/tasks',
    raw: () => `{"type":"constitution.diff","payload":{"constitution":${JSON.stringify(costlyConstitution(499))}}}`,
  },
  'the same to be simulated': {
    to: '/v1/governance/simulate',
    raw: () => `{"constitution":${JSON.stringify(costlyConstitution(499))}}`,
  },
  ...Object.fromEntries(
    [
      'scan '.repeat(399),
      'please '.repeat(285),
      'http://a,'.repeat(220),
      '"'.repeat(2000),
      `ask a person "x" with choices ${'"y" or '.repeat(240)}`,
    ].map((goal, at) => [`goal ${at}, hard to read`, { to: '/tasks', raw: () => JSON.stringify({ goal }) }]),
  ),
  'a text as long as one may be': {
    to: '/semiotic/decode',
    raw: () => `{"content":"${'a'.repeat(1_000_000)}"}`,
  },
  'a text of nothing but escapes': { to: '/semiotic/decode', raw: () => `{"content":"${'\\u0041'.repeat(170_000)}"}` },
  'an invitation as long as one may be': {
    to: '/meeting-prep',
    raw: () => `{"ics":"${'BEGIN:VEVENT\\r\\n'.repeat(27_000)}"}`,
  },
  'a text with more people than may be known': {
    to: '/semiotic/decode',
    raw: () => `{"content":"Anna","known_people":${many((at) => `"p${at}"`)}}`,
  },
  'a run of as many pages as fit': {
    to: '/api/scan-runs',
    raw: () => `{"urls":${many((at) => `"http://1.1.1.1/${at}"`)}}`,
  },
  'a run of many pages behind a login of 400,000 letters': {
    to: '/api/scan-runs',
    raw: () =>
      `{"headers":{${Array.from({ length: 49 }, (_, at) => `"x-${at}":"${'x'.repeat(8192)}"`).join(',')}},"urls":${array(Array.from({ length: 20_000 }, (_, at) => `"http://1.1.1.1/${at}"`))}}`,
  },
  'a run of pages that are none': { to: '/api/scan-runs', raw: () => `{"urls":${many(() => '"http://["')}}` },
  'a scan with steps, headers and rules to the brim': {
    to: '/api/scan',
    raw: () =>
      `{"url":"http://1.1.1.1/","steps":${array(Array.from({ length: 50 }, () => `{"action":"type","selector":"${'a>'.repeat(500)}a","text":"${'('.repeat(4096)}"}`))},"waitFor":"${':not('.repeat(200)}","headers":{${Array.from({ length: 40 }, (_, at) => `"x-${at}":"${'x'.repeat(8000)}"`).join(',')}},"rules":{"include":${array(Array.from({ length: 200 }, () => `"${'*'.repeat(128)}"`))}}}`,
  },
  'a crawl with patterns to the brim': {
    to: '/api/scan-runs',
    raw: () =>
      `{"crawl":{"start":"http://1.1.1.1/","include":${array(Array.from({ length: 50 }, () => `"${'*a'.repeat(256)}"`))}}}`,
  },
  'evidence to be verified that is a megabyte': {
    to: '/v1/edg/verify',
    raw: () => `{"hash":"${'a'.repeat(64)}","mode":"node","node":{${filled(300, (at) => `"${at}":1`).join(',')}}}`,
  },
  'a message to an agent in 30,000 parts': {
    to: '/v1/agents/risk-assessor/a2a',
    raw: () =>
      `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":${many(() => '{"data":{"type":"x"}}', 400)}}}}`,
  },
} satisfies Record<string, Costly>

async function cpuMsOfCall({ to, raw, headers = {}, type = 'application/json' }: Costly) {
  const text = raw()
  const pid = service.apis[0]?.pid ?? 0
  const before = cpuMsOf(pid)
  const options: CallOptions = {
    raw: text,
    key,
    headers: { 'content-type': type, prefer: 'respond-async', ...headers },
  }
  const answer = await service.call(`POST ${to}`, options)
  return { text, answer, cpuMs: cpuMsOf(pid) - before }
}

// What the others are held against was sent in earnest before.
for (const [name, body] of Object.entries<Costly>(bodies).filter(([name]) => name !== plainBatch))
  test(`${name}, to ${body.to}`, async () => {
    const { text, answer, cpuMs } = await cpuMsOfCall(body)

    if (process.env['COSTS'])
      console.log(
        `${String(cpuMs).padStart(6)} ms ${text.length} B ${answer.status} ${answer.text.length} B  ${name} ${answer.text.slice(0, 160)}`,
      )
    expect(text.length).toBeLessThan(limitBytes)
    expect(answer.text.length).toBeLessThan(8 * limitBytes)
    expect([500, 503]).not.toContain(answer.status)
    expect(cpuMs).toBeLessThan(3 * honestCpuMs)
  })
