/** Every table whose rows are sealed: a line each. What has a column `seal` and no line here is sealed by nobody. */

import { analysisColumns } from '#db/queries/analyses'
import { heldBlobColumns } from '#db/queries/blobs'
import { briefingColumns } from '#db/queries/briefings'
import { pieceColumns } from '#db/queries/claims'
import { heldVerificationColumns } from '#db/queries/designs'
import { stepRowColumns } from '#db/queries/plans'
import { digestFindings, digestRuns } from '#db/queries/run-looks'
import { pageColumns, runColumns } from '#db/queries/runs'
import { heldScanColumns } from '#db/queries/scans'
import { payloadColumns, taskColumns } from '#db/queries/tasks'
import { treeColumns } from '#db/queries/trees'
import { keyTable } from '#shared/evidence/proven-keys'
import { topIssuesShown } from '#shared/evidence/run-life'
import { noteRows, sealedAgents } from '#shared/evidence/sealed/agents'
import { sealedAnnotations } from '#shared/evidence/sealed/annotations'
import { sealedAnswers } from '#shared/evidence/sealed/answers'
import { articleCountRows } from '#shared/evidence/sealed/article-counts'
import { sealedBlobs } from '#shared/evidence/sealed/artifacts'
import { progressRows, sealedClaimPieces, sealedClaimPoints, sealedClaims } from '#shared/evidence/sealed/claims'
import {
  artifactRows,
  componentRows,
  libraryRows,
  scanSightingRows,
  sightingRows,
  storyRows,
} from '#shared/evidence/sealed/components'
import { connectionRows } from '#shared/evidence/sealed/connections'
import { sealedBaselines, sealedRules } from '#shared/evidence/sealed/design-state'
import { sealedVerifications } from '#shared/evidence/sealed/designs'
import { sealedAnalyses, sealedBriefings } from '#shared/evidence/sealed/documents'
import { feedbackRows } from '#shared/evidence/sealed/feedback'
import { sealedIdempotencyKeys } from '#shared/evidence/sealed/idempotency'
import { itemHeadRows, itemRows } from '#shared/evidence/sealed/items'
import { sealedOutcomes, sealedResults } from '#shared/evidence/sealed/jobs'
import { archiveRows } from '#shared/evidence/sealed/log-archives'
import { sealedRunPages, sealedRuns } from '#shared/evidence/sealed/runs'
import { sealedScans } from '#shared/evidence/sealed/scans'
import { sealedSteps, sealedTaskPayloads, sealedTasks } from '#shared/evidence/sealed/tasks'
import { sealedTraces } from '#shared/evidence/sealed/traces'
import { sealedTrees } from '#shared/evidence/sealed/trees'
import { countRows, sealedViolations } from '#shared/evidence/sealed/violations'
import { sealedWaivers } from '#shared/evidence/sealed/waivers'
import { rowsOf, type SealedRows } from '#shared/evidence/sealed-walks'

/** Of which no node says what they say: their seal alone does. */
export const tablesWithoutNodes: readonly SealedRows[] = [
  rowsOf(sealedOutcomes, { job_id: 'uuid' }),
  rowsOf(sealedResults, { job_id: 'uuid' }),
]

/** By the primary key of each. */
export const sealedTables: readonly SealedRows[] = [
  ...tablesWithoutNodes,
  rowsOf(sealedTraces, { trace_id: 'text' }),
  rowsOf(keyTable, { id: 'text' }),
  rowsOf(sealedIdempotencyKeys, { key_id: 'text', idempotency_key: 'text' }),
  rowsOf(sealedTrees, { job_id: 'uuid' }, treeColumns),
  rowsOf(sealedScans, { job_id: 'uuid' }, heldScanColumns),
  rowsOf(sealedVerifications, { job_id: 'uuid' }, heldVerificationColumns),
  rowsOf(sealedAnalyses, { job_id: 'uuid' }, analysisColumns),
  rowsOf(sealedBriefings, { job_id: 'uuid' }, briefingColumns),
  rowsOf(sealedWaivers, { waiver_id: 'uuid' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  rowsOf(sealedAnswers, { answer_id: 'uuid' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  rowsOf(sealedViolations, { id: 'text' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  countRows,
  articleCountRows,
  archiveRows,
  rowsOf(sealedTasks, { id: 'uuid' }, taskColumns),
  rowsOf(sealedSteps, { task_id: 'uuid', ord: 'smallint' }, stepRowColumns),
  rowsOf(sealedBlobs, { org_id: 'text', digest: 'text' }, heldBlobColumns),
  rowsOf(sealedAgents, { org_id: 'text', name: 'text' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  noteRows,
  rowsOf(sealedAnnotations, { trace_id: 'text', ord: 'smallint' }, (sql) => sql`t.*, encode(t.head, 'hex') as node_id`),
  rowsOf(sealedBaselines, { baseline_id: 'uuid' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  rowsOf(sealedRules, { rules_id: 'uuid' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  rowsOf(sealedRuns, { run_id: 'uuid' }, runColumns, (sql, after, limit) =>
    digestRuns(sql, after?.[0], { limit, top: topIssuesShown }),
  ),
  rowsOf(sealedRunPages, { run_id: 'uuid', page: 'integer' }, pageColumns, (sql, [runId, page] = [], limit) =>
    digestFindings(sql, runId === undefined ? undefined : { run_id: runId, page: Number(page) }, limit),
  ),
  rowsOf(sealedTaskPayloads, { node_id: 'bytea' }, payloadColumns),
  rowsOf(sealedClaims, { claim_id: 'uuid' }, (sql) => sql`t.*, encode(t.head, 'hex') as head`),
  rowsOf(sealedClaimPoints, { claim_id: 'uuid', n: 'bigint' }),
  rowsOf(sealedClaimPieces, { claim_id: 'uuid', first_leaf: 'bigint' }, pieceColumns),
  progressRows,
  ...[componentRows, storyRows, libraryRows, sightingRows, artifactRows, scanSightingRows],
  feedbackRows,
  ...[connectionRows, itemRows, itemHeadRows],
]

/** The seal over what a row says; what is counted of violations has another. @throws for a table whose rows are not sealed. */
export function sealedRowsOf(table: string): SealedRows {
  const rows = sealedTables.find((each) => each.table === table)
  if (!rows) throw new Error(`the rows of ${table} are not sealed`)
  return rows
}
