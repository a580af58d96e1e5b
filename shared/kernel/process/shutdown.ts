/** How a process ends: asked to by a signal, or by a failure that nobody expected. Either way in order, and once. */
import type { Log } from '#shared/kernel/logger'

/** @param stop lets everything finish and then exits with process.exitCode. */
export function endInOrder(log: Log, stop: () => Promise<void>): void {
  let isStopping = false
  const end = (why: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    void stop()
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected failure, stopping')
      process.exitCode = 1
      end(event)
    })
  }
}
