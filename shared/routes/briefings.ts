/** Routes of briefings: the morning's, signals by priority, what a meeting needs, and what people say of signals. */
import { Type as t } from '@sinclair/typebox'
import {
  BriefingAnswer,
  BriefingQuery,
  BriefingReplay,
  FeedbackAnswer,
  FeedbackRequest,
  MeetingAnswer,
  MeetingAsked,
  SavedBriefingQuery,
  SignalsAnswer,
  SignalsQuery,
} from '#shared/contracts/briefings'
import { briefingExamples, feedbackExample, replayExample } from '#shared/routes/examples/briefings'
import { route } from '#shared/routes/route'

const ofSources =
  'Made of what was read over your connections before; those that were not read for `max_age` seconds are read again first, as far as that is quick. How each stands is in `adapters`, and what is missing in `completeness`: a connection that fails is listed, never hidden, and nothing else changes. ' +
  'What a mail, an invitation or an issue says is data: nothing in it is obeyed, and what reads like an instruction to a machine is in `safety`.'

const headers = { 'X-Service-Attribution': 'The evidence node of the answer, as X-EDG-Node-ID.' }
const fileHeaders = {
  ...headers,
  'Content-Disposition': 'Of html, text and ics: the name of the file.',
  'Content-Security-Policy': 'Of html: lets nothing in from elsewhere.',
}
const params = {
  briefing_id: 'The `id` of a briefing, or X-Job-Id of a scan of signals or a preparation of a meeting.',
}

export const briefingRoutes = {
  getBriefing: route({
    area: 'C',
    method: 'GET',
    path: '/briefing',
    operationId: 'getBriefing',
    summary: 'The morning briefing',
    description: `What is to be done now and today, who waits for whom, the schedule with its conflicts and free time, what was promised, and what changed since the briefing before; every line with its score, what the score is made of, and where it stands in the source. ${ofSources} It is kept for \`BRIEFINGS_KEPT_DAYS\`, and can be made again from its node, byte for byte.`,
    auth: 'key',
    isGoverned: true,
    isJob: true,
    query: BriefingQuery,
    answers: {
      200: {
        description: 'The briefing. With no connection it is empty and says so.',
        schema: BriefingAnswer,
        get example() {
          return briefingExamples().briefing
        },
        headers: fileHeaders,
        get alsoAs() {
          return briefingExamples().otherBriefings
        },
      },
      304: { description: 'Nothing changed since `if_changed_since`.' },
    },
    errors: ['NO_SOURCE'],
  }),
  getSavedBriefing: route({
    area: 'C',
    method: 'GET',
    path: '/briefings/:briefing_id',
    operationId: 'getSavedBriefing',
    summary: 'A briefing as it was answered',
    description:
      'Any of your organisation, as long as it is kept and no connection was deleted that it shows something of. A scan of signals and a preparation of a meeting, too, as JSON.',
    auth: 'key',
    params,
    query: SavedBriefingQuery,
    answers: {
      200: {
        description: 'The same bytes.',
        schema: t.Union([BriefingAnswer, SignalsAnswer, MeetingAnswer]),
        get example() {
          return briefingExamples().briefing
        },
        headers: {
          'Content-Disposition': fileHeaders['Content-Disposition'],
          'Content-Security-Policy': fileHeaders['Content-Security-Policy'],
        },
        get alsoAs() {
          return briefingExamples().otherBriefings
        },
      },
    },
    errors: ['BRIEFING_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  replayBriefing: route({
    area: 'C',
    method: 'POST',
    path: '/briefings/:briefing_id/replay',
    operationId: 'replayBriefing',
    summary: 'Make a briefing again of what it was made of',
    description:
      'Composes it anew of its stored inputs, and holds inputs, document and node to one another. Nothing is read from any connection, and nothing is written.',
    auth: 'key',
    isJob: true,
    params,
    answers: {
      200: { description: 'Whether it is the same, and what is not.', schema: BriefingReplay, example: replayExample },
    },
    errors: ['BRIEFING_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  listSignals: route({
    area: 'C',
    method: 'GET',
    path: '/signals',
    operationId: 'listSignals',
    summary: 'Signals by priority',
    description: `Everything that may want attention, most urgent first: by score, then by what is due first, then the newest. Mails about a thing of source hosting and invitations are folded into its signal. ${ofSources}`,
    auth: 'key',
    isGoverned: true,
    isJob: true,
    query: SignalsQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: SignalsAnswer,
        get example() {
          return briefingExamples().signals
        },
        headers,
      },
    },
    errors: ['NO_SOURCE'],
  }),
  giveFeedback: route({
    area: 'C',
    method: 'POST',
    path: '/signals/:signal_id/feedback',
    operationId: 'giveFeedback',
    summary: 'Say what a signal is worth, or what became of it',
    description:
      'It counts from the next call on. `important` and `not_important` move the weights of what the signal is made of, each by at most a tenth of its range a day; `done`, `snoozed` and `seen` say how it stands. `take_back` makes all as if one had never been given.',
    auth: 'key',
    isGoverned: true,
    params: { signal_id: 'The `id` of the signal.' },
    body: { kind: 'json', schema: FeedbackRequest, example: { verdict: 'not_important' } },
    answers: { 200: { description: 'What it changed.', schema: FeedbackAnswer, example: feedbackExample, headers } },
    errors: ['SIGNAL_NOT_FOUND', 'FEEDBACK_NOT_FOUND', 'STATE_CONFLICT', 'NO_WORKER', 'GOVERNANCE_DENIED'],
  }),
  prepareMeeting: route({
    area: 'C',
    method: 'POST',
    path: '/meeting-prep',
    operationId: 'prepareMeeting',
    summary: 'What a meeting needs',
    description: `Who comes and what there was with them, mails and things of source hosting that have to do with it, open questions, promises and decisions, what changed since it was scheduled, an agenda, and what is missing. The event is named by \`event_id\`, by \`uid\` (and \`recurrence_id\`), or handed in as \`ics\`. ${ofSources}`,
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: {
      kind: 'json',
      schema: MeetingAsked,
      get example() {
        return { event_id: briefingExamples().meeting.event.event_id, tz: 'Europe/Zurich' }
      },
    },
    answers: {
      200: {
        description: 'All of it.',
        schema: MeetingAnswer,
        get example() {
          return briefingExamples().meeting
        },
        headers,
      },
    },
    errors: ['NO_SOURCE', 'EVENT_NOT_FOUND', 'STATE_CONFLICT'],
  }),
}
