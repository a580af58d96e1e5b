/** Makers of reports: a whole one, one whose page means harm, and what a run is rendered from. */
import type { PageOutcome, ReportsAbout, UnscannedPage } from '#api/scans/formats/about'
import { renderReports } from '#api/scans/formats/index'
import type { ReportIssue, ScanReport } from '#db/documents/scan-report'
import type { ReportFormat } from '#shared/contracts/scans'

export const anIssue = (odd: Partial<ReportIssue> = {}): ReportIssue => ({
  fingerprint: '0'.repeat(32),
  contentFingerprint: '1'.repeat(32),
  severity: 'critical',
  type: 'image-alt',
  criteria: ['1.1.1'],
  element: 'main > img',
  html: '<img src="bread.jpg">',
  message: 'The picture has no text alternative.',
  recommendation: 'Say in an alt attribute what the picture tells.',
  helpUrl: 'https://example.org/rules/image-alt',
  location: '12:5',
  frame: null,
  box: { x: 100, y: 200, width: 240, height: 120 },
  engines: ['axe-core', 'accesslint'],
  confidence: 'high',
  ...odd,
})

export const aReport = (odd: Partial<ScanReport> = {}): ScanReport => ({
  reportVersion: 1,
  scanId: '0190a1b2-0000-7000-8000-000000000001',
  runId: null,
  url: 'https://example.org/bread',
  finalUrl: 'https://example.org/bread?x=1',
  standard: 'WCAG 2.1 AA',
  score: 83,
  scoreVersion: 'deduction-2',
  compliance: 'fail',
  scanTime: '2.41s',
  timestamp: '2026-03-01T10:00:00.000Z',
  issues: [
    anIssue(),
    anIssue({ severity: 'serious', type: 'color-contrast', criteria: ['1.4.3'], location: '14:7 (generated)' }),
    anIssue({ severity: 'warning', type: 'link-in-text-block', criteria: ['1.4.1'], box: null, helpUrl: null }),
  ],
  waived: [
    {
      ...anIssue({ type: 'label', criteria: ['4.1.2'], severity: 'critical' }),
      waiver: { reason: 'Goes with the old form', expiresAt: '2027-01-01T00:00:00.000Z', id: 'w1' },
    },
  ],
  totals: { critical: 1, serious: 1, moderate: 0, minor: 0, practice: 0, warning: 1, waived: 1 },
  isTruncated: false,
  coverage: {
    checked: 3,
    total: 4,
    statement: 'Automated checks exist for 3 of the 4 success criteria of WCAG 2.1 AA.',
    criteria: [
      { id: '1.1.1', name: 'Non-text Content', level: 'A', outcome: 'failed' },
      { id: '1.4.1', name: 'Use of Color', level: 'A', outcome: 'needs review' },
      { id: '1.4.2', name: 'Audio Control', level: 'A', outcome: 'no failure found' },
      { id: '1.2.4', name: 'Captions (Live)', level: 'AA', outcome: 'not checked' },
    ],
  },
  engines: [{ name: 'axe-core', version: '4.14.1', state: 'ran', ms: 412.3, reason: null }],
  page: {
    title: 'Bread',
    language: 'en',
    status: 200,
    contentType: 'text/html; charset=utf-8',
    elements: 120,
    sourceBytes: 5120,
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: false,
  },
  browser: { product: 'Chrome/156', sandbox: 'on' },
  timings: { navigation: 120, examination: 800 },
  egress: {
    requests: 12,
    bytes: 34567,
    denied: [{ host: 'tracker.example', port: 443, reason: 'private address', count: 2 }],
  },
  screenshot: { width: 1280, height: 2400, type: 'image/webp' },
  ...odd,
})

/** What goes against good practice, found in a state of the page. */
export const aPracticeIssue = (odd: Partial<ReportIssue> = {}): ReportIssue =>
  anIssue({
    severity: 'practice',
    type: 'obsolete-element',
    criteria: [],
    element: '#old',
    message: 'HTML has no <center> any more.',
    recommendation: 'Use text-align instead of <center>.',
    helpUrl: null,
    engines: ['assay'],
    state: 'after pressing button#menu',
    ...odd,
  })

/** One violation, one practice finding and no warning. */
export const aPracticeReport = (odd: Partial<ScanReport> = {}): ScanReport =>
  aReport({
    issues: [anIssue(), aPracticeIssue()],
    waived: [],
    totals: { critical: 1, serious: 0, moderate: 0, minor: 0, practice: 1, warning: 0, waived: 0 },
    ...odd,
  })

export const aMissing = (odd: Partial<UnscannedPage> = {}): PageOutcome => ({
  kind: 'unscanned',
  page: {
    url: 'https://example.org/away',
    jobId: '0190a1b2-0000-7000-8000-00000000000f',
    wasTried: true,
    code: 'PAGE_UNREACHABLE',
    message: 'https://example.org/away: it answered 404',
    ...odd,
  },
})

export const scanned = (report: ScanReport): PageOutcome => ({ kind: 'scanned', report })

const picture = { picture: new Uint8Array([1, 2, 3]), picture_type: 'image/webp' }
const run = { standard: 'WCAG 2.1 AA', createdAt: '2026-03-01T10:00:00.000Z' }

/** One report as that of a scan, anything else as a run. */
export async function render(format: ReportFormat, ...reports: ScanReport[]): Promise<string> {
  if (reports.length !== 1) return renderRun(format, ...reports.map(scanned))
  return written(format, reports.map(scanned), { title: 'https://example.org/bread', picture })
}

export const renderRun = (format: ReportFormat, ...pages: PageOutcome[]): Promise<string> =>
  written(format, pages, { title: 'Run 7', run })

async function written(format: ReportFormat, pages: readonly PageOutcome[], about: ReportsAbout): Promise<string> {
  async function* each() {
    yield* pages
  }
  return (await Array.fromAsync(renderReports(format, each(), about))).join('')
}

/** What a page can write into its report. */
export const hostileTexts = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  ']]><x/>',
  '&lt;b&gt; &amp; & &#x3c;',
  'bell\u0007 null\u0000 escape\u001b next\u0085 half\ud800 end\ufffe',
  'left\u202Etfel\u2066iso\u200Fmark',
  '-->  <!-- {{x}} <!doctype html>',
  '=HYPERLINK("http://example.org","x")',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r\n=2',
  'emoji 👩‍👩‍👧 漢字 \u2028 \u2029',
]

export function hostileReport(text: string): ScanReport {
  const odd = {
    type: text,
    element: text,
    html: text,
    message: text,
    recommendation: text,
    helpUrl: `javascript:${text}`,
    frame: text,
    state: text,
    engines: [text],
  }
  const whole = aReport()
  return aReport({
    url: `https://example.org/${text}`,
    finalUrl: text,
    standard: text,
    issues: [anIssue(odd), anIssue({ ...odd, severity: 'warning', type: `${text}2` })],
    waived: [{ ...anIssue(odd), waiver: { reason: text, expiresAt: null, id: text } }],
    page: { ...whole.page, title: text, language: text, contentType: text },
    coverage: { ...whole.coverage, statement: text },
    engines: [{ name: text, version: text, state: 'failed', ms: 1, reason: text }],
    egress: { ...whole.egress, denied: [{ host: text, port: 1, reason: text, count: 1 }] },
  })
}
