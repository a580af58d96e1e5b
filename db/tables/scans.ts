/** scans, scan_findings, scan_waivers, scan_answers: finished scans, what they found, what is waived, and what people answered. */
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { type KeptReport, severities, violationSeverities } from '#db/documents/scan-report'
import { answerMeanings, answerReaches, compliances } from '#db/documents/states'
import { bytea, fileBytes, moment, packed } from '#db/tables/columns'

/** One row per finished scan, keyed by its job. */
export const scans = pgTable('scans', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  run_id: uuid(),
  url: text().notNull(),
  standard: text().notNull(),
  score: smallint().notNull(),
  compliance: text({ enum: compliances }).notNull(),
  issue_count: integer().notNull(),
  warning_count: integer().notNull(),
  include_warnings: boolean().notNull(),
  created_at: moment().notNull(),
  node_id: bytea().notNull(),
  payload_salt: bytea().notNull(),
  /** The JSON text of the whole report, packed with zstd. */
  report: packed<KeptReport>().notNull(),
  picture: fileBytes(),
  picture_type: text(),
  seal: bytea(),
  /** Of the packed report, and of the picture; null of rows of a release before. */
  report_sha256: bytea(),
  picture_sha256: bytea(),
  /** Whether what is in use on its page is told by what it saw; and the seal of that. */
  sees: boolean().notNull().default(false),
  sees_seal: bytea(),
})

/** What each scan of a run found, as far as comparing two runs needs it. What is no violation, and what is waived, is left out. */
export const scanFindings = pgTable(
  'scan_findings',
  {
    run_id: uuid().notNull(),
    scan_id: uuid().notNull(),
    ord: integer().notNull(),
    url_digest: bytea().notNull(),
    fingerprint: bytea().notNull(),
    content_fingerprint: bytea().notNull(),
    type: text().notNull(),
    severity: text({ enum: severities }).notNull(),
    element: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.scan_id, table.ord] })],
)

export const scanWaivers = pgTable('scan_waivers', {
  waiver_id: uuid().primaryKey(),
  org_id: text().notNull(),
  fingerprint: text(),
  type: text(),
  url: text(),
  reason: text().notNull(),
  expires_at: moment(),
  created_at: moment().notNull(),
  created_by: text().notNull(),
  revoked_at: moment(),
  /** The newest node of its stream, and its place there; null of waivers that are older than that. */
  head: bytea(),
  version: integer(),
  seal: bytea(),
})

/** What people answered to the questions that scans leave open. */
export const scanAnswers = pgTable('scan_answers', {
  answer_id: uuid().primaryKey(),
  org_id: text().notNull(),
  /** What it is about: the rule, the markup, and the place, the site or the scan that it holds for. 32 hex digits. */
  thing: text().notNull(),
  scan_id: uuid().notNull(),
  url: text().notNull(),
  type: text().notNull(),
  element: text().notNull(),
  fingerprint: text().notNull(),
  holds_for: text({ enum: answerReaches }).notNull(),
  choice: text().notNull(),
  means: text({ enum: answerMeanings }).notNull(),
  /** Of a failure. */
  severity: text({ enum: violationSeverities }),
  note: text().notNull(),
  answered_by: text().notNull(),
  key_id: text().notNull(),
  answered_at: moment().notNull(),
  withdrawn_by: text(),
  withdrawn_at: moment(),
  head: bytea().notNull(),
  version: integer().notNull(),
  seal: bytea().notNull(),
})
