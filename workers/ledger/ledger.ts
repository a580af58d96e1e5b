/**
 * Writes the log: gives every committed node its leaf, signs checkpoints, keeps them outside of the database, and stops as
 * soon as the database's log is not the one that was published.
 *
 * One process leads, by a lock that its connection holds; others wait for that to end. All that a round writes is one
 * statement, which also looks whether the log is where this process left it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql, Tx } from '#db/client'
import {
  appendRound,
  currentLog,
  greatestIns,
  holdEpoch,
  type LogState,
  lastNumbered,
  logState,
  nodesAfter,
  nodesWithoutLeaf,
  readTileRows,
  stopLeading,
  streamHead,
  tryLead,
  type UnsequencedRow,
} from '#db/queries/log'
import { formatCheckpoint } from '#shared/evidence/checkpoint'
import { beginFirstLog, logArticle, logSubject, publishCheckpoint } from '#shared/evidence/epochs'
import { storedHashes } from '#shared/evidence/log'
import type { LogFiles } from '#shared/evidence/log-files'
import { append, type Frontier, frontierAt, leafHash, rootOf } from '#shared/evidence/merkle'
import type { NodeBody } from '#shared/evidence/node'
import { serviceOrg } from '#shared/evidence/register'
import { noteSigner, noteVerifier, signNote } from '#shared/evidence/signed-note'
import type { Signer } from '#shared/evidence/signing'
import { type Edge, edgeNames, growEdge, type Tile } from '#shared/evidence/tiles'
import { reportFinding, reportPass } from '#shared/governance/violations'
import type { Log } from '#shared/log'
import { type Arrivals, afterLook } from '#workers/ledger/arrivals'
import { findFault, isAsLeft, type Known, readKnown } from '#workers/ledger/inspection'
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
  /** Told whenever it changes: whether this process leads, and what is wrong with the log. */
  onChange: (standing: LedgerStanding) => void
  /** How often the graph is told where the log stands, at most. */
  publishMs?: number
}

export type LedgerStanding = { leads: boolean; origin: string | undefined; fault: string | undefined }

export type Ledger = { stop: () => Promise<void> }

const batchSize = 8192
const scanSize = 50_000
const pollMs = 100
const roundMs = 200
const retryMs = 250
const settleMs = 1000
const longestSettleMs = 10_000
const reportEveryMs = 2000
const passEveryMs = 5000
const sweepEveryMs = 60_000

type Tree = { frontier: Frontier; edge: Edge }

