/** Which elements a policy says not to look at, by selector or by place. Pure. */
import { type Options, selectAll } from 'css-select'
import nthCheck from 'nth-check'
import type { IgnoredRegion } from '#db/documents/design-policy'
import type { RenderedTree } from '#db/documents/rendered-tree'

/** Indexes of all nodes that lie in one of these regions. A region that cannot be read ignores nothing. */
export function ignoredElements(tree: RenderedTree, regions: readonly IgnoredRegion[]): ReadonlySet<number> {
  const ignored = new Set<number>()
  for (const region of regions) for (const index of elementsOf(tree, region) ?? []) ignored.add(index)
  return ignored
}

/**
 * Indexes of the elements that match a region's selector or lie in its box (edges outward by a pixel), and of all in
 * them. ` >>> ` enters frames and shadow trees. null of a selector that cannot be read.
 */
export function elementsOf(tree: RenderedTree, region: IgnoredRegion): ReadonlySet<number> | null {
  const found = new Set<number>()
  if (region.selector !== undefined) {
    const matched = matchesOf(tree, region.selector)
    if (!matched) return null
    for (const index of matched) found.add(index)
  }
  const { box } = region
  if (box)
    for (const [index, node] of tree.nodes.entries()) {
      if (!node.box) continue
      const [x, y, width, height] = node.box
      const isIn =
        x >= box.x - 1 && y >= box.y - 1 && x + width <= box.x + box.width + 1 && y + height <= box.y + box.height + 1
      if (isIn) found.add(index)
    }
  // A parent stands before its children.
  for (const [index, node] of tree.nodes.entries()) if (found.has(node.parent)) found.add(index)
  return found
}

/** A node as the author of a page sees it: what was slotted into an element is in that element. */
type View = { index: number; name: string; parent: View | null; children: View[]; nth: Places }

/** Its place among the elements beside it, and among those of its name, from either end; the first is 0. */
type Places = { child: number; lastChild: number; ofType: number; lastOfType: number }

function matchesOf(tree: RenderedTree, selector: string): number[] | null {
  // Each :has looks through all below each element; one in another would do so for each of these again.
  if ((selector.match(/:has\(/g)?.length ?? 0) > 1) return null
  const { children, views } = viewedTree(tree)
  let roots: readonly View[] = views
  let matched: View[] = []
  try {
    for (const [nth, step] of selector.split('>>>').entries()) {
      if (nth > 0) roots = matched.flatMap(({ index }) => innerRoots(tree, children, index))
      matched = selectAll(step.trim(), [...roots], optionsFor(tree))
    }
  } catch {
    return null
  }
  return matched.map(({ index }) => index)
}

type ViewedTree = { children: readonly number[][]; views: readonly View[] }
const viewed = new WeakMap<RenderedTree, ViewedTree>()

/** A policy may name many regions; the tree is read for the first of them. */
function viewedTree(tree: RenderedTree): ViewedTree {
  const known = viewed.get(tree)
  if (known) return known
  const children: number[][] = tree.nodes.map(() => [])
  for (const [index, { parent }] of tree.nodes.entries()) children[parent]?.push(index)
  const views = tree.nodes.flatMap((node, index) => (node.parent < 0 ? [viewOf(tree, children, index, null)] : []))
  viewed.set(tree, { children, views })
  return { children, views }
}

const isRoot = (name: string) => name === '#shadow-root' || name === '#document'

function viewOf(tree: RenderedTree, children: readonly number[][], index: number, parent: View | null): View {
  const nth = { child: 0, lastChild: 0, ofType: 0, lastOfType: 0 }
  const view: View = { index, name: tree.nodes[index]?.name ?? '', parent, children: [], nth }
  const below = (children[index] ?? []).flatMap((child) => {
    const { name = '' } = tree.nodes[child] ?? {}
    return name === '#shadow-root' ? slottedIn(tree, children, child) : name === '#document' ? [] : [child]
  })
  view.children = below.map((child) => viewOf(tree, children, child, view))
  countPlaces(view.children.filter(isTag))
  return view
}

const isTag = (view: View): view is View => !view.name.startsWith('#') && !view.name.startsWith('::')

function countPlaces(elements: readonly View[]): void {
  const counted = [new Map<string, number>(), new Map<string, number>()] as const
  const next = (counts: Map<string, number>, name: string) => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count
  }
  for (const [at, { name, nth }] of elements.entries()) {
    nth.child = at
    nth.lastChild = elements.length - 1 - at
    nth.ofType = next(counted[0], name)
  }
  for (const { name, nth } of elements.toReversed()) nth.lastOfType = next(counted[1], name)
}

/** As css-select has them, which counts all siblings of each element anew. */
function nthPseudos(): NonNullable<Options<View, View>['pseudos']> {
  const checks = new Map<string, (at: number) => boolean>()
  const isAt = (place: keyof Places) => (view: View, formula?: string | null) => {
    const text = formula ?? ''
    const check = checks.get(text) ?? nthCheck(text)
    checks.set(text, check)
    return check(view.nth[place])
  }
  return {
    'nth-child': isAt('child'),
    'nth-last-child': isAt('lastChild'),
    'nth-of-type': isAt('ofType'),
    'nth-last-of-type': isAt('lastOfType'),
  }
}

function slottedIn(tree: RenderedTree, children: readonly number[][], root: number): number[] {
  return (children[root] ?? []).flatMap((child) => {
    if (tree.nodes[child]?.name !== 'slot') return slottedIn(tree, children, child)
    return (children[child] ?? []).flatMap((inner) =>
      tree.nodes[inner]?.name === 'slot' ? slottedIn(tree, children, inner) : [inner],
    )
  })
}

const innerRoots = (tree: RenderedTree, children: readonly number[][], host: number): View[] =>
  (children[host] ?? [])
    .filter((child) => isRoot(tree.nodes[child]?.name ?? ''))
    .flatMap((child) => (children[child] ?? []).map((top) => viewOf(tree, children, top, null)))

function optionsFor(tree: RenderedTree): Options<View, View> {
  const attributeOf = (view: View, name: string) =>
    tree.nodes[view.index]?.attributes?.find(([own]) => own === name)?.[1]
  const textOf = (view: View): string =>
    view.name === '#text' ? (tree.nodes[view.index]?.text ?? '') : view.children.map(textOf).join('')
  const adapter: NonNullable<Options<View, View>['adapter']> = {
    isTag,
    getAttributeValue: attributeOf,
    hasAttrib: (view, name) => attributeOf(view, name) !== undefined,
    getChildren: (view) => view.children,
    getName: (view) => view.name,
    getParent: (view) => view.parent,
    getSiblings: (view) => view.parent?.children ?? [view],
    getText: textOf,
    removeSubsets: (views) => {
      const all = new Set(views)
      return [...all].filter((view) => {
        for (let above = view.parent; above; above = above.parent) if (all.has(above)) return false
        return true
      })
    },
  }
  return { adapter, pseudos: nthPseudos() }
}
