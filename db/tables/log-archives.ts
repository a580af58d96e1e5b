/** log_archives: how much of each log lies in the bucket as well. */
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#db/tables/columns'

export const logArchives = pgTable('log_archives', {
  origin: text().primaryKey(),
  /** Full tiles of leaf hashes, from the first on. */
  tiles: bigint({ mode: 'number' }).notNull(),
  /** Leaves of the checkpoint that lies there. */
  checkpoint: bigint({ mode: 'number' }),
  archived_at: moment().notNull(),
  seal: bytea(),
})