export function startLedger(parts: LedgerParts): Ledger {
  const { sql, leading, signer, base, dataDir, files, witnesses, log, onChange, publishMs = 3_600_000 } = parts
  let known: Known | undefined
  let isKept = true
  let isStopping = false
  let wake: () => void = () => undefined
  const standing: LedgerStanding = { leads: false, origin: undefined, fault: undefined }
  const every = openTimes()

  function change(news: Partial<LedgerStanding>): void {
    const isNew = Object.entries(news).some(([name, value]) => standing[name as keyof LedgerStanding] !== value)
    Object.assign(standing, news)
    if (isNew) onChange({ ...standing })
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isStopping) wake()
    })

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
      if (!isStopping) await pause(retryMs)
    }
  }

  async function lead(): Promise<void> {
    const connection = await leading.reserve()
    try {
      if (!(await tryLead(connection))) return
      log.info('ledger leads')
      await reign(connection)
      await stopLeading(connection)
    } finally {
      connection.release()
    }
  }

  async function reign(connection: Tx): Promise<void> {
    let open: OpenLog | undefined
    let session: number | undefined
    while (!isStopping) {
      const startedAt = performance.now()
      const [rows, state] = await Promise.all([open ? open.look() : [], logState(connection)])
      // A connection that was made anew has lost the lock.
      session ??= state?.pid
      if (state && state.pid !== session) throw new Error('the connection was cut')
      if (!open || !state || !isAsLeft(state, known)) {
        const fault = recall(state) ?? (await findFault(connection, state, known, signer.publicKey))
        if (fault) {
          open = undefined
          await stand(fault, state)
          continue
        }
        open = await openLog(connection, state)
        continue
      }
      if (state.note && known) witnesses.tell({ ...known, note: state.note })
      const fault = witnesses.fault()
      if (fault) {
        await stand(fault, state)
        continue
      }
      change({ leads: true, origin: open.origin, fault: undefined })
      const wrote = await open.round(rows, state)
      await upkeep(open)
      const passedMs = performance.now() - startedAt
      await pause(Math.max(0, (wrote ? roundMs : pollMs) - passedMs))
    }
  }

  /** The log is not the one that was published: nothing is signed, everybody is told, until it is again. */
  async function stand(fault: string, state: LogState | undefined): Promise<void> {
    if (standing.fault !== fault) log.error({ fault }, 'the log is not the one that was published')
    change({ leads: true, fault })
    if (every('report', reportEveryMs)) {
      await sql.begin(async (tx) => {
        await holdEpoch(tx)
        // An operator may have begun another log in the meantime.
        if ((await currentLog(tx))?.epoch !== state?.epoch) return
        const subject = logSubject(base)
        const message = `The evidence log is broken: ${fault}`
        await reportFinding(tx, signer, {
          orgId: serviceOrg,
          article: logArticle,
          tier: 'T5',
          subject,
          message,
          evidence: [],
        })
      })
    }
    await pause(retryMs)
  }

  /** What the files know beside this process's memory, which another leader may have left behind. */
  function recall(state: LogState | undefined): string | undefined {
    const kept = files.newest()
    if (!kept || (state && state.epoch > kept.epoch)) return undefined
    try {
      const filed = readKnown(kept, signer.publicKey)
      if (!known || filed.epoch > known.epoch || (filed.epoch === known.epoch && filed.size > known.size)) known = filed
      return undefined
    } catch (error) {
      return `the checkpoint kept in files is not by this service's key: ${error instanceof Error ? error.message : error}`
    }
  }

  type OpenLog = Awaited<ReturnType<typeof openLog>>

  /** Goes on where the log stands; what nobody sequenced yet comes first. */
  async function openLog(connection: Tx, found: LogState | undefined) {
    const { epoch, origin } = found ?? (await beginFirstLog(sql, signer, base))
    const state = found ?? (await logState(connection))
    if (!state) throw new Error('the log that began is not there')
    const notes = noteSigner(origin, signer)
    publishKey(noteVerifier(origin, signer.publicKey).key)
    const frontier = await frontierAt(state.size, storedHashes(connection))
    let tree: Tree = { frontier, edge: await storedEdge(connection, state.size) }
    known = { epoch, origin, size: state.size, root: rootOf(frontier) }
    isKept = false
    if (state.note) await keep(connection, state.note, [])
    let xmin = 0n
    let arrivals: Arrivals = { ins: await settle(connection), holes: new Map() }

    async function write(rows: readonly UnsequencedRow[]): Promise<void> {
      const leaves = rows.map(({ id }) => leafHash(id))
      const grown = growEdge(tree.edge, leaves)
      const next: Tree = { frontier: append(tree.frontier, leaves), edge: grown.edge }
      const { size } = next.frontier
      const root = rootOf(next.frontier)
      const note = signNote(formatCheckpoint({ origin, size, root }), [notes])
      const ids = rows.map(({ id }) => id)
      const round = { epoch, origin, size: tree.frontier.size, ids, tiles: grown.touched, root, note }
      if (!(await appendRound(connection, round))) throw new Error('the log is not where it was left')
      tree = next
      known = { epoch, origin, size, root }
      await keep(connection, note, grown.touched)
      witnesses.tell({ ...known, note })
    }

    /** Nodes without a leaf, of a range of insertions. */
    async function scan(after: number, upTo: number): Promise<void> {
      for (let from = after; from < upTo && !isStopping; from += scanSize) {
        const rows = await nodesWithoutLeaf(connection, from, Math.min(from + scanSize, upTo))
        for (let at = 0; at < rows.length; at += batchSize) await write(rows.slice(at, at + batchSize))
      }
    }

    await scan(0, arrivals.ins)
    return {
      origin,
      look: () => nodesAfter(connection, arrivals.ins, [...arrivals.holes.keys()], batchSize),
      async round(rows: readonly UnsequencedRow[], { xmin: xminNow, xmax }: LogState): Promise<boolean> {
        if (rows.length > 0) await write(rows)
        // The look came before this state: only what had ended by the state before counts as ended then.
        arrivals = afterLook(arrivals, {
          seen: rows.map(({ ins }) => ins),
          xmin,
          xmax: BigInt(xmax),
          at: performance.now(),
        })
        xmin = BigInt(xminNow)
        return rows.length > 0
      },
      /** A net below the holes: nothing is ever to be found here. */
      sweep: () => scan(Math.max(0, arrivals.ins - scanSize), arrivals.ins),
    }
  }

  /** Waits until every insertion that has its number by now is either there or never will be; gives the last number. */
  async function settle(connection: Tx): Promise<number> {
    const [last, state] = await Promise.all([lastNumbered(connection), logState(connection)])
    if (last === 0 || !state) return 0
    const xmax = BigInt(state.xmax)
    const deadline = performance.now() + longestSettleMs
    if ((await greatestIns(connection)) === last && BigInt(state.xmin) >= xmax) return last
    for (let waitMs = pollMs; !isStopping; waitMs = pollMs) {
      await pause(waitMs)
      const now = await logState(connection)
      if (now && BigInt(now.xmin) >= xmax) break
      if (performance.now() > deadline) {
        log.warn('a transaction stays open for long; its nodes may follow their children')
        break
      }
    }
    await pause(settleMs)
    return last
  }

  /** What could not be written in files is written as soon as it can. */
  async function keep(connection: Tx, note: string, touched: readonly Tile[]): Promise<void> {
    if (!known) return
    const { epoch, size } = known
    const names = isKept ? [] : files.missing(epoch, size)
    try {
      for (let at = 0; at < names.length; at += 256) {
        files.keepTiles(epoch, await storedTiles(connection, names.slice(at, at + 256)))
      }
      if (isKept) files.keepTiles(epoch, touched)
      files.keepCheckpoint(epoch, note)
      isKept = true
    } catch (error) {
      if (error instanceof Error && error.name === 'PostgresError') throw error
      if (isKept) log.error({ err: error }, 'the log’s files cannot be written')
      isKept = false
    }
  }

  /** A line that a witness may read: whose checkpoints are this log's. */
  function publishKey(key: string): void {
    const path = join(dataDir, 'log.pub')
    if (!existsSync(path) || !readFileSync(path, 'utf8').split('\n').includes(key)) appendFileSync(path, `${key}\n`)
  }

  async function upkeep({ origin, sweep }: OpenLog): Promise<void> {
    if (every('sweep', sweepEveryMs)) await sweep()
    if (every('pass', passEveryMs)) {
      const subject = logSubject(base)
      await sql.begin((tx) => reportPass(tx, signer, { orgId: serviceOrg, article: logArticle, subject }))
    }
    if (known && every('publish', Math.min(publishMs, sweepEveryMs))) await publish(origin, known)
  }

  /** At most once in `publishMs`, and only when the log grew by more than the node that said so last. */
  async function publish(origin: string, { size, root }: Known): Promise<void> {
    const head = await streamHead(sql, `log:${origin}`)
    if (!head) return
    const { kind, timestamp, result }: NodeBody = JSON.parse(head.body)
    const published = kind === 'checkpoint.published' ? Number(result?.['size']) : 0
    if (size - published <= 1 || Date.now() - Date.parse(timestamp) < publishMs) return
    await publishCheckpoint(sql, signer, { origin, size, root: Buffer.from(root).toString('hex') })
  }

  const running = run()
  return {
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}

const storedTiles = async (sql: Tx, names: readonly { level: number; index: number }[]): Promise<Tile[]> =>
  (await readTileRows(sql, names)).map(({ level, idx, hashes }) => ({ level, index: idx, hashes }))

/** The growing tile of each level; one that has just begun is stored nowhere. */
async function storedEdge(sql: Tx, size: number): Promise<Edge> {
  const names = edgeNames(size)
  const tiles = await storedTiles(sql, names)
  return names.map((name) => tiles.find(({ level }) => level === name.level) ?? { ...name, hashes: new Uint8Array() })
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
