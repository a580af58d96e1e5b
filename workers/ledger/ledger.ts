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
import type { Sql, Tx } from '#db/client'
import {
  currentLog,
  deposeSilent,
  holdEpoch,
  type LogState,
  logState,
  stopLeading,
  streamHead,
  tryLead,
} from '#db/queries/log'
import type { NodeBody } from '#shared/contracts/node'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding, reportPass } from '#shared/governance/violations'
import { beginFirstLog, logArticle, logSubject, publishCheckpoint } from '#shared/verification/epochs'
import { openForgeries } from '#shared/verification/forgeries'
import { findFault, isAsLeft, type Known, newestKnown } from '#workers/ledger/inspection'
import { KeptLog, type KeptLogParts } from '#workers/ledger/kept-log'
import { openQuarantine, type Quarantine } from '#workers/ledger/quarantine'
import { openSequencer, type Sequencer } from '#workers/ledger/sequencer'
import type { Witnesses } from '#workers/ledger/witnesses'

export type LedgerParts = KeptLogParts & {
  sql: Sql
  /** One connection, for the lock and every round. */
  leading: Sql
  /** The first log's name. */
  base: string
  witnesses: Pick<Witnesses, 'tell' | 'rest' | 'fault'>
  onChange: (standing: LedgerStanding) => void
  /** The graph is told where the log stands, at most so often. */
  publishMs?: number
}

/** Whether this process leads, which log it writes, and why it does not. */
export type LedgerStanding = { leads: boolean; origin: string | undefined; fault: string | undefined }

const pollMs = 100
const roundMs = 200
const retryMs = 250
const deposeEveryMs = 1000
const reportEveryMs = 2000
const passEveryMs = 5000
const sweepEveryMs = 60_000
const publishMsByDefault = 3_600_000

export const startLedger = (parts: LedgerParts): Ledger => new Ledger(parts)

class Ledger {
  private readonly parts: LedgerParts
  private readonly kept: KeptLog
  private readonly quarantine: Quarantine
  private readonly isTime = openTimes()
  private readonly running: Promise<void>
  private isStopping = false
  private standing: LedgerStanding = { leads: false, origin: undefined, fault: undefined }
  /** The newest that this process knows of the log, from wherever. */
  private known: Known | undefined

  constructor(parts: LedgerParts) {
    this.parts = parts
    this.kept = new KeptLog(parts)
    this.quarantine = openQuarantine(parts)
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.running
    await this.quarantine.stop()
  }

  private async run(): Promise<void> {
    const { log, witnesses } = this.parts
    let lastFailure = ''
    while (!this.isStopping) {
      try {
        await this.tryToLead()
        lastFailure = ''
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        if (!this.isStopping && failure !== lastFailure) log.warn({ err: error }, 'ledger starts over')
        lastFailure = failure
      }
      this.change({ leads: false })
      witnesses.rest()
      if (!this.isStopping) await Bun.sleep(retryMs)
    }
  }

  private async tryToLead(): Promise<void> {
    const { leading, log } = this.parts
    const connection = await leading.reserve()
    try {
      if (!(await tryLead(connection))) {
        if (this.isTime('depose', deposeEveryMs) && (await deposeSilent(connection)))
          log.warn('the ledger that led has been silent for too long and leads no more')
        return
      }
      log.info('ledger leads')
      await this.lead(connection)
      await stopLeading(connection)
    } finally {
      connection.release()
    }
  }

