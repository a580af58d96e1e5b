/** Says which differing pixels are a change and which a renderer makes by itself, and puts changed ones that stand together into one box. Pure. */
import {
  type Blocks,
  blockSide,
  type ClassedPixels,
  type PixelBox,
  pixelClass,
} from '#workers/compare-design/pictures/classes'
import type { Beside } from '#workers/compare-design/pictures/kept'
import { leastDifference } from '#workers/compare-design/pictures/nudged'

export type Cluster = PixelBox & {
  /** Differing pixels in it. */
  pixels: number
  /** Of them, those that lie in areas of one colour in both pictures. */
  flat: number
}

/** Blocks that stand no further apart belong together: 16 pixels between them. */
const gap = 2
/** Blocks of a side of a cell, in which it is judged: 32 pixels. */
const cellSide = 4

/** @param isExact whether any pixel that differs is a change. */
export function clustersOf(
  found: ClassedPixels,
  beside: Beside,
  { isExact, scale }: { isExact: boolean; scale: number },
): Cluster[] {
  const changed = isExact ? differing(found.blocks, true) : changedBlocks(found, beside, scale)
  return boxesOf(found, beside.after.width, labelled(changed, found.blocks))
}

/** Blocks in which something differs. @param withRounding whether that counts too. */
function differing(blocks: Blocks, withRounding: boolean): Uint8Array {
  const { lsb, jitter, ink, flat } = blocks
  return Uint8Array.from(lsb, (rounded, at) =>
    (withRounding && rounded > 0) || (jitter[at] ?? 0) + (ink[at] ?? 0) + (flat[at] ?? 0) > 0 ? 1 : 0,
  )
}

type Labels = { of: Int32Array; count: number }

/** Numbers what stands together, from 1; 0 where nothing is. */
function labelled(isSet: Uint8Array, { across, down }: Blocks): Labels {
  const of = new Int32Array(isSet.length)
  let count = 0
  const open: number[] = []
  for (let first = 0; first < isSet.length; first += 1) {
    if (isSet[first] !== 1 || of[first] !== 0) continue
    count += 1
    of[first] = count
    open.push(first)
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      const [x, y] = [block % across, Math.floor(block / across)]
      for (let ny = Math.max(0, y - gap); ny <= Math.min(down - 1, y + gap); ny += 1) {
        for (let nx = Math.max(0, x - gap); nx <= Math.min(across - 1, x + gap); nx += 1) {
          const next = ny * across + nx
          if (isSet[next] !== 1 || of[next] !== 0) continue
          of[next] = count
          open.push(next)
        }
      }
    }
  }
  return { of, count }
}

type Evidence = {
  flat: number
  ink: number
  jitter: number
  balance: number
  effort: number
  /** Of its blocks, each one's balance whatever its sign. */
  unevenness: number
  blocks: number[]
}

/** Blocks of what is no renderer's own doing. */
function changedBlocks(found: ClassedPixels, beside: Beside, scale: number): Uint8Array {
  const { blocks } = found
  let [sure, looked] = [0, 0]
  const isOtherShape = ({ blocks: own }: Evidence) =>
    sure < enoughSure &&
    own.some((block) => {
      if ((blocks.jitter[block] ?? 0) + (blocks.ink[block] ?? 0) < leastMarks) return false
      looked += 1
      return looked <= mostLooked && cannotBeNudged(block, found, beside, scale)
    })
  const labels = labelled(differing(blocks, false), blocks)
  const changed = new Uint8Array(labels.of.length)
  const isSure = new Uint8Array(labels.count + 1)
  for (const [label, cells] of cellsOf(blocks, labels)) {
    for (const cell of cells.values()) {
      if (!isChange(cell, () => withRim(cell, label, blocks, labels)) && !isOtherShape(cell)) continue
      sure += 1
      isSure[label] = 1
      for (const block of cell.blocks) changed[block] = 1
    }
  }
  for (const part of unbalanced(partsOf(blocks, labels, isSure))) for (const block of part.blocks) changed[block] = 1
  return changed
}

/** What was counted of each label, by cell. */
function cellsOf(blocks: Blocks, labels: Labels): Map<number, Map<number, Evidence>> {
  const byLabel = new Map<number, Map<number, Evidence>>()
  for (let block = 0; block < labels.of.length; block += 1) {
    const label = labels.of[block] ?? 0
    if (label === 0) continue
    const [x, y] = [block % blocks.across, Math.floor(block / blocks.across)]
    const cell = Math.floor(y / cellSide) * blocks.across + Math.floor(x / cellSide)
    const cells = byLabel.get(label) ?? new Map<number, Evidence>()
    const evidence = cells.get(cell) ?? noEvidence()
    addBlock(evidence, blocks, block)
    byLabel.set(label, cells.set(cell, evidence))
  }
  return byLabel
}

const noEvidence = (): Evidence => ({ flat: 0, ink: 0, jitter: 0, balance: 0, effort: 0, unevenness: 0, blocks: [] })

function addBlock(evidence: Evidence, blocks: Blocks, block: number): void {
  evidence.flat += blocks.flat[block] ?? 0
  evidence.ink += blocks.ink[block] ?? 0
  evidence.jitter += blocks.jitter[block] ?? 0
  evidence.balance += blocks.balance[block] ?? 0
  evidence.effort += blocks.effort[block] ?? 0
  evidence.unevenness += Math.abs(blocks.balance[block] ?? 0)
  evidence.blocks.push(block)
}

