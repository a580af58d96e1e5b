/** Text that is cut off by its box: now, when it is spaced out, when the page is zoomed; and pages too wide for a narrow window. */
import {
  ancestorsOf,
  animationsOfPage,
  closest,
  extentOf,
  isExposed,
  isIcon,
  isSeen,
  nameOf,
  quote,
  selectorOf,
  squeeze,
  tagOf,
  withStyle,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { overlapping, placedTexts } from '#workers/scan-page/checks/in-page/spaced-overlap'

const boxesTaken = 60
const textsPerBox = 20
/** Lines of text (their height, or their width) that may vanish before it is said so. */
const linesSpared = 0.5

const reviewsTaken = 3
const isViolation = ({ verdict }: Found) => verdict === 'violation'

type Tight = { element: Element; hidden: number }

/** Boxes that hide what overflows them and cannot grow with their text, each with how much of its text is hidden now. */
export function tightBoxes(elements: readonly Element[]): readonly Tight[] {
  const found = known.get(elements) ?? readTight(elements)
  known.set(elements, found)
  return found
}

const known = new WeakMap<readonly Element[], readonly Tight[]>()

function readTight(elements: readonly Element[]): Tight[] {
  const tight: Tight[] = []
  for (const element of elements) {
    if (tight.length >= boxesTaken) return tight
    if (
      !(element instanceof HTMLElement) ||
      element.matches('html, body, textarea, input, select, svg, iframe, video, button > *')
    )
      continue
    const style = getComputedStyle(element)
    if (!hides(style.overflowX) && !hides(style.overflowY)) continue
    if (style.textOverflow === 'ellipsis' && style.whiteSpace.includes('nowrap')) continue
    if (style.getPropertyValue('-webkit-line-clamp') !== 'none') continue
    if (!isBounded(element, style) || squeeze(element.textContent ?? '').length < 3) continue
    if (!isExposed(element) || !isSeen(element)) continue
    // What runs through its box is cut off by it at all times, and comes to be seen.
    if (
      element.getAnimations({ subtree: true }).some((each) => each.effect?.getComputedTiming().iterations === Infinity)
    )
      continue
    tight.push({ element, hidden: hiddenText(element) })
  }
  return tight
}

const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'

function isBounded(element: HTMLElement, style: CSSStyleDeclaration): boolean {
  const map = element.computedStyleMap()
  const isFixed = (name: string) => !/^(?:auto|none|.*content|stretch)$/.test(String(map.get(name) ?? 'auto'))
  return isFixed('height') || isFixed('max-height') || style.whiteSpace.includes('nowrap')
}

/** How many lines of its text a box hides; a line cut sideways counts by the share of it that is gone. */
export function hiddenText(box: Element): number {
  const frame = box.getBoundingClientRect()
  const { overflowX, overflowY } = getComputedStyle(box)
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let hidden = 0
  let texts = 0
  for (let node = walker.nextNode(); node && texts < textsPerBox; node = walker.nextNode()) {
    if (squeeze(node.nodeValue ?? '') === '') continue
    if (
      node.parentElement &&
      (!isExposed(node.parentElement) || !node.parentElement.checkVisibility({ opacityProperty: true }))
    )
      continue
    texts += 1
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      if (line.width < 1 || line.height < 1) continue
      // The area of a line is higher than its letters; a fifth may stick out on each side.
      const slack = line.height * 0.2
      const letters = line.height - 2 * slack
      const share = (over: number) => (hides(overflowY) ? Math.min(Math.max(over - slack, 0), letters) / letters : 0)
      const below = share(line.bottom - frame.bottom)
      const above = share(frame.top - line.top)
      const aside = !hides(overflowX)
        ? 0
        : Math.min(Math.max(line.right - 2 - frame.right, 0), line.width) / line.height
      hidden += Math.max(below, above, Math.min(aside, 5))
    }
  }
  return hidden
}

/** @param lines the height of a line; what is higher by itself may stay so, as WCAG asks for so much at least. */
const spacing = (lines = '') => `
* { ${lines} letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`
const leastOfLine = 1.5

/** Sets the spacing of WCAG 1.4.12, measures, and takes it away again, all in one breath. */
export function spacedOut(tight: readonly Tight[], elements: readonly Element[]): Found[] {
  const candidates = tight.filter(({ element, hidden }) => hidden < linesSpared || isPlainText(element))
  const placed = placedTexts(elements)
  if (candidates.length + placed.length === 0) return []
  const airy = new Set(candidates.filter(({ element }) => isAiry(element)))
  const asIs = new Map(
    airy.size === 0
      ? []
      : withStyle(spacing(), () => [...airy].map((each) => [each, hiddenText(each.element)] as const)),
  )
  return withStyle(spacing(`line-height: ${leastOfLine} !important;`), () => {
    const cuts = candidates.flatMap((each) => {
      const { element, hidden } = each
      const now = Math.max(hiddenText(element), asIs.get(each) ?? 0)
      if (now - hidden < linesSpared) return []
      return [
        cut(
          element,
          'text-spacing-clipped',
          '1.4.12',
          hidden,
          now,
          'when letters, words and lines are spaced out as WCAG 1.4.12 sets them',
          hidden >= linesSpared,
        ),
      ]
    })
    return [...cuts, ...overlapping(placed)]
  })
}

