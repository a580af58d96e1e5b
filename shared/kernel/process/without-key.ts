/** How a process ends that cannot have its keys: in one sentence, before it has begun anything. */
import { isKeyUnavailable, keyUnavailableCode } from '#shared/kernel/kms/kms'
import type { Log } from '#shared/kernel/logger'

/** For what a process cannot start without; its supervisor starts it again later. @throws whatever else it was. */
export const endWithoutKey =
  (log: Log) =>
  (error: unknown): never => {
    if (!isKeyUnavailable(error)) throw error
    log.fatal({ why: error.message }, 'a key cannot be had, so nothing starts')
    process.exit(keyUnavailableCode)
  }
