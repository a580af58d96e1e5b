/** What scans come to together, and the telemetry record that is made of them. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { severities } from '#db/documents/scan-report'
import { summarizeScans } from '#shared/agents/summarize-scans'
import { ScanSummaries, ScansToSummarize } from '#shared/agents/types/accessibility'
import type { ScanResponse } from '#shared/contracts/scans'
import { TraceInput } from '#shared/contracts/traces'
import { faultsOf } from '#shared/kernel/schema/faults'

const issue = (severity: ScanResponse['issues'][number]['severity'], type: string) => ({
  severity,
  type,
  element: 'p',
  recommendation: 'mend it',
  location: '1:1',
})
const scan = (score: number, issues: ScanResponse['issues'] = [], compliance: 'pass' | 'fail' = 'fail') => ({
  score,
  issues,
  compliance,
  scanTime: '0.10s',
  timestamp: '2026-01-01T00:00:00.000Z',
})

test('pages, verdicts, scores and issues are counted, and make a record of the worst page', () => {
  const summary = {
    pages: 3,
    passed: 1,
    failed: 2,
    score: { mean: 68.33, worst: 30 },
    issues: { critical: 1, serious: 1, moderate: 0, minor: 0, practice: 1, warning: 1 },
  }

  expect(
    summarizeScans({
      scans: [
        scan(30, [issue('critical', 'image-alt'), issue('practice', 'font'), issue('warning', 'color-contrast')]),
        scan(75, [issue('serious', 'image-alt')]),
        scan(100, [], 'pass'),
      ],
    }),
  ).toEqual({
    ...summary,
    trace: {
      risk_score: 70,
      risk_level: 'HIGH',
      confidence: 0.75,
      system_source: 'accessibility',
      flags: ['color-contrast', 'font', 'image-alt'],
      metadata: summary,
    },
  })
})

test.each([
  [100, 0, 'LOW'],
  [60.01, 39.99, 'LOW'],
  [60, 40, 'MEDIUM'],
  [30.1, 69.9, 'MEDIUM'],
  [30, 70, 'HIGH'],
  [0, 100, 'HIGH'],
] as const)('a worst score of %p is a risk of %p: %s', (score, risk_score, risk_level) => {
  expect(summarizeScans({ scans: [scan(score), scan(100)] }).trace).toMatchObject({ risk_score, risk_level })
})

test('system and testing mode are as they were said; nothing found is certain', () => {
  const { trace } = summarizeScans({ scans: [scan(100)], system_source: 'shop', testing_mode: 'field' })

  expect(trace).toMatchObject({ system_source: 'shop', testing_mode: 'field', confidence: 1, flags: [] })
  expect(summarizeScans({ scans: [scan(100)] }).trace).not.toHaveProperty('testing_mode')
})

test('of many types of issues the most frequent are flags', () => {
  const many = Array.from({ length: 150 }, (_, n) => issue('minor', `rule-${String(n).padStart(3, '0')}`))
  const { flags } = summarizeScans({
    scans: [scan(0, [...many, issue('minor', 'rule-149'), issue('minor', 'x'.repeat(513))])],
  }).trace

  expect(flags).toHaveLength(100)
  expect(flags?.slice(-2)).toEqual(['rule-098', 'rule-149'])
})

test('whatever scans there are, the record can be stored', () => {
  const anIssue = fc.tuple(fc.constantFrom(...severities), fc.string()).map(([severity, type]) => issue(severity, type))
  const aScan = fc
    .tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.array(anIssue, { maxLength: 5 }))
    .map(([score, issues]) => scan(score, issues))
  fc.assert(
    fc.property(fc.array(aScan, { minLength: 1, maxLength: 20 }), (scans) => {
      expect(faultsOf(ScansToSummarize, { scans })).toEqual([])
      const summary = summarizeScans({ scans })
      expect(faultsOf(ScanSummaries, summary)).toEqual([])
      expect(faultsOf(TraceInput, summary.trace)).toEqual([])
    }),
  )
})
