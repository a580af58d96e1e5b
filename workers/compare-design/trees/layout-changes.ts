/** What moved or changed its size though nothing explains it. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import { addWithAncestors, innerWidth } from '#workers/compare-design/trees/consequences'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { isElement, type Part, styleOf } from '#workers/compare-design/trees/parts'

/** Half a pixel is what browsers round away. */
const tolerance = 0.5

type Side = 'width' | 'height'
const placeOfSide = { width: 2, height: 3 } as const

export type Shifted = { differences: TreeDifference[]; absorbed: TreeDifference[] }

/** What is laid out in one part, however deep in what has no box: roots of shadow trees, slots. */
type Room = { parts: readonly Part[]; hasFloats: boolean; wider: number; higher: number }

type Layout = {
  rooms: Map<Part, Room>
  /** At or in which something moves the layout: what was found before, and what is found here. */
  causes: Set<Part>
  /** Their height is that of what stands beside them. */
  stretched: Set<Part>
}

/**
 * Sizes and places that changed by themselves. @param causes parts of the new tree at or in which something moves the
 * layout; @param maxShift CSS pixels that a part may have moved.
 */
export function layoutShiftsOf(after: readonly Part[], causes: ReadonlySet<Part>, maxShift: number): Shifted {
  const layout: Layout = { rooms: new Map(), causes: new Set(causes), stretched: new Set() }
  const shifted: Shifted = { differences: [], absorbed: [] }
  const add = ({ difference, pixels }: { difference: TreeDifference; pixels: number }) =>
    (pixels <= maxShift ? shifted.absorbed : shifted.differences).push(difference)
  const there = after.filter((part) => isElement(part) && part.box && part.partner?.box)
  // A width makes heights, hardly ever the other way round.
  for (const side of ['width', 'height'] as const) {
    const rows = new Map<Part, Part>()
    for (const part of there) {
      if (!changes(part, side) || isExplained(part, side, layout)) continue
      const origin = originOf(part, side, layout)
      if (layout.causes.has(origin)) continue
      // What stands side by side shares its room: the one that changed most is told.
      const row = side === 'width' ? rowOf(origin) : null
      if (row) rows.set(row, widerOf(rows.get(row), origin))
      else {
        addWithAncestors(layout.causes, origin)
        add(sizeShift(origin, side))
      }
    }
    for (const widest of rows.values()) {
      addWithAncestors(layout.causes, widest)
      add(sizeShift(widest, side))
    }
  }
  for (const part of there) if (isMovedAlone(part, layout)) add(placeShift(part))
  return shifted
}

const changeOf = (part: Part | null | undefined, side: Side): number =>
  part?.box && part.partner?.box ? part.box[placeOfSide[side]] - part.partner.box[placeOfSide[side]] : 0

const changes = (part: Part | null | undefined, side: Side) => Math.abs(changeOf(part, side)) > tolerance

/** The nearest around a part that has a box. */
function layoutParentOf(part: Part): Part | null {
  let above = part.parent
  while (above && !above.box && above.index >= 0) above = above.parent
  return above
}

function roomOf(parent: Part, { rooms }: Layout): Room {
  const known = rooms.get(parent)
  if (known) return known
  const laidOutIn = (part: Part): Part[] => part.children.flatMap((child) => (child.box ? [child] : laidOutIn(child)))
  const parts = laidOutIn(parent)
  const room = {
    parts,
    hasFloats: parts.some((part) => isFloating(part) || isFloating(part.partner)),
    wider: parts.filter((part) => changes(part, 'width')).length,
    higher: parts.filter((part) => changes(part, 'height')).length,
  }
  rooms.set(parent, room)
  return room
}

export const isFloating = (part: Part | null | undefined) => /left|right/.test(styleOf(part, 'float'))

function tableOf(part: Part): Part | null {
  let above: Part | null = part
  while (above && !/^(?:inline-)?table$/.test(styleOf(above, 'display'))) above = above.parent
  return above
}

/** The table or the flex box whose width a part shares with others. */
function rowOf(part: Part): Part | null {
  if (isOfTable(part)) return tableOf(part)
  const parent = layoutParentOf(part)
  return /flex|grid/.test(styleOf(parent, 'display')) ? parent : null
}

const isOfTable = (part: Part) => /^table-/.test(styleOf(part, 'display'))

/** Whether a change of size follows from what is in the part, beside it or around it. */
function isExplained(part: Part, side: Side, layout: Layout): boolean {
  const { causes, stretched } = layout
  const parent = layoutParentOf(part)
  if (causes.has(part) || !parent) return true
  if (!parent.partner || !part.partner || layoutParentOf(part.partner) !== parent.partner) return true
  // Rows and columns are as large as what any of their cells needs.
  const table = isOfTable(part) ? tableOf(part) : null
  if (table && causes.has(table)) return true
  const room = roomOf(parent, layout)
  const shares =
    room.hasFloats ||
    /flex|grid|table/.test(styleOf(parent, 'display')) ||
    !/^(?:block|list-item|flex|grid)$/.test(styleOf(part, 'display'))
  if (shares && causes.has(parent)) {
    if (side === 'height') stretched.add(part)
    return true
  }
  // What is in it has less room or more, e.g. by a padding.
  if (Math.abs(innerWidth(parent) - innerWidth(parent.partner)) > tolerance) return true
  if (side === 'width') return false
  if (changes(part, 'width')) return true
  if (!changes(parent, 'height')) return false
  const isAlike = Math.abs(changeOf(parent, 'height') - changeOf(part, 'height')) <= 1
  // A height comes from within, unless it is stretched, or a share of what is around.
  const isOfParent = isAlike && stretched.has(parent)
  if (!isOfParent && !((shares || isAlike) && room.higher > 1)) return false
  stretched.add(part)
  return true
}

