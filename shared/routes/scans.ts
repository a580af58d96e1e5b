/** Routes of scans: a page scanned while its caller waits, and what is kept of it. */
import { KeptReport, ReportQuery, ScanList, ScanListQuery, ScanRequest, ScanResponse } from '#shared/contracts/scans'
import { reportExample, reportExamples } from '#shared/routes/examples/reports'
import { scanExample, scanSummaryExample } from '#shared/routes/examples/scans'
import { cachingHeaders, reportHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const params = { scanId: 'From X-Scan-Id, a list of scans or the results of a run.' }

export const scanRoutes = {
  scanPage: route({
    area: 'D',
    method: 'POST',
    path: '/api/scan',
    operationId: 'scanPage',
    summary: 'Scan a page for accessibility',
    description:
      'Loads the page in a browser, has it examined, and answers what was found against the standard. Issues of severity practice are ' +
      'surely broken, though no criterion asks for them; warnings need a person. Neither counts for score or compliance. ' +
      'X-Scan-Id names the scan; Link leads to its full report. A page that cannot be loaded is an error, never a verdict.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: {
      kind: 'json',
      schema: ScanRequest,
      example: { url: 'https://example.com/', standard: 'WCAG 2.1 AA', includeWarnings: true },
    },
    answers: {
      200: {
        description: 'What was found.',
        schema: ScanResponse,
        example: scanExample,
        headers: {
          'X-Scan-Id': 'The scan.',
          Link: 'Its full report, rel="describedby".',
          'X-Scan-Incomplete':
            'Whose checks did not run to their end, e.g. axe-core (out of time); absent when all did.',
        },
      },
    },
    errors: ['ADDRESS_REFUSED', 'PAGE_UNREACHABLE', 'BROWSER_UNAVAILABLE'],
  }),
  listScans: route({
    area: 'D',
    method: 'GET',
    path: '/api/scans',
    operationId: 'listScans',
    summary: 'List scans, newest first',
    description: 'With url: the history of that address, whoever of the organisation scanned it, alone or in a run.',
    auth: 'key',
    query: ScanListQuery,
    answers: {
      200: {
        description: 'A page of scans.',
        schema: ScanList,
        example: { scans: [scanSummaryExample], nextCursor: null },
      },
    },
  }),
  getScan: route({
    area: 'D',
    method: 'GET',
    path: '/api/scans/:scanId',
    operationId: 'getScan',
    summary: 'The full report of a scan',
    description:
      'json is the report as it is kept and evidenced. html is a page to read and print, with the picture; sarif is SARIF 2.1.0, ' +
      'earl JSON-LD, csv a row per issue, junit XML for build servers. In these practice is no failure: a note in sarif, ' +
      'the outcome urn:assay:practice in earl, skipped in junit.',
    auth: 'key',
    params,
    query: ReportQuery,
    answers: {
      200: {
        description: 'The report. Immutable: it has an ETag.',
        schema: KeptReport,
        example: reportExample,
        alsoAs: reportExamples,
        headers: { ...reportHeaders, ...cachingHeaders },
      },
      304: {
        description: 'Not changed: If-None-Match holds its ETag.',
        headers: { ...reportHeaders, ...cachingHeaders },
      },
    },
    errors: ['SCAN_NOT_FOUND'],
  }),
  getScanPicture: route({
    area: 'D',
    method: 'GET',
    path: '/api/scans/:scanId/picture',
    operationId: 'getScanPicture',
    summary: 'The page as it was scanned',
    description: 'Of the viewport, or of the whole page where the scan took that; not of a scan that was to keep none.',
    auth: 'key',
    params,
    answers: {
      200: {
        description: 'The picture.',
        type: 'image/webp',
        example: null,
        alsoAs: { 'image/png': null, 'image/jpeg': null },
        headers: cachingHeaders,
      },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
    },
    errors: ['SCAN_NOT_FOUND'],
  }),
}
