/** Puts what differs where it belongs: to elements of the baseline, or to plain regions; a few of one parent to that parent. Pure. */
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import type { PixelBox } from '#workers/compare-design/pictures/classes'
import type { Cluster } from '#workers/compare-design/pictures/clusters'
import { elementAt } from '#workers/compare-design/trees/element-at'
import { selectorOf } from '#workers/compare-design/trees/selector'

/** What is told as one. */
export type ChangedPlace = {
  element: string
  /** In pixels, around all of it. */
  box: PixelBox
  clusters: Cluster[]
  /** How many elements or regions show it. */
  elements: number
}

/** From so many within one element on, they are that element's. */
const manyInOne = 4
/** Regions told without a layout; more are put together. */
const mostRegions = 12

/** @param boxOf a cluster's place in the baseline, in CSS pixels. */
export function placesOf(
  clusters: readonly Cluster[],
  tree: RenderedTree | null,
  boxOf: (box: PixelBox) => Box,
): ChangedPlace[] {
  if (tree === null) return regionsOf(clusters, boxOf)
  const byElement = new Map<number, Cluster[]>()
  const homeless: Cluster[] = []
  for (const cluster of clusters) {
    const index = elementAt(tree, boxOf(cluster))
    if (index === null) homeless.push(cluster)
    else byElement.set(index, [...(byElement.get(index) ?? []), cluster])
  }
  const groups = gathered(tree, byElement)
  return [
    ...groups.map(({ index, clusters: own, elements }) => ({
      element: selectorOf(tree, index),
      box: around(own),
      clusters: own,
      elements,
    })),
    ...regionsOf(homeless, boxOf),
  ]
}

type Group = { index: number; clusters: Cluster[]; elements: number }

/** Elements that differ, those of one parent as that parent where they are many, from the innermost out. */
function gathered(tree: RenderedTree, byElement: ReadonlyMap<number, Cluster[]>): Group[] {
  const open = new Map<number, Group[]>()
  for (const [index, clusters] of byElement) open.set(index, [{ index, clusters, elements: 1 }])
  const ended: Group[] = []
  // A parent stands before its children, so from the last on every child has been looked at when its parent is.
  for (let index = tree.nodes.length - 1; index >= 0; index -= 1) {
    const below = open.get(index)
    if (!below) continue
    const told = below.length >= manyInOne ? [merged(index, below)] : below
    const parent = tree.nodes[index]?.parent ?? -1
    if (parent < 0) ended.push(...told)
    else open.set(parent, [...(open.get(parent) ?? []), ...told])
  }
  return ended.sort((a, b) => a.index - b.index)
}

const merged = (index: number, groups: readonly Group[]): Group => ({
  index,
  clusters: groups.flatMap(({ clusters }) => clusters),
  elements: groups.reduce((sum, { elements }) => sum + elements, 0),
})

function regionsOf(clusters: readonly Cluster[], boxOf: (box: PixelBox) => Box): ChangedPlace[] {
  let groups = clusters.map((cluster) => [cluster])
  for (let distance = 32; groups.length > mostRegions; distance *= 2) groups = joined(groups, distance)
  return groups.map((own) => {
    const box = around(own)
    const { x, y, width, height } = boxOf(box)
    return {
      element: `region(${[x, y, width, height].map(Math.round).join(',')})`,
      box,
      clusters: own,
      elements: own.length,
    }
  })
}

/** Groups whose boxes stand no further apart than that, as one. */
function joined(groups: readonly Cluster[][], distance: number): Cluster[][] {
  const result: { box: PixelBox; clusters: Cluster[] }[] = []
  for (const clusters of groups) {
    const own = { box: around(clusters), clusters: [...clusters] }
    for (let at = result.length - 1; at >= 0; at -= 1) {
      const other = result[at]
      if (!other || !isNear(own.box, other.box, distance)) continue
      own.clusters.push(...other.clusters)
      own.box = around([own.box, other.box])
      result.splice(at, 1)
    }
    result.push(own)
  }
  return result.map(({ clusters }) => clusters)
}

const isNear = (a: PixelBox, b: PixelBox, distance: number) =>
  a.left - distance < b.right &&
  b.left - distance < a.right &&
  a.top - distance < b.bottom &&
  b.top - distance < a.bottom

/** The box around boxes. */
export const around = (boxes: readonly PixelBox[]): PixelBox => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
})
