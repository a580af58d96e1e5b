/** Errors about briefings, signals and meetings. */
import { type Issue, ServiceError } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'

/** @param adapters each connection as it stands. */
export const noSource = (adapters: readonly unknown[], retryAfterSeconds: number) =>
  new ServiceError('NO_SOURCE', 'no connection could be read, and nothing was stored of any before', {
    details: { adapters, retry_after_s: retryAfterSeconds },
  })

export const eventNotFound = (named: string) =>
  new ServiceError('EVENT_NOT_FOUND', `no event ${named}`, { details: { event: named } })

/** @param candidates at most some: each may be asked for by its `event_id`. */
export const eventAmbiguous = (uid: string, candidates: readonly unknown[]) =>
  new ServiceError(
    'STATE_CONFLICT',
    `"${uid}" is more than one event: name one of details.candidates by its event_id`,
    {
      details: { reason: 'ambiguous', candidates },
    },
  )

export const briefingNotFound = (id: string) =>
  new ServiceError('BRIEFING_NOT_FOUND', `no briefing ${id}`, { details: { id } })

export const signalNotFound = (id: string) =>
  new ServiceError('SIGNAL_NOT_FOUND', `no signal ${id}`, { details: { id } })

export const feedbackNotFound = (id: string) =>
  new ServiceError('FEEDBACK_NOT_FOUND', `no feedback ${id} of this signal`, { details: { feedback_id: id } })

export const tooMuchFeedback = (most: number) =>
  new ServiceError(
    'STATE_CONFLICT',
    `an organisation keeps ${most} pieces of feedback, and there is no room for more`,
    {
      details: { reason: 'full', limit: most },
    },
  )

export const formatOfBriefing = (operation: string, format: string): ServiceError => {
  const issue: Issue = {
    path: '?format',
    message: `is ${format}, and what came of ${operation} is not told so`,
    expected: 'json; the others are for briefings',
  }
  return invalidRequest([issue])
}
