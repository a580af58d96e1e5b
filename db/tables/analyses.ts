/** analyses: what came of texts that were analysed, and of calibrations. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Alignment } from '#db/documents/alignment'
import type { Calibration } from '#db/documents/calibration'
import type { Meaning } from '#db/documents/meaning'
import { analysisOperations } from '#db/documents/states'
import { bytea, moment, packed } from '#db/tables/columns'

/** One row per finished analysis, keyed by its job. */
export const analyses = pgTable('analyses', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  operation: text({ enum: analysisOperations }).notNull(),
  tier: text().notNull(),
  created_at: moment().notNull(),
  node_id: bytea().notNull(),
  payload_salt: bytea().notNull(),
  /** The JSON text as it was digested and is answered, packed with zstd. */
  document: packed<Meaning | Alignment | Calibration>().notNull(),
  seal: bytea(),
})
