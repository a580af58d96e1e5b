/** How a process ends: asked to by a signal, or by a failure that nobody expected. Either way in order, once, and in bounded time. */
import { type Clock, systemClock } from '#shared/kernel/clock'
import type { Log } from '#shared/kernel/logger'

/** Says what is to be done before the end, and for how long that may take. What was said last is done first. */
export type OnStop = (name: string, stop: () => unknown, ms?: number) => void

const stopMs = 10_000

/**
 * From now on this process ends by its stops. One that fails or takes too long is logged, and the next one is done: whatever
 * happens while it stops, it exits, with 1 where something was unexpected.
 */
export function endInOrder(log: Log): OnStop {
  const stops = new Stops(log)
  let isStopping = false
  async function end(why: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    try {
      log.info({ why }, 'stopping')
      if (!(await stops.run())) process.exitCode = 1
      log.info('stopped')
    } finally {
      process.exit(process.exitCode ?? 0)
    }
  }
  process.on('SIGTERM', () => void end('SIGTERM'))
  process.on('SIGINT', () => void end('SIGINT'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected failure, stopping')
      process.exitCode = 1
      void end(event)
    })
  }
  return (name, stop, ms = stopMs) => stops.add({ name, stop, ms })
}

type Stop = { name: string; stop: () => unknown; ms: number }
type Failures = { error(facts: object, message: string): void }

export class Stops {
  private readonly left: Stop[] = []
  private readonly log: Failures
  private readonly clock: Clock

  constructor(log: Failures, clock = systemClock) {
    this.log = log
    this.clock = clock
  }

  add(stop: Stop): void {
    this.left.push(stop)
  }

  /** All of them, the last first, also those that come meanwhile. False when one failed or was too slow. */
  async run(): Promise<boolean> {
    let isClean = true
    for (let next = this.left.pop(); next; next = this.left.pop()) {
      const { name, ms } = next
      try {
        await this.within(next)
      } catch (error) {
        isClean = false
        this.log.error({ err: error, stop: name, ms }, 'could not be stopped in order')
      }
    }
    return isClean
  }

  private async within({ stop, ms }: Stop): Promise<void> {
    const late = Promise.withResolvers<never>()
    const cancel = this.clock.after(ms, () => late.reject(new Error(`it takes longer than ${ms} ms`)))
    try {
      await Promise.race([(async () => stop())(), late.promise])
    } finally {
      cancel()
    }
  }
}
