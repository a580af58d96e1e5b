/**
 * Writes the log, keeps its checkpoints outside of the database, and stops as soon as the database's log is not the one
 * that was published.
 *
 *   waiting ── the lock is free, or its holder silent ──> leading
 *      ^                                                     │ the database's log is held against what is known of it
 *      │                                                     v elsewhere
 *      │                                                  writing <──── as published again, or another log began ────┐
 *      │                                                     │                                                       │
 *      └──────────── its connection is cut ──────────────────┴── it is shorter, or another one ──> refusing ─────────┘
 *
 * One process leads, by a lock that its connection holds; others wait for that to end, and end it themselves when nothing
 * is heard of it any more. All that a round writes is one statement, which also looks whether the log is where this process
 * left it. While it refuses nothing is signed, and a violation halts all writing.
 *
 * An epoch is the life of one log: it begins with a node that says so, grows by a checkpoint a round, and is over when an
 * operator gives it up as lost and begins the next one over every node that is there. Epochs only ever count up.
 */
import type { Sql } from '#db/client'
import type { LogState } from '#db/queries/log'
import type { Signer } from '#shared/evidence/signing'
import { type Clock, systemClock } from '#shared/kernel/clock'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import type { LogFiles } from '#shared/tlog/files'
import { isAsLeft, type Known, newestKnown } from '#workers/ledger/inspection'
import { KeptLog } from '#workers/ledger/kept-log'
import { type LeadingSession, type LogStore, openLogStore } from '#workers/ledger/log-store'
import type { Sequencer } from '#workers/ledger/sequencer'
import type { Witnesses } from '#workers/ledger/witnesses'

/** Whether this process leads, which log it writes, and why it does not. */
export type LedgerStanding = { leads: boolean; origin: string | undefined; fault: string | undefined }

type Told = {
  witnesses: Pick<Witnesses, 'tell' | 'rest' | 'fault'>
  log: Log
  onChange: (standing: LedgerStanding) => void
  /** The graph is told where the log stands, at most so often. */
  publishMs?: number
}

export type LedgerParts = Told & {
  store: LogStore
  kept: Pick<KeptLog, 'newest' | 'doubt' | 'publishKey' | 'problem'>
  clock?: Clock
}

type Surroundings = Told & {
  sql: Sql
  /** One connection, for the lock and every round. */
  leading: Sql
  signer: Signer
  /** The first log's name. */
  base: string
  dataDir: string
  files: LogFiles
}

const pollMs = 100
const roundMs = 200
const retryMs = 250
const deposeEveryMs = 500
const reportEveryMs = 2000
const passEveryMs = 5000
const sweepEveryMs = 5000
const thinEveryMs = 60_000
const publishMsByDefault = 3_600_000
const publishLookMs = 60_000

export function startLedger(surroundings: Surroundings): Ledger {
  const kept = new KeptLog(surroundings)
  return new Ledger({ ...surroundings, kept, store: openLogStore({ ...surroundings, kept }) })
}

export class Ledger {
  private readonly parts: LedgerParts
  private readonly clock: Clock
  private readonly doneAt = new Map<string, number>()
  private readonly running: Promise<void>
  private isStopping = false
  private standing: LedgerStanding = { leads: false, origin: undefined, fault: undefined }
  /** The newest that this process knows of the log, from wherever. */
  private known: Known | undefined

  constructor(parts: LedgerParts) {
    this.parts = parts
    this.clock = parts.clock ?? systemClock
    this.running = this.run()
  }

  /** Why what of the log lies in files is not written at the moment. */
  filesProblem(): string | undefined {
    return this.parts.kept.problem()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.running
    await this.parts.store.stop()
  }

  private async run(): Promise<void> {
    const { log, witnesses } = this.parts
    const failures = new Failures((error) => log.warn({ err: error }, 'ledger starts over'))
    while (!this.isStopping) {
      try {
        await this.tryToLead()
        failures.passed()
      } catch (error) {
        if (!this.isStopping) failures.failed(error)
      }
      this.change({ leads: false })
      witnesses.rest()
      if (!this.isStopping) await this.clock.sleep(retryMs)
    }
  }

  private async tryToLead(): Promise<void> {
    const { store, log } = this.parts
    const session = await store.reserve()
    try {
      if (!(await session.tryLead())) {
        if (this.isTime('depose', deposeEveryMs) && (await session.deposeSilent()))
          log.warn('the ledger that led has been silent for too long and leads no more')
        return
      }
      log.info('ledger leads')
      await this.lead(session)
      await session.stopLeading()
    } finally {
      session.release()
    }
  }

