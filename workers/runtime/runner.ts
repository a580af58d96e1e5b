/**
 * Takes jobs of one type, keeps the worker's places full, runs them.
 *
 * One fetch at a time asks for as many jobs as there are free places. It is made at once while the last came back full, else when a
 * NOTIFY says that something was sent, else after a second. Each claim is noted beside the job, in the fetch's own statement, so
 * that another process can hand over the jobs of one that has died: a worker's connections carry its name, and a worker
 * without connections is dead. While more wait than there are places, organisations take turns.
 */
import type { JobContract } from '#shared/jobs/contract'
import { type Clock, systemClock } from '#shared/kernel/clock'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import { Standstills } from '#shared/kernel/standstills'
import type { JobHooks } from '#shared/queue/hooks'
import { callPriority } from '#shared/queue/send'
import { type AttemptTools, makeAttempt } from '#workers/runtime/attempt'
import { Completer, type CompleterTools } from '#workers/runtime/completer'
import { withinTime } from '#workers/runtime/deadline'
import { DrawnTurns } from '#workers/runtime/drawn-turns'
import { joinHooks } from '#workers/runtime/hooks'
import type { Claimed } from '#workers/runtime/next-attempt'
import type { Orders } from '#workers/runtime/orders'
import { Rescuer } from '#workers/runtime/rescuer'
import type { RuntimeStore } from '#workers/runtime/store'
import type { OpenWorker } from '#workers/runtime/worker'

export type RunnerTools = {
  contract: JobContract
  worker: OpenWorker<never, unknown>
  /** Jobs at once in this process. */
  concurrency: number
  store: RuntimeStore
  /** Who has a say in jobs that have a context. */
  hooks: readonly JobHooks[]
  orders: Orders
  log: Log
  observe: CompleterTools['observe']
  clock?: Clock
  standstills?: Standstills
  /** From 0 to below 1: which job has its turn when it is not the first's. */
  random?: () => number
}

const pollMs = 1000

/** A delivery that runs: an earlier one of its job may not have ended yet when a later one begins. */
type RunningDelivery = { jobId: string; abort: AbortController; ended: Promise<void> }

export class Runner {
  private readonly tools: RunnerTools
  private readonly running = new Set<RunningDelivery>()
  private readonly clock: Clock
  private readonly reserved: number
  private readonly completer: Completer
  private readonly rescuer: Rescuer
  private readonly turns: DrawnTurns
  private readonly attempts: AttemptTools
  private isStopping = false
  /** Jobs of several organisations wait, and maybe more than there are places: the last fetch came back full, or took turns and found something. */
  private isCrowded = false
  /** The organisation whose turn was last. */
  private lastServed = ''
  private isWoken = false
  private wakeUp: () => void = () => undefined
  private placeFreed: () => void = () => undefined
  private looping: Promise<void> = Promise.resolve()
  private unlisten: () => Promise<void> = async () => undefined

  constructor(tools: RunnerTools) {
    this.tools = tools
    const {
      contract,
      worker,
      store,
      orders,
      log,
      observe,
      clock = systemClock,
      standstills = new Standstills(),
    } = tools
    const hooks = joinHooks(tools.hooks)
    const wake = () => this.wake()
    this.clock = clock
    this.reserved = worker.reserved ?? 0
    this.completer = new Completer({ contract, worker, store, hooks, orders, log, observe, clock, standstills, wake })
    this.rescuer = new Rescuer({ name: contract.name, store, completer: this.completer, orders, log, clock })
    this.turns = new DrawnTurns({ store, isReserving: this.reserved > 0, clock, random: tools.random ?? Math.random })
    const { completer } = this
    const isStopping = () => this.isStopping
    this.attempts = { contract, worker, store, completer, orders, hooks, log, clock, isStopping }
  }

  /** Takes jobs from now on. */
  async start(): Promise<void> {
    this.rescuer.start()
    this.unlisten = await this.tools.store.listen({
      sent: () => this.wake(),
      stop: (jobId) => void this.stopEnded(jobId),
      onListening: () => void this.stopEnded(),
    })
    this.looping = this.loop()
  }

  /** Looks for jobs at once. */
  wake(): void {
    this.isWoken = true
    this.wakeUp()
  }

