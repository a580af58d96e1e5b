/** What a reading depends on beside the text, of what a request says and when it came in. */
import { invalidRequest } from '#shared/kernel/errors/request'
import type { ReadingContext } from '#shared/language/text'

type Asked = {
  reference_time?: string | undefined
  timezone?: string | undefined
  known_people?: readonly string[] | undefined
}

/** @throws INVALID_REQUEST for a time zone that nobody knows, or a time that is none. */
export function readingContextOf(request: Asked, at: Date): ReadingContext {
  const timezone = request.timezone ?? 'UTC'
  const referenceTime = request.reference_time === undefined ? at : new Date(request.reference_time)
  const issues = [
    ...(isZone(timezone)
      ? []
      : [
          { path: '/timezone', message: `"${timezone}" is no time zone`, expected: 'a name of IANA, as Europe/Zurich' },
        ]),
    ...(Number.isNaN(referenceTime.getTime())
      ? [{ path: '/reference_time', message: 'is no time', expected: 'RFC 3339, as 2026-03-02T09:00:00Z' }]
      : []),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
  return { referenceTime, timezone, knownPeople: request.known_people ?? [] }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
