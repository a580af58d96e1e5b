/** Where in the served source an element stands: line and column of its tag, or of the nearest ancestor the source has. Pure. */
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, parse } from 'parse5'
import { isTelling, type Marker, type Marks, markerOf, standoutOf } from '#workers/scan-page/element-signature'
import { parseXml } from '#workers/scan-page/parse-xml'
import type { SketchedNode } from '#workers/scan-page/sketch-frame'
import type { FrameSketch, SubjectElement } from '#workers/scan-page/subjects'

type Node = DefaultTreeAdapterMap['node']
type ParentNode = DefaultTreeAdapterMap['parentNode']
type Element = DefaultTreeAdapterMap['element']

/** The sources as they were served, decoded. A frame whose own is not given is spoken of by the place of its element. */
export type Sources = {
  page: string | null
  /** How the browser read the page; text/html unless said. Frames are HTML. */
  pageType?: string
  frames: ReadonlyMap<string, string>
}

export type Locator = (subject: Pick<SubjectElement, 'frame' | 'node'>) => string

/**
 * Gives `line:column`, from 1, columns in UTF-16 units; `address#line:column` in a frame. ` (generated)` follows where
 * the source does not have the element, and the nearest ancestor it has is meant. In doubt it is taken for generated:
 * a place that is less exact misleads nobody, a wrong one does.
 */
export function openLocator(sources: Sources, frames: readonly FrameSketch[]): Locator {
  const matchers = new Map<number, Matcher | undefined>()
  function matcherOf(frame: FrameSketch, number: number): Matcher | undefined {
    if (matchers.has(number)) return matchers.get(number)
    const source = frame.holder ? (sources.frames.get(frame.url) ?? sources.frames.get(bare(frame.url))) : sources.page
    const isXml = !frame.holder && /xml/.test(sources.pageType ?? '')
    const matcher = typeof source === 'string' ? openMatcher(source, isXml, frame) : undefined
    matchers.set(number, matcher)
    return matcher
  }

  return function locate({ frame: number, node }): string {
    const frame = frames[number]
    if (!frame) return `1:1${generated}`
    const matcher = matcherOf(frame, number)
    if (matcher) {
      const prefix = frame.holder ? `${frame.url}#` : ''
      return `${prefix}${matcher(node)}`
    }
    return frame.holder ? locate(frame.holder) : `1:1${generated}`
  }
}

const generated = ' (generated)'
const bare = (url: string) => url.split('#')[0] ?? url

/** Orders locations as the source has them; frames come after the page. */
export function compareLocations(a: string, b: string): number {
  const left = partsOf(a)
  const right = partsOf(b)
  return (
    (left.prefix < right.prefix ? -1 : left.prefix > right.prefix ? 1 : 0) ||
    left.line - right.line ||
    left.column - right.column
  )
}

function partsOf(location: string): { prefix: string; line: number; column: number } {
  const [, prefix = '', line = '1', column = '1'] = /^(.*?)(\d+):(\d+)(?: \(generated\))?$/s.exec(location) ?? []
  return { prefix, line: Number(line), column: Number(column) }
}

type Matcher = (node: number | null) => string