  /** Takes no job any more, waits for those that run, and hands back what has not ended by then. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true
    const rescued = this.rescuer.stop()
    this.wake()
    this.placeFreed()
    await this.looping
    const allEnded = () => Promise.allSettled([...this.running].map(({ ended }) => ended))
    if (graceMs > 0) await withinTime(allEnded(), graceMs, this.clock)
    for (const { abort } of this.running) abort.abort(new Error('the worker is stopping'))
    await allEnded()
    await Promise.all([rescued, this.unlisten()])
  }

  private async loop(): Promise<void> {
    const { concurrency, contract, log } = this.tools
    const failures = new Failures((error) => log.warn({ err: error, job: contract.name }, 'fetching jobs failed'))
    while (!this.isStopping) {
      const isForCallsOnly = this.running.size >= concurrency
      const free = concurrency + (isForCallsOnly ? this.reserved : 0) - this.running.size
      if (free <= 0) {
        await new Promise<void>((resolve) => {
          this.placeFreed = resolve
        })
        continue
      }
      this.isWoken = false
      let isMore = false
      try {
        isMore = await this.take(free, isForCallsOnly)
        failures.passed()
      } catch (error) {
        failures.failed(error)
      }
      if (isMore || this.isWoken || this.isStopping) continue
      await this.untilWoken(isForCallsOnly)
    }
  }

  /** Claims jobs and begins them. True when there may be more. */
  private async take(free: number, isForCallsOnly: boolean): Promise<boolean> {
    const { store } = this.tools
    const maxPriority = isForCallsOnly ? undefined : await this.turns.draw()
    const isDrawn = maxPriority !== undefined
    // The limit stands in the statement's text: few different ones keep their plans.
    const asked = isDrawn ? 1 : 2 ** Math.floor(Math.log2(free))
    const among = isForCallsOnly ? { minPriority: callPriority } : {}
    // Of one that was drawn another may have been quicker; the first in line waits still.
    const { claimed, isMore } = isDrawn
      ? { claimed: await store.claim(asked, { maxPriority }), isMore: true }
      : await this.claim(asked, among)
    this.turns.took(claimed.length, isDrawn)
    for (const one of claimed) this.begin(one)
    return isMore
  }

  /** The first in line, or one of each organisation in turn while not all that wait have a place. */
  private async claim(
    asked: number,
    among: { minPriority?: number },
  ): Promise<{ claimed: Claimed[]; isMore: boolean }> {
    const { store } = this.tools
    if (!this.isCrowded) {
      const claimed = await store.claim(asked, among)
      const isMore = claimed.length === asked
      // One organisation's own stand as they are taken, and taking turns costs as much as a claim again.
      this.isCrowded = isMore && claimed.some(({ isShared }) => isShared !== false)
      return { claimed, isMore }
    }
    const { claimed, last } = await store.claimInTurns(asked, { ...among, after: this.lastServed })
    this.isCrowded = claimed.length > 0
    this.lastServed = last
    return { claimed, isMore: this.isCrowded }
  }

  private async untilWoken(isForCallsOnly: boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.clock.after(pollMs, resolve)
      this.wakeUp = () => {
        cancel()
        resolve()
      }
      // A place for any job is free again, and some may wait that are not for the place that was asked for.
      if (isForCallsOnly) this.placeFreed = this.wakeUp
    })
  }

  private begin(claimed: Claimed): void {
    const abort = new AbortController()
    const ended = makeAttempt(this.attempts, claimed, abort).finally(() => {
      this.running.delete(delivery)
      this.placeFreed()
    })
    const delivery = { jobId: claimed.id, abort, ended }
    this.running.add(delivery)
  }

  /** Stops what is done for jobs that have ended otherwise. */
  private stopJobs(jobIds: ReadonlySet<string>): void {
    for (const { jobId, abort } of this.running) if (jobIds.has(jobId)) abort.abort(new Error('canceled'))
  }

  /**
   * Whoever was not listening for a moment has not heard which jobs were called off in it. Anybody with the database may say that one
   * was: whether it has ended is looked up. @param told of which one it was said; all where it is not known of which.
   */
  private async stopEnded(told?: string): Promise<void> {
    const { store, contract, log } = this.tools
    const running = new Set([...this.running].map(({ jobId }) => jobId))
    const jobIds = [...running].filter((jobId) => told === undefined || jobId === told)
    if (jobIds.length === 0) return
    try {
      this.stopJobs(new Set(await this.completer.untilExpired(() => store.ended(jobIds))))
    } catch (error) {
      log.warn({ err: error, job: contract.name }, 'looking for jobs that were called off failed')
    }
  }
}

/** A runner that takes jobs. */
export async function startRunner(tools: RunnerTools): Promise<Runner> {
  const runner = new Runner(tools)
  await runner.start()
  return runner
}
