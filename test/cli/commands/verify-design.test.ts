/** Designs verified from the command line, against a service of the test's own: what is sent, in which order it is told, how it ends. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '#cli/commands/client'
import { commitStatus } from '#cli/commands/commit-status'
import { designJunit } from '#cli/commands/design-junit'
import { snapshotsOf } from '#cli/commands/snapshot-files'
import { type DesignOutcome, verifyPages } from '#cli/commands/verify-pages'
import type { DesignReport } from '#db/documents/design-report'
import { aDesignIssue, aDesignReport } from '#test/api/designs/makers'
import { runAssay } from '#test/support/assay'
import { junitFaults } from '#test/support/report-readers'

const folder = mkdtempSync(join(tmpdir(), 'assay-designs-'))
const key = 'asy_test_key'

type Sent = {
  key: string | null
  body: { pageId: string; snapshot: string; url?: string; branch?: string; viewport?: unknown; headers?: unknown }
}
type Way = (sent: Sent, nth: number) => Response | Promise<Response>

/** What the service was sent, and how it answers each page; by its snapshot's text where nothing else is said. */
let sent: Sent[] = []
let underWay = 0
let mostAtOnce = 0
const ways = new Map<string, Way>()
let server: ReturnType<typeof Bun.serve>

const refused = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message, details: {} } }, { status, headers })

const reportOf = (pageId: string): DesignReport => {
  const issues = pageId.includes('bad') ? [aDesignIssue(), aDesignIssue({ severity: 'minor', property: null })] : []
  return aDesignReport({ pageId, verificationId: encodeURIComponent(pageId), issues })
}

