/** Movement that a press or scrolling sets off, and that nobody can switch off who asked the system for less of it. */
import type { CheckMeta, Hit } from '#workers/scan-page/checks/check'
import {
  allElements,
  animationsOfPage,
  isSeen,
  nameOf,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

export const motionOnInteraction: CheckMeta = {
  rule: 'motion-on-interaction',
  criteria: ['2.3.3'],
  tier: 'practice',
  isOnlyIfAsked: true,
  impact: 'moderate',
  remedy:
    'Put the movement under @media (prefers-reduced-motion: no-preference), and let what comes simply appear elsewhere.',
}

const farPx = 100
const shortestMs = 200
const asksForLess = /prefers-reduced-motion/

/** Whether anything on the page, a style or a script, asks what the system was told about movement. */
export const heedsLessMotion = (elements: readonly Element[]): boolean =>
  readStyleRules(elements).some(({ media }) => asksForLess.test(media)) ||
  readPrograms(elements).some(({ text }) => asksForLess.test(text))

/** What moves, and whether it takes long or turns over on its way: that is seen as movement by everybody. */
export type Moving = { element: Element; isWild: boolean }

const longMs = 700

/** What moves far or turns at this moment, to an end: text or pictures of the page on their way. */
export function movingFar(): Moving[] {
  const far = new Map<Element, boolean>()
  for (const { effect, playState } of animationsOfPage()) {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target || effect.pseudoElement)
      continue
    const { endTime = 0, duration = 0 } = effect.getComputedTiming()
    if (!Number.isFinite(Number(endTime)) || Number(duration) < shortestMs) continue
    const ways = effect
      .getKeyframes()
      .map((frame) => [frame['transform'], frame['translate'], frame['left'], frame['top']].join(' '))
    const places = ways.map((way) => lengthOf(way, effect.target))
    const isFar = Math.max(...places) - Math.min(...places) >= farPx
    const turns = effect.getKeyframes().map((frame) => turnOf(`${frame['transform']} ${frame['rotate']}`))
    const isTurned = Math.max(...turns) - Math.min(...turns) >= halfTurn && isLarge(effect.target)
    if (isFar || isTurned) far.set(effect.target, isTurned || Number(duration) >= longMs)
  }
  return [...far].map(([element, isWild]) => ({ element, isWild }))
}

const halfTurn = 180
/** A small sign that turns over, such as the arrow of what unfolds, moves nothing. */
const leastTurnedPx = 100

const isLarge = (element: Element): boolean =>
  element instanceof HTMLElement && Math.min(element.offsetWidth, element.offsetHeight * 2) >= leastTurnedPx

const degrees: Readonly<Record<string, number>> = { deg: 1, turn: 360, rad: 57.3, grad: 0.9 }

/** The greatest of its turns, in degrees; 0 for none. */
const turnOf = (written: string): number =>
  Math.max(
    0,
    ...[...written.matchAll(/(-?[\d.]+)(deg|turn|grad|rad)/g)].map(([, amount, unit = 'deg']) =>
      Math.abs(Number(amount) * (degrees[unit] ?? 1)),
    ),
  )

/** How far from its place, in pixels: the longest of its ways. */
function lengthOf(written: string, target: Element | null): number {
  const matrix = /matrix\(([^)]*)\)/.exec(written)?.[1]?.split(',').map(Number)
  if (matrix) return Math.max(Math.abs(matrix[4] ?? 0), Math.abs(matrix[5] ?? 0))
  const { width = 0 } = target?.getBoundingClientRect() ?? {}
  const units: Readonly<Record<string, number>> = {
    px: 1,
    '%': width / 100,
    vw: innerWidth / 100,
    vh: innerHeight / 100,
    em: 16,
    rem: 16,
  }
  const lengths = [...written.matchAll(/(-?[\d.]+)(px|%|v[wh]|r?em)/g)].map(([, amount, unit = 'px']) =>
    Math.abs(Number(amount) * (units[unit] ?? 1)),
  )
  return Math.max(0, ...lengths)
}

