/** How briefings speak of things, whatever they are shown in: days, times, reasons. Pure. */
import type { AdapterState, BriefedEvent, Briefing, Commitment } from '#db/documents/briefing'
import type { SignalFactor } from '#db/documents/signal'
import { instantOf } from '#shared/briefing/instants'
import { clockText, dateText } from '#shared/briefing/moments'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
]

/** Sunday, 22 November 2026 */
export function dayText(date: string): string {
  const { dayOfWeek, day, month, year } = Temporal.PlainDate.from(date)
  return `${weekdays[dayOfWeek - 1]}, ${day} ${months[month - 1]} ${year}`
}

/** 07:41 of that day, else 2026-11-21 07:41; as it stands where it is no moment. */
export function whenText(moment: string, { timezone, generated_at: at }: Briefing): string {
  const ms = instantOf(moment, timezone)
  if (Number.isNaN(ms)) return moment
  const date = dateText(ms, timezone)
  return date === dateText(Date.parse(at), timezone) ? clockText(ms, timezone) : `${date} ${clockText(ms, timezone)}`
}

/** 09:30–10:00, or all day; with its day where that is another than the briefing's. */
export function eventTime({ occurrence }: BriefedEvent, { timezone, window }: Briefing): string {
  const [start, end] = [instantOf(occurrence.start, timezone), instantOf(occurrence.end, timezone)]
  const day = dateText(Date.parse(window.from), timezone)
  const of = (ms: number): string => {
    const date = dateText(ms, timezone)
    return date === day ? clockText(ms, timezone) : `${date} ${clockText(ms, timezone)}`
  }
  if (!occurrence.all_day)
    return start === end ? of(start) : `${of(start)}–${clockOnOneDay(start, end, timezone) ?? of(end)}`
  const [first, last] = [dateText(start, timezone), dateText(Math.max(start, end - 1), timezone)]
  return first === last ? 'all day' : `all day, ${first} to ${last}`
}

const clockOnOneDay = (start: number, end: number, timezone: string): string | undefined =>
  dateText(start, timezone) === dateText(end, timezone) ? clockText(end, timezone) : undefined

/** +34, −12 */
export const pointsText = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)

/** +34 a review is asked of you */
export const factorText = ({ points, because }: SignalFactor): string => `${pointsText(points)} ${because}`

/** due 2026-11-27, overdue */
export function dueText({ due, overdue }: Pick<Commitment, 'due' | 'overdue'>, briefing: Briefing): string {
  if (due === null) return 'no day named'
  const ms = instantOf(due.at, briefing.timezone)
  const isTime = due.grain === 'minute' || due.grain === 'hour' || due.grain === 'second'
  const at = Number.isNaN(ms) ? due.at : isTime ? whenText(due.at, briefing) : dateText(ms, briefing.timezone)
  return `due ${at}${overdue ? ', overdue' : ''}`
}

/** What cannot be read as it should be, whatever the reason: shown before anything else. */
export const unreadOf = ({ adapters }: Briefing): AdapterState[] => adapters.filter(({ status }) => status !== 'ok')

const statusTexts: Readonly<Record<AdapterState['status'], string>> = {
  ok: 'up to date',
  stale: 'not read lately',
  partial: 'read in part',
  failed: 'could not be read',
  disabled: 'switched off',
}

/** could not be read (CREDENTIALS), last read 2026-11-21 07:41 */
export function adapterText({ status, error, fetched_at: fetchedAt }: AdapterState, briefing: Briefing): string {
  const code = error === null ? '' : ` (${error.code})`
  const again = error === null || error.retry_at === null ? '' : `, tried again ${whenText(error.retry_at, briefing)}`
  return `${statusTexts[status]}${code}, ${fetchedAt === null ? 'never read' : `last read ${whenText(fetchedAt, briefing)}`}${again}`
}

export const conflictTexts: Readonly<Record<Briefing['schedule']['conflicts'][number]['kind'], string>> = {
  hard: 'overlap',
  tentative: 'overlap, one of them not settled',
  travel: 'lie at different places with too little time between',
}

export const qualityTexts: Readonly<Record<Briefing['schedule']['free_slots'][number]['quality'], string>> = {
  focus: 'enough to concentrate',
  good: 'enough for something whole',
  short: 'short',
}

const titleLimit = 160

/** As a line of a page has room for it: the whole of it stands in the JSON. */
export function titleText(title: string): string {
  const said = title.trim()
  if (said === '') return 'Without a title'
  return said.length <= titleLimit ? said : `${said.slice(0, titleLimit).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** An address that may be linked to: http and https, never javascript, data or the like. */
export function linkOf(url: string | null): string | undefined {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}
