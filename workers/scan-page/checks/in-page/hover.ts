/** Content that only the mouse brings out: style rules with :hover that reveal what no rule with :focus and no script reveals. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  allMatching,
  closest,
  isFocusable,
  namedBy,
  nameOf,
  quote,
  squeeze,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { sheetsOf } from '#workers/scan-page/checks/in-page/style-rules'

export const hoverOnlyContent: CheckMeta = {
  rule: 'hover-only-content',
  criteria: ['2.1.1', '1.4.13'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Show it on :focus-within as well as on :hover, or open it with a button that has aria-expanded.',
}

export const hoverContentLost: CheckMeta = {
  rule: 'hover-content-lost',
  criteria: ['1.4.13'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Keep it open while the pointer is on it: put it inside of what brings it out, without a gap between them.',
}

export const hoverContentStays: CheckMeta = {
  rule: 'hover-content-stays',
  criteria: ['1.4.13'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Let Escape take it away while the pointer or the focus stays where it is.',
}

const rulesRead = 20_000
const revealsTaken = 200

type Reveal = { base: string; trigger: string }

/** What comes out when the mouse is over something: as the style sheets have it, to be tried. */
export type Revealed = {
  content: HTMLElement
  source: Element
  /** What is wrong if nothing else brings it out; null where something does, and only what is in it is to be looked at. */
  found: Found | null
  /** The pointer leaves what brings it out before it is on it. */
  isBeside: boolean
}

const revealedTaken = 8

type Heard = {
  /** Whether a script listens for keys, clicks or focus at an element, */
  isHeard: (element: Element) => boolean
  /** and for clicks at something in it. */
  holdsPressed: (element: Element) => boolean
}

export function revealedByHover({ isHeard, holdsPressed }: Heard): Revealed[] {
  const reveals: Reveal[] = []
  const otherwise = new Set<string>()
  const focused: string[] = []
  const itself: string[] = []
  let left = rulesRead
  const read = (rules: CSSRuleList) => {
    for (const rule of rules) {
      left -= 1
      if (left < 0) return
      if (rule instanceof CSSStyleRule) {
        const { selectorText } = rule
        const isHover = selectorText.includes(':hover')
        if ((isHover || keyed.test(selectorText)) && shows(rule.style)) {
          const each = selectorsOf(selectorText)
          if (isHover && reveals.length < revealsTaken) reveals.push(...each.flatMap(revealOf))
          if (isHover)
            itself.push(
              ...each.filter((one) => /:hover[^\s>+~]*$/.test(one)).map((one) => one.replaceAll(':hover', '')),
            )
          for (const selector of each.filter((one) => keyed.test(one))) {
            otherwise.add(lastPart(selector))
            focused.push(selector.replace(/:focus(?:-within|-visible)?/g, ''))
          }
        }
        if (rule.cssRules.length > 0) read(rule.cssRules)
      } else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.media.mediaText).matches) read(rule.cssRules)
      } else if (rule instanceof CSSGroupingRule) read(rule.cssRules)
    }
  }
  for (const sheet of sheetsOf(allElements())) {
    try {
      if (!sheet.disabled) read(sheet.cssRules)
    } catch {
      // A style sheet of another site does not let itself be read.
    }
  }
  const all: Revealed[] = []
  for (const reveal of reveals) {
    if (all.length >= revealedTaken) break
    const isOtherwise = otherwise.has(lastPart(reveal.base))
    const revealed = judge(reveal, isHeard, focused).map((each) => (isOtherwise ? { ...each, found: null } : each))
    const told = revealed
      .map((each) => ({ ...each, isBeside: isBeside(each, reveals, itself) }))
      .filter((each) => each.found !== null || each.isBeside || holdsPressed(each.content) || isTip(each))
      .slice(0, 2)
    all.push(...told.filter(({ content }) => !all.some((other) => other.content === content)))
  }
  return all.slice(0, revealedTaken)
}

/** What is over the rest of the page, and is not all of it controls. */
const isTip = ({ content }: Revealed) =>
  /absolute|fixed/.test(getComputedStyle(content).position) && squeeze(content.textContent ?? '').length >= 2

/** No rule that shows it goes by the pointer being on it, or on what it is in. */
function isBeside({ content, source }: Revealed, reveals: readonly Reveal[], itself: readonly string[]): boolean {
  if (source.contains(content) || itself.some((selector) => fits(content, selector))) return false
  return !reveals.some(({ base, trigger }) => fits(content, base) && content.parentElement?.closest(trigger))
}

const crossedPx = 2

/** While it is out: whether the pointer can come onto it. */
export function outOfReach(revealed: Revealed): Found[] {
  const { content, source, isBeside } = revealed
  const text = squeeze(content.textContent ?? '')
  const isLost = getComputedStyle(content).pointerEvents === 'none' || isBeside || gapOf(content, source) > crossedPx
  if (text.length < 2 || !isLost || isBridged(revealed)) return []
  return [
    foundOf(hoverContentLost, {
      element: content,
      // Of a word or two, as an icon is called, little is lost.
      tier: text.length >= longText ? 'practice' : 'warning',
      confidence: 'medium',
      message: `${quote(text)} is out while the mouse is over ${tagOf(source)}, and goes before the mouse is on it.`,
    }),
  ]
}

const longText = 20

/** What goes slowly is still there when the pointer arrives, and a part that is drawn may lie between. */
function isBridged({ content, source }: Revealed): boolean {
  const { transitionDelay, transitionDuration } = getComputedStyle(content)
  return (
    [transitionDelay, transitionDuration].some((times) => /[1-9]/.test(times)) ||
    [content, source].some((each) =>
      ['::before', '::after'].some((part) => !/^(?:none|normal)$/.test(getComputedStyle(each, part).content)),
    )
  )
}

