/** task_steps: what was planned of a task of many steps, and how each step fares. */
import { integer, json, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredFailure } from '#db/documents/failure'
import { errorPolicies, stepStates } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const taskSteps = pgTable(
  'task_steps',
  {
    task_id: uuid().notNull(),
    ord: smallint().notNull(),
    id: text().notNull(),
    type: text().notNull(),
    agent: text().notNull(),
    state: text({ enum: stepStates }).notNull(),
    /** The node of the task's stream that says how it stands. */
    head: bytea().notNull(),
    /** Steps by their place. */
    needs: smallint().array().notNull(),
    dependents: smallint().array().notNull(),
    /** How many of the needed steps have not ended. */
    waiting: smallint().notNull(),
    /** As it was planned: payload, when, on_error, timeout_s, max_attempts; null once it was erased. */
    spec: json(),
    /** Of it, so that a row says so without it; null of rows that are older than these columns. */
    on_error: text({ enum: errorPolicies }),
    max_attempts: smallint(),
    /** Attempts that were begun. */
    attempt: smallint().notNull().default(0),
    /** The job that does it, and which delivery of that job may speak for it. */
    job_id: uuid(),
    lease: integer(),
    /** Why it was skipped. */
    reason: text(),
    /** The payload with its references resolved. */
    input: json(),
    result: json(),
    result_digest: text(),
    /** The evidence node of what it made, if it made anything. */
    made: bytea(),
    error: json().$type<StoredFailure>(),
    /** As anybody may have written it: whoever goes by it reads it with `readTier`. */
    tier: text().notNull(),
    started_at: moment(),
    completed_at: moment(),
    /** As of tasks, and the SHA-256 of the texts of what is large. */
    seal: bytea(),
    spec_sum: bytea(),
    input_sum: bytea(),
    result_sum: bytea(),
  },
  (table) => [primaryKey({ columns: [table.task_id, table.ord] })],
)
