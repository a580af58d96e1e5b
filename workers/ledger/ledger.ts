/**
 * Writes the log, keeps its checkpoints outside of the database, and stops as soon as the database's log is not the one
 * that was published.
 *
 * One process leads, by a lock that its connection holds; others wait for that to end, and end it themselves when nothing
 * is heard of it any more. All that a round writes is one
 * statement, which also looks whether the log is where this process left it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { storedTiles } from '#shared/evidence/log'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding, reportPass } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import type { LogFiles } from '#shared/tlog/files'
import { noteVerifier } from '#shared/tlog/signed-note'
import type { Tile } from '#shared/tlog/tiles'
import { beginFirstLog, logArticle, logSubject, publishCheckpoint } from '#shared/verification/epochs'
import { openForgeries } from '#shared/verification/forgeries'
import { findFault, isAsLeft, type Known, newestKnown, readKnown } from '#workers/ledger/inspection'
import { openQuarantine } from '#workers/ledger/quarantine'
import { openSequencer, type Sequencer } from '#workers/ledger/sequencer'
import type { Witnesses } from '#workers/ledger/witnesses'

export type LedgerParts = {
  sql: Sql
  /** One connection, for the lock and every round. */
  leading: Sql
  signer: Signer
  /** The first log's name. */
  base: string
  dataDir: string
  files: LogFiles
  witnesses: Witnesses
  log: Log
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
const tilesAtOnce = 256

