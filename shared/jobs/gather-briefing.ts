/** gather-briefing: makes a briefing, a scan of signals or a preparation of a meeting of what was read from connections, or makes one again. */
import { Type as t } from '@sinclair/typebox'
import { BriefingAsked, MeetingAsked, SignalsAsked } from '#shared/contracts/briefings'
import { readTier, type Tier } from '#shared/contracts/decision'
import { defineJob } from '#shared/jobs/contract'
import { invalidRequest } from '#shared/kernel/errors/request'

export const gatherBriefing = defineJob({
  name: 'gather-briefing',
  areas: ['C'],
  payload: t.Union([
    t.Object({ of: t.Literal('briefing'), request: BriefingAsked }),
    t.Object({ of: t.Literal('signals'), request: SignalsAsked }),
    t.Object({ of: t.Literal('meeting'), request: MeetingAsked }),
    t.Object({ of: t.Literal('replay'), id: t.String({ format: 'uuid' }) }),
  ]),
  waitMs: 20_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 60, lossesForgiven: 3 },
  streams: ['briefing:', 'signals:', 'meeting:'],
  keepsResult: ({ of }) => of === 'replay',
})

/** What one came to, as its worker tells it along. A replay has no node. */
export type ToldBriefing = {
  /** The evidence node's id, hex; empty of a replay. */
  nodeId: string
  /** Of the decision on it. */
  tier: Tier
  /** The JSON text that was digested. */
  text: string
}

export const briefingReply = ({ nodeId, tier, text }: ToldBriefing): string => `${nodeId} ${tier} ${text}`

/** Written by `briefingReply` and by nobody else. */
export function readBriefingReply(reply: string): ToldBriefing {
  const [nodeId = '', tier = ''] = reply.split(' ', 2)
  return { nodeId, tier: readTier(tier), text: reply.slice(nodeId.length + tier.length + 2) }
}

const evidenceMember = '"evidence":{'

/** The answer's text: what was digested, its node put in as the first member of `evidence`, which is the last of the document. */
export function briefingAnswer({ text, nodeId }: Pick<ToldBriefing, 'text' | 'nodeId'>): string {
  if (nodeId === '') return text
  const at = text.lastIndexOf(evidenceMember)
  if (at < 0) throw new Error('a briefing ends with its evidence')
  const begin = at + evidenceMember.length
  return `${text.slice(0, begin)}"node_id":"${nodeId}",${text.slice(begin)}`
}

/** @throws INVALID_REQUEST of what names no event, or more than one, with every fault of it. */
export function soundMeeting(request: MeetingAsked): MeetingAsked {
  const named = (['event_id', 'uid', 'ics'] as const).filter((name) => request[name] !== undefined)
  const expected = 'exactly one of event_id, uid and ics'
  const issues = [
    ...(named.length === 0 ? [{ path: '', message: 'names no event', expected }] : []),
    ...named.slice(1).map((name) => ({ path: `/${name}`, message: `stands beside ${named[0]}`, expected })),
    ...(request.recurrence_id !== undefined && request.uid === undefined
      ? [{ path: '/recurrence_id', message: 'is for a uid', expected: 'uid beside it' }]
      : []),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
  return request
}
