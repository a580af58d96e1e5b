/** Examples of design verification: what is answered, a report, a baseline, a policy. */
import type { DesignPolicy } from '#db/documents/design-policy'
import type { DesignReport } from '#db/documents/design-report'
import type { Baseline, DesignTokens, DesignVerdict, PagePolicy, VerificationSummary } from '#shared/contracts/designs'

const verificationId = '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20'
const baselineId = 'c0f1f5b4-0f0e-4a51-8a3c-1e7b204b0f3f'
const artifact = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b'
const snapshot = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
const before = 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9'
const digest = '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111'
const at = '2026-05-20T00:00:00.010Z'

const issue = {
  severity: 'moderate',
  type: 'style-change',
  element: '#buy',
  violation: 'background-color was #2563eb and is #1d4ed8, a ΔE00 of 7.1.',
  recommendation: 'background-color: #2563eb;',
} as const

export const verdictExample: DesignVerdict = { violations: 1, issues: [issue], approved: false }

export const designReportExample: DesignReport = {
  reportVersion: 1,
  verificationId,
  pageId: 'home',
  branch: 'main',
  source: 'dom-snapshot',
  viewport: { width: 1280, height: 900, scale: 1 },
  approved: false,
  violations: 1,
  issues: [
    {
      ...issue,
      id: '0af7651916cd43dd8448eb211c80319c',
      property: 'background-color',
      before: '#2563eb',
      after: '#1d4ed8',
      token: 'color.primary',
      elements: 1,
      box: { x: 40, y: 320, width: 160, height: 44 },
      source: 'tree',
    },
  ],
  isTruncated: false,
  baseline: { baselineId, artifact: before, branch: 'main' },
  artifact,
  policy: digest,
  tokens: null,
  engine: '1.1.0',
  path: 'tree',
  absorbed: [],
  picture: null,
  notes: [],
  timestamp: at,
}

export const verificationSummaryExample: VerificationSummary = {
  verificationId,
  pageId: 'home',
  branch: 'main',
  state: 'waiting',
  approved: false,
  violations: 1,
  baselineId,
  createdAt: at,
}

export const baselineExample: Baseline = {
  baselineId,
  pageId: 'home',
  branch: 'main',
  medium: 'tree',
  viewport: { width: 1280, scale: 1 },
  status: 'active',
  artifact,
  snapshot,
  verificationId,
  acceptedIssues: [],
  reason: 'the new brand colour',
  createdAt: at,
  decidedAt: at,
  evidenceNode: digest,
}

export const policyInputExample: DesignPolicy = {
  failOn: 'moderate',
  ignore: [{ selector: '.clock', reason: 'shows the time' }],
}

export const policyExample: PagePolicy = {
  pageId: 'home',
  policy: { ...policyInputExample, mode: 'tolerant', maxShift: 0, autoAccept: true },
  digest,
  changedAt: at,
}

const tokens = {
  color: {
    primary: { $type: 'color', $value: { colorSpace: 'srgb', components: [0.145, 0.388, 0.922], hex: '#2563eb' } },
  },
}
export const tokensInputExample = tokens
export const tokensExample: DesignTokens = { tokens, digest, changedAt: at }
