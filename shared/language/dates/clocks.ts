/** Times of day: clock times, parts of the day and ranges of them, not yet on a day. */
import { type Grain, hourMs, minuteMs, type Wall } from '#shared/language/dates/grains'
import type { NamedZone } from '#shared/language/dates/zones'

export type ClockTime = {
  /** 0 to 24; above that it is in the night that follows its day. */
  hour: number
  minute?: number
  second?: number
  /** Said as "3", which may be in the morning or in the afternoon. */
  isHalf: boolean
}

export type TimeOfDay =
  | { kind: 'clock'; at: ClockTime; zone?: NamedZone }
  /** A part that the hours run through, and which half of the day a clock time in it is in. */
  | { kind: 'part'; from: number; to: number; half: 'am' | 'pm' | 'night' }
  | { kind: 'range'; from: ClockTime; to: ClockTime; zone?: NamedZone }

export const clock = (hour: number, minute?: number, second?: number, isHalf = false): ClockTime => ({
  hour,
  ...(minute === undefined ? {} : { minute }),
  ...(second === undefined ? {} : { second }),
  isHalf: isHalf && hour >= 1 && hour <= 12,
})

export const grainOfClock = ({ minute, second }: ClockTime): Grain =>
  second !== undefined ? 'second' : minute !== undefined ? 'minute' : 'hour'

/** Milliseconds since midnight. */
export const sinceMidnight = ({ hour, minute = 0, second = 0 }: ClockTime): number =>
  hour * hourMs + minute * minuteMs + second * 1000

/** In the given half of the day: 12 am is midnight, 12 pm noon. */
export const inHalf = (at: ClockTime, half: 'am' | 'pm'): ClockTime => ({
  ...at,
  hour: at.hour > 12 || at.hour === 0 ? at.hour : half === 'am' ? at.hour % 12 : (at.hour % 12) + 12,
  isHalf: false,
})

/** On a day that is said, people do not meet at four in the morning: 1 to 6 is in the afternoon, 7 to 12 until noon. */
export const likelyHalf = (at: ClockTime): ClockTime =>
  at.isHalf ? (at.hour === 12 ? { ...at, isHalf: false } : inHalf(at, at.hour < 7 ? 'pm' : 'am')) : at

/** The two times that a clock without a half can mean, in their order; one, where it says. */
export const halvesOf = (at: ClockTime): ClockTime[] => (at.isHalf ? [inHalf(at, 'am'), inHalf(at, 'pm')] : [at])

/** Both ends of a range, where one of them says which half of the day it is in: "9 to 11 am", "11 to 2 pm", "8 am to 6". */
export function rangeOfClocks(from: ClockTime, to: ClockTime, zone?: NamedZone): TimeOfDay {
  const beside = zone === undefined ? {} : { zone }
  if (from.isHalf && !to.isHalf) {
    const [am, pm] = [inHalf(from, 'am'), inHalf(from, 'pm')]
    return { kind: 'range', from: sinceMidnight(pm) < sinceMidnight(to) ? pm : am, to, ...beside }
  }
  const start = likelyHalf(from)
  const end = halvesOf(to).find((each) => sinceMidnight(each) > sinceMidnight(start)) ?? halvesOf(to)[0] ?? to
  return { kind: 'range', from: start, to: end, ...beside }
}

/** A clock time in a part of the day: "3 in the morning", "tonight at 8"; "tonight at 2" is in the night that follows. */
export function inPart(at: ClockTime, half: 'am' | 'pm' | 'night'): ClockTime {
  if (!at.isHalf) return at
  if (half === 'am') return inHalf(at, 'am')
  const isAfterMidnight = half === 'night' && (at.hour < 5 || at.hour === 12)
  return isAfterMidnight ? { ...at, hour: (at.hour % 12) + 24, isHalf: false } : inHalf(at, 'pm')
}

export const onDay = (day: Wall, at: ClockTime): Wall => day + sinceMidnight(at)
