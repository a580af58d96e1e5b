/** Holds rounded corners, shadows and lines against the design system. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import { parseColor } from '#shared/design-system/colors'
import { pixelsOf, readShadows } from '#shared/design-system/css-values'
import { nearestBorder, nearestColor, nearestLength, nearestShadow } from '#shared/design-system/nearest'
import { nodeAt, pixelsAt, seenElements, styleAt } from '#workers/compare-design/conformance/page'
import { noteValue, pixelsApart, type ValueCheck } from '#workers/compare-design/conformance/value-check'

export function checkShapes(check: ValueCheck): void {
  const lines = new Map<string, boolean>()
  const isRight = (width: number, style: string, color: string) => {
    const key = `${width} ${style} ${color}`
    const known = lines.get(key) ?? isRightLine(check, width, style, color)
    lines.set(key, known)
    return known
  }
  for (const index of seenElements(check.page)) {
    checkRadius(check, index)
    checkShadow(check, index)
    checkBorder(check, index, isRight)
  }
}

const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

function checkRadius(check: ValueCheck, index: number): void {
  const { page, tokens } = check
  const radii = tokens.lengths.radius
  const box = nodeAt(page, index)?.box
  if (radii.length === 0 || !box) return
  const half = Math.min(box[2], box[3]) / 2 - 0.5
  // However much more than round, it looks the same.
  const hasRound = radii.some(({ value }) => value.value * (value.unit === 'rem' ? page.rootFont : 1) >= half)
  const wrong = new Map<number, StyleName[]>()
  for (const corner of corners) {
    const computed = `border-${corner}-radius` as const
    for (const word of new Set(styleAt(page, index, computed).split(' '))) {
      // The format has no percentages, so no token says one.
      const pixels = pixelsOf(word)
      if (pixels === null || pixels === 0 || (pixels >= half && hasRound)) continue
      wrong.set(pixels, [...(wrong.get(pixels) ?? []), computed])
    }
  }
  for (const [pixels, [computed = 'border-top-left-radius', ...more]] of wrong) {
    const property = more.length > 0 ? 'border-radius' : computed
    const seen = {
      type: 'radius-off-token',
      severity: 'minor',
      element: index,
      computed,
      property,
      value: `${pixels}px`,
      what: 'no radius',
    } as const
    noteValue(check, seen, nearestLength(tokens, 'radius', pixels, page.rootFont), pixelsApart)
  }
}

function checkShadow(check: ValueCheck, index: number): void {
  const value = styleAt(check.page, index, 'box-shadow')
  // Frameworks write shadows that are clear where there is none.
  const shadows = (readShadows(value) ?? []).filter(({ color }) => color.alpha > 0)
  if (shadows.length === 0) return
  const seen = {
    type: 'shadow-off-token',
    severity: 'minor',
    element: index,
    computed: 'box-shadow',
    property: 'box-shadow',
    value,
    what: 'no shadow',
  } as const
  noteValue(check, seen, nearestShadow(check.tokens, shadows, check.page.rootFont), () => 'the nearest')
}

const sides = ['top', 'right', 'bottom', 'left'] as const

function checkBorder(
  check: ValueCheck,
  index: number,
  isRight: (width: number, style: string, color: string) => boolean,
): void {
  const { page, tokens } = check
  if (tokens.lengths['border-width'].length === 0) return
  const wrong = new Map<string, { computed: StyleName; width: number; style: string; color: string }[]>()
  for (const side of sides) {
    const computed = `border-${side}-width` as const
    const [style, color] = [styleAt(page, index, `border-${side}-style`), styleAt(page, index, `border-${side}-color`)]
    const width = pixelsAt(page, index, computed) ?? 0
    if (width === 0 || ['none', 'hidden', ''].includes(style)) continue
    if (isRight(width, style, color)) continue
    const key = `${width}px ${style}`
    wrong.set(key, [...(wrong.get(key) ?? []), { computed, width, style, color }])
  }
  for (const [value, [first, ...more]] of wrong) {
    if (!first) continue
    const color = parseColor(first.color) ?? { r: 0, g: 0, b: 0, alpha: 1 }
    const near =
      nearestBorder(tokens, { width: first.width, style: first.style, color }) ??
      nearestLength(tokens, 'border-width', first.width, page.rootFont)
    const side = first.computed.replace(/-width$/, '')
    const isPlain = tokens.borders.length === 0
    const property = more.length > 0 ? (isPlain ? 'border-width' : 'border') : isPlain ? first.computed : side
    const shown = isPlain ? `${first.width}px` : value
    const seen = {
      type: 'border-off-token',
      severity: 'minor',
      element: index,
      computed: first.computed,
      property,
      value: shown,
      what: 'no border',
    } as const
    noteValue(check, seen, near && { ...near, isExact: false }, isPlain ? pixelsApart : () => 'the nearest')
  }
}

/** A line is right as a whole, or by its width where widths have tokens of their own; its colour is the palette's matter. */
function isRightLine({ page, tokens }: ValueCheck, width: number, style: string, color: string): boolean {
  const read = parseColor(color)
  const near = read && nearestBorder(tokens, { width, style, color: read }, page.rootFont)
  if (near?.isExact) return true
  const sizes = tokens.lengths['border-width'].filter(({ name }) => tokens.byName.get(name)?.type === 'dimension')
  const isSize = nearestLength(
    { ...tokens, lengths: { ...tokens.lengths, 'border-width': sizes } },
    'border-width',
    width,
    page.rootFont,
  )?.isExact
  if (isSize === true) return true
  if (tokens.colors.length === 0) return false
  const isLike = tokens.borders.some(({ value }) => {
    const line = { width, style, color: value.color.srgb }
    return nearestBorder({ ...tokens, borders: [{ name: '', value, deprecated: false }] }, line, page.rootFont)?.isExact
  })
  return isLike && read !== null && nearestColor(tokens, read) !== null
}
