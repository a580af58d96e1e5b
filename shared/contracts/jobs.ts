/** Wire shape of a job, whatever its type. */

import { type Static, Type as t } from '@sinclair/typebox'
import { outcomeStates } from '#db/documents/states'
import { Problem } from '#shared/contracts/about'

const JobId = t.String({ format: 'uuid' })

export const Job = t.Object({
  job_id: JobId,
  kind: t.String(),
  state: t.Union(['queued', 'running', ...outcomeStates].map((state) => t.Literal(state))),
  progress: t.Union([t.Object({ done: t.Integer(), total: t.Integer() }), t.Null()]),
  created_at: t.String({ format: 'date-time' }),
  started_at: t.Union([t.String({ format: 'date-time' }), t.Null()]),
  finished_at: t.Union([t.String({ format: 'date-time' }), t.Null()]),
  result_url: t.Union([t.String(), t.Null()]),
  error: t.Union([Problem, t.Null()]),
})
export type Job = Static<typeof Job>

export const Accepted = t.Object({ job_id: JobId, kind: t.String(), state: t.String(), status_url: t.String() })
