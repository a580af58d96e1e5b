/** What a report says of a scan. */
import { expect, test } from 'bun:test'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ScanReport } from '#db/documents/scan-report'
import { thingsOf } from '#shared/accessibility/answers'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { verdictWords } from '#shared/accessibility/wording'
import { aFinding, aSubject } from '#test/workers/scan-page/makers'
import type { Finding } from '#workers/scan-page/finding'
import { foundOn, issuesListed, pageOf, reportOf, type ScanFacts } from '#workers/scan-page/report'

const startedAt = new Date('2026-03-01T10:00:00.000Z')
const finishedAt = new Date('2026-03-01T10:00:02.414Z')

const seenWith = (findings: Finding[]): ScanFacts['seen'] =>
  ({
    loaded: {
      finalUrl: 'https://example.org/home',
      status: 200,
      contentType: 'text/html',
      source: '<input id=name>',
      sourceBytes: 15,
      title: 'Home',
      documentType: 'text/html',
      language: 'en',
      elements: 4,
      ms: { navigation: 1, settling: 1, steps: 0 },
    },
    examination: { findings, engines: [], criteria: ['1.1.1', '1.4.3', '4.1.2'], shadowed: [] },
    subjects: { frames: [], of: ({ target }) => aSubject(target.flat().join()) },
    picture: null,
    links: [],
    sightings: null,
    egress: { requests: 3, bytes: 100, denied: [], failed: [] },
    timings: { navigation: 12.3456 },
  }) as ScanFacts['seen']

const url = 'https://user:secret@example.org/'
const standard = readStandard('WCAG 2.1 AA') as Standard

const report = (findings: Finding[], odd: Partial<ScanFacts> = {}) =>
  reportOf({
    payload: { url, look: {}, run: null },
    scanId: '0190a1b2-0000-7000-8000-000000000001',
    standard,
    startedAt,
    finishedAt,
    seen: seenWith(findings),
    found: foundOn(seenWith(findings), { url, standard }),
    waivers: [],
    page: pageOf(seenWith(findings), { scanId: '0190a1b2-0000-7000-8000-000000000001', url, standard }),
    answers: [],
    browser: { product: 'Chrome/156', sandbox: 'on' },
    ...odd,
  })

test('is what its schema says', () => {
  if (!FormatRegistry.Has('date-time')) FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)))

  expect([...Value.Errors(ScanReport, report([aFinding()]))]).toEqual([])
})

test('fails if and only if something is violated', () => {
  const review = aFinding({ verdict: 'review' })

  expect(report([])).toMatchObject({ compliance: 'pass', score: 100 })
  expect(report([review])).toMatchObject({ compliance: 'pass', score: 100, totals: { warning: 1 } })
  expect(report([aFinding({ impact: 'minor' })])).toMatchObject({ compliance: 'fail', score: 99 })
})

