/** Examples of runs: how one fares, what became of a page, what has changed since another. */
import type { Run, RunComparison, RunResult } from '#shared/contracts/scans'

export const runExample: Run = {
  runId: '9a51b204-b0f3-4f5e-8c64-8a3c1e7b2f0e',
  state: 'running',
  progress: { done: 12, failed: 1, total: 500 },
  scores: { mean: 83.4, worst: 41 },
  topIssues: [{ type: 'color-contrast', pages: 7, issues: 31 }],
  createdAt: '2026-05-20T00:00:00.000Z',
  finishedAt: null,
}

export const runComparisonExample: RunComparison = {
  base: '9a51b204-b0f3-4f5e-8c64-8a3c1e7b2f0e',
  other: '5f8a3c1e-7b20-4f0e-9a51-4b0f3f5e2c64',
  totals: { new: 1, fixed: 0, persisting: 0, moved: 0 },
  new: [
    {
      url: 'https://example.com/',
      type: 'image-alt',
      severity: 'critical',
      element: 'main > img',
      fingerprint: '6f1d0c5b8e2a4f7390b1c2d3e4f5a6b7',
    },
  ],
  fixed: [],
  persisting: [],
  moved: [],
  isTruncated: false,
}

export const runResultExample: RunResult = {
  url: 'https://example.com/',
  scanId: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  state: 'succeeded',
  score: 87,
  compliance: 'fail',
  issueCount: 1,
  error: null,
}
