/** Presents traces on the wire. */
import type { TraceRow } from '#db/tables/traces'
import type { Trace } from '#shared/contracts/traces'

/** A stored trace as the contract has it: what was not given is absent, dates are ISO 8601. */
export function presentTrace(row: TraceRow): Trace {
  const {
    org_id: _org,
    compliance_declared: _declared,
    payload_salt: _salt,
    governance_tier: _tier,
    seal: _seal,
    ...trace
  } = row
  const present = Object.fromEntries(Object.entries(trace).filter(([, value]) => value !== null))
  // Sound: every member of Trace is a column (checked in contracts/traces.ts), and nulls are gone.
  return { ...present, timestamp: row.timestamp.toISOString(), created_at: row.created_at.toISOString() } as Trace
}