/** Its lines are higher by themselves than they are set. */
function isAiry(box: Element): boolean {
  const holder = [...box.querySelectorAll('p, li, span, div')].find(hasOwnText) ?? box
  const { lineHeight, fontSize } = getComputedStyle(holder)
  return Number.parseFloat(lineHeight) > Number.parseFloat(fontSize) * leastOfLine
}

/** To be called at half the width and height, which is what a window shows at 200 %. */
export function zoomed(tight: readonly Tight[]): Found[] {
  endTransitions()
  const found = tight.flatMap(({ element, hidden }) => {
    if (!element.isConnected || !isSeen(element)) return []
    const now = hiddenText(element)
    const wasCut = hidden >= linesSpared
    // What was cut before the zoom is mostly meant so: slides, previews. Only a plain line of words is told of.
    if (wasCut ? !isPlainText(element) || now < linesSpared : now - hidden < linesSpared) return []
    return [cut(element, 'zoom-clipped', '1.4.4', wasCut ? 0 : hidden, now, 'at a zoom of 200 %', wasCut)]
  })
  return [...found.filter(isViolation), ...found.filter((each) => !isViolation(each)).slice(0, reviewsTaken)]
}

/** What slides to its place in the new window is measured where it comes to stand. */
function endTransitions(): void {
  for (const each of animationsOfPage()) if (each instanceof CSSTransition) each.finish()
}

/** Words alone, and no way beside them to the whole text, as a teaser has it. */
export function isPlainText(element: Element): boolean {
  if ([...element.querySelectorAll('*')].some((each) => !each.matches(wording))) return false
  if (closest(element, `a, button, [role]:not(${parts}), [aria-live]`)) return false
  const card = closest(element, 'article, li, section, td, [class*="card" i], [class*="teaser" i], [class*="item" i]')
  const isSmall = card !== null && squeeze(card.textContent ?? '').length <= longestCard
  const beside = [element.previousElementSibling, element.nextElementSibling]
  const near = isSmall ? [card] : beside.filter((each) => squeeze(each?.textContent ?? '').length <= longestWay)
  return !near.some((each) => each?.matches(ways) || each?.querySelector(ways))
}

const ways = 'a[href], button, summary'
const parts = '[role="main"], [role="region"], [role="article"], [role="tabpanel"], [role="group"]'
const wording = 'label, span, b, strong, em, i, small, br'
/** A part of the page that holds more is no teaser of one text. */
const longestCard = 400
const longestWay = 80

function cut(
  element: Element,
  rule: string,
  criterion: string,
  before: number,
  now: number,
  when: string,
  wasCut = false,
): Found {
  const isSure = !wasCut && before < 0.1 && now >= linesSpared
  return {
    rule,
    verdict: isSure ? 'violation' : 'review',
    impact: 'serious',
    criteria: [criterion],
    place: selectorOf(element),
    confidence: isSure || wasCut ? 'high' : 'medium',
    message: `The text ${quote(element.textContent ?? '')} is cut off by its box ${when}${wasCut ? ', as it is without it' : ''}.`,
    recommendation:
      'Let the box grow with its text: min-height for height, no overflow: hidden around text, no fixed heights in px or vh.',
  }
}

const twoDimensional =
  'table, pre, svg, canvas, video, iframe, object, [role="grid"], [role="table"], [role="treegrid"], [role="toolbar"], [role="img"], [role="application"], math, textarea, input, select, img, marquee'

/** Lines of a program keep their breaks; a name or a number within a sentence is text like any. */
const isProgram = (element: Element) =>
  closest(element, 'code, kbd, samp') !== null && getComputedStyle(element).whiteSpace.startsWith('pre')