const verdictOf = ({ body }: Sent) => {
  const { violations, approved } = reportOf(body.pageId)
  const headers = { 'x-verification-id': encodeURIComponent(body.pageId) }
  return Response.json({ violations, issues: [], approved }, { headers })
}

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const [, verificationId = '', part = ''] = /^\/api\/verify-design\/([^/]+)(\/report)?$/.exec(pathname) ?? []
      if (part !== '') return new Response(`<!doctype html>${verificationId}`)
      if (verificationId !== '') return Response.json(reportOf(decodeURIComponent(verificationId)))
      const [, captured = ''] = /^\/api\/designs\/([^/]+)\/capture$/.exec(pathname) ?? []
      const body = await request.json()
      const asked: Sent = {
        key: request.headers.get('idempotency-key'),
        body: captured === '' ? body : { pageId: decodeURIComponent(captured), ...body },
      }
      sent.push(asked)
      underWay += 1
      mostAtOnce = Math.max(mostAtOnce, underWay)
      await Bun.sleep(5)
      underWay -= 1
      const nth = sent.filter(({ body }) => body.pageId === asked.body.pageId).length
      return (ways.get(asked.body.pageId) ?? verdictOf)(asked, nth)
    },
  })
})
beforeEach(() => {
  sent = []
  mostAtOnce = 0
  ways.clear()
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({ DATA_DIR: folder, ASSAY_URL: server.url.href, ASSAY_KEY: key })
const assay = (args: string[], more: { env?: Record<string, string>; input?: string } = {}) =>
  runAssay(['verify-design', ...args], { ...more, env: { ...env(), ...more.env } })
const client = (url = server.url.href) => openClient({ server: url, key, devKeyPath: '' })

/** A folder of its own with these files, each with its own name as its content. */
function aFolder(...files: string[]): string {
  const dir = mkdtempSync(join(folder, 'shots-'))
  for (const file of files) {
    mkdirSync(join(dir, file, '..'), { recursive: true })
    writeFileSync(join(dir, file), file)
  }
  return dir
}

const verify = async (dir: string, atOnce = 4, url?: string): Promise<DesignOutcome[]> => {
  const pages = (await snapshotsOf({ dir, file: undefined, page: undefined })).map(({ read, ...page }) => ({
    ...page,
    request: async () => ({
      path: '/api/verify-design',
      body: { pageId: page.pageId, snapshot: Buffer.from(await read()).toString('base64') },
    }),
  }))
  return Array.fromAsync(verifyPages(client(url), pages, { patience: 20, atOnce }))
}

test('a folder’s pages are told in the order of their names, however long each takes, and no more at once than asked for', async () => {
  const dir = aFolder('b.png', 'a.png', 'shop/cart.JPG', 'shop/bad.html', 'z.dom.json', 'note.txt', '.hidden.png')
  ways.set('a', async (asked) => {
    await Bun.sleep(60)
    return verdictOf(asked)
  })

  const outcomes = await verify(dir, 2)

  expect(outcomes.map(({ pageId }) => pageId)).toEqual(['a', 'b', 'shop/bad', 'shop/cart', 'z'])
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('verified'))
  expect(mostAtOnce).toBe(2)
  expect(atob(sent.find(({ body }) => body.pageId === 'shop/cart')?.body.snapshot ?? '')).toBe('shop/cart.JPG')
})

test('what may pass is asked again under the same key, and another command asks under another', async () => {
  const dir = aFolder('a.png')
  ways.set('a', (asked, nth) => (nth === 1 ? refused(500, 'STORE_UNAVAILABLE', 'the store is away') : verdictOf(asked)))

  const [first] = await verify(dir)
  const [second] = await verify(dir)

  expect([first?.kind, second?.kind]).toEqual(['verified', 'verified'])
  const keys = sent.map((each) => each.key)
  expect(keys).toHaveLength(3)
  expect(keys[0]).toBe(keys[1] ?? '')
  // An approval between two builds must count: the second is no repeat of the first.
  expect(keys[2]).not.toBe(keys[1] ?? '')
})

test('a refusal is not asked again, concerns its page alone, and is told by what was typed', async () => {
  const dir = aFolder('a.png', 'b.png', 'c.png')
  ways.set('b', () => refused(400, 'UNSUPPORTED_SNAPSHOT', '/snapshot is cut off'))

  const outcomes = await verify(dir, 1)

  expect(outcomes.map(({ kind }) => kind)).toEqual(['verified', 'unverified', 'verified'])
  expect(outcomes[1]).toMatchObject({ code: 'UNSUPPORTED_SNAPSHOT', file: join(dir, 'b.png') })
  expect(outcomes[1]).toMatchObject({ message: 'UNSUPPORTED_SNAPSHOT: the snapshot is cut off' })
  expect(sent).toHaveLength(3)
})

test('where the key is none, the other pages are not asked for', async () => {
  const dir = aFolder('a.png', 'b.png', 'c.png')
  ways.set('a', () => refused(401, 'INVALID_API_KEY', 'the key is not valid'))

  const outcomes = await verify(dir, 1)

  expect(sent).toHaveLength(1)
  expect(outcomes.map((each) => each.kind === 'unverified' && each.code)).toEqual(Array(3).fill('INVALID_API_KEY'))
  expect(outcomes.map(({ pageId }) => pageId)).toEqual(['a', 'b', 'c'])
})

test('a job that takes longer than a call is waited for', async () => {
  const dir = aFolder('a.png')
  ways.set('a', () => Response.json({ job_id: 'j1' }, { status: 202 }))
  const jobs = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/jobs/j1') return Response.json({ state: 'succeeded' })
      if (pathname === '/jobs/j1/result') return verdictOf({ key: null, body: { pageId: 'a', snapshot: '' } })
      return fetch(new URL(pathname, server.url), request)
    },
  })

  const [outcome] = await verify(dir, 1, jobs.url.href)
  await jobs.stop(true)

  expect(outcome).toMatchObject({ kind: 'verified', report: { pageId: 'a' } })
})

