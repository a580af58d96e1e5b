/** Failures of what is tried again and again: each is told once, so that a store which is away for an hour is a line and not a thousand. */
import { cache } from '#shared/kernel/cache'
import { type Clock, systemClock } from '#shared/kernel/clock'

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export class Failures {
  private readonly tell: (error: unknown) => void
  private last: string | undefined

  constructor(tell: (error: unknown) => void) {
    this.tell = tell
  }

  /** Tells of it, unless the try before failed in the same words. */
  failed(error: unknown): void {
    const words = wordsOf(error)
    if (words !== this.last) this.tell(error)
    this.last = words
  }

  /** Whatever fails from now on is told. */
  passed(): void {
    this.last = undefined
  }
}

const wordsKept = 100
const onceInMs = 60_000

/** For who hears of failures and never of what passes: each is told once a minute at most. */
export function onceAMinute(
  tell: (error: unknown) => void,
  clock: Pick<Clock, 'now'> = systemClock,
): (error: unknown) => void {
  const told = cache<true>(wordsKept, onceInMs, clock)
  return (error) => {
    const words = wordsOf(error)
    if (told.get(words)) return
    told.set(words, true)
    tell(error)
  }
}
