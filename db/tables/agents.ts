/** agents: agents elsewhere, as each organisation has registered them. */
import { boolean, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agentStatuses } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const agents = pgTable(
  'agents',
  {
    org_id: text().notNull(),
    name: text().notNull(),
    status: text({ enum: agentStatuses }).notNull(),
    /** The newest node of its stream, and its place there. */
    head: bytea().notNull(),
    version: integer().notNull(),
    card_url: text(),
    /** The card as it was fetched or given, and the digest of its canonical text. */
    card: json().notNull(),
    card_digest: text().notNull(),
    signature_verified: boolean(),
    /** Public keys (JWK) that its signatures are checked with. */
    keys: json().notNull(),
    /** Why it takes no tasks. */
    reason: text(),
    /** What was wrong the last time its card was asked for. */
    fault: text(),
    fetched_at: moment().notNull(),
    checked_at: moment().notNull(),
    registered_at: moment().notNull(),
    updated_at: moment().notNull(),
    seal: bytea(),
    /** Over what is noted of its card: when it was asked for last, and what was wrong. */
    noted_seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.name] })],
)
