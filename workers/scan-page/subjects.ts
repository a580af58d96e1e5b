/** The elements that findings speak of, looked up in the page: one evaluation per frame, whatever the number of findings. */
import type { Frame, Page } from 'puppeteer'
import type { Box } from '#db/documents/scan-report'
import { worldOf } from '#workers/page/isolated-world'
import { unshadowed } from '#workers/page/unshadow'
import { type Marks, markerOf, standoutOf } from '#workers/scan-page/element-signature'
import { childFrame } from '#workers/scan-page/engines/frames'
import type { Finding, Target } from '#workers/scan-page/finding'
import { isLasting, stepOf } from '#workers/scan-page/fingerprint'

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

/** Of one frame as much as is needed to find its subjects in its source: they, their ancestors, and the ancestors' children. */
export type FrameSketch = {
  url: string
  /** The element that holds the frame; null for the page itself. */
  holder: { frame: number; node: number } | null
  nodes: SketchedNode[]
}

export type SubjectElement = {
  /** Two targets that mean one element have one subject. */
  key: string
  selector: string
  /** The frame's place in `frames`, and its address; the page itself has 0 and null. */
  frame: number
  frameUrl: string | null
  /** Null when nothing matches any more. */
  node: number | null
  /** The start of its markup. */
  html: string
  /** Where it stands, said without texts and counters. */
  place: string
  /** In CSS pixels from the page's top left corner. */
  box: Box | null
  isInShadow: boolean
}

export type Subjects = { frames: FrameSketch[]; of: (target: Target) => SubjectElement }

const targetsTaken = 20_000

type Selector = Target[number]
/** A target with what is left of it once the frames before have been entered. */
type Sought = { name: string; target: Target; rest: Target }
type Visit = {
  frame: Frame
  holder: FrameSketch['holder']
  /** Where the frame's top left corner is on the page. */
  at: { x: number; y: number }
  /** How its holder's place reads. */
  place: string
  sought: Sought[]
}

/** Looks up what all findings speak of. A target that matches nothing, or whose frame is gone, has a subject without a node. */
export async function subjectsOf(page: Page, findings: readonly Pick<Finding, 'target'>[]): Promise<Subjects> {
  const frames: FrameSketch[] = []
  const byTarget = new Map<string, SubjectElement>()
  const byKey = new Map<string, SubjectElement>()
  const visits: Visit[] = [
    {
      frame: page.mainFrame(),
      holder: null,
      at: { x: 0, y: 0 },
      place: '',
      sought: [...new Map(findings.map(({ target }) => [JSON.stringify(target), target]))]
        .slice(0, targetsTaken)
        .map(([name, target]) => ({ name, target, rest: target })),
    },
  ]
  for (const visit of visits) {
    const seen = await look(visit)
    if (!seen) continue
    const number = frames.push({ url: visit.frame.url(), holder: visit.holder, nodes: seen.nodes }) - 1
    for (const { name, target, rest } of visit.sought) {
      const hit = seen.hitOf(rest)
      if (!hit || rest.length > 1) continue
      const key = `${number}:${hit.node}`
      const subject = byKey.get(key) ?? subjectOf(hit, { key, target, visit, number })
      byKey.set(key, subject)
      byTarget.set(name, subject)
    }
    visits.push(...(await innerVisits(visit, number, seen.hitOf)))
  }
  return { frames, of: (target) => byTarget.get(JSON.stringify(target)) ?? lostSubject(target) }
}

type HitOf = (rest: Target) => Hit | undefined

async function look({ frame, holder, sought }: Visit): Promise<{ nodes: SketchedNode[]; hitOf: HitOf } | undefined> {
  const chains = new Map(sought.map(({ rest: [head = ''] }) => [JSON.stringify(head), chainOf(head)]))
  try {
    const { nodes, hits } = await worldOf(frame).evaluate<[], Sketch>(scriptFor([...chains.values()], holder === null))
    const byChain = new Map([...chains.keys()].map((name, at) => [name, hits[at] ?? undefined]))
    return { nodes, hitOf: ([head = '']) => byChain.get(JSON.stringify(head)) }
  } catch (error) {
    // A frame may go at any moment; without the page itself there is nothing to speak of.
    if (holder === null) throw error
    return undefined
  }
}

