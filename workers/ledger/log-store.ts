/** The database as a ledger sees it: the lock of who leads, the log as it stands there, and what is said of it. */
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
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding, reportPass } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import { beginFirstLog, logArticle, logSubject, publishCheckpoint } from '#shared/verification/epochs'
import { openForgeries } from '#shared/verification/forgeries'
import { findFault, type Known } from '#workers/ledger/inspection'
import type { KeptLog } from '#workers/ledger/kept-log'
import { openQuarantine } from '#workers/ledger/quarantine'
import { openSequencer, type Sequencer, type WrittenRound } from '#workers/ledger/sequencer'
import { openThinning } from '#workers/ledger/thinning'

export type LogStore = {
  /** Takes the one connection that a ledger leads by. */
  reserve: () => Promise<LeadingSession>
  beginFirst: () => Promise<void>
  /** Reports that the log is not the published one, unless an operator has begun another since. @param epoch that was looked at. */
  reportFault: (fault: string, epoch: number | undefined) => Promise<void>
  reportPass: () => Promise<void>
  /** Says in the graph where the log stands, when it grew by more than the node that said so last, at most so often. */
  publish: (origin: string, known: Known, everyMs: number) => Promise<void>
  /** Takes old checkpoints away, but for some. */
  thin: () => Promise<void>
  stop: () => Promise<void>
}

export type LeadingSession = {
  tryLead: () => Promise<boolean>
  /** Ends who leads and has not been heard of for too long. @returns whether there was one. */
  deposeSilent: () => Promise<boolean>
  stopLeading: () => Promise<void>
  state: () => Promise<LogState | undefined>
  /** Why the stored log cannot be the known one, grown. */
  findFault: (state: LogState | undefined, known: Known | undefined) => Promise<string | undefined>
  openSequencer: (
    state: LogState,
    told: {
      isStopping: () => boolean
      onWritten: (written: WrittenRound) => Promise<void>
    },
  ) => Promise<Pick<Sequencer, 'origin' | 'look' | 'round' | 'sweep'>>
  keep: (written: WrittenRound) => Promise<void>
  release: () => void
}

type Parts = {
  sql: Sql
  /** One connection, for the lock and every round. */
  leading: Sql
  signer: Signer
  /** The first log's name. */
  base: string
  kept: KeptLog
  log: Log
}

export function openLogStore({ sql, leading, signer, base, kept, log }: Parts): LogStore {
  const about = { orgId: serviceOrg, article: logArticle, subject: logSubject(base) }
  const quarantine = openQuarantine({ sql, signer, log })
  return {
    async reserve() {
      const connection = await leading.reserve()
      return {
        ...sessionOn(connection, { signer, kept, log, onForged: quarantine.take }),
        release: () => connection.release(),
      }
    },
    async beginFirst() {
      await beginFirstLog(sql, signer, base)
    },
    reportFault: (fault, epoch) =>
      sql.begin(async (tx) => {
        await holdEpoch(tx)
        if ((await currentLog(tx))?.epoch !== epoch) return
        await reportFinding(tx, signer, { ...about, tier: 'T5', message: `The evidence log: ${fault}`, evidence: [] })
      }),
    async reportPass() {
      await sql.begin((tx) => reportPass(tx, signer, about))
    },
    async publish(origin, { size, root }, everyMs) {
      const head = await streamHead(sql, `log:${origin}`)
      if (!head) return
      const { kind, timestamp, result }: NodeBody = JSON.parse(head.body)
      const published = kind === 'checkpoint.published' ? Number(result?.['size']) : 0
      if (size - published <= 1 || Date.now() - Date.parse(timestamp) < everyMs) return
      await publishCheckpoint(sql, signer, { origin, size, root: Buffer.from(root).toString('hex') })
    },
    thin: openThinning(sql),
    stop: () => quarantine.stop(),
  }
}

const sessionOn = (
  connection: Tx,
  {
    signer,
    kept,
    log,
    onForged,
  }: Pick<Parts, 'signer' | 'kept' | 'log'> & { onForged: ReturnType<typeof openQuarantine>['take'] },
): Omit<LeadingSession, 'release'> => ({
  tryLead: () => tryLead(connection),
  deposeSilent: () => deposeSilent(connection),
  stopLeading: () => stopLeading(connection),
  state: () => logState(connection),
  findFault: (state, known) => findFault(connection, state, known, signer.publicKey),
  openSequencer: (state, told) =>
    openSequencer({ connection, signer, state, log, forged: openForgeries(connection).amongStored, onForged, ...told }),
  keep: (written) => kept.keep(connection, written),
})
