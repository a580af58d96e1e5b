/** A stored trace as the tree reads it: the wire record, and whether its sender declared compliance. */
import type { testingModes } from '#db/documents/states'
import type { RiskLevel } from '#workers/generate-tree/profiles'

export type TestCategory = (typeof testingModes)[number]

export type TreeTrace = {
  trace_id: string
  risk_score: number
  risk_level: RiskLevel
  confidence: number
  system_source: string
  flags?: string[]
  recommendation?: string
  constitutional_compliance: boolean
  /** False when the store's default filled in constitutional_compliance. Not part of the wire record. */
  compliance_declared: boolean
  trinity_layer?: string
  testing_mode?: TestCategory
  adversarial_test?: boolean
  field_conditions?: boolean
  processing_time_ms?: number
  metadata?: Record<string, unknown>
  attribution_token: string
  timestamp: string
  created_at: string
}

/** The testing level of a trace, the field that settled it, and the fields that say otherwise. */
export type Categorised = {
  testCategory: TestCategory
  basis: 'testing_mode' | 'adversarial_test' | 'field_conditions' | 'default'
  conflicts: string[]
}

/** testing_mode, else red_team for an adversarial test, else field under field conditions, else model. */
function testCategoryOf(trace: TreeTrace): TestCategory {
  if (trace.testing_mode !== undefined) return trace.testing_mode
  if (trace.adversarial_test === true) return 'red_team'
  return trace.field_conditions === true ? 'field' : 'model'
}

export function categorise(trace: TreeTrace): Categorised {
  const testCategory = testCategoryOf(trace)
  const conflicts: string[] = []
  if (trace.adversarial_test === true && testCategory !== 'red_team')
    conflicts.push(`adversarial_test true, but ${testCategory}`)
  if (trace.adversarial_test === false && testCategory === 'red_team')
    conflicts.push('adversarial_test false, but red_team')
  if (trace.field_conditions === true && testCategory !== 'field')
    conflicts.push(`field_conditions true, but ${testCategory}`)
  if (trace.field_conditions === false && testCategory === 'field') conflicts.push('field_conditions false, but field')
  return { testCategory, basis: basisOf(trace), conflicts }
}

/** The wire record, keys in RFC 8785 order; absent fields stay absent. */
export function telemetryRecordOf(trace: TreeTrace): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const key of wireKeys) {
    const value = trace[key]
    if (value !== undefined) record[key] = value
  }
  return record
}

const wireKeys = [
  'adversarial_test',
  'attribution_token',
  'confidence',
  'constitutional_compliance',
  'created_at',
  'field_conditions',
  'flags',
  'metadata',
  'processing_time_ms',
  'recommendation',
  'risk_level',
  'risk_score',
  'system_source',
  'testing_mode',
  'timestamp',
  'trace_id',
  'trinity_layer',
] as const satisfies readonly (keyof TreeTrace)[]

function basisOf(trace: TreeTrace): Categorised['basis'] {
  if (trace.testing_mode !== undefined) return 'testing_mode'
  if (trace.adversarial_test === true) return 'adversarial_test'
  return trace.field_conditions === true ? 'field_conditions' : 'default'
}

/** Only `true` can come from the store's default. */
export function isCompliantByDefault(trace: TreeTrace): boolean {
  return !trace.compliance_declared && trace.constitutional_compliance
}