function openMatcher(served: string, isXml: boolean, { nodes }: FrameSketch): Matcher {
  // A byte order mark is no column.
  const source = served.startsWith('\ufeff') ? served.slice(1) : served
  const document = isXml ? parseXml(source) : parse(source, { sourceCodeLocationInfo: true })
  const marker = markerOf<Node>(reader)
  const positionOf = openPositions(source)
  const matches = new Map<number, Element | ParentNode | undefined>([[0, document]])
  const pairings = new Map<number, ReadonlyMap<number, Element>>()
  const byParent = Map.groupBy(nodes, (node) => node.parent)
  const childrenIn: Sketched = (parent) => (byParent.get(parent) ?? []).filter((node) => node.tag !== '#shadow')
  let sourceLooks: ReadonlyMap<string, Element[]> | undefined

  function pairingOf(number: number, parent: ParentNode): ReadonlyMap<number, Element> {
    const known = pairings.get(number)
    if (known) return known
    const pairing = pairChildren({ nodes, number, childrenIn }, parent, marker)
    pairings.set(number, pairing)
    return pairing
  }

  /** What of the source became that node. */
  function matchOf(number: number): Element | ParentNode | undefined {
    if (matches.has(number)) return matches.get(number)
    const node = nodes[number]
    if (!node) return undefined
    const parent = matchOf(node.parent)
    const found =
      node.tag === '#shadow'
        ? parent && declaredShadow(parent)
        : ((parent && pairingOf(node.parent, parent).get(node.index)) ?? onlyOne(node))
    matches.set(number, found)
    return found
  }

  /** The one element of the source that looks as only one node does; of a bare one, its content is what is looked at. */
  function onlyOne(node: SketchedNode): Element | undefined {
    if (!node.isOnly) return undefined
    sourceLooks ??= looksOf(document, marker)
    const [found, ...others] = sourceLooks.get(standoutOf(node.marks)) ?? []
    if (!found || others.length > 0) return undefined
    const [, key, , content] = node.marks
    return key !== '' || (isTelling(content) && marker.marksOf(found)[3] === content) ? found : undefined
  }

  return (number) => {
    let at = number ?? -1
    let isOwn = true
    while (at >= 0) {
      const element = matchOf(at)
      const offset = element && 'tagName' in element ? element.sourceCodeLocation?.startOffset : undefined
      if (offset !== undefined && source[offset] === '<') return `${positionOf(offset)}${isOwn ? '' : generated}`
      isOwn = false
      at = nodes[at]?.parent ?? -1
    }
    return `1:1${generated}`
  }
}

const reader = {
  tagOf: (node: Node) => ('tagName' in node ? node.tagName : undefined),
  textOf: (node: Node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
  childrenOf: (node: Node) => ('childNodes' in node ? node.childNodes.filter((child) => !isShadowTemplate(child)) : []),
  attributesOf: (node: Node) =>
    'attrs' in node
      ? node.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const)
      : [],
}

const isElement = (node: Node): node is Element => 'tagName' in node

const isShadowTemplate = (node: Node): node is DefaultTreeAdapterTypes.Template =>
  node.nodeName === 'template' &&
  'attrs' in node &&
  node.attrs.some(({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value))

const childrenOf = (parent: ParentNode): Element[] =>
  parent.childNodes.filter((child): child is Element => isElement(child) && !isShadowTemplate(child))

const declaredShadow = (host: ParentNode): ParentNode | undefined => host.childNodes.find(isShadowTemplate)?.content

function looksOf(document: ParentNode, marker: Marker<Node>): Map<string, Element[]> {
  const looks = new Map<string, Element[]>()
  const waiting: ParentNode[] = [document]
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    for (const child of childrenOf(parent)) {
      const standout = standoutOf(marker.marksOf(child))
      const known = looks.get(standout)
      if (known) known.push(child)
      else if (standout !== '') looks.set(standout, [child])
      waiting.push(child)
    }
  }
  return looks
}

const isTellingMarks = ([, key, , content]: Marks) => key !== '' || isTelling(content)
const textOf = (marks: Marks) => marks.join('|')

// They are there once, and no script makes them anew.
const fixtures = new Set(['html', 'head', 'body', 'title', 'main', 'thead', 'tbody', 'tfoot', 'caption'])
const roots = new Set(['#document', '#shadow', 'html', 'body'])

type Sketched = (parent: number) => readonly SketchedNode[]

/**
 * Which child of the page's parent is which of the source's. Scripts may have added, taken away, moved, changed and
 * made anew; so two are one only if what is alike on both sides is there equally often, never by their place alone.
 */