function gapOf(content: Element, source: Element): number {
  const [a, b] = [content.getBoundingClientRect(), source.getBoundingClientRect()]
  return Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
}

/** In the page as it is now. */
export const isOut = ({ content }: Revealed): boolean =>
  content.checkVisibility({ visibilityProperty: true, opacityProperty: true })

/** What takes the focus beside what comes out: there, the keyboard would bring it out. */
export const focusableAt = ({ content, source }: Revealed): Element[] =>
  [source, ...source.querySelectorAll('*')].filter((each) => !content.contains(each) && isFocusable(each)).slice(0, 4)

const keyed =
  /:focus|:checked|:target|\[open\]|\[aria-expanded|\.(?:is-|has-)?(?:open|active|show|shown|visible|expanded|focus|focused|hover)\b/

const shows = (style: CSSStyleDeclaration) =>
  (style.display !== '' && style.display !== 'none') ||
  style.visibility === 'visible' ||
  (style.opacity !== '' && Number(style.opacity) >= 0.5)

/** A list of selectors, split at the commas outside of brackets. */
const selectorsOf = (text: string): string[] => text.split(/,(?![^(]*\))/).map((each) => each.trim())

const lastPart = (selector: string) =>
  selector
    .replace(/:(?:hover|focus(?:-within|-visible)?)/g, '')
    .split(/[\s>+~]+/)
    .at(-1) ?? ''

function revealOf(selector: string): Reveal[] {
  const parts = /^(.*?:hover(?:[^\s>+~]*))\s*([\s>+~].*)$/.exec(selector)
  if (!parts?.[1] || !parts[2] || selector.includes('&') || /:(?:not|has|is|where)\([^)]*:hover/.test(selector))
    return []
  return [{ base: selector.replaceAll(':hover', ''), trigger: parts[1].replaceAll(':hover', '') }]
}

function judge(
  { base, trigger }: Reveal,
  isHeard: (element: Element) => boolean,
  focused: readonly string[],
): Revealed[] {
  return safely(() => allMatching(base))
    .slice(0, 20)
    .flatMap((content) => {
      if (!(content instanceof HTMLElement) || content.closest('[aria-hidden="true"], [hidden]')) return []
      if (content.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      const source = triggerOf(content, trigger)
      if (!source?.checkVisibility({ visibilityProperty: true })) return []
      const isReached = focused.some((selector) => fits(content, selector)) || opensOtherwise(source, content, isHeard)
      return [{ content, source, found: isReached ? null : lossOf(content, source), isBeside: false }]
    })
}

/** What is lost to the keyboard; null where it is said elsewhere, or nothing. */
function lossOf(content: HTMLElement, source: Element): Found | null {
  const text = squeeze(content.textContent ?? '')
  if (text.length < 2) return null
  const isGone = !content.checkVisibility({ visibilityProperty: true })
  const worked = 'a[href], button, input, select, textarea, [tabindex]'
  const controls = [content, ...content.querySelectorAll(worked)].filter((each) => each.matches(worked))
  // Its own text once more, said where it is focused, is no loss: a tooltip of what is named so.
  const heard = [source, ...source.querySelectorAll('*')]
    .filter((each) => (controls.length === 0 && !isGone) || !content.contains(each))
    .map((each) => `${nameOf(each)} ${describedBy(each)}`)
    .join(' ')
  if (controls.length === 0 && heard.toLowerCase().includes(text.toLowerCase())) return null
  // What is transparent keeps its place in the tab order: it is reached, though not seen.
  const isSure =
    controls.length > 0 &&
    isGone &&
    !source.matches('a[href]') &&
    !source.querySelector(':scope > a[href]:not([href="#"])')
  const holding =
    controls.length === 0 ? '' : `and its ${controls.length === 1 ? 'control' : `${controls.length} controls`} `
  const found = foundOf(hoverOnlyContent, {
    element: content,
    // Where a link leads to a page of its own, that may have the same; whoever opens menus does not know.
    tier: isSure ? 'error' : controls.length > 1 && isGone ? 'practice' : 'warning',
    criteria: controls.length > 0 ? ['2.1.1'] : ['2.1.1', '1.4.13'],
    confidence: controls.length > 0 ? 'high' : 'medium',
    message: `${quote(text)} ${holding}come out only when the mouse is over ${tagOf(source)}: no style rule for focus and no script shows them to the keyboard.`,
  })
  return controls.length > 0 ? found : { ...found, impact: 'moderate' }
}

function fits(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

function safely(read: () => Element[]): Element[] {
  try {
    return read()
  } catch {
    return []
  }
}

function triggerOf(element: Element, trigger: string): Element | null {
  try {
    const above = element.parentElement?.closest(trigger)
    if (above) return above
    for (let at = element.previousElementSibling; at; at = at.previousElementSibling) if (at.matches(trigger)) return at
  } catch {
    return null
  }
  return null
}

const describedBy = (element: Element) =>
  namedBy(element, 'aria-describedby')
    .map(({ textContent }) => textContent)
    .join(' ')

/** By a script, a native disclosure or an ARIA pattern at the trigger or inside of it. */
function opensOtherwise(source: Element, content: Element, isHeard: (element: Element) => boolean): boolean {
  const near = [source, ...source.querySelectorAll('a, button, summary, [tabindex], [role], label, span, div')].filter(
    (each) => !content.contains(each),
  )
  return near.slice(0, 20).some((each) => {
    if (each.matches('summary, [aria-expanded], [aria-haspopup], [aria-controls], [popovertarget]')) return true
    return isHeard(each) && (each === source || isFocusable(each) || closest(each, 'button, a') !== null)
  })
}