const scrolling =
  /IntersectionObserver|addEventListener\(\s*['"`]scroll|\bonscroll\b|\.(?:on|bind)\(\s*['"`]scroll|\.scroll\(\s*(?:function|\()/
const settling = /classList|className|addClass|\.style\b|\.css\(|\.animate\(/
const shifted = /translate(?!3d\(0(?:px)?, 0(?:px)?, 0)|rotate|scale3?d?\(/

/** Parts that wait beside their place until scrolling lets them in, and what goes at another speed than the page. */
export function movedByScrolling(elements: readonly Element[]): Hit[] {
  const programs = readPrograms(elements).filter(({ text }) => scrolling.test(text) && settling.test(text))
  const standing = groundsStanding(elements)
  if ((programs.length === 0 && standing.length === 0) || heedsLessMotion(elements)) return []
  const [still] = standing
  if (still) return [hitOf(still, 'The picture behind this stands still while the page is scrolled over it')]
  const waiting = readStyleRules(elements).find(({ selector, style, isConditional }) => {
    const isMoved = shifted.test(style.transform) || (style.translate !== '' && style.translate !== 'none')
    if (isConditional || !isMoved || /:(?:hover|focus|active|before|after)/.test(selector)) return false
    const { transition, transitionProperty } = style
    const hosts = transition === '' && transitionProperty === '' ? [] : fitting(elements, selector)
    return /transform|translate|all/.test(transition || transitionProperty) && hosts.some(isPart)
  })
  const [part] = waiting ? fitting(elements, waiting.selector).filter(isPart) : []
  if (part && waiting) {
    const { transform, translate } = waiting.style
    const isSure =
      Math.max(lengthOf(transform, part), lengthOf(translate, part)) >= farPx || turnOf(transform) >= halfTurn
    return [
      hitOf(part, `${quote(spokenText(part, 60))} waits beside its place until scrolling lets it move in`, isSure),
    ]
  }
  const parallax = programs.some(
    ({ text }) => /(?:scrollY|pageYOffset|scrollTop)/.test(text) && /backgroundPosition|translate/.test(text),
  )
  const [ground] = parallax
    ? pick(elements, '[class*="parallax" i], [class*="hero" i], [style*="background"]').filter((each) => isSeen(each))
    : []
  return ground ? [hitOf(ground, 'A script moves this at another speed than the page while it is scrolled')] : []
}

const smallestGround = 200

/** Parts over a picture that does not go with them; what lies behind all of the page stands behind every part of it alike. */
const groundsStanding = (elements: readonly Element[]): Element[] =>
  readStyleRules(elements)
    .filter(({ style, isConditional }) => !isConditional && /fixed/.test(style.backgroundAttachment))
    .flatMap(({ selector }) => fitting(elements, selector))
    .filter((element) => {
      const { backgroundAttachment, backgroundImage } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      if (element.matches('html, body') || !/url\(/.test(backgroundImage) || !/fixed/.test(backgroundAttachment))
        return false
      return Math.min(width, height) >= smallestGround && isSeen(element)
    })

const isPart = (element: Element): boolean =>
  !element.matches('button, a, svg *, i') && spokenText(element, 40).length >= 12 && element.checkVisibility()

const hitOf = (element: Element, what: string, isSure = false): Hit => ({
  element,
  tier: isSure ? 'practice' : 'warning',
  confidence: 'medium',
  message: `${what}, and neither a style nor a script of the page asks whether less movement is wanted.`,
})

/** @param far what moved far after a press. */
export function movedByPress(opener: Element, far: readonly Moving[]): Hit[] {
  const first = far.find(({ isWild }) => isWild) ?? far[0]
  if (!first || heedsLessMotion(allElements())) return []
  const part = quote(spokenText(first.element, 60) || 'a part of the page')
  // What is pressed is told of where what moves is gone by then.
  return first.isWild && first.element.isConnected
    ? [hitOf(first.element, `Pressing ${quote(nameOf(opener))} makes ${part} move or turn far over the page`, true)]
    : [hitOf(opener, `Pressing this makes ${part} move far over the page`, first.isWild)]
}
