/** Wire shapes of the logs that anybody outside may follow. */
import { Type as t } from '@sinclair/typebox'

/** A log: what it calls itself, whose signatures its checkpoints have, and where it is read. */
export const FollowedLog = t.Object({
  epoch: t.Integer({ minimum: 1, description: 'Logs are counted; the last one is in force.' }),
  origin: t.String({ description: 'The first line of its checkpoints.' }),
  keys: t.Array(t.String(), {
    description:
      'What its checkpoints are signed by: name+hash+base64, as Go’s note and C2SP’s tools take it. Believe the ones that the operator gave you.',
  }),
  prefix: t.String({ description: 'What /checkpoint and /tile/… come behind.' }),
  in_force: t.Boolean({ description: 'Whether it still grows.' }),
  size: t.Integer({ minimum: 0, description: 'Leaves below its newest checkpoint.' }),
  started_at: t.String({ format: 'date-time' }),
})

export const FollowedLogs = t.Object({ logs: t.Array(FollowedLog) })
