/** The tables that a fill writes row by row, each with its columns, and how a node gets into them. */
import { openSheet } from '#bench/fill/copy'
import type { Sql } from '#db/client'
import type { SignedNode } from '#shared/evidence/node'

const columns = {
  edg_nodes: 'id, org_id, stream, pos, height, kind, prev, body, signature, kid',
  edg_edges: 'child, ord, rel, parent',
  tasks:
    'id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, result, result_digest, error, created_at, updated_at, started_at, completed_at, steps_total, steps_open, steps_held',
  task_payloads: 'node_id, task_id, org_id, salt, text',
  task_steps:
    'task_id, ord, id, type, agent, state, head, needs, dependents, waiting, spec, attempt, job_id, input, result, result_digest, tier, started_at, completed_at',
  traces:
    'trace_id, org_id, risk_score, risk_level, confidence, system_source, flags, recommendation, constitutional_compliance, compliance_declared, trinity_layer, testing_mode, adversarial_test, field_conditions, processing_time_ms, metadata, attribution_token, payload_salt, governance_tier, "timestamp", created_at, seal',
  trees:
    'job_id, org_id, trace_id, system_source, profile, validity_score, tree_digest, schema_version, generated_at, node_id, payload_salt, body',
  scans:
    'job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count, include_warnings, created_at, node_id, payload_salt, report',
  scan_runs:
    'run_id, org_id, key_id, request_id, request, state, is_seeking, page_limit, total, done, failed, scored, score_sum, score_worst, created_at, finished_at',
  scan_run_pages: 'run_id, page, url, url_digest, job_id, state, score, compliance, issue_count',
  scan_run_issues: 'run_id, type, pages, issues',
  scan_findings: 'run_id, scan_id, ord, url_digest, fingerprint, content_fingerprint, type, severity, element',
  violations:
    'id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id, agent, task_id, message, evidence, constitution, rule_input_digest, blocks, due_at, detected_at, last_seen_at, occurrences, resolution, seal, counted_seal',
} as const

export type TableName = keyof typeof columns
export const tableNames = Object.keys(columns) as TableName[]

export type Sheets = ReturnType<typeof openSheets>

export function openSheets(sql: Sql) {
  const sheets = Object.fromEntries(
    tableNames.map((table) => [table, openSheet(sql, table, columns[table])]),
    // Sound: made from the very list of names.
  ) as Record<TableName, ReturnType<typeof openSheet>>
  let nodes = 0
  return {
    ...sheets,
    countNodes: () => nodes,
    node({ id, orgId, body, text, signature, kid }: SignedNode): void {
      nodes += 1
      const { stream, pos, height, kind, prev } = body
      const address = Buffer.from(id, 'hex')
      const before = prev === null ? null : Buffer.from(prev, 'hex')
      sheets.edg_nodes.add(address, orgId, stream, pos, height, kind, before, text, signature, kid)
      for (const [ord, { rel, hash }] of body.parents.entries())
        sheets.edg_edges.add(address, ord, rel, Buffer.from(hash, 'hex'))
    },
    flush: (isLast?: boolean) => Promise.all(tableNames.map((table) => sheets[table].flush(isLast))),
  }
}
