/** A rendered tree made ready to be compared: without what nobody sees, each part with what it is known by. */
import type { NodeBox, RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import { styleNames } from '#db/documents/rendered-tree'
import { lastingAddress } from '#workers/compare-design/trees/addresses'
import { canonicalValue, placeOf } from '#workers/compare-design/trees/values'

/** An element, a text, or the root of a document or a shadow tree. */
export type Part = {
  /** In the nodes of its tree; -1 of the one part that all others lie in. */
  index: number
  /** Among the parts of its tree, in document order. */
  order: number
  name: string
  parent: Part | null
  children: Part[]
  /** Attributes that a person sees the effect of, sorted, as they are compared. */
  shown: readonly (readonly [name: string, value: string])[]
  attributes: ReadonlyMap<string, string>
  /** Of a text, white space folded where it is when it is rendered. */
  text: string
  box: NodeBox | null
  /** Canonical values in the order of `styleNames`; one list for all that look alike in both trees. */
  styles: readonly string[] | null
  /** As the browser gave them. */
  rawStyles: readonly string[] | null
  /** Whether it or anything in it is laid out. */
  isRendered: boolean
  /** Equal for parts of either tree that say and hold the same, whatever they look like. */
  content: number
  /** Equal for those that hold the same. */
  inner: number
  /** Equal for those made of the same elements. */
  shape: number
  /** How much there is to know it by. */
  weight: number
  /** Parts in it, itself included. */
  size: number
  /** The same part in the other tree. */
  partner: Part | null
}

/** Gives equal texts equal numbers; one for both trees. */
export type Numbering = {
  numberOf: (text: string) => number
  stylesOf: (raw: readonly string[]) => readonly string[]
}

export function newNumbering(): Numbering {
  const numbers = new Map<string, number>()
  const lists = new Map<string, readonly string[]>()
  const values = styleNames.map(() => new Map<string, string>())
  return {
    numberOf(text) {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    stylesOf(raw) {
      const list = styleNames.map((name, at) => {
        const value = raw[at] ?? ''
        const known = values[at]?.get(value)
        if (known !== undefined) return known
        const canonical = canonicalValue(name, value)
        values[at]?.set(value, canonical)
        return canonical
      })
      const key = list.join('\n')
      const known = lists.get(key)
      if (known) return known
      lists.set(key, list)
      return list
    },
  }
}

/** Never seen, and full of what each build and each request makes anew. */
const silent = new Set(['head', 'script', 'style', 'link', 'meta', 'title', 'base', 'template', '#comment', '#doctype'])

const shownAttributes = new Set(
  (
    'src srcset href xlink:href poster alt placeholder value checked selected disabled readonly open type label title ' +
    'aria-label aria-expanded aria-pressed aria-selected aria-checked aria-current aria-disabled aria-invalid ' +
    'aria-valuenow colspan rowspan start data'
  ).split(' '),
)
const addressAttributes = new Set(['src', 'href', 'xlink:href', 'poster', 'data'])

/** What draws: its attributes are what is seen of it. */
const drawn = new Set(
  'svg path circle ellipse rect line polyline polygon use text tspan stop image g lineargradient radialgradient'.split(
    ' ',
  ),
)
const drawnAttributes = new Set(
  (
    'd points viewbox cx cy r rx ry x y x1 y1 x2 y2 dx dy width height transform offset stop-color stop-opacity ' +
    'stroke-width stroke-dasharray stroke-linecap fill-opacity fill-rule'
  ).split(' '),
)

/** The parts in document order; the first holds all others and is no node. */
export function readParts(tree: RenderedTree, numbering: Numbering): Part[] {
  const root = newPart(-1, '#root', null)
  const parts: Part[] = [root]
  const partOf: (Part | null)[] = []
  const texts = new Map<Part, string>()
  const styles = tree.styles.map((raw) => numbering.stylesOf(raw))

  for (const [index, node] of tree.nodes.entries()) {
    const parent = node.parent < 0 ? root : (partOf[node.parent] ?? null)
    partOf.push(null)
    if (!parent || silent.has(node.name)) continue
    if (node.name === '#text') {
      const last = parent.children.at(-1)
      const text = node.text ?? ''
      // Frameworks cut texts into nodes as they please; a reader sees one.
      if (last?.name === '#text') {
        texts.set(last, `${texts.get(last) ?? ''}${text}`)
        last.box = unionOf(last.box, node.box ?? null)
        continue
      }
      if (!/\S/.test(text)) continue
      const part = addPart(parts, parent, index, node)
      texts.set(part, text)
      continue
    }
    const part = addPart(parts, parent, index, node)
    partOf[index] = part
    if (node.style !== undefined) {
      part.styles = styles[node.style] ?? null
      part.rawStyles = tree.styles[node.style] ?? null
    }
    part.attributes = new Map(node.attributes ?? [])
    part.shown = shownOf(part)
  }
  for (const [part, text] of texts) part.text = readableText(text, part.parent)
  for (let at = parts.length - 1; at >= 0; at--) sumUp(parts[at], numbering)
  return parts
}

function newPart(index: number, name: string, parent: Part | null): Part {
  return {
    index,
    order: 0,
    name,
    parent,
    children: [],
    shown: [],
    attributes: noAttributes,
    text: '',
    box: null,
    styles: null,
    rawStyles: null,
    isRendered: false,
    content: 0,
    inner: 0,
    shape: 0,
    weight: 0,
    size: 1,
    partner: null,
  }
}
const noAttributes: ReadonlyMap<string, string> = new Map()

function addPart(parts: Part[], parent: Part, index: number, node: RenderedNode): Part {
  const part = newPart(index, node.name, parent)
  part.order = parts.length
  part.box = node.box ?? null
  parent.children.push(part)
  parts.push(part)
  return part
}

function shownOf(part: Part): Part['shown'] {
  const isDrawn = drawn.has(part.name)
  const shown: [string, string][] = []
  for (const [name, value] of part.attributes) {
    if (addressAttributes.has(name)) shown.push([name, lastingAddress(value)])
    else if (name === 'srcset') shown.push([name, lastingSources(value)])
    else if (shownAttributes.has(name) || (isDrawn && drawnAttributes.has(name.toLowerCase())))
      shown.push([name, value.replace(/\s+/g, ' ').trim()])
  }
  return shown.sort(([one], [other]) => (one < other ? -1 : 1))
}

const lastingSources = (value: string) =>
  value
    .split(/,\s+/)
    .map((source) => {
      const [address = '', ...size] = source.trim().split(/\s+/)
      return [lastingAddress(address), ...size].join(' ')
    })
    .join(', ')

function readableText(text: string, parent: Part | null): string {
  const read = text.normalize('NFC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
  return /^(?:pre|break-spaces)/.test(styleOf(parent, 'white-space'))
    ? read.replace(/\r\n?/g, '\n').replace(/^\n|\s+$/g, '')
    : read.replace(/[\s\u00a0]+/g, ' ').trim()
}

/** Its children are done. */
function sumUp(part: Part | undefined, numbering: Numbering): void {
  if (!part) return
  part.isRendered = part.box !== null || part.children.some((child) => child.isRendered)
  const counted = countedChildren(part)
  part.inner = numbering.numberOf(`in ${counted.map((child) => child.content).join(' ')}`)
  const marks = part.shown.map(([name, value]) => `${name}=${value}`).join('\n')
  part.content = numbering.numberOf(
    part.name === '#text' ? `text ${part.text}` : `is ${part.name}\n${marks}\n${part.inner}`,
  )
  part.shape = numbering.numberOf(`as ${part.name} ${counted.map((child) => child.shape).join(' ')}`)
  part.weight = part.name === '#text' ? 2 + part.text.length : 2 + 4 * part.shown.length
  part.size = 1
  for (const child of part.children) part.size += child.size
  for (const child of counted) part.weight += child.weight
}

/** What makes up a part: of one that is rendered, what is rendered of it. */
export const countedChildren = (part: Part): Part[] =>
  part.isRendered ? part.children.filter((child) => child.isRendered) : part.children

/** A canonical value; '' where the snapshot does not say. */
export function styleOf(part: Part | null | undefined, name: string): string {
  const at = placeOf.get(name)
  return (at === undefined ? undefined : part?.styles?.[at]) ?? ''
}

/** The element that a part takes inherited values from; null at the top of a document. */
export function inheritsFrom(part: Part): Part | null {
  let above = part.parent
  while (above && above.name === '#shadow-root') above = above.parent
  return above && !above.name.startsWith('#') ? above : null
}

export const isElement = (part: Part): boolean => !part.name.startsWith('#') && !part.name.startsWith('::')

export function unionOf(one: NodeBox | null, other: NodeBox | null): NodeBox | null {
  if (!one || !other) return one ?? other
  const x = Math.min(one[0], other[0])
  const y = Math.min(one[1], other[1])
  return [x, y, Math.max(one[0] + one[2], other[0] + other[2]) - x, Math.max(one[1] + one[3], other[1] + other[3]) - y]
}
