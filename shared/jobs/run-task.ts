/** run-task: does what needs no job of its own, and asks agents elsewhere. */
import { Type as t } from '@sinclair/typebox'
import { defineJob } from '#shared/jobs/contract'
import type { FoundSecret } from '#shared/kernel/secrets'

/** What looks through all the evidence takes as long as there is evidence. In seconds. */
const longTypes = new Map([['evidence.verify', 6 * 3600]])

export const runTask = defineJob({
  name: 'run-task',
  areas: ['B', 'C'],
  payload: t.Union([
    /** What the task asks for stands with the task. `agent`: one that is elsewhere. */
    t.Object({
      of: t.Literal('task'),
      taskId: t.String(),
      type: t.String(),
      agent: t.Union([t.String(), t.Null()]),
      /** Of a task of many steps: the place of the one that asks. */
      step: t.Optional(t.Integer()),
    }),
    /** Sent by an endpoint itself. */
    t.Object({ of: t.Literal('call'), type: t.String(), payload: t.Unknown() }),
  ]),
  waitMs: 30_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 300 },
  keepsResult: () => true,
  secondsOf: ({ type }) => longTypes.get(type),
})

/** What a finished job is presented from when its worker told it along. */
export type RunReply = { result: unknown; nodeId?: string; found?: readonly FoundSecret[] }

export const runReply = (reply: RunReply): string => JSON.stringify(reply)

/** Written by `runReply` and by nobody else. */
export const readRunReply = (text: string): RunReply => JSON.parse(text)
