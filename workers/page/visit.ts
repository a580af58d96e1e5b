/** A visit to a page: what is asked of it, what it is handed, and what may end it before its work does. */
import type { Page } from 'puppeteer'
import type { Clock } from '#shared/kernel/clock'
import type { EgressLimits, EgressRecord } from '#workers/page/egress'

export type VisitOptions = {
  /** For the whole visit, loading included. */
  deadlineMs: number
  signal: AbortSignal
  /** CSS pixels; `scale`: device pixels to each, 1 unless said. */
  viewport: { width: number; height: number; scale?: number }
  colorScheme: 'light' | 'dark'
  reducedMotion: boolean
  limits?: Partial<EgressLimits>
  /**
   * Visits with the same word may follow one another in one tab, emptied in between: pages of one run, of which each
   * would pay for a new process and for compiling everything again: those of one scale. Absent, the tab is this visit's alone.
   */
  series?: string | undefined
  /** Nothing of it is run, stored or let through: its tab needs no emptying for the next visit of its series. */
  isInert?: boolean
}

export type Visit = {
  page: Page
  /** Live. */
  egress: EgressRecord
  /**
   * Waits for work on the page, but no longer than the visit lasts, and than `ms` if given: what is asked of a page may
   * never be answered, neither by a loop nor by a crash. @throws VisitFailed
   */
  within<T>(work: Promise<T>, ms?: number): Promise<T>
}

/** `browser_killed`: by somebody, or for want of memory; `browser_gone`: by itself, perhaps at what the page did. */
export type VisitFailure = 'deadline' | 'crashed' | 'browser_gone' | 'browser_killed' | 'aborted'

/** A visit ended before its work did. */
export class VisitFailed extends Error {
  override readonly name = 'VisitFailed'
  readonly reason: VisitFailure

  constructor(reason: VisitFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Ends a visit for whoever waits in it: when its time is over, when it is called off, or when it is told to. */
export class VisitGuard {
  private readonly clock: Clock
  private readonly failed: Promise<never>
  private readonly reject: (error: VisitFailed) => void
  private readonly letGo: () => void

  constructor({ deadlineMs, signal }: Pick<VisitOptions, 'deadlineMs' | 'signal'>, clock: Clock) {
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    this.clock = clock
    this.failed = promise
    this.reject = reject
    const callOff = clock.after(deadlineMs, () => this.fail('deadline', `the visit took longer than ${deadlineMs} ms`))
    const onAbort = () => this.fail('aborted', 'the visit was called off')
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    this.letGo = () => {
      callOff()
      signal.removeEventListener('abort', onAbort)
    }
  }

  fail(reason: VisitFailure, message: string): void {
    this.reject(new VisitFailed(reason, message))
  }

  /** Waits for `work` until the visit fails or `ms` have passed. @throws VisitFailed */
  async within<T>(work: Promise<T>, ms?: number): Promise<T> {
    if (ms === undefined) return Promise.race([work, this.failed])
    const { promise: late, reject } = Promise.withResolvers<never>()
    const callOff = this.clock.after(ms, () => reject(new VisitFailed('deadline', `a step took longer than ${ms} ms`)))
    try {
      return await Promise.race([work, this.failed, late])
    } finally {
      callOff()
    }
  }

  close(): void {
    this.letGo()
  }
}
