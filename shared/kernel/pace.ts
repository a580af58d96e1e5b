/** Long work a little at a time: others go first every few milliseconds, longer while they wait, and a signal ends it. */

/** A request meets several turns of the event loop, and waits for a slice of each long work in every one of them. */
const sliceMs = 1
/** While others wait it works a third of the time: the rest is theirs, and their store's. */
const restShare = 2
/** So that what is long in one go, a statement, is not followed by a standstill. */
const restAtMostMs = 100
const lookMs = 2

/** To be awaited often: it waits only when it has been long enough. @throws the signal's reason once that has fired. */
export type Pace = () => Promise<void> | undefined

/** @param isAwaited whether somebody waits for what this work holds up. */
export function openPace(signal: AbortSignal | undefined, isAwaited: () => boolean = () => false): Pace {
  let since = performance.now()

  async function rest(): Promise<void> {
    const now = performance.now()
    const until = now + Math.min(restShare * (now - since), restAtMostMs)
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    while (isAwaited() && performance.now() < until) await Bun.sleep(lookMs)
    signal?.throwIfAborted()
    since = performance.now()
  }

  return () => (performance.now() - since < sliceMs ? undefined : rest())
}

/** Runs steps to their end at that pace. */
export async function atPace<Result>(steps: Generator<void, Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pace()
  }
}
