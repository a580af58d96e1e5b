/** traces: telemetry as it came in, one row per trace. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, doublePrecision, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const traces = pgTable('traces', {
  trace_id: text().primaryKey(),
  org_id: text().notNull(),
  risk_score: doublePrecision().notNull(),
  risk_level: text({ enum: ['LOW', 'MEDIUM', 'HIGH'] }).notNull(),
  confidence: doublePrecision().notNull(),
  system_source: text().notNull().default('unknown'),
  flags: text().array(),
  recommendation: text(),
  constitutional_compliance: boolean().notNull().default(true),
  compliance_declared: boolean().notNull(),
  trinity_layer: text(),
  testing_mode: text({ enum: ['model', 'red_team', 'field'] }),
  adversarial_test: boolean(),
  field_conditions: boolean(),
  processing_time_ms: bigint({ mode: 'number' }),
  metadata: jsonb().$type<Record<string, unknown>>(),
  attribution_token: text().notNull(),
  payload_salt: bytea().notNull(),
  /** What the constitution made of it when it came in; null for traces older than the constitution. */
  governance_tier: text(),
  timestamp: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  created_at: timestamp({ withTimezone: true, precision: 3 })
    .notNull()
    .default(sql`date_trunc('milliseconds', clock_timestamp())`),
})

export type TraceRow = typeof traces.$inferSelect
