/** Elements that came, went, moved or were wrapped. Pure. */

import { pixelsOf } from '#shared/design-system/css-values'
import { inOrder } from '#workers/compare-design/trees/align'
import { isCutOtherwise, loneTextChange } from '#workers/compare-design/trees/content-changes'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { isElement, type Part, styleOf } from '#workers/compare-design/trees/parts'

export type StructureChanges = {
  differences: TreeDifference[]
  /** Came or went without anybody seeing it. */
  unseen: { part: Part; isGone: boolean; isWrapper: boolean }[]
  /** Parts of the new tree whose contents were changed by it. */
  disturbed: Part[]
}

/** @param before all parts of the old tree, in order; @param after of the new one. */
export function structureChangesOf(before: readonly Part[], after: readonly Part[]): StructureChanges {
  const changes: StructureChanges = { differences: [], unseen: [], disturbed: [] }
  for (const [parts, isGone] of [[before, true] as const, [after, false] as const]) {
    const holding = holdersOfPartners(parts)
    for (const part of parts) if (!part.partner && part.isRendered) readUnpaired(part, isGone, holding, changes)
  }
  for (const part of after)
    if (part.partner && part.partner.name !== part.name) changes.differences.push(replacedBy(part))
  readMoves(after, changes)
  return changes
}

/** Those of whose contents at least half is in both trees: what came or went is what was around them. */
function holdersOfPartners(parts: readonly Part[]): ReadonlySet<Part> {
  const holding = new Set<Part>()
  const kept = new Map<Part, number>()
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (!part) continue
    const weight = kept.get(part) ?? 0
    if (weight > 0 && weight * 2 >= part.weight) holding.add(part)
    if (part.parent) kept.set(part.parent, (kept.get(part.parent) ?? 0) + (part.partner ? part.weight : weight))
  }
  return holding
}

/** The nearest around it that is in both trees. */
export function standsIn(part: Part): Part | null {
  let above = part.parent
  while (above && !above.partner) above = above.parent
  return above
}

function readUnpaired(part: Part, isGone: boolean, holding: ReadonlySet<Part>, changes: StructureChanges): void {
  const { parent } = part
  const isWrapper = holding.has(part)
  // What is new as a whole is one thing; so is a wrapper with what else came along in it.
  if (!parent || (!parent.partner && (!holding.has(parent) || isSeen(parent, true)))) return
  const place = isGone ? standsIn(part)?.partner : standsIn(part)
  if (part.name === '#text') {
    if (!isCutOtherwise(part)) changes.differences.push(loneTextChange(part, isGone))
    if (place) changes.disturbed.push(place)
    return
  }
  if (isWrapper ? !isSeen(part, true) && !movesContents(part) : !isSeen(part, false)) {
    changes.unseen.push({ part, isGone, isWrapper })
    return
  }
  if (place) changes.disturbed.push(place)
  changes.differences.push(
    differenceOf(isGone ? 'element-removed' : 'element-added', part, {
      severity: isGone && !isWrapper ? 'serious' : 'minor',
      isGone,
      detail: isWrapper ? 'around' : '',
      group: [isGone, isWrapper, part.name, parent.order, isWrapper ? part.order : ''].join('\n'),
    }),
  )
}

const pictures = new Set([
  'img',
  'svg',
  'video',
  'canvas',
  'iframe',
  'object',
  'embed',
  'input',
  'select',
  'textarea',
  'button',
  'hr',
  'progress',
  'meter',
])

/** Whether it paints anything. @param isAlone without what is in it. */
function isSeen(part: Part, isAlone: boolean): boolean {
  if (styleOf(part, 'opacity') === '0') return false
  const [, , width = 0, height = 0] = part.box ?? []
  if (width * height > 0 && styleOf(part, 'visibility') !== 'hidden') {
    if (part.name === '#text') return true
    if (pictures.has(part.name) || paints(part)) return true
    // A gap that was made with an empty element is seen by what it keeps apart.
    if (!isAlone && part.children.length === 0 && !/^(?:absolute|fixed)$/.test(styleOf(part, 'position'))) return true
  }
  return !isAlone && part.children.some((child) => isSeen(child, false))
}

