/** Words that hardly stand out from their ground while the mouse is over them or the focus on them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { ancestorsOf, isIcon, isSeen, parentOf, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import {
  fitting,
  partsOf,
  readStyleRules,
  type StyleRule,
  specificityOf,
} from '#workers/scan-page/checks/in-page/style-rules'
import { writtenColor } from '#workers/scan-page/checks/in-page/written-color'

const partsTaken = 300
const elementsTaken = 6
const judgedAtMost = 40
/** Style sheets of frameworks have thousands of rules: whoever comes after it is to have time as well. */
const longestMs = 300
const hitsTaken = 10
const unseen = 1.05
/** So faint, nobody disputes it. */
const hardlySeen = 3

/** What a selector says of a state, as it is with the keyboard: of the mouse, whatever is around is under it as well. */
const states = {
  hover: { of: /:hover/g, atEnd: /:hover$/, told: ':hover' },
  focus: { of: /:focus(?:-visible|-within)?(?![-\w])/g, atEnd: /:focus(?:-visible)?$/, told: ':focus' },
} as const
type State = keyof typeof states

/** One part of a selector and what is written there. */
type Painting = Pick<StyleRule, 'style' | 'isLayered'> & { part: string; base: string; isOfState: boolean }

export const contrastOnHover: StaticCheck = {
  rule: 'contrast-on-hover',
  criteria: ['1.4.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Choose colours of 4.5:1 for the state under the mouse and with the focus as well.',
  find(elements) {
    const rules = readStyleRules(elements).filter(
      ({ holdsNow, style }) =>
        holdsNow && (style.color !== '' || style.backgroundColor !== '' || style.background !== ''),
    )
    const told = new Set<Element>()
    const until = performance.now() + longestMs
    return (['hover', 'focus'] as const)
      .flatMap((state): Hit[] => {
        const paintings = rules.flatMap((rule) => paintingsOf(rule, state))
        const ofState = paintings.filter(({ isOfState }) => isOfState)
        return candidates(elements, ofState, state)
          .filter((element) => performance.now() < until && mayBeFaint(element, ofState))
          .slice(0, judgedAtMost)
          .flatMap((element) => {
            if (told.has(element) || performance.now() > until) return []
            const hits = judge(elements, element, paintings, state)
            if (hits.length > 0) told.add(element)
            return hits
          })
      })
      .slice(0, hitsTaken)
  },
}

function paintingsOf({ selector, style, isLayered }: StyleRule, state: State): Painting[] {
  return partsOf(selector).flatMap((part) => {
    if (/::|:(?:before|after|active|disabled)(?![-\w])/.test(part)) return []
    const bare = part.replace(states[state].of, '')
    return [{ style, isLayered, part, base: filledIn(bare), isOfState: bare !== part }]
  })
}

/** A star where a state was all that was said of an element. */
const filledIn = (bare: string): string =>
  bare
    .replace(/([>+~])\s*(?=[>+~]|$)/g, '$1*')
    .replace(/^\s*(?=[>+~]|$)/, '*')
    .replace(/\s+$/, ' *')

/** Elements that a rule of a state gives a colour to, or a ground. */
function candidates(elements: readonly Element[], ofState: readonly Painting[], state: State): Element[] {
  const other = state === 'hover' ? states.focus.of : states.hover.of
  const own = ofState.filter(
    ({ style, base }) => (style.color !== '' || style.backgroundColor !== '') && base !== '*' && !base.match(other),
  )
  return [...new Set(own.slice(0, partsTaken).flatMap(({ base }) => fitting(elements, base).slice(0, elementsTaken)))]
}

/** Some colour of the state on some ground of it is faint, whichever of them hold in the end. */
function mayBeFaint(element: Element, ofState: readonly Painting[]): boolean {
  const own = ofState.filter(({ base }) => isFitting(element, base))
  const colorsOf = (name: 'color' | 'background-color') =>
    own.flatMap(({ style }) => writtenColor(style.getPropertyValue(name), element) ?? [])
  const base = groundColor(element)
  if (!base) return false
  const grounds = [base, ...colorsOf('background-color').map(({ color, alpha }) => over(color, alpha, base))]
  const now = writtenColor(getComputedStyle(element).color, element)
  return [...colorsOf('color'), ...(now ? [now] : [])].some(({ color, alpha }) =>
    grounds.some((ground) => contrastOf(over(color, alpha, ground), ground) < most),
  )
}

const most = 4.5

type Written = { value: string; isOfState: boolean }

/** What the cascade comes to; null where nothing is written, undefined where it is not reckoned. */
function written(element: Element, name: 'color' | 'background-color', paintings: readonly Painting[]) {
  let won: (Written & { rank: number }) | null = null
  const rankOf = (weight: number, priority: string) => weight + (priority === 'important' ? 1e12 : 0)
  for (const { style, part, base, isOfState, isLayered } of paintings) {
    const isUnread = name === 'background-color' && style.background.includes('var(')
    const value = style.getPropertyValue(name) || (isUnread ? style.background : '')
    if (value === '' || !isFitting(element, base)) continue
    if (isLayered) return undefined
    const rank = rankOf(specificityOf(part), style.getPropertyPriority(name))
    if (!won || rank >= won.rank) won = { value, isOfState, rank }
  }
  const inline = element instanceof HTMLElement ? element.style.getPropertyValue(name) : ''
  return inline !== '' && !(won && won.rank >= 1e12) ? { value: inline, isOfState: false } : won
}

function isFitting(element: Element, base: string): boolean {
  try {
    return element.matches(base)
  } catch {
    return false
  }
}

function judge(elements: readonly Element[], element: Element, paintings: readonly Painting[], state: State): Hit[] {
  const style = getComputedStyle(element)
  if (element.matches(':disabled, [aria-disabled="true"]') || !isSeen(element)) return []
  if (style.backgroundImage !== 'none' || style.textShadow !== 'none') return []
  const color = written(element, 'color', paintings)
  const ground = groundIn(element, paintings)
  const [now, base] = [paintOf(style.color), groundColor(element)]
  if (color === undefined) return []
  // Words may stay as they are while the ground changes under them.
  const paint = color?.isOfState ? writtenColor(color.value, element) : now
  if (!paint || paint.alpha < 0.1 || !ground || !now || !base) return []
  const contrast = contrastOf(over(paint.color, paint.alpha, ground), ground)
  if (contrast < unseen) return []
  // What is faint at rest is told of as that.
  const atRest = contrastOf(over(now.color, now.alpha, base), base)
  const faint = wordsIn(elements, element, paintings).find(({ needed }) => contrast < needed && atRest >= needed)
  if (!faint) return []
  return [
    {
      element,
      tier: contrast < hardlySeen ? 'practice' : 'warning',
      confidence: 'high',
      message: `With ${states[state].told}, ${quote(faint.own)} has a contrast of ${contrast.toFixed(2)}:1 with its ground; ${faint.needed}:1 is needed.`,
    },
  ]
}

const paintsGround = ({ background, backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
  [background, backgroundColor, backgroundImage].some((value) => value !== '')

/** What lies behind it in that state; null where it is not reckoned: a state around it may lay another ground, too. */
function groundIn(element: Element, paintings: readonly Painting[]) {
  const grounds = paintings.filter(({ isOfState, style }) => isOfState && paintsGround(style))
  const isRepainted = (each: Element) => grounds.some(({ base }) => isFitting(each, base))
  if (ancestorsOf(element).some(isRepainted)) return null
  if (grounds.some(({ base, style }) => /gradient|url/.test(style.backgroundImage) && isFitting(element, base)))
    return null
  const own = written(element, 'background-color', paintings)
  if (own === undefined) return null
  if (!own?.isOfState) return groundColor(element)
  const paint = writtenColor(own.value, element)
  const behind = groundColor(parentOf(element) ?? element)
  if (!paint) return null
  return paint.alpha === 1 ? paint.color : behind && over(paint.color, paint.alpha, behind)
}

/** The words that take their colour from it, and what contrast they need; signs of a font are none. */
function wordsIn(elements: readonly Element[], element: Element, paintings: readonly Painting[]) {
  return textHolders(elements).flatMap(({ element: holder, own }) => {
    if (!element.contains(holder) || own.length < 2 || !/\p{L}/u.test(own) || isIcon(holder) || !isSeen(holder))
      return []
    for (let at = holder; at !== element; at = parentOf(at) ?? element) {
      const color = written(at, 'color', paintings)
      if (color === undefined || (color !== null && color.value !== 'inherit')) return []
    }
    const { fontSize, fontWeight } = getComputedStyle(holder)
    const size = Number.parseFloat(fontSize)
    return [{ own, needed: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5 }]
  })
}
