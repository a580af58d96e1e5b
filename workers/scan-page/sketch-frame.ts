/**
 * Sketches a frame's document from inside the page: where elements stand, how they read, what they are recognised by.
 * Each of these functions is sent into the page as its text, so it names nothing that stands outside of it.
 */
import type { Box } from '#db/documents/scan-report'
import { isLasting } from '#shared/kernel/lasting-name'
import { unshadowed } from '#workers/page/unshadow'
import { type Marks, markerOf, standoutOf } from '#workers/scan-page/element-signature'
import type { Kept } from '#workers/scan-page/engines/kept'
import { stepOf } from '#workers/scan-page/fingerprint'

/** An element, or the root of a document (`#document`) or of a shadow tree (`#shadow`, its parent is the host). */
export type SketchedNode = {
  /** Its place in the list, and */
  number: number
  /** its parent's; -1 for the document's. A parent stands before its children. */
  parent: number
  tag: string
  /** Its place among its parent's element children. */
  index: number
  marks: Marks
  /** Of the text that stands right in it. */
  ownText: string
  /** Whether no other element of the frame stands out alike. */
  isOnly: boolean
  /** Of all its element children; null where there are too many to be told apart. */
  children: Marks[] | null
}

/** What leads to an element: selectors, each looked up in the shadow tree of the one before; its number where it was kept. */
export type Lead = { chain: string[]; kept: number | null }

/** An element that was found. */
export type SketchedHit = {
  node: number
  /** What leads to it alone, where the selectors that were given lead elsewhere. */
  chain: string[] | null
  html: string
  /** A digest of all of its markup, where `html` has but the start of it. */
  whole: string | null
  place: string
  box: Box | null
  /** The top left corner of what a frame shows. */
  inner: { x: number; y: number }
  isInShadow: boolean
}
export type Sketch = { nodes: SketchedNode[]; hits: (SketchedHit | null)[] }

/**
 * What was sketched first of a frame, by the name `assayFirst` in our world of it: a page may be acted on between two sketches, and what
 * was found before is told of as it was then.
 */
type First = {
  hits: WeakMap<Element, Pick<SketchedHit, 'html' | 'whole' | 'place' | 'box' | 'inner'>>
  nodes: WeakMap<Node, Pick<SketchedNode, 'marks' | 'ownText' | 'isOnly' | 'children'> & { below: readonly Element[] }>
}

const tools = {
  find,
  markerOf,
  standoutOf,
  stepOf,
  isLasting,
  domReaders,
  pathReader,
  chainReader,
  markupReader,
  wholeReader,
  boxReader,
}

/** What sketches a frame, as a script. */
export function sketchScript(leads: readonly Lead[], isPage: boolean): string {
  const texts = Object.entries(tools).map(([name, tool]) => `${name}: ${textOf(tool)}`)
  return `(${textOf(sketchFrame)})(${JSON.stringify(leads)}, ${isPage}, { ${texts.join(', ')} })`
}

const textOf = (act: (...args: never[]) => unknown): string => unshadowed(`${act}`, 'expression')