async function innerVisits(visit: Visit, number: number, hitOf: HitOf): Promise<Visit[]> {
  const inner = Map.groupBy(
    visit.sought.filter(({ rest }) => rest.length > 1),
    ({ rest: [head] }) => JSON.stringify(head),
  )
  const visits: Visit[] = []
  for (const group of inner.values()) {
    const [first] = group
    const hit = first && hitOf(first.rest)
    const frame = hit && (await childFrame(visit.frame, chainOf(first.rest[0] ?? '')).catch(() => undefined))
    if (!hit || !frame) continue
    visits.push({
      frame,
      holder: { frame: number, node: hit.node },
      at: { x: visit.at.x + hit.inner.x, y: visit.at.y + hit.inner.y },
      place: `${visit.place}${hit.place} >>> `,
      sought: group.map(({ name, target, rest }) => ({ name, target, rest: rest.slice(1) })),
    })
  }
  return visits
}

function subjectOf(
  hit: Hit,
  { key, target, visit, number }: { key: string; target: Target; visit: Visit; number: number },
): SubjectElement {
  const { node, html, place, box, isInShadow } = hit
  return {
    key,
    selector: selectorOf(target),
    frame: number,
    frameUrl: visit.holder ? visit.frame.url() : null,
    node,
    html,
    place: visit.place + place,
    box: box && { ...box, x: tenth(box.x + visit.at.x), y: tenth(box.y + visit.at.y) },
    isInShadow,
  }
}

function lostSubject(target: Target): SubjectElement {
  const selector = selectorOf(target)
  return {
    key: `lost:${selector}`,
    selector,
    frame: 0,
    frameUrl: null,
    node: null,
    html: '',
    place: selector,
    box: null,
    isInShadow: false,
  }
}

const chainOf = (selector: Selector): string[] => (typeof selector === 'string' ? [selector] : selector)
const selectorOf = (target: Target): string => target.flat().join(' >>> ')
const tenth = (pixels: number): number => Math.round(pixels * 10) / 10

type Hit = {
  node: number
  html: string
  place: string
  box: Box | null
  /** The top left corner of what a frame shows. */
  inner: { x: number; y: number }
  isInShadow: boolean
}
type Sketch = { nodes: SketchedNode[]; hits: (Hit | null)[] }

/** As text, since what is sent into a page can bring no other functions along. */
const scriptFor = (chains: string[][], isPage: boolean): string =>
  `(${own(sketchFrame)})(${JSON.stringify(chains)}, ${isPage}, { find: ${own(find)}, markerOf: ${own(markerOf)}, standoutOf: ${own(standoutOf)}, stepOf: ${own(stepOf)}, isLasting: ${own(isLasting)} })`

const own = (act: (...args: never[]) => unknown): string => unshadowed(`${act}`, 'expression')

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

type Tools = {
  find: typeof find
  markerOf: typeof markerOf
  standoutOf: typeof standoutOf
  stepOf: typeof stepOf
  isLasting: typeof isLasting
}