test('a wrong line, what is not there and what holds nothing are said plainly before anything is sent', async () => {
  const one = aFolder('a.png')
  writeFileSync(join(one, 'empty.png'), '')
  const twice = aFolder('a.png', 'a.jpg')
  const snapshots = (named: Partial<Parameters<typeof snapshotsOf>[0]>) =>
    snapshotsOf({ file: undefined, page: undefined, dir: undefined, ...named })
  const said = (named: Parameters<typeof snapshots>[0]) =>
    snapshots(named).then(
      () => 'nothing',
      (error: Error) => error.message,
    )

  expect(await said({})).toContain('name a snapshot')
  expect(await said({ file: join(one, 'a.png') })).toContain('--page')
  expect(await said({ file: join(one, 'a.png'), dir: one })).toContain('neither a file nor --page')
  expect(await said({ file: join(one, 'none.png'), page: 'a' })).toMatch(/none\.png cannot be read: ENOENT/)
  expect(await said({ file: one, page: 'a' })).toContain('is a folder: give it with --dir')
  expect(await said({ dir: join(one, 'none') })).toMatch(/none cannot be read: ENOENT/)
  expect(await said({ dir: aFolder('readme.txt') })).toContain('holds no snapshot')
  expect(await said({ dir: twice })).toMatch(/a\.jpg and .*a\.png are both page "a"/)
  const [, empty] = await snapshots({ dir: one })
  await expect(empty?.read()).rejects.toThrow('empty.png is empty')
})

test('a picture and a document of one page are both verified', async () => {
  const outcomes = await verify(aFolder('home.png', 'home.html'))

  expect(outcomes.map(({ pageId }) => pageId)).toEqual(['home', 'home'])
})

test('JUnit fails what fails the build, skips the rest, errors what was not verified, and Jenkins can read it', () => {
  const hostile = aDesignIssue({ violation: 'a ]]> <b> \u0000', element: '"<&\'' })
  const outcomes: DesignOutcome[] = [
    { kind: 'verified', pageId: 'good', file: 'good.png', name: 'good', report: reportOf('good') },
    {
      kind: 'verified',
      pageId: 'bad',
      file: 'bad.png',
      name: 'bad',
      report: aDesignReport({ issues: [hostile, ...reportOf('bad').issues] }),
    },
    {
      kind: 'verified',
      pageId: 'waits',
      file: 'w.png',
      name: 'waits',
      report: aDesignReport({ issues: [], approved: false }),
    },
    {
      kind: 'unverified',
      pageId: 'cut',
      file: 'cut.png',
      name: 'cut',
      code: 'UNSUPPORTED_SNAPSHOT',
      message: 'is cut off',
    },
  ]
  const byPolicy = designJunit(outcomes, {})
  const bySeverity = designJunit(outcomes, { failOn: 'moderate' })
  const never = designJunit(outcomes, { failOn: 'none' })

  for (const xml of [byPolicy, bySeverity, never]) expect(junitFaults(xml)).toEqual([])
  const failures = (xml: string) => [...xml.matchAll(/ failures="(\d+)"/g)].map((match) => Number(match[1]))
  expect([byPolicy, bySeverity, never].map(failures)).toEqual([
    [0, 3, 1, 0],
    [0, 2, 0, 0],
    [0, 0, 0, 0],
  ])
  expect(never.match(/<skipped/g)).toHaveLength(3)
  expect(byPolicy).toContain(' errors="1"')
})

test('a fault of our own ends the command and leaves nobody waiting', async () => {
  const broken = () => Promise.reject(new TypeError('ours'))
  const pages = ['a', 'b'].map((pageId) => ({ pageId, file: pageId, name: pageId, request: broken }))

  await expect(Array.fromAsync(verifyPages(client(), pages, { patience: 5, atOnce: 1 }))).rejects.toThrow('ours')
})

test('a commit status fits what code hosts take', () => {
  const status = commitStatus({
    state: 'success',
    context: 'c',
    description: `a\n${'b'.repeat(200)}`,
    target_url: null,
  })

  expect([...status.description]).toHaveLength(140)
  expect(status.description).toStartWith('a b')
  expect(status.description).toEndWith('…')
})

