/** Made trees are met again by their job, as JSON or as a picture, by their organisation alone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parser } from 'sax'
import { aTrace } from '#test/support/makers'
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

test('a picture names every node of the tree with its score, and what has no evidence', async () => {
  const { jobId } = await aTreeOf('chat-eu')

  const answer = await service.call(`GET /trees/${jobId}?format=svg`)
  const { texts, names } = read(answer.text)

  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  for (const name of ['validity', 'safety', 'factuality', 'response quality', 'appropriateness', 'user experience'])
    expect(texts).toContain(name)
  expect(texts).toContain('no evidence')
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

  expect(texts).toContain('testing level: red team')
  expect(texts).toContain('no traces')
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
