/** Presents traces on the wire. */
import type { TraceRow } from '#db/tables/traces'
import type { Trace } from '#shared/contracts/traces'

/** A stored trace as the contract has it: what was not given is absent, dates are ISO 8601. */
export function presentTrace(row: TraceRow): Trace {
  const { org_id: _org, compliance_declared: _declared, payload_salt: _salt, governance_tier: _tier, ...trace } = row
  const present = Object.fromEntries(Object.entries(trace).filter(([, value]) => value !== null))
  // Sound: every member of Trace is a column (checked in contracts/traces.ts), and nulls are gone.
  return { ...present, timestamp: row.timestamp.toISOString(), created_at: row.created_at.toISOString() } as Trace
}

/** What an answer about one trace may say of compliance: what was decided; nothing where the sender declared nothing. */
export function complianceOf(row: {
  constitutional_compliance: boolean | null
  compliance_declared: boolean | null
  governance_tier: string | null
}): 'verified' | 'violation' | 'indeterminate' {
  if (row.constitutional_compliance === false || (row.governance_tier ?? 'T0') >= 'T3') return 'violation'
  return row.compliance_declared ? 'verified' : 'indeterminate'
}
