/** V9 and V10 of the log as a whole, or of what it grew by: leaf by leaf, tile by tile, checkpoint by checkpoint. */
import type { Reader } from '#db/client'
import {
  checkpointsFrom,
  leafBeyond,
  leafFrom,
  leavesFrom,
  nodesWithoutPlace,
  type StoredCheckpoint,
  type StreamPlace,
  strayTile,
} from '#db/queries/integrity'
import { latestCheckpoint, storedHashes, storedTiles } from '#shared/evidence/log'
import {
  append,
  emptyFrontier,
  type Frontier,
  frontierAt,
  type Hash,
  isSame,
  leafHash,
  rootOf,
} from '#shared/tlog/merkle'
import { type Edge, edgeNames, growEdge, type Tile, tileWidth } from '#shared/tlog/tiles'
import type { Findings, Spot } from '#shared/verification/findings'
import { checkCheckpoint, type LogTrust } from '#shared/verification/log-checks'

/** Whole tiles of leaves. Each leaf may have a checkpoint, whose signature takes 60 µs: nothing else has its turn for 60 ms at most. */
const leavesAtOnce = 4 * tileWidth
const checkpointsAtOnce = 1000

/** Where a walk through the log begins: the tree as it was there, and its growing tiles. */
export type WalkStart = { frontier: Frontier; edge: Edge }
export const fromTheFirst: WalkStart = { frontier: emptyFrontier, edge: [] }

type Parts = {
  sql: Reader
  upToIns: number
  /** Ids that nodes name as parents and that are not there: what a gap held. */
  lost: ReadonlyMap<string, StreamPlace | undefined>
  trust: LogTrust
  found: Findings
  pace?: (() => Promise<void>) | undefined
  /** No further than to this leaf. */
  upTo?: number
}

/**
 * The leaves without a gap, each a node that is there and the one that the tiles name, every tile, and every checkpoint's
 * root made again from them. Memory does not grow with the log.
 * @returns where the log stood that was gone through; undefined where it is broken, or has no checkpoint.
 */
export async function checkLogFrom(start: WalkStart, parts: Parts): Promise<WalkStart | undefined> {
  const { sql, found, pace, upTo = Number.MAX_SAFE_INTEGER } = parts
  const newest = await latestCheckpoint(sql)
  if (!newest) {
    found.wait('V9', 'the log has no checkpoint yet')
    return undefined
  }
  const { origin } = newest
  const size = Math.min(newest.size, upTo)
  const walk = new LogWalk(parts, origin, start)
  for (let leaf = start.frontier.size; leaf < size && leaf >= 0; ) {
    leaf = await walk.step(leaf, Math.min(size, nextTile(leaf)))
    await pace?.()
  }
  if (size === newest.size) await walk.end(size)
  return walk.isBroken ? undefined : walk.stands()
}

/** Where a walk begins that goes on at a leaf, by the tiles that are stored. */
export async function walkStartAt(sql: Reader, size: number): Promise<WalkStart> {
  const names = edgeNames(size)
  const tiles = await storedTiles(sql, names)
  const edge = names.map(({ level, index }) => {
    const hashes = tiles.find((tile) => tile.level === level)?.hashes ?? new Uint8Array()
    const count = Math.floor(size / tileWidth ** level) % tileWidth
    return { level, index, hashes: Uint8Array.from(hashes.subarray(0, count * 32)) }
  })
  return { frontier: await frontierAt(size, storedHashes(sql)), edge }
}

/** So that every step but the first begins with a tile. */
function nextTile(leaf: number): number {
  return leaf - (leaf % tileWidth) + leavesAtOnce
}

class LogWalk {
  isBroken = false
  private readonly parts: Parts
  private readonly origin: string
  private frontier: Frontier
  private edge: Edge
  private checkpoints: StoredCheckpoint[] | undefined
  private lastSound: number
  private last: Spot | undefined
  private astray: Spot | undefined

  constructor(parts: Parts, origin: string, { frontier, edge }: WalkStart) {
    this.parts = parts
    this.origin = origin
    this.frontier = frontier
    this.edge = edge
    this.lastSound = frontier.size
  }

  stands = (): WalkStart => ({ frontier: this.frontier, edge: this.edge })

  /** Leaves from one up to, but not with, another. @returns the next one, or -1 where none is left. */
  async step(from: number, to: number): Promise<number> {
    const { sql, found } = this.parts
    const rows = await leavesFrom(sql, from, to)
    const hashes: Hash[] = []
    let next = from
    for (const row of rows) {
      if (row.leaf !== next && !this.isBroken) await this.nameGap(next)
      next = row.leaf + 1
      const spot = this.spotOf(row)
      if (row.ins === null) found.fail('V9', spot, `leaf ${row.leaf} of the log holds it, and the node is not there`)
      hashes.push(leafHash(row.id))
      this.last = spot
    }
    if (next !== to && !this.isBroken) await this.nameGap(next)
    if (this.isBroken) return this.stepBroken(rows, hashes, to)
    const spots = (leaf: number) => {
      const row = rows[leaf - from]
      return row && this.spotOf(row)
    }
    const { edge, touched } = growEdge(this.edge, hashes)
    await this.holdTiles(touched, from, to, spots)
    this.edge = edge
    await this.grow(hashes, from, spots)
    return to
  }

  /** What there is behind the newest checkpoint, of leaves and of tiles. */
  async end(size: number): Promise<void> {
    const { sql, found } = this.parts
    const beyond = await leafBeyond(sql)
    if (beyond) found.fail('V9', this.spotOf(beyond), `leaf ${beyond.leaf} is behind the newest checkpoint`)
    if (this.isBroken) return
    const stray = await strayTile(sql)
    if (stray) found.fail('V9', this.last, `tile ${stray.level}/${stray.idx} is none of the log’s`)
    found.note('V9', `${size} leaves, none missing`)
  }

