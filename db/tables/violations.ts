/** violations: what breaks the constitution, with its whole life. */
import { sql } from 'drizzle-orm'
import { bigint, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import { violationStatuses, violationTiers } from '#db/documents/states'
import type { Acknowledgement, Resolution, TimedWaiver } from '#db/documents/violation'
import { bytea, moment, xid8 } from '#db/tables/columns'

export const violations = pgTable('violations', {
  id: text().primaryKey(),
  org_id: text().notNull(),
  status: text({ enum: violationStatuses }).notNull(),
  /** The newest node of its stream, and its place there. Counters are not state. */
  head: bytea().notNull(),
  version: integer().notNull(),
  fingerprint: text().notNull(),
  article: text().notNull(),
  title: text().notNull(),
  /** As anybody may have written it: whoever goes by it reads it with `readTier`. */
  tier: text({ enum: violationTiers }).notNull().$type<string>(),
  subject_type: text().notNull(),
  subject_id: text().notNull(),
  agent: text(),
  task_id: text(),
  message: text().notNull(),
  evidence: text().array().notNull(),
  constitution: text().notNull(),
  rule_input_digest: text(),
  blocks: text().array().notNull(),
  due_at: moment(),
  detected_at: moment().notNull(),
  last_seen_at: moment().notNull(),
  occurrences: bigint({ mode: 'number' }).notNull(),
  /** Passes since it was last seen. */
  passes: integer().notNull().default(0),
  acknowledged: json().$type<Acknowledgement>(),
  waiver: json().$type<TimedWaiver>(),
  waived_until: moment(),
  resolution: json().$type<Resolution>(),
  /** The transaction that opened or moved it last. */
  changed_in: xid8().notNull().default(sql`pg_current_xact_id()`),
  seal: bytea(),
  /** Of what is counted: occurrences, passes, last_seen_at, evidence. */
  counted_seal: bytea(),
})
