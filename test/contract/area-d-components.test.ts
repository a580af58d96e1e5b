/** Area D's component library: its documented list, what fills it, and what is accessible in it by real scans of stories. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PageArtifact } from '#db/documents/page-artifact'
import { keepArtifact, knownComponents } from '#shared/components/known'
import { storyLook, storyUrl } from '#shared/components/story-url'
import { Component, ComponentList, ComponentsImported, type StoryScanStarted } from '#shared/contracts/components'
import type { Run } from '#shared/contracts/scans'
import { undocumentedIn } from '#test/contract/documented'
import { expectScanError, expectShape, faultPaths, faultyScanHeaders } from '#test/contract/shapes'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

const today = () => new Date().toISOString().slice(0, 10)

/** As Storybook shows one: its body says that it is shown. */
const story = (body: string) => aPage(body).replace('<body>', '<body class="sb-main-padded sb-show-main">')
const shown: Record<string, string> = {
  'forms-button--primary': story('<button>Save</button>'),
  'forms-button--disabled': story('<button disabled>Save</button>'),
  'media-image--plain': story('<img src="a.png">'),
  'media-broken--plain': aPage('<p>It broke.</p>').replace('<body>', '<body class="sb-show-errordisplay">'),
}
const entry = (id: string, title: string) => ({
  id,
  title,
  name: id.split('--')[1] ?? '',
  type: 'story',
  importPath: './a.tsx',
})
const index = (...entries: ReturnType<typeof entry>[]) => ({
  v: 5,
  entries: Object.fromEntries(entries.map((each) => [each.id, each])),
})
const button = [entry('forms-button--primary', 'Forms/Button'), entry('forms-button--disabled', 'Forms/Button')]

let site: Pages
let service: Service
let call: Service['call']

beforeAll(async () => {
  site = servePages({
    '/sb/iframe.html': (request) => {
      const { searchParams } = new URL(request.url)
      const page = searchParams.get('viewMode') === 'story' ? shown[searchParams.get('id') ?? ''] : undefined
      return new Response(page ?? 'none', { status: page ? 200 : 404, headers: { 'content-type': 'text/html' } })
    },
  })
  service = await startService({ job: 'scan-page', env: { ...unlimited, ...patient, ...site.env } })
  call = service.call
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
})

/** An organisation of its own, whose key may import and erase. */
async function anOrg() {
  const { key } = await service.issueKey({
    org: `org_${crypto.randomUUID()}`,
    scopes: ['operator', 'governance:write'],
  })
  const list = async (query = '', options: CallOptions = {}) => {
    const answer = await call(`GET /api/components${query}`, { key, ...options })
    expectShape(ComponentList, answer.body)
    return answer.body as ComponentList
  }
  const take = (body: Json, options: CallOptions = {}) =>
    call('POST /api/components/import', { body: { library: 'ui', kind: 'list', ...body }, key, ...options })
  const details = async (id: string) => {
    const answer = await call(`GET /api/components/${id}`, { key })
    expectShape(Component, answer.body)
    return answer.body as Component
  }
  return { key, list, take, details }
}
const taken = (answer: Answer): ComponentsImported => {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  expectShape(ComponentsImported, answer.body)
  expect(faultyScanHeaders(answer.headers)).toEqual([])
  return answer.body as ComponentsImported
}
const listOf = (...components: Json[]) => ({ components })
const counts = (created: number, updated: number, unchanged: number, removed: number, total: number) => ({
  created,
  updated,
  unchanged,
  removed,
  total,
})

