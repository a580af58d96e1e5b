/** Made trees are met again by their job, as JSON, as a page or as a picture, by their organisation alone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { parse } from 'parse5'
import { parser } from 'sax'
import { findEarlierTree } from '#db/queries/trees'
import { aTrace } from '#test/support/makers'
import { rowsRead } from '#test/support/rows-read'
import { type Service, startService } from '#test/support/service'

let service: Service
const hostile = 'chat <script>alert(1)</script> & \u0001 "sons"'
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function aTreeOf(system: string): Promise<{ jobId: string; text: string }> {
  const created = await service.call('POST /traces', { body: aTrace({ system_source: system, flags: ['pii_leak'] }) })
  const { trace_id } = created.body as { trace_id: string }
  const made = await service.call('POST /generate', { body: { trace_id } })
  expect(made.status).toBe(200)
  return { jobId: made.headers.get('x-job-id') ?? '', text: made.text }
}

/** Texts and element names of a picture that a strict XML parser takes. */
function read(svg: string): { texts: string[]; names: string[] } {
  const texts: string[] = []
  const names: string[] = []
  const strict = parser(true)
  strict.onopentag = ({ name }) => names.push(name)
  strict.ontext = (text) => texts.push(text)
  strict.onerror = (error) => {
    throw error
  }
  strict.write(svg).close()
  return { texts, names }
}

test('a tree is met again as it was answered', async () => {
  const { jobId, text } = await aTreeOf('chat-eu')

  expect(await service.call(`GET /trees/${jobId}`)).toMatchObject({ status: 200, text })
})

test('a picture names the nodes of the tree, each number with which way is better, and what has no evidence', async () => {
  const { jobId } = await aTreeOf('chat-eu')

  const answer = await service.call(`GET /trees/${jobId}?format=svg`)
  const { texts, names } = read(answer.text)

  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  for (const name of ['Validity', 'safety', 'factuality', 'response quality', 'appropriateness', 'user experience'])
    expect(texts).toContain(name)
  expect(texts).toContain('higher is better')
  expect(texts).toContain('higher is worse')
  expect(texts.some((text) => text.includes('no evidence'))).toBe(true)
  expect(names).not.toContain('script')
})

test('a name that others chose stays text in a picture', async () => {
  const { jobId } = await aTreeOf(hostile)

  const { texts, names } = read((await service.call(`GET /trees/${jobId}?format=svg`)).text)

  expect(names).not.toContain('script')
  expect(texts.some((text) => text.includes('<script>alert(1)</script>'))).toBe(true)
})

test('a system’s tree has a picture too', async () => {
  await aTreeOf('chat-us')
  const made = await service.call('GET /systems/chat-us/tree')

  const { texts } = read((await service.call(`GET /trees/${made.headers.get('x-job-id')}?format=svg`)).text)

  expect(texts).toContain('red team')
  expect(texts).toContain('no traces')
})

type Found = { elements: Map<string, Record<string, string>[]>; text: string }

/** Elements with their attributes, and all text, of a page as a browser reads it. */
function readPage(page: string): Found {
  const elements: Found['elements'] = new Map()
  const texts: string[] = []
  const visit = (node: {
    nodeName: string
    value?: string
    childNodes?: unknown[]
    attrs?: { name: string; value: string }[]
  }) => {
    if (node.nodeName === '#text') texts.push(node.value ?? '')
    const own = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]))
    elements.set(node.nodeName, [...(elements.get(node.nodeName) ?? []), own])
    if (node.nodeName !== 'style')
      for (const child of node.childNodes ?? []) visit(child as Parameters<typeof visit>[0])
  }
  visit(parse(page) as Parameters<typeof visit>[0])
  return { elements, text: texts.join(' ') }
}

