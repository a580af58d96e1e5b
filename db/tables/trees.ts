/** trees: measurement trees and comparisons of systems, one per job. */
import { doublePrecision, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Comparison } from '#db/documents/comparison'
import type { SystemTree } from '#db/documents/system-tree'
import type { Tree } from '#db/documents/tree'
import { bytea, moment, packed } from '#db/tables/columns'

export const trees = pgTable('trees', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  /** Null of a system's. */
  trace_id: text(),
  system_source: text().notNull(),
  profile: text().notNull(),
  validity_score: doublePrecision(),
  tree_digest: text().notNull(),
  schema_version: text().notNull(),
  generated_at: moment().notNull(),
  node_id: bytea().notNull(),
  payload_salt: bytea().notNull(),
  /** The JSON text as it was digested and is answered, packed with zstd. */
  body: packed<Tree | SystemTree | Comparison>().notNull(),
  /** What a system's tree is of, so that it is met again whoever's job made it. */
  snapshot: uuid(),
  /** Of a comparison: the second system. Null of a tree. */
  compared_with: text(),
  seal: bytea(),
})
