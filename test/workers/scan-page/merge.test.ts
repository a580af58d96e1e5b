/** One issue per element and problem, whoever found it. */
import { expect, test } from 'bun:test'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { aFinding, aSubject } from '#test/workers/scan-page/makers'
import type { Finding } from '#workers/scan-page/finding'
import { mergeFindings } from '#workers/scan-page/merge'

const standard = readStandard('WCAG 2.1 AA') as Standard
const merge = (findings: Finding[], page?: string) => mergeAll(findings, page).issues
const mergeAll = (findings: Finding[], page = 'https://example.org/') =>
  mergeFindings(findings, {
    page,
    standard,
    subjectOf: ({ target }) => aSubject(target.flat().join(' >>> ')),
    locate: ({ selector }) => `${selector.length}:1`,
  })

test('what two engines find on one element is one issue with axe’s name and impact', () => {
  const issues = merge([
    aFinding({ engine: 'accesslint', rule: 'labels-and-names/form-label', impact: 'moderate' }),
    aFinding(),
  ])

  expect(issues).toHaveLength(1)
  expect(issues[0]).toMatchObject({
    type: 'label',
    severity: 'critical',
    engines: ['axe-core', 'accesslint'],
    confidence: 'high',
  })
})

test('two problems of one element stay two, though their criterion is the same', () => {
  const issues = merge([
    aFinding({ rule: 'aria-allowed-attr' }),
    aFinding({ engine: 'accesslint', rule: 'labels-and-names/button-name' }),
    aFinding({ engine: 'assay', rule: 'dialog-escape' }),
  ])

  expect(issues.map((issue) => issue.type).sort()).toEqual(['aria-allowed-attr', 'button-name', 'dialog-escape'])
})

test('what needs a person is a warning, until two engines are sure of it', () => {
  const review = aFinding({ rule: 'color-contrast', verdict: 'review', impact: 'serious', confidence: 'medium' })
  const sure = aFinding({ engine: 'accesslint', rule: 'distinguishable/color-contrast', impact: 'serious' })
  const ibm = aFinding({ engine: 'ibm-equal-access', rule: 'text_contrast_sufficient', verdict: 'review' })

  expect(merge([review])).toMatchObject([{ severity: 'warning', confidence: 'medium' }])
  expect(merge([review, sure])).toMatchObject([{ severity: 'warning', confidence: 'medium' }])
  expect(merge([review, sure, ibm])).toMatchObject([
    {
      severity: 'serious',
      type: 'color-contrast',
      engines: ['axe-core', 'accesslint', 'ibm-equal-access'],
      confidence: 'high',
    },
  ])
})

test('IBM alone is a warning, and with another it adds its name', () => {
  const ibm = aFinding({
    engine: 'ibm-equal-access',
    rule: 'input_label_exists',
    verdict: 'review',
    confidence: 'high',
    impact: 'serious',
  })

  expect(merge([ibm])).toMatchObject([{ severity: 'warning', confidence: 'high' }])
  expect(merge([ibm, aFinding()])).toMatchObject([{ severity: 'critical', engines: ['axe-core', 'ibm-equal-access'] }])
})

test('AccessLint alone is a warning, but for the rules that were measured to be right', () => {
  const lone = aFinding({ engine: 'accesslint', rule: 'aria/aria-roles' })
  const trusted = aFinding({ engine: 'accesslint', rule: 'labels-and-names/form-label' })

  expect(merge([lone])).toMatchObject([{ severity: 'warning', confidence: 'low' }])
  expect(merge([trusted])).toMatchObject([{ severity: 'critical', confidence: 'medium' }])
})

test('AccessLint and IBM are two voices where IBM is sure, and where both mean one problem', () => {
  const lint = aFinding({ engine: 'accesslint', rule: 'aria/aria-roles', impact: 'serious' })
  const ibm = aFinding({ engine: 'ibm-equal-access', rule: 'aria_role_valid', verdict: 'review', confidence: 'high' })

  expect(merge([lint, ibm])).toMatchObject([{ severity: 'serious', engines: ['accesslint', 'ibm-equal-access'] }])
  expect(merge([lint, { ...ibm, confidence: 'low' }])).toMatchObject([{ severity: 'warning', confidence: 'medium' }])
  expect(merge([lint, { ...ibm, rule: 'some_rule' }])).toMatchObject([{ severity: 'warning' }])
})

test('what surely breaks a practice is one, and an error where somebody sees a criterion broken for sure', () => {
  const practice = aFinding({ rule: 'aria-allowed-role', verdict: 'practice', criteria: [], impact: 'minor' })
  const role = aFinding({ rule: 'aria-roles', impact: 'serious' })

  expect(merge([practice])).toMatchObject([{ severity: 'practice', type: 'aria-allowed-role', confidence: 'high' }])
  expect(merge([practice, role])).toMatchObject([{ severity: 'serious', type: 'aria-roles', engines: ['axe-core'] }])
})

test('an engine that says one problem of an element twice made one issue', () => {
  const nameless = aFinding({ engine: 'accesslint', rule: 'labels-and-names/button-name' })

  const issues = merge([aFinding({ rule: 'link-name' }), nameless, { ...nameless, rule: 'navigable/link-name' }])

  expect(issues).toMatchObject([{ type: 'link-name', engines: ['axe-core', 'accesslint'] }])
})

