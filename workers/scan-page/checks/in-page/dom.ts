/** The page as the in-page checks see it: elements through open shadow roots, what is shown, names, roles, selectors. */
import type { Place } from '#workers/scan-page/checks/in-page/found'
import { iconClass, iconFont, pictureName, privateSigns } from '#workers/scan-page/icons'

const elementsLookedAt = 20_000

type Memory = {
  clipped: WeakMap<Element, boolean>
  hidden: WeakMap<Element, boolean>
  names: WeakMap<Element, string>
  labels: Map<Node, Map<Element, HTMLLabelElement[]>>
}

/** What was told of elements while nothing changes: in one look, the same questions come up again and again. */
let memory: Memory | undefined

export const remember = () => {
  memory = { clipped: new WeakMap(), hidden: new WeakMap(), names: new WeakMap(), labels: new Map() }
}
export const forget = () => {
  memory = undefined
}

/** Whether it holds of an element or of one around it. */
function isWithin(element: Element, kind: 'clipped' | 'hidden', holds: (element: Element) => boolean): boolean {
  const known = memory?.[kind].get(element)
  if (known !== undefined) return known
  const parent = parentOf(element)
  const answer = holds(element) || (parent !== null && isWithin(parent, kind, holds))
  memory?.[kind].set(element, answer)
  return answer
}

/** Every element of the document and of its open shadow roots, in document order. */
export function allElements(root: Document | ShadowRoot = document): Element[] {
  const all: Element[] = []
  const roots: ShadowRoot[] = []
  collect(root, all, roots)
  if (root === document) openRoots = roots
  return all
}

function collect(root: Document | ShadowRoot, all: Element[], roots: ShadowRoot[]): void {
  for (const element of root.querySelectorAll('*')) {
    if (all.length >= elementsLookedAt) return
    all.push(element)
    if (!element.shadowRoot) continue
    roots.push(element.shadowRoot)
    collect(element.shadowRoot, all, roots)
  }
}

let openRoots: readonly ShadowRoot[] = []

/** The page, and the open shadow roots that it had when its elements were last gathered. */
const rootsOfPage = (): (Document | ShadowRoot)[] => [document, ...openRoots.filter(({ isConnected }) => isConnected)]

/** All that fits a selector, root by root. */
export const allMatching = <Kind extends Element = Element>(selector: string): Kind[] =>
  rootsOfPage().flatMap((root) => [...root.querySelectorAll<Kind>(selector)])

export const animationsOfPage = (): Animation[] => rootsOfPage().flatMap((root) => root.getAnimations())

/** Does something while a style holds for all of the page, and lets nothing of the page glide there or back. */
export function withStyle<Result>(css: string, act: () => Result): Result {
  const roots = rootsOfPage()
  const still = adopt(roots, '*, *::before, *::after { transition: none !important; }')
  const sheet = adopt(roots, css)
  try {
    return act()
  } finally {
    sheet.drop()
    // What it was before holds first, while nothing glides.
    settle()
    still.drop()
  }
}

