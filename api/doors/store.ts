/** Waits for the store only so long: a caller hears within two seconds that it is away. */
import { isStoreAway } from '#db/client'
import { storeUnavailable } from '#shared/errors'

export type Within = <T>(work: Promise<T>) => Promise<T>

/** @throws STORE_UNAVAILABLE when the store does not answer in time or cannot be reached. */
export const openWithin =
  (deadlineMs: number): Within =>
  async (work) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(storeUnavailable(new Error(`no answer in ${deadlineMs} ms`))), deadlineMs)
    try {
      return await Promise.race([work, late])
    } catch (error) {
      throw isStoreAway(error) ? storeUnavailable(error) : error
    } finally {
      clearTimeout(timer)
      work.catch(() => undefined)
    }
  }
