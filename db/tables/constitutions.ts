/** constitutions, constitution_texts, article_counts: what is in force, what ever was, and what its articles come to. */
import { bigint, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, instant, moment } from '#db/tables/columns'

/** The state row of the stream `constitution`: which one is in force. */
export const constitutions = pgTable('constitutions', {
  id: text({ enum: ['constitution'] }).primaryKey(),
  org_id: text().notNull(),
  status: text({ enum: ['enacted'] }).notNull(),
  head: bytea().notNull(),
  version: integer().notNull(),
  hash: text().notNull(),
})

/** Every constitution that was ever enacted, as it was hashed: decisions of its time are made again from it. */
export const textsOfConstitutions = pgTable('constitution_texts', {
  hash: text().primaryKey(),
  body: text().notNull(),
  signatures: integer().notNull().default(0),
  enacted_at: moment().notNull(),
  node_id: bytea().notNull(),
})

/** What each article came to lately, per hour and writing process: for the status page alone. A crash of the database empties it: who counts puts it back. */
export const countsOfArticles = pgTable(
  'article_counts',
  {
    article: text().notNull(),
    hour: instant().notNull(),
    shard: smallint().notNull(),
    evaluations: bigint({ mode: 'number' }).notNull(),
    failures: bigint({ mode: 'number' }).notNull(),
    errors: bigint({ mode: 'number' }).notNull(),
    last_at: moment().notNull(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.article, table.hour, table.shard] })],
)
