/** The time that a briefing is about: what is in it, what collides, and what is free in working hours. Pure. */
import type { Briefing } from '#db/documents/briefing'
import type { WorkingHours } from '#shared/briefing/input'
import { clockMoment, dateText, dayOfWeekOf, dayStart, momentText } from '#shared/briefing/moments'
import { briefedEvent, type TimedOccurrence } from '#shared/briefing/occurrences'

type Schedule = Briefing['schedule']
type Conflict = Schedule['conflicts'][number]
type FreeSlot = Schedule['free_slots'][number]
type Span = { startMs: number; endMs: number }

const minuteMs = 60_000
/** Between two places, so many minutes are needed; less is a conflict. */
export const travelMinutes = 30
/** From so many minutes on, free time is for what takes concentration, for something whole, or at all worth naming. */
export const slotMinutes = { focus: 90, good: 30, short: 5 } as const
const conflictsLimit = 100

/**
 * @param occurrences as `occurrencesIn` gives them: in order of start
 * @param at free time before it is none
 */
export function scheduleOf(
  occurrences: readonly TimedOccurrence[],
  {
    window,
    at,
    timezone,
    working,
  }: { window: { fromMs: number; toMs: number }; at: number; timezone: string; working: WorkingHours },
): Schedule {
  const from = Math.max(window.fromMs, Math.ceil(at / minuteMs) * minuteMs)
  const busy = occurrences.filter(({ occurrence, startMs, endMs }) => occurrence.is_busy && startMs < endMs)
  const free = freeSpans(workingSpans(from, window.toMs, timezone, working), busy).map((span) => slotOf(span, timezone))
  const slots = free.flatMap((slot) => slot ?? [])
  return {
    events: occurrences.map(briefedEvent),
    conflicts: conflictsOf(occurrences),
    free_slots: slots,
    focus_minutes: slots.reduce((sum, { quality, minutes }) => sum + (quality === 'focus' ? minutes : 0), 0),
  }
}

/**
 * Pairs of what takes time on both sides and overlaps: `tentative` where either is not settled, else `hard`. Two that do not
 * overlap but lie at different places, with less time between them than it takes, are `travel`. What lasts whole days
 * collides with nothing: it is where somebody is, not what they do then. Named by their signals, the earlier first.
 */
function conflictsOf(occurrences: readonly TimedOccurrence[]): Conflict[] {
  const taking = occurrences.filter(
    ({ occurrence, startMs, endMs }) => occurrence.is_busy && !occurrence.all_day && startMs < endMs,
  )
  const found: Conflict[] = []
  for (const [place, first] of taking.entries())
    for (const second of taking.slice(place + 1)) {
      if (second.startMs >= first.endMs + travelMinutes * minuteMs || found.length === conflictsLimit) break
      const overlapMs = Math.min(first.endMs, second.endMs) - second.startMs
      const kind = overlapMs <= 0 ? 'travel' : isUnsettled(first) || isUnsettled(second) ? 'tentative' : 'hard'
      if (kind === 'travel' && !isElsewhere(first, second)) continue
      const [a, b] = [briefedEvent(first).signal_id, briefedEvent(second).signal_id]
      found.push({ a, b, overlap_minutes: Math.max(0, Math.round(overlapMs / minuteMs)), kind })
    }
  return found
}

const isUnsettled = ({ occurrence }: TimedOccurrence): boolean =>
  occurrence.status === 'tentative' ||
  occurrence.my_partstat === 'tentative' ||
  occurrence.my_partstat === 'needs_action'

function isElsewhere(a: TimedOccurrence, b: TimedOccurrence): boolean {
  const [here, there] = [placeOf(a), placeOf(b)]
  return here !== null && there !== null && here !== there
}

/** Where one has to go; null where it is nowhere, or a link or the name of something that is met through one. */
function placeOf(timed: TimedOccurrence): string | null {
  const place = briefedEvent(timed).location?.toLowerCase().replace(/\s+/g, ' ').trim() ?? ''
  return place === '' || /https?:|\b(?:zoom|teams|meet|webex|skype|online|virtual|remote|phone)\b/.test(place)
    ? null
    : place
}

/** Working hours that are left, in order. */
function workingSpans(from: number, to: number, timezone: string, working: WorkingHours): Span[] {
  const spans: Span[] = []
  for (let dayMs = dayStart(dateText(from, timezone), timezone); dayMs < to; ) {
    const date = dateText(dayMs, timezone)
    const startMs = Math.max(from, clockMoment(date, working.from, timezone))
    const endMs = Math.min(to, clockMoment(date, working.to, timezone))
    if (working.days.includes(dayOfWeekOf(date)) && startMs < endMs) spans.push({ startMs, endMs })
    dayMs = dayStart(date, timezone, 1)
  }
  return spans
}

/** @param busy in order of start */
function freeSpans(spans: readonly Span[], busy: readonly Span[]): Span[] {
  return spans.flatMap(({ startMs, endMs }) => {
    const free: Span[] = []
    let reached = startMs
    for (const taken of busy) {
      if (taken.endMs <= reached) continue
      if (taken.startMs >= endMs) break
      if (taken.startMs > reached) free.push({ startMs: reached, endMs: taken.startMs })
      reached = taken.endMs
    }
    return reached < endMs ? [...free, { startMs: reached, endMs }] : free
  })
}

function slotOf({ startMs, endMs }: Span, timezone: string): FreeSlot | undefined {
  const minutes = Math.floor((endMs - startMs) / minuteMs)
  if (minutes < slotMinutes.short) return undefined
  const quality = minutes >= slotMinutes.focus ? 'focus' : minutes >= slotMinutes.good ? 'good' : 'short'
  return { start: momentText(startMs, timezone), end: momentText(endMs, timezone), minutes, quality }
}
