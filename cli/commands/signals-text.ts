/** Signals as a person reads them in a terminal, the most pressing first. Pure: clock and zone are given. */
import { failureLines } from '#cli/commands/connection-text'
import { clean, type Paint, painter, type TextStyle } from '#cli/terminal/paint'
import type { AdapterState, SignalList } from '#db/documents/briefing'
import type { PriorityBand, Signal } from '#db/documents/signal'
import { countOf } from '#shared/accessibility/wording'

export type PageStyle = TextStyle & {
  /** Columns of the terminal. */
  width: number
  timezone: string
  now: Date
}

const bandColours: Record<PriorityBand, Parameters<Paint>[1]> = {
  act_now: 'critical',
  today: 'moderate',
  this_week: 'minor',
  fyi: 'dim',
  noise: 'dim',
}

/** @param isExplained every factor of every score, with its points. */
export function signalsText(list: SignalList, isExplained: boolean, style: PageStyle): string {
  const paint = painter(style)
  const lines = list.signals.flatMap((signal) => [
    signalLine(signal, paint, style),
    paint(fitted(`     ${clean(signal.action.text)}  ${signal.id}`, style.width), 'dim'),
    ...(isExplained
      ? signal.priority.factors.map((factor) => `     ${pointsText(factor.points)}  ${clean(factor.because)}`)
      : []),
  ])
  return `${[
    ...lines,
    `${countOf(list.signals.length, 'signal')} of ${list.total.toLocaleString('en')}`,
    ...adapterLines(list.adapters, paint, style.now),
    '',
  ].join('\n')}`
}

function signalLine(
  { priority, kind, title, who, due, state, safety }: Signal,
  paint: Paint,
  style: PageStyle,
): string {
  const { score, band } = priority
  const from = who.find(({ relation }) => relation !== 'self')
  const facts = [
    `${String(score).padStart(3)}  ${band.replace('_', ' ').padEnd(9)}  ${kind}`,
    clean(title),
    ...(from === undefined ? [] : [clean(from.name ?? from.address ?? from.handle ?? '')]),
    ...(due.at === null ? [] : [`due ${dayAndHour(due.at, style.timezone)}`]),
    ...(state === 'new' ? [] : [state]),
    ...(safety.untrusted_instructions.length === 0 ? [] : ['holds instructions that were not followed']),
  ]
  const line = fitted(facts.join('  '), style.width)
  return paint(line.slice(0, 5), 'bold') + paint(line.slice(5, 14), bandColours[band]) + line.slice(14)
}

const pointsText = (points: number) => `${points > 0 ? '+' : ''}${points}`.padStart(4)

/** What could not be read, or not of late: never left out. */
export function adapterLines(adapters: readonly AdapterState[], paint: Paint, now: Date): string[] {
  return adapters
    .filter(({ status }) => status !== 'ok')
    .flatMap(({ label, kind, status, error }) => [
      paint(`${clean(label)} (${kind}) is ${status}`, 'moderate'),
      ...(error === null ? [] : failureLines(error, now).map((line) => `  ${line}`)),
    ])
}

/** A moment in a zone, as `Fri 3 Jun 09:30`; a date alone stays one. */
export function dayAndHour(at: string, timeZone: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(at)
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return at
  const written = (zone: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...parts }).format(moment).replaceAll(',', '')
  const day = written(isDate ? 'UTC' : timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
  return isDate ? day : `${day} ${written(timeZone, { hour: '2-digit', minute: '2-digit' })}`
}

/** What is wider than that many columns ends with an ellipsis. */
export const fitted = (text: string, width: number): string => Bun.sliceAnsi(text, 0, width, '…')
