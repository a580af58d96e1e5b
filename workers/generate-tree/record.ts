/** A stored trace's row, or its record alone, as the tree's input. */
import type { TraceRow } from '#db/tables/traces'
import type { TraceRecord } from '#shared/traces/record'
import type { TreeTrace } from '#workers/generate-tree/trace'

/** Whether a trace's words are gone: what it said of harm is, too, so it is not measured any more. */
export const isErased = ({ payload_salt }: Pick<TraceRow, 'payload_salt'>): boolean => payload_salt.length === 0

export function treeTraceOf(row: TraceRow): TreeTrace {
  const { attribution_token, created_at, timestamp } = row
  return {
    ...telemetryOf({ ...row, timestamp: timestamp.toISOString() }),
    attribution_token,
    created_at: created_at.toISOString(),
  }
}

/** What a trace's sender said, and when: all that is measured. */
export function telemetryOf(record: TraceRecord): Omit<TreeTrace, 'attribution_token' | 'created_at'> {
  return {
    trace_id: record.trace_id,
    risk_score: record.risk_score,
    risk_level: record.risk_level,
    confidence: record.confidence,
    system_source: record.system_source,
    constitutional_compliance: record.constitutional_compliance,
    compliance_declared: record.compliance_declared,
    timestamp: record.timestamp,
    ...(record.flags === null ? {} : { flags: record.flags }),
    ...(record.recommendation === null ? {} : { recommendation: record.recommendation }),
    ...(record.trinity_layer === null ? {} : { trinity_layer: record.trinity_layer }),
    ...(record.testing_mode === null ? {} : { testing_mode: record.testing_mode }),
    ...(record.adversarial_test === null ? {} : { adversarial_test: record.adversarial_test }),
    ...(record.field_conditions === null ? {} : { field_conditions: record.field_conditions }),
    ...(record.processing_time_ms === null ? {} : { processing_time_ms: record.processing_time_ms }),
    ...(record.metadata === null ? {} : { metadata: record.metadata }),
  }
}
