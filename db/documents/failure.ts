/** Why something failed, as rows keep it: jobs, tasks, steps and pages alike. */
import { type Static, Type as t } from '@sinclair/typebox'

const StoredFailure = t.Object({
  code: t.String(),
  message: t.String(),
  details: t.Record(t.String(), t.Unknown()),
})
export type StoredFailure = Static<typeof StoredFailure>