/** Runs in the page. */
function sketchFrame(leads: Lead[], isPage: boolean, sent: typeof tools): Sketch {
  const childrenTaken = 100_000
  const elementsCounted = 50_000
  const { find, markerOf, standoutOf } = sent
  const readers = sent.domReaders()
  const { kindOf, localNameOf, dataOf, childNodesOf, attributesOf, reaches, elementsBelow, isThere } = readers
  const pathOf = sent.pathReader(readers, sent)
  const chainOf = sent.chainReader(readers)
  const world = globalThis as unknown as { assayKept?: Kept; assayFirst?: First }
  const { assayKept } = world
  world.assayFirst ??= { hits: new WeakMap(), nodes: new WeakMap() }
  const first = world.assayFirst
  const markupOf = sent.markupReader(readers)
  const wholeOf = sent.wholeReader(readers, sent)
  const boxesOf = sent.boxReader(readers, isPage)
  const marker = markerOf<Node>({
    tagOf: (node) => (kindOf(node) === 1 ? localNameOf(node) : undefined),
    textOf: (node) => (kindOf(node) === 3 ? dataOf(node) : undefined),
    childrenOf: (node) => childNodesOf(node),
    attributesOf,
  })

  const looks = new Map<string, number>()
  const places = new Map<Element, { place: string; nth: number }>()
  const counts = new Map<string, number>()
  const everything = [...Document.prototype.getElementsByTagName.call(document, '*')].slice(0, elementsCounted)
  for (const element of everything) {
    const look = marker.lookOf(element)
    if (look !== '') looks.set(look, (looks.get(look) ?? 0) + 1)
    const place = pathOf(element)
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    places.set(element, { place, nth })
  }

  const numbers = new Map<Node, number>()
  const nodes: SketchedNode[] = []
  let childrenSent = 0
  const standouts = new Map<string, Map<string, number>>()

  /** Bare elements are told apart by content, which is only read of those of one tag, and when it is asked for. */
  function isOnly(marks: Marks): boolean {
    if (everything.length >= elementsCounted) return false
    const [tag, , look] = marks
    if (look !== '') return looks.get(look) === 1
    let counted = standouts.get(tag)
    if (!counted) {
      counted = new Map()
      for (const other of Document.prototype.getElementsByTagName.call(document, tag)) {
        const standout = standoutOf(marker.marksOf(other))
        counted.set(standout, (counted.get(standout) ?? 0) + 1)
      }
      standouts.set(tag, counted)
    }
    return counted.get(standoutOf(marks)) === 1
  }

  function numberOf(node: Node): number {
    const known = numbers.get(node)
    if (known !== undefined) return known
    const kind = kindOf(node)
    const parent = kind === 9 ? null : reaches(node)
    const parentNumber = parent ? numberOf(parent) : -1
    const siblings = parent && kind === 1 ? (first.nodes.get(parent)?.below ?? elementsBelow(parent)) : []
    const { marks, ownText, isOnly, children } = first.nodes.get(node) ?? firstOf(node, kind)
    const number = nodes.length
    // What came among children that were sketched before it has no place among them.
    const index = Array.prototype.indexOf.call(siblings, node)
    nodes.push({ number, parent: parentNumber, tag: marks[0], index, marks, ownText, isOnly, children })
    numbers.set(node, number)
    return number
  }

  function firstOf(node: Node, kind: number) {
    const below = Array.prototype.slice.call(elementsBelow(node)) as Element[]
    childrenSent += below.length
    const marks: Marks = kind === 1 ? marker.marksOf(node) : [kind === 9 ? '#document' : '#shadow', '', '', '']
    const made = {
      marks,
      ownText: marker.ownTextOf(node),
      isOnly: kind === 1 && isOnly(marks),
      children: childrenSent > childrenTaken ? null : below.map(marker.marksOf),
      below,
    }
    first.nodes.set(node, made)
    return made
  }

  function hitOf({ chain, kept }: Lead): SketchedHit | null {
    const shown = find(chain)
    const element = kept === null ? shown : assayKept?.elements[kept]
    if (!element || !isThere(element)) return null
    const known = first.hits.get(element) ?? lookAt(element)
    first.hits.set(element, known)
    return {
      node: numberOf(element),
      chain: element === shown ? null : chainOf(element),
      ...known,
      isInShadow: kindOf(Node.prototype.getRootNode.call(element)) === 11,
    }
  }

  function lookAt(element: Element) {
    const { place, nth } = places.get(element) ?? { place: pathOf(element), nth: 0 }
    const html = markupOf(element)
    return {
      html,
      whole: html.includes('…') ? wholeOf(element) : null,
      place: nth === 0 ? place : `${place} (${nth + 1})`,
      ...boxesOf(element),
    }
  }

  const hits = leads.map(hitOf)
  return { nodes, hits }
}

/** Through open shadow roots. Runs in the page. */
function find(chain: string[]): Element | null {
  let root: Document | ShadowRoot | null | undefined = document
  let element: Element | null | undefined
  for (const selector of chain) {
    try {
      element = root?.querySelector(selector)
    } catch {
      return null
    }
    if (!element) return null
    root = element.shadowRoot
  }
  return element ?? null
}

