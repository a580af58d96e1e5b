/** Knows the caret of a field, which is there or not by the moment a picture is taken. Pure. */
import type { RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { lightOf, type PixelBox } from '#workers/compare-design/pictures/classes'
import type { Cluster } from '#workers/compare-design/pictures/clusters'
import type { Beside } from '#workers/compare-design/pictures/kept'
import type { Raster } from '#workers/compare-design/pictures/pixels'
import { elementAt } from '#workers/compare-design/trees/element-at'

/** CSS pixels. */
const widest = 2
const [lowest, highest] = [10, 40]
/** How far around it nothing else may have changed, in CSS pixels. */
const alone = 20
/** How much it stands out of its field in brightness. */
const contrast = 80
/** Channels of a field's ground differ by no more from place to place: it may be shaded. */
const shading = 8
/** Where writing stands beneath it, of what it covers so much at least is the field's ground. */
const groundShare = 0.25

/**
 * Whether it is a bar as thin as a caret that one of the pictures has in a field, also on top of what is written there, and
 * nothing else changed near. Where the layout is known, it stands in something that is written into.
 */
export function isCaret(
  cluster: Cluster,
  all: readonly Cluster[],
  { beside, scale, tree, box }: { beside: Beside; scale: number; tree: RenderedTree | null; box: Box },
): boolean {
  if (cluster.right - cluster.left > Math.ceil(widest * scale)) return false
  const bar = barOf(beside, cluster, highest * scale)
  if (bar === null || bar.bottom - bar.top < lowest * scale || bar.bottom - bar.top > highest * scale) return false
  const far = alone * scale
  const isNear = (other: Cluster) =>
    other !== cluster &&
    other.left < bar.right + far &&
    bar.left < other.right + far &&
    other.top < bar.bottom + far &&
    bar.top < other.bottom + far
  if (all.some(isNear)) return false
  if (tree === null) return true
  const index = elementAt(tree, box)
  return index !== null && isWrittenInto(tree, index)
}

/** Where it stands, if one of the pictures has such a bar there and the other has what it stands on. */
function barOf({ before, after, match }: Beside, cluster: Cluster, most: number): PixelBox | null {
  let down = 0
  for (let y = cluster.top - 1; y >= 0; y -= 1) {
    if ((match[y] ?? -1) < 0) continue
    down = (match[y] ?? 0) - y
    break
  }
  const [ours, theirs] = [
    { raster: after, down: 0 },
    { raster: before, down },
  ]
  return standingBar(ours, theirs, cluster, most) ?? standingBar(theirs, ours, cluster, most)
}

/** A picture, and how much lower in it the rows of the later one stand. */
type Placed = { raster: Raster; down: number }

/** The bar, as far as it reaches in the picture that has it; null where it does not stand free on one ground, or the other picture lacks that ground. */
function standingBar(
  withBar: Placed,
  without: Placed,
  { left, right, top, bottom }: PixelBox,
  most: number,
): PixelBox | null {
  const color = pixelAt(withBar, left, top)
  if (color === null) return null
  const isBar = (y: number) => areAll(withBar, { left, right, y }, color, 0)
  for (let y = top; y < bottom; y += 1) if (!isBar(y)) return null
  const bar = { left, right, top, bottom }
  while (bar.bottom - bar.top <= most && isBar(bar.top - 1)) bar.top -= 1
  while (bar.bottom - bar.top <= most && isBar(bar.bottom)) bar.bottom += 1
  const ground = pixelAt(without, left, bar.top)
  if (ground === null || Math.abs(lightOf(ground, 0) - lightOf(color, 0)) < contrast) return null
  const isGround = (placed: Placed, y: number, wide = 0) =>
    areAll(placed, { left: left - wide, right: right + wide, y }, ground, shading)
  const stands = [bar.top - 1, bar.bottom].every((y) => isGround(withBar, y, 1) && isGround(without, y, 1))
  if (!stands || !isGround(without, bar.bottom - 1)) return null
  let grounded = 0
  for (let y = bar.top; y < bar.bottom; y += 1) if (isGround(without, y)) grounded += 1
  return grounded >= groundShare * (bar.bottom - bar.top) ? bar : null
}

function pixelAt({ raster, down }: Placed, x: number, y: number): Uint8Array | null {
  const { data, start, stride, channels, width, height } = raster
  if (x < 0 || x >= width || y + down < 0 || y + down >= height) return null
  const at = start + (y + down) * stride + x * channels
  return data.subarray(at, at + channels)
}

/** Whether all pixels of a row between two columns have this colour, or differ by no more in any channel. */
function areAll(
  placed: Placed,
  { left, right, y }: { left: number; right: number; y: number },
  color: Uint8Array,
  slack: number,
): boolean {
  for (let x = left; x < right; x += 1) {
    const pixel = pixelAt(placed, x, y)
    if (pixel?.every((value, channel) => Math.abs(value - (color[channel] ?? 0)) <= slack) !== true) return false
  }
  return true
}

/** Whether it, or something that it stands in, is written into. */
function isWrittenInto({ nodes }: RenderedTree, index: number): boolean {
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) if (takesWriting(nodes[at])) return true
  return false
}

const takesWriting = (node: RenderedNode | undefined) =>
  node !== undefined &&
  (node.name === 'input' ||
    node.name === 'textarea' ||
    (node.attributes ?? []).some(
      ([name, value]) => (name === 'contenteditable' && value !== 'false') || (name === 'role' && value === 'textbox'),
    ))
