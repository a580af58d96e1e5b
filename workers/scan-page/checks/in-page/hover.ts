/** Content that only the mouse brings out: style rules with :hover that reveal what no rule with :focus and no script reveals. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isFocusable, nameOf, quote, selectorOf, squeeze, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

export const hoverOnlyContent: CheckMeta = {
  rule: 'hover-only-content',
  criteria: ['2.1.1', '1.4.13'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Show it on :focus-within as well as on :hover, or open it with a button that has aria-expanded.',
}

const rulesRead = 20_000
const revealsTaken = 200

type Reveal = { base: string; trigger: string }

/** @param isHeard whether a script listens for keys, clicks or focus at an element. */
export function hoverOnly(isHeard: (element: Element) => boolean): Found[] {
  const reveals: Reveal[] = []
  const otherwise = new Set<string>()
  const focused: string[] = []
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
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      if (!sheet.disabled) read(sheet.cssRules)
    } catch {
      // A style sheet of another site does not let itself be read.
    }
  }
  const found: Found[] = []
  for (const reveal of reveals) {
    if (found.length >= 5) break
    if (otherwise.has(lastPart(reveal.base))) continue
    found.push(...judge(reveal, isHeard, focused).slice(0, 2))
  }
  return found.filter((each, index) => found.findIndex((other) => String(other.place) === String(each.place)) === index)
}

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

function judge({ base, trigger }: Reveal, isHeard: (element: Element) => boolean, focused: readonly string[]): Found[] {
  return safely(() => [...document.querySelectorAll(base)])
    .slice(0, 20)
    .flatMap((element) => {
      if (!(element instanceof HTMLElement) || element.closest('[aria-hidden="true"], [hidden]')) return []
      const text = squeeze(element.textContent ?? '')
      const isGone = !element.checkVisibility({ visibilityProperty: true })
      const isClear = !isGone && !element.checkVisibility({ opacityProperty: true })
      if ((!isGone && !isClear) || text.length < 2) return []
      if (focused.some((selector) => fits(element, selector))) return []
      const source = triggerOf(element, trigger)
      if (!source?.checkVisibility({ visibilityProperty: true })) return []
      if (opensOtherwise(source, element, isHeard)) return []
      const controls = [...element.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')]
      // Its own text once more, said where it is focused, is no loss: a tooltip of what is named so.
      const heard = [source, ...source.querySelectorAll('*')]
        .map((each) => `${nameOf(each)} ${describedBy(each)}`)
        .join(' ')
      if (controls.length === 0 && heard.toLowerCase().includes(text.toLowerCase())) return []
      // What is transparent keeps its place in the tab order: it is reached, though not seen.
      const isSure =
        controls.length > 0 &&
        isGone &&
        !source.matches('a[href]') &&
        !source.querySelector(':scope > a[href]:not([href="#"])')
      return [
        {
          rule: hoverOnlyContent.rule,
          verdict: isSure ? ('violation' as const) : ('review' as const),
          impact: controls.length > 0 ? ('serious' as const) : ('moderate' as const),
          criteria: controls.length > 0 ? ['2.1.1'] : ['2.1.1', '1.4.13'],
          place: selectorOf(element),
          confidence: controls.length > 0 ? ('high' as const) : ('medium' as const),
          message: `${quote(text)} ${controls.length > 0 ? `and its ${controls.length === 1 ? 'control' : `${controls.length} controls`} ` : ''}come out only when the mouse is over ${tagOf(source)}: no style rule for focus and no script shows them to the keyboard.`,
          recommendation: hoverOnlyContent.remedy,
        },
      ]
    })
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
  (element.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => (id ? (document.getElementById(id)?.textContent ?? '') : ''))
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
