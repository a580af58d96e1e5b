/** What the accessibility-auditor does: scans pages, and says what has changed from one run of scans to another. */
import { Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { taskType } from '#shared/agents/task-type'
import { RunComparison, ScanRequest, ScanResponse } from '#shared/contracts/scans'
import { readScanReply, scanAnswer, scanPage } from '#shared/jobs/scan-page'
import { pagePayload } from '#shared/scans/page-payload'

const Run = t.String({ format: 'uuid', description: 'A scan run of yours.' })

export const accessibilityTypes = [
  taskType({
    type: 'accessibility.scan',
    description: 'Examines a page in a browser, as POST /api/scan does.',
    payload: ScanRequest,
    output: ScanResponse,
    sideEffects: 'external',
    isIdempotent: true,
    contract: scanPage,
    toJob: (payload, tools) => pagePayload(payload, tools),
    read(reply) {
      const scan = readScanReply(reply)
      return { result: scanAnswer(scan, scan.includeWarnings), nodeId: scan.nodeId }
    },
    essence: ({ score, issues, compliance }) => ({ score, issues, compliance }),
  }),
  runTaskType({
    type: 'accessibility.compare',
    description: 'What has changed from one scan run to another.',
    payload: t.Object({ base: Run, other: Run }, { additionalProperties: false }),
    output: RunComparison,
    sideEffects: 'read',
    isIdempotent: true,
  }),
]