/** Reads the DOM past whatever a page has put in its way. Runs in the page. */
function domReaders() {
  // A form's field named "children" or "id" hides the form's own property, also from us: only the prototypes are sure.
  function own<Owner extends object, Name extends keyof Owner & string>(owner: { prototype: Owner }, name: Name) {
    const read = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get
    return (node: unknown): Owner[Name] => read?.call(node)
  }
  const parentOf = own(Node, 'parentNode')
  const kindOf = own(Node, 'nodeType')
  const hostOf = own(ShadowRoot, 'host')
  const elementsIn = own(Element, 'children')
  const elementsOf = own(Document, 'children')
  const elementsInRoot = own(DocumentFragment, 'children')
  const clientLeftOf = own(Element, 'clientLeft')
  const clientTopOf = own(Element, 'clientTop')
  return {
    parentOf,
    kindOf,
    childNodesOf: own(Node, 'childNodes'),
    isThere: own(Node, 'isConnected'),
    dataOf: own(CharacterData, 'data'),
    localNameOf: own(Element, 'localName'),
    attributesOf: (node: Node): (readonly [string, string])[] =>
      Element.prototype.getAttributeNames
        .call(node as Element)
        .map((name) => [name, Element.prototype.getAttribute.call(node, name) ?? ''] as const),
    /** Its parent; of a shadow tree's root, the element that it belongs to. */
    reaches: (node: Node): Node | null => (kindOf(node) === 11 ? hostOf(node) : parentOf(node)),
    elementsBelow(node: Node): HTMLCollection {
      const kind = kindOf(node)
      return kind === 9 ? elementsOf(node) : kind === 11 ? elementsInRoot(node) : elementsIn(node)
    },
    innerCornerOf: (element: Element) => ({ x: clientLeftOf(element), y: clientTopOf(element) }),
  }
}
type DomReaders = ReturnType<typeof domReaders>

/** Says how the steps from the nearest lasting id down to an element read. Runs in the page. */
function pathReader(
  { kindOf, reaches, parentOf, localNameOf, attributesOf }: DomReaders,
  fingerprints: { stepOf: typeof stepOf; isLasting: typeof isLasting },
) {
  const known = new Map<Node, string>()
  return function pathOf(node: Node): string {
    const path = known.get(node)
    if (path !== undefined) return path
    if (kindOf(node) !== 1) {
      const outer = reaches(node)
      return outer ? `${pathOf(outer)} >>> ` : ''
    }
    const { step, isAnchor } = fingerprints.stepOf(localNameOf(node), attributesOf(node), fingerprints.isLasting)
    const parent = isAnchor ? null : parentOf(node)
    const above = parent ? pathOf(parent) : ''
    const made = above === '' ? step : `${above}>${step}`.slice(-600)
    known.set(node, made)
    return made
  }
}

/** Gives selectors that lead to one element alone, one for each shadow tree that it stands in. Runs in the page. */
function chainReader({ kindOf, reaches, parentOf, localNameOf, elementsBelow }: DomReaders) {
  const stepOf = (node: Node, parent: Node): string =>
    `${CSS.escape(localNameOf(node))}:nth-child(${Array.prototype.indexOf.call(elementsBelow(parent), node) + 1})`

  return function chainOf(element: Element): string[] {
    const steps: string[] = []
    const scope = Node.prototype.getRootNode.call(element) as Document | ShadowRoot
    const ownId = (node: Node): string | null => {
      const id = Element.prototype.getAttribute.call(node, 'id') ?? ''
      const selector = `#${CSS.escape(id)}`
      return id !== '' && scope.querySelectorAll(selector).length === 1 ? selector : null
    }
    let at: Node = element
    let anchor = ownId(at)
    for (let parent = parentOf(at); !anchor && parent && kindOf(parent) === 1; parent = parentOf(at)) {
      steps.unshift(stepOf(at, parent))
      at = parent
      anchor = ownId(at)
    }
    const root = kindOf(scope) === 11 ? scope : null
    // Right under a shadow root: one further down may have the same place among its own siblings.
    steps.unshift(anchor ?? (root ? `${stepOf(at, root)}:not(* > *)` : CSS.escape(localNameOf(at))))
    const host = root && reaches(root)
    return [...(host ? chainOf(host as Element) : []), steps.join(' > ')]
  }
}

