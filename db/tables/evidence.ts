/** edg_nodes and what is about them: evidence, addressed by the SHA-256 of its own text. */
import { bigint, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, instant, moment, now } from '#db/tables/columns'

export const edgKeys = pgTable('edg_keys', {
  kid: text().primaryKey(),
  public_key: bytea().notNull(),
  registered_at: instant().notNull().default(now),
})

export const edgNodes = pgTable('edg_nodes', {
  id: bytea().primaryKey(),
  /** The order of insertion. */
  ins: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  org_id: text().notNull(),
  stream: text().notNull(),
  pos: integer().notNull(),
  height: integer().notNull(),
  kind: text().notNull(),
  prev: bytea(),
  body: text().notNull(),
  signature: bytea().notNull(),
  kid: text().notNull(),
})

export const edgEdges = pgTable(
  'edg_edges',
  {
    child: bytea().notNull(),
    ord: smallint().notNull(),
    rel: text().notNull(),
    parent: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.child, table.ord] })],
)

/** Parents that stand in another stream than their child: derived, so that ancestors are found from stream to stream. */
export const edgCrossings = pgTable('edg_crossings', {
  stream: text().notNull(),
  pos: integer().notNull(),
  parent_stream: text().notNull(),
  parent_pos: integer().notNull(),
})

/** Nodes that nobody has signed who may: taken out before they had a place in the log, and kept here as they came. */
export const edgRefused = pgTable('edg_refused', {
  id: bytea().primaryKey(),
  ins: bigint({ mode: 'number' }).notNull(),
  org_id: text().notNull(),
  stream: text().notNull(),
  pos: integer().notNull(),
  height: integer().notNull(),
  kind: text().notNull(),
  body: text().notNull(),
  signature: bytea().notNull(),
  kid: text().notNull(),
  why: text().notNull(),
  refused_at: moment().notNull().default(now),
})
