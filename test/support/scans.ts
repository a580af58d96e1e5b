/** Scans as scan-page's worker keeps them, without a worker and a browser. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import type { ScanReport } from '#db/documents/scan-report'
import { packReport } from '#db/queries/scans'
import type { Signer } from '#shared/evidence/signing'
import { recordResult } from '#shared/governance/results'
import { openLog } from '#shared/kernel/logger'
import { reportExample } from '#shared/routes/examples/reports'
import { anything } from '#test/support/designs'
import { saveScans } from '#workers/scan-page/save'

/** A warning that asks whether the words of a picture fit. */
export const aQuestionable = (odd: Partial<ScanReport['issues'][number]> = {}): ScanReport['issues'][number] => ({
  fingerprint: randomUUID().replaceAll('-', ''),
  contentFingerprint: randomUUID().replaceAll('-', ''),
  severity: 'warning',
  type: 'alt-uninformative',
  criteria: ['1.1.1'],
  element: 'main > img',
  html: '<img src="hours.png" alt="image">',
  message: 'The alternative text “image” says nothing of the picture.',
  recommendation: 'Say what the picture tells.',
  helpUrl: null,
  location: '12:5',
  frame: null,
  box: { x: 10, y: 20, width: 30, height: 10 },
  engines: ['assay'],
  confidence: 'low',
  ...odd,
})

type Stored = {
  orgId?: string
  issues?: ScanReport['issues']
  odd?: Partial<ScanReport>
  picture?: { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number }
}

/** Stores a finished scan with these issues, as its worker would. @returns its report. */
export async function storeScan(
  sql: Sql,
  signer: Signer,
  { orgId = 'org_test', issues = [aQuestionable()], odd = {}, picture }: Stored = {},
): Promise<ScanReport> {
  const id = randomUUID()
  const report: ScanReport = {
    ...reportExample,
    coverage: { ...reportExample.coverage, criteria: [...reportExample.coverage.criteria, onPictures] },
    screenshot: picture ? { width: picture.width, height: picture.height, type: picture.type } : null,
    scanId: id,
    issues,
    timestamp: new Date().toISOString(),
    ...odd,
  }
  const text = JSON.stringify(report)
  const job = {
    ...{ id, orgId, attempt: 0, requestId: '0af7651916cd43dd8448eb211c80319c', keyId: 'ak_test' },
    ...{ log: openLog('test', 'silent'), signal: new AbortController().signal, progress: () => undefined },
  }
  const { score, compliance, standard } = report
  const recorded = recordResult({ signer, governance: anything }, job, {
    kind: 'scan.completed',
    id,
    agent: 'assay-scan-page',
    at: new Date(report.timestamp),
    facts: { score, secrets_found: 0 },
    text,
    result: { score, score_version: report.scoreVersion, compliance, standard },
    violated: { type: 'scan', id },
  })
  const payload = {
    ...{ of: 'page' as const, url: report.url, standard, includeWarnings: true, look: {}, screenshot: false },
    ...{ sealedAccess: null, run: null },
  }
  const packed = packReport(text)
  const scan = {
    of: 'page' as const,
    payload,
    report,
    packed,
    recorded,
    picture: picture ?? null,
    links: [],
    sightings: null,
  }
  await sql.begin((tx) => saveScans(tx, [{ job, scan }], () => Promise.resolve(), signer))
  return report
}

const onPictures = { id: '1.1.1', name: 'Non-text Content', level: 'A' as const, outcome: 'needs review' as const }
