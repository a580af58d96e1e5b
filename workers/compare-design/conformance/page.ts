/** A rendered tree as the checks of a page ask it: what is seen, what is said where, what stands in what. Pure. */
import type { NodeBox, RenderedNode, RenderedTree, StyleName } from '#db/documents/rendered-tree'
import { styleNames } from '#db/documents/rendered-tree'
import { parseColor, type SrgbColor } from '#shared/design-system/colors'
import { pixelsOf } from '#shared/design-system/css-values'

export type Page = {
  tree: RenderedTree
  /** Of the root's font, CSS pixels: what rem counts. */
  rootFont: number
  /** By node: whether it is an element, or a pseudo-element, that a reader sees and nobody asked to leave out. */
  isSeen: readonly boolean[]
  /** By node: the nearest element around it that it inherits from, -1 of none. */
  heirOf: readonly number[]
  /** By element: its texts that can be read. */
  textsOf: ReadonlyMap<number, readonly number[]>
  children: readonly (readonly number[])[]
  /** By node: the index after the last of all that it holds. */
  ends: readonly number[]
  /** Read and worked out once, since many ask. */
  colors: Map<string, SrgbColor | null>
  clips: Clip[]
}

const places = new Map<StyleName, number>(styleNames.map((name, index) => [name, index]))

/** @param ignored nodes that nobody wants looked at. */
export function openPage(tree: RenderedTree, ignored: ReadonlySet<number>): Page {
  const children: number[][] = tree.nodes.map(() => [])
  const heirOf: number[] = []
  const isSeen: boolean[] = []
  const isVeiled: boolean[] = []
  const textsOf = new Map<number, number[]>()
  for (const [index, node] of tree.nodes.entries()) {
    const { parent } = node
    if (parent >= 0) children[parent]?.push(index)
    heirOf.push(heirAt(tree, heirOf, parent))
    const isOutside = ignored.has(index) || (parent >= 0 && isVeiled[parent] === true)
    const style = styleOf(tree, node)
    // What is drawn is no layout: shapes have neither margins nor letters of the design.
    isVeiled.push(isOutside || node.name === 'svg' || (style !== null && styleIn(style, 'opacity') === '0'))
    isSeen.push(style !== null && !isVeiled[index] && isShown(style, node.box))
    if (node.name !== '#text' || (node.text ?? '').trim() === '' || !hasArea(node.box)) continue
    const holder = heirOf[index] ?? -1
    if (!isSeen[holder]) continue
    const texts = textsOf.get(holder)
    if (texts) texts.push(index)
    else textsOf.set(holder, [index])
  }
  const html = tree.nodes.findIndex(({ name }) => name === 'html')
  const rootFont = (html >= 0 && pixelsOf(styleAt({ tree }, html, 'font-size'))) || 16
  return { tree, rootFont, isSeen, heirOf, textsOf, children, ends: endsOf(tree), colors: new Map(), clips: [] }
}

function endsOf(tree: RenderedTree): number[] {
  const ends = tree.nodes.map((_, index) => index + 1)
  for (let index = tree.nodes.length - 1; index > 0; index -= 1) {
    const parent = tree.nodes[index]?.parent ?? -1
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0)
  }
  return ends
}

/** Whether a node is another, or stands in it. */
export const holds = ({ ends }: Page, outer: number, inner: number): boolean =>
  outer <= inner && inner < (ends[outer] ?? 0)

/** By node: whether something is so of it, or of what it stands in. */
export function isOrStandsIn(page: Page, is: (index: number) => boolean): boolean[] {
  const all: boolean[] = []
  for (const [index] of page.tree.nodes.entries()) all.push(all[page.heirOf[index] ?? -1] === true || is(index))
  return all
}

/** A frame's document inherits nothing. */
function heirAt(tree: RenderedTree, heirOf: readonly number[], parent: number): number {
  const node = tree.nodes[parent]
  if (!node || node.name === '#document') return -1
  return node.style === undefined ? (heirOf[parent] ?? -1) : parent
}

const styleOf = (tree: RenderedTree, node: RenderedNode): readonly string[] | null =>
  node.style === undefined ? null : (tree.styles[node.style] ?? null)

const styleIn = (style: readonly string[], name: StyleName): string => style[places.get(name) ?? -1] ?? ''

export const hasArea = (box: NodeBox | undefined): box is NodeBox => box !== undefined && box[2] > 0 && box[3] > 0