function paints(part: Part): boolean {
  const isClear = (value: string) => value === '' || value === 'transparent' || /\/ 0\)$/.test(value)
  if (!isClear(styleOf(part, 'background-color'))) return true
  if (!/^(?:none|)$/.test(styleOf(part, 'background-image')) || !/^(?:none|)$/.test(styleOf(part, 'box-shadow')))
    return true
  const isDrawn = (line: string) =>
    !/^(?:none|hidden|)$/.test(styleOf(part, `${line}-style`)) &&
    (pixelsOf(styleOf(part, `${line}-width`)) ?? 0) > 0 &&
    !isClear(styleOf(part, `${line}-color`))
  return ['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'].some(isDrawn)
}

/** Whether what a wrapper holds stands elsewhere, or in another size, than without it. */
function movesContents(part: Part): boolean {
  const around = standsIn(part)
  const aroundThere = around?.partner
  const waiting = [...part.children]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!next.partner) {
      for (const child of next.children) waiting.push(child)
      continue
    }
    if (!next.box || !next.partner.box) continue
    const [x = 0, y = 0, width = 0, height = 0] = next.box
    const [xThere = 0, yThere = 0, widthThere = 0, heightThere = 0] = next.partner.box
    const left = (around?.box?.[0] ?? 0) - (aroundThere?.box?.[0] ?? 0)
    const top = (around?.box?.[1] ?? 0) - (aroundThere?.box?.[1] ?? 0)
    const apart = [x - xThere - left, y - yThere - top, width - widthThere, height - heightThere]
    // What changed by itself is told by itself.
    const isSame = next.content === next.partner.content && next.styles === next.partner.styles
    if (isSame && apart.some((distance) => Math.abs(distance) > 0.5)) return true
  }
  return false
}

const replacedBy = (part: Part): TreeDifference =>
  differenceOf('element-replaced', part, {
    severity: 'moderate',
    before: part.partner?.name ?? '',
    after: part.name,
  })

/** Those that stand in another parent, and those that stand elsewhere among their siblings. */
function readMoves(after: readonly Part[], changes: StructureChanges): void {
  const inParent = new Map<Part, Part[]>()
  for (const part of after) {
    const { partner } = part
    if (!partner || !part.isRendered || !partner.isRendered || part.index < 0) continue
    const around = standsIn(part)
    if (!around) continue
    if (standsIn(partner) !== around.partner) {
      changes.differences.push(
        differenceOf('element-moved', part, {
          severity: 'moderate',
          detail: 'elsewhere',
          group: `elsewhere ${around.order} ${standsIn(partner)?.order}`,
        }),
      )
      changes.disturbed.push(around)
      const left = standsIn(partner)?.partner
      if (left) changes.disturbed.push(left)
      continue
    }
    const list = inParent.get(around)
    if (list) list.push(part)
    else inParent.set(around, [part])
  }
  for (const [around, list] of inParent) {
    const kept = new Set(inOrder(list.map((part, at) => [at, part.partner?.order ?? 0] as const)).map(([at]) => at))
    const moved = list.filter((_, at) => !kept.has(at))
    const [first] = moved
    if (!first) continue
    changes.disturbed.push(around)
    const isOne = moved.length === 1
    const elements = moved.filter(isElement).length
    if (elements === 0) continue
    const placeAmong = (part: Part) =>
      list.filter((other) => isElement(other) && (other.partner?.order ?? 0) < (part.partner?.order ?? 0)).length + 1
    const subject = isOne ? first : around
    changes.differences.push(
      differenceOf('element-moved', isElement(subject) ? subject : first, {
        severity: 'moderate',
        detail: isOne ? 'place' : 'order',
        before: isOne ? `${placeAmong(first)}` : null,
        after: isOne ? `${list.filter(isElement).indexOf(first) + 1}` : null,
        elements,
        group: `order ${around.order}`,
      }),
    )
  }
}