test('practice is counted apart, can be waived, and fails neither the page nor a criterion', () => {
  const practice = aFinding({ engine: 'assay', rule: 'obsolete-element', verdict: 'practice', criteria: [] })
  const waiver = {
    waiver_id: 'w',
    fingerprint: null,
    type: 'obsolete-element',
    url: null,
    reason: 'known',
    expires_at: null,
  }

  const [open, waived] = [report([practice]), report([practice], { waivers: [waiver] })]

  expect(open).toMatchObject({
    compliance: 'pass',
    score: 100,
    issues: [{ severity: 'practice', confidence: 'high' }],
    totals: { critical: 0, practice: 1, warning: 0, waived: 0 },
    perType: { 'obsolete-element': { violations: 0, practice: 1, warnings: 0, waived: 0 } },
  })
  expect(open.coverage.criteria.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(waived).toMatchObject({
    issues: [],
    waived: [{ severity: 'practice', waiver: { reason: 'known' } }],
    totals: { practice: 0, waived: 1 },
    perType: { 'obsolete-element': { practice: 0, waived: 1 } },
  })
})

test('says how long it took, and nothing of credentials', () => {
  const { scanTime, timestamp, url, timings } = report([])

  expect({ scanTime, timestamp, url, timings }).toEqual({
    scanTime: '2.41s',
    timestamp: '2026-03-01T10:00:02.414Z',
    url: 'https://example.org/',
    timings: { navigation: 12 },
  })
})

test('lists a part, but counts and grades all', () => {
  const many = Array.from({ length: issuesListed + 5 }, (_, at) => aFinding({ target: [`#f${at}`] }))

  const { issues, totals, isTruncated, score, perType } = report(many)

  expect(issues).toHaveLength(issuesListed)
  expect(perType).toEqual({ label: { violations: issuesListed + 5, practice: 0, warnings: 0, waived: 0 } })
  expect({ critical: totals.critical, isTruncated, score }).toEqual({
    critical: issuesListed + 5,
    isTruncated: true,
    score: 85,
  })
})

test('counts elements that no engine lists, and waives them with their rule, not with one finding', () => {
  const many = aFinding({ count: 501 })
  const waiver = { waiver_id: 'w', fingerprint: null, type: 'label', url: null, reason: 'known', expires_at: null }
  const one = { ...waiver, type: null, fingerprint: report([many]).issues[0]?.fingerprint ?? '' }

  const figures = [[], [waiver], [one]].map((waivers) => {
    const { totals, perType, score, compliance, isTruncated } = report([many], { waivers })
    return {
      critical: totals.critical,
      waived: totals.waived,
      label: perType?.['label'],
      score,
      compliance,
      isTruncated,
    }
  })

  const failing = { score: 85, compliance: 'fail', isTruncated: true }
  expect(figures).toEqual([
    { ...failing, critical: 501, waived: 0, label: { violations: 501, practice: 0, warnings: 0, waived: 0 } },
    {
      critical: 0,
      waived: 501,
      label: { violations: 0, practice: 0, warnings: 0, waived: 501 },
      score: 100,
      compliance: 'pass',
      isTruncated: true,
    },
    { ...failing, critical: 500, waived: 1, label: { violations: 500, practice: 0, warnings: 0, waived: 1 } },
  ] as typeof figures)
})

test('what is waived counts neither for the score nor for the verdict, but fails its criterion still', () => {
  const waiver = { waiver_id: 'w', fingerprint: null, type: 'label', url: null, reason: 'known', expires_at: null }

  const { score, compliance, totals, waived, coverage } = report([aFinding()], { waivers: [waiver] })

  expect({ score, compliance, waived: totals.waived, reason: waived[0]?.waiver.reason }).toEqual({
    score: 100,
    compliance: 'pass',
    waived: 1,
    reason: 'known',
  })
  expect(coverage.criteria.find(({ id }) => id === '4.1.2')?.outcome).toBe('failed')
})

test('says of every criterion what came of it, and never that it passed', () => {
  const findings = [aFinding(), aFinding({ rule: 'color-contrast', criteria: ['1.4.3'], verdict: 'review' })]

  const { coverage } = report(findings)

  const outcomes = new Map(coverage.criteria.map(({ id, outcome }) => [id, outcome]))
  expect(['4.1.2', '1.4.3', '1.1.1', '1.2.4'].map((id) => outcomes.get(id))).toEqual([
    'failed',
    'needs review',
    'no failure found',
    'not checked',
  ])
  expect(coverage).toMatchObject({ checked: 3, total: 49 })
  expect(coverage.statement).toStartWith('Automated checks exist for 3 of the 49 success criteria of WCAG 2.1 AA')
})

test('names that hide properties from scripts are told of beside what was looked for', () => {
  const examination = { findings: [], engines: [], criteria: [], shadowed: ['children', 'id', 'a', 'b', 'c', 'd'] }

  const { coverage } = report([], { seen: { ...seenWith([]), examination } })

  expect(coverage.shadowedProperties).toEqual(examination.shadowed)
  expect(coverage.statement).toEndWith(
    ' Names of controls hide properties of their forms from scripts (children, id, a, b, c and 1 more); the engines read past them.',
  )
})

test('a page without a violation is spoken of with care', () => {
  const none = { critical: 0, serious: 0, moderate: 0, minor: 0, practice: 0, warning: 0 }

  expect(verdictWords(none)).toBe('No violation found by automated checks')
  expect(verdictWords({ ...none, warning: 2 })).toBe('No violation found by automated checks — 2 things need a person')
  expect(verdictWords({ ...none, minor: 1 })).toBe('1 violation found by automated checks')
})

test('what somebody called a failure counts as stated and can be waived; what is fine is told apart and counts for nothing', () => {
  const doubtful = aFinding({ rule: 'alt-uninformative', verdict: 'review' })
  const [issue] = report([doubtful]).issues
  if (!issue) throw new Error('nothing was found')
  const page = pageOf(seenWith([doubtful]), { scanId: '0190a1b2-0000-7000-8000-000000000001', url, standard })
  const [thing = ''] = thingsOf([issue], page)
  const given = { ...{ answerId: 'a', note: '', by: 'r.okafor', at: '2026-01-01T00:00:00.000Z', node: 'n' }, thing }
  const failure = { ...given, choice: 'misses', means: 'failure' as const, severity: 'serious' as const }
  const fine = { ...given, choice: 'fits', means: 'fine' as const, severity: null }
  const unknown = { ...given, choice: 'cannot-tell', means: 'unknown' as const, severity: null }
  const waiver = {
    waiver_id: 'w',
    fingerprint: issue.fingerprint,
    type: null,
    url: null,
    reason: 'known',
    expires_at: null,
  }
  const figures = (odd: Partial<ScanFacts>) => {
    const { compliance, totals, issues, waived, fine: apart = [] } = report([doubtful], odd)
    return [compliance, totals.serious, totals.warning, issues.length, waived.length, apart.length]
  }

  expect(figures({})).toEqual(['pass', 0, 1, 1, 0, 0])
  expect(figures({ answers: [failure] })).toEqual(['fail', 1, 0, 1, 0, 0])
  expect(figures({ answers: [failure], waivers: [waiver] })).toEqual(['pass', 0, 0, 0, 1, 0])
  expect(figures({ answers: [fine] })).toEqual(['pass', 0, 0, 0, 0, 1])
  expect(figures({ answers: [unknown] })).toEqual(['pass', 0, 1, 1, 0, 0])
  expect(figures({ answers: [{ ...fine, thing: 'another' }] })).toEqual(['pass', 0, 1, 1, 0, 0])
})
