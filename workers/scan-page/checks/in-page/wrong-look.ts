/** Whether a field looks as if what is in it were wrong: its class says so, and its border or ground is red where its neighbours' are not. */
import { type Field, isField } from '#workers/scan-page/checks/in-page/dom'

const namedWrong = /(?:^|[-_\s])(?:is-|has-)?(?:invalid|error|danger|errored|wrong)(?:$|[-_\s])/i
const wrappersLookedAt = 2

export function looksWrong(field: Field): boolean {
  let isNamed = false
  let at: Element | null = field
  for (let step = 0; at && step <= wrappersLookedAt; step += 1) {
    if (step > 0 && [...at.querySelectorAll('input, select, textarea')].filter(isField).length > 1) break
    isNamed ||= namedWrong.test(at.getAttribute('class') ?? '')
    at = at.parentElement
  }
  const isRed = reddish(borderOf(field))
  if (!isRed) return false
  // Where every field is bordered so, red is the page's colour.
  const others = [...(field.form ?? document).querySelectorAll('input, select, textarea')].filter(
    (other): other is Field => other !== field && isField(other) && other.checkVisibility(),
  )
  return isNamed || (others.length > 0 && others.every((other) => !reddish(borderOf(other))))
}

export function borderOf(field: Element): string {
  const { borderBottomColor, borderBottomWidth, borderBottomStyle, outlineColor, outlineStyle, boxShadow } =
    getComputedStyle(field)
  if (borderBottomStyle !== 'none' && borderBottomWidth !== '0px') return borderBottomColor
  return outlineStyle === 'none' ? boxShadow : outlineColor
}

export const isRedText = (element: Element): boolean => reddish(getComputedStyle(element).color)

export const isRedBordered = (field: Field): boolean => reddish(borderOf(field))

function reddish(color: string): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (/rgba?\(([^)]*)\)/.exec(color)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map(Number)
  // A dark one may as well be a brown.
  const least = red > 140 ? 1.8 : 4
  return alpha > 0.3 && red > 120 && red > green * least && red > blue * least
}
