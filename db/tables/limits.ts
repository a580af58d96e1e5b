/** rate_windows and idempotency_keys: what callers have asked for lately, by key. */
import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '#db/tables/columns'

/** One row per key, area and minute. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key_id: text().notNull(),
    area: text().notNull(),
    minute: bigint({ mode: 'number' }).notNull(),
    used: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key_id, table.area, table.minute] })],
)

/** What a caller's Idempotency-Key stands for. Everything made under it has ids derived from `seed`. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key_id: text().notNull(),
    idempotency_key: text().notNull(),
    request_digest: bytea().notNull(),
    seed: uuid().notNull(),
    claimed_at: instant().notNull(),
    /** @see SealedTable in shared/evidence/sealed-rows.ts */
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.key_id, table.idempotency_key] })],
)
