/** traces: telemetry as it came in, one row per trace. */
import { bigint, boolean, doublePrecision, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { riskLevels, testingModes } from '#db/documents/states'
import { bytea, clockMs, moment } from '#db/tables/columns'

export const traces = pgTable('traces', {
  trace_id: text().primaryKey(),
  org_id: text().notNull(),
  risk_score: doublePrecision().notNull(),
  risk_level: text({ enum: riskLevels }).notNull(),
  confidence: doublePrecision().notNull(),
  system_source: text().notNull().default('unknown'),
  flags: text().array(),
  recommendation: text(),
  constitutional_compliance: boolean().notNull().default(true),
  compliance_declared: boolean().notNull(),
  trinity_layer: text(),
  testing_mode: text({ enum: testingModes }),
  adversarial_test: boolean(),
  field_conditions: boolean(),
  processing_time_ms: bigint({ mode: 'number' }),
  metadata: jsonb().$type<Record<string, unknown>>(),
  attribution_token: text().notNull(),
  payload_salt: bytea().notNull(),
  /** What the constitution made of it when it came in; null for traces older than the constitution. */
  governance_tier: text(),
  timestamp: moment().notNull(),
  /** When it came in: its node says the same. Of a release before, the store's own clock. */
  created_at: moment().notNull().default(clockMs),
  /** @see SealedTable in shared/evidence/sealed-rows.ts */
  seal: bytea(),
})

export type TraceRow = typeof traces.$inferSelect
