/** Hands over the jobs of worker processes that are gone: those without a connection to the database that says anything. */
import type { LostClaim } from '#db/queries/jobs'
import { type Envelope, isEnvelope } from '#shared/jobs/envelope'
import type { Clock } from '#shared/kernel/clock'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import type { Completer } from '#workers/runtime/completer'
import { type Claimed, workerLost } from '#workers/runtime/next-attempt'
import type { Orders } from '#workers/runtime/orders'
import type { RuntimeStore } from '#workers/runtime/store'

const everyMs = 1000
// A fresh worker's first connection may be a moment away, so one look is not enough.
const looksBeforeLost = 2

export type RescuerTools = {
  /** Of the jobs of one type. */
  name: string
  store: Pick<RuntimeStore, 'lostClaims' | 'endSessions' | 'sent' | 'deleteStaleClaims'>
  completer: Pick<Completer, 'next' | 'tryAgain' | 'giveUp' | 'turnAway'>
  orders: Pick<Orders, 'fault'>
  log: Log
  clock: Clock
}

/** Looks every second for lost claims on jobs of one type. */
export class Rescuer {
  private readonly tools: RescuerTools
  private readonly looksMissed = new Map<string, number>()
  private looks: Loop | undefined

  constructor(tools: RescuerTools) {
    this.tools = tools
  }

  start(): void {
    const { name, log, clock } = this.tools
    this.looks = every(everyMs, `lost workers of ${name}`, () => this.look(), { log, clock })
  }

  async stop(): Promise<void> {
    await this.looks?.stop()
  }

  private async look(): Promise<void> {
    const { name, store, completer, orders, log } = this.tools
    const ripe = this.ripe(await store.lostClaims())
    if (ripe.length === 0) return
    log.warn({ job: name, jobs: ripe.length }, 'a worker is gone, its jobs are handed over')
    // What a machine that is gone had begun would hold its rows for as long as Postgres waits for it.
    await store.endSessions(ripe.map(({ worker_id }) => worker_id))
    const sent = await store.sent(ripe.map(({ job_id }) => job_id))
    const claimed: Claimed[] = []
    for (const { job_id: id, attempt: retryCount } of ripe) {
      if (!sent.has(id)) continue
      // Sound: nothing of one that is no order is looked at.
      const one = { id, data: sent.get(id) as Envelope, retryCount }
      const fault = isEnvelope(one.data) ? orders.fault(name, id, one.data) : 'it is no order'
      if (fault === undefined) claimed.push(one)
      else await completer.turnAway(one, fault)
    }
    const isOver = (one: Claimed) => completer.next(one, workerLost) === 'given-up'
    await this.handOver(
      claimed.filter((one) => !isOver(one)),
      (jobs) => completer.tryAgain(jobs, workerLost),
    )
    await this.handOver(claimed.filter(isOver), (jobs) => completer.giveUp(jobs, workerLost, null))
    await store.deleteStaleClaims()
  }

  /** The claims of workers that were missed often enough. */
  private ripe(lost: readonly LostClaim[]): LostClaim[] {
    const gone = new Set(lost.map(({ worker_id }) => worker_id))
    for (const worker of this.looksMissed.keys()) if (!gone.has(worker)) this.looksMissed.delete(worker)
    for (const worker of gone) this.looksMissed.set(worker, (this.looksMissed.get(worker) ?? 0) + 1)
    return lost.filter(({ worker_id }) => (this.looksMissed.get(worker_id) ?? 0) >= looksBeforeLost)
  }

  /** All of them at once; where that fails each by itself, so that one which cannot be handed over keeps no other waiting. */
  private async handOver(jobs: readonly Claimed[], how: (jobs: readonly Claimed[]) => Promise<void>): Promise<void> {
    const [first, ...others] = jobs
    if (!first) return
    try {
      await how(jobs)
    } catch (error) {
      if (others.length > 0) for (const one of jobs) await this.handOver([one], how)
      else
        this.tools.log.error(
          { err: error, job_id: first.id, job: this.tools.name },
          'the job of a lost worker could not be handed over',
        )
    }
  }
}
