/** Waiting that ends: with a signal, with its time, with the store's return. */
import { isStoreAway, mayBeToBlame } from '#db/client'
import { type Clock, systemClock } from '#shared/kernel/clock'

/** The promise, or the signal's reason as soon as it fires: a handler that never ends gives its place back. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

/** Until it is settled, for so long at most. */
export async function withinTime(promise: Promise<unknown>, ms: number, clock: Clock = systemClock): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(ms, resolve)
  await Promise.race([promise, over])
  cancel()
}

/** How often what may be its own doing is tried by itself. */
const aloneAtMost = 3

/**
 * Does it, and again while the store is away, until it is done or `signal` fires. Where that may be its own doing it is tried
 * three times more.
 * @param act is told whether to do it by itself.
 */
export async function whenStoreIsBack<T>(
  act: (isAlone: boolean) => Promise<T>,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<T> {
  let blamed = 0
  for (;;) {
    try {
      return await act(blamed > 0)
    } catch (error) {
      if (mayBeToBlame(error)) blamed += 1
      if (!isStoreAway(error) || blamed > aloneAtMost || signal.aborted) throw error
      await clock.sleep(200)
    }
  }
}
