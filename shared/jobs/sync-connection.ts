/** sync-connection: reads what is new over one connection, a piece at a time; tests one; takes away what a deleted one brought. */
import { Type as t } from '@sinclair/typebox'
import { type ConnectionTested, connectionKinds } from '#shared/contracts/connections'
import { defineJob } from '#shared/jobs/contract'

const connectionId = t.String({ format: 'uuid' })

export const syncConnection = defineJob({
  name: 'sync-connection',
  areas: ['C'],
  payload: t.Union([
    t.Object({ of: t.Literal('sync'), connectionId }),
    t.Object({
      of: t.Literal('test'),
      connectionId,
      /** One that is not there yet; null for one that is. */
      draft: t.Union([
        t.Null(),
        t.Object({
          kind: t.Union(connectionKinds.map((kind) => t.Literal(kind))),
          /** RFC 8785 text. */
          config: t.String(),
          /** Sealed for the organisation, that id and the kind. */
          sealed: t.String(),
        }),
      ]),
    }),
    t.Object({ of: t.Literal('erase'), connectionId }),
  ]),
  waitMs: 15_000,
  // Whoever waits for a test waits for one login.
  isLong: ({ of }) => of !== 'test',
  attempts: { limit: 3, delaySeconds: 2, expireInSeconds: 120, lossesForgiven: 5 },
  keepsResult: ({ of }) => of === 'test',
})

/** The priority of pieces that follow the first of a sync: behind whatever else is there to do. */
export const restPriority = -1

export const testedReply = (tested: ConnectionTested): string => JSON.stringify(tested)

/** Written by `testedReply` and by nobody else. */
export const readTested = (text: string): ConnectionTested => JSON.parse(text)
