/** Work that is done again and again: the only loop by time there is. It never overlaps itself, and its end is awaited. */
import { type Clock, systemClock } from '#shared/kernel/clock'
import { Failures } from '#shared/kernel/failures'

type Options = {
  /** Who is told of failures. Work without one must not fail: what it throws ends the process. */
  log?: { warn(facts: object, message: string): void }
  clock?: Clock
}

/**
 * Does `work` every `ms`, for the first time in `ms`; a turn that would begin while one is under way is left out.
 * A failure is logged once, until a turn succeeds or fails in another way, and ends nothing.
 */
export const every = (ms: number, name: string, work: () => unknown, options: Options = {}): Loop =>
  new Loop(ms, name, work, options)

export class Loop {
  private readonly ms: number
  private readonly work: () => unknown
  private readonly failures: Failures
  private readonly clock: Clock
  private cancelTick: () => void
  private underWay: Promise<void> | undefined
  private next: Promise<void> | undefined
  private isOver = false

  constructor(ms: number, name: string, work: () => unknown, { log, clock = systemClock }: Options) {
    this.ms = ms
    this.work = work
    this.failures = new Failures((error) => {
      if (log) log.warn({ err: error, loop: name }, 'a loop failed and goes on')
      else
        queueMicrotask(() => {
          throw error
        })
    })
    this.clock = clock
    this.cancelTick = clock.after(ms, () => this.tick())
  }

  /** Waits for the end of a turn that begins now or, where one is under way, after that. Never throws. */
  now(): Promise<void> {
    if (this.next) return this.next
    if (!this.underWay) return this.isOver ? Promise.resolve() : this.turn()
    this.next = this.underWay.then(() => {
      this.next = undefined
      return this.isOver ? undefined : this.turn()
    })
    return this.next
  }

  /** Begins no turn any more, and waits for the end of the one that is under way. */
  async stop(): Promise<void> {
    this.isOver = true
    this.cancelTick()
    await this.underWay
  }

  private tick(): void {
    this.cancelTick = this.clock.after(this.ms, () => this.tick())
    if (!this.underWay) void this.turn()
  }

  private turn(): Promise<void> {
    this.underWay = this.once().finally(() => {
      this.underWay = undefined
    })
    return this.underWay
  }

  private async once(): Promise<void> {
    try {
      await this.work()
      this.failures.passed()
    } catch (error) {
      this.failures.failed(error)
    }
  }
}