  private async lead(connection: Tx): Promise<void> {
    const { witnesses } = this.parts
    let sequencer: Sequencer | undefined
    let session: number | undefined
    while (!this.isStopping) {
      const startedAt = performance.now()
      const [rows, state] = await Promise.all([sequencer ? sequencer.look() : [], logState(connection)])
      // A connection that was made anew has lost the lock.
      session ??= state?.pid
      if (state && state.pid !== session) throw new Error('the connection was cut')
      if (!sequencer || !state || !isAsLeft(state, this.known)) {
        const fault = await this.inspect(connection, state)
        sequencer = fault === undefined ? await this.open(connection, state) : undefined
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
      const tookMs = performance.now() - startedAt
      await Bun.sleep(Math.max(0, (hasWritten ? roundMs : pollMs) - tookMs))
    }
  }

  /** Why the database's log cannot be the one that was published. */
  private async inspect(connection: Tx, state: LogState | undefined): Promise<string | undefined> {
    try {
      // The files may know more than this process: another one led in between, or this one is new.
      const kept = this.kept.newest(state?.epoch ?? 0)
      if (kept) this.known = newestKnown(this.known, kept)
    } catch (error) {
      return `the checkpoint in the log's files is not this service's: ${error instanceof Error ? error.message : error}`
    }
    return findFault(connection, state, this.known, this.parts.signer.publicKey)
  }

  private async open(connection: Tx, found: LogState | undefined): Promise<Sequencer> {
    const { sql, signer, base, log, witnesses } = this.parts
    if (!found) await beginFirstLog(sql, signer, base)
    const state = found ?? (await logState(connection))
    if (!state) throw new Error('the log that began is not there')
    const { epoch, origin, size, root, note } = state
    this.kept.publishKey(origin)
    this.kept.doubt()
    if (root && note) await this.kept.keep(connection, { epoch, origin, size, root }, note, [])
    return openSequencer({
      connection,
      signer,
      state,
      log,
      isStopping: () => this.isStopping,
      forged: openForgeries(connection).amongStored,
      onForged: this.quarantine.take,
      onWritten: async (written, latest, touched) => {
        this.known = written
        await this.kept.keep(connection, written, latest, touched)
        witnesses.tell({ ...written, note: latest })
      },
    })
  }

  /** The log is not the one that was published: nothing is signed and everybody is told, until it is again. */
  private async refuse(fault: string, state: LogState | undefined): Promise<void> {
    const { sql, signer, log } = this.parts
    if (this.standing.fault !== fault) log.error({ fault }, 'the log is not the one that was published')
    this.change({ leads: true, fault })
    if (this.isTime('report', reportEveryMs)) {
      await sql.begin(async (tx) => {
        await holdEpoch(tx)
        // An operator may have begun another log in the meantime.
        if ((await currentLog(tx))?.epoch !== state?.epoch) return
        const message = `The evidence log: ${fault}`
        await reportFinding(tx, signer, { ...this.about(), tier: 'T5', message, evidence: [] })
      })
    }
    await Bun.sleep(retryMs)
  }

  private async keepUp(sequencer: Sequencer): Promise<void> {
    const { sql, signer, publishMs = publishMsByDefault } = this.parts
    if (this.isTime('sweep', sweepEveryMs)) await sequencer.sweep()
    if (this.isTime('pass', passEveryMs)) await sql.begin((tx) => reportPass(tx, signer, this.about()))
    if (this.known && this.isTime('publish', Math.min(publishMs, sweepEveryMs)))
      await this.publish(sequencer.origin, this.known, publishMs)
  }

  /** Only when the log grew by more than the node that said so last. */
  private async publish(origin: string, { size, root }: Known, publishMs: number): Promise<void> {
    const { sql, signer } = this.parts
    const head = await streamHead(sql, `log:${origin}`)
    if (!head) return
    const { kind, timestamp, result }: NodeBody = JSON.parse(head.body)
    const published = kind === 'checkpoint.published' ? Number(result?.['size']) : 0
    if (size - published <= 1 || Date.now() - Date.parse(timestamp) < publishMs) return
    await publishCheckpoint(sql, signer, { origin, size, root: Buffer.from(root).toString('hex') })
  }

  private change(news: Partial<LedgerStanding>): void {
    const before = JSON.stringify(this.standing)
    this.standing = { ...this.standing, ...news }
    if (JSON.stringify(this.standing) !== before) this.parts.onChange(this.standing)
  }

  private about() {
    return { orgId: serviceOrg, article: logArticle, subject: logSubject(this.parts.base) }
  }
}

/** Says, for each thing by its name, whether its time has come again. */
function openTimes(): (what: string, everyMs: number) => boolean {
  const last = new Map<string, number>()
  return (what, everyMs) => {
    const now = performance.now()
    if (now - (last.get(what) ?? -Number.MAX_VALUE) < everyMs) return false
    last.set(what, now)
    return true
  }
}
