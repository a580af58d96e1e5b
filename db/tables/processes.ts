/** process_reports: what each process last said of itself. */
import { sql } from 'drizzle-orm'
import { integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProcessNotes } from '#db/documents/process-notes'
import { instant, packed } from '#db/tables/columns'

export const processReports = pgTable('process_reports', {
  process_id: uuid().primaryKey(),
  role: text().notNull(),
  jobs: text().array().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  reported_at: instant().notNull(),
  /** Of the release before alone. */
  metrics: json().notNull().default(sql`'[]'`),
  notes: json().$type<ProcessNotes>().notNull().default(sql`'{"has":{},"lacks":{}}'`),
  /** Its figures as Prometheus reads them, packed with zstd. */
  exposition: packed<string>(),
})