describe('the list', () => {
  test('of a registry that was never filled is empty', async () => {
    const { key } = await anOrg()

    const answer = await call('GET /api/components', { key })

    expect([answer.status, answer.body]).toEqual([200, { components: [], total: 0 }])
    expect(faultyScanHeaders(answer.headers)).toEqual([])
  })

  test('has the documented members alone, by name and then by id', async () => {
    const { list, take } = await anOrg()
    const document = listOf(
      { id: 'z', name: 'Alert', category: 'Feedback', lastModified: '2026-05-18T23:30:00-05:00' },
      { id: 'b', name: 'nav' },
      { id: 'a', name: 'Zoom' },
      { id: 'y', name: 'Alert' },
    )
    taken(await take({ document }))

    const rest = { usage: 0, accessible: false }
    expect(await list()).toEqual({
      components: [
        { id: 'y', name: 'Alert', category: 'uncategorized', lastModified: today(), ...rest },
        { id: 'z', name: 'Alert', category: 'Feedback', lastModified: '2026-05-19', ...rest },
        { id: 'a', name: 'Zoom', category: 'uncategorized', lastModified: today(), ...rest },
        { id: 'b', name: 'nav', category: 'uncategorized', lastModified: today(), ...rest },
      ],
      total: 4,
    })
  })

  test('is filtered, and paged by Link; its total is of all that fit', async () => {
    const { key, list, take } = await anOrg()
    const many = Array.from({ length: 7 }, (_, number) => ({ id: `c${number}`, name: 'Card', category: 'Layout' }))
    taken(await take({ document: listOf(...many, { id: 'nav-bar', name: 'Navigation' }) }))
    taken(await take({ library: 'other', document: listOf({ id: 'c0', name: 'Card' }) }))
    const idsOf = ({ components }: ComponentList) => components.map(({ id }) => id)

    expect(idsOf(await list('?q=NAV'))).toEqual(['nav-bar'])
    expect(idsOf(await list('?q=-bar'))).toEqual(['nav-bar'])
    expect(idsOf(await list('?library=other'))).toEqual(['c0'])
    expect((await list('?category=Layout&accessible=false')).total).toBe(7)
    expect(await list('?accessible=true')).toEqual({ components: [], total: 0 })
    expect(await list('?category=None')).toEqual({ components: [], total: 0 })
    const seen: string[] = []
    let next: string | undefined = '/api/components?q=card&limit=3'
    while (next) {
      const answer: Answer = await call(`GET ${next}`, { key })
      seen.push(...idsOf(answer.body as ComponentList))
      expect((answer.body as ComponentList).total).toBe(8)
      next = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['c0', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
  })

  test('is of the organisation of the key alone', async () => {
    const [own, foreign] = [await anOrg(), await anOrg()]
    taken(await own.take({ document: listOf({ id: 'a', name: 'A' }) }))

    expect(await foreign.list()).toEqual({ components: [], total: 0 })
    expectScanError(await call('GET /api/components/a', { key: foreign.key }), 'COMPONENT_NOT_FOUND')
    expect((await own.details('a')).name).toBe('A')
  })

  test.each([
    'limit=0',
    'limit=5001',
    'cursor=abc',
    'cursor=WzFd',
    'accessible=maybe',
    'q=',
    'library=%20',
    'sort=name',
  ])('asked for with %s is 400', async (query) => {
    const answer = await call(`GET /api/components?${query}`)

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual([`?${query.split('=')[0]}`])
  })
})

describe('an import', () => {
  test('is idempotent, takes away what is named no more, and takes it back', async () => {
    const { list, take } = await anOrg()
    const [a, b] = [
      { id: 'a', name: 'A', lastModified: '2026-01-01' },
      { id: 'b', name: 'B' },
    ]

    expect(taken(await take({ document: listOf(a, b) }))).toEqual(counts(2, 0, 0, 0, 2))
    expect(taken(await take({ document: listOf(b, a) }))).toEqual(counts(0, 0, 2, 0, 2))
    expect(taken(await take({ document: listOf({ ...a, name: 'AA' }) }))).toEqual(counts(0, 1, 0, 1, 1))
    expect((await list()).components.map(({ name }) => name)).toEqual(['AA'])
    expect(taken(await take({ document: listOf({ ...a, name: 'AA' }, b) }))).toEqual(counts(1, 0, 1, 0, 2))
    expect(taken(await take({ document: listOf() }))).toEqual(counts(0, 0, 0, 2, 0))
  })

  test('under an Idempotency-Key is answered as it was, and leaves one node that names its document', async () => {
    const { take } = await anOrg()
    const options = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const body = { document: listOf({ id: 'a', name: 'A' }) }

    const [first, second] = [taken(await take(body, options)), taken(await take(body, options))]

    expect(second).toEqual(first)
    const rows = await service.database.sql<{ body: string }[]>`
      select body from edg_nodes where kind = 'components.imported' and body like '%"library":"ui"%' order by ins desc limit 2`
    const [newest, before] = rows.map(({ body }) => JSON.parse(body))
    const document = new Bun.CryptoHasher('sha256').update('{"components":[{"id":"a","name":"A"}]}').digest('hex')
    expect(newest.result).toMatchObject({ ...first, source: 'list', document })
    expect(before?.request.idempotency_key_digest).not.toBe(newest.request.idempotency_key_digest)
  })

  test('that is dry changes nothing', async () => {
    const { list, take } = await anOrg()

    const dry = taken(await take({ document: listOf({ id: 'a', name: 'A' }), dryRun: true }))

    expect(dry).toEqual(counts(1, 0, 0, 0, 1))
    expect(await list()).toEqual({ components: [], total: 0 })
  })

  test('of a usage report says how often each is used, and since when', async () => {
    const { list, take, details } = await anOrg()
    taken(await take({ document: listOf({ id: 'date-picker', name: 'Date Picker' }, { id: 'nav', name: 'Nav' }) }))
    const commit = { sha: 'abcdef0', committedAt: '2026-05-19T06:00:00+02:00' }

    const report = { kind: 'react-scanner', document: { DatePicker: { instances: [{}, {}] }, Else: 9 }, commit }
    expect(taken(await take(report))).toEqual(counts(0, 2, 0, 0, 2))

    expect((await list()).components.map(({ id, usage }) => [id, usage])).toEqual([
      ['date-picker', 2],
      ['nav', 0],
    ])
    expect(await details('nav')).toMatchObject({ usageSource: 'report', usageAsOf: '2026-05-19T04:00:00.000Z' })
  })

  test('dates what changed by its files, its commit, or today, and leaves the rest', async () => {
    const { list, take } = await anOrg()
    const days = async () => (await list()).components.map(({ lastModified }) => lastModified)
    const paths = { paths: ['./src/a.ts'] }
    const commit = { sha: 'abcdef0', committedAt: '2026-02-03T00:00:00Z' }
    const document = listOf({ id: 'a', name: 'A', ...paths }, { id: 'b', name: 'B' })

    taken(await take({ document, commit, files: [{ path: 'src/a.ts', lastModified: '2026-01-02' }] }))
    expect(await days()).toEqual(['2026-01-02', '2026-02-03'])
    taken(await take({ document: listOf({ id: 'a', name: 'A', ...paths }, { id: 'b', name: 'B', category: 'New' }) }))
    expect(await days()).toEqual([today(), today()])
    taken(
      await take({
        document: listOf({ id: 'a', name: 'A', ...paths }, { id: 'b', name: 'B', category: 'New' }),
        commit,
      }),
    )
    expect(await days()).toEqual([today(), today()])
  })

  test('needs the scope operator', async () => {
    const { key } = await service.issueKey()
    const body = { kind: 'list', library: 'ui', document: listOf() }

    expectScanError(await call('POST /api/components/import', { body, key }), 'SCOPE_REQUIRED')
  })

  const a = { id: 'a', name: 'A' }
  test.each<[string, Json, string[]]>([
    ['nothing', { kind: undefined, library: undefined }, ['/document', '/kind', '/library']],
    ['a kind that is none', { kind: 'figma', document: {} }, ['/kind']],
    ['a name of a library that is none', { library: 'a b', document: listOf() }, ['/library']],
    ['a member too many', { document: listOf(), more: 1 }, ['/more']],
    [
      'a day that is none',
      { document: listOf(), files: [{ path: 'a', lastModified: '2026-02-30' }] },
      ['/files/0/lastModified'],
    ],
    ['a commit that is none', { document: listOf(), commit: { sha: 'main' } }, ['/commit/sha']],
    [
      'components without names',
      { document: listOf({ id: 'a' }, a, { id: 'b c', name: 'B' }) },
      ['/document/components/0/name'],
    ],
    ['an id twice', { document: listOf(a, a) }, ['/document/components/1']],
    ['another document', { kind: 'storybook-index', document: listOf(a) }, ['/document/entries', '/document/v']],
    [
      'a base that is none, and a document that is none',
      { baseUrl: 'sb', document: {} },
      ['/baseUrl', '/document/components'],
    ],
    ['a text that is no CSV', { kind: 'csv', document: 'id,name\na' }, ['/document']],
  ])('of %s is 400 and names every fault', async (_, body, paths) => {
    const { list, take } = await anOrg()

    const answer = await take(body)

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(paths)
    expect((await list()).total).toBe(0)
  })

  test('does not visit a private network, and takes a body of 8 MiB at most', async () => {
    const { take } = await anOrg()
    const long = 'x'.repeat(9 * 1024 * 1024)

    expectScanError(await take({ baseUrl: 'http://10.0.0.1/', document: listOf() }), 'ADDRESS_REFUSED')
    expectScanError(await take({ kind: 'csv', document: long }), 'BODY_TOO_LARGE')
  })

  test('names a component of another kind of document as a fault, and changes nothing', async () => {
    const { list, take } = await anOrg()
    taken(await take({ document: listOf({ id: 'forms-button', name: 'Mine' }) }))

    const answer = await take({ kind: 'storybook-index', document: index(...button) })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/document/entries/forms-button--primary'])
    expect((await list()).components).toMatchObject([{ name: 'Mine' }])
  })
})

describe('a component', () => {
  test('of several libraries is asked for with one of them', async () => {
    const { key, take } = await anOrg()
    for (const library of ['one', 'two']) taken(await take({ library, document: listOf({ id: 'a', name: library }) }))

    const either = await call('GET /api/components/a', { key })
    const two = await call('GET /api/components/a?library=two', { key })

    expectScanError(either, 'INVALID_REQUEST')
    expect(faultPaths(either)).toEqual(['?library'])
    expect(two.body).toMatchObject({ name: 'two', library: 'two' })
  })

  test('that nobody has looked at says so, and one that was taken away is not there', async () => {
    const { key, take, details } = await anOrg()
    taken(await take({ document: listOf({ id: 'a', name: 'A', tagName: 'a-a', deprecated: true }) }))

    expect(await details('a')).toEqual({
      id: 'a',
      name: 'A',
      category: 'uncategorized',
      usage: 0,
      lastModified: today(),
      accessible: false,
      library: 'ui',
      source: 'list',
      usageSource: 'none',
      usageAsOf: null,
      accessibilityStatus: 'unknown',
      lastScanId: null,
      stories: [],
      deprecated: true,
      tagName: 'a-a',
      classPrefix: null,
      paths: [],
    })
    taken(await take({ document: listOf() }))
    expectScanError(await call('GET /api/components/a', { key }), 'COMPONENT_NOT_FOUND')
  })
})

test('what baselines in force show is counted, each page once, where no report counts', async () => {
  const org = `org_${crypto.randomUUID()}`
  const { key } = await service.issueKey({ org, scopes: ['operator'] })
  const body = { kind: 'list', library: 'ui', document: listOf({ id: 'a', name: 'A', tagName: 'x-a' }) }
  taken(await call('POST /api/components/import', { body, key }))
  const { sql } = service.database
  const known = await knownComponents(sql, service.signer, org)
  const usage = async () => {
    const { usage, usageSource, usageAsOf } = (await call('GET /api/components/a', { key })).body as Component
    return [usage, usageSource, usageAsOf?.slice(0, 10) ?? null]
  }
  const baseline = async (
    page: string,
    instances: number,
    odd: { branch?: string; width?: number; status?: string } = {},
  ) => {
    const { branch = 'main', width = 1280, status = 'active' } = odd
    const artifact = crypto.randomUUID()
    const nothing = { original: null, picture: null, tree: null } as unknown as PageArtifact
    await sql.begin((tx) =>
      keepArtifact(
        tx,
        service.signer,
        { orgId: org, digest: artifact, artifact: nothing },
        known.map(({ id, library }) => ({ id, library, instances })),
      ),
    )
    await sql`
      insert into design_baselines (baseline_id, org_id, page_id, branch, medium, width, scale_percent, status, artifact,
        original, verification_id, created_at, head, version)
      values (gen_random_uuid(), ${org}, ${page}, ${branch}, 'tree', ${width}, 100, ${status}, ${artifact}, '',
        gen_random_uuid(), '2026-05-20', '', 0)`
  }

  await baseline('home', 9, { status: 'candidate' })
  await baseline('home', 9, { branch: 'feature' })
  expect(await usage()).toEqual([0, 'none', null])
  await baseline('home', 3)
  await baseline('home', 2, { width: 390 })
  await baseline('about', 2)
  expect(await usage()).toEqual([5, 'baselines', '2026-05-20'])
  const shows = async (instances: number) => {
    site.pages.set('/shown', aPage('<x-a>A</x-a>'.repeat(instances)))
    expect((await call('POST /api/scan', { body: { url: `${site.url}/shown` }, key })).status).toBe(200)
  }
  await shows(5)
  expect(await usage()).toEqual([5, 'baselines', '2026-05-20'])
  await shows(6)
  expect(await usage()).toEqual([6, 'scans', today()])
  const report = { kind: 'react-scanner', library: 'ui', document: {} }
  taken(await call('POST /api/components/import', { body: report, key }))
  expect(await usage()).toEqual([0, 'report', today()])
})

describe('scans of pages', () => {
  const instances = (count: number) => aPage('<p data-component="a">A</p><x-a class="b">A</x-a>'.repeat(count))
  const library = { kind: 'list', document: listOf({ id: 'a', name: 'A', tagName: 'x-a' }, { id: 'b', name: 'B' }) }
  const scan = async (key: string, path: string) => {
    const answer = await call('POST /api/scan', { body: { url: `${site.url}${path}` }, key })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    const { sql } = service.database
    const [row] =
      await sql`select encode(node_id, 'hex') as node from scans where job_id = ${answer.headers.get('x-scan-id')}`
    return row?.['node']
  }
  const usage = async ({ list, details }: Awaited<ReturnType<typeof anOrg>>) => {
    const { usage, usageSource } = await details('a')
    const { components } = await list()
    expect(components.find(({ id }) => id === 'a')?.usage).toBe(usage)
    return [usage, usageSource]
  }

  test('say how often each is used: the newest of each address, in shadow roots too, until it is erased', async () => {
    const [mine, other] = [await anOrg(), await anOrg()]
    for (const each of [mine, other]) taken(await each.take(library))
    const shadow = '<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<x-a></x-a>"</script>'
    site.pages.set('/used', instances(1).replace('</main>', `${shadow}</main>`))
    site.pages.set('/used-too', instances(1))

    await scan(mine.key, '/used#one')
    expect([await usage(mine), await usage(other)]).toEqual([
      [3, 'scans'],
      [0, 'none'],
    ])
    const node = await scan(mine.key, '/used-too')
    expect(await usage(mine)).toEqual([5, 'scans'])

    site.pages.set('/used', aPage('<x-a>A</x-a>'))
    await scan(mine.key, '/used')
    expect(await usage(mine)).toEqual([3, 'scans'])

    const erased = await call(`POST /v1/edg/${node}/erase`, { key: mine.key, body: { reason: 'asked for' } })
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)])
    expect(await usage(mine)).toEqual([1, 'scans'])
  }, 60_000)

  test('judge what stands in what, as baselines do', async () => {
    const mine = await anOrg()
    taken(await mine.take({ kind: 'list', document: listOf({ id: 'a', name: 'A', classPrefix: 'btn' }) }))
    const buttons = '<p class="btn btn--big">A <span><i class="btn__icon">!</i></span></p><p class="row btn-link">B</p>'
    site.pages.set('/classes', aPage(`${buttons}<p class="btnx">C</p>`))

    await scan(mine.key, '/classes')
    expect(await usage(mine)).toEqual([2, 'scans'])
  }, 60_000)

  test('count nothing of a story, nor of a page that is not there', async () => {
    const mine = await anOrg()
    taken(await mine.take({ ...library, baseUrl: `${site.url}/book/` }))
    site.pages.set('/book/iframe.html', instances(2))
    site.pages.set('/gone', () => new Response(instances(2), { status: 404, headers: { 'content-type': 'text/html' } }))

    await scan(mine.key, '/book/iframe.html?id=a--b&viewMode=story')
    await call('POST /api/scan', { body: { url: `${site.url}/gone` }, key: mine.key })
    expect(await usage(mine)).toEqual([0, 'none'])
  }, 60_000)
})

