/** Which changes move the layout, and which only follow from where it moved. Pure. */

import { pixelsOf } from '#shared/design-system/css-values'
import { type Part, styleOf } from '#workers/compare-design/trees/parts'
import type { StyleChange } from '#workers/compare-design/trees/style-changes'

const painted = new Set([
  'opacity',
  'visibility',
  'cursor',
  'z-index',
  'box-shadow',
  'text-shadow',
  'text-decoration-line',
  'mix-blend-mode',
  'clip-path',
  'filter',
  'backdrop-filter',
  'fill',
  'stroke',
  'object-fit',
  'text-overflow',
])

/** Whether a change of this property can move or resize anything. */
export const movesLayout = (property: string): boolean =>
  !painted.has(property) && !/color$|radius$|^background-|^outline-/.test(property)

/** Values that the browser computes of the room there is: `auto` margins, percentages, tracks of a grid. */
const ofRoom = /^(?:margin|padding)-|^grid-template-columns$|^transform$|^max-width$|^min-height$/

export type ChangedPart = { part: Part; changes: StyleChange[] }

/**
 * Leaves out what only follows from the room that there is. @param hasOtherCause whether anything else changes the
 * layout in a part of the new tree: a text, a picture, something added or gone.
 */
export function withoutConsequences(
  changed: readonly ChangedPart[],
  hasOtherCause: (part: Part) => boolean,
): ChangedPart[] {
  const causes = new Set<Part>()
  for (const { part, changes } of changed)
    if (changes.some(({ property }) => movesLayout(property) && !isOfRoom(part, property)))
      addWithAncestors(causes, part)
  const isMoved = (part: Part | null) => part !== null && (causes.has(part) || hasOtherCause(part))
  return changed.flatMap(({ part, changes }) => {
    const kept = changes.filter(({ property }) => {
      if (!isOfRoom(part, property)) return true
      const isRoomOther = isMoved(part) || isMoved(part.parent) || widthChange(part.parent) !== 0
      return !isRoomOther
    })
    const isOwnRoom = kept.some(({ property }) => movesLayout(property) && property !== 'grid-template-columns')
    const told = isOwnRoom
      ? kept.filter(({ property }) => !isOfRoom(part, property) || property.startsWith('margin'))
      : kept
    return told.length > 0 ? [{ part, changes: told }] : []
  })
}

export function addWithAncestors(parts: Set<Part>, part: Part): void {
  for (let at: Part | null = part; at && !parts.has(at); at = at.parent) parts.add(at)
}

/** Whether the two values can both be what the browser made of the room. */
function isOfRoom(part: Part, property: string): boolean {
  if (!ofRoom.test(property)) return false
  const before = part.partner
  if (!before) return false
  if (isShareOfParent(before, part, property)) return true
  if (property === 'margin-left' || property === 'margin-right') return isFilling(before) && isFilling(part)
  if (property === 'margin-top' || property === 'margin-bottom') return isFillingDown(before) && isFillingDown(part)
  if (property === 'grid-template-columns') return isTracksOnly(before, part)
  if (property === 'transform') return isTurnOnly(before, part)
  return false
}

const widthOf = (part: Part | null) => part?.box?.[2] ?? 0
const size = (part: Part, name: string) => pixelsOf(styleOf(part, name)) ?? 0

function widthChange(part: Part | null): number {
  const change = part?.partner ? widthOf(part) - widthOf(part.partner) : 0
  return Math.abs(change) > 0.5 ? change : 0
}

/** Of the room that a part has for what is in it. */
export function innerWidth(part: Part): number {
  const edges = ['padding-left', 'padding-right', 'border-left-width', 'border-right-width']
  return edges.reduce((width, edge) => width - size(part, edge), widthOf(part))
}

function innerHeight(part: Part): number {
  const edges = ['padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width']
  return edges.reduce((height, edge) => height - size(part, edge), part.box?.[3] ?? 0)
}

/** A percentage: the same share of a parent that is wider or narrower now. */
function isShareOfParent(before: Part, after: Part, property: string): boolean {
  if (!before.parent || !after.parent) return false
  const from = innerWidth(before.parent)
  const to = innerWidth(after.parent)
  const one = size(before, property)
  return Math.abs(from - to) > 0.5 && one !== 0 && Math.abs(size(after, property) - (one * to) / from) <= 0.1
}

/** Its margins and what stands beside it take up all the room of its line. */
function isFilling(part: Part): boolean {
  const { parent } = part
  if (!parent?.box || !part.box) return false
  const isRow = /flex$/.test(styleOf(parent, 'display')) && !styleOf(parent, 'flex-direction').startsWith('column')
  const line = isRow ? parent.children.filter(({ box, styles }) => box && styles) : [part]
  const taken = line.reduce(
    (sum, each) => sum + widthOf(each) + size(each, 'margin-left') + size(each, 'margin-right'),
    size(parent, 'column-gap') * (line.length - 1),
  )
  return Math.abs(taken - innerWidth(parent)) <= 1
}

/** The same from top to bottom, in a column alone: elsewhere `auto` is no distance there. */
function isFillingDown(part: Part): boolean {
  const { parent } = part
  if (!parent?.box || !/flex$/.test(styleOf(parent, 'display'))) return false
  if (!styleOf(parent, 'flex-direction').startsWith('column')) return false
  const column = parent.children.filter(({ box, styles }) => box && styles)
  const taken = column.reduce(
    (sum, each) => sum + (each.box?.[3] ?? 0) + size(each, 'margin-top') + size(each, 'margin-bottom'),
    size(parent, 'row-gap') * (column.length - 1),
  )
  return Math.abs(taken - innerHeight(parent)) <= 1
}

/** As many tracks as before, of other widths, in other room. */
function isTracksOnly(before: Part, after: Part): boolean {
  const tracks = (part: Part) => styleOf(part, 'grid-template-columns').split(' ')
  const isPixels = (part: Part) => tracks(part).every((track) => pixelsOf(track) !== null)
  if (!isPixels(before) || !isPixels(after)) return false
  if (tracks(before).length === tracks(after).length) return true
  return Math.abs(innerWidth(before) - innerWidth(after)) > 0.5
}

/** Moved by a share of its own size, which is another now. */
function isTurnOnly(before: Part, after: Part): boolean {
  const numbers = (part: Part) => /^matrix\(([^)]*)\)$/.exec(styleOf(part, 'transform'))?.[1]?.split(/,\s*/)
  const one = numbers(before)
  const other = numbers(after)
  if (!one || !other || one.slice(0, 4).join() !== other.slice(0, 4).join()) return false
  const [, , width = 0, height = 0] = before.box ?? []
  const [, , widthAfter = 0, heightAfter = 0] = after.box ?? []
  return Math.abs(width - widthAfter) > 0.5 || Math.abs(height - heightAfter) > 0.5
}
