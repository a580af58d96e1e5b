/**
 * Does the chores, in one process however many of its kind run: the one that leads, by a lock that its connection holds.
 *
 *   waits --the lock is free--> leads --its connection is cut--> waits
 *                                |  ^
 *                       sweeps every five minutes, and at once again where there was more than a minute of it
 *
 * Others look every half second whether the lock is free, and end the leader's session when nothing is heard of it any more. One that
 * was only frozen finds its connection cut before it does the next piece. Should two be at it for that long, no harm is done:
 * a piece deletes or erases what is due in a transaction of its own, under locks on its rows, and finds nothing to do where
 * another was first.
 */
import { setTimeout } from 'node:timers/promises'
import type { Sql, Tx } from '#db/client'
import { deposeSilentMaintenance, sessionOf, stopLeadingMaintenance, tryLeadMaintenance } from '#db/queries/maintenance'
import { Failures } from '#shared/kernel/failures'
import type { ChoreTools } from '#workers/maintenance/chores'
import { sweep } from '#workers/maintenance/sweep'

const tryEveryMs = 500
const firstAfterMs = 5000
const everyMs = 5 * 60_000
/** Whether it still leads is looked at so often while there is nothing to do. */
const lookEveryMs = 1000
/** What is due for longer than this is begun anew: a backlog of one kind keeps no other from being looked at. */
const sweepMs = 60_000

type Parts = ChoreTools & {
  /** One connection, for the lock. */
  leading: Sql
  /** Told whenever that changes. */
  onLead: (leads: boolean) => void
}

export class Maintenance {
  private readonly parts: Parts
  private readonly stopping = new AbortController()
  private readonly running: Promise<void>
  private leads = false

  constructor(parts: Parts) {
    this.parts = parts
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async run(): Promise<void> {
    const { log } = this.parts
    const failures = new Failures((error) => log.warn({ err: error }, 'maintenance starts over'))
    do {
      try {
        await this.leadIfFree()
        failures.passed()
      } catch (error) {
        failures.failed(error)
      }
    } while (await this.passes(tryEveryMs))
  }

  private async leadIfFree(): Promise<void> {
    const { leading, log } = this.parts
    const connection = await leading.reserve()
    try {
      const session = await tryLeadMaintenance(connection)
      if (session === undefined) {
        if (await deposeSilentMaintenance(connection))
          log.warn('the process that did maintenance has been silent for too long and does it no more')
        return
      }
      log.info('maintenance leads')
      this.change(true)
      await this.lead(connection, session)
      await stopLeadingMaintenance(connection)
    } finally {
      this.change(false)
      connection.release()
    }
  }

  private async lead(connection: Tx, session: number): Promise<void> {
    // A connection that was made anew has lost the lock.
    const mayGoOn = async () => {
      if ((await sessionOf(connection)) !== session) throw new Error('the connection was cut')
    }
    for (let dueAt = performance.now() + firstAfterMs; await this.passes(lookEveryMs); ) {
      await mayGoOn()
      if (performance.now() < dueAt) continue
      const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(sweepMs)])
      const isDone = await sweep(this.parts, { signal, mayGoOn })
      dueAt = performance.now() + (isDone ? everyMs : 0)
    }
  }

  private change(leads: boolean): void {
    if (leads === this.leads) return
    this.leads = leads
    this.parts.onLead(leads)
  }

  /** False when it was stopped meanwhile. */
  private passes(ms: number): Promise<boolean> {
    return setTimeout(ms, true, { signal: this.stopping.signal }).catch(() => false)
  }
}