const widerOf = (one: Part | undefined, other: Part): Part =>
  one && Math.abs(changeOf(one, 'width')) >= Math.abs(changeOf(other, 'width')) ? one : other

/** Where a change of size comes from: down, to the one part that has it, or of several to the one that has it deepest. */
function originOf(part: Part, side: Side, layout: Layout): Part {
  let origin = part
  for (;;) {
    const alike = roomOf(origin, layout).parts.filter(
      (child) =>
        isElement(child) && changes(child, side) && Math.abs(changeOf(child, side) - changeOf(origin, side)) <= 1,
    )
    const [first] = alike
    const isOne = side === 'width' ? roomOf(origin, layout).wider === 1 : roomOf(origin, layout).higher === 1
    if (!first || (side === 'width' && !isOne)) return origin
    const fills =
      /^(?:block|flex|grid|list-item)$/.test(styleOf(first, 'display')) && !/flex|grid/.test(styleOf(origin, 'display'))
    if (side === 'width' && fills) return origin
    if (!isOne && !/flex|grid|table/.test(styleOf(origin, 'display'))) return origin
    origin = isOne ? first : deepestOf(alike, side, layout)
  }
}

/** Of parts that stand beside each other and are as high as the highest: the one whose contents made it so. */
function deepestOf(parts: readonly Part[], side: Side, layout: Layout): Part {
  const depthOf = (part: Part): number => {
    let depth = 0
    let at: Part | undefined = part
    while (at && depth < 100) {
      depth++
      const inner: Part = at
      at = roomOf(inner, layout).parts.find(
        (child) => changes(child, side) && Math.abs(changeOf(child, side) - changeOf(inner, side)) <= 1,
      )
    }
    return depth
  }
  return parts.slice(0, 50).reduce((best, part) => (depthOf(part) > depthOf(best) ? part : best))
}

function sizeShift(part: Part, side: Side) {
  const pixels = Math.abs(changeOf(part, side))
  const size = (box: NodeBox | null | undefined) => `${round(box?.[placeOfSide[side]] ?? 0)}px`
  const difference = differenceOf('layout-shift', part, {
    severity: pixels <= 2 ? 'minor' : 'moderate',
    property: side,
    before: size(part.partner?.box),
    after: size(part.box),
  })
  return { difference, pixels }
}

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** How far it went, seen from what it lies in. */
function moveOf(part: Part): readonly [x: number, y: number] {
  const around = layoutParentOf(part)
  const [left = 0, top = 0] = around?.box ?? []
  const [leftBefore = 0, topBefore = 0] = around?.partner?.box ?? []
  const [x = 0, y = 0] = part.box ?? []
  const [xBefore = 0, yBefore = 0] = part.partner?.box ?? []
  return [x - left - (xBefore - leftBefore), y - top - (yBefore - topBefore)]
}

function isMovedAlone(part: Part, layout: Layout): boolean {
  const { causes } = layout
  const parent = layoutParentOf(part)
  if (!parent?.partner || !part.partner || layoutParentOf(part.partner) !== parent.partner) return false
  if (causes.has(parent) || !parent.box || !parent.partner.box) return false
  if (changes(parent, 'width') || changes(parent, 'height')) return false
  const room = roomOf(parent, layout)
  if (room.wider > 0 || room.higher > 0) return false
  const table = isOfTable(part) ? tableOf(part) : null
  if (table && causes.has(table)) return false
  const [x, y] = moveOf(part)
  return Math.max(Math.abs(x), Math.abs(y)) > tolerance
}

function placeShift(part: Part) {
  const [x, y] = moveOf(part)
  const pixels = Math.max(Math.abs(x), Math.abs(y))
  const to = [
    Math.abs(x) > tolerance ? `${round(Math.abs(x))}px ${x < 0 ? 'left' : 'right'}` : '',
    Math.abs(y) > tolerance ? `${round(Math.abs(y))}px ${y < 0 ? 'up' : 'down'}` : '',
  ].filter((way) => way !== '')
  const at = (box: NodeBox | null | undefined) => `${round(box?.[0] ?? 0)}px ${round(box?.[1] ?? 0)}px`
  const difference = differenceOf('layout-shift', part, {
    severity: pixels <= 2 ? 'minor' : 'moderate',
    before: at(part.partner?.box),
    after: at(part.box),
    detail: to.join(' and '),
    group: `shift ${part.parent?.order} ${to.join(' ')}`,
  })
  return { difference, pixels }
}
