/** What a person, or an amendment, left on a violation: as stored and as said over the wire. */
import { type Static, Type as t } from '@sinclair/typebox'

const Time = t.String({ format: 'date-time' })

const moveMembers = {
  by: t.String({ description: 'The id of the key that did it.' }),
  at: Time,
  node: t.String({ pattern: '^[0-9a-f]{64}$' }),
  reason: t.String(),
}

export const Acknowledgement = t.Object(moveMembers)
export type Acknowledgement = Static<typeof Acknowledgement>

/** Until a time. */
export const TimedWaiver = t.Object({ ...moveMembers, until: Time })
export type TimedWaiver = Static<typeof TimedWaiver>

export const Resolution = t.Object({
  ...moveMembers,
  how: t.Union([t.Literal('auto'), t.Literal('manual'), t.Literal('amended')]),
})
export type Resolution = Static<typeof Resolution>