function pairChildren(
  { nodes, number, childrenIn }: { nodes: readonly SketchedNode[]; number: number; childrenIn: Sketched },
  parent: ParentNode,
  marker: Marker<Node>,
): ReadonlyMap<number, Element> {
  const pairs = new Map<number, Element>()
  const sketch = nodes[number]
  if (!sketch?.children) return pairs
  const onPath = new Map(childrenIn(number).map((node) => [node.index, node]))
  let there = sketch.children.map((marks, index) => ({ marks, index }))
  let served = childrenOf(parent).map((element) => ({ marks: marker.marksOf(element), element }))

  type Match = (indexes: number[], elements: Element[]) => void
  const inOrder: Match = (indexes, elements) => {
    for (const [at, index] of indexes.entries()) {
      const element = elements[at]
      if (element) pairs.set(index, element)
    }
  }
  const alone: Match = (indexes, elements) => {
    if (indexes.length === 1) inOrder(indexes, elements)
  }
  /** Where as many read alike on one side as on the other, `match` says which is which. */
  function pair(read: (marks: Marks) => string, match: Match): void {
    const left = Map.groupBy(there, ({ marks }) => read(marks))
    const right = Map.groupBy(served, ({ marks }) => read(marks))
    for (const [text, group] of left) {
      const others = right.get(text) ?? []
      if (text === '' || others.length !== group.length) continue
      match(
        group.map(({ index }) => index),
        others.map(({ element }) => element),
      )
    }
    const taken = new Set(pairs.values())
    there = there.filter(({ index }) => !pairs.has(index))
    served = served.filter(({ element }) => !taken.has(element))
  }

  // Unchanged.
  pair(textOf, inOrder)
  // Changed inside only. Without an id or the like, only where the parent has not been filled anew.
  const isKept =
    roots.has(sketch.tag) ||
    (sketch.ownText !== '' && sketch.ownText === marker.ownTextOf(parent)) ||
    [...pairs.keys()].some((index) => sketch.children?.[index] && isTellingMarks(sketch.children[index]))
  pair(([tag, key, look]) => (look !== '' && (key !== '' || isKept) ? `${tag}|${look}` : ''), alone)
  // Changed in its attributes only.
  pair(([tag, , , content]) => (isTelling(content) ? `${tag}|${content}` : ''), inOrder)
  // Changed in both, but the same id, name or address.
  pair(([, key]) => key, alone)

  const shares = (index: number, element: Element): boolean => {
    const node = onPath.get(index)
    if (!node) return false
    if (node.ownText !== '' && node.ownText === marker.ownTextOf(element)) return true
    const inPage = contentsOf(node, childrenIn)
    return contentsIn(element, marker).some((content) => inPage.has(content))
  }
  // Changed inside, one of several with the same look: the one that still holds something it was served with.
  pair(
    ([tag, , look]) => `${tag}|${look}`,
    (indexes, elements) => {
      for (const index of indexes) {
        const [found, ...others] = elements.filter((element) => shares(index, element))
        if (found && others.length === 0 && ![...pairs.values()].includes(found)) pairs.set(index, found)
      }
    },
  )
  // Changed all over, but the only one of its kind, and one that stays or still holds what it was served with.
  pair(
    ([tag]) => tag,
    ([index = -1, ...moreIndexes], [element]) => {
      if (element && moreIndexes.length === 0 && (fixtures.has(element.tagName) || shares(index, element)))
        pairs.set(index, element)
    },
  )
  return pairs
}

const contentDepth = 4

/** What tells something of the children, and of the children's children as far as they are known. */
function contentsOf(node: SketchedNode, childrenIn: Sketched, depth = contentDepth): Set<string> {
  const contents = new Set((node.children ?? []).filter(isTellingMarks).map(textOf))
  if (depth === 0) return contents
  for (const child of childrenIn(node.number)) {
    for (const content of contentsOf(child, childrenIn, depth - 1)) contents.add(content)
  }
  return contents
}

function contentsIn(element: Element, marker: Marker<Node>, depth = contentDepth): string[] {
  if (depth === 0) return []
  return childrenOf(element).flatMap((child) => {
    const marks = marker.marksOf(child)
    return [...(isTellingMarks(marks) ? [textOf(marks)] : []), ...contentsIn(child, marker, depth - 1)]
  })
}

/** From an offset to its line and column. A line ends with CR LF, LF or CR, as in every HTML source. */
function openPositions(source: string): (offset: number) => string {
  const starts = [0]
  for (const { index, 0: end } of source.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return `${low + 1}:${offset - (starts[low] ?? 0) + 1}`
  }
}
