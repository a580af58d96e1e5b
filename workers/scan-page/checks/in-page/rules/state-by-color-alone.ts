/** Dots and cells whose colour alone tells one state from another. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isSeen, parentOf, pick, spokenText, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

export const stateByColorAlone: StaticCheck = {
  rule: 'state-by-color-alone',
  criteria: ['1.4.1', '1.1.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Write the state beside the colour, or give each colour a sign of its own and a name.',
  find(elements) {
    const marks = pick(elements, 'span, i, b, em, div, td, circle').flatMap(markOf)
    return [...Map.groupBy(marks, ({ holder }) => holder).values()].flatMap((alike) => judge(alike))
  },
}

type Mark = { element: Element; hue: number; holder: Element; kind: string; entry: Element }

const sign = /^[●■•◆▲▪⬤◼]$/u
const named = '[role="img"], [aria-label], [title], [aria-labelledby]'
const control =
  'a[href], button, label, select, [role="button"], [role="radio"], [role="option"], svg[role="img"], figure'
const lists = 'ul, ol, dl, table, [role="list"], [role="table"], [role="grid"]'
const entries = 'li, tr, dt, p, [role="listitem"], [role="row"]'
const largest = 48

/** It holds nothing, or a dot, and has a colour. */
function markOf(element: Element): Mark[] {
  if (element.firstElementChild) return []
  const text = squeeze(element.textContent ?? '')
  if ((text !== '' && !sign.test(text)) || element.matches(named) || closest(element, control)) return []
  if (element.localName === 'circle' && isInDrawing(element)) return []
  const isCell = element.localName === 'td'
  const { width, height } = element.getBoundingClientRect()
  if (!isCell && (Math.max(width, height) > largest || Math.min(width, height) < 5)) return []
  const { backgroundColor, backgroundImage, color, fill } = getComputedStyle(element)
  const paint = paintOf(element.localName === 'circle' ? fill : text === '' ? backgroundColor : color)
  const hue = paint && paint.alpha > 0.5 && backgroundImage === 'none' ? hueOf(paint.color) : null
  if (hue === null || !isSeen(element)) return []
  const entry = isCell ? element : (closest(element, entries) ?? parentOf(element))
  const holder = closest(element, lists) ?? (entry && parentOf(entry))
  if (!entry || !holder) return []
  return [{ element, hue, holder, kind: `${element.localName} ${Math.round(width / 4)}`, entry }]
}

const shapes = 'path, line, rect, circle, ellipse, polyline, polygon, text, image, use'

/** Among other shapes it says something by where it stands, as on a scale. */
const isInDrawing = (circle: Element): boolean => (closest(circle, 'svg')?.querySelectorAll(shapes).length ?? 0) > 1

/** In sixths of the circle of colours; null for what has none. */
function hueOf([red, green, blue]: readonly [number, number, number]): number | null {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - least < 60) return null
  const turn =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least)
  return Math.round(turn + 6) % 6
}

const fewest = 3

/** Of one list: a colour that comes back is a state; where each has its own, it only tells one thing from another. */
function judge(marks: readonly Mark[]): Hit[] {
  return [...Map.groupBy(marks, ({ kind, element }) => (element.localName === 'td' ? 'td' : kind)).values()].flatMap(
    (alike) => {
      const [first] = alike
      const byHue = [...Map.groupBy(alike, ({ hue }) => hue).values()]
      if (!first || alike.length < fewest || byHue.length < 2 || byHue.length === alike.length) return []
      const texts = byHue.map((group) => group.map(({ entry }) => new Set(wordsOf(spokenText(entry, 200)))))
      const everywhere = sharedBy(texts.flat())
      // Each colour has a word of its own: that says it.
      const isSaid = texts.every((group) => sharedBy(group).some((word) => !everywhere.includes(word)))
      if (isSaid) return []
      return [
        {
          element: first.element,
          confidence: 'medium',
          message: `${alike.length} marks of one kind have ${byHue.length} colours, and no word says what each colour stands for.`,
        },
      ]
    },
  )
}

function sharedBy(texts: readonly ReadonlySet<string>[]): string[] {
  const [first, ...others] = texts
  return first ? [...first].filter((word) => others.every((other) => other.has(word))) : []
}
