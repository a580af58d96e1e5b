/** What waits is listed, approved and rejected from the command line, against a service of the test's own. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { runAssay } from '#test/support/assay'

type Asked = { path: string; key: string | null; body: Record<string, unknown> }
let asked: Asked[] = []
let answers: Response[] = []
let server: ReturnType<typeof Bun.serve>

const waiting = (at: number) => ({
  verificationId: `0190a1b2-0000-7000-8000-00000000000${at}`,
  pageId: `page ${at}`,
  branch: 'next',
  state: 'waiting',
  approved: false,
  violations: at,
  baselineId: null,
  createdAt: '2026-03-01T10:00:00.000Z',
})

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isList = request.method === 'GET'
      const body = isList ? {} : await request.json()
      asked.push({ path: pathname + search, key: request.headers.get('idempotency-key'), body })
      if (!isList) return answers.shift() ?? Response.json(waiting(1))
      const isFirst = !search.includes('cursor')
      return Response.json({ verifications: [waiting(isFirst ? 1 : 2)], nextCursor: isFirst ? 'next-page' : null })
    },
  })
})
beforeEach(() => {
  asked = []
  answers = []
})
afterAll(() => server.stop(true))

const designs = (...args: string[]) =>
  runAssay(['designs', ...args], { env: { ASSAY_URL: server.url.href, ASSAY_KEY: 'asy_test_key' } })
const many = (matched: number, changed: number, remaining: number) => Response.json({ matched, changed, remaining })
const refused = (code: string) => Response.json({ error: { code, message: 'is not so', details: {} } }, { status: 409 })

test('what waits is listed, page after page, of a branch or a page', async () => {
  const { code, out } = await designs('list', '--branch', 'next')

  expect(code).toBe(0)
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(out).toContain('waiting     page 2  next  2 issues  2026-03-01T10:00:00.000Z  0190a1b2')
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/verify-design?limit=500&branch=next&state=waiting',
    '/api/verify-design?limit=500&branch=next&state=waiting&cursor=next-page',
  ])
})

test('by id each is said; one that waits no more is told, and the others are said all the same', async () => {
  answers = [refused('STATE_CONFLICT'), Response.json(waiting(2))]

  const { code, out, err } = await designs('approve', 'a', 'b', '--reason', 'new brand')

  expect([code, out, err]).toEqual([3, '1 of 2 verifications approved\n', 'STATE_CONFLICT: is not so\n'])
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/api/verify-design/a/approve', { scope: 'all', reason: 'new brand' }],
    ['/api/verify-design/b/approve', { scope: 'all', reason: 'new brand' }],
  ])
})

test('all of a filter are counted first, then said in as many calls as it takes, held to the count', async () => {
  answers = [many(450, 0, 450)]
  const dry = await designs('approve', '--all', '--branch', 'next', '--reason', 'r', '--dry-run')
  const counted = asked.at(-1)
  answers = [many(450, 200, 250), many(250, 200, 50), many(50, 50, 0)]
  asked = []
  const all = await designs('approve', '--all', '--branch', 'next', '--reason', 'r', '--expect', '450')

  expect([dry.code, dry.out.trim().split('\n').at(-1)]).toEqual([0, '450 verifications would be approved'])
  expect(counted?.body).toEqual({ branch: 'next', reason: 'r', dryRun: true })
  expect([all.code, all.out]).toEqual([0, '450 verifications approved\n'])
  expect(asked.map(({ body }) => body['expected'])).toEqual([450, 250, 50])
  expect(new Set(asked.map(({ key }) => key)).size).toBe(3)
}, 20_000)

test('what was accepted is taken back, by ids or all of it, and not without either', async () => {
  answers = [many(250, 200, 50), many(50, 50, 0)]
  const some = await designs('take-back', 'a', 'b', '--page', 'shop/cart', '--reason', 'no more')
  const [first] = asked
  answers = [many(2, 0, 2)]
  asked = []
  const all = await designs('take-back', '--all', '--page', 'home', '--branch', 'next', '--reason', 'r', '--dry-run')
  const neither = await designs('take-back', '--page', 'home', '--reason', 'r')

  expect([some.code, some.out]).toEqual([0, 'issues taken back from 250 baselines\n'])
  expect(first).toMatchObject({
    path: '/api/pages/shop%2Fcart/accepted-issues/take-back',
    body: { issues: ['a', 'b'], reason: 'no more' },
  })
  expect([all.code, all.out]).toEqual([0, 'issues would be taken back from 2 baselines\n'])
  expect(asked.map(({ body }) => body)).toEqual([{ issues: 'all', branch: 'next', reason: 'r', dryRun: true }])
  expect([neither.code, asked.length]).toEqual([2, 1])
}, 20_000)

test('a branch is taken along; where it is another number by now nothing is done, exit code 3; a wrong line is 2', async () => {
  answers = [many(3, 3, 0)]
  const merged = await designs('merge', 'next', '--reason', 'merged')
  answers = [refused('STATE_CONFLICT')]
  const ways = await Promise.all([
    designs('reject', '--all', '--expect', '2', '--reason', 'r'),
    designs('approve', '--reason', 'r'),
    designs('approve', 'a', '--branch', 'next', '--reason', 'r'),
  ])

  expect([merged.code, merged.out]).toEqual([0, '3 baselines taken to main\n'])
  expect(asked[0]).toMatchObject({ path: '/api/designs/merge', body: { from: 'next', into: 'main', reason: 'merged' } })
  expect(ways.map(({ code }) => code)).toEqual([3, 2, 2])
}, 20_000)
