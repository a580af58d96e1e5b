/** What moved or changed its size though nothing explains it, and texts and boxes that got in each other's way. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import { innerWidth } from '#workers/compare-design/trees/consequences'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { isElement, type Part, styleOf } from '#workers/compare-design/trees/parts'

/** Half a pixel is what browsers round away. */
const tolerance = 0.5

type Side = 'width' | 'height'
const placeOfSide = { width: 2, height: 3 } as const

export type Shifted = { differences: TreeDifference[]; absorbed: TreeDifference[] }

/**
 * Sizes and places that changed by themselves. @param causes parts of the new tree at or in which something moves the
 * layout; @param maxShift CSS pixels that a part may have moved.
 */
export function layoutShiftsOf(root: Part, causes: ReadonlySet<Part>, maxShift: number): Shifted {
  const isCause = (part: Part) => causes.has(part)
  const shifted: Shifted = { differences: [], absorbed: [] }
  const told = new Set<Part>()
  const waiting: Part[] = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    for (const child of part.children.toReversed()) waiting.push(child)
    if (!isElement(part) || !part.box || !part.partner?.box || told.has(part)) continue
    for (const side of ['width', 'height'] as const) {
      if (!changes(part, side) || isExplained(part, side, isCause)) continue
      const origin = originOf(part, side)
      if (told.has(origin)) continue
      told.add(origin)
      if (isCause(origin)) continue
      addShift(shifted, sizeShift(origin, side), maxShift)
    }
    if (!told.has(part) && isMovedAlone(part, isCause)) addShift(shifted, placeShift(part), maxShift)
  }
  return shifted
}

function addShift(
  shifted: Shifted,
  { difference, pixels }: { difference: TreeDifference; pixels: number },
  maxShift: number,
) {
  if (pixels <= maxShift) shifted.absorbed.push(difference)
  else shifted.differences.push(difference)
}

const changeOf = (part: Part | null | undefined, side: Side): number =>
  part?.box && part.partner?.box ? part.box[placeOfSide[side]] - part.partner.box[placeOfSide[side]] : 0

const changes = (part: Part | null | undefined, side: Side) => Math.abs(changeOf(part, side)) > tolerance

/** Whether a change of size follows from what is in the part, beside it or around it. */
function isExplained(part: Part, side: Side, isCause: (part: Part) => boolean): boolean {
  const { parent } = part
  if (isCause(part) || !parent) return true
  if (!parent.partner || part.partner?.parent !== parent.partner) return true
  const shares =
    /flex|grid|table/.test(styleOf(parent, 'display')) ||
    !/^(?:block|list-item|flex|grid)$/.test(styleOf(part, 'display'))
  if (shares && isCause(parent)) return true
  // What is in it has less room or more, e.g. by a padding.
  if (parent.partner && Math.abs(innerWidth(parent) - innerWidth(parent.partner)) > tolerance) return true
  if (side === 'width') return false
  if (changes(part, 'width')) return true
  if (!changes(parent, 'height')) return false
  // A height comes from within, unless it is stretched, or a share of what is around.
  return shares || Math.abs(changeOf(parent, 'height') - changeOf(part, 'height')) <= 1
    ? !isOriginBelow(parent, part)
    : false
}

/** Whether the parent grew because this one did: nothing else in it changed its height. */
const isOriginBelow = (parent: Part, part: Part): boolean =>
  parent.children.every((child) => child === part || !changes(child, 'height'))

/** Where a change of size comes from: down, as long as one part alone has it. */
function originOf(part: Part, side: Side): Part {
  let origin = part
  for (;;) {
    const those = origin.children.filter((child) => isElement(child) && changes(child, side))
    const [only] = those
    if (!only || those.length > 1) return origin
    if (Math.abs(changeOf(only, side) - changeOf(origin, side)) > 1) return origin
    const fills =
      /^(?:block|flex|grid|list-item)$/.test(styleOf(only, 'display')) && !/flex|grid/.test(styleOf(origin, 'display'))
    if (side === 'width' && fills) return origin
    origin = only
  }
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
  const { parent } = part
  const around = parent?.box ?? [0, 0]
  const aroundBefore = parent?.partner?.box ?? [0, 0]
  const [x = 0, y = 0] = part.box ?? []
  const [xBefore = 0, yBefore = 0] = part.partner?.box ?? []
  return [x - around[0] - (xBefore - aroundBefore[0]), y - around[1] - (yBefore - aroundBefore[1])]
}

