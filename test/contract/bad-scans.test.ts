/** What nobody should send to area D: naughty strings everywhere, random JSON near what is right. Never a failure of ours. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { undocumentedIn } from '#test/contract/documented'
import { faultyScanHeaders } from '#test/contract/shapes'
import { type Answer, patient, type Service, startService, unlimited } from '#test/support/service'

const naughty: string[] = JSON.parse(
  readFileSync(join(import.meta.dir, '../fixtures/naughty-strings/blns.json'), 'utf8'),
)
const page = 'https://example.com/'
let service: Service
let call: Service['call']

setDefaultTimeout(120_000)
beforeAll(async () => {
  service = await startService({ workers: 0, env: { ...unlimited, ...patient, QUEUED_PAGES_ENTERPRISE: '1000000' } })
  call = service.call
})
afterAll(() => service.stop())

/** Taken or refused, with the area's headers and its own statuses. */
function expectWell(answer: Answer, sent: unknown): void {
  const code = (answer.body as { error?: { code: string } } | undefined)?.error?.code
  const isWell = [200, 201, 202, 400, 404].includes(answer.status)
  expect([sent, isWell, code === 'INTERNAL_ERROR' ? code : undefined, faultyScanHeaders(answer.headers)]).toEqual([
    sent,
    true,
    undefined,
    [],
  ])
}

const prefer = { prefer: 'respond-async' }

test('a naughty string in any member is taken or refused', async () => {
  for (const text of naughty) {
    const bodies = [
      { url: text },
      { url: `${page}${text}` },
      { url: page, standard: text },
      { url: page, waitFor: text, rules: { include: [text] } },
      { url: page, headers: { 'X-Odd': text } },
      { url: page, headers: { [text]: 'x' } },
      { url: page, cookies: [{ name: 'a', value: text, domain: text, path: text }] },
      { url: page, steps: [{ action: 'type', selector: text, text }] },
      { url: page, [text]: 1 },
    ]
    for (const body of bodies) expectWell(await call('POST /api/scan', { body, headers: prefer }), body)
    for (const body of [
      { urls: [page, text] },
      { sitemap: text },
      { crawl: { start: page, include: [text], exclude: [text] } },
    ])
      expectWell(await call('POST /api/scan-runs', { body }), body)
    for (const body of [
      { type: text, url: text, reason: text },
      { fingerprint: text, reason: 'x' },
      { type: 'a', reason: 'x', expiresAt: text },
    ])
      expectWell(await call('POST /api/waivers', { body }), body)
  }
})

test('naughty strings in a document of components are taken or refused, and told again as they came', async () => {
  const named = naughty.filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '')
  const item = (text: string, number: number) => ({
    id: `c${number}`,
    name: text,
    category: text,
    tagName: text,
    paths: [text],
  })
  const documents: [string, unknown][] = [
    ['list', { components: naughty.map(item) }],
    ['list', { components: named.map((text, number) => ({ ...item(text, number), id: text })) }],
    ['react-scanner', Object.fromEntries(naughty.map((text) => [text, 1]))],
    ['csv', naughty.join('\n')],
  ]
  for (const [kind, document] of documents)
    expectWell(await call('POST /api/components/import', { body: { kind, library: 'naughty', document } }), kind)

  const short = named.filter((text) => text.length <= 200)
  const body = {
    kind: 'list',
    library: 'named',
    document: { components: short.map((name, at) => ({ id: `c${at}`, name })) },
  }
  expect((await call('POST /api/components/import', { body })).status).toBe(200)
  const { components } = (await call('GET /api/components?library=named')).body as { components: { name: string }[] }
  expect(new Set(components.map(({ name }) => name))).toEqual(new Set(short.map((name) => name.trim())))
})

test('a naughty string in any path or query is answered', async () => {
  for (const text of naughty.filter((each) => each.isWellFormed())) {
    const word = encodeURIComponent(text)
    for (const what of [
      `GET /api/scans/${word}`,
      `GET /api/scans/${word}/picture`,
      `GET /api/scan-runs/${word}`,
      `GET /api/scan-runs/${word}/results`,
      `GET /api/scan-runs/${word}/compare/${word}`,
      `GET /api/scans?url=${word}`,
      `GET /api/scans?cursor=${word}`,
      `GET /api/scans?limit=${word}`,
      `GET /api/waivers?inForce=${word}`,
      `GET /api/components/${word}`,
      `GET /api/components?q=${word}&category=${word}&cursor=${word}`,
      `GET /api/${word}`,
    ])
      expectWell(await call(what), what)
  }
})

const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
const near = (valid: unknown) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: anything })
const scanRequest = fc.record(
  {
    url: fc.oneof(near(page), fc.webUrl(), fc.string()),
    standard: fc.oneof(near('WCAG 2.1 AA'), fc.string()),
    includeWarnings: near(true),
    viewport: near({ width: 800, height: 600 }),
    timeoutMs: fc.oneof(near(5000), fc.double(), fc.integer()),
    rules: near({ exclude: ['region'] }),
    headers: fc.oneof(near({ 'X-A': 'b' }), fc.dictionary(fc.string(), fc.string())),
    cookies: near([{ name: 'a', value: 'b' }]),
    steps: near([{ action: 'wait', ms: 5 }]),
    screenshot: near(false),
  },
  { requiredKeys: ['url'] },
)

test('random JSON near a scan request is taken or refused', async () => {
  await fc.assert(
    fc.asyncProperty(scanRequest, async (body) => {
      const raw = JSON.stringify(body)
      expectWell(await call('POST /api/scan', { raw, headers: prefer }), raw)
    }),
    { numRuns: 1000 },
  )
})

test('random JSON near a run is taken or refused', async () => {
  const run = fc.record(
    {
      urls: fc.oneof(near([page]), fc.array(fc.oneof(fc.webUrl(), fc.string()), { maxLength: 5 })),
      sitemap: near(page),
      crawl: fc.oneof(
        near({ start: page }),
        fc.record(
          { start: near(page), maxDepth: near(1), maxPages: near(5), include: near(['*']) },
          { requiredKeys: [] },
        ),
      ),
      standard: near('WCAG 2.2 AA'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(run, async (body) => {
      const raw = JSON.stringify(body)
      expectWell(await call('POST /api/scan-runs', { raw }), raw)
    }),
    { numRuns: 500 },
  )
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
