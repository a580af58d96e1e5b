/** Drawings and paintings of some size with no text alternative. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  parentOf,
  pick,
  squeeze,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import { colorsOf, isWithinNamed } from '#workers/scan-page/checks/in-page/pictures'

export const graphicWithoutAlternative: StaticCheck = {
  rule: 'graphic-without-alternative',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'If it tells the reader something, give it role="img" and an aria-label; if it is decoration, aria-hidden="true".',
  find: (elements) =>
    pick(elements, 'svg, canvas, embed').flatMap((element) => {
      if (element.matches('svg svg, [role], [aria-label], [aria-labelledby], [title]')) return []
      if (element.localName === 'svg' && element.querySelector(':scope > title')) return []
      const { width, height } = element.getBoundingClientRect()
      if (width < 48 || height < 48 || !isExposed(element) || !isSeen(element) || isWithinNamed(element)) return []
      if (closest(element, 'figure')?.querySelector('figcaption')) return []
      const what =
        element.localName === 'svg'
          ? drawing(element)
          : element.localName === 'embed'
            ? file(element)
            : painting(element)
      if (!what) return []
      return [
        {
          element,
          // HTML asks for content in a canvas that says what it shows; one laid behind or over others is mostly decoration.
          tier:
            (element.localName === 'canvas' && isInFlow(element)) || what === 'a picture' || what === untold
              ? ('practice' as const)
              : ('warning' as const),
          confidence: 'low' as const,
          message: `This ${tagOf(element)} of ${Math.round(width)} × ${Math.round(height)} px (${what}) has no text alternative and is not marked as decoration.`,
        },
      ]
    }),
}

function drawing(svg: Element): string | null {
  // Text in an SVG is read; what is drawn beside it is then mostly explained by it.
  if (svg.querySelector('text')) return isUntoldCurve(svg) ? untold : null
  if (svg.querySelector('image') && isInFlow(svg)) return 'a picture'
  const shapes = svg.querySelectorAll('path, circle, rect, polygon, polyline, line, ellipse, image, use').length
  if (shapes >= 3) return `${shapes} shapes`
  return [...svg.querySelectorAll('polyline, path')].some(isCurve) && isInFlow(svg) ? 'a curve' : null
}

const fewestPoints = 4
const untold = 'a curve with more points than there are numbers for it'

/** Its axes have their words; how high it is where, no number in it or around it tells. */
function isUntoldCurve(svg: Element): boolean {
  const points = Math.max(0, ...[...svg.querySelectorAll('polyline, path')].filter(isCurve).map(pointsOf))
  if (points < fewestPoints || !isInFlow(svg)) return false
  const parent = parentOf(svg)
  const after = parent?.matches('main, body, [role="main"]') ? svg.nextElementSibling : parent?.nextElementSibling
  const around = [closest(svg, 'figure, section, article, li, td'), parent, after?.matches(telling) ? after : null]
  return [svg, ...around.filter((each) => each !== null)].every(
    (each) =>
      each.matches('main, body, [role="main"]') ||
      (!each.matches(tables) && !each.querySelector(tables) && numbersIn(each) < Math.min(points, enoughNumbers)),
  )
}

const tables = 'table, title, desc, details'
const telling = 'p, ul, ol, dl, table, details, figcaption'

/** So many points of a long curve tell how it goes. */
const enoughNumbers = 8
function numbersIn(element: Element): number {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let numbers = 0
  while (walker.nextNode()) numbers += walker.currentNode.nodeValue?.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0
  return numbers
}

/** A line through several points that runs over most of the drawing, as in a chart. */
function isCurve(shape: Element): boolean {
  const { fill, stroke } = getComputedStyle(shape)
  if (fill !== 'none' || stroke === 'none' || closest(shape, 'defs, clipPath, mask, symbol')) return false
  const box = shape.getBoundingClientRect()
  const { width } = shape.closest('svg')?.getBoundingClientRect() ?? { width: 0 }
  return pointsOf(shape) >= fewestPoints && width >= 2 * 48 && box.width >= width * 0.6
}

const numbersOf: Readonly<Record<string, number>> = { l: 2, t: 2, q: 4, s: 4, c: 6 }

function pointsOf(shape: Element): number {
  const points = (shape.getAttribute('points') ?? '').trim().split(/[\s,]+/).length / 2
  // One letter may stand for several steps, each with as many numbers as it takes.
  const steps = [...(shape.getAttribute('d') ?? '').matchAll(/([lcqst])([^a-z]*)/gi)].map(
    ([, letter = '', numbers = '']) =>
      (numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.length ?? 0) / (numbersOf[letter.toLowerCase()] ?? 2),
  )
  return Math.max(points, 1 + Math.floor(steps.reduce((sum, each) => sum + each, 0)))
}

/** What a plug-in element shows, where that is a picture. */
const file = (element: Element): string | null =>
  /^image\//i.test(element.getAttribute('type') ?? '') ||
  /\.(?:png|jpe?g|gif|webp|svg|avif)(?:[?#]|$)/i.test(element.getAttribute('src') ?? '')
    ? 'a picture'
    : null

function painting(canvas: Element): string | null {
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0 || canvas.height === 0) return null
  if (squeeze(canvas.textContent ?? '') !== '') return null
  try {
    return colorsOf(canvas, 32).some(([, share]) => share > 0) ? 'a painting' : null
  } catch {
    return 'a painting with pictures of another site'
  }
}

function isInFlow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return (
    width * height < innerWidth * innerHeight * 0.5 &&
    [element, ...ancestorsOf(element)].every((each) => !/absolute|fixed/.test(getComputedStyle(each).position))
  )
}
