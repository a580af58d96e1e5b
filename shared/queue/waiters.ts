/** Who sleeps until jobs have ended. Whatever says that one has wakes all that wait for it. */
import type { Clock } from '#shared/kernel/clock'
import type { Ending } from '#shared/queue/completions'

export type Waiter = {
  /** Resolved when the job has ended, or with nothing when nobody is to wait any longer. */
  ended: Promise<Ending | undefined>
  /** The job is on its way: from now on it is looked for. */
  begin: () => void
  /** Gives up waiting. */
  giveUp: () => void
  /** Waits no more, and leaves nothing behind. */
  leave: () => void
}

type Sleeper = {
  /** When its job was sent; infinity before. */
  since: number
  resolve: (ending: Ending | undefined) => void
  resend: () => Promise<void>
}

export class Waiters {
  private readonly clock: Pick<Clock, 'now'>
  private readonly sleepers = new Map<string, Set<Sleeper>>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock
  }

  get isEmpty(): boolean {
    return this.sleepers.size === 0
  }

  /** @param resend sends the job again if the store has lost it. */
  join(jobId: string, resend: () => Promise<void>): Waiter {
    const { promise: ended, resolve } = Promise.withResolvers<Ending | undefined>()
    const sleeper: Sleeper = { since: Number.POSITIVE_INFINITY, resolve, resend }
    const beside = this.sleepers.get(jobId) ?? new Set()
    this.sleepers.set(jobId, beside.add(sleeper))
    return {
      ended,
      begin: () => {
        sleeper.since = this.clock.now()
      },
      giveUp: () => resolve(undefined),
      leave: () => {
        beside.delete(sleeper)
        if (beside.size === 0 && this.sleepers.get(jobId) === beside) this.sleepers.delete(jobId)
      },
    }
  }

  isAwaited(jobId: string): boolean {
    return this.sleepers.has(jobId)
  }

  wake(ending: Ending): void {
    const woken = this.sleepers.get(ending.jobId)
    this.sleepers.delete(ending.jobId)
    for (const { resolve } of woken ?? []) resolve(ending)
  }

  /** The jobs that somebody has waited for at least so long. */
  longerThan(ms: number): string[] {
    const before = this.clock.now() - ms
    return [...this.sleepers]
      .filter(([, beside]) => [...beside].some(({ since }) => since <= before))
      .map(([jobId]) => jobId)
  }

  /** Has the first of those that wait for it, if any, send the job again. */
  async resend(jobId: string): Promise<void> {
    const [first] = this.sleepers.get(jobId) ?? []
    await first?.resend()
  }
}
