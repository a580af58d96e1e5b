/** api_keys: who may call. The secret is never here, only its SHA-256. */
import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { keyTiers } from '#db/documents/states'
import { bytea, instant, now } from '#db/tables/columns'

export const apiKeys = pgTable('api_keys', {
  id: text().primaryKey(),
  lookup: text().notNull(),
  secret_sha256: bytea().notNull(),
  name: text().notNull(),
  org_id: text().notNull(),
  areas: text().array().notNull(),
  scopes: text().array().notNull().default(sql`'{}'`),
  tier: text({ enum: keyTiers }).notNull(),
  created_at: instant().notNull().default(now),
  expires_at: instant(),
  revoked_at: instant(),
  rotated_from: text(),
  last_used_at: instant(),
  /** The word in its text; null of keys that are older than its keeping. */
  env: text(),
  /** The newest node of its stream, and its place there; null of keys that are older than that. */
  head: bytea(),
  version: integer(),
  /** Whose it is: of two keys of one actor neither releases what the other asked for. Null of keys that are older than that. */
  actor: text(),
  seal: bytea(),
})