function adopt(roots: readonly (Document | ShadowRoot)[], css: string): { drop: () => void } {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return {
    drop() {
      for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

/** Has the browser reckon all styles anew. */
const settle = (): number => document.documentElement.offsetHeight

/** What has an id in the shadow root of an element, or else on the page: ids reach no further. */
export function withId(near: Element, id: string): Element | null {
  const root = near.getRootNode()
  return id === '' ? null : (root instanceof ShadowRoot ? root : document).getElementById(id)
}

/** What attributes of an element name by their ids. */
export const namedBy = (element: Element, ...attributes: string[]): Element[] =>
  attributes
    .flatMap((name) => (element.getAttribute(name) ?? '').split(/\s+/))
    .flatMap((id) => withId(element, id) ?? [])

/** The labels of a field. The browser's own list looks through the whole page for each field. */
export function labelsOf(field: Field): readonly HTMLLabelElement[] {
  if (!memory) return [...(field.labels ?? [])]
  const root = field.getRootNode()
  const known = memory.labels.get(root)
  if (known) return known.get(field) ?? []
  const read = new Map<Element, HTMLLabelElement[]>()
  memory.labels.set(root, read)
  if (root instanceof Document || root instanceof ShadowRoot)
    for (const label of root.querySelectorAll('label'))
      if (label.control) read.set(label.control, [...(read.get(label.control) ?? []), label])
  return read.get(field) ?? []
}

type Picked = { members: ReadonlySet<Element>; roots: (Document | ShadowRoot)[]; bySelector: Map<string, Element[]> }

const picked = new WeakMap<readonly Element[], Picked>()

/** Those of the elements that fit; many checks look at the same ones, which are looked for once. */
export function pick(elements: readonly Element[], selector: string): readonly Element[] {
  const { members, roots, bySelector } = pickedOf(elements)
  const known = bySelector.get(selector)
  if (known) return known
  // The browser finds them ten times faster than asking each element does.
  const found = roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter((element) => members.has(element))
  bySelector.set(selector, found)
  return found
}

function pickedOf(elements: readonly Element[]): Picked {
  const known = picked.get(elements)
  if (known) return known
  const inside = elements.flatMap((element) => element.shadowRoot ?? [])
  const made: Picked = { members: new Set(elements), roots: [document, ...inside], bySelector: new Map() }
  picked.set(elements, made)
  return made
}

const written = new WeakMap<readonly Element[], { element: Element; own: string }[]>()

/** Those of the elements that hold text of their own, scripts and the like left out. */
export function textHolders(elements: readonly Element[]): readonly { element: Element; own: string }[] {
  const known = written.get(elements)
  if (known) return known
  const unread = new Set(pick(elements, 'script, style, noscript, template, title, textarea, option'))
  const all = elements.flatMap((element) => {
    const own = unread.has(element) ? '' : ownText(element)
    return own === '' ? [] : [{ element, own }]
  })
  written.set(elements, all)
  return all
}

export const headings = 'h1, h2, h3, h4, h5, h6, [role="heading"]'

/** Its parent, out of a shadow root if need be. */
export function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** What holds a button and those beside it, also where each stands in an entry of a list. */
export function rowOf(button: Element): Element | null {
  const parent = parentOf(button)
  return parent?.localName === 'li' ? parentOf(parent) : parent
}

export function ancestorsOf(element: Element): Element[] {
  const all: Element[] = []
  for (let at = parentOf(element); at; at = parentOf(at)) all.push(at)
  return all
}

/** Its nearest self or ancestor that fits, out of shadow roots if need be. */
export function closest(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; ) {
    const found: Element | null = at.closest(selector)
    if (found) return found
    const root: Node = at.getRootNode()
    at = root instanceof ShadowRoot ? root.host : null
  }
  return null
}

/** A selector that names this element alone: its id where that is unique, else a short path; an array through shadow roots. */
export function selectorOf(element: Element): Place {
  const parts: string[] = []
  let at: Element | null = element
  while (at) {
    const root: Node = at.getRootNode()
    parts.unshift(pathIn(at, root instanceof ShadowRoot ? root : document))
    at = root instanceof ShadowRoot ? root.host : null
  }
  const [first = 'html'] = parts
  return parts.length > 1 ? parts : first
}

/** The element that a selector names, or an array of them through open shadow roots. */
export function elementAt(path: readonly string[]): Element | null {
  let root: Document | ShadowRoot | null = document
  let found: Element | null = null
  for (const selector of path) {
    found = root?.querySelector(selector) ?? null
    root = found?.shadowRoot ?? null
  }
  return found
}

function pathIn(element: Element, root: Document | ShadowRoot): string {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = ownId(at, root)
    if (own) {
      steps.unshift(own)
      return steps.join(' > ')
    }
    if (at === document.documentElement || at === document.head || at === document.body) {
      steps.unshift(at.localName)
      return steps.join(' > ')
    }
    steps.unshift(stepOf(at))
  }
  return steps.join(' > ')
}

function ownId(element: Element, root: Document | ShadowRoot): string | null {
  const { id } = element
  if (typeof id !== 'string' || id === '' || id.length > 64) return null
  const selector = `#${CSS.escape(id)}`
  return root.querySelectorAll(selector).length === 1 ? selector : null
}

function stepOf(element: Element): string {
  const name = CSS.escape(element.localName)
  const siblings = element.parentNode ? [...element.parentNode.children] : [element]
  const alike = siblings.filter((sibling) => sibling.localName === element.localName)
  return alike.length > 1 ? `${name}:nth-of-type(${nthOfType(element, alike)})` : name
}

// :nth-of-type counts by expanded name; a sibling of the same local name is in practice of the same namespace.
const nthOfType = (element: Element, alike: Element[]) => alike.indexOf(element) + 1

/** It has a box and is not invisible. Off-screen text counts as shown: see isSeen. */
export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** How far it is from where the page’s lines begin: in Arabic and Hebrew at the right, and what is too wide goes on to the left. */
export function extentOf({ left, right }: DOMRect): { start: number; end: number } {
  const isToTheLeft = getComputedStyle(document.body ?? document.documentElement).direction === 'rtl'
  return isToTheLeft
    ? { start: innerWidth - right - scrollX, end: innerWidth - left - scrollX }
    : { start: left + scrollX, end: right + scrollX }
}

/** A person who sees the page can see it: shown, not moved off the page, not clipped to a dot, not transparent. */
export function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const box = element.getBoundingClientRect()
  if (box.width <= 1 || box.height <= 1) return false
  if (extentOf(box).end <= 0 || box.bottom + scrollY <= 0) return false
  return !isWithin(element, 'clipped', isDot)
}

function isDot(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  if (width > 2 && height > 2) return getComputedStyle(element).clipPath === 'inset(50%)'
  return getComputedStyle(element).overflow !== 'visible'
}

const isConcealed = (element: Element) => element.matches('[aria-hidden="true"], [inert]')

/** Assistive technology is told of it. */
export function isExposed(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && !isWithin(element, 'hidden', isConcealed)
}

export const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A text as it can stand in a message. */
export function quote(text: string, longest = 60): string {
  const short = squeeze(text)
  return `“${short.length > longest ? `${short.slice(0, longest - 1)}…` : short}”`
}

