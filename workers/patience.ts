/** Waiting that ends: with a signal, with its time, with the store's return. */
import { isStoreAway } from '#db/client'

/** The promise, or the signal's reason as soon as it fires: a handler that never ends gives its seat back. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

/** Until it is settled, for so long at most. */
export async function withinTime(promise: Promise<unknown>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, over])
  clearTimeout(timer)
}

/** Does it, and again while the store is away, until it is done or `signal` fires. */
export async function whenStoreIsBack<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isStoreAway(error) || signal.aborted) throw error
      await Bun.sleep(200)
    }
  }
}
