/** scan_runs and its pages: runs of many scans, and how often each rule was broken in them. */
import { bigint, boolean, integer, json, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredFailure } from '#db/documents/failure'
import { compliances, pageStates, runStates } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

/** How many pages of a run break a rule, and how often. */
export type RunIssue = { type: string; pages: number; issues: number }

export const scanRuns = pgTable('scan_runs', {
  run_id: uuid().primaryKey(),
  org_id: text().notNull(),
  key_id: text().notNull(),
  request_id: text().notNull(),
  /** What the client asked for, but what opens pages behind a login, which is sealed. */
  request: json().notNull(),
  sealed_access: text(),
  state: text({ enum: runStates }).notNull(),
  /** Pages may still be found: the sitemap is being read. */
  is_seeking: boolean().notNull(),
  page_limit: integer().notNull(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  /** Pages that have a score: neither failed nor canceled. */
  scored: integer().notNull().default(0),
  score_sum: bigint({ mode: 'number' }).notNull().default(0),
  score_worst: smallint(),
  created_at: moment().notNull(),
  finished_at: moment(),
  /** Of what opens its pages; null where nothing does. */
  access_sha256: bytea(),
  /** What the most pages broke, as it was when the run had ended. */
  top_issues: json().$type<RunIssue[]>(),
  /** What all that scan_run_issues has of it comes to, a keyed sum. */
  issue_sum: bytea(),
  /** Its scans are being deleted, and it with the last of them: it is shown no more. */
  is_departing: boolean().notNull().default(false),
  seal: bytea(),
})

export const scanRunPages = pgTable(
  'scan_run_pages',
  {
    run_id: uuid().notNull(),
    page: integer().notNull(),
    url: text().notNull(),
    url_digest: bytea().notNull(),
    depth: smallint().notNull().default(0),
    job_id: uuid().notNull(),
    state: text({ enum: pageStates }).notNull(),
    score: smallint(),
    compliance: text({ enum: compliances }),
    issue_count: integer(),
    error: json().$type<StoredFailure>(),
    /** Of all that scan_findings has of its scan; null of pages that were not scanned. */
    findings_sha256: bytea(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.page] })],
)

/** How often each rule was broken in a run, kept up as its pages end. */
export const scanRunIssues = pgTable(
  'scan_run_issues',
  {
    run_id: uuid().notNull(),
    type: text().notNull(),
    pages: integer().notNull(),
    issues: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.type] })],
)