  private spotOf({ id, stream, pos, ins }: LeafSpot): Spot {
    const place = stream === null ? this.parts.lost.get(id) : undefined
    const at = ins ?? (this.last?.at ?? 0) + 0.5
    return { id, stream: stream ?? place?.stream ?? null, pos: pos ?? place?.pos ?? null, at }
  }

  /** Behind a gap the tree is not known any more, but each leaf is still held to its own tile. */
  private async stepBroken(
    rows: readonly (LeafSpot & { leaf: number })[],
    hashes: readonly Hash[],
    to: number,
  ): Promise<number> {
    const { sql, found } = this.parts
    // However far it is said to go.
    if (rows.length === 0) return (await leafFrom(sql, to))?.leaf ?? -1
    const tiles = await storedHashes(sql)(rows.map(({ leaf }) => ({ level: 0, index: leaf }))).catch(() => [])
    for (const [at, row] of rows.entries()) {
      const [tile, hash] = [tiles[at], hashes[at]]
      if (tile && hash && !isSame(tile, hash))
        found.fail('V9', this.spotOf(row), `leaf ${row.leaf} is not what the log's tiles say`)
    }
    return to
  }

  /** What stood where there is a gap: a node that has no place now, or one that only its children still name. */
  private async nameGap(leaf: number): Promise<void> {
    const { sql, upToIns, lost, found } = this.parts
    this.isBroken = true
    const [hash] = await storedHashes(sql)([{ level: 0, index: leaf }]).catch(() => [])
    const fits = (id: string) => hash !== undefined && isSame(leafHash(id), hash)
    const node = (await nodesWithoutPlace(sql, upToIns, 10_000)).find(({ id }) => fits(id))
    const id = node?.id ?? [...lost.keys()].find(fits) ?? null
    const place = id === null ? undefined : lost.get(id)
    const at = (this.last?.at ?? 0) + 0.5
    const where = node ? { ...node, at: node.ins } : { id, stream: place?.stream ?? null, pos: place?.pos ?? null, at }
    found.fail('V9', where, `leaf ${leaf} is missing`)
  }

  private async holdTiles(
    touched: readonly Tile[],
    from: number,
    to: number,
    spots: (leaf: number) => Spot | undefined,
  ): Promise<void> {
    const { sql, found } = this.parts
    const stored = new Map(
      (await storedTiles(sql, touched)).map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]),
    )
    for (const { level, index, hashes } of touched) {
      const there = stored.get(`${level}/${index}`)
      const name = `tile ${level}/${index}`
      // A tile that goes on growing is held to what it has by now.
      if (!there || there.length < hashes.length) {
        this.astray ??= spots(from)
        found.fail('V9', spots(from), `${name} of the log lacks what it should hold`)
        continue
      }
      for (const other of othersIn(hashes, there)) {
        const leaf = level === 0 ? index * tileWidth + other : from
        const spot = spots(Math.min(Math.max(from, leaf), to - 1))
        this.astray ??= spot
        const why = level === 0 ? `leaf ${leaf} is not what the log's tiles say` : `${name} is not what is below it`
        found.fail('V9', spot, why)
      }
    }
  }

  /** The tree grown by these leaves, and every checkpoint on the way held to it. */
  private async grow(hashes: readonly Hash[], from: number, spots: (leaf: number) => Spot | undefined): Promise<void> {
    const { sql, trust, found } = this.parts
    const to = from + hashes.length
    this.checkpoints ??= await checkpointsFrom(sql, this.origin, from, checkpointsAtOnce)
    let grown = from
    for (let stored = this.checkpoints[0]; stored && stored.size <= to; stored = this.checkpoints[0]) {
      this.frontier = append(this.frontier, hashes.slice(grown - from, stored.size - from))
      grown = stored.size
      const spot = spots(stored.size - 1)
      if (!isSame(rootOf(this.frontier), stored.root)) {
        this.isBroken = true
        return this.nameDivergence(stored.size)
      }
      checkCheckpoint(stored, trust, spot, found)
      this.lastSound = stored.size
      this.checkpoints.shift()
      if (this.checkpoints.length === 0)
        this.checkpoints = await checkpointsFrom(sql, this.origin, stored.size, checkpointsAtOnce)
    }
    this.frontier = append(this.frontier, hashes.slice(grown - from))
  }

  /** Where no tile tells which leaf it is, it lies behind the last checkpoint that fits. */
  private async nameDivergence(to: number): Promise<void> {
    const { sql, found } = this.parts
    const [first] = this.astray ? [] : await leavesFrom(sql, this.lastSound, this.lastSound + 1)
    const what = `leaves ${this.lastSound} to ${to - 1} are not what was signed`
    found.fail(
      'V10',
      this.astray ?? (first && this.spotOf(first)),
      `the checkpoint of ${to} does not recompute: ${what}`,
    )
  }
}

type LeafSpot = { id: string; stream: string | null; pos: number | null; ins: number | null }

/** Which hashes of a tile are others than those that are stored. */
function othersIn(hashes: Uint8Array, stored: Uint8Array): number[] {
  if (Buffer.compare(hashes, stored.subarray(0, hashes.length)) === 0) return []
  const places = Array.from({ length: hashes.length / 32 }, (_, at) => at)
  return places.filter(
    (at) => Buffer.compare(hashes.subarray(at * 32, at * 32 + 32), stored.subarray(at * 32, at * 32 + 32)) !== 0,
  )
}