/** How an element is called in a message: <a>, <input type="text">. */
export function tagOf(element: Element): string {
  const type = element.localName === 'input' ? ` type="${element.getAttribute('type') ?? 'text'}"` : ''
  const role = element.getAttribute('role')
  return `<${element.localName}${type}${role ? ` role="${role}"` : ''}>`
}

/** The text an element has of its own, without that of its children. */
export function ownText(element: Element): string {
  let text = ''
  for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? ''
  return squeeze(text)
}

/** A font draws pictures in the place of its words. */
export const isIcon = (element: Element): boolean =>
  iconFont.test(getComputedStyle(element).fontFamily) ||
  privateSigns.test(ownText(element)) ||
  (iconClass.test(element.getAttribute('class') ?? '') && pictureName.test(ownText(element)))

/** What a screen reader would read of it: text that is exposed, with the alternatives of images. */
export function spokenText(element: Element, longest = 2000): string {
  if (!element.firstElementChild && element.checkVisibility({ visibilityProperty: true })) {
    return squeeze((element.textContent ?? '').slice(0, longest))
  }
  const parts: string[] = []
  speak(element, parts, { left: longest })
  return squeeze(parts.join(''))
}

function speak(node: Node, parts: string[], room: { left: number }): void {
  for (const child of node.childNodes) {
    if (room.left <= 0) return
    if (child.nodeType === Node.TEXT_NODE) {
      const text = child.nodeValue ?? ''
      parts.push(text)
      room.left -= text.length
    } else if (child instanceof Element && isSpoken(child)) {
      const label =
        child.getAttribute('aria-label') ?? (child.matches('img, area, input') ? child.getAttribute('alt') : '')
      const block = !/^inline/.test(getComputedStyle(child).display)
      if (block) parts.push(' ')
      if (label) parts.push(label)
      else {
        if (child.localName === 'svg') parts.push(svgTitle(child))
        else speak(child, parts, room)
      }
      if (block) parts.push(' ')
    }
  }
}

function isSpoken(element: Element): boolean {
  if (element.matches('script, style, template, noscript, [aria-hidden="true"]')) return false
  return element.checkVisibility({ visibilityProperty: true }) || element.matches('area, svg *')
}

const svgTitle = (svg: Element) => svg.querySelector(':scope > title')?.textContent ?? ''

/** Its accessible name, near enough: labelled-by, label, native labels, alternatives, content, title. */
export function nameOf(element: Element): string {
  const known = memory?.names.get(element)
  if (known !== undefined) return known
  const name = readName(element)
  memory?.names.set(element, name)
  return name
}

function readName(element: Element): string {
  const labelled = squeeze(namedBy(element, 'aria-labelledby').map(labelText).join(' '))
  if (labelled) return labelled
  const label = squeeze(element.getAttribute('aria-label') ?? '')
  if (label) return label
  const native = nativeName(element)
  return native || squeeze(element.getAttribute('title') ?? '')
}

const labelText = (element: Element | null): string =>
  element ? element.getAttribute('aria-label') || spokenText(element) || squeeze(element.textContent ?? '') : ''

function nativeName(element: Element): string {
  if (element instanceof HTMLInputElement && /^(?:button|submit|reset)$/.test(element.type))
    return squeeze(element.value)
  if (isField(element))
    return squeeze(
      labelsOf(element)
        .map((label) => spokenText(label))
        .join(' '),
    )
  if (element.matches('img, area, input[type="image"]')) return squeeze(element.getAttribute('alt') ?? '')
  if (element.localName === 'svg') return squeeze(svgTitle(element))
  if (element.localName === 'fieldset') return spokenText(element.querySelector(':scope > legend') ?? element)
  if (element.matches('iframe, video, audio, canvas, table')) return ''
  return spokenText(element)
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isField = (element: Element): element is Field =>
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(?:hidden|button|submit|reset|image)$/.test(element.type))

const nativelyFocusable =
  'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"]'

/** It can take focus: natively or by tabindex, and is neither disabled nor hidden. */
export function isFocusable(element: Element): boolean {
  if (!element.matches(`${nativelyFocusable}, [tabindex]`)) return false
  return (
    !element.matches(':disabled') &&
    !closest(element, '[inert]') &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

/** It is among the stops of the Tab key. */
export const isStop = (element: Element): boolean =>
  isFocusable(element) && (element instanceof HTMLElement || element instanceof SVGElement) && element.tabIndex >= 0

/** Its role where the author wrote one, the first that is none of the empty ones included. */
export const writtenRole = (element: Element): string =>
  squeeze(element.getAttribute('role') ?? '')
    .toLowerCase()
    .split(' ')[0] ?? ''

/** The nearest block that its words stand in. */
export function blockOf(element: Element): Element {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (!/^(?:inline|contents|ruby)/.test(getComputedStyle(at).display)) return at
  }
  return document.documentElement
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text that may tell what it is about. */
export const contentWords = (text: string): string[] =>
  wordsOf(text).filter((word) => word.length >= 4 || /\d/.test(word))
