/** Drawings that move by themselves without end beside a text, with nothing in sight to stop them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { animationsOfPage, closest, isSeen, nameOf, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { canPause, isOwnSwitch } from '#workers/scan-page/checks/in-page/pause'

/** Smaller ones are signs that something is being waited for. */
const smallestPx = 48
const waiting =
  '[role="progressbar"], [role="status"], [aria-busy="true"], [aria-live], button, [class*="spin" i], [class*="load" i]'
const waitingWords = /load|wait|busy|progress|lädt|lade|charg|cargan|caric|laden|wczyt/i

export const drawingEndless: StaticCheck = {
  rule: 'drawing-endless',
  criteria: ['2.2.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'End the movement within five seconds, or give a button that pauses or hides it.',
  find(elements) {
    const drawings = new Set(
      pick(elements, 'svg animate, svg animateTransform, svg animateMotion').flatMap((animation) =>
        isEndless(animation) && animation instanceof SVGElement ? (outermostOf(animation) ?? []) : [],
      ),
    )
    const blinking = new Set(
      pick(elements, 'svg text animate, svg tspan animate').flatMap((animation) =>
        isEndless(animation) && animation instanceof SVGElement && isOff(animation)
          ? (outermostOf(animation) ?? [])
          : [],
      ),
    )
    const moving = [...drawings].filter((drawing) => {
      const { width, height } = drawing.getBoundingClientRect()
      return (
        Math.min(width, height) >= (blinking.has(drawing) ? 1 : smallestPx) &&
        isSeen(drawing) &&
        !drawing.animationsPaused() &&
        !closest(drawing, waiting) &&
        !waitingWords.test(nameOf(drawing))
      )
    })
    const pictures = picturesMoved().filter(
      (picture) => !moving.some((drawing) => drawing.contains(picture) || picture.contains(drawing)),
    )
    if (moving.length + pictures.length === 0 || canPause(elements)) return []
    const still = pictures
      .filter((picture) => !isOwnSwitch(picture))
      .map((element) => ({
        element,
        tier: isLarge(element) && !turnsInPlace(element) ? ('practice' as const) : ('warning' as const),
        message: 'This picture is moved by a style without end, and no pause button is to be seen.',
      }))
    return [
      ...still,
      ...moving.map((element) => ({
        element,
        tier:
          blinking.has(element) || (isLarge(element) && isShifted(element))
            ? ('practice' as const)
            : ('warning' as const),
        message: blinking.has(element)
          ? 'The words in this drawing blink without end, and no pause button is to be seen.'
          : 'This drawing moves by itself without end, and no pause button is to be seen.',
      })),
    ]
  },
}

/** Larger than any sign of waiting. */
const largePx = 80

function isLarge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return Math.min(width, height) >= largePx
}

/** Something in it goes from one place to another without end. */
const isShifted = (drawing: Element): boolean =>
  [...drawing.querySelectorAll('animateMotion, animateTransform[type="translate"], animate')].some(
    (animation) =>
      isEndless(animation) &&
      (animation.localName !== 'animate' ||
        /^(?:x|y|cx|cy|d|points)$/.test(animation.getAttribute('attributeName') ?? '')),
  )

const shifting = /^(?:transform|translate|rotate|left|right|top|bottom|offsetDistance|backgroundPosition[XY]?)$/
const picture = 'img, picture, svg, canvas, video'

/** Pictures without words, one of the page or in the ground of a box, that an animation of the page's styles moves for ever. */
function picturesMoved(): Element[] {
  const moved = new Set<Element>()
  for (const { effect, playState } of animationsOfPage()) {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target || effect.pseudoElement)
      continue
    const { target } = effect
    if (moved.has(target) || Number.isFinite(Number(effect.getComputedTiming().endTime))) continue
    const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame).filter((name) => shifting.test(name)))
    if (names.length === 0 || !isPicture(target) || closest(target, waiting) || !isSeen(target)) continue
    const { width, height } = target.getBoundingClientRect()
    if (Math.min(width, height) >= smallestPx && !waitingWords.test(nameOf(target))) moved.add(target)
  }
  return [...moved]
}

/** As signs of waiting do. */
const turnsInPlace = (element: Element): boolean =>
  element
    .getAnimations()
    .every(
      ({ effect }) =>
        effect instanceof KeyframeEffect &&
        effect
          .getKeyframes()
          .every((frame) =>
            /^(?:none|rotate\([^)]*\)|scale\([^)]*\)|\s)*$/.test(
              ['transform', 'translate', 'left', 'top', 'backgroundPosition', 'backgroundPositionX']
                .map((name) => frame[name] ?? '')
                .join(' '),
            ),
          ),
    )

/** What says words is told of as a text that moves. */
const isPicture = (element: Element): boolean =>
  spokenText(element, 20).length < 3 &&
  (element.matches(picture) ||
    element.querySelector(picture) !== null ||
    /url\(/.test(getComputedStyle(element).backgroundImage))

/** It takes the words away and back. */
const isOff = (animation: Element): boolean =>
  /^(?:opacity|fill-opacity|visibility|display)$/.test(animation.getAttribute('attributeName') ?? '') &&
  /(?:^|;)\s*(?:0(?:\.0\d*)?|hidden|none)\s*(?:;|$)/.test(
    `${animation.getAttribute('values') ?? ''};${animation.getAttribute('from') ?? ''};${animation.getAttribute('to') ?? ''}`,
  )

/** It begins by itself: at no press, and at no end of another. */
const isEndless = (animation: Element): boolean =>
  (animation.getAttribute('repeatCount') === 'indefinite' || animation.getAttribute('repeatDur') === 'indefinite') &&
  /^\s*(?:\+?[\d.:]+(?:ms|s|min|h)?\s*)?$/.test(animation.getAttribute('begin') ?? '') &&
  !/^0(?:ms|s)?$/.test(animation.getAttribute('dur') ?? '0')

function outermostOf(animation: SVGElement): SVGSVGElement | null {
  let drawing = animation.ownerSVGElement
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement
  return drawing
}
