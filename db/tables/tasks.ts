/** tasks and task_payloads: one row per task, equal to the newest node of its stream, and apart from it what it was asked. */
import { boolean, integer, json, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredFailure } from '#db/documents/failure'
import { taskStatuses } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const tasks = pgTable('tasks', {
  id: uuid().primaryKey(),
  job_id: uuid().notNull(),
  org_id: text().notNull(),
  key_id: text().notNull(),
  request_id: text().notNull(),
  agent: text().notNull(),
  type: text().notNull(),
  status: text({ enum: taskStatuses }).notNull(),
  head: bytea().notNull(),
  version: integer().notNull(),
  /** As anybody may have written it: whoever goes by it reads it with `readTier`. */
  tier: text().notNull(),
  result: json(),
  result_digest: text(),
  error: json().$type<StoredFailure>(),
  created_at: moment().notNull(),
  updated_at: moment().notNull(),
  started_at: moment(),
  completed_at: moment(),
  deadline: moment(),
  /** Of a plan: how many steps it has, how many have not ended, how many of those wait for a person. */
  steps_total: smallint().notNull().default(0),
  steps_open: smallint().notNull().default(0),
  steps_held: smallint().notNull().default(0),
  /** What the jobs of its steps are sent with. */
  priority: smallint().notNull().default(1),
  is_overridden: boolean().notNull().default(false),
  /** Over all of the row, see shared/evidence/sealed/tasks.ts; null of rows that a release before seals has written. */
  seal: bytea(),
  /** SHA-256 of the result's text, which the seal is over: what is large is not read to seal the row anew. */
  result_sum: bytea(),
})

/** What a task was asked, apart from its node and salted: both can be deleted while every proof holds. */
export const payloadsOfTasks = pgTable('task_payloads', {
  node_id: bytea().primaryKey(),
  task_id: uuid().notNull(),
  org_id: text().notNull(),
  salt: bytea().notNull(),
  /** Null where it lies in a bucket. */
  text: text(),
  /** The object's name in the bucket. */
  place: text(),
  /** What opens it: 32 bytes. */
  place_key: bytea(),
  seal: bytea(),
})
