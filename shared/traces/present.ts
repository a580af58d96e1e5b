/** Presents traces on the wire. */
import { type TraceRow, traceColumns } from '#db/tables/traces'
import type { Trace } from '#shared/contracts/traces'

const ownWords: readonly (keyof TraceRow)[] = [
  'org_id',
  'compliance_declared',
  'payload_salt',
  'governance_tier',
  'seal',
]
const shown = traceColumns.filter((name) => !ownWords.includes(name))

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
