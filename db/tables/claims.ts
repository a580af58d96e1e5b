/** claims and their sequences: what is claimed of AI systems before the data, held to every trace from then on. */
import { bigint, doublePrecision, integer, json, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { claimStatuses, claimVerdicts } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const claims = pgTable('claims', {
  claim_id: uuid().primaryKey(),
  org_id: text().notNull(),
  /** What its newest node says: open, closing (no trace after that node counts) or closed (all before it are counted). */
  status: text({ enum: claimStatuses }).notNull(),
  /** The newest node of its stream, and its place there. */
  head: bytea().notNull(),
  version: integer().notNull(),
  /** The RFC 8785 text of what is claimed, as its nodes say it. */
  terms: text().notNull(),
  name: text().notNull(),
  registered_at: moment().notNull(),
  created_by: text().notNull(),
  verdict: text({ enum: claimVerdicts }).notNull(),
  /** How many traces it took to come to it, and when the last of them was stored; 0 and the registration while there is none. */
  verdict_n: bigint({ mode: 'number' }).notNull().default(0),
  verdict_at: moment().notNull(),
  closed_at: moment(),
  /** The log in which its sequence is kept; null until its own node has a place there. */
  origin: text(),
  /** As it was written after the last trace; whoever reads it holds it to its schema. */
  state: json(),
  /** Why it is advanced no more. */
  fault: text(),
  seal: bytea(),
})

/** Up to where each log was gone through: every claim has had all the traces below this leaf. */
export const claimProgress = pgTable('claim_progress', {
  origin: text().primaryKey(),
  leaf: bigint({ mode: 'number' }).notNull(),
  /** What the states of all claims come to that are not closed; null of what is older than that. */
  claims: bytea(),
  seal: bytea(),
})

/** What a sequence said after so many traces. */
export const pointsOfClaims = pgTable(
  'claim_points',
  {
    claim_id: uuid().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    leaf: bigint({ mode: 'number' }).notNull(),
    at: moment().notNull(),
    value: doublePrecision().notNull(),
    lower: doublePrecision().notNull(),
    upper: doublePrecision().notNull(),
    verdict: text({ enum: claimVerdicts }).notNull(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.claim_id, table.n] })],
)

/** Every trace that a claim has taken in, as many in a row as came in one round. */
export const piecesOfClaims = pgTable(
  'claim_pieces',
  {
    claim_id: uuid().notNull(),
    first_leaf: bigint({ mode: 'number' }).notNull(),
    leaves: bigint({ mode: 'number' }).array().notNull(),
    /** Whole units of the measure's range; null where a trace had none, which the driver cannot tell from a number. */
    units: smallint().array().notNull(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.claim_id, table.first_leaf] })],
)
