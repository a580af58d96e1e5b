/** Dates as chrono-node and Microsoft's recognizers resolve them, in the terms of ours. */
import * as recognizers from '@microsoft/recognizers-text-suite'
import { casual, type ParsedComponents } from 'chrono-node'
import { floorTo, type Grain, plus, type Wall } from '#shared/language/dates/grains'
import { wallAt } from '#shared/language/dates/zones'
import type { ReadingContext } from '#shared/language/text'

/** Wall-clock times of the reference's zone, as 2013-02-12T04:30:00. */
export type FoundDate = {
  kind: 'point' | 'interval' | 'after' | 'before'
  start: string | null
  end: string | null
  grain: Grain
  recurrence: string | null
  /** How many characters say it. */
  length: number
}
export type DateFinder = (text: string, context: ReadingContext) => FoundDate[]

export const wallText = (at: Wall): string => new Date(at).toISOString().slice(0, 19)

/** chrono is sure of the minute of "3pm", too: an hour that is said without minutes is an hour. */
const grainOfComponents = (part: ParsedComponents, text: string): Grain =>
  part.isCertain('second')
    ? 'second'
    : part.isCertain('minute') && (part.get('minute') !== 0 || /[:.h]\d\d|\d{3,4}/i.test(text))
      ? 'minute'
      : part.isCertain('hour')
        ? 'hour'
        : part.isCertain('day') || part.isCertain('weekday')
          ? 'day'
          : part.isCertain('month')
            ? 'month'
            : part.isCertain('year')
              ? 'year'
              : 'day'

/** chrono looks forward, as ours does; its ends are the last day or minute that is meant. */
export const chronoDates: DateFinder = (text, { referenceTime, timezone }) => {
  const offset = (wallAt(referenceTime.getTime(), timezone) - referenceTime.getTime()) / 60_000
  const wallOf = (part: ParsedComponents) => wallAt(part.date().getTime(), timezone)
  return casual.parse(text, { instant: referenceTime, timezone: offset }, { forwardDate: true }).map((result) => {
    const grain = grainOfComponents(result.start, result.text)
    const start = floorTo(wallOf(result.start), grain)
    const last = result.end ?? undefined
    const lastGrain = last && grainOfComponents(last, result.text)
    const isDays = lastGrain === 'day' || lastGrain === 'month' || lastGrain === 'year'
    const end =
      last &&
      lastGrain &&
      (isDays ? plus(floorTo(wallOf(last), lastGrain), 1, lastGrain) : floorTo(wallOf(last), lastGrain))
    return {
      kind: end === undefined ? 'point' : 'interval',
      start: wallText(start),
      end: end === undefined ? null : wallText(end),
      grain,
      recurrence: null,
      length: result.text.length,
    }
  })
}

type Value = { timex?: string; type?: string; value?: string; start?: string; end?: string; Mod?: string }

/** Wall text of what Microsoft writes, "2013-02-12 04:30:00", "04:30:00" or "2013-02-12". */
function wallOfValue(said: string | undefined, day: string): string | null {
  if (said === undefined || said === 'not resolved') return null
  if (/^\d\d:\d\d:\d\d$/.test(said)) return `${day}T${said}`
  if (/^\d{4}-\d\d-\d\d$/.test(said)) return `${said}T00:00:00`
  return said.replace(' ', 'T')
}

function grainOfTimex(timex: string, type: string): Grain {
  if (/T\d\d:\d\d:\d\d/.test(timex)) return 'second'
  if (/T\d\d:\d\d/.test(timex)) return 'minute'
  if (type.includes('time')) return 'hour'
  return 'day'
}

/** A range that is one whole week, month, quarter or year is that. */
function wholeGrain(start: string, end: string): Grain | undefined {
  const [from, to] = [Date.parse(`${start}Z`), Date.parse(`${end}Z`)]
  return (['week', 'month', 'quarter', 'year'] as const).find(
    (grain) => floorTo(from, grain) === from && plus(from, 1, grain) === to,
  )
}

/** Of several meanings the first that has not passed, as ours. */
export const recognizedDates: DateFinder = (text, { referenceTime, timezone }) => {
  const now = wallText(wallAt(referenceTime.getTime(), timezone))
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = now.split(/[-T:]/).map(Number)
  const reference = new Date(year, month - 1, day, hour, minute, second)
  return recognizers
    .recognizeDateTime(text, recognizers.Culture.English, undefined, reference, false)
    .flatMap((result) => {
      const values: Value[] = result.resolution?.['values'] ?? []
      const length = result.end - result.start + 1
      const found = values.flatMap((value) => fromValue(value, now.slice(0, 10), length))
      const best = found.find(({ start, end }) => (start ?? end ?? '') >= now.slice(0, 10)) ?? found.at(-1)
      return best ? [best] : []
    })
}

function fromValue({ timex = '', type = '', value, start, end, Mod }: Value, day: string, length: number): FoundDate[] {
  const grain = grainOfTimex(timex, type)
  const common = { recurrence: null, length }
  if (type === 'duration' || type === 'set') return []
  const [from, to, at] = [wallOfValue(start, day), wallOfValue(end, day), wallOfValue(value, day)]
  if (Mod === 'before' || Mod === 'until')
    return to === null ? [] : [{ kind: 'before', start: null, end: to, grain, ...common }]
  if (Mod === 'after' || Mod === 'since')
    return from === null ? [] : [{ kind: 'after', start: from, end: null, grain, ...common }]
  if (at !== null) return [{ kind: 'point', start: at, end: null, grain, ...common }]
  if (from === null || to === null) return []
  const whole = type === 'daterange' ? wholeGrain(from, to) : undefined
  if (whole) return [{ kind: 'point', start: from, end: null, grain: whole, ...common }]
  return [{ kind: 'interval', start: from, end: to, grain, ...common }]
}
