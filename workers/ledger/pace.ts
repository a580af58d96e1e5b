/** The pace of looks that nobody waits for: a fifth of a core where it is idle, less the more others wait for theirs. */
import { setTimeout } from 'node:timers/promises'
import { processorPressure } from '#shared/kernel/process/proc'

/** Of each second, so much is worked at most, and so much at least. */
const mostShare = 0.2
const leastShare = 0.04

/** @param pressure the part of the time, 0 to 1, in which somebody waited for a processor; undefined where nobody says. */
export const shareUnder = (pressure: number | undefined): number =>
  Math.max(leastShare, mostShare * (1 - (pressure ?? 0)))

/** Waits as long as it takes for the work done since the last wait to be its share of the time. */
export function openPace(signal: AbortSignal): () => Promise<void> {
  let last = process.cpuUsage()
  return async () => {
    const { user, system } = process.cpuUsage(last)
    await pause(((user + system) / 1000) * (1 / shareUnder(processorPressure()) - 1), signal)
    last = process.cpuUsage()
  }
}

/** Also over when it is called off. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)