/** To be called in a window of 320 px. */
export function tooWide(elements: readonly Element[]): Found[] {
  endTransitions()
  const scroller = document.scrollingElement
  if (!scroller || scroller.scrollWidth - innerWidth < 8) return []
  if (/hidden|clip/.test(overflowOf(document.documentElement) + (document.body ? overflowOf(document.body) : '')))
    return []
  const range = document.createRange()
  for (const element of elements) {
    if (!(element instanceof HTMLElement) || !hasOwnText(element)) continue
    const box = element.getBoundingClientRect()
    // Words that may not wrap stand out of their box.
    const { start } = extentOf(box)
    const end = start + Math.max(box.width, element.scrollWidth)
    if (end < innerWidth + 8 || start >= innerWidth - 16 || box.height === 0) continue
    if (closest(element, twoDimensional) || isProgram(element) || !isSeen(element)) continue
    if (isHeldBack(element) || isIcon(element)) continue
    const isCut = [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim().length < 3) return false
      range.selectNodeContents(node)
      return [...range.getClientRects()]
        .map(extentOf)
        .some((each) => each.end > innerWidth + 8 && each.start < innerWidth - 16)
    })
    if (!isCut) continue
    const fixed = [element, ...ancestorsOf(element)].find(
      (each) => each.getBoundingClientRect().width > innerWidth + 8 && each.localName !== 'html',
    )
    const why = fixed
      ? `${tagOf(fixed)} is ${Math.round(fixed.getBoundingClientRect().width)} px wide.`
      : 'Its words do not break, and stand out of their box.'
    return [
      {
        rule: 'reflow',
        verdict: 'violation',
        impact: 'serious',
        criteria: ['1.4.10'],
        place: selectorOf(element),
        confidence: 'high',
        message: `In a window of 320 px (1280 px at 400 %), the page is ${scroller.scrollWidth} px wide: ${quote(element.textContent ?? '')} can only be read by scrolling sideways. ${why}`,
        recommendation: stacked,
      },
    ]
  }
  // A field that is somewhat too wide is still worked where it begins.
  if (scroller.scrollWidth < innerWidth * farTooWide) return []
  const field = elements.find((element) => element.matches(worked) && isBesideWindow(element))
  const text = field ? undefined : elements.find((element) => isRunningText(element) && isBesideWindow(element))
  if (text)
    return [
      {
        rule: 'reflow',
        verdict: 'violation',
        impact: 'serious',
        criteria: ['1.4.10'],
        place: selectorOf(text),
        confidence: 'high',
        message: `In a window of 320 px (1280 px at 400 %), the page is ${scroller.scrollWidth} px wide: ${quote(text.textContent ?? '')} stands beside the window and can only be read by scrolling sideways.`,
        recommendation: stacked,
      },
    ]
  return field
    ? [
        {
          rule: 'reflow',
          verdict: 'violation',
          impact: 'serious',
          criteria: ['1.4.10'],
          place: selectorOf(field),
          confidence: 'high',
          message: `In a window of 320 px (1280 px at 400 %), the page is ${scroller.scrollWidth} px wide: ${tagOf(field)} ${quote(nameOf(field))} can only be worked by scrolling sideways.`,
          recommendation: stacked,
        },
      ]
    : []
}

const stacked = 'Let columns stack and text wrap: max-width: 100 % instead of widths in px, flex-wrap or a media query.'
const farTooWide = 1.5
const worked = 'input:not([type="hidden"]), select, textarea, button'

const isRunningText = (element: Element) =>
  element.matches('p, li, h2, h3, h4, dd, div') &&
  hasOwnText(element) &&
  (element.textContent ?? '').trim().length >= shortestRunning
const shortestRunning = 20

/** In the flow of the page, past its window’s edge: nothing that waits there to be slid in. */
function isBesideWindow(element: Element): boolean {
  const box = element.getBoundingClientRect()
  const { start } = extentOf(box)
  // What is typed into is read as it is typed: most of it has to be in sight; a file is chosen where its field begins.
  const from = element.matches('input:not([type="file"]), textarea') ? start + box.width / 2 : start
  if (box.height === 0 || from < innerWidth || !isSeen(element)) return false
  if (closest(element, 'table, [role="grid"], [role="toolbar"], [role="application"], [aria-hidden="true"]'))
    return false
  return [element, ...ancestorsOf(element)].every((each) => {
    const { position, transform, translate, overflowX } = getComputedStyle(each)
    const mayClip = each === element || each === document.documentElement || each === document.body
    const isInFlow = /^(?:static|relative)$/.test(position) && transform === 'none' && translate === 'none'
    return isInFlow && (mayClip || overflowX === 'visible')
  })
}

const overflowOf = (element: Element) => getComputedStyle(element).overflowX

const hasOwnText = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 2)

/** A box around it scrolls or hides by itself, or it is fixed outside the flow: then it does not widen the page. */
function isHeldBack(element: Element): boolean {
  return [element, ...ancestorsOf(element)].some((each) => {
    if (each === document.documentElement || each === document.body) return false
    const { overflowX, position } = getComputedStyle(each)
    return overflowX !== 'visible' || position === 'fixed'
  })
}
