/** Computed values that changed by themselves: what only follows from another change is no change. Pure. */
import type { DesignSeverity } from '#db/documents/design-report'
import { type StyleName, styleNames } from '#db/documents/rendered-tree'
import { pixelsOf } from '#shared/design-system/css-values'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { inheritsFrom, isElement, type Part, styleOf } from '#workers/compare-design/trees/parts'
import { isColorName, isSameValue, placeOf, shownValue } from '#workers/compare-design/trees/values'

export type StyleChange = { property: string; before: string; after: string }

const inherited = new Set<string>([
  'color',
  'cursor',
  'fill',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'list-style-type',
  'stroke',
  'text-align',
  'text-shadow',
  'text-transform',
  'visibility',
  'white-space',
])

/** An element in both trees, with the values that differ. */
type Pair = { before: Part; after: Part; root: { before: number; after: number }; changed: ReadonlySet<string> }

/** What changed by itself, and the properties that only changed along with something else. */
export type StyleChanges = { changes: StyleChange[]; echoes: string[] }

/** What changed on an element of the new tree and on its like in the old one, longhand by longhand. */
export function styleChangesOf(after: Part, roots: { before: Part | null; after: Part | null }): StyleChanges {
  const before = after.partner
  const found: StyleChanges = { changes: [], echoes: [] }
  if (!before?.styles || !after.styles || before.styles === after.styles) return found
  const changed = new Set<StyleName>()
  for (const [at, name] of styleNames.entries()) {
    const one = before.styles[at] ?? ''
    const other = after.styles[at] ?? ''
    // A snapshot that does not say is no witness of a change.
    if (one !== '' && other !== '' && !isSameValue(name, one, other)) changed.add(name)
  }
  const root = { before: fontSizeOf(roots.before), after: fontSizeOf(roots.after) }
  const pair: Pair = { before, after, root, changed }
  const raw = (part: Part, property: string) => part.rawStyles?.[placeOf.get(property) ?? -1] ?? ''
  for (const property of changed) {
    const [was, is] = [before, after].map((part) => shownValue(property, raw(part, property)))
    if (isEcho(pair, property)) found.echoes.push(property)
    else found.changes.push({ property, before: was ?? '', after: is ?? '' })
  }
  return found
}

const isEcho = (pair: Pair, property: string): boolean =>
  [isInherited, isColorEcho, isUnseen, isScaledAlong, isBolder, isBlockified, isOtherAxis].some((is) =>
    is(pair, property),
  )

/** What can no longer be seen is missed by more people than what looks different. */
export function styleSeverity({ property, after }: StyleChange): DesignSeverity {
  if (property === 'cursor') return 'minor'
  const isHidden = { visibility: 'hidden', opacity: '0', display: 'none' }[property] === after
  return isHidden ? 'serious' : 'moderate'
}

/** Whether an element is shown at all, where what it lies in is shown before and after. */
export function renderingChangeOf(after: Part): TreeDifference | null {
  const before = after.partner
  if (!before || !isElement(after)) return null
  const around = after.parent
  if (around && around.index >= 0 && !(around.isRendered && (around.partner?.isRendered ?? true))) return null
  // What a closed disclosure holds is not shown, and that it is closed is told by itself.
  if (around?.attributes.has('open') !== around?.partner?.attributes.has('open')) return null
  const displayOf = (part: Part) => styleOf(part, 'display') || (part.isRendered ? 'contents' : 'none')
  const isLost = before.isRendered !== after.isRendered
  // What has no box of its own is there as long as anything in it is.
  if (isLost && !before.box && !after.box && !before.styles && !after.styles) return null
  const isContents = before.isRendered && after.isRendered && (before.styles === null) !== (after.styles === null)
  if (!isLost && !isContents) return null
  const change = { property: 'display', before: displayOf(before), after: displayOf(after) }
  // Laid out or not for another reason than display, e.g. in a part that the browser skips.
  if (change.before === change.after)
    return differenceOf('style-change', after, {
      severity: after.isRendered ? 'moderate' : 'serious',
      property: 'content-visibility',
      before: before.isRendered ? 'visible' : 'hidden',
      after: after.isRendered ? 'visible' : 'hidden',
    })
  return differenceOf('style-change', after, { severity: styleSeverity(change), ...change })
}

const fontSizeOf = (part: Part | null) => pixelsOf(styleOf(part, 'font-size')) ?? 0

/** It has what the element around it has, before and after. */
function isInherited({ before, after }: Pair, property: string): boolean {
  if (!inherited.has(property)) return false
  const giver = inheritsFrom(before)
  const giverAfter = inheritsFrom(after)
  if (!giver || !giverAfter || styleOf(giver, property) === '') return false
  return (
    styleOf(giver, property) === styleOf(before, property) && styleOf(giverAfter, property) === styleOf(after, property)
  )
}

