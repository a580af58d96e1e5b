/** What is kept because it may be asked for again: so many values, each for so long. */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '#shared/kernel/clock'

export type Cache<Value extends NonNullable<unknown>> = Pick<LRUCache<string, Value>, 'get' | 'set' | 'delete'>

/**
 * Values by their names. When there are more than `max`, the one goes that nobody has asked for longest.
 * @param ttlMs how long a value is kept after it was set; without it, as long as there is room.
 */
export const cache = <Value extends NonNullable<unknown>>(
  max: number,
  ttlMs?: number,
  clock: Pick<Clock, 'now'> = systemClock,
): Cache<Value> =>
  // Its clock is asked each time: to remember what it said would take a timer in every millisecond.
  new LRUCache<string, Value>({ max, ...(ttlMs === undefined ? {} : { ttl: ttlMs, ttlResolution: 0, perf: clock }) })

/** The same by weight: values of different sizes, that take so much room together. A weight is a whole number, 1 or more. */
export const weighedCache = <Value extends NonNullable<unknown>>(
  maxWeight: number,
  weightOf: (value: Value) => number,
): Cache<Value> => new LRUCache<string, Value>({ maxSize: maxWeight, sizeCalculation: weightOf })
