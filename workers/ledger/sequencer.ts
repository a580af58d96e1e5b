/** Gives nodes their leaves: which come next, what the tree becomes, and the one statement that writes it. */
import type { Tx } from '#db/client'
import {
  appendRound,
  greatestIns,
  type LogState,
  lastNumbered,
  leafRows,
  leavesAround,
  logState,
  newestLogged,
  nodesAfter,
  nodesWithoutLeaf,
  type UnsequencedRow,
} from '#db/queries/log'
import { storedHashes, storedTiles } from '#shared/evidence/log'
import type { Signer } from '#shared/evidence/signing'
import type { Log } from '#shared/kernel/logger'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, type Frontier, frontierAt, isSame, leafHash, rootOf } from '#shared/tlog/merkle'
import { type NoteSigner, noteSigner, signNote } from '#shared/tlog/signed-note'
import { type Edge, edgeNames, growEdge, type Tile } from '#shared/tlog/tiles'
import { type Arrivals, afterLook, completeUpTo } from '#workers/ledger/arrivals'
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
  onWritten: (written: WrittenRound) => Promise<void>
}

/** A checkpoint with the tiles that it changed. */
export type WrittenRound = Known & { note: string; touched: readonly Tile[]; isMilestone: boolean }

type Tree = { frontier: Frontier; edge: Edge }

const batchSize = 8192
const scanSize = 50_000
/** What a log of an older release does not say: that so many in a row have their leaves is taken for all before them. */
const completeInRow = 100_000
/** One step of the net below the holes, and how far around a node its lost leaf is looked for. */
const sweepSize = 5000
const leafReach = 500
/** A checkpoint that stays for ever: the first that a process writes, and one so often. */
const milestoneMs = 3_600_000
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
  /** The last milestone, by a steady clock. */
  private milestoneAt = -Number.MAX_VALUE
  /** Where the net is next. */
  private sweptDownTo = 0

  constructor(parts: SequencerParts, tree: Tree, arrivals: Arrivals) {
    this.parts = parts
    this.origin = parts.state.origin
    this.notes = noteSigner(parts.state.origin, parts.signer)
    this.tree = tree
    this.arrivals = arrivals
  }

  /** Writes what was numbered before and has no leaf. */
  async catchUp(): Promise<void> {
    const { connection, isStopping } = this.parts
    const upTo = this.arrivals.ins
    for (let from = await this.completeBefore(upTo); from < upTo && !isStopping(); from += scanSize) {
      const end = Math.min(from + scanSize, upTo)
      const rows = await nodesWithoutLeaf(connection, from, end)
      for (let at = 0; at < rows.length; at += batchSize) {
        const batch = rows.slice(at, at + batchSize)
        await this.write(batch, at + batchSize < rows.length ? (batch.at(-1)?.ins ?? from) : end)
      }
    }
  }

  /** What may be written next. */
  look(): Promise<UnsequencedRow[]> {
    return nodesAfter(this.parts.connection, this.arrivals.ins, [...this.arrivals.holes.keys()], batchSize)
  }

  /** Writes what a look found; true when that was something. @param state read after the look. */
  async round(rows: readonly UnsequencedRow[], { xmin, xmax }: LogState): Promise<boolean> {
    const seen = rows.map(({ ins }) => ins)
    // Only what had ended by the state before this look had surely ended when it looked.
    const at = performance.now()
    const arrivals = afterLook(this.arrivals, { seen, xmin: this.xmin, xmax: BigInt(xmax), at })
    if (rows.length > 0) await this.write(rows, completeUpTo(arrivals))
    this.arrivals = arrivals
    this.xmin = BigInt(xmin)
    return rows.length > 0
  }

  /** A net below the holes, a step of it at a time through everything: nothing is ever to be found in it. */
  async sweep(): Promise<void> {
    const complete = completeUpTo(this.arrivals)
    const upTo = this.sweptDownTo > 0 ? Math.min(this.sweptDownTo, complete) : complete
    const from = Math.max(0, upTo - sweepSize)
    const rows = await nodesWithoutLeaf(this.parts.connection, from, upTo)
    const homeless: UnsequencedRow[] = []
    for (const row of rows) if (!(await this.hadLeaf(row))) homeless.push(row)
    if (homeless.length > 0) await this.write(homeless, complete)
    this.sweptDownTo = from
  }

  /** Whether the tiles know a node that has no leaf: its row was taken away, and another one would hide that. */
  private async hadLeaf({ id, ins }: UnsequencedRow): Promise<boolean> {
    const { connection } = this.parts
    const around = await leavesAround(connection, ins, leafReach)
    if (!around) return false
    const upTo = Math.min(around.upTo, around.from + batchSize)
    const there = new Set((await leafRows(connection, around.from, upTo)).map(({ leaf }) => leaf))
    const gaps = Array.from({ length: upTo - around.from }, (_, at) => around.from + at).filter(
      (leaf) => !there.has(leaf),
    )
    const hashes = await storedHashes(connection)(gaps.map((index) => ({ level: 0, index })))
    const own = leafHash(id)
    return hashes.some((hash) => isSame(hash, own))
  }

  /** @param sequencedIns every node numbered up to there has a leaf with this. */
  private async write(found: readonly UnsequencedRow[], sequencedIns: number): Promise<void> {
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
    const at = performance.now()
    const isMilestone = at - this.milestoneAt >= milestoneMs
    const before = this.tree.frontier.size
    const round = { epoch, origin, size: before, ids, tiles: touched, root, note, isMilestone, sequencedIns }
    if (!(await appendRound(connection, round))) throw new Error('the log is not where it was left')
    this.tree = next
    if (isMilestone) this.milestoneAt = at
    await onWritten({ epoch, origin, size, root, note, touched, isMilestone })
  }

  /**
   * No node numbered up to here lacks a leaf, as who led last says. A log of an older release says nothing: there it is gone
   * down from the newest leaf, before which but the last few have theirs. Nothing is counted: how many rows there are is anybody's word.
   */
  private async completeBefore(last: number): Promise<number> {
    const { connection, state } = this.parts
    if (state.size === 0) return 0
    if (state.sequenced_ins !== null) return Math.min(state.sequenced_ins, last)
    let from = Math.min(await newestLogged(connection), last)
    for (let inRow = 0; from > 0 && inRow < completeInRow; ) {
      const below = Math.max(0, from - scanSize)
      const missing = await nodesWithoutLeaf(connection, below, from)
      inRow = missing.length === 0 ? inRow + from - below : 0
      from = below
    }
    return from
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
