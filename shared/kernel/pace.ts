/** Long work a little at a time: others go first every few milliseconds, and a signal ends it. */

/** A request meets several turns of the event loop, and waits for a slice of each long work in every one of them. */
const sliceMs = 1

/** To be awaited often: it waits only when it has been long enough. @throws the signal's reason once that has fired. */
export type Pace = () => Promise<void> | undefined

export function openPace(signal: AbortSignal | undefined): Pace {
  let since = performance.now()

  async function rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
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
