/** stored_blobs, departing_objects, page_artifacts, design_verifications, design_baselines, design_rules: pages checked against how they are to look. */
import { sql } from 'drizzle-orm'
import { boolean, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DesignReport } from '#db/documents/design-report'
import type { PageArtifact } from '#db/documents/page-artifact'
import { baselineStatuses, designMedia, designRuleSubjects, designStates, ruleStatuses } from '#db/documents/states'
import { bytea, fileBytes, moment, now, packed } from '#db/tables/columns'

/** Bytes by their SHA-256, in hex as every digest here. */
export const storedBlobs = pgTable(
  'stored_blobs',
  {
    org_id: text().notNull(),
    digest: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
    /** Null where it lies in a bucket. */
    body: fileBytes(),
    stored_at: moment().notNull().default(now),
    /** The object's name in the bucket. */
    place: text(),
    /** Of the bytes as they are kept, packed or not; null of rows of a release before. */
    body_sha256: bytea(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.digest] })],
)

/** Objects of the bucket that are to go. */
export const departingObjects = pgTable('departing_objects', {
  place: text().primaryKey(),
  since: moment().notNull().default(now),
})

export const pageArtifacts = pgTable(
  'page_artifacts',
  {
    org_id: text().notNull(),
    digest: text().notNull(),
    document: json().$type<PageArtifact>().notNull(),
    original: text(),
    picture: text(),
    tree: text(),
    made_at: moment().notNull().default(now),
    /** How many components were seen on it. */
    sightings: integer().notNull().default(0),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.digest] })],
)

export const designBaselines = pgTable('design_baselines', {
  baseline_id: uuid().primaryKey(),
  org_id: text().notNull(),
  page_id: text().notNull(),
  branch: text().notNull(),
  medium: text({ enum: designMedia }).notNull(),
  width: integer().notNull(),
  scale_percent: integer().notNull(),
  status: text({ enum: baselineStatuses }).notNull(),
  artifact: text().notNull(),
  original: text().notNull(),
  verification_id: uuid().notNull(),
  accepted: text().array().notNull().default(sql`'{}'`),
  reason: text().notNull().default(''),
  created_at: moment().notNull(),
  decided_at: moment(),
  /** The newest node of its stream, and its place there. */
  head: bytea().notNull(),
  version: integer().notNull(),
  seal: bytea(),
})

/** One row per finished verification, keyed by its job. */
export const designVerifications = pgTable('design_verifications', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  page_id: text().notNull(),
  branch: text().notNull(),
  state: text({ enum: designStates }).notNull(),
  approved: boolean().notNull(),
  violations: integer().notNull(),
  artifact: text().notNull(),
  compared_with: text(),
  baseline_id: uuid(),
  proposes: uuid(),
  created_at: moment().notNull(),
  node_id: bytea().notNull(),
  payload_salt: bytea().notNull(),
  /** The JSON text of the whole report, packed with zstd. */
  report: packed<DesignReport>().notNull(),
  seal: bytea(),
  /** Of the packed report; null of rows of a release before. */
  report_sha256: bytea(),
})

/** A page's policy, or the design tokens of an organisation, whose page is ''. */
export const designRules = pgTable('design_rules', {
  rules_id: uuid().primaryKey(),
  org_id: text().notNull(),
  subject: text({ enum: designRuleSubjects }).notNull(),
  page_id: text().notNull(),
  status: text({ enum: ruleStatuses }).notNull(),
  /** RFC 8785. */
  document: text().notNull(),
  changed_at: moment().notNull(),
  head: bytea().notNull(),
  version: integer().notNull(),
  seal: bytea(),
})
