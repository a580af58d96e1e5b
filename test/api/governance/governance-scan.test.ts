/** Scans are decided on too: what was found in a page is recorded with its decision, and a secret in it is a violation. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Service, startService } from '#test/support/service'
import { tablesWith } from '#test/support/tables'

const secret = `AKIA${'Q7'.repeat(8)}`
let pages: Pages
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  pages = servePages({
    '/plain': aPage('<img src="a.png">'),
    '/telling': aPage(`<img src="a.png" data-key="${secret}">`),
  })
  service = await startService({ job: 'scan-page', env: pages.env })
})
afterAll(async () => {
  await service.stop()
  await pages.stop()
})

async function scan(path: string) {
  const answer = await service.call('POST /api/scan', {
    body: { url: `${pages.url}${path}`, standard: 'WCAG 2.1 AA', includeWarnings: true },
  })
  expect(answer.status).toBe(200)
  const [node] = await service.database.sql<{ id: string; body: string }[]>`
    select encode(id, 'hex') as id, body from edg_nodes where kind = 'scan.completed' order by ins desc limit 1`
  if (!node) throw new Error('the scan left no node')
  return { id: node.id, body: JSON.parse(node.body), text: answer.text }
}

test('a page without a secret is decided on and kept', async () => {
  const { body } = await scan('/plain')

  expect(body.governance).toMatchObject({
    action: 'scan.complete',
    tier: 'T0',
    decision: 'allow',
    articles: [],
    input: { agent_name: 'assay-scan-page', key_registered: true, secrets_found: 0 },
  })
})

test('a secret that a report would repeat is taken out of it, and is a violation of that scan, shown by its node', async () => {
  const { id, body, text } = await scan('/telling')

  expect(body.governance).toMatchObject({ tier: 'T3', decision: 'allow', articles: ['A-09'] })
  const { body: list } = await service.call('GET /v1/governance/violations')
  expect((list as { violations: unknown[] }).violations).toMatchObject([
    {
      article: 'A-09',
      status: 'open',
      subject: { type: 'scan', id: body.subject.id },
      evidence: [id],
      message: expect.stringMatching(/aws-access-key at \/issues\/\d+\/html/),
    },
  ])
  const scanId = body.subject.id
  const formats = ['json', 'html', 'sarif', 'earl', 'csv', 'junit']
  const told = await Promise.all(formats.map((format) => service.call(`GET /api/scans/${scanId}?format=${format}`)))
  expect(told.map(({ status }) => status)).toEqual(formats.map(() => 200))
  expect(told.some((answer) => answer.text.includes('[redacted aws-access-key]'))).toBe(true)
  for (const each of [text, ...told.map((answer) => answer.text)]) expect(each).not.toContain(secret)
  expect(await tablesWith(service.database.sql, secret)).toEqual([])
})
