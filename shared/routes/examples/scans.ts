/** Examples of scans: what one found, and how a list shows it. */
import type { ScanResponse, ScanSummary } from '#shared/contracts/scans'

export const scanExample: ScanResponse = {
  score: 87,
  issues: [
    {
      severity: 'serious',
      type: 'color-contrast',
      element: '#buy',
      recommendation: 'Give text and background a contrast of at least 4.5:1.',
      location: '41:9',
    },
  ],
  compliance: 'fail',
  scanTime: '2.41s',
  timestamp: '2026-05-20T00:00:00.010Z',
}

export const scanSummaryExample: ScanSummary = {
  scanId: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  runId: null,
  url: 'https://example.com/',
  standard: 'WCAG 2.1 AA',
  score: 87,
  compliance: 'fail',
  issueCount: 1,
  warningCount: 0,
  createdAt: '2026-05-20T00:00:00.010Z',
}
