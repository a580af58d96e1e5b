/** Finds the element that a piece of a picture belongs to. Pure. */
import type { NodeBox, RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'

/**
 * Index of the smallest element that covers at least four fifths of a box (CSS pixels of the page); null where none does.
 * A line of one pixel on an element with an edge between pixels is painted beyond that edge, hence edges go outward.
 */
export function elementAt(tree: RenderedTree, box: Box): number | null {
  const width = Math.max(box.width, 1)
  const height = Math.max(box.height, 1)
  let found: number | null = null
  let smallest = Number.POSITIVE_INFINITY
  for (const [index, node] of tree.nodes.entries()) {
    if (!node.box || node.name.startsWith('#') || node.name.startsWith('::')) continue
    const [left, top, right, bottom] = outwardEdges(node.box)
    const across = Math.min(right, box.x + width) - Math.max(left, box.x)
    const down = Math.min(bottom, box.y + height) - Math.max(top, box.y)
    if (across <= 0 || down <= 0 || across * down < 0.8 * width * height) continue
    const area = (right - left) * (bottom - top)
    // Of two of one size it is the inner one, which comes later.
    if (area > smallest) continue
    found = index
    smallest = area
  }
  return found
}

const outwardEdges = ([x, y, width, height]: NodeBox) =>
  [Math.floor(x), Math.floor(y), Math.ceil(x + width), Math.ceil(y + height)] as const
