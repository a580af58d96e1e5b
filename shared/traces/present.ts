/** Presents traces on the wire. */
import type { TraceRow } from '#db/tables/traces'
import type { Trace } from '#shared/contracts/traces'

/** Every member, in the order of the table. */
const members = {
  trace_id: true,
  risk_score: true,
  risk_level: true,
  confidence: true,
  system_source: true,
  flags: true,
  recommendation: true,
  constitutional_compliance: true,
  trinity_layer: true,
  testing_mode: true,
  adversarial_test: true,
  field_conditions: true,
  processing_time_ms: true,
  metadata: true,
  attribution_token: true,
  timestamp: true,
  created_at: true,
} as const satisfies Record<keyof Trace & keyof TraceRow, true>
const shown = Object.keys(members) as (keyof typeof members)[]

/** A stored trace as the contract has it: what was not given is absent, dates are ISO 8601. */
export function presentTrace(row: TraceRow): Trace {
  const present: Record<string, unknown> = {}
  for (const name of shown) {
    const value = row[name]
    if (value !== null) present[name] = value instanceof Date ? value.toISOString() : value
  }
  // Sound: every member of Trace is a column (checked in contracts/traces.ts), and nulls are gone.
  return present as Trace
}