export function startLedger(parts: LedgerParts): { stop: () => Promise<void> } {
  const { sql, leading, signer, base, dataDir, files, witnesses, log, onChange, publishMs = 3_600_000 } = parts
  let known: Known | undefined
  let isKept = false
  let isStopping = false
  let standing: LedgerStanding = { leads: false, origin: undefined, fault: undefined }
  const isTime = openTimes()
  const quarantine = openQuarantine({ sql, signer, log })

  async function run(): Promise<void> {
    let lastFailure = ''
    while (!isStopping) {
      try {
        await lead()
        lastFailure = ''
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        if (!isStopping && failure !== lastFailure) log.warn({ err: error }, 'ledger starts over')
        lastFailure = failure
      }
      change({ leads: false })
      witnesses.rest()
      if (!isStopping) await Bun.sleep(retryMs)
    }
  }

  async function lead(): Promise<void> {
    const connection = await leading.reserve()
    try {
      if (!(await tryLead(connection))) {
        if (isTime('depose', deposeEveryMs) && (await deposeSilent(connection)))
          log.warn('the ledger that led has been silent for too long and leads no more')
        return
      }
      log.info('ledger leads')
      await reign(connection)
      await stopLeading(connection)
    } finally {
      connection.release()
    }
  }

  async function reign(connection: Tx): Promise<void> {
    let sequencer: Sequencer | undefined
    let session: number | undefined
    while (!isStopping) {
      const startedAt = performance.now()
      const [rows, state] = await Promise.all([sequencer ? sequencer.look() : [], logState(connection)])
      // A connection that was made anew has lost the lock.
      session ??= state?.pid
      if (state && state.pid !== session) throw new Error('the connection was cut')
      if (!sequencer || !state || !isAsLeft(state, known)) {
        const fault = recall(state) ?? (await findFault(connection, state, known, signer.publicKey))
        sequencer = fault === undefined ? await open(connection, state) : undefined
        if (fault !== undefined) await stand(fault, state)
        continue
      }
      if (state.note && known) witnesses.tell({ ...known, note: state.note })
      const fault = witnesses.fault()
      if (fault !== undefined) {
        await stand(fault, state)
        continue
      }
      change({ leads: true, origin: sequencer.origin, fault: undefined })
      const hasWritten = await sequencer.round(rows, state)
      await upkeep(sequencer)
      const tookMs = performance.now() - startedAt
      await Bun.sleep(Math.max(0, (hasWritten ? roundMs : pollMs) - tookMs))
    }
  }

  /** The files may know more than this process: another one led in between, or this one is new. */
  function recall(state: LogState | undefined): string | undefined {
    const kept = files.newest()
    if (!kept || (state && state.epoch > kept.epoch)) return undefined
    try {
      known = newestKnown(known, readKnown(kept, signer.publicKey))
      return undefined
    } catch (error) {
      return `the checkpoint in the log's files is not this service's: ${error instanceof Error ? error.message : error}`
    }
  }

  async function open(connection: Tx, found: LogState | undefined): Promise<Sequencer> {
    if (!found) await beginFirstLog(sql, signer, base)
    const state = found ?? (await logState(connection))
    if (!state) throw new Error('the log that began is not there')
    const { epoch, origin, size, root, note } = state
    publishKey(noteVerifier(origin, signer.publicKey).key)
    isKept = false
    if (root && note) await keep(connection, { epoch, origin, size, root }, note, [])
    return openSequencer({
      connection,
      signer,
      state,
      log,
      isStopping: () => isStopping,
      forged: openForgeries(connection).amongStored,
      onForged: quarantine.take,
      async onWritten(written, latest, touched) {
        known = written
        await keep(connection, written, latest, touched)
        witnesses.tell({ ...written, note: latest })
      },
    })
  }

  /** The log is not the one that was published: nothing is signed and everybody is told, until it is again. */
  async function stand(fault: string, state: LogState | undefined): Promise<void> {
    if (standing.fault !== fault) log.error({ fault }, 'the log is not the one that was published')
    change({ leads: true, fault })
    if (isTime('report', reportEveryMs)) {
      await sql.begin(async (tx) => {
        await holdEpoch(tx)
        // An operator may have begun another log in the meantime.
        if ((await currentLog(tx))?.epoch !== state?.epoch) return
        await reportFinding(tx, signer, { ...about, tier: 'T5', message: `The evidence log: ${fault}`, evidence: [] })
      })
    }
    await Bun.sleep(retryMs)
  }

  /** What could not be written in files is written as soon as it can be. */
  async function keep(connection: Tx, { epoch, size }: Known, note: string, touched: readonly Tile[]): Promise<void> {
    try {
      const names = isKept ? [] : files.missing(epoch, size)
      for (let at = 0; at < names.length; at += tilesAtOnce) {
        files.keepTiles(epoch, await storedTiles(connection, names.slice(at, at + tilesAtOnce)))
      }
      if (isKept) files.keepTiles(epoch, touched)
      files.keepCheckpoint(epoch, note)
      isKept = true
    } catch (error) {
      if (error instanceof Error && error.name === 'PostgresError') throw error
      log.error({ err: error }, 'the files of the log cannot be written')
      isKept = false
    }
  }

  /** A line that a witness may read: whose checkpoints are this log's. */
  function publishKey(key: string): void {
    const path = join(dataDir, 'log.pub')
    if (!existsSync(path) || !readFileSync(path, 'utf8').split('\n').includes(key)) appendFileSync(path, `${key}\n`)
  }

  async function upkeep({ origin, sweep }: Sequencer): Promise<void> {
    if (isTime('sweep', sweepEveryMs)) await sweep()
    if (isTime('pass', passEveryMs)) await sql.begin((tx) => reportPass(tx, signer, about))
    if (known && isTime('publish', Math.min(publishMs, sweepEveryMs))) await publish(origin, known)
  }

  /** Only when the log grew by more than the node that said so last. */
  async function publish(origin: string, { size, root }: Known): Promise<void> {
    const head = await streamHead(sql, `log:${origin}`)
    if (!head) return
    const { kind, timestamp, result }: NodeBody = JSON.parse(head.body)
    const published = kind === 'checkpoint.published' ? Number(result?.['size']) : 0
    if (size - published <= 1 || Date.now() - Date.parse(timestamp) < publishMs) return
    await publishCheckpoint(sql, signer, { origin, size, root: Buffer.from(root).toString('hex') })
  }

  function change(news: Partial<LedgerStanding>): void {
    const before = JSON.stringify(standing)
    standing = { ...standing, ...news }
    if (JSON.stringify(standing) !== before) onChange(standing)
  }

  const about = { orgId: serviceOrg, article: logArticle, subject: logSubject(base) }
  const running = run()
  return {
    async stop() {
      isStopping = true
      await running
      await quarantine.stop()
    },
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
