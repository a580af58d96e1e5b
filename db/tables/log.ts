/** edg_logs and what each holds: the log over all nodes, its tiles, its checkpoints and who cosigned them. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, moment, now } from '#db/tables/columns'

/** Which log is in force: the newest. */
export const edgLogs = pgTable('edg_logs', {
  epoch: integer().primaryKey(),
  origin: text().notNull(),
  node_id: bytea().notNull(),
  reason: text().notNull(),
  started_at: moment().notNull().default(now),
})

export const edgLeaves = pgTable('edg_leaves', {
  leaf: bigint({ mode: 'number' }).primaryKey(),
  node_id: bytea().notNull(),
})

/** C2SP tlog-tiles, height 8. Only the last tile of a level grows. */
export const edgTiles = pgTable(
  'edg_tiles',
  {
    level: smallint().notNull(),
    idx: bigint({ mode: 'number' }).notNull(),
    hashes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.idx] })],
)

export const edgCheckpoints = pgTable(
  'edg_checkpoints',
  {
    origin: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    root: bytea().notNull(),
    note: text().notNull(),
    /** Stays for ever, and stands in the log's files. */
    is_milestone: boolean().notNull().default(false),
    /** Up to here every node had its leaf, or was never to have one; null of older releases. */
    sequenced_ins: bigint({ mode: 'number' }),
    created_at: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.origin, table.size] })],
)

export const edgCosignatures = pgTable(
  'edg_cosignatures',
  {
    origin: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    witness: text().notNull(),
    line: text().notNull(),
    at: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.origin, table.size, table.witness] })],
)

/** What each witness that the ledger asks last answered. Present state, no evidence: written anew with each answer, whatever stood there. */
export const edgWitnesses = pgTable('edg_witnesses', {
  witness: text().primaryKey(),
  url: text().notNull(),
  asked_at: moment().notNull(),
  cosigned_at: moment(),
  cosigned_size: bigint({ mode: 'number' }),
  problem: text(),
})
