/** Texts and boxes that newly got in each other's way. Pure. */
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { isFloating } from '#workers/compare-design/trees/layout-changes'
import { isElement, type Part, styleOf } from '#workers/compare-design/trees/parts'

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
  // Texts flow around what floats, in boxes that reach below it.
  if (isFloating(one) || isFloating(other)) return false
  if (/^inline$/.test(styleOf(one, 'display')) || /^inline$/.test(styleOf(other, 'display'))) return false
  const across = Math.min(one.box[0] + one.box[2], other.box[0] + other.box[2]) - Math.max(one.box[0], other.box[0])
  const down = Math.min(one.box[1] + one.box[3], other.box[1] + other.box[3]) - Math.max(one.box[1], other.box[1])
  return across > 2 && down > 2
}

const says = (part: Part): boolean =>
  styleOf(part, 'opacity') !== '0' && styleOf(part, 'visibility') !== 'hidden' && part.weight > 2
