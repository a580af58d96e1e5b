/** Area D's design verification as its interface describes it: what is taken, answered and refused, against a running service. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { PNG } from 'pngjs'
import {
  BaselineList,
  DesignReport,
  DesignTokens,
  DesignVerdict,
  PagePolicy,
  VerificationList,
} from '#shared/contracts/designs'
import { Accepted } from '#shared/contracts/jobs'
import type { ErrorCode } from '#shared/kernel/errors'
import { undocumentedIn } from '#test/contract/documented'
import { expectScanError, expectShape, faultPaths, faultyScanHeaders } from '#test/contract/shapes'
import { assertEvidence } from '#test/support/evidence'
import { type Pages, servePages } from '#test/support/pages'
import { pngOf } from '#test/support/png'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'

type Json = Record<string, unknown>

let service: Service
let call: Service['call']
let site: Pages
beforeAll(async () => {
  site = servePages()
  service = await startService({ job: 'compare-design', env: { ...unlimited, ...patient, ...site.env } })
  call = service.call
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
})

const white = pngOf(64, 48)
const red = pngOf(64, 48, [255, 255, 255], [{ x: 8, y: 8, width: 32, height: 16, color: [200, 0, 0] }])
const blue = pngOf(64, 48, [255, 255, 255], [{ x: 8, y: 8, width: 32, height: 16, color: [0, 0, 200] }])
const passing = { violations: 0, issues: [], approved: true }

const verify = (pageId: string, picture: Buffer, more: Json = {}, options: CallOptions = {}) =>
  call('POST /api/verify-design', { body: { pageId, snapshot: picture.toString('base64'), ...more }, ...options })
const idOf = ({ headers }: Answer) => headers.get('x-verification-id') ?? ''
const reportOf = async (answer: Answer) => (await call(`GET /api/verify-design/${idOf(answer)}`)).body as DesignReport
const approve = (answer: Answer, body: Json = { scope: 'all', reason: 'as wished' }, options: CallOptions = {}) =>
  call(`POST /api/verify-design/${idOf(answer)}/approve`, { body, ...options })
const stateOf = async (answer: Answer) => {
  const { body } = await call('GET /api/verify-design?limit=1000')
  const { verifications } = body as Listed
  return verifications.find(({ verificationId }) => verificationId === idOf(answer))?.state
}
type Listed = { verifications: { verificationId: string; state: string }[]; nextCursor: string | null }
const baselinesOf = async (pageId: string) =>
  (
    (await call(`GET /api/pages/${pageId}/baselines`)).body as {
      baselines: { branch: string; status: string; snapshot: string }[]
    }
  ).baselines
/** What is active, by branch. */
const activeOf = async (pageId: string) =>
  Object.fromEntries(
    (await baselinesOf(pageId))
      .filter(({ status }) => status === 'active')
      .map(({ branch, snapshot }) => [branch, snapshot]),
  )

describe('a snapshot', () => {
  test('that is the first of its page is how the page is to look, and is answered exactly so', async () => {
    const page = randomUUID()

    const answer = await verify(page, white)

    expect([answer.status, answer.body]).toEqual([200, passing])
    expect(faultyScanHeaders(answer.headers)).toEqual([])
    expect(answer.headers.get('x-baseline-state')).toBe('active')
    expect(answer.headers.get('link')).toBe(`</api/verify-design/${idOf(answer)}>; rel="describedby"`)
    expect(await baselinesOf(page)).toMatchObject([{ branch: 'main', status: 'active' }])
  })

  test('that comes again is approved by its digest, and answered with the same bytes', async () => {
    const page = randomUUID()
    const first = await verify(page, white)

    const [again, asUrl] = [
      await verify(page, white),
      await call('POST /api/verify-design', {
        body: { pageId: page, snapshot: `data:image/png;base64,${white.toString('base64url')}` },
      }),
    ]

    expect([again.text, asUrl.text]).toEqual([first.text, first.text])
    expect(await reportOf(again)).toMatchObject({ path: 'same', baseline: { branch: 'main' } })
    expect(await baselinesOf(page)).toHaveLength(1)
  })

  test('that differs is not approved, waits for a word, and says so with the same bytes each time', async () => {
    const page = randomUUID()
    await verify(page, white)

    const [answer, again] = [await verify(page, red), await verify(page, red)]

    expectShape(DesignVerdict, answer.body)
    expect(answer.body).toMatchObject({ approved: false })
    expect((answer.body as DesignVerdict).violations).toBeGreaterThan(0)
    expect(again.text).toBe(answer.text)
    expect(answer.headers.get('x-baseline-state')).toBe('candidate')
    expect([await stateOf(answer), await stateOf(again)]).toEqual(['waiting', 'waiting'])
    expect((await baselinesOf(page)).map(({ status }) => status)).toEqual(['candidate', 'active'])
  })

  test('has a report of all that is known, and both pictures as they were sent', async () => {
    const page = randomUUID()
    await verify(page, white)
    const answer = await verify(page, red)

    const report = await call(`GET /api/verify-design/${idOf(answer)}`)
    const pictures = await Promise.all(['baseline', 'actual'].map((which) => pictureOf(answer, which)))
    const known = await call(`GET /api/verify-design/${idOf(answer)}`, {
      headers: { 'if-none-match': report.headers.get('etag') ?? '' },
    })

    expectShape(DesignReport, report.body)
    expect(report.body).toMatchObject({ pageId: page, path: 'picture', viewport: { width: 64, height: 48, scale: 1 } })
    expect(pictures.map((bytes) => bytes.equals(white))).toEqual([true, false])
    expect(pictures.map((bytes) => bytes.equals(red))).toEqual([false, true])
    expect(known.status).toBe(304)
  })

  async function pictureOf(answer: Answer, which: string): Promise<Buffer> {
    const response = await fetch(`${service.urls[0]}/api/verify-design/${idOf(answer)}/${which}`, {
      headers: { authorization: `Bearer ${service.key}` },
    })
    return Buffer.from(await response.arrayBuffer())
  }

  test('of a first time has nothing that it was held to', async () => {
    const answer = await verify(randomUUID(), white)

    expectScanError(await call(`GET /api/verify-design/${idOf(answer)}/baseline`), 'VERIFICATION_NOT_FOUND')
  })

  test('that a newer one of its branch followed waits no more', async () => {
    const page = randomUUID()
    await verify(page, white)
    const [older, newer] = [await verify(page, red), await verify(page, blue)]

    expect([await stateOf(older), await stateOf(newer)]).toEqual(['superseded', 'waiting'])
    expectScanError(await approve(older), 'STATE_CONFLICT')
    await verify(page, white)
    expect(await stateOf(newer)).toBe('superseded')
  })
})

