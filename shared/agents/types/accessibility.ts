/** What the accessibility-auditor does: scans pages, sums scans up, says what has changed from one run of scans to another. */
import { type Static, Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { taskType } from '#shared/agents/task-type'
import { RunComparison, ScanAccess, ScanRequest, ScanResponse } from '#shared/contracts/scans'
import { TraceInput } from '#shared/contracts/traces'
import { readScanReply, scanAnswer, scanPage } from '#shared/jobs/scan-page'
import { pagePayload } from '#shared/scans/page-payload'

const Run = t.String({ format: 'uuid', description: 'A scan run of yours.' })

const { system_source, testing_mode } = TraceInput.properties

export const ScansToSummarize = t.Object(
  {
    scans: t.Array(ScanResponse, { minItems: 1, maxItems: 1000, description: 'Results of accessibility.scan.' }),
    system_source: t.Optional(t.String({ ...system_source, default: 'accessibility' })),
    testing_mode,
  },
  { additionalProperties: false },
)
export type ScansToSummarize = Static<typeof ScansToSummarize>

export const ScanSummaries = t.Object({
  pages: t.Integer(),
  passed: t.Integer(),
  failed: t.Integer(),
  score: t.Object({ mean: t.Number(), worst: t.Number() }),
  issues: t.Object({
    critical: t.Integer(),
    serious: t.Integer(),
    moderate: t.Integer(),
    minor: t.Integer(),
    practice: t.Integer(),
    warning: t.Integer(),
  }),
  trace: TraceInput,
})
export type ScanSummaries = Static<typeof ScanSummaries>

export const accessibilityTypes = [
  taskType({
    type: 'accessibility.scan',
    version: 2,
    area: 'D',
    isPage: true,
    description: 'Examines a page in a browser, as POST /api/scan does.',
    payload: ScanRequest,
    output: ScanResponse,
    sideEffects: 'external',
    isIdempotent: true,
    secrets: Object.keys(ScanAccess.properties),
    contract: scanPage,
    toJob: (payload, tools) => pagePayload(payload, tools),
    read(reply) {
      const scan = readScanReply(reply)
      return { result: scanAnswer(scan, scan.includeWarnings), nodeId: scan.nodeId }
    },
    essence: ({ score, issues, compliance }) => ({ score, issues, compliance }),
  }),
  runTaskType({
    type: 'accessibility.summarize',
    version: 2,
    area: 'D',
    description:
      'Sums scans up, also as one telemetry record for trace.record: risk_score = 100 - the worst score; risk_level HIGH from 70, MEDIUM from 40, else LOW; confidence = the share of issues that are no warning, 1 of none; flags = the types of issues, the 100 most frequent.',
    payload: ScansToSummarize,
    output: ScanSummaries,
    sideEffects: 'none',
    isIdempotent: true,
  }),
  runTaskType({
    type: 'accessibility.compare',
    area: 'D',
    description: 'What has changed from one scan run to another.',
    payload: t.Object({ base: Run, other: Run }, { additionalProperties: false }),
    output: RunComparison,
    sideEffects: 'read',
    isIdempotent: true,
  }),
]
