/** Answers without HTTP: given and taken back by people, each with its node; one of many at once; never where something else stands. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { ScanReport } from '#db/documents/scan-report'
import { standingOf } from '#db/queries/answers'
import { answerQuestion, withdrawAnswer, withdrawAnswerOf } from '#shared/scans/answer-life'
import { questionsOf, requireScan, withAnswers } from '#shared/scans/open-questions'
import { storeKey } from '#test/support/keys'
import { aQuestionable, storeScan } from '#test/support/scans'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
let keyId: string
beforeAll(async () => {
  verbs = await openVerbs()
  keyId = await keyOf('r.okafor')
}, 60_000)
afterAll(() => verbs.close())

const keyOf = async (actor: string | null) =>
  (await storeKey(verbs.sql, verbs.signer, { org_id: 'org_test', areas: ['D'], scopes: [], tier: 'standard', actor }))
    .id
const scanOf = (...issues: ScanReport['issues']) => storeScan(verbs.sql, verbs.signer, { issues })
const answer = (report: ScanReport, choice: string, odd: { keyId?: string; seed?: string; orgId?: string } = {}) =>
  answerQuestion(verbs.context({ keyId, ...odd }), {
    scanId: report.scanId,
    fingerprint: report.issues[0]?.fingerprint ?? '',
    request: { choice, note: 'looked at' },
  })
const looking = () => ({ read: verbs.context().read, signer: verbs.signer })
const askedAbout = (report: ScanReport) => withAnswers(looking(), 'org_test', questionsOf(report))

describe('an answer', () => {
  test('is given and taken back with a node each, which name who it was', async () => {
    const report = await scanOf(aQuestionable())

    const { row, isOwn } = await answer(report, 'misses')
    const ended = await withdrawAnswer(verbs.context({ keyId: await keyOf('s.lind') }), row.answer_id)
    const again = await withdrawAnswer(verbs.context({ keyId }), row.answer_id)

    const nodes = await verbs.nodesOf(`answer:${row.answer_id}`)
    expect(isOwn).toBe(true)
    expect(row).toMatchObject({ means: 'failure', severity: 'serious', answered_by: 'r.okafor', holds_for: 'site' })
    expect(again).toEqual(ended)
    expect(
      nodes.map(({ kind, result, parents }) => [kind, result?.['state'], result?.['withdrawn_by'], parents.length]),
    ).toEqual([
      // The scan that asked, and what it was decided by; then what stood.
      ['question.answered', 'standing', '', expect.any(Number)],
      ['question.withdrawn', 'withdrawn', 's.lind', expect.any(Number)],
    ])
  })

  test('is of a choice that the question has', async () => {
    const report = await scanOf(aQuestionable())

    await expect(answer(report, 'maybe')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { issues: [{ path: '/choice', expected: 'one of fits, misses, decoration, cannot-tell' }] },
    })
  })

  test('is not given with a key that was issued for nobody, and not taken back with one', async () => {
    const report = await scanOf(aQuestionable())
    const nobody = await keyOf(null)
    const { row } = await answer(report, 'fits')

    await expect(answer(report, 'fits', { keyId: nobody })).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
    await expect(withdrawAnswer(verbs.context({ keyId: nobody }), row.answer_id)).rejects.toMatchObject({
      code: 'SCOPE_REQUIRED',
    })
    await expect(answer(report, 'fits', { keyId: 'key_never_issued' })).rejects.toMatchObject({
      code: 'SCOPE_REQUIRED',
    })
  })

  test('of a hundred at once one wins; who said the same is shown it, who said otherwise is refused', async () => {
    const report = await scanOf(aQuestionable())

    const came = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        answer(report, at % 2 === 0 ? 'fits' : 'misses').catch((error: { code: string; details: object }) => error),
      ),
    )

    const given = came.filter((each) => 'row' in each)
    const refused = came.filter((each) => 'code' in each)
    const [thing = ''] = questionsOf(report).map((question) => question.thing)
    const standing = await standingOf(verbs.sql, 'org_test', [thing])
    expect(standing).toHaveLength(1)
    expect(given.filter(({ isOwn }) => isOwn)).toHaveLength(1)
    expect(new Set(given.map(({ row }) => row.answer_id))).toEqual(new Set(standing.map((row) => row.answer_id)))
    expect([given.length, refused.length]).toEqual([50, 50])
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['STATE_CONFLICT']))
  }, 60_000)

  test('that it cannot be told gives way to one that tells, and that to none', async () => {
    const report = await scanOf(aQuestionable())

    const unknown = (await answer(report, 'cannot-tell')).row
    const told = (await answer(report, 'fits')).row

    expect((await verbs.nodesOf(`answer:${unknown.answer_id}`)).map(({ kind }) => kind)).toEqual([
      'question.answered',
      'question.withdrawn',
    ])
    expect(told).toMatchObject({ choice: 'fits', withdrawn_at: null })
    await expect(answer(report, 'cannot-tell')).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { answerId: told.answer_id, choice: 'fits', answeredBy: 'r.okafor' },
    })
  })

  test('sent again under its Idempotency-Key is met, also where it was taken back since', async () => {
    const report = await scanOf(aQuestionable())
    const seed = randomUUID()

    const first = (await answer(report, 'fits', { seed })).row
    await withdrawAnswerOf(verbs.context({ keyId }), {
      scanId: report.scanId,
      fingerprint: report.issues[0]?.fingerprint ?? '',
    })
    const again = await answer(report, 'fits', { seed })
    const takenAgain = await withdrawAnswerOf(verbs.context({ keyId }), {
      scanId: report.scanId,
      fingerprint: report.issues[0]?.fingerprint ?? '',
    })

    expect(takenAgain).toEqual(again.row)
    expect(again).toMatchObject({ isOwn: true, row: { answer_id: first.answer_id, withdrawn_by: 'r.okafor' } })
  })

  test('of a scan of another organisation is of none', async () => {
    const report = await scanOf(aQuestionable())
    const { row } = await answer(report, 'fits')

    await expect(answer(report, 'fits', { orgId: 'org_else' })).rejects.toMatchObject({ code: 'SCAN_NOT_FOUND' })
    await expect(withdrawAnswer(verbs.context({ keyId, orgId: 'org_else' }), row.answer_id)).rejects.toMatchObject({
      code: 'ANSWER_NOT_FOUND',
    })
  })

  test('that was changed in the store is not gone by, and not shown', async () => {
    const report = await scanOf(aQuestionable())
    const { row } = await answer(report, 'misses')
    await verbs.sql`update scan_answers set means = 'fine', severity = null where answer_id = ${row.answer_id}`

    await expect(askedAbout(report)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
    await expect(answer(report, 'fits')).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  })
})

describe('what is asked', () => {
  test('is each thing once: the same picture with the same words is one, wherever on the site it stands', async () => {
    const contentFingerprint = randomUUID().replaceAll('-', '')
    const twins = [aQuestionable({ contentFingerprint }), aQuestionable({ contentFingerprint })]
    const report = await scanOf(...twins)
    await answer(report, 'fits')
    const moved = await scanOf(aQuestionable({ contentFingerprint }))

    expect((await askedAbout(report)).map(({ alike, answer }) => [alike, answer?.choice])).toEqual([[1, 'fits']])
    expect((await askedAbout(moved)).map(({ answer }) => answer?.choice)).toEqual(['fits'])
  })

  test('is asked again where the markup is another, beside what was said earlier', async () => {
    const issue = aQuestionable()
    await answer(await scanOf(issue), 'fits')
    const changed = await scanOf({
      ...issue,
      contentFingerprint: 'f'.repeat(32),
      html: '<img src="b.png" alt="image">',
    })

    expect((await askedAbout(changed)).map(({ answer, earlier }) => [answer, earlier?.choice])).toEqual([
      [undefined, 'fits'],
    ])
  })

  test('of one place is not said of another, and what hangs on looks not after the style sheets have changed', async () => {
    const link = aQuestionable({ type: 'link-text-generic', criteria: ['2.4.4'] })
    const contrast = aQuestionable({ type: 'color-contrast', criteria: ['1.1.1'] })
    const withLooks = (issue: ScanReport['issues'][number], looks: string) =>
      storeScan(verbs.sql, verbs.signer, {
        issues: [issue],
        odd: { page: { ...pageAbout, looks, scripts: looks } },
      })
    const { page: pageAbout } = await scanOf()
    await answer(await scanOf(link), 'clear')
    await answer(await withLooks(contrast, 'a'), 'readable')

    const choices = async (report: ScanReport) => (await askedAbout(report)).map(({ answer }) => answer?.choice)
    expect(await choices(await scanOf(link))).toEqual(['clear'])
    expect(await choices(await scanOf({ ...link, fingerprint: 'e'.repeat(32) }))).toEqual([undefined])
    expect(await choices(await withLooks(contrast, 'a'))).toEqual(['readable'])
    expect(await choices(await withLooks(contrast, 'b'))).toEqual([undefined])
  })

  test('of markup that the report has but the start of is found again by the digest of all of it', async () => {
    const cut = aQuestionable({
      html: '<img alt="image" src="data:image/png;base64,AAAA…">',
      whole: '0123456789abcdef',
    })
    await answer(await scanOf(cut), 'fits')

    const choices = async (report: ScanReport) => (await askedAbout(report)).map(({ answer }) => answer?.choice)
    expect(await choices(await scanOf(cut))).toEqual(['fits'])
    expect(await choices(await scanOf({ ...cut, whole: 'fedcba9876543210' }))).toEqual([undefined])
  })

  test('holds for its scan alone where the report has but the start of the markup, and no digest', async () => {
    const cut = aQuestionable({ html: '<img alt="image" src="data:image/png;base64,AAAA…">' })
    const first = await scanOf(cut)
    await answer(first, 'fits')

    expect((await askedAbout(first)).map(({ reach, answer }) => [reach, answer?.choice])).toEqual([['scan', 'fits']])
    expect((await askedAbout(await scanOf(cut))).map(({ answer }) => answer)).toEqual([undefined])
  })

  test('is nothing of violations, of practice, and of what breaks no criterion of the standard', async () => {
    const report = await scanOf(
      aQuestionable({ severity: 'serious' }),
      aQuestionable({ severity: 'practice' }),
      aQuestionable({ criteria: [] }),
      aQuestionable({ criteria: ['2.4.9'] }),
    )

    expect(questionsOf((await requireScan(looking(), 'org_test', report.scanId)).report)).toEqual([])
  })
})