/** The same with the blocks around it: a stroke that a cell's edge cuts in two is whole there. */
function withRim({ blocks: own }: Evidence, label: number, blocks: Blocks, labels: Labels): Evidence {
  const { across } = blocks
  const [first = 0] = own
  const left = Math.floor((first % across) / cellSide) * cellSide
  const top = Math.floor(Math.floor(first / across) / cellSide) * cellSide
  const evidence = noEvidence()
  for (let y = Math.max(0, top - 1); y <= Math.min(blocks.down - 1, top + cellSide); y += 1)
    for (let x = Math.max(0, left - 1); x <= Math.min(across - 1, left + cellSide); x += 1)
      if (labels.of[y * across + x] === label) addBlock(evidence, blocks, y * across + x)
  return evidence
}

const isHeavier = ({ balance, effort }: Evidence) => Math.abs(balance) > 0.45 * effort

/**
 * An area of another colour is a change; so is ink that came or went, while an edge that is drawn a little elsewhere takes away
 * on one side what it brings on the other.
 */
const isChange = (cell: Evidence, rimmed: () => Evidence) =>
  cell.flat >= 4 || (cell.ink >= 6 && isHeavier(cell) && isHeavier(rimmed()))

/** Pixels of a block that are worth a closer look, blocks that get one, and cells that changed after which none is needed any more. */
const leastMarks = 4
const mostLooked = 20_000
const enoughSure = 300
/** What is left of a difference when the one is moved over the other as well as can be: so many pixels of full contrast at least, of CSS. */
const leastLeft = 10.5
/** As a share of the difference, and in brightness all in all. */
const leftShare = 0.4
const leastLight = 600

/** Whether a block shows another shape, and not the same one drawn up to a CSS pixel elsewhere: another letter among letters. */
function cannotBeNudged(block: number, found: ClassedPixels, { before, after }: Beside, scale: number): boolean {
  const { across } = found.blocks
  const [left, top] = [(block % across) * blockSide, Math.floor(block / across) * blockSide]
  const slot = firstFrom(found.rows, top)
  const pair = found.pairs[slot] ?? -1
  if (pair < 0) return false
  const down = pair - (found.rows[slot] ?? 0)
  const reach = Math.min(2, Math.max(1, Math.round(scale)))
  const { whole, least, range } = leastDifference(before, after, { left, top, down, reach })
  return least > leftShare * whole && least >= leastLight && least >= leastLeft * Math.max(1, scale) ** 0.8 * range
}

/** Index of the first of rising numbers that is no smaller. */
function firstFrom(rising: Int32Array, least: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** What stands together, and the blocks that it lies in. */
type Part = Evidence & PixelBox

/** Of edges alone, so much brightness at least is worth a word. */
const leastEffort = 60
/** With more of them, the whole picture was drawn anew. */
const mostCompared = 400

/** What stands together and is no sure change yet. */
function partsOf(blocks: Blocks, labels: Labels, isSure: Uint8Array): Part[] {
  const parts = new Map<number, Part>()
  for (let block = 0; block < labels.of.length; block += 1) {
    const label = labels.of[block] ?? 0
    if (label === 0 || isSure[label] === 1) continue
    const [x, y] = [block % blocks.across, Math.floor(block / blocks.across)]
    const part = parts.get(label) ?? { ...noEvidence(), left: x, right: x + 1, top: y, bottom: y + 1 }
    parts.set(label, part)
    addBlock(part, blocks, block)
    part.left = Math.min(part.left, x)
    part.right = Math.max(part.right, x + 1)
    part.top = Math.min(part.top, y)
    part.bottom = Math.max(part.bottom, y + 1)
  }
  return parts.size > mostCompared ? [] : [...parts.values()]
}

/**
 * Edges that grew or shrank with nothing to make up for it beside, above or below: a corner that is rounder, a line that is
 * thinner. A box that was drawn a little elsewhere has its other edge in the same rows or columns.
 */
function unbalanced(parts: readonly Part[]): Part[] {
  return parts.filter((part) => {
    if (part.effort < leastEffort || part.jitter + part.ink < 3) return false
    const inLine = parts.filter(
      (other) =>
        (other.top < part.bottom && part.top < other.bottom) || (other.left < part.right && part.left < other.right),
    )
    const [balance, effort] = [sumOf(inLine, (other) => other.balance), sumOf(inLine, (other) => other.effort)]
    return Math.abs(part.balance) > 0.75 * part.effort && Math.abs(balance) > 0.75 * effort
  })
}

const sumOf = (parts: readonly Part[], of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)

/** The box of each label's differing pixels, the largest first. */
function boxesOf(found: ClassedPixels, width: number, labels: Labels): Cluster[] {
  const clusters = Array.from(
    { length: labels.count },
    (): Cluster => ({ left: width, top: Number.MAX_SAFE_INTEGER, right: 0, bottom: 0, pixels: 0, flat: 0 }),
  )
  for (let slot = 0; slot < found.rows.length; slot += 1) {
    const y = found.rows[slot] ?? 0
    const firstBlock = Math.floor(y / blockSide) * found.blocks.across
    for (let x = 0; x < width; x += 1) {
      const kind = found.classes[slot * width + x] ?? 0
      if (kind <= pixelClass.ignored) continue
      const cluster = clusters[(labels.of[firstBlock + (x >> 3)] ?? 0) - 1]
      if (!cluster) continue
      cluster.pixels += 1
      if (kind === pixelClass.flat) cluster.flat += 1
      if (x < cluster.left) cluster.left = x
      if (x >= cluster.right) cluster.right = x + 1
      if (y < cluster.top) cluster.top = y
      if (y >= cluster.bottom) cluster.bottom = y + 1
    }
  }
  return clusters
    .filter(({ pixels }) => pixels > 0)
    .sort((a, b) => b.pixels - a.pixels || a.top - b.top || a.left - b.left)
}
