/** Examples of scan reports in their formats. */
import type { ScanReport } from '#db/documents/scan-report'

export const reportExample: ScanReport = {
  reportVersion: 1,
  scanId: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  runId: null,
  url: 'https://example.com/',
  finalUrl: 'https://example.com/',
  standard: 'WCAG 2.1 AA',
  score: 91,
  scoreVersion: 'deduction-2',
  compliance: 'fail',
  scanTime: '0.88s',
  timestamp: '2026-05-20T00:00:00.010Z',
  issues: [
    {
      fingerprint: 'afb4296a5583f73e856383d022cee53f',
      contentFingerprint: '3488d2c350a43359584c8dc27f1c7d42',
      severity: 'serious',
      type: 'link-name',
      criteria: ['2.4.4', '4.1.2'],
      element: '#promo',
      html: '<a id="promo" href="/promo"><img src="x.png"></a>',
      message: 'Element is in tab order and does not have accessible text.',
      recommendation: 'Write into the link to /promo where it leads, or say it in the alt text of its picture.',
      helpUrl: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
      location: '1:89',
      frame: null,
      box: { x: 8, y: 85.9, width: 16, height: 22 },
      engines: ['axe-core', 'accesslint'],
      confidence: 'high',
    },
  ],
  waived: [],
  totals: { critical: 0, serious: 1, moderate: 0, minor: 0, practice: 0, warning: 0, waived: 0 },
  isTruncated: false,
  coverage: {
    checked: 37,
    total: 49,
    statement:
      'Automated checks exist for 37 of the 49 success criteria of WCAG 2.1 AA; the rest, and much of these, need a person.',
    criteria: [
      { id: '2.4.4', name: 'Link Purpose (In Context)', level: 'A', outcome: 'failed' },
      { id: '3.3.4', name: 'Error Prevention (Legal, Financial, Data)', level: 'AA', outcome: 'not checked' },
    ],
  },
  engines: [{ name: 'axe-core', version: '4.14.1', state: 'ran', ms: 89, reason: null }],
  page: {
    title: 'Shop',
    language: 'en',
    status: 200,
    contentType: 'text/html',
    elements: 9,
    sourceBytes: 171,
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: false,
  },
  browser: { product: 'HeadlessChrome/153.0.8010.0', sandbox: 'on' },
  timings: { navigation: 79, settling: 366, steps: 0, picture: 153, examination: 194, subjects: 77 },
  egress: { requests: 2, bytes: 1729, denied: [] },
  screenshot: { width: 1280, height: 900, type: 'image/webp' },
}

const [issue] = reportExample.issues
const { url, scanId, timestamp, standard } = reportExample

/** The start of each format beside JSON, by its content type. */
export const reportExamples = {
  'text/html': `<!doctype html>\n<html lang="en"><head><title>Accessibility of ${url}</title></head><body>…</body></html>\n`,
  'application/sarif+json': {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Assay', rules: [{ id: 'link-name' }] } },
        results: [
          {
            ruleId: 'link-name',
            level: 'error',
            message: { text: issue?.message },
            locations: [
              { physicalLocation: { artifactLocation: { uri: url }, region: { startLine: 1, startColumn: 89 } } },
            ],
          },
        ],
      },
    ],
  },
  'application/ld+json': {
    '@context': { earl: 'http://www.w3.org/ns/earl#' },
    '@graph': [
      {
        '@type': 'earl:Assertion',
        'earl:subject': { '@id': `urn:uuid:${scanId}` },
        'earl:test': { '@id': 'https://www.w3.org/TR/WCAG22/#link-purpose-in-context' },
        'earl:result': { '@type': 'earl:TestResult', 'earl:outcome': { '@id': 'earl:failed' } },
      },
    ],
  },
  'text/csv': `"url","scan_id","timestamp","standard","severity",…\r\n"${url}","${scanId}","${timestamp}","${standard}","serious",…\r\n`,
  'application/xml': `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${url}">…</testsuites>\n`,
}