/** Gives the start of an element's markup, as far as it is shown. Runs in the page. */
function markupReader({ kindOf, dataOf, localNameOf, attributesOf, childNodesOf }: DomReaders) {
  const htmlTaken = 300
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

  function startTagOf(element: Element): string {
    const attributes = attributesOf(element)
    const values = new Map(attributes)
    const isSecret =
      localNameOf(element) === 'input' &&
      (/^(?:password|hidden)$/i.test(values.get('type') ?? '') ||
        /password|one-time-code|cc-/i.test(values.get('autocomplete') ?? ''))
    let tag = `<${localNameOf(element)}`
    for (const [name, value] of attributes) {
      const shown = isSecret && name === 'value' && value !== '' ? '…' : value
      tag += ` ${name}="${escaped(shown.length > 120 ? `${shown.slice(0, 120)}…` : shown).replace(/"/g, '&quot;')}"`
      if (tag.length > htmlTaken) break
    }
    return `${tag}>`
  }

  const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

  return function markupOf(element: Element): string {
    let markup = ''
    const write = (node: Node): void => {
      if (markup.length > htmlTaken) return
      if (kindOf(node) === 3) markup += escaped(String(dataOf(node)).slice(0, htmlTaken * 4))
      if (kindOf(node) !== 1) return
      const tag = localNameOf(node)
      markup += startTagOf(node as Element)
      if (empty.test(tag)) return
      const children = childNodesOf(node)
      for (let at = 0; at < children.length && markup.length <= htmlTaken; at++) {
        const child = children[at]
        if (child) write(child)
        markup = markup.replace(/\s+/g, ' ')
      }
      markup += `</${tag}>`
    }
    write(element)
    markup = markup.replace(/\s+/g, ' ').trim()
    return markup.length > htmlTaken ? `${markup.slice(0, htmlTaken - 1)}…` : markup
  }
}

/**
 * Gives a digest of all of an element's markup, however long, as far as it lasts: without ids that scripts made up, and without what
 * was entered. Null of what is too much to be gone through. FNV-1a of 32 bits, by two multipliers. Runs in the page.
 */
function wholeReader(
  { kindOf, dataOf, localNameOf, attributesOf, childNodesOf }: DomReaders,
  { isLasting: lasts }: { isLasting: typeof isLasting },
) {
  const takenOfOne = 200_000
  let left = 4_000_000

  return function wholeOf(element: Element): string | null {
    let [one, two, taken] = [0x811c9dc5, 0x811c9dc5, 0]
    const take = (text: string): void => {
      taken += text.length
      for (let at = 0; at < text.length && taken <= takenOfOne; at++) {
        one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
        two = Math.imul(two ^ text.charCodeAt(at), 0x010001a7)
      }
    }
    const write = (node: Node): void => {
      if (taken > takenOfOne || taken > left) return
      if (kindOf(node) === 3) take(String(dataOf(node)).replace(/\s+/g, ' '))
      if (kindOf(node) !== 1) return
      const tag = localNameOf(node)
      take(`<${tag}`)
      for (const [name, value] of attributesOf(node as Element)) {
        const points = /^(?:id|for|name|aria-[a-z]+|href)$/.test(name)
        const isKept = !(points && !lasts(value.replace(/^#/, ''))) && !(tag === 'input' && name === 'value')
        take(` ${name}="${isKept ? value : ''}"`)
      }
      take('>')
      const children = childNodesOf(node)
      for (let at = 0; at < children.length; at++) {
        const child = children[at]
        if (child) write(child)
      }
      take('</>')
    }
    write(element)
    const isWhole = taken <= takenOfOne && taken <= left
    left -= Math.min(taken, left)
    const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0')
    return isWhole ? hex(one) + hex(two) : null
  }
}

/** In a frame: from the corner of what it shows. In the page: from the page's corner, wherever it is scrolled to. Runs in the page. */
function boxReader({ innerCornerOf }: DomReaders, isPage: boolean) {
  const tenth = (pixels: number) => Math.round(pixels * 10) / 10
  return (element: Element): Pick<SketchedHit, 'box' | 'inner'> => {
    const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element)
    const x = left + (isPage ? window.scrollX : 0)
    const y = top + (isPage ? window.scrollY : 0)
    const corner = innerCornerOf(element)
    return {
      box: width > 0 && height > 0 ? { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) } : null,
      inner: { x: x + corner.x, y: y + corner.y },
    }
  }
}