test('one page from a file or from standard input, with its options, to its end', async () => {
  const file = join(aFolder('bad.png'), 'bad.png')
  ways.set('cut', () => refused(400, 'UNSUPPORTED_SNAPSHOT', '/snapshot is cut off'))
  const [good, bad, lenient, cut] = await Promise.all([
    assay(['--page', 'good', '-', '--branch', 'next', '--viewport', '390x844@2'], { input: 'from input' }),
    assay(['--page', 'bad', file]),
    assay(['--page', 'bad2', file, '--fail-on', 'serious', '--format', 'json']),
    assay(['--page', 'cut', file]),
  ])

  expect([good.code, good.err]).toEqual([0, ''])
  expect(good.out).toContain('approved  good  standard input')
  expect(sent.find(({ body }) => body.pageId === 'good')?.body).toEqual({
    pageId: 'good',
    snapshot: btoa('from input'),
    branch: 'next',
    viewport: { width: 390, height: 844, scale: 2 },
  })
  expect([bad.code, bad.err]).toEqual([1, 'missed: bad: it is not approved\n'])
  expect(bad.out).toContain('background-color: rgb(37, 99, 235) → rgb(29, 78, 216)  token color.primary')
  expect(bad.out).not.toContain('\u001B')
  expect([lenient.code, JSON.parse(lenient.out).pages[0].report.violations]).toEqual([0, 2])
  expect([cut.code, cut.out, cut.err]).toEqual([3, '', 'UNSUPPORTED_SNAPSHOT: the snapshot is cut off\n'])
}, 20_000)

test('a folder in a build: JUnit, reports of the pages that miss, a commit status; a page that misses goes before one not verified', async () => {
  const dir = aFolder('good.png', 'shop/bad.png', 'cut.png')
  ways.set('cut', () => refused(400, 'UNSUPPORTED_SNAPSHOT', '/snapshot is cut off'))
  const at = (name: string) => join(folder, name)
  const [all, gone, wrong] = await Promise.all([
    assay([
      '--dir',
      dir,
      '--format',
      'junit',
      '--output',
      at('d.xml'),
      '--reports',
      at('reports'),
      '--status',
      at('s.json'),
    ]),
    assay(['--dir', aFolder('good.png', 'next.png'), '--status', at('gone.json')], {
      env: { ASSAY_URL: 'http://127.0.0.1:1' },
    }),
    assay(['--dir', dir, '--at-once', '99']),
  ])

  expect([all.code, all.out]).toEqual([1, ''])
  expect(all.err).toBe('missed: shop/bad: it is not approved\n1 of 3 pages approved, 1 not approved, 1 not verified\n')
  expect(junitFaults(readFileSync(at('d.xml'), 'utf8'))).toEqual([])
  expect(readFileSync(at('reports/shop%2Fbad.png.html'), 'utf8')).toContain('<!doctype html>')
  expect(JSON.parse(readFileSync(at('s.json'), 'utf8'))).toEqual({
    state: 'failure',
    context: 'assay/design',
    description: '1 of 3 pages approved, 1 not approved, 1 not verified',
    target_url: `${server.url.href}api/verify-design/shop%2Fbad/report`,
  })
  expect(gone.code).toBe(3)
  expect(gone.out.match(/nothing answers at http:\/\/127\.0\.0\.1:1/g)).toHaveLength(2)
  expect(JSON.parse(readFileSync(at('gone.json'), 'utf8')).state).toBe('error')
  expect(wrong.code).toBe(2)
}, 20_000)

test('a page is captured at each width, in their order, with what opens it', async () => {
  const line = ['designs', 'capture', 'https://example.com/', '--page', 'shop/bad', '--widths', '390,1280']
  const [both, twice] = await Promise.all([
    runAssay([...line, '--scale', '2', '--header', 'X-Token: abc', '--reports', join(folder, 'seen')], { env: env() }),
    runAssay([...line.slice(0, -1), '390,390'], { env: env() }),
  ])

  expect([both.code, twice.code]).toEqual([1, 2])
  expect(both.out.match(/https:\/\/example\.com\/ at \d+/g)).toEqual([
    'https://example.com/ at 390',
    'https://example.com/ at 1280',
  ])
  const bodies = sent.map(({ body }) => body).sort((one, other) => (Bun.inspect(one) < Bun.inspect(other) ? -1 : 1))
  expect(bodies.map(({ viewport }) => viewport)).toEqual([1280, 390].map((width) => ({ width, height: 900, scale: 2 })))
  expect(bodies[0]).toMatchObject({ pageId: 'shop/bad', url: 'https://example.com/', headers: { 'X-Token': 'abc' } })
  expect(readFileSync(join(folder, 'seen', 'shop%2Fbad-390.html'), 'utf8')).toContain('<!doctype html>')
}, 20_000)