describe('a DOM snapshot', () => {
  const page = (style: string, more = '') =>
    Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
      <style>body { margin: 0; font: 16px/1.5 sans-serif; color: #111 } #buy { padding: 12px 24px; ${style} }</style>
      <main><h1>Shop</h1><p>Two kinds of tea.</p><button id="buy">Buy</button>${more}</main></html>`,
    )
  const plain = 'color: #fff; background: #1d4ed8; border: 0'

  test('that changed is told by its element, its property and both values', async () => {
    const name = randomUUID()
    const first = await verify(name, page(plain))

    const changed = await verify(name, page(plain.replace('#1d4ed8', '#15803d')))

    expect([first.body, changed.body]).toMatchObject([passing, { approved: false, violations: 1 }])
    const report = await reportOf(changed)
    expect(report).toMatchObject({ source: 'html', path: 'tree', viewport: { width: 1280, height: 900, scale: 1 } })
    expect(report.issues).toMatchObject([
      { type: 'style-change', element: '#buy', property: 'background-color', source: 'tree' },
    ])
  }, 30_000)

  test('at another width is another page, and pictures are no DOM snapshots', async () => {
    const name = randomUUID()
    await verify(name, page(plain))

    const narrow = await verify(name, page(plain), { viewport: { width: 390, height: 844, scale: 2 } })
    const picture = await verify(name, white)

    expect([(await reportOf(narrow)).path, (await reportOf(picture)).path]).toEqual(['first', 'first'])
  }, 30_000)

  test('that is in force counts as use of the components on it, until another takes its place', async () => {
    const { key } = await service.issueKey({ org: `org_${randomUUID()}`, scopes: ['operator'] })
    const components = [
      { id: 'tea-cup', name: 'Cup', tagName: 'tea-cup' },
      { id: 'pot', name: 'Pot' },
    ]
    const body = { kind: 'list', library: 'tea', document: { components } }
    expect((await call('POST /api/components/import', { body, key })).status).toBe(200)
    const usage = async () => {
      const { body } = await call('GET /api/components', { key })
      return (body as { components: { id: string; usage: number }[] }).components.map(({ id, usage }) => [id, usage])
    }
    const name = randomUUID()

    await verify(name, page(plain, '<tea-cup></tea-cup><tea-cup></tea-cup><i data-component="Pot">P</i>'), {}, { key })
    expect(await usage()).toEqual([
      ['tea-cup', 2],
      ['pot', 1],
    ])
    const fewer = await verify(name, page(plain, '<tea-cup></tea-cup>'), {}, { key })
    expect((await usage()).map(([, count]) => count)).toEqual([2, 1])
    await approve(fewer, { scope: 'all', reason: 'enough' }, { key })
    expect((await usage()).map(([, count]) => count)).toEqual([1, 0])
  }, 30_000)

  test('is held to the design tokens, and what of them somebody has accepted is an issue no more', async () => {
    const { key } = await service.issueKey({ org: 'org_held' })
    const name = randomUUID()
    const ofKey = { key }
    const color = (hex: string, components: number[]) => ({
      $type: 'color',
      $value: { colorSpace: 'srgb', components, hex },
    })
    await call('PUT /api/design-system/tokens', {
      key,
      body: { color: { ink: color('#111111', [0.0667, 0.0667, 0.0667]), paper: color('#ffffff', [1, 1, 1]) } },
    })

    const first = await verify(name, page(plain), {}, ofKey)
    const { issues } = (await call(`GET /api/verify-design/${idOf(first)}`, ofKey)).body as DesignReport
    const approved = await approve(first, undefined, ofKey)
    const changed = await verify(name, page(plain, '<p>New.</p>'), {}, ofKey)

    expect(first.body).toMatchObject({ approved: false })
    expect(issues.some(({ type, source }) => type === 'color-off-palette' && source === 'design-system')).toBe(true)
    expect(approved.body).toMatchObject({ state: 'approved' })
    const left = (changed.body as DesignVerdict).issues.map(({ type }) => type)
    expect(left).not.toContain('color-off-palette')
    expect(left.length).toBeGreaterThan(0)
  }, 30_000)

  test('whose accepted issue is taken back is told of it again, byte for byte the same, until it is approved anew', async () => {
    const { key } = await service.issueKey({ org: 'org_taken_back' })
    const name = randomUUID()
    const ink = { $type: 'color', $value: { colorSpace: 'srgb', components: [0.0667, 0.0667, 0.0667], hex: '#111111' } }
    await call('PUT /api/design-system/tokens', { key, body: { color: { ink } } })
    const first = await verify(name, page(plain), {}, { key })
    const { issues } = (await call(`GET /api/verify-design/${idOf(first)}`, { key })).body as DesignReport
    const [one, ...others] = issues.map(({ id }) => id)
    await approve(first, undefined, { key })
    const approved = await verify(name, page(plain), {}, { key })
    const takeBack = (body: Json) => call(`POST /api/pages/${name}/accepted-issues/take-back`, { key, body })

    const elsewhere = await takeBack({ issues: 'all', branch: 'next', reason: 'x' })
    const counted = await takeBack({ issues: [one], reason: 'x', dryRun: true })
    const taken = await takeBack({ issues: [one], reason: 'the grey is gone', expected: 1 })
    const again = await takeBack({ issues: [one], reason: 'the grey is gone' })
    const told = await verify(name, page(plain), {}, { key })
    const stale = await takeBack({ issues: 'all', reason: 'x', expected: 7 })
    const anew = await approve(told, { scope: 'all', reason: 'let it be' }, { key })

    expect([elsewhere, counted, taken, again].map(({ status, body }) => [status, body])).toEqual([
      [200, { matched: 0, changed: 0, remaining: 0 }],
      [200, { matched: 1, changed: 0, remaining: 1 }],
      [200, { matched: 1, changed: 1, remaining: 0 }],
      [200, { matched: 0, changed: 0, remaining: 0 }],
    ])
    expect(approved.body).toEqual(passing)
    expect(told.body).toMatchObject({ approved: false, violations: 1 })
    const report = (await call(`GET /api/verify-design/${idOf(told)}`, { key })).body as DesignReport
    expect(report.issues.map(({ id }) => id)).toEqual([one ?? ''])
    const { baselines } = (await call(`GET /api/pages/${name}/baselines?status=superseded`, { key })).body as {
      baselines: { acceptedIssues: string[]; reason: string }[]
    }
    expect(baselines.map(({ acceptedIssues, reason }) => [acceptedIssues, reason])).toEqual([
      [others.sort(), 'the grey is gone'],
    ])
    expectScanError(stale, 'STATE_CONFLICT')
    expect(anew.body).toMatchObject({ state: 'approved' })
    expect((await verify(name, page(plain), {}, { key })).body).toEqual(passing)
  }, 30_000)

  test('whose regions are ignored by their selector is not looked at there', async () => {
    const name = randomUUID()
    const at = (time: string) => page(plain, `<p id="clock">${time}</p>`)
    await verify(name, at('10:00'))

    const seen = await verify(name, at('11:11'))
    const ignored = await verify(name, at('12:12'), { ignore: [{ selector: '#clock', reason: 'shows the time' }] })

    expect([seen.body, ignored.body]).toMatchObject([{ approved: false }, passing])
  }, 30_000)

  test.each([
    ['nested too deep', `${'<div>'.repeat(600)}${'</div>'.repeat(600)}`],
    ['of too many elements', '<i></i>'.repeat(60_000)],
  ])(
    'that is %s is 400',
    async (_, html) => {
      const answer = await verify(randomUUID(), Buffer.from(`<!doctype html>${html}`))

      expectScanError(answer, 'UNSUPPORTED_SNAPSHOT')
    },
    30_000,
  )
})

describe('judged again, a snapshot', () => {
  const again = (answer: Answer, options: CallOptions = {}) =>
    call(`POST /api/verify-design/${idOf(answer)}/again`, options)

  test('is held to what is said now, in a verification of its own; the one before stays as it was', async () => {
    const page = randomUUID()
    await verify(page, white)
    const strict = await verify(page, red)
    await call(`PUT /api/pages/${page}/policy`, { body: { failOn: 'critical' } })

    const loose = await again(strict)

    expect([strict.body, loose.body]).toMatchObject([{ approved: false }, { approved: true }])
    expect(idOf(loose)).not.toBe(idOf(strict))
    expect(await reportOf(strict)).toMatchObject({ approved: false })
    expect(await reportOf(loose)).toMatchObject({ artifact: (await reportOf(strict)).artifact, path: 'picture' })
  })

  test('is no newer than the one that waits', async () => {
    const page = randomUUID()
    await verify(page, white)
    const older = await verify(page, red)
    const newer = await verify(page, blue)

    const judged = await again(older)

    expect(judged.body).toEqual(older.body)
    expect([await stateOf(newer), await stateOf(judged)]).toEqual(['waiting', 'superseded'])
  })

  test('is nobody else’s, and one that is not there is not found', async () => {
    const answer = await verify(randomUUID(), white)
    const { key } = await service.issueKey({ org: 'org_again' })

    expectScanError(await again(answer, { key }), 'VERIFICATION_NOT_FOUND')
    expectScanError(await call(`POST /api/verify-design/${randomUUID()}/again`), 'VERIFICATION_NOT_FOUND')
  })
})

describe('a word', () => {
  test('of approval makes the snapshot how the page is to look; said twice it is said once', async () => {
    const page = randomUUID()
    await verify(page, white)
    const changed = await verify(page, red)

    const answers = [await approve(changed), await approve(changed)]

    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { state: 'approved', approved: false }])
    expect((await verify(page, red)).body).toEqual(passing)
    expect((await verify(page, white)).body).toMatchObject({ approved: false })
    expect((await baselinesOf(page)).map(({ status }) => status)).toEqual(['candidate', 'active', 'superseded'])
    expectScanError(
      await call(`POST /api/verify-design/${idOf(changed)}/reject`, { body: { reason: 'no' } }),
      'STATE_CONFLICT',
    )
  })

  test('of rejection leaves the baseline, and the same snapshot may come again', async () => {
    const page = randomUUID()
    await verify(page, white)
    const changed = await verify(page, red)

    const answer = await call(`POST /api/verify-design/${idOf(changed)}/reject`, { body: { reason: 'too red' } })

    expect([answer.status, answer.body]).toMatchObject([200, { state: 'rejected' }])
    expect((await verify(page, white)).body).toEqual(passing)
    expect(await stateOf(await verify(page, red))).toBe('waiting')
  })

  test('on each of its issues approves the snapshot; an issue that it does not have is named', async () => {
    const page = randomUUID()
    await verify(page, white)
    const changed = await verify(page, red)
    const ids = (await reportOf(changed)).issues.map(({ id }) => id)

    const wrong = await approve(changed, { scope: [...ids, 'f'.repeat(32)], reason: 'known' })
    const right = await approve(changed, { scope: ids, reason: 'known' })

    expectScanError(wrong, 'INVALID_REQUEST')
    expect(faultPaths(wrong)).toEqual([`/scope/${ids.length}`])
    expect(right.body).toMatchObject({ state: 'approved' })
    expect((await verify(page, red)).body).toEqual(passing)
  })

  test.each([
    [{}, ['/reason', '/scope']],
    [{ scope: 'some', reason: 'x' }, ['/scope']],
    [{ scope: [], reason: 'x' }, ['/scope']],
    [{ scope: 'all', reason: '' }, ['/reason']],
    [{ scope: 'all', reason: 'x', why: 'y' }, ['/why']],
  ])('that is %j is refused', async (body, paths) => {
    const answer = await call(`POST /api/verify-design/${randomUUID()}/approve`, { body })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(paths)
  })

  test.each([
    [{}, ['/issues', '/reason']],
    [{ issues: [], reason: 'x' }, ['/issues']],
    [{ issues: ['f'], reason: 'x' }, ['/issues']],
    [{ issues: 'all', reason: 'x', branch: '', why: 'y' }, ['/branch', '/why']],
  ])('that takes back %j is refused', async (body, paths) => {
    const answer = await call('POST /api/pages/home/accepted-issues/take-back', { body })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(paths)
  })
})

describe('a branch', () => {
  test('is held to the default one until it has a baseline of its own, which leaves the default one as it is', async () => {
    const page = randomUUID()
    await verify(page, white)

    const same = await verify(page, white, { branch: 'feature' })
    const changed = await verify(page, red, { branch: 'feature' })
    await approve(changed)

    expect([same.body, (await reportOf(changed)).baseline?.branch]).toEqual([passing, 'main'])
    expect((await verify(page, red, { branch: 'feature' })).body).toEqual(passing)
    expect((await verify(page, blue)).body).toMatchObject({ approved: false })
    expect(Object.keys(await activeOf(page)).sort()).toEqual(['feature', 'main'])
  })

  test('whose look was approved is approved on the default one when the same comes there', async () => {
    const page = randomUUID()
    await verify(page, white)
    await approve(await verify(page, red, { branch: 'feature' }))

    const merged = await verify(page, red)

    expect([merged.body, merged.headers.get('x-baseline-state')]).toEqual([passing, 'active'])
    const active = await activeOf(page)
    expect(active['main']).toBe(active['feature'] ?? '')
    expect((await verify(page, white)).body).toMatchObject({ approved: false })
  })
})

describe('a policy', () => {
  const policy = (page: string, body: Json) => call(`PUT /api/pages/${page}/policy`, { body })

  test('is the strict one until somebody says otherwise; said twice it leaves one node', async () => {
    const page = randomUUID()

    const before = await call(`GET /api/pages/${page}/policy`)
    const answers = [await policy(page, { failOn: 'critical' }), await policy(page, { failOn: 'critical' })]
    const after = await call(`GET /api/pages/${page}/policy`)

    expectShape(PagePolicy, after.body)
    expect(before.body).toMatchObject({
      policy: { mode: 'tolerant', maxShift: 0, autoAccept: true, ignore: [] },
      changedAt: null,
    })
    expect(answers.map(({ body }) => body)).toEqual([after.body, after.body])
    expect(after.body).toMatchObject({ policy: { failOn: 'critical', mode: 'tolerant' } })
  })

  test('that loosens lets pass what it says, and what differs is told all the same', async () => {
    const page = randomUUID()
    await policy(page, { failOn: 'critical' })
    await verify(page, white)

    const answer = await verify(page, red)

    expect(answer.body).toMatchObject({ approved: true })
    expect((answer.body as DesignVerdict).violations).toBeGreaterThan(0)
  })

  test('without auto-acceptance has the first snapshot wait, though it breaks nothing', async () => {
    const page = randomUUID()
    await policy(page, { autoAccept: false })

    const answer = await verify(page, white)

    expect([answer.body, answer.headers.get('x-baseline-state')]).toEqual([passing, 'candidate'])
    await approve(answer)
    expect(await activeOf(page)).toHaveProperty('main')
  })

  test.each<[Json, string[]]>([
    [{ failOn: 'grave' }, ['/failOn']],
    [{ mode: 'loose', maxShift: -1 }, ['/maxShift', '/mode']],
    [
      { ignore: [{ reason: 'x' }, { selector: 'a', box: { x: 0, y: 0, width: 1, height: 1 }, reason: 'x' }] },
      ['/ignore/0', '/ignore/1'],
    ],
    [
      { ignore: ['#a >>> .b', 'a[', 'p:made-up', ':has(:has(a))'].map((selector) => ({ selector, reason: 'x' })) },
      ['/ignore/1/selector', '/ignore/2/selector', '/ignore/3/selector'],
    ],
    [{ colour: 'red' }, ['/colour']],
  ])('that is %j is refused', async (body, paths) => {
    const answer = await policy(randomUUID(), body)

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(paths)
  })

  test('of a page whose name is too long is refused', async () => {
    expectScanError(await policy('a'.repeat(257), {}), 'INVALID_REQUEST')
  })
})

describe('design tokens', () => {
  test('are what was said last', async () => {
    const { key } = await service.issueKey({ org: 'org_tokens' })
    const tokens = { color: { ink: { $type: 'color', $value: { colorSpace: 'srgb', components: [0, 0, 0] } } } }

    const before = await call('GET /api/design-system/tokens', { key })
    const put = await call('PUT /api/design-system/tokens', { key, body: tokens })
    const after = await call('GET /api/design-system/tokens', { key })

    expectShape(DesignTokens, after.body)
    expect(before.body).toEqual({ tokens: null, digest: null, changedAt: null })
    expect([put.status, put.body, after.body]).toMatchObject([200, { tokens }, { tokens }])
  })
})

describe('a request', () => {
  const good = { pageId: 'home', snapshot: white.toString('base64') }
  const without = (name: keyof typeof good) =>
    Object.fromEntries(Object.entries(good).filter(([each]) => each !== name))

  test.each<[string, Json, ErrorCode, string]>([
    ['names no page', without('pageId'), 'INVALID_REQUEST', '/pageId'],
    ['has no snapshot', without('snapshot'), 'INVALID_REQUEST', '/snapshot'],
    ['has an empty page', { ...good, pageId: '' }, 'INVALID_REQUEST', '/pageId'],
    ['has a page that is too long', { ...good, pageId: 'a'.repeat(257) }, 'INVALID_REQUEST', '/pageId'],
    ['has an empty snapshot', { ...good, snapshot: '' }, 'INVALID_REQUEST', '/snapshot'],
    ['has a snapshot that is no text', { ...good, snapshot: 1 }, 'INVALID_REQUEST', '/snapshot'],
    ['has an empty branch', { ...good, branch: '' }, 'INVALID_REQUEST', '/branch'],
    ['has a viewport of nothing', { ...good, viewport: {} }, 'INVALID_REQUEST', '/viewport/height'],
    ['has a mode that is none', { ...good, mode: 'loose' }, 'INVALID_REQUEST', '/mode'],
    ['ignores nothing in particular', { ...good, ignore: [{ reason: 'x' }] }, 'INVALID_REQUEST', '/ignore/0'],
    ['has a member that is not known', { ...good, page: 1 }, 'INVALID_REQUEST', '/page'],
    ['is not Base64', { ...good, snapshot: 'a picture, I swear' }, 'UNSUPPORTED_SNAPSHOT', '/snapshot'],
    ['is the file itself', { ...good, snapshot: '<html></html>' }, 'UNSUPPORTED_SNAPSHOT', '/snapshot'],
    [
      'is a GIF',
      { ...good, snapshot: Buffer.from('GIF89a0000').toString('base64') },
      'UNSUPPORTED_SNAPSHOT',
      '/snapshot',
    ],
    [
      'is cut off in its head',
      { ...good, snapshot: white.subarray(0, 20).toString('base64') },
      'UNSUPPORTED_SNAPSHOT',
      '/snapshot',
    ],
    [
      'says that it has 400 megapixels',
      { ...good, snapshot: huge().toString('base64') },
      'UNSUPPORTED_SNAPSHOT',
      '/snapshot',
    ],
  ])('that %s is 400 and costs no job', async (_, body, code, path) => {
    const jobs = () => service.database.sql`select 1 from pgboss.job where name = 'compare-design'`
    const before = (await jobs()).length

    const answer = await call('POST /api/verify-design', { body })

    expectScanError(answer, code)
    expect([answer.status, faultPaths(answer)[0]]).toEqual([400, path])
    expect((await jobs()).length).toBe(before)
  })

  /** 20,000 × 20,000, by its head. */
  function huge(): Buffer {
    const lying = Buffer.from(white)
    lying.writeUInt32BE(20_000, 16)
    lying.writeUInt32BE(20_000, 20)
    return lying
  }

  test('that is no JSON, of another type, or by another method is 400', async () => {
    expectScanError(await call('POST /api/verify-design', { raw: '{' }), 'INVALID_REQUEST')
    expectScanError(
      await call('POST /api/verify-design', { raw: 'a', headers: { 'content-type': 'image/png' } }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expectScanError(await call('DELETE /api/verify-design'), 'METHOD_NOT_ALLOWED')
  })

  test('that is larger than 32 MiB is 400, one of 20 MiB is read', async () => {
    const large = (bytes: number) => ({ ...good, snapshot: Buffer.alloc(bytes).toString('base64') })

    expectScanError(await call('POST /api/verify-design', { body: large(26 * 1024 * 1024) }), 'BODY_TOO_LARGE')
    expectScanError(await call('POST /api/verify-design', { body: large(15 * 1024 * 1024) }), 'UNSUPPORTED_SNAPSHOT')
  })

  test('under an Idempotency-Key meets its verification again, and no other may have the key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const page = randomUUID()

    const [first, again] = [await verify(page, white, {}, { headers }), await verify(page, white, {}, { headers })]
    const other = await verify(page, red, {}, { headers })

    expect([idOf(again), again.text]).toEqual([idOf(first), first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([other.status, (other.body as { error: { code: string } }).error.code]).toEqual([
      400,
      'IDEMPOTENCY_CONFLICT',
    ])
  })

  test('that waits for nothing is taken, and its result is fetched later, headers and all', async () => {
    const accepted = await verify(randomUUID(), white, {}, { headers: { prefer: 'respond-async' } })
    expectShape(Accepted, accepted.body)
    const { job_id: jobId } = accepted.body as { job_id: string }

    let result = await call(`GET /jobs/${jobId}/result`)
    for (let left = 100; result.status !== 200 && left > 0; left -= 1) {
      await Bun.sleep(20)
      result = await call(`GET /jobs/${jobId}/result`)
    }

    expect([result.body, idOf(result), result.headers.get('x-baseline-state')]).toEqual([passing, jobId, 'active'])
  })
})

describe('a key', () => {
  test('that is none, or of another area, is 401', async () => {
    const { key } = await service.issueKey({ areas: ['A'] })

    for (const each of [null, 'abc', key])
      for (const what of ['POST /api/verify-design', 'GET /api/verify-design', 'PUT /api/design-system/tokens'])
        expectScanError(
          await call(what, { key: each, ...(what.startsWith('GET') ? {} : { body: {} }) }),
          'INVALID_API_KEY',
        )
  })

  test('of another organisation sees nothing of it, and its pages of the same names are others', async () => {
    const page = randomUUID()
    await verify(page, white)
    const changed = await verify(page, red)
    const { key } = await service.issueKey({ org: 'org_other' })

    const lists = await Promise.all(
      ['verify-design', `pages/${page}/baselines`].map((path) => call(`GET /api/${path}`, { key })),
    )

    expectShape(VerificationList, lists[0]?.body)
    expectShape(BaselineList, lists[1]?.body)
    expect(lists.map(({ body }) => body)).toEqual([
      { verifications: [], nextCursor: null },
      { baselines: [], nextCursor: null },
    ])
    for (const path of ['', '/actual', '/baseline'])
      expectScanError(await call(`GET /api/verify-design/${idOf(changed)}${path}`, { key }), 'VERIFICATION_NOT_FOUND')
    expectScanError(await approve(changed, undefined, { key }), 'VERIFICATION_NOT_FOUND')
    expect((await verify(page, red, {}, { key })).body).toEqual(passing)
  })

  test('that has asked too often is 429', async () => {
    const { key } = await service.issueKey({ org: 'org_often', tier: 'standard' })
    const answers = await Promise.all(
      Array.from({ length: 101 }, () => call('POST /api/verify-design', { key, body: {} })),
    )

    const limited = answers.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThan(0)
    expectScanError(limited[0] as Answer, 'RATE_LIMIT_EXCEEDED')
    expect(limited[0]?.headers.has('retry-after')).toBe(true)
  })
})

describe('many at once', () => {
  const many = (verb: string, body: Json, options: CallOptions = {}) =>
    call(`POST /api/designs/${verb}`, { body, ...options })
  /** Pages of a branch of their own that wait for a word, one of them twice with the same snapshot. */
  async function waiting(count: number) {
    const branch = randomUUID()
    const answers: Answer[] = []
    for (let page = 0; page < count; page++) {
      await verify(`${branch}-${page}`, white, { branch })
      answers.push(await verify(`${branch}-${page}`, red, { branch }))
    }
    return { branch, answers, again: await verify(`${branch}-0`, red, { branch }) }
  }

  test('are counted first, then approved as one, and no others', async () => {
    const { branch, answers, again } = await waiting(3)
    const other = await waiting(1)
    const reason = 'the new brand'

    const counted = await many('approve', { branch, reason, dryRun: true })
    const changed = await many('approve', { branch, reason, expected: 4 })
    const repeated = await many('approve', { branch, reason })

    expect([counted, changed, repeated].map(({ status, body }) => [status, body])).toEqual([
      [200, { matched: 4, changed: 0, remaining: 4 }],
      [200, { matched: 4, changed: 4, remaining: 0 }],
      [200, { matched: 0, changed: 0, remaining: 0 }],
    ])
    for (const each of [...answers, again]) expect(await stateOf(each)).toBe('approved')
    expect(await stateOf(other.again)).toBe('waiting')
    expect((await verify(`${branch}-1`, red, { branch })).body).toEqual(passing)
    expect((await verify(`${branch}-1`, white, { branch })).body).toMatchObject({ approved: false })
  })

  test('are left alone where another number matches than was expected', async () => {
    const { branch, answers } = await waiting(2)

    const refused = await many('reject', { branch, reason: 'too pale', expected: 2 })

    expectScanError(refused, 'STATE_CONFLICT')
    expect(refused.body).toMatchObject({ error: { details: { expected: 2, matched: 3 } } })
    for (const each of answers) expect(await stateOf(each)).toBe('waiting')
  })

  test('are rejected, of one page alone where it is named', async () => {
    const { branch, answers } = await waiting(2)

    const { body } = await many('reject', { branch, pageId: `${branch}-1`, reason: 'too pale' })

    expect(body).toEqual({ matched: 1, changed: 1, remaining: 0 })
    expect(await Promise.all(answers.map(stateOf))).toEqual(['waiting', 'rejected'])
  })

  test('are never another organisation’s', async () => {
    const { branch, answers } = await waiting(1)
    const { key } = await service.issueKey({ org: 'org_strange' })

    for (const verb of ['approve', 'reject'])
      expect((await many(verb, { branch, reason: 'ours' }, { key })).body).toEqual({
        matched: 0,
        changed: 0,
        remaining: 0,
      })
    expect((await many('merge', { from: branch, reason: 'ours' }, { key })).body).toMatchObject({ matched: 0 })
    expect(await Promise.all(answers.map(stateOf))).toEqual(['waiting'])
  })

  test('follow a branch that was merged: what it approved holds on the other, its own stays', async () => {
    const { branch } = await waiting(2)
    await verify(`${branch}-0`, blue)
    await many('approve', { branch, reason: 'the new brand' })

    const counted = await many('merge', { from: branch, reason: 'merged', dryRun: true })
    const merged = await many('merge', { from: branch, into: 'main', reason: 'merged', expected: 2 })
    const again = await many('merge', { from: branch, reason: 'merged' })

    expect([counted, merged, again].map(({ body }) => body)).toEqual([
      { matched: 2, changed: 0, remaining: 2 },
      { matched: 2, changed: 2, remaining: 0 },
      { matched: 0, changed: 0, remaining: 0 },
    ])
    for (const page of [`${branch}-0`, `${branch}-1`]) {
      const active = await activeOf(page)
      expect(active['main']).toBe(active[branch] as string)
      expect((await verify(page, red)).body).toEqual(passing)
    }
  })

  test('that are said wrong are named', async () => {
    const paths = async (verb: string, body: Json) => faultPaths(await many(verb, body))

    expect(await paths('approve', {})).toEqual(['/reason'])
    expect(await paths('merge', { reason: 'merged', from: '' })).toEqual(['/from'])
    expect(await paths('reject', { reason: 'x', expected: -1, state: 'passed' })).toEqual(['/expected', '/state'])
  })
})

test('beside a ledger that knows none of it nothing is verified, reviewed or changed', async () => {
  const { sql } = service.database
  const waiting = await verify('beside-an-old-ledger', white)
  await sql`
    insert into process_reports (process_id, role, jobs, host, pid, reported_at, metrics, notes)
    values (gen_random_uuid(), 'ledger', '{}', 'elsewhere', 1, now(), '[]',
      '{"has": {"claims": "kept", "annotations": "known"}, "lacks": {}}')`
  const refused = [
    await verify('beside-an-old-ledger', red),
    await approve(waiting),
    await call('PUT /api/pages/beside-an-old-ledger/policy', { body: { failOn: 'critical' } }),
    await call('PUT /api/design-system/tokens', { body: {} }),
    await call('POST /api/pages/beside-an-old-ledger/accepted-issues/take-back', {
      body: { issues: 'all', reason: 'x' },
    }),
  ]
  await sql`delete from process_reports where role = 'ledger'`

  for (const answer of refused) expectScanError(answer, 'NO_WORKER')
  expect((await verify('beside-an-old-ledger', white)).status).toBe(200)
})

describe('what there is to see of a verification', () => {
  const seen = (answer: Answer, part: string, options: CallOptions = {}) =>
    call(`GET /api/verify-design/${idOf(answer)}/${part}`, options)
  const drawings = async () => (await service.database.sql`select 1 from job_results`).length

  test('is drawn once, for whoever asks: what differs lies over the page, and one file shows both', async () => {
    const page = randomUUID()
    await verify(page, white)
    const answer = await verify(page, red)
    const before = await drawings()

    const [one, other, report] = await Promise.all(['diff', 'diff', 'report'].map((part) => seen(answer, part)))
    const known = await seen(answer, 'diff', { headers: { 'if-none-match': one?.headers.get('etag') ?? '' } })
    const address = `${service.urls[0]}/api/verify-design/${idOf(answer)}/diff`
    const bytes = await (await fetch(address, { headers: { authorization: `Bearer ${service.key}` } })).bytes()
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes))

    expect([one?.status, other?.text, known.status]).toEqual([200, one?.text ?? '', 304])
    expect(one?.headers.get('content-type')).toBe('image/png')
    expect([width, height]).toEqual([64, 48])
    const isClear = (x: number, y: number) => data[(y * width + x) * 4 + 3] === 0
    expect([isClear(9, 9), isClear(39, 23), isClear(2, 2), isClear(50, 40)]).toEqual([false, false, true, true])
    expect(report?.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(report?.text).toContain(`<bdi>${page}</bdi>`)
    for (const picture of [white, red, Buffer.from(bytes)]) expect(report?.text).toContain(picture.toString('base64'))
    expect((await drawings()) - before).toBe(1)
  })

  test('of which somebody took a picture away is shown neither without it nor as if there had never been one', async () => {
    const { sql } = service.database
    const page = randomUUID()
    await verify(page, white)
    const answer = await verify(page, red)
    const etag = (await seen(answer, 'diff')).headers.get('etag') ?? ''
    await sql`delete from stored_blobs where digest = ${etag.replaceAll('"', '')}`

    const [diff, report] = await Promise.all(['diff', 'report'].map((part) => seen(answer, part)))

    for (const shown of [diff, report]) expectScanError(shown as Answer, 'EVIDENCE_MISMATCH')
  })

  test('of a first snapshot is itself: nothing differs from nothing', async () => {
    const answer = await verify(randomUUID(), white)

    const report = await seen(answer, 'report')
    const known = await seen(answer, 'report', { headers: { 'if-none-match': report.headers.get('etag') ?? '' } })

    expect(report.text).toContain('There was no baseline')
    expect(report.text).toContain(white.toString('base64'))
    expect(known.status).toBe(304)
    expectScanError(await seen(answer, 'diff'), 'VERIFICATION_NOT_FOUND')
  })

  test('of markup is the page as it is shown, which was judged without a picture', async () => {
    const page = randomUUID()
    const button = (color: string) =>
      Buffer.from(`<!doctype html><title>x</title><a id="buy" href="/" style="color:${color}">Buy</a>`)
    await verify(page, button('#2563eb'))
    const answer = await verify(page, button('#1d4ed8'))
    await call(`PUT /api/pages/${page}/policy`, { body: { ignore: [{ selector: '#buy', reason: 'on sale' }] } })

    const report = await seen(answer, 'report')
    const diff = await seen(answer, 'diff')
    const [, mask = ''] = /id="picture-mask"[^>]*base64,([^"]*)"/.exec(report.text) ?? []
    const shown = PNG.sync.read(Buffer.from(mask, 'base64')).data
    const reds = new Set(shown.filter((_, at) => at % 4 === 0 && shown[at + 3] !== 0))

    expect([report.status, diff.status]).toEqual([200, 200])
    // What is ignored by its selector is found in the layout: it is not shown as a change.
    expect([...reds]).toEqual([90])
    expect(report.text.match(/<image id="picture-(?:before|after|mask)"/g)).toHaveLength(3)
    expect(report.text).toContain('fill="#1d4ed8"')
    expect(report.text).toContain('<code>#buy { color: #2563eb; }</code>')
  })

  test('may be left to be drawn, and its job says where it is then', async () => {
    const page = randomUUID()
    await verify(page, white)
    const answer = await verify(page, blue)
    const asked = await seen(answer, 'diff', { headers: { prefer: 'respond-async' } })
    const { job_id } = asked.body as { job_id: string }
    await seen(answer, 'diff')

    const result = await call(`GET /jobs/${job_id}/result`)

    expect(asked.status).toBe(202)
    const at = `/api/verify-design/${idOf(answer)}`
    expect(result.body).toEqual({ verificationId: idOf(answer), diff: `${at}/diff`, report: `${at}/report` })
  })

  test('is nobody else’s', async () => {
    const answer = await verify(randomUUID(), white)
    const { key } = await service.issueKey({ org: 'org_strange' })

    for (const part of ['diff', 'report']) expectScanError(await seen(answer, part, { key }), 'VERIFICATION_NOT_FOUND')
  })
})

describe('a page at an address', () => {
  const look = (color: string) =>
    `<!doctype html><html lang="en"><head><title>x</title><style>h1 { color: ${color}; animation: in 300s both } @keyframes in { from { opacity: 0 } }</style></head><body><h1 id="title">Shop</h1></body></html>`
  const capture = (pageId: string, body: Json, options: CallOptions = {}) =>
    call(`POST /api/designs/${pageId}/capture`, { body, ...options })

  test('is visited and verified as it is shown: the first is how it is to look, a change is named, its picture is kept', async () => {
    site.pages.set('/shop', look('rgb(37, 99, 235)'))
    const url = `${site.url}/shop`
    const first = await capture('captured', { url, viewport: { width: 600, height: 400 } })
    const again = await capture('captured', { url, viewport: { width: 600, height: 400 } })
    site.pages.set('/shop', look('rgb(29, 78, 216)'))
    const changed = await capture('captured', { url, viewport: { width: 600, height: 400 } })

    expect([first.status, first.body, again.body]).toEqual([200, passing, passing])
    expectShape(DesignVerdict, changed.body)
    expect(changed.body).toMatchObject({
      approved: false,
      violations: 1,
      issues: [{ type: 'style-change', element: '#title', violation: expect.stringContaining('color') }],
    })
    const report = await reportOf(changed)
    expect(report).toMatchObject({ source: 'url', path: 'tree', viewport: { width: 600, height: 400, scale: 1 } })
    const picture = await call(`GET /api/verify-design/${idOf(changed)}/actual`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  }, 30_000)

  test('shows another file under the same address, which no tree knows of, as an issue of its element, until that is approved', async () => {
    const photoOf = (color: readonly [number, number, number]) => () =>
      new Response(pngOf(80, 60, [...color]), { headers: { 'content-type': 'image/png' } })
    site.pages.set(
      '/photos',
      '<!doctype html><html lang="en"><title>x</title><img id="photo" src="/photo.png" alt="Harbour">',
    )
    site.pages.set('/photo.png', photoOf([20, 90, 160]))
    const asked = { url: `${site.url}/photos`, viewport: { width: 600, height: 400 } }
    const first = await capture('photos', asked)
    const again = await capture('photos', asked)
    site.pages.set('/photo.png', photoOf([200, 40, 40]))
    const changed = await capture('photos', asked)
    const judgedAgain = await call(`POST /api/verify-design/${idOf(changed)}/again`)
    const approved = await approve(changed)
    const accepted = await capture('photos', asked)

    expect([first.body, again.body]).toEqual([passing, passing])
    expect(changed.body).toMatchObject({
      approved: false,
      violations: 1,
      issues: [{ type: 'picture-change', element: '#photo' }],
    })
    expect(judgedAgain.body).toEqual(changed.body)
    expect([approved.status, accepted.body]).toEqual([200, passing])
  }, 30_000)

  test('gets what opens it, which is kept sealed alone', async () => {
    site.pages.set('/private', (request) =>
      request.headers.get('authorization') === 'Bearer geheim-9'
        ? new Response(look('red'), { headers: { 'content-type': 'text/html' } })
        : new Response('no', { status: 403 }),
    )
    const url = `${site.url}/private`

    const refused = await capture('private', { url })
    const opened = await capture('private', { url, headers: { authorization: 'Bearer geheim-9' } })

    expectScanError(refused, 'PAGE_UNREACHABLE')
    expect([opened.status, opened.body]).toEqual([200, passing])
    const jobs = await service.database.sql`select data::text from pgboss.job where data::text like '%geheim-9%'`
    expect(jobs.length).toBe(0)
  }, 30_000)

  test('that may not be visited, or is asked for wrongly, is refused with every fault', async () => {
    expectScanError(await capture('x', { url: 'http://169.254.169.254/' }), 'ADDRESS_REFUSED')
    const faulty = await capture('x', {
      url: 'nowhere',
      viewport: { width: 1 },
      headers: { host: 'x' },
      ignore: [{ reason: 'x' }],
    })
    expectScanError(faulty, 'INVALID_REQUEST')
    expect(faultPaths(faulty)).toEqual(expect.arrayContaining(['/viewport/width', '/viewport/height']))
  })
})

test('lists go by page, branch and state, and on from where they ended', async () => {
  const page = randomUUID()
  await verify(page, white)
  await verify(page, white, { branch: 'other' })
  await verify(page, red)
  const list = async (query: string) => (await call(`GET /api/verify-design?pageId=${page}&${query}`)).body as Listed

  const first = await list('limit=2')
  const rest = await list(`limit=2&cursor=${first.nextCursor}`)

  expect([first.verifications.length, rest.verifications.length, rest.nextCursor]).toEqual([2, 1, null])
  expect((await list('branch=other')).verifications).toHaveLength(1)
  expect((await list('state=waiting')).verifications).toHaveLength(1)
  expectScanError(await call('GET /api/verify-design?cursor=x'), 'INVALID_REQUEST')
})

test('what was said of all this is evidenced, and described', async () => {
  await assertEvidence(service.database.sql, { isLogged: false })
  const full = await call('POST /v1/edg/verify', { body: { hash: await aHead(), mode: 'chain' } })

  expect(full.body).toMatchObject({ valid: true, first_failure: null })
  expect(await undocumentedIn(service)).toEqual([])
})

/** The newest node of a baseline that superseded another. */
async function aHead(): Promise<string> {
  const [row] = await service.database.sql<{ head: string }[]>`
    select encode(head, 'hex') as head from design_baselines 
    where status = 'active' and version > 0 and org_id = 'org_test' limit 1`
  return row?.head ?? ''
}
