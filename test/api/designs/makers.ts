/** Makers of design reports and of their pictures. */
import { PNG } from 'pngjs'
import type { ReportPicture, ReportPictures } from '#api/designs/report-pictures'
import type { DesignIssue, DesignReport } from '#db/documents/design-report'

export const aDesignIssue = (odd: Partial<DesignIssue> = {}): DesignIssue => ({
  id: '0'.repeat(32),
  severity: 'moderate',
  type: 'style-change',
  element: '#buy',
  violation: 'The background colour was rgb(37, 99, 235) and is rgb(29, 78, 216).',
  recommendation: 'Use the token color.primary again: background-color: var(--color-primary);',
  property: 'background-color',
  before: 'rgb(37, 99, 235)',
  after: 'rgb(29, 78, 216)',
  token: 'color.primary',
  elements: 1,
  box: { x: 40, y: 60, width: 120, height: 40 },
  source: 'tree',
  ...odd,
})

export const aDesignReport = (odd: Partial<DesignReport> = {}): DesignReport => {
  const issues = odd.issues ?? [aDesignIssue()]
  return {
    reportVersion: 1,
    verificationId: '0190a1b2-0000-7000-8000-000000000001',
    pageId: 'shop/cart',
    branch: 'main',
    source: 'html',
    viewport: { width: 640, height: 360, scale: 1 },
    approved: issues.length === 0,
    violations: issues.length,
    issues,
    isTruncated: false,
    baseline: { baselineId: '0190a1b2-0000-7000-8000-00000000000b', artifact: 'b'.repeat(64), branch: 'main' },
    artifact: 'a'.repeat(64),
    policy: 'c'.repeat(64),
    tokens: 'd'.repeat(64),
    engine: '1',
    path: 'tree',
    absorbed: [{ class: 'jitter', pixels: 1412, message: 'Edges of letters moved by less than a pixel.' }],
    picture: null,
    notes: [{ code: 'missing-resource', message: '3 resources were not in the snapshot.' }],
    timestamp: '2026-03-01T10:00:00.000Z',
    ...odd,
  }
}

/** A picture of one colour. */
export function aPicture(odd: { width?: number; height?: number; grey?: number } = {}): ReportPicture {
  const { width = 640, height = 360, grey = 200 } = odd
  const png = new PNG({ width, height })
  png.data.fill(grey)
  return { bytes: new Uint8Array(PNG.sync.write(png)), type: 'image/png', width, height }
}

export const noPictures: ReportPictures = { before: null, after: null, mask: null }
export const allPictures = (): ReportPictures => ({
  before: aPicture(),
  after: aPicture({ grey: 210 }),
  mask: aPicture({ grey: 0 }),
})