function isMovedAlone(part: Part, isCause: (part: Part) => boolean): boolean {
  const { parent } = part
  if (!parent?.partner || part.partner?.parent !== parent.partner || isCause(parent)) return false
  if (!parent.box || !parent.partner.box) return false
  if (changes(parent, 'width') || changes(parent, 'height')) return false
  if (parent.children.some((child) => changes(child, 'width') || changes(child, 'height'))) return false
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

const clips = (value: string) => value === 'hidden' || value === 'clip'

/** Texts that newly stick out of what clips them or frames them, and neighbours that newly lie on each other. */
export function collisionsOf(after: readonly Part[]): TreeDifference[] {
  const found: TreeDifference[] = []
  for (const part of after) {
    if (!part.partner || !part.box || !part.partner.box) continue
    if (part.name === '#text') {
      const how = overflowOf(part)
      if (how !== null && overflowOf(part.partner) === null && part.parent)
        found.push(
          differenceOf('overflow', part.parent, { severity: 'serious', detail: how, group: `overflow ${how}` }),
        )
    } else if (isElement(part)) {
      const next = neighbourOf(part)
      if (!next || !lieOnEachOther(part, next)) continue
      if (next.partner && neighbourOf(part.partner) === next.partner && !lieOnEachOther(part.partner, next.partner))
        found.push(differenceOf('overlap', next, { severity: 'serious', group: `overlap ${part.parent?.order}` }))
    }
  }
  return found
}

/** How a text leaves its place: cut off by what clips, or beyond the edge of a block that does not. */
function overflowOf(text: Part): 'cut off' | 'beyond' | null {
  if (!text.box) return null
  const [x, y, width, height] = text.box
  let block: Part | null = text.parent
  for (let level = 0; block && level < 6; level++, block = block.parent) {
    if (!block.box || block.name === 'body' || block.name === 'html') return null
    const display = styleOf(block, 'display')
    if (display === 'inline' || display === 'contents' || display === '') continue
    const [left, top, wide, high] = block.box
    const across = styleOf(block, 'overflow-x')
    const down = styleOf(block, 'overflow-y')
    if (across === 'auto' || across === 'scroll' || down === 'auto' || down === 'scroll') return null
    const isWider = x + width > left + wide + 1 || x < left - 1
    const isHigher = y + height > top + high + 1
    if ((isWider && clips(across)) || (isHigher && clips(down))) return 'cut off'
    if (level === 0 && isWider && x + width > left + wide + 2) return 'beyond'
  }
  return null
}

const neighbourOf = (part: Part): Part | null => {
  const siblings = part.parent?.children ?? []
  const at = placeAmongSiblings(part)
  for (let next = at + 1; next < siblings.length; next++) {
    const sibling = siblings[next]
    if (sibling?.box && isElement(sibling)) return sibling
  }
  return null
}

const places = new WeakMap<Part, number>()

function placeAmongSiblings(part: Part): number {
  const known = places.get(part)
  if (known !== undefined) return known
  for (const [at, sibling] of (part.parent?.children ?? []).entries()) places.set(sibling, at)
  return places.get(part) ?? 0
}

/** Both say something, and their boxes share more than an edge. */
function lieOnEachOther(one: Part, other: Part): boolean {
  if (!one.box || !other.box || !says(one) || !says(other)) return false
  if (/^inline$/.test(styleOf(one, 'display')) || /^inline$/.test(styleOf(other, 'display'))) return false
  const across = Math.min(one.box[0] + one.box[2], other.box[0] + other.box[2]) - Math.max(one.box[0], other.box[0])
  const down = Math.min(one.box[1] + one.box[3], other.box[1] + other.box[3]) - Math.max(one.box[1], other.box[1])
  return across > 2 && down > 2
}

const says = (part: Part): boolean =>
  styleOf(part, 'opacity') !== '0' && styleOf(part, 'visibility') !== 'hidden' && part.weight > 2
