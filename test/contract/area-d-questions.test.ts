/** Questions of area D with a real browser: what scan-page leaves to people, what they answer, and what later scans make of it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ScanReport } from '#db/documents/scan-report'
import { AnswerList, QuestionAnswer, ScanQuestions } from '#shared/contracts/questions'
import { undocumentedIn } from '#test/contract/documented'
import { expectScanError, expectShape, faultPaths } from '#test/contract/shapes'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { pngOf } from '#test/support/png'
import { aQuestionable, storeScan } from '#test/support/scans'
import { type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'

const hero = (alt: string) => `<p><img id="hero" src="/hours.png" width="200" height="100" alt="${alt}"></p>`
let site: Pages
let service: Service
let call: Service['call']
beforeAll(async () => {
  site = servePages({
    '/hours.png': () => new Response(pngOf(200, 100, [0, 90, 160]), { headers: { 'content-type': 'image/png' } }),
  })
  service = await startService({ job: 'scan-page', env: { ...unlimited, ...patient, ...site.env } })
  call = service.call
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
})

async function scan(path: string, body?: string): Promise<ScanReport> {
  if (body !== undefined) site.pages.set(path, aPage(body))
  const answer = await call('POST /api/scan', { body: { url: site.url + path } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return (await call(`GET /api/scans/${answer.headers.get('x-scan-id')}`)).body as ScanReport
}
async function questionsOf(scanId: string, options: CallOptions = {}): Promise<ScanQuestions> {
  const answer = await call(`GET /api/scans/${scanId}/questions`, options)
  expectShape(ScanQuestions, answer.body)
  return answer.body as ScanQuestions
}
const pictureQuestion = async (scanId: string) => {
  const found = (await questionsOf(scanId)).questions.find(({ element }) => element.includes('hero'))
  if (!found) throw new Error('the picture is asked nothing about')
  return { ...found, path: `/api/scans/${scanId}/questions/${found.fingerprint}` }
}
const answer = (path: string, choice: string, options: CallOptions = {}) =>
  call(`POST ${path}/answer`, { body: { choice, note: 'looked at' }, ...options })
const ofPicture = (list: readonly { type: string; element: string }[] = []) =>
  list.filter(({ element }) => element.includes('hero'))

describe('a question of a scan', () => {
  test('has the element, its markup and place, choices, and a piece of the picture', async () => {
    const { scanId } = await scan('/asked', hero('banner'))

    const question = await pictureQuestion(scanId)
    const options = { headers: { authorization: `Bearer ${service.key}` } }
    const picture = await fetch(`${service.urls[0]}${question.picture}`, options)

    expect(question).toMatchObject({ location: '5:4', holdsFor: 'site', alike: 0, answer: null, earlier: null })
    expect(question.choices.map(({ choice, means }) => [choice, means])).toEqual([
      ['fits', 'fine'],
      ['misses', 'failure'],
      ['decoration', 'failure'],
      ['cannot-tell', 'unknown'],
    ])
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    // The element's 200 × 100 with a margin around, in whole pixels of wherever it lies.
    const { width, height } = await new Bun.Image(await picture.bytes()).metadata()
    expect([Math.abs(width - 232) <= 1, Math.abs(height - 148) <= 1]).toEqual([true, true])
    expect(
      (
        await fetch(`${service.urls[0]}${question.picture}`, {
          headers: { ...options.headers, 'if-none-match': picture.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304)
  }, 120_000)

  test('that was answered a failure is one in later scans, of the stated severity; taken back, it is asked again', async () => {
    const before = await scan('/failing', hero('icon'))
    const { path } = await pictureQuestion(before.scanId)

    const given = await answer(path, 'misses')
    const during = await scan('/failing')
    const taken = await call(`DELETE ${path}/answer`)
    const after = await scan('/failing')

    expect(given.status).toBe(201)
    expectShape(QuestionAnswer, given.body)
    const { answerId, node } = given.body as QuestionAnswer
    expect([before.compliance, before.score]).toEqual(['pass', 100])
    expect(ofPicture(during.issues)).toMatchObject([
      { severity: 'serious', answered: { answerId, choice: 'misses', by: 'tester', note: 'looked at', node } },
    ])
    expect([during.compliance, during.score < 100, during.totals.serious]).toEqual(['fail', true, 1])
    expect(during.coverage.criteria.find(({ id }) => id === '1.1.1')?.outcome).toBe('failed')
    expect(taken.body).toMatchObject({ answerId, withdrawnBy: 'tester' })
    expect([after.compliance, after.score]).toEqual(['pass', 100])
    expect(ofPicture(after.issues)).toMatchObject([{ severity: 'warning' }])
    expect((await pictureQuestion(after.scanId)).earlier).toMatchObject({ answerId })
  }, 120_000)

  test('that was answered fine is told apart, on every page that has the same; where it has changed it is asked again', async () => {
    const before = await scan('/fine', hero('logo'))
    await answer((await pictureQuestion(before.scanId)).path, 'fits')

    const later = await scan('/fine')
    const elsewhere = await scan('/elsewhere', `<h2>Another page</h2>${hero('logo')}`)
    const changed = await scan('/fine', hero('thumbnail'))

    for (const report of [later, elsewhere]) {
      expect(ofPicture(report.issues)).toEqual([])
      expect(ofPicture(report.fine)).toMatchObject([{ answered: { choice: 'fits', means: 'fine', by: 'tester' } }])
    }
    expect(later.totals.warning).toBe(before.totals.warning - 1)
    expect(ofPicture(changed.issues)).toMatchObject([{ severity: 'warning' }])
    expect(await pictureQuestion(changed.scanId)).toMatchObject({ answer: null, earlier: { choice: 'fits' } })
    const html = (await call(`GET /api/scans/${later.scanId}?format=html`)).text
    expect(html).toContain('Looked at, and fine')
    expect((await call(`GET /api/scans/${later.scanId}?format=csv`)).text).toContain('"tester"')
  }, 120_000)
})

test('markup that is too long to be shown is the same only where all of it is', async () => {
  const long = (end: string) =>
    `<p><img id="hero" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" class="${'box '.repeat(40)}${end}" width="200" height="100" alt="banner"></p>`
  const before = await scan('/long', long('a'))
  await answer((await pictureQuestion(before.scanId)).path, 'fits')

  const [same, changed] = [await scan('/long'), await scan('/long', long('b'))]

  expect(ofPicture(before.issues)).toMatchObject([{ html: expect.stringContaining('…'), whole: expect.any(String) }])
  expect(ofPicture(same.fine)).toHaveLength(1)
  expect(ofPicture(changed.issues)).toMatchObject([{ severity: 'warning' }])
}, 120_000)

describe('an answer', () => {
  const stored = async (orgId?: string) => {
    const { scanId, issues } = await storeScan(service.database.sql, service.signer, {
      issues: [aQuestionable()],
      ...(orgId === undefined ? {} : { orgId }),
    })
    return `/api/scans/${scanId}/questions/${issues[0]?.fingerprint}`
  }

  test('chosen again is the one that stands; another choice is refused, and says whose stands', async () => {
    const path = await stored()

    const first = await answer(path, 'fits')
    const same = await answer(path, 'fits')
    const other = await answer(path, 'misses')

    expect([first.status, same.status]).toEqual([201, 200])
    expect(same.body).toEqual(first.body as object)
    expectScanError(other, 'STATE_CONFLICT')
    expect(other.text).toContain('tester')
  })

  test('is not given with a key that was issued for nobody', async () => {
    const path = await stored()
    const { key } = await service.issueKey()

    expectScanError(await answer(path, 'fits', { key }), 'SCOPE_REQUIRED')
  })

  test('asked for again under its Idempotency-Key is the same', async () => {
    const path = await stored()
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const [first, second] = [await answer(path, 'fits', { headers }), await answer(path, 'fits', { headers })]

    expect([second.status, second.body]).toEqual([first.status, first.body])
  })

  test('is nothing to another organisation: not its question, nor its picture, nor itself', async () => {
    const path = await stored()
    const given = (await answer(path, 'fits')).body as QuestionAnswer
    const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}`, actor: 'else' })
    const list = path.slice(0, path.lastIndexOf('/'))

    expectScanError(await call(`GET ${list}`, { key }), 'SCAN_NOT_FOUND')
    expectScanError(await call(`GET ${path}/picture`, { key }), 'SCAN_NOT_FOUND')
    expectScanError(await answer(path, 'fits', { key }), 'SCAN_NOT_FOUND')
    expectScanError(await call(`DELETE ${path}/answer`, { key }), 'SCAN_NOT_FOUND')
    expectScanError(await call(`DELETE /api/answers/${given.answerId}`, { key }), 'ANSWER_NOT_FOUND')
    expect((await call('GET /api/answers', { key })).body).toEqual({ answers: [], nextCursor: null })
  })

  test('is listed, newest first, by page and address, those that stand alone where asked', async () => {
    const orgId = `org_${crypto.randomUUID()}`
    const { key } = await service.issueKey({ org: orgId, actor: 'lister' })
    const given: string[] = []
    for (let at = 0; at < 3; at += 1)
      given.unshift(((await answer(await stored(orgId), 'fits', { key })).body as QuestionAnswer).answerId)
    await call(`DELETE /api/answers/${given[0]}`, { key })
    const list = async (query: string) => {
      const found = await call(`GET /api/answers${query}`, { key })
      expectShape(AnswerList, found.body)
      const { answers, nextCursor } = found.body as { answers: QuestionAnswer[]; nextCursor: string | null }
      return { ids: answers.map(({ answerId }) => answerId), nextCursor }
    }

    const first = await list('?limit=2')
    expect(first.ids).toEqual(given.slice(0, 2))
    expect(await list(`?limit=2&cursor=${first.nextCursor}`)).toEqual({ ids: given.slice(2), nextCursor: null })
    expect((await list('?standing=true')).ids).toEqual(given.slice(1))
    expect((await list('?url=https://example.com')).ids).toEqual(given)
    expect((await list('?url=https://example.com/none')).ids).toEqual([])
    expectScanError(await call('GET /api/answers?cursor=x', { key }), 'INVALID_REQUEST')
  })

  test('to what nobody asked, or without a picture, is not found', async () => {
    const path = await stored()
    const list = path.slice(0, path.lastIndexOf('/'))

    expectScanError(await answer(`${list}/${'0'.repeat(32)}`, 'fits'), 'QUESTION_NOT_FOUND')
    expectScanError(await call(`GET ${path}/picture`), 'QUESTION_NOT_FOUND')
    expectScanError(await call(`DELETE ${path}/answer`), 'ANSWER_NOT_FOUND')
    expectScanError(await call('DELETE /api/answers/x'), 'ANSWER_NOT_FOUND')
    expectScanError(await call('GET /api/scans/x/questions'), 'SCAN_NOT_FOUND')
  })

  for (const [body, path] of [
    [{}, '/choice'],
    [{ choice: '' }, '/choice'],
    [{ choice: 'maybe' }, '/choice'],
    [{ choice: 'fits', note: 'x'.repeat(2001) }, '/note'],
    [{ choice: 'fits', by: 'somebody else' }, '/by'],
  ] as const) {
    test(`${JSON.stringify(body).slice(0, 60)} is refused at ${path}`, async () => {
      const refused = await call(`POST ${await stored()}/answer`, { body })

      expectScanError(refused, 'INVALID_REQUEST')
      expect(faultPaths(refused)).toEqual([path])
    })
  }
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
