/** The time for which a calendar's events are brought: a month back, two ahead, and anew before less than a month of it is left. */
import { Type as t } from '@sinclair/typebox'

const dayMs = 86_400_000
const backDays = 30
const aheadDays = 60
const leftDays = 30

export const Horizon = t.Object({ from: t.String(), to: t.String() })
export type Horizon = typeof Horizon.static

/** In whole days of UTC, so that what is read twice a day is the same. */
export function horizonAt(at: Date): Horizon {
  const today = Math.floor(at.getTime() / dayMs) * dayMs
  const day = (days: number) => new Date(today + days * dayMs).toISOString()
  return { from: day(-backDays), to: day(aheadDays) }
}

/** Series that never change at their source come to an end with it, if they are not expanded anew. */
export const isHorizonNear = ({ to }: Horizon, at: Date): boolean => Date.parse(to) - at.getTime() < leftDays * dayMs