/** Runs in the page. */
function sketchFrame(
  chains: string[][],
  isPage: boolean,
  { find, markerOf, standoutOf, stepOf, isLasting }: Tools,
): Sketch {
  const childrenTaken = 100_000
  const elementsCounted = 50_000
  const htmlTaken = 300

  // A form's field named "children" or "id" hides the form's own property, also from us: only the prototypes are sure.
  function own<Owner extends object, Name extends keyof Owner & string>(owner: { prototype: Owner }, name: Name) {
    const read = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get
    return (node: unknown): Owner[Name] => read?.call(node)
  }
  const parentOf = own(Node, 'parentNode')
  const childNodesOf = own(Node, 'childNodes')
  const kindOf = own(Node, 'nodeType')
  const dataOf = own(CharacterData, 'data')
  const localNameOf = own(Element, 'localName')
  const elementsIn = own(Element, 'children')
  const elementsOf = own(Document, 'children')
  const elementsInRoot = own(DocumentFragment, 'children')
  const hostOf = own(ShadowRoot, 'host')
  const attributesOf = (node: Node): (readonly [string, string])[] =>
    Element.prototype.getAttributeNames
      .call(node as Element)
      .map((name) => [name, Element.prototype.getAttribute.call(node, name) ?? ''] as const)

  const marker = markerOf<Node>({
    tagOf: (node) => (kindOf(node) === 1 ? localNameOf(node) : undefined),
    textOf: (node) => (kindOf(node) === 3 ? dataOf(node) : undefined),
    childrenOf: (node) => childNodesOf(node),
    attributesOf,
  })

  const looks = new Map<string, number>()
  const places = new Map<Element, { place: string; nth: number }>()
  const counts = new Map<string, number>()
  const chainsOf = new Map<Node, string>()

  const reaches = (node: Node): Node | null => (kindOf(node) === 11 ? hostOf(node) : parentOf(node))

  /** How the steps from the nearest lasting id down to the element read. */
  function pathOf(node: Node): string {
    const known = chainsOf.get(node)
    if (known !== undefined) return known
    if (kindOf(node) !== 1) {
      const outer = reaches(node)
      return outer ? `${pathOf(outer)} >>> ` : ''
    }
    const { step, isAnchor } = stepOf(localNameOf(node), attributesOf(node), isLasting)
    const parent = isAnchor ? null : parentOf(node)
    const above = parent ? pathOf(parent) : ''
    const path = above === '' ? step : `${above}>${step}`.slice(-600)
    chainsOf.set(node, path)
    return path
  }

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

  const childrenOf = (node: Node): HTMLCollection => {
    const kind = kindOf(node)
    return kind === 9 ? elementsOf(node) : kind === 11 ? elementsInRoot(node) : elementsIn(node)
  }

  function numberOf(node: Node): number {
    const known = numbers.get(node)
    if (known !== undefined) return known
    const kind = kindOf(node)
    const parent = kind === 9 ? null : reaches(node)
    const parentNumber = parent ? numberOf(parent) : -1
    const children = childrenOf(node)
    childrenSent += children.length
    const siblings = parent && kind === 1 ? childrenOf(parent) : []
    const marks = kind === 1 ? marker.marksOf(node) : ([kind === 9 ? '#document' : '#shadow', '', '', ''] as const)
    const number = nodes.length
    nodes.push({
      number,
      parent: parentNumber,
      tag: marks[0],
      index: Array.prototype.indexOf.call(siblings, node),
      marks,
      ownText: marker.ownTextOf(node),
      isOnly: kind === 1 && isOnly(marks),
      children:
        childrenSent > childrenTaken
          ? null
          : (Array.prototype.map.call(children, marker.marksOf) as SketchedNode['children']),
    })
    numbers.set(node, number)
    return number
  }

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

  /** The start of the markup, as far as it is shown. */
  function markupOf(element: Element): string {
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

  /** In a frame: from the corner of what it shows. In the page: from the page's corner, wherever it is scrolled to. */
  function boxesOf(element: Element): Pick<Hit, 'box' | 'inner'> {
    const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element)
    const x = left + (isPage ? window.scrollX : 0)
    const y = top + (isPage ? window.scrollY : 0)
    const tenth = (pixels: number) => Math.round(pixels * 10) / 10
    return {
      box: width > 0 && height > 0 ? { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) } : null,
      inner: { x: x + own(Element, 'clientLeft')(element), y: y + own(Element, 'clientTop')(element) },
    }
  }

  function hitOf(chain: string[]): Hit | null {
    const element = find(chain)
    if (!element) return null
    const { place, nth } = places.get(element) ?? { place: pathOf(element), nth: 0 }
    return {
      node: numberOf(element),
      html: markupOf(element),
      place: nth === 0 ? place : `${place} (${nth + 1})`,
      ...boxesOf(element),
      isInShadow: kindOf(Node.prototype.getRootNode.call(element)) === 11,
    }
  }

  const hits = chains.map(hitOf)
  return { nodes, hits }
}
