/** systems, system_totals, trace_totals: counters of traces, one shard per writing process. */
import { bigint, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#db/tables/columns'

export const systems = pgTable(
  'systems',
  {
    org_id: text().notNull(),
    system_source: text().notNull(),
    first_seen_at: moment().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.system_source] })],
)

const counters = {
  traces: bigint({ mode: 'number' }).notNull(),
  low: bigint({ mode: 'number' }).notNull(),
  medium: bigint({ mode: 'number' }).notNull(),
  high: bigint({ mode: 'number' }).notNull(),
  compliant: bigint({ mode: 'number' }).notNull(),
  risk_sum: numeric().notNull(),
  timed: bigint({ mode: 'number' }).notNull(),
  time_sum: numeric().notNull(),
}

export const systemTotals = pgTable(
  'system_totals',
  {
    org_id: text().notNull(),
    system_source: text().notNull(),
    shard: smallint().notNull(),
    ...counters,
    last_trace_at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.system_source, table.shard] })],
)

export const totalsOfTraces = pgTable(
  'trace_totals',
  {
    org_id: text().notNull(),
    shard: smallint().notNull(),
    systems: bigint({ mode: 'number' }).notNull(),
    ...counters,
  },
  (table) => [primaryKey({ columns: [table.org_id, table.shard] })],
)