test('a page says verdict, score, interval and levels, and may run and load nothing', async () => {
  const { jobId } = await aTreeOf('chat-page')

  const answer = await service.call(`GET /trees/${jobId}?format=html`)
  const { elements, text } = readPage(answer.text)

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="tree-${jobId}.html"`)
  for (const words of [
    'What would lift it',
    'What is missing',
    'higher is better',
    'higher is worse',
    'Level 6: Raw data',
  ])
    expect(text).toContain(words)
  expect([...elements.keys()].filter((name) => ['script', 'img', 'iframe', 'object', 'form'].includes(name))).toEqual(
    [],
  )
  const attributes = [...elements.values()].flat().flatMap((each) => Object.keys(each))
  expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
  // The policy lets in no style but the page's own, by its digest.
  const style = /<style>([\s\S]*?)<\/style>/.exec(answer.text)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; img-src data:; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})

test('what others chose stays text on a page, also in its links', async () => {
  const nasty = `"><img src=x onerror=alert(1)><svg/onload=alert(2)>&lt;script&gt;\u202e\u0000`.replace('\0', '')
  const created = await service.call('POST /traces', {
    body: aTrace({
      system_source: nasty,
      flags: [nasty, 'javascript:alert(3)', '</style><script>alert(4)</script>'],
      metadata: { [nasty]: nasty, closing: '</pre></main></body></html>' },
      trinity_layer: nasty,
      recommendation: nasty,
    }),
  })
  const { trace_id } = created.body as { trace_id: string }
  const made = await service.call('POST /generate', { body: { trace_id } })
  const systems = await service.call(`GET /systems/${encodeURIComponent(nasty)}/tree?format=html`)
  const traces = await service.call(`GET /trees/${made.headers.get('x-job-id')}?format=html`)

  expect([systems.status, traces.status]).toEqual([200, 200])
  for (const { text: page } of [systems, traces]) {
    const { elements, text } = readPage(page)
    expect([...elements.keys()].filter((name) => ['script', 'img', 'iframe'].includes(name))).toEqual([])
    const attributes = [...elements.values()].flat()
    expect(attributes.flatMap((each) => Object.keys(each)).filter((name) => name.startsWith('on'))).toEqual([])
    expect(attributes.flatMap(({ href }) => href ?? []).filter((href) => !/^(?:#|\/|data:,$)/.test(href))).toEqual([])
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(page).not.toContain('\u202e')
  }
})

test('the form is chosen by name, else by Accept; one that nobody knows is 400', async () => {
  const { jobId } = await aTreeOf('chat-eu')
  const typeOf = async (search: string, accept?: string) => {
    const answer = await service.call(`GET /trees/${jobId}${search}`, {
      headers: accept === undefined ? {} : { accept },
    })
    expect(answer.headers.get('vary')).toBe('Accept')
    return answer.headers.get('content-type')?.split(';')[0]
  }
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

  expect(await typeOf('', browser)).toBe('text/html')
  expect(await typeOf('?format=json', browser)).toBe('application/json')
  expect(await typeOf('', 'image/svg+xml')).toBe('image/svg+xml')
  expect(await typeOf('', 'image/*;q=0.5, application/json;q=0.4')).toBe('image/svg+xml')
  expect(await typeOf('', '*/*')).toBe('application/json')
  expect(await typeOf('', 'application/json, text/html')).toBe('application/json')
  expect(await typeOf('', 'text/html;q=0, */*')).toBe('application/json')
  expect(await typeOf('', 'application/pdf')).toBe('application/json')
  for (const what of [`GET /trees/${jobId}?format=pdf`, 'GET /systems/chat-eu/tree?format=HTML'])
    expect(await service.call(what)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
})

test('who has a page is told that it is still so, until there is another tree to hold it against', async () => {
  await aTreeOf('chat-cached')
  const first = await service.call('GET /systems/chat-cached/tree?format=html')
  const etag = first.headers.get('etag') ?? ''

  const again = await service.call('GET /systems/chat-cached/tree?format=html', { headers: { 'if-none-match': etag } })
  const other = await service.call('GET /systems/chat-cached/tree', { headers: { 'if-none-match': etag } })

  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  expect([other.status, other.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
})

test('a system’s page says what changed since the tree before it, of the same profile and organisation', async () => {
  await aTreeOf('chat-moves')
  const first = await service.call('GET /systems/chat-moves/tree?format=html')
  await service.call('GET /systems/chat-moves/tree?profile=aria-0.1')
  await service.call('POST /traces', {
    body: aTrace({ system_source: 'chat-moves', risk_score: 95, risk_level: 'HIGH', flags: ['suicide'] }),
  })

  const second = await service.call('GET /systems/chat-moves/tree?format=html')
  const { elements, text } = readPage(second.text)

  expect(readPage(first.text).text).toContain('No earlier tree of this system is kept')
  const links = (elements.get('a') ?? []).map(({ href }) => href)
  expect(links).toContain(`/trees/${first.headers.get('x-job-id')}?format=html`)
  expect(text).toMatch(/−[\d.]+ points, worse/)
  expect(text).toContain('Traces with a critical flag')
})

test('the tree before is found by one look, however many were made', async () => {
  const { sql } = service.database
  await sql`
    insert into trees (job_id, org_id, trace_id, system_source, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, body)
    select gen_random_uuid(), 'org_many', case when n % 2 = 0 then 'SVC-' || n end, 'chat-many',
      case when n % 3 = 0 then 'aria-0.1@1.1.0' else 'trace-v1@1.1.0' end, 1, '', '1.0.0',
      timestamptz '2026-01-01' + n * interval '1 minute', '', '', ''
    from generate_series(1, 6000) n`
  await sql`analyze trees`
  const before = { generatedAt: '2026-01-03T00:00:00.000Z', jobId: crypto.randomUUID() }

  const { result, rows } = await rowsRead(sql, ['public.trees'], (tx) =>
    findEarlierTree(tx, { orgId: 'org_many', systemSource: 'chat-many', profileId: 'trace-v1' }, before),
  )

  expect(result?.generated_at.toISOString()).toBe('2026-01-02T23:59:00.000Z')
  expect(rows).toBeLessThan(5)
})

test('another organisation’s tree, no tree at all and what is no id are 404', async () => {
  const { jobId } = await aTreeOf('chat-eu')
  const { key } = await service.issueKey({ org: 'org_other' })
  const code = 'JOB_NOT_FOUND'

  for (const [id, options] of [
    [jobId, { key }],
    [crypto.randomUUID(), {}],
    ['nothing', {}],
  ] as const)
    expect(await service.call(`GET /trees/${id}`, options)).toMatchObject({ status: 404, body: { error: { code } } })
})
