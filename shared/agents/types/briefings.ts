/** What the briefing-aggregator does: mornings, signals by priority, meetings. */
import { type TaskTypeResult, taskType } from '#shared/agents/task-type'
import {
  BriefingAnswer,
  BriefingAsked,
  MeetingAnswer,
  MeetingAsked,
  SignalsAnswer,
  SignalsAsked,
} from '#shared/contracts/briefings'
import { briefingAnswer, gatherBriefing, readBriefingReply, soundMeeting } from '#shared/jobs/gather-briefing'

/** Written by gather-briefing's worker, as its contract says. */
function readBriefing(reply: string): TaskTypeResult {
  const told = readBriefingReply(reply)
  return { result: JSON.parse(briefingAnswer(told)), nodeId: told.nodeId }
}

const common = {
  area: 'C',
  sideEffects: 'write',
  isIdempotent: true,
  contract: gatherBriefing,
  read: readBriefing,
} as const

export const briefingTypes = [
  taskType({
    ...common,
    type: 'briefing.compile',
    description: 'The briefing of a day, as GET /briefing gives it.',
    payload: BriefingAsked,
    output: BriefingAnswer,
    toJob: (request) => ({ of: 'briefing' as const, request }),
    // Its moment and its id are of the doing, and with them what it is held against and how long ago connections were read.
    essence: ({ sections, commitments, schedule }) => ({
      sections: sections.map(({ key, total, items }) => ({ key, total, ids: items.map(({ id }) => id) })),
      commitments,
      events: schedule.events,
    }),
  }),
  taskType({
    ...common,
    type: 'signals.scan',
    description: 'Signals by priority, as GET /signals gives them.',
    payload: SignalsAsked,
    output: SignalsAnswer,
    toJob: (request) => ({ of: 'signals' as const, request }),
    essence: ({ signals, total }) => ({ total, ids: signals.map(({ id }) => id) }),
  }),
  taskType({
    ...common,
    type: 'meeting.prepare',
    description: 'What a meeting needs, as POST /meeting-prep gives it.',
    payload: MeetingAsked,
    output: MeetingAnswer,
    toJob: (request) => ({ of: 'meeting' as const, request: soundMeeting(request) }),
    essence: ({ event, attendees, open_questions, decisions, suggested_agenda }) => ({
      event,
      attendees,
      open_questions,
      decisions,
      suggested_agenda,
    }),
  }),
]
