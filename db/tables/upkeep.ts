/** integrity_passes, verified_marks and retention_marks: what looking after the store came to. */
import { bigint, boolean, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant, moment, now } from '#db/tables/columns'

/** What each pass over the evidence found; the newest are kept. */
export const integrityPasses = pgTable('integrity_passes', {
  pass: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment().notNull().default(now),
  nodes: bigint({ mode: 'number' }).notNull(),
  ok: boolean().notNull(),
  first_failure: json(),
  duration_ms: integer().notNull(),
  /** Of the service's key; null of older releases. */
  vouched: bytea(),
})

/** How far the evidence was looked through: signed, by name. */
export const verifiedMarks = pgTable('verified_marks', {
  name: text().primaryKey(),
  document: text().notNull(),
  signature: bytea().notNull(),
})

/** How far retention has come in rows that it does not delete, by kind and, where it goes by organisation, by that. */
export const retentionMarks = pgTable(
  'retention_marks',
  {
    kind: text().notNull(),
    org_id: text().notNull(),
    at: instant().notNull(),
    id: text().notNull(),
    /** Of the service's key; null of older releases: nobody goes by such a mark. */
    vouched: bytea(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.org_id] })],
)