  private async lead(session: LeadingSession): Promise<void> {
    const { witnesses } = this.parts
    let sequencer: Pick<Sequencer, 'origin' | 'look' | 'round' | 'sweep'> | undefined
    let pid: number | undefined
    while (!this.isStopping) {
      const startedAt = this.clock.now()
      const [rows, state] = await Promise.all([sequencer ? sequencer.look() : [], session.state()])
      // A connection that was made anew has lost the lock.
      pid ??= state?.pid
      if (state && state.pid !== pid) throw new Error('the connection was cut')
      if (!sequencer || !state || !isAsLeft(state, this.known)) {
        const fault = await this.inspect(session, state)
        sequencer = fault === undefined ? await this.open(session, state) : undefined
        if (fault !== undefined) await this.refuse(fault, state)
        continue
      }
      if (state.note && this.known) witnesses.tell({ ...this.known, note: state.note })
      const fault = witnesses.fault()
      if (fault !== undefined) {
        await this.refuse(fault, state)
        continue
      }
      this.change({ leads: true, origin: sequencer.origin, fault: undefined })
      const hasWritten = await sequencer.round(rows, state)
      await this.keepUp(sequencer)
      const tookMs = this.clock.now() - startedAt
      await this.clock.sleep(Math.max(0, (hasWritten ? roundMs : pollMs) - tookMs))
    }
  }

  /** Why the database's log cannot be the one that was published. */
  private async inspect(session: LeadingSession, state: LogState | undefined): Promise<string | undefined> {
    try {
      // The files may know more than this process: another one led in between, or this one is new.
      const kept = this.parts.kept.newest(state?.epoch ?? 0)
      if (kept) this.known = newestKnown(this.known, kept)
    } catch (error) {
      return `the checkpoint in the log's files is not this service's: ${error instanceof Error ? error.message : error}`
    }
    return session.findFault(state, this.known)
  }

  private async open(session: LeadingSession, found: LogState | undefined) {
    const { store, kept, witnesses } = this.parts
    if (!found) await store.beginFirst()
    const state = found ?? (await session.state())
    if (!state) throw new Error('the log that began is not there')
    const { epoch, origin, size, root, note } = state
    kept.publishKey(origin)
    kept.doubt()
    if (root && note) await session.keep({ epoch, origin, size, root, note, touched: [], isMilestone: false })
    return session.openSequencer(state, {
      isStopping: () => this.isStopping,
      onWritten: async (written) => {
        const { touched: _, isMilestone: __, ...told } = written
        this.known = told
        await session.keep(written)
        witnesses.tell(told)
      },
    })
  }

  /** The log is not the one that was published: nothing is signed and everybody is told, until it is again. */
  private async refuse(fault: string, state: LogState | undefined): Promise<void> {
    const { store, log } = this.parts
    if (this.standing.fault !== fault) log.error({ fault }, 'the log is not the one that was published')
    this.change({ leads: true, fault })
    if (this.isTime('report', reportEveryMs)) await store.reportFault(fault, state?.epoch)
    await this.clock.sleep(retryMs)
  }

  private async keepUp(sequencer: Pick<Sequencer, 'origin' | 'sweep'>): Promise<void> {
    const { store, publishMs = publishMsByDefault } = this.parts
    if (this.isTime('sweep', sweepEveryMs)) await sequencer.sweep()
    if (this.isTime('pass', passEveryMs)) await store.reportPass()
    if (this.isTime('thin', thinEveryMs)) await store.thin()
    if (this.known && this.isTime('publish', Math.min(publishMs, publishLookMs)))
      await store.publish(sequencer.origin, this.known, publishMs)
  }

  private change(news: Partial<LedgerStanding>): void {
    const before = JSON.stringify(this.standing)
    this.standing = { ...this.standing, ...news }
    if (JSON.stringify(this.standing) !== before) this.parts.onChange(this.standing)
  }

  /** Whether the time of a thing has come again. */
  private isTime(what: string, everyMs: number): boolean {
    const now = this.clock.now()
    if (now - (this.doneAt.get(what) ?? -Number.MAX_VALUE) < everyMs) return false
    this.doneAt.set(what, now)
    return true
  }
}
