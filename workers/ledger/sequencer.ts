/** Gives nodes their leaves: which come next, what the tree becomes, and the one statement that writes it. */
import type { Tx } from '#db/client'
import {
  appendRound,
  countNodes,
  greatestIns,
  type LogState,
  lastNumbered,
  logState,
  nodesAfter,
  nodesWithoutLeaf,
  type UnsequencedRow,
} from '#db/queries/log'
import { storedHashes, storedTiles } from '#shared/evidence/log'
import type { Signer } from '#shared/evidence/signing'
import type { Log } from '#shared/kernel/logger'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, type Frontier, frontierAt, leafHash, rootOf } from '#shared/tlog/merkle'
import { type NoteSigner, noteSigner, signNote } from '#shared/tlog/signed-note'
import { type Edge, edgeNames, growEdge, type Tile } from '#shared/tlog/tiles'
import { type Arrivals, afterLook } from '#workers/ledger/arrivals'
import type { Known } from '#workers/ledger/inspection'

export type SequencerParts = {
  connection: Tx
  signer: Signer
  /** Where the log stands. */
  state: LogState
  log: Log
  isStopping: () => boolean
  /** Those of these nodes that nobody has signed who may: they get no leaf. */
  forged: (ids: readonly Uint8Array[]) => Promise<ReadonlyMap<string, string>>
  /** Called with those that got none, each with why. */
  onForged: (forged: readonly { id: string; why: string }[]) => void
  /** Called with every checkpoint, once it is committed. */
  onWritten: (known: Known, note: string, touched: readonly Tile[]) => Promise<void>
}

type Tree = { frontier: Frontier; edge: Edge }

const batchSize = 8192
const scanSize = 50_000
const settleMs = 1000
const settlePollMs = 50
const longestSettleMs = 10_000

/** Goes on where the log stands; what nobody sequenced yet is written before this comes back. */
export async function openSequencer(parts: SequencerParts): Promise<Sequencer> {
  const { connection, state } = parts
  const tree: Tree = {
    frontier: await frontierAt(state.size, storedHashes(connection)),
    edge: await storedEdge(connection, state.size),
  }
  const sequencer = new Sequencer(parts, tree, { ins: await settle(parts), holes: new Map() })
  await sequencer.catchUp()
  return sequencer
}

export class Sequencer {
  readonly origin: string
  private readonly parts: SequencerParts
  private readonly notes: NoteSigner
  private tree: Tree
  private arrivals: Arrivals
  private xmin = 0n

  constructor(parts: SequencerParts, tree: Tree, arrivals: Arrivals) {
    this.parts = parts
    this.origin = parts.state.origin
    this.notes = noteSigner(parts.state.origin, parts.signer)
    this.tree = tree
    this.arrivals = arrivals
  }

  /** Writes what was numbered before and has no leaf. */
  async catchUp(): Promise<void> {
    await this.scan(await this.completeUpTo(this.arrivals.ins), this.arrivals.ins)
  }

  /** What may be written next. */
  look(): Promise<UnsequencedRow[]> {
    return nodesAfter(this.parts.connection, this.arrivals.ins, [...this.arrivals.holes.keys()], batchSize)
  }

  /** Writes what a look found; true when that was something. @param state read after the look. */
  async round(rows: readonly UnsequencedRow[], { xmin, xmax }: LogState): Promise<boolean> {
    if (rows.length > 0) await this.write(rows)
    const seen = rows.map(({ ins }) => ins)
    // Only what had ended by the state before this look had surely ended when it looked.
    const at = performance.now()
    this.arrivals = afterLook(this.arrivals, { seen, xmin: this.xmin, xmax: BigInt(xmax), at })
    this.xmin = BigInt(xmin)
    return rows.length > 0
  }

  /** A net below the holes: nothing is ever to be found in it. */
  sweep(): Promise<void> {
    return this.scan(Math.max(0, this.arrivals.ins - scanSize), this.arrivals.ins)
  }

  private async write(found: readonly UnsequencedRow[]): Promise<void> {
    const { connection, state, forged, onForged, onWritten } = this.parts
    const { epoch, origin } = state
    const refused = await forged(found.map(({ id }) => id))
    if (refused.size > 0) onForged([...refused].map(([id, why]) => ({ id, why })))
    const rows = refused.size === 0 ? found : found.filter(({ id }) => !refused.has(Buffer.from(id).toString('hex')))
    if (rows.length === 0) return
    const leaves = rows.map(({ id }) => leafHash(id))
    const { edge, touched } = growEdge(this.tree.edge, leaves)
    const next: Tree = { frontier: append(this.tree.frontier, leaves), edge }
    const { size } = next.frontier
    const root = rootOf(next.frontier)
    const note = signNote(formatCheckpoint({ origin, size, root }), [this.notes])
    const ids = rows.map(({ id }) => id)
    const round = { epoch, origin, size: this.tree.frontier.size, ids, tiles: touched, root, note }
    if (!(await appendRound(connection, round))) throw new Error('the log is not where it was left')
    this.tree = next
    await onWritten({ epoch, origin, size, root }, note, touched)
  }

  private async scan(after: number, upTo: number): Promise<void> {
    const { connection, isStopping } = this.parts
    for (let from = after; from < upTo && !isStopping(); from += scanSize) {
      const rows = await nodesWithoutLeaf(connection, from, Math.min(from + scanSize, upTo))
      for (let at = 0; at < rows.length; at += batchSize) await this.write(rows.slice(at, at + batchSize))
    }
  }

  /** No node up to here lacks a leaf. Most often the newest alone do, so going down finds it soon. */
  private async completeUpTo(last: number): Promise<number> {
    const { connection, state } = this.parts
    const nodes = await countNodes(connection, last)
    let missing = nodes - state.size
    if (missing > nodes / 2) return 0
    let from = last
    for (; missing > 0 && from > 0; from -= scanSize) {
      missing -= (await nodesWithoutLeaf(connection, Math.max(0, from - scanSize), from)).length
    }
    return Math.max(0, from)
  }
}

/** Waits until every insertion that has its number by now is there or never will be; gives the last number. */
async function settle({ connection, isStopping, log }: SequencerParts): Promise<number> {
  const [last, state, greatest] = await Promise.all([
    lastNumbered(connection),
    logState(connection),
    greatestIns(connection),
  ])
  if (!state) return 0
  const xmax = BigInt(state.xmax)
  if (greatest === last && BigInt(state.xmin) >= xmax) return last
  const deadline = performance.now() + longestSettleMs
  for (;;) {
    await Bun.sleep(settlePollMs)
    const now = await logState(connection)
    if (isStopping() || (now && BigInt(now.xmin) >= xmax)) break
    if (performance.now() > deadline) {
      log.warn('a transaction stays open for long: its nodes may follow their children in the log')
      break
    }
  }
  await Bun.sleep(settleMs)
  return last
}

/** The growing tile of each level; one that has just begun is stored nowhere. */
async function storedEdge(sql: Tx, size: number): Promise<Edge> {
  const names = edgeNames(size)
  const tiles = await storedTiles(sql, names)
  return names.map((name) => tiles.find(({ level }) => level === name.level) ?? { ...name, hashes: new Uint8Array() })
}
