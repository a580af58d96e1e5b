/** job_outcomes, job_claims, job_results: how a job ended, who is at it, what it came to. The jobs themselves are pg-boss's. */
import { integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredFailure } from '#db/documents/failure'
import { outcomeStates } from '#db/documents/states'
import { bytea, moment, now, packed } from '#db/tables/columns'

/** Inserted first, so that a job that ran twice has its effects once. */
export const jobOutcomes = pgTable('job_outcomes', {
  job_id: uuid().primaryKey(),
  job: text().notNull(),
  org_id: text().notNull(),
  key_id: text().notNull(),
  request_id: text().notNull(),
  state: text({ enum: outcomeStates }).notNull(),
  error: json().$type<StoredFailure>(),
  attempt: integer().notNull(),
  created_at: moment().notNull(),
  started_at: moment(),
  finished_at: moment().notNull(),
  seal: bytea(),
})

/** Which worker process holds which job right now, and how far it is. */
export const jobClaims = pgTable('job_claims', {
  job_id: uuid().primaryKey(),
  job: text().notNull(),
  worker_id: uuid().notNull(),
  attempt: integer().notNull(),
  done: integer(),
  total: integer(),
})

/** What a run-task job came to, as JSON text packed with zstd. */
export const jobResults = pgTable('job_results', {
  job_id: uuid().primaryKey(),
  org_id: text().notNull(),
  body: packed<unknown>().notNull(),
  created_at: moment().notNull().default(now),
  seal: bytea(),
})
