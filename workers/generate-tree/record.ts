/** A stored trace's row as the tree's input. */
import type { TraceRow } from '#db/tables/traces'
import type { TreeTrace } from '#workers/generate-tree/trace'

export function treeTraceOf(row: TraceRow): TreeTrace {
  return {
    trace_id: row.trace_id,
    risk_score: row.risk_score,
    risk_level: row.risk_level,
    confidence: row.confidence,
    system_source: row.system_source,
    constitutional_compliance: row.constitutional_compliance,
    compliance_declared: row.compliance_declared,
    attribution_token: row.attribution_token,
    timestamp: row.timestamp.toISOString(),
    created_at: row.created_at.toISOString(),
    ...(row.flags === null ? {} : { flags: row.flags }),
    ...(row.recommendation === null ? {} : { recommendation: row.recommendation }),
    ...(row.trinity_layer === null ? {} : { trinity_layer: row.trinity_layer }),
    ...(row.testing_mode === null ? {} : { testing_mode: row.testing_mode }),
    ...(row.adversarial_test === null ? {} : { adversarial_test: row.adversarial_test }),
    ...(row.field_conditions === null ? {} : { field_conditions: row.field_conditions }),
    ...(row.processing_time_ms === null ? {} : { processing_time_ms: row.processing_time_ms }),
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
  }
}