test('our own violation counts alone', () => {
  const own = aFinding({ engine: 'assay', rule: 'focus-not-visible', impact: 'serious', criteria: ['2.4.7'] })

  expect(merge([own])).toMatchObject([{ severity: 'serious', type: 'focus-not-visible', confidence: 'medium' }])
})

test('what the chosen standard does not ask for fails nobody', () => {
  const issues = merge([aFinding({ engine: 'accesslint', rule: 'x/y', criteria: ['1.4.6'] })])

  expect(issues).toMatchObject([{ severity: 'warning', criteria: ['1.4.6'] }])
})

test('the worst comes first, then the order of the source', () => {
  const issues = merge([
    aFinding({ target: ['#ccc'], impact: 'minor' }),
    aFinding({ target: ['#dddddddddddd'], impact: 'critical' }),
    aFinding({ target: ['#bb'], verdict: 'review' }),
    aFinding({ target: ['#a'], impact: 'critical' }),
  ])

  expect(issues.map((issue) => issue.element)).toEqual(['#a', '#dddddddddddd', '#ccc', '#bb'])
})

test('the order in which findings come changes nothing', () => {
  const findings = ['#a', '#b', '#c'].flatMap((selector) => [
    aFinding({ target: [selector] }),
    aFinding({ target: [selector], engine: 'accesslint', rule: 'g/form-label', criteria: ['4.1.2', '1.3.1'] }),
    aFinding({ target: [selector], engine: 'ibm-equal-access', rule: 'some_rule' }),
    aFinding({ target: [selector], rule: 'color-contrast', criteria: ['1.4.3'] }),
  ])

  expect(merge(findings.toReversed())).toEqual(merge(findings))
})

test('a finding is named after its page, rule and place: the same in every scan, another for every element', () => {
  const first = merge([aFinding({ message: 'one' }), aFinding({ target: ['#b'] })])
  const again = merge([aFinding({ message: 'two', impact: 'minor' })])
  const elsewhere = merge([aFinding()], 'https://example.org/other')

  expect(first[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(again[0]?.fingerprint).toBe(first.find((issue) => issue.element === '#name')?.fingerprint ?? '')
  expect(elsewhere[0]?.fingerprint).not.toBe(again[0]?.fingerprint)
  expect(elsewhere[0]?.contentFingerprint).toBe(again[0]?.contentFingerprint ?? '')
  expect(new Set(first.map((issue) => issue.fingerprint)).size).toBe(2)
})

test('twins in places that read alike are told apart', () => {
  const { issues } = mergeFindings([aFinding({ target: ['#a'] }), aFinding({ target: ['#b'] })], {
    page: 'https://example.org/',
    standard,
    subjectOf: ({ target }) => aSubject(target.flat().join(), { place: 'li' }),
    locate: () => '1:1',
  })

  expect(new Set(issues.map((issue) => issue.fingerprint)).size).toBe(2)
})

test('elements beyond an engine’s list count as often as the engine counted that found the most', () => {
  const lint = { engine: 'accesslint', rule: 'labels-and-names/form-label' } as const

  const { issues, beyond } = mergeAll([
    aFinding({ target: ['#a'] }),
    aFinding({ target: ['#b'], count: 501 }),
    aFinding({ ...lint, target: ['#b'] }),
    aFinding({ ...lint, target: ['#c'], count: 400 }),
    aFinding({ rule: 'label-title-only', target: ['#a'] }),
  ])

  expect(issues).toHaveLength(4)
  expect(beyond).toEqual([{ issue: expect.objectContaining({ type: 'label', element: '#b' }), count: 502 - 3 }])
})

test('elements beyond a list are counted for practice and for a person apart', () => {
  const own: Partial<Finding> = { engine: 'assay', rule: 'obsolete-element', criteria: [] }

  const { beyond } = mergeAll([
    aFinding({ ...own, verdict: 'practice', target: ['#a'], count: 3 }),
    aFinding({ ...own, verdict: 'review', target: ['#b'], count: 5 }),
  ])

  expect(beyond.map(({ issue, count }) => [issue.severity, count])).toEqual([
    ['practice', 2],
    ['warning', 4],
  ])
})

test('what stands in the page as it was loaded is not told of a state of it as well', () => {
  const opened = aFinding({ state: 'after pressing button#menu' })
  const [asLoaded] = merge([aFinding()])

  expect(merge([opened])).toMatchObject([{ state: 'after pressing button#menu' }])
  expect(merge([opened, aFinding()])).toMatchObject([{ state: null }])
  // It is the same finding, to whoever compares scans, in whichever state it is met.
  expect(merge([opened])[0]?.fingerprint).toBe(asLoaded?.fingerprint ?? '')
})

test('what to do is our sentence, and what explains it W3C’s page, whichever engine speaks', () => {
  const axes = aFinding({
    rule: 'image-alt',
    criteria: ['1.1.1'],
    recommendation: 'Images must have alternative text.',
  })
  const second = aFinding({ ...axes, engine: 'accesslint', rule: 'text-alternatives/img-alt', helpUrl: null })
  const practice = aFinding({ rule: 'region', criteria: [], verdict: 'review' })

  for (const found of [[axes], [second], [axes, second]])
    expect(merge(found)).toMatchObject([
      {
        recommendation: expect.stringMatching(/^Describe in the alt attribute what the picture shows/),
        helpUrl: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
      },
    ])
  expect(merge([practice])).toMatchObject([{ helpUrl: 'https://example.org/label' }])
})
