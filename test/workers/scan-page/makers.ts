/** Makers of findings, subjects and issues: a whole one, and the odd fields. */
import type { ReportIssue } from '#db/documents/scan-report'
import type { Finding } from '#workers/scan-page/finding'
import type { SubjectElement } from '#workers/scan-page/subjects'

export const aFinding = (odd: Partial<Finding> = {}): Finding => ({
  engine: 'axe-core',
  rule: 'label',
  verdict: 'violation',
  impact: 'critical',
  criteria: ['4.1.2'],
  target: ['#name'],
  message: 'The field has no label.',
  recommendation: 'Give it a label.',
  helpUrl: 'https://example.org/label',
  confidence: 'high',
  ...odd,
})

export const aSubject = (selector: string, odd: Partial<SubjectElement> = {}): SubjectElement => ({
  key: selector,
  selector,
  frame: 0,
  frameUrl: null,
  node: 1,
  html: `<input id="${selector.slice(1)}">`,
  place: selector,
  box: { x: 1, y: 2, width: 3, height: 4 },
  isInShadow: false,
  ...odd,
})

export const anIssue = (odd: Partial<ReportIssue> = {}): ReportIssue => ({
  fingerprint: '0'.repeat(32),
  contentFingerprint: '1'.repeat(32),
  severity: 'critical',
  type: 'label',
  criteria: ['4.1.2'],
  element: '#name',
  html: '<input id="name">',
  message: 'The field has no label.',
  recommendation: 'Give it a label.',
  helpUrl: 'https://example.org/label',
  location: '12:3',
  frame: null,
  box: { x: 10, y: 20, width: 200, height: 30 },
  engines: ['axe-core'],
  confidence: 'high',
  ...odd,
})
