/** What somebody wants to know before a meeting, as a person reads it in a terminal. Pure. */
import { adapterLines, dayAndHour, fitted, type PageStyle } from '#cli/commands/signals-text'
import { clean, type Paint, painter } from '#cli/terminal/paint'
import type { MeetingPrep, MeetingReference } from '#db/documents/briefing'
import { countOf } from '#shared/accessibility/wording'

export function meetingText(prep: MeetingPrep, style: PageStyle): string {
  const paint = painter(style)
  const { event } = prep
  const at = (moment: string) => dayAndHour(moment, style.timezone)
  const fit = (text: string) => fitted(clean(text), style.width)
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint(title, 'bold'), ...lines.map(fit)]
  const { start, end, all_day: isAllDay } = event.occurrence
  return `${[
    paint(fit(event.title), 'bold'),
    fit(`${at(start)}${isAllDay ? '' : ` to ${at(end)}`}${event.location === null ? '' : `  ${event.location}`}`),
    ...(event.conference_url === null ? [] : [fit(event.conference_url)]),
    ...(event.series === null ? [] : [fit(event.series.rule_text)]),
    ...part('Who comes', prep.attendees.map(attendeeText)),
    ...part(
      'Moved since it was made',
      prep.changed_since_scheduled.map(
        (change) => `${change.field}: ${change.from ?? 'nothing'} became ${change.to ?? 'nothing'}  ${at(change.at)}`,
      ),
    ),
    ...part(
      'Open questions',
      prep.open_questions.map(
        ({ text, asked_by: by, asked_at: asked }) => `${text}  ${by ?? 'somebody'}, ${at(asked)}`,
      ),
    ),
    ...part(
      'Promised',
      prep.commitments.map(
        ({ text, who, due, overdue }) =>
          `${text}  ${who ?? 'somebody'}${due === null ? '' : `, due ${at(due.at)}`}${overdue ? ', overdue' : ''}`,
      ),
    ),
    ...part(
      'Decided',
      prep.decisions.map(({ text, at: decided }) => `${text}  ${at(decided)}`),
    ),
    ...part('To do with it', relatedLines(prep.related, at)),
    ...part(
      'An agenda',
      prep.suggested_agenda.map(({ title, minutes, why }) => `${String(minutes).padStart(3)} min  ${title}  ${why}`),
    ),
    ...part('Not known', prep.gaps),
    ...unsafeLines(prep, paint),
    ...adapterLines(prep.adapters, paint, style.now),
    '',
  ].join('\n')}`
}

function attendeeText({
  name,
  address,
  handle,
  role,
  partstat,
  history,
  unknown,
  external,
}: MeetingPrep['attendees'][number]): string {
  const { mails_90d: mails, meetings_together: meetings, shared_prs: shared } = history
  const known = [
    ...(mails > 0 ? [countOf(mails, 'mail')] : []),
    ...(meetings > 0 ? [countOf(meetings, 'meeting')] : []),
    ...(shared > 0 ? [countOf(shared, 'pull request')] : []),
    ...(external ? ['from elsewhere'] : []),
    ...(unknown ? ['never met before'] : []),
  ]
  return `${name ?? address ?? handle ?? 'somebody'}  ${role}, ${partstat.replace('_', ' ')}${known.length === 0 ? '' : `  ${known.join(', ')}`}`
}

function relatedLines(related: MeetingPrep['related'], at: (moment: string) => string): string[] {
  const kinds: [string, readonly MeetingReference[]][] = [
    ['mail', related.mail_threads],
    ['issue', related.issues],
    ['pull request', related.pull_requests],
    ['document', related.documents],
  ]
  return kinds.flatMap(([kind, references]) =>
    references.map(({ title, last_activity: last, why }) => {
      const [first] = why.toSorted((one, other) => other.points - one.points)
      return `${kind}: ${title}  ${at(last)}${first === undefined ? '' : `  ${first.because}`}`
    }),
  )
}

function unsafeLines({ safety }: MeetingPrep, paint: Paint): string[] {
  const count = safety.untrusted_instructions.length
  if (count === 0) return []
  return [
    '',
    paint(`It holds ${countOf(count, 'instruction')} to whoever reads it by machine; none was followed.`, 'moderate'),
  ]
}
