/** trace_annotations and annotated_systems: what people say of traces, beside what was measured of them. */
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Answers } from '#db/documents/annotation'
import { bytea, clockMs, moment } from '#db/tables/columns'

export const traceAnnotations = pgTable(
  'trace_annotations',
  {
    trace_id: text().notNull(),
    /** Place among the trace's own, from 0. */
    ord: smallint().notNull(),
    annotation_id: uuid().notNull(),
    org_id: text().notNull(),
    system_source: text().notNull(),
    /** Drawn at random when an organisation's rater is first met: it tells raters apart when their names are erased. */
    rater_id: uuid().notNull(),
    /** Null when it was erased. */
    rater: text(),
    comment: text(),
    answers: jsonb().$type<Answers>().notNull(),
    status: text().notNull().default('recorded'),
    /** The node that records it, and its place in its stream. */
    head: bytea().notNull(),
    version: integer().notNull().default(0),
    /** Empty when rater and comment were erased. */
    payload_salt: bytea().notNull(),
    created_at: moment().notNull().default(clockMs),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.trace_id, table.ord] })],
)

/** How often each system was annotated: a number that changes whenever what its tree shows of people does. */
export const annotatedSystems = pgTable(
  'annotated_systems',
  {
    org_id: text().notNull(),
    system_source: text().notNull(),
    annotations: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.system_source] })],
)
