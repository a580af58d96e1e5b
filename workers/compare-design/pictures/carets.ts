/** Knows the caret of a field, which is there or not by the moment a picture is taken. Pure. */
import type { RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { lightOf } from '#workers/compare-design/pictures/classes'
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

/**
 * Whether it is a bar as thin as a caret that one of the pictures has in a field of one colour, and nothing else changed near.
 * Where the layout is known, it stands in something that is written into.
 */
export function isCaret(
  cluster: Cluster,
  all: readonly Cluster[],
  { beside, scale, tree, box }: { beside: Beside; scale: number; tree: RenderedTree | null; box: Box },
): boolean {
  const { left, top, right, bottom, pixels } = cluster
  const [width, height] = [right - left, bottom - top]
  if (width > widest * scale || height < lowest * scale || height > highest * scale || pixels !== width * height)
    return false
  const far = alone * scale
  const isNear = (other: Cluster) =>
    other !== cluster &&
    other.left < right + far &&
    left < other.right + far &&
    other.top < bottom + far &&
    top < other.bottom + far
  if (all.some(isNear) || !isBarOf(beside, cluster)) return false
  if (tree === null) return true
  const index = elementAt(tree, box)
  return index !== null && isWrittenInto(tree.nodes[index])
}

function isBarOf({ before, after, match }: Beside, { left, top, right, bottom }: Cluster): boolean {
  let pair = top - 1
  for (let y = top - 1; y >= 0; y -= 1) {
    if ((match[y] ?? -1) < 0) continue
    pair = (match[y] ?? 0) + top - 1 - y
    break
  }
  const inside = { left, right, height: bottom - top }
  // A letter may stand right beside it, on one side.
  const fields = [
    { ...inside, left: left - 2 },
    { ...inside, right: right + 2 },
  ]
  const [ours, theirs] = [oneColor(after, top, inside), oneColor(before, pair + 1, inside)]
  if (ours === null || theirs === null || Math.abs(lightOf(ours, 0) - lightOf(theirs, 0)) < contrast) return false
  // One of the two is nothing but its field.
  return fields.some((field) => oneColor(after, top, field) !== null || oneColor(before, pair + 1, field) !== null)
}

/** The colour of all pixels of a place; null where there are several, or where it goes beyond the picture. */
function oneColor(
  { data, start, stride, channels, width, height }: Raster,
  top: number,
  place: { left: number; right: number; height: number },
): Uint8Array | null {
  if (place.left < 0 || place.right > width || top < 0 || top + place.height > height) return null
  const at = start + top * stride + place.left * channels
  const first = data.subarray(at, at + channels)
  for (let y = top; y < top + place.height; y += 1)
    for (let x = place.left; x < place.right; x += 1)
      for (let channel = 0; channel < channels; channel += 1)
        if (data[start + y * stride + x * channels + channel] !== first[channel]) return null
  return first
}

const isWrittenInto = (node: RenderedNode | undefined) =>
  node !== undefined &&
  (node.name === 'input' ||
    node.name === 'textarea' ||
    (node.attributes ?? []).some(
      ([name, value]) => (name === 'contenteditable' && value !== 'false') || (name === 'role' && value === 'textbox'),
    ))