/** Colours that are the text's own, before and after: `currentColor`, or nothing said. */
function isColorEcho({ before, after, changed }: Pair, property: string): boolean {
  if (property === 'color' || !changed.has('color')) return false
  const color = styleOf(before, 'color')
  const colorAfter = styleOf(after, 'color')
  const value = styleOf(before, property)
  const valueAfter = styleOf(after, property)
  if (isColorName(property)) return value === color && valueAfter === colorAfter
  if (property !== 'box-shadow' && property !== 'text-shadow' && property !== 'filter') return false
  return (
    value.includes(color) &&
    valueAfter.includes(colorAfter) &&
    value.replaceAll(color, '') === valueAfter.replaceAll(colorAfter, '')
  )
}

/** Colours and widths of what is not drawn, neither before nor after. */
function isUnseen({ before, after }: Pair, property: string): boolean {
  const isBare = (name: string) => [before, after].every((part) => /^(?:none|hidden|)$/.test(styleOf(part, name)))
  const side = /^border-(top|right|bottom|left)-(?:color|width|style)$/.exec(property)?.[1]
  if (side)
    return (
      isBare(`border-${side}-style`) ||
      (!property.endsWith('width') &&
        [before, after].every((part) => pixelsOf(styleOf(part, `border-${side}-width`)) === 0))
    )
  if (property.startsWith('outline-')) return isBare('outline-style')
  if (property === 'text-decoration-color') return isBare('text-decoration-line')
  if (property === 'content') return [before, after].every((part) => !part.name.startsWith('::'))
  return false
}

/** Lengths in em, rem or as a number grow with the size of the letters, those in ch with the font. */
function isScaledAlong(pair: Pair, property: string): boolean {
  const { before, after, root, changed } = pair
  if (/^(?:max-width|min-height|text-indent)$/.test(property) && changed.has('font-family')) return true
  if (property === 'line-height' && isLineOfGiver(pair)) return true
  const sizes = [...styleOf(before, property).matchAll(/(-?[\d.]+)px/g)].map(([, size]) => Number(size))
  const sizesAfter = [...styleOf(after, property).matchAll(/(-?[\d.]+)px/g)].map(([, size]) => Number(size))
  if (sizes.length === 0 || sizes.length !== sizesAfter.length) return false
  const follows = (from: number, to: number) =>
    from > 0 &&
    to > 0 &&
    from !== to &&
    sizes.every((size, at) => {
      const wanted = (size * to) / from
      return Math.abs(wanted - (sizesAfter[at] ?? 0)) <= Math.max(0.06, Math.abs(wanted) * 0.004)
    })
  if (before.parent?.name !== '#document' && after.name !== 'html' && follows(root.before, root.after)) return true
  if (property === 'font-size') {
    const giver = fontSizeOf(inheritsFrom(before))
    const giverAfter = fontSizeOf(inheritsFrom(after))
    return follows(giver, giverAfter)
  }
  return changed.has('font-size') && follows(fontSizeOf(before), fontSizeOf(after))
}

/** A line height that is a number is handed down as that number. */
function isLineOfGiver({ before, after }: Pair): boolean {
  const isHandedDown = (part: Part) => {
    const giver = inheritsFrom(part)
    const [own, given] = [part, giver].map((each) => pixelsOf(styleOf(each, 'line-height')) ?? null)
    if (own === null || given === null) return styleOf(part, 'line-height') === styleOf(giver, 'line-height')
    return Math.abs((own ?? 0) / fontSizeOf(part) - (given ?? 0) / fontSizeOf(giver)) <= 0.01
  }
  return isHandedDown(before) && isHandedDown(after)
}

/** Bolder than what is around, before and after. Source: https://www.w3.org/TR/css-fonts-4/#relative-weights */
function isBolder({ before, after }: Pair, property: string): boolean {
  if (property !== 'font-weight') return false
  const isOne = (part: Part) => {
    const around = Number(styleOf(inheritsFrom(part), 'font-weight'))
    return Number(styleOf(part, 'font-weight')) === (around < 350 ? 400 : around < 550 ? 700 : Math.max(around, 900))
  }
  return isOne(before) && isOne(after)
}

const laidOut = /^(?:inline-)?(?:flex|grid)$/

/** What is put into a flex box or a grid, floats or is taken out of the flow, becomes a block by that alone. */
function isBlockified({ before, after, changed }: Pair, property: string): boolean {
  if (property !== 'display') return false
  const outer = (value: string) =>
    value.replace(/^inline-(flex|grid|table)$/, '$1').replace(/^(?:inline|inline-block|list-item|table-.*)$/, 'block')
  if (outer(styleOf(before, property)) !== outer(styleOf(after, property))) return false
  if (changed.has('float') || changed.has('position')) return true
  const around = (part: Part) => laidOut.test(styleOf(inheritsFrom(part), 'display'))
  return around(before) !== around(after)
}

/** `visible` in one direction becomes `auto` where the other clips. */
function isOtherAxis({ before, after, changed }: Pair, property: string): boolean {
  if (!property.startsWith('overflow-')) return false
  const other = property === 'overflow-x' ? 'overflow-y' : 'overflow-x'
  const values = [styleOf(before, property), styleOf(after, property)]
  return changed.has(other) && values.every((value) => value === 'visible' || value === 'auto')
}