/** What only screen readers have is a pixel large at most. */
const isShown = (style: readonly string[], box: NodeBox | undefined) =>
  hasArea(box) &&
  (box[2] > 1 || box[3] > 1) &&
  !['hidden', 'collapse'].includes(styleIn(style, 'visibility')) &&
  !(box[2] <= 1 && styleIn(style, 'overflow-x') !== 'visible')

/** A computed value, '' where the tree does not say. */
export function styleAt({ tree }: Pick<Page, 'tree'>, index: number, name: StyleName): string {
  const node = tree.nodes[index]
  const style = node && styleOf(tree, node)
  return style ? styleIn(style, name) : ''
}

/** Of a computed length; null for what is none. */
export function pixelsAt(page: Page, index: number, name: StyleName): number | null {
  const value = styleAt(page, index, name)
  return value === '0px' ? 0 : pixelsOf(value)
}

export const nodeAt = ({ tree }: Page, index: number): RenderedNode | undefined => tree.nodes[index]

export const attributeOf = (page: Page, index: number, name: string): string | undefined =>
  nodeAt(page, index)?.attributes?.find(([own]) => own === name)?.[1]

/** By node: the element that gives it a value, the outermost of those around it that all have the same. */
export function settersOf(page: Page, isSame: (one: number, other: number) => boolean): number[] {
  const setters: number[] = []
  for (const [index] of page.tree.nodes.entries()) {
    const outer = page.heirOf[index] ?? -1
    setters.push(outer >= 0 && isSame(index, outer) ? (setters[outer] ?? outer) : index)
  }
  return setters
}

/** An element and what is around it, the innermost first. */
export function* chainOf(page: Page, index: number): Generator<number> {
  for (let at = index; at >= 0; at = page.heirOf[at] ?? -1) yield at
}

const typedInto = [
  'text',
  'search',
  'email',
  'url',
  'tel',
  'password',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
]

/** Whether an element is a field that shows letters of its own. */
export function isTextField(page: Page, index: number): boolean {
  const name = nodeAt(page, index)?.name
  if (name !== 'input') return name === 'textarea' || name === 'select'
  return typedInto.includes((attributeOf(page, index, 'type') ?? 'text').toLowerCase())
}

/** Elements that a reader sees, in the order of the document. */
export const seenElements = (page: Page): number[] => page.isSeen.flatMap((isSeen, index) => (isSeen ? [index] : []))

/** A computed value that is a colour; null for what is none. */
export function colorAt(page: Page, index: number, name: StyleName): SrgbColor | null {
  const value = styleAt(page, index, name)
  let color = page.colors.get(value)
  if (color === undefined) {
    color = parseColor(value)
    page.colors.set(value, color)
  }
  return color
}

/** Left, top, right and bottom of what can be seen. */
type Clip = readonly [left: number, top: number, right: number, bottom: number]

const everything: Clip = [-Infinity, -Infinity, Infinity, Infinity]

/** What of a node is not cut off by what it stands in; null where nothing is left. */
export function uncoveredBox(page: Page, index: number): NodeBox | null {
  const box = nodeAt(page, index)?.box
  if (!box) return null
  if (page.clips.length === 0) fillClips(page)
  const [left, top, right, bottom] = page.clips[page.heirOf[index] ?? -1] ?? everything
  const [x, y] = [Math.max(box[0], left), Math.max(box[1], top)]
  const seen: NodeBox = [x, y, Math.min(box[0] + box[2], right) - x, Math.min(box[1] + box[3], bottom) - y]
  return hasArea(seen) ? seen : null
}

function fillClips(page: Page): void {
  for (const [index, { box }] of page.tree.nodes.entries()) {
    const outer = page.clips[page.heirOf[index] ?? -1] ?? everything
    const [across, down] = box ? clipsOf(page, index) : [false, false]
    const [x, y, width, height] = box ?? [0, 0, 0, 0]
    page.clips.push([
      across ? Math.max(outer[0], x) : outer[0],
      down ? Math.max(outer[1], y) : outer[1],
      across ? Math.min(outer[2], x + width) : outer[2],
      down ? Math.min(outer[3], y + height) : outer[3],
    ])
  }
}

/** Whether an element cuts off what goes over its edges, across and down. The root's scrolls the page. */
export function clipsOf(page: Page, index: number): [x: boolean, y: boolean] {
  const name = nodeAt(page, index)?.name
  if (name === 'html' || name === 'body') return [false, false]
  const clips = (value: string) => value !== '' && value !== 'visible'
  return [clips(styleAt(page, index, 'overflow-x')), clips(styleAt(page, index, 'overflow-y'))]
}
