/** briefings and signal_feedback: what was made of mails, events and things of source hosting, and what people say of signals. */
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Briefing, MeetingPrep, SignalList } from '#db/documents/briefing'
import { briefingOperations, feedbackStatuses, feedbackVerdicts } from '#db/documents/states'
import { bytea, moment, packed } from '#db/tables/columns'

/** One row per briefing, scan of signals or preparation of a meeting, keyed by its job. */
export const briefings = pgTable('briefings', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  operation: text({ enum: briefingOperations }).notNull(),
  tier: text().notNull(),
  created_at: moment().notNull(),
  node_id: bytea().notNull(),
  payload_salt: bytea().notNull(),
  /** The JSON text as it was digested and is answered, packed with zstd. */
  document: packed<Briefing | SignalList | MeetingPrep>().notNull(),
  /** The RFC 8785 text of what it was composed of, packed with zstd. */
  inputs: packed<unknown>().notNull(),
  /** Those of which it shows something. */
  connections: uuid().array().notNull(),
  seal: bytea(),
})

export const signalFeedback = pgTable('signal_feedback', {
  feedback_id: uuid().primaryKey(),
  org_id: text().notNull(),
  item_id: bytea().notNull(),
  signal_id: bytea().notNull(),
  connection_id: uuid().notNull(),
  verdict: text({ enum: feedbackVerdicts }).notNull(),
  status: text({ enum: feedbackStatuses }).notNull(),
  /** JSON; empty once it was erased. */
  features: text().notNull(),
  payload_salt: bytea().notNull(),
  until: moment(),
  at: moment().notNull(),
  key_id: text().notNull(),
  taken_back_at: moment(),
  /** The newest node of its stream, and its place there. */
  head: bytea().notNull(),
  version: integer().notNull(),
  seal: bytea(),
})
