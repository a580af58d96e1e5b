/** Holds paddings, margins and gaps against the distances of the design system. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import { hasDimension, nearestLength } from '#shared/design-system/nearest'
import { nodeAt, pixelsAt, seenElements, styleAt } from '#workers/compare-design/conformance/page'
import { noteValue, pixelsApart, type ValueCheck } from '#workers/compare-design/conformance/value-check'

const sides = ['top', 'right', 'bottom', 'left'] as const
type Kind = 'padding' | 'margin' | 'gap'

export function checkSpacing(check: ValueCheck): void {
  const { page, tokens } = check
  if (tokens.lengths.spacing.length === 0) return
  const largest = Math.max(
    ...tokens.lengths.spacing.map(
      ({ value }) => value.value * (value.unit === 'rem' ? Math.max(16, page.rootFont) : 1),
    ),
  )
  const isRight = new Map<number, boolean>()
  for (const index of seenElements(page)) {
    // Many elements have one style, and most have nothing to ask.
    const style = nodeAt(page, index)?.style ?? -1
    const known = isRight.get(style) ?? areAllTokens(check, index)
    isRight.set(style, known)
    if (known) continue
    const off = new Map<string, { kind: Kind; computed: StyleName; pixels: number }[]>()
    for (const { kind, computed, pixels } of distancesOf(check, index, largest)) {
      const key = `${kind} ${Math.abs(pixels)}`
      off.set(key, [...(off.get(key) ?? []), { kind, computed, pixels }])
    }
    for (const same of off.values()) noteSame(check, index, same)
  }
}

const distances = [
  ...sides.map((side) => `padding-${side}` as const),
  ...sides.map((side) => `margin-${side}` as const),
  'row-gap',
  'column-gap',
] as const

/** Whether each is 0 or a token in force, wherever the element stands. */
function areAllTokens({ page, tokens }: ValueCheck, index: number): boolean {
  return distances.every((name) => {
    const pixels = Math.abs(pixelsAt(page, index, name) ?? 0)
    return (
      pixels === 0 ||
      (hasDimension(tokens, 'spacing', pixels, page.rootFont) && !tokens.lengths.spacing.some(isDeprecated))
    )
  })
}

const isDeprecated = ({ deprecated }: { deprecated: boolean | string }) => deprecated !== false

/** The same on several sides of an element was said once. */
function noteSame(
  check: ValueCheck,
  element: number,
  same: { kind: Kind; computed: StyleName; pixels: number }[],
): void {
  const [first] = same
  if (!first) return
  const { kind, computed, pixels } = first
  const property = same.length > 1 ? kind : computed
  const size = nearestLength(check.tokens, 'spacing', Math.abs(pixels), check.page.rootFont)
  const near = size && pixels < 0 ? { ...size, css: `-${size.css}` } : size
  const seen = {
    type: 'spacing-off-grid',
    severity: 'minor',
    element,
    computed,
    property,
    value: `${pixels}px`,
    what: 'no spacing',
  } as const
  noteValue(check, seen, near, pixelsApart)
}

/** What of an element's distances might be wrong: 0 never is, nor what the browser works out from the room there is. */
function distancesOf(
  check: ValueCheck,
  index: number,
  largest: number,
): { kind: Kind; computed: StyleName; pixels: number }[] {
  const { page, tokens } = check
  const display = styleAt(page, index, 'display')
  const isInline = display === 'inline'
  const room = pixelsOfRoom(check, index)
  const found: { kind: Kind; computed: StyleName; pixels: number }[] = []
  const take = (kind: Kind, computed: StyleName) => {
    const pixels = pixelsAt(page, index, computed)
    if (pixels === null || pixels === 0 || isShare(pixels, room, largest)) return
    found.push({ kind, computed, pixels })
  }
  for (const side of sides) take('padding', `padding-${side}`)
  if (/flex|grid/.test(display)) {
    take('gap', 'row-gap')
    take('gap', 'column-gap')
  }
  if (display.startsWith('table-') || nodeAt(page, index)?.name === 'dialog') return found
  const isCentred = !isInline && isEven(check, index)
  for (const side of sides) {
    const isAcross = side === 'left' || side === 'right'
    if (isInline && !isAcross) continue
    const pixels = pixelsAt(page, index, `margin-${side}`) ?? 0
    if (pixels === 0) continue
    // `auto` is told as what it comes to.
    if (isAcross && (isCentred || pixels > largest)) continue
    if (!isAcross && pixels > largest && isInFlex(check, index)) continue
    if (hasDimension(tokens, 'border-width', Math.abs(pixels), page.rootFont)) continue
    take('margin', `margin-${side}`)
  }
  return found
}

/** Equal left and right that no token has: centred by `auto`, as far as can be told. */
function isEven({ page, tokens }: ValueCheck, index: number): boolean {
  const [left, right] = [pixelsAt(page, index, 'margin-left') ?? 0, pixelsAt(page, index, 'margin-right') ?? 0]
  return left > 0 && Math.abs(left - right) <= 1 && !hasDimension(tokens, 'spacing', left, page.rootFont)
}

const isInFlex = ({ page }: ValueCheck, index: number) =>
  /flex|grid/.test(styleAt(page, page.heirOf[index] ?? -1, 'display'))

/** The width that percentages are of. */
function pixelsOfRoom({ page }: ValueCheck, index: number): number {
  const outer = page.heirOf[index] ?? -1
  const box = nodeAt(page, outer)?.box
  if (!box) return page.tree.viewport.width
  const edges = (['padding-left', 'padding-right', 'border-left-width', 'border-right-width'] as const).map(
    (name) => pixelsAt(page, outer, name) ?? 0,
  )
  return box[2] - edges.reduce((sum, edge) => sum + edge, 0)
}

/** A percentage is told as what it comes to: a part of the room that is no whole pixel, or more than any token. */
function isShare(pixels: number, room: number, largest: number): boolean {
  if (room <= 0 || (Number.isInteger(pixels) && Math.abs(pixels) <= largest)) return false
  const halfPercents = (pixels / room) * 200
  return Math.abs(halfPercents - Math.round(halfPercents)) * room < 200 / 32
}
