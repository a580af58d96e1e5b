/** Keys to a drawing that go by colour alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isSeen, parentOf, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

export const keyByColor: StaticCheck = {
  rule: 'key-by-color',
  criteria: ['1.4.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Write the names at the lines or areas themselves, or give each a pattern, a dash or a sign of its own.',
  find(elements) {
    const entries = pick(elements, 'span, i, b, div, em, rect, circle').flatMap(entryOf)
    return [...Map.groupBy(entries, ({ holder }) => holder)].flatMap(([holder, key]): Hit[] => {
      const colors = new Set(key.map(({ color }) => color))
      if (key.length < 2 || colors.size < key.length || key.length > mostEntries) return []
      const drawing = drawingOf(holder, key)
      if (!drawing || !isSeen(drawing)) return []
      return [
        {
          element: drawing,
          // What is painted on a canvas nobody sees into; colours of another lightness are told apart by that.
          tier: drawing.localName === 'svg' && areAlikeInLightness(key) ? 'practice' : 'warning',
          confidence: 'medium',
          message: `The key to this drawing tells ${quote(key[0]?.name ?? '')} from ${quote(key[1]?.name ?? '')} by colour alone.`,
        },
      ]
    })
  },
}

const leastContrast = 3

const areAlikeInLightness = (key: readonly Entry[]): boolean =>
  key.some(({ paint }, at) => key.slice(at + 1).some((other) => contrastOf(paint, other.paint) < leastContrast))

type Entry = { paint: Color; swatch: Element; color: string; name: string; holder: Element }

const smallest = 5
const largest = 32
const mostEntries = 12
const longestName = 60

/** A small box of one colour, right beside a few words. */
function entryOf(swatch: Element): Entry[] {
  if (swatch.firstElementChild || (swatch.textContent ?? '').trim() !== '' || closest(swatch, 'button, a, label'))
    return []
  const { width, height } = swatch.getBoundingClientRect()
  if (
    Math.min(width, height) < smallest / 2 ||
    Math.max(width, height) < smallest ||
    width > largest ||
    height > largest
  )
    return []
  const paint = colorOf(swatch)
  const color = paint?.join() ?? null
  const box = parentOf(swatch)
  if (paint === null || color === null || !box || !isSeen(swatch)) return []
  const isDrawn = swatch instanceof SVGElement
  const beside = isDrawn ? swatch.nextElementSibling : null
  if (isDrawn && beside?.localName !== 'text') return []
  const name = beside ? squeeze(beside.textContent ?? '') : spokenText(box, longestName + 1)
  const holder = isDrawn && box.localName !== 'g' ? box : parentOf(box)
  if (name === '' || name.length > longestName || !holder) return []
  return [{ swatch, paint, color, name, holder }]
}

function colorOf(element: Element): Color | null {
  const { fill, backgroundColor, backgroundImage } = getComputedStyle(element)
  const written = element instanceof SVGElement ? fill : backgroundImage === 'none' ? backgroundColor : ''
  const paint = paintOf(written)
  return paint && paint.alpha > 0.5 ? paint.color : null
}

const stepsUp = 3
const smallestDrawing = 60

/** The drawing that the key stands at, in which things of one form differ in those colours alone. */
function drawingOf(holder: Element, key: readonly Entry[]): Element | null {
  let scope: Element | null = holder
  for (let step = 0; scope && step <= stepsUp && !scope.matches('main, body'); step += 1, scope = parentOf(scope)) {
    // The figures themselves stand beside it.
    if (scope.querySelector('table')) return null
    for (const drawing of scope.querySelectorAll('svg, canvas, div, span')) {
      const { width, height } = drawing.getBoundingClientRect()
      if (Math.min(width, height) < smallestDrawing || (drawing.contains(holder) && drawing.localName !== 'svg'))
        continue
      if (drawing.localName === 'canvas') return drawing
      if (drawing.localName === 'svg' ? isPainted(drawing, key) : isPie(drawing)) return drawing
    }
  }
  return null
}

const isPie = (element: Element) =>
  /^conic-gradient/.test(getComputedStyle(element).backgroundImage) && squeeze(element.textContent ?? '') === ''

/** Lines or areas in two of the colours at least, without a dash, a sign or a name that tells them apart. */
function isPainted(svg: Element, key: readonly Entry[]): boolean {
  const swatches = new Set(key.map(({ swatch }) => swatch))
  const shapes = [...svg.querySelectorAll('path, line, polyline, polygon, rect, circle, ellipse')].filter(
    (shape) => !swatches.has(shape),
  )
  const used = key.filter(({ color }) => shapes.some((shape) => paintsOf(shape).includes(color)))
  if (used.length < 2) return false
  const own = shapes.filter((shape) => paintsOf(shape).some((color) => used.some((each) => each.color === color)))
  const looks = new Set(own.map((shape) => getComputedStyle(shape).strokeDasharray))
  const isSigned =
    looks.size > 1 ||
    own.some((shape) => /url\(/.test(`${getComputedStyle(shape).fill}${getComputedStyle(shape).markerEnd}`))
  const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => squeeze(textContent ?? ''))
  const named = used.filter(({ name }) => {
    const said = texts.filter((text) => text !== '' && (text === name || name.startsWith(text))).length
    return said > (key.some(({ swatch }) => swatch instanceof SVGElement) ? 1 : 0)
  })
  return !isSigned && named.length < used.length
}

const paintsOf = (shape: Element): string[] => {
  const { fill, stroke } = getComputedStyle(shape)
  return [fill, stroke].flatMap((written) => paintOf(written)?.color.join() ?? [])
}