describe('scans of stories', () => {
  const scanned = async (key: string, body: Json = {}) => {
    const answer = await call('POST /api/components/scan', { body: { library: 'ui', ...body }, key })
    const { runId, stories } = answer.body as StoryScanStarted
    expect([answer.status, answer.text]).toEqual([runId === null ? 200 : 202, expect.any(String)])
    if (runId === null) return stories
    expect(answer.headers.get('location')).toBe(`/api/scan-runs/${runId}`)
    await until(async () => ((await call(`GET /api/scan-runs/${runId}`, { key })).body as Run).finishedAt !== null, {
      what: 'the stories to be scanned',
      timeoutMs: 60_000,
      everyMs: 100,
    })
    return stories
  }

  test('say what is accessible, as long as they are fresh and the component has not changed', async () => {
    const { key, list, take, details } = await anOrg()
    const baseUrl = `${site.url}/sb/index.html?path=/story/x`
    const document = index(...button, entry('media-image--plain', 'Media/Image'))
    taken(await take({ kind: 'storybook-index', document, baseUrl }))
    const accessible = async () =>
      Object.fromEntries((await list()).components.map(({ id, accessible }) => [id, accessible]))
    const status = async (id: string) => (await details(id)).accessibilityStatus
    expect([await accessible(), await status('forms-button')]).toEqual([
      { 'forms-button': false, 'media-image': false },
      'unknown',
    ])

    expect(await scanned(key)).toBe(3)

    expect(await accessible()).toEqual({ 'forms-button': true, 'media-image': false })
    expect((await list('?accessible=true')).components.map(({ id }) => id)).toEqual(['forms-button'])
    const image = await details('media-image')
    expect(image).toMatchObject({ accessibilityStatus: 'fail', stories: [{ status: 'fail', violations: 1 }] })
    expect(image.stories[0]?.url).toBe(`${site.url}/sb/iframe.html?id=media-image--plain&viewMode=story`)
    expect((await call(`GET /api/scans/${image.lastScanId}`, { key })).body).toMatchObject({ compliance: 'fail' })
    expect(await scanned(key)).toBe(0)

    const { sql } = service.database
    await sql`update scans set created_at = created_at - interval '31 days' where url like ${'%forms-button--primary%'}`
    expect([await status('forms-button'), await accessible()]).toEqual([
      'stale',
      { 'forms-button': false, 'media-image': false },
    ])
    const files = [{ path: 'a.tsx', lastModified: today() }]
    expect(taken(await take({ kind: 'storybook-index', document, files }))).toMatchObject({ updated: 2 })
    expect(await status('media-image')).toBe('stale')
  }, 60_000)

  test('of one that is not there say nothing, and one that broke is no page that is scanned', async () => {
    const { key, take, details } = await anOrg()
    const document = index(entry('media-gone--plain', 'Media/Gone'))
    taken(await take({ kind: 'storybook-index', document, baseUrl: `${site.url}/sb` }))

    expect([await scanned(key), await scanned(key)]).toEqual([1, 1])
    expect(await details('media-gone')).toMatchObject({ accessibilityStatus: 'unknown', accessible: false })
    const url = storyUrl(`${site.url}/sb`, 'media-broken--plain')
    const broken = await call('POST /api/scan', { body: { url, ...storyLook, timeoutMs: 2500 }, key })
    expectScanError(broken, 'PAGE_UNREACHABLE')
    // On a busy machine its time may be over before that is known.
    const { error } = broken.body as { error: { details: { reason: string } } }
    expect(['wait_for', 'timeout']).toContain(error.details.reason)
  }, 60_000)

  test('need a library that says where its stories are', async () => {
    const { key, take } = await anOrg()
    const scan = () => call('POST /api/components/scan', { body: { library: 'ui' }, key })

    const none = await scan()
    taken(await take({ document: listOf({ id: 'a', name: 'A', stories: [{ id: 'a--b' }] }) }))
    const nowhere = await scan()

    for (const answer of [none, nowhere]) {
      expectScanError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual(['/library'])
    }
  })

  test('begun again under the same key are the same run, and none of what is under way is begun twice', async () => {
    const { key, take } = await anOrg()
    const shown = Promise.withResolvers<void>()
    site.pages.set('/slow/iframe.html', () => shown.promise.then(() => new Response('none', { status: 404 })))
    taken(await take({ kind: 'storybook-index', document: index(...button), baseUrl: `${site.url}/slow` }))
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const scan = (body: Json = {}, options: CallOptions = {}) =>
      call('POST /api/components/scan', { body: { library: 'ui', ...body }, key, ...options })

    const [first, again, all] = [await scan({}, { headers }), await scan({}, { headers }), await scan({ all: true })]
    shown.resolve()

    expect([first.status, (first.body as StoryScanStarted).stories]).toEqual([202, 2])
    expect(again.body).toEqual(first.body as Json)
    expect([all.status, all.body]).toEqual([200, { runId: null, stories: 0 }])
  })
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
