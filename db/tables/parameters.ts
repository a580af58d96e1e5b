/** parameter_sets, parameter_versions: what an organisation's parameters are, and what they were. */
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ruleStatuses } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const parameterSets = pgTable('parameter_sets', {
  set_id: uuid().primaryKey(),
  org_id: text().notNull(),
  status: text({ enum: ruleStatuses }).notNull(),
  /** The RFC 8785 text of a HeldDocument. */
  document: text().notNull(),
  changed_at: moment().notNull(),
  /** The newest node of its stream, and its place there. */
  head: bytea().notNull(),
  version: integer().notNull(),
})

export const parameterVersions = pgTable(
  'parameter_versions',
  {
    org_id: text().notNull(),
    /** From 1 on. */
    version: integer().notNull(),
    /** The RFC 8785 text of every parameter's value before it. */
    before_values: text().notNull(),
    /** The RFC 8785 text of a HeldDocument. */
    document: text().notNull(),
    job_id: uuid().notNull(),
    key_id: text().notNull(),
    takes_back: integer(),
    taken_back_by: integer(),
    changed_at: moment().notNull(),
    node_id: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.version] })],
)
