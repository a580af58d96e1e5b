/** generate-tree: builds the measurement tree of one stored trace, or of a whole system. */
import { Type as t } from '@sinclair/typebox'
import { defineJob } from '#shared/jobs/contract'

export const generateTree = defineJob({
  name: 'generate-tree',
  payload: t.Union([
    t.Object({
      of: t.Literal('trace'),
      traceId: t.String(),
      depth: t.Integer({ minimum: 1, maximum: 6 }),
      includeRaw: t.Boolean(),
    }),
    t.Object({ of: t.Literal('system'), systemSource: t.String(), profile: t.String() }),
  ]),
  policy: { retryLimit: 2, retryDelaySeconds: 1, expireInSeconds: 30 },
})
