/** Size of what is pressed after WCAG 2.5.8, with its exceptions for room around, for sentences and for the browser's own. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import type { Departure } from '#workers/compare-design/conformance/departure'
import {
  attributeOf,
  chainOf,
  holds,
  nodeAt,
  type Page,
  seenElements,
  styleAt,
  uncoveredBox,
} from '#workers/compare-design/conformance/page'

/** CSS pixels. Source: https://www.w3.org/TR/WCAG22/#target-size-minimum */
const least = 24
const roles = [
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'slider',
  'spinbutton',
]

type Target = { index: number; box: NodeBox }

export function checkTargets(page: Page): Departure[] {
  const targets = targetsOf(page)
  const small = targets.filter(isSmall)
  const words = new Map<number, boolean>()
  const near = openNeighbours(targets)
  return small
    .filter((target) => !isInSentence(page, target.index, words) && !isBrowsersOwn(page, target))
    .filter((target) => !hasRoom(page, target, near(target)))
    .map(({ index, box }) => {
      const size = `${Number(box[2].toFixed(1))} × ${Number(box[3].toFixed(1))}px`
      return {
        type: 'target-size',
        severity: 'moderate',
        element: index,
        property: null,
        value: size,
        // One rule makes all of a kind too small, whatever their words make of the width.
        cause: [nodeAt(page, index)?.name, attributeOf(page, index, 'class'), attributeOf(page, index, 'type')].join(
          ' ',
        ),
        violation: `What is pressed here is ${size}, with others too close; 24 × 24px are needed (WCAG 2.5.8).`,
        recommendation: 'Make it larger or give it room: min-width: 24px; min-height: 24px;',
        token: null,
      }
    })
}

function targetsOf(page: Page): Target[] {
  const labels = labelsById(page)
  return seenElements(page).flatMap((index) => {
    if (!isTarget(page, index)) return []
    const box = pressedBox(page, index, labels)
    return box && box[0] + box[2] > 0 && box[1] + box[3] > 0 ? [{ index, box }] : []
  })
}

function isTarget(page: Page, index: number): boolean {
  const name = nodeAt(page, index)?.name ?? ''
  if (attributeOf(page, index, 'disabled') !== undefined || attributeOf(page, index, 'aria-disabled') === 'true')
    return false
  if (name === 'a' || name === 'area') return attributeOf(page, index, 'href') !== undefined
  if (name === 'input') return attributeOf(page, index, 'type') !== 'hidden'
  if (['button', 'select', 'textarea', 'summary'].includes(name)) return true
  return roles.includes(attributeOf(page, index, 'role') ?? '') && attributeOf(page, index, 'tabindex') !== '-1'
}

function labelsById(page: Page): ReadonlyMap<string, number> {
  return new Map(
    page.tree.nodes.flatMap(({ name }, index) => {
      const id = name === 'label' ? attributeOf(page, index, 'for') : undefined
      return id === undefined ? [] : [[id, index] as const]
    }),
  )
}

/** All of it that takes a press: what it holds, and the label that presses it. */
function pressedBox(page: Page, index: number, labels: ReadonlyMap<string, number>): NodeBox | null {
  const boxes: NodeBox[] = []
  const take = (at: number) => {
    const box = uncoveredBox(page, at)
    if (box) boxes.push(box)
    for (const child of page.children[at] ?? []) take(child)
  }
  take(index)
  if (nodeAt(page, index)?.name === 'input') {
    const id = attributeOf(page, index, 'id')
    const label =
      [...chainOf(page, index)].find((outer) => nodeAt(page, outer)?.name === 'label') ??
      (id === undefined ? undefined : labels.get(id))
    if (label !== undefined) take(label)
  }
  const [first, ...more] = boxes
  return first ? more.reduce(around, first) : null
}

function around(one: NodeBox, other: NodeBox): NodeBox {
  const [x, y] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])]
  const right = Math.max(one[0] + one[2], other[0] + other[2])
  return [x, y, right - x, Math.max(one[1] + one[3], other[1] + other[3]) - y]
}

/** A link among words is as high as their line. @param words by block: whether it has any beside its targets. */
function isInSentence(page: Page, index: number, words: Map<number, boolean>): boolean {
  if (!styleAt(page, index, 'display').startsWith('inline')) return false
  let block = page.heirOf[index] ?? -1
  while (block >= 0 && styleAt(page, block, 'display') === 'inline') block = page.heirOf[block] ?? -1
  const known = words.get(block) ?? hasOwnWords(page, block)
  words.set(block, known)
  return known
}

/** Words in a block's lines that are in no target. */
function hasOwnWords(page: Page, at: number): boolean {
  return (page.children[at] ?? []).some((child) => {
    const node = nodeAt(page, child)
    if (node?.name === '#text') return node.box !== undefined && /[\p{L}\p{N}]/u.test(node.text ?? '')
    return styleAt(page, child, 'display') === 'inline' && !isTarget(page, child) && hasOwnWords(page, child)
  })
}

/** Boxes and dots that nobody gave a size. */
const isBrowsersOwn = (page: Page, { index, box }: Target) =>
  nodeAt(page, index)?.name === 'input' &&
  ['checkbox', 'radio'].includes(attributeOf(page, index, 'type') ?? '') &&
  box[2] === 13 &&
  box[3] === 13

/** Whether a circle of 24 pixels on its middle touches no other target, and no small one's circle. */
function hasRoom(page: Page, { index, box }: Target, near: Iterable<Target>): boolean {
  const [x, y] = middleOf(box)
  for (const other of near) {
    if (holds(page, other.index, index) || holds(page, index, other.index)) continue
    if (isSmall(other) && apart(middleOf(other.box), [x, y]) < least - 0.01) return false
    const across = Math.max(other.box[0] - x, 0, x - other.box[0] - other.box[2])
    const down = Math.max(other.box[1] - y, 0, y - other.box[1] - other.box[3])
    if (Math.hypot(across, down) < least / 2 - 0.01) return false
  }
  return true
}

const cell = 64
/** Cells that one target is noted in. */
const cellLimit = 1024

/** @returns those that can be within reach of a target. */
function openNeighbours(targets: readonly Target[]): (of: Target) => Iterable<Target> {
  const cells = new Map<string, Target[]>()
  const large: Target[] = []
  const cellsOf = ([x, y, width, height]: NodeBox, more: number): string[] | null => {
    const [left, top] = [Math.floor((x - more) / cell), Math.floor((y - more) / cell)]
    const [right, bottom] = [Math.floor((x + width + more) / cell), Math.floor((y + height + more) / cell)]
    if ((right - left + 1) * (bottom - top + 1) > cellLimit) return null
    const names: string[] = []
    for (let across = left; across <= right; across += 1)
      for (let down = top; down <= bottom; down += 1) names.push(`${across} ${down}`)
    return names
  }
  for (const target of targets) {
    const names = cellsOf(target.box, 0)
    if (!names) large.push(target)
    for (const name of names ?? []) {
      const known = cells.get(name)
      if (known) known.push(target)
      else cells.set(name, [target])
    }
  }
  return function* ({ box }) {
    const [x, y] = middleOf(box)
    yield* large
    for (const name of cellsOf([x, y, 0, 0], least) ?? []) yield* cells.get(name) ?? []
  }
}

const isSmall = ({ box }: Target) => box[2] < least - 0.01 || box[3] < least - 0.01

const middleOf = ([x, y, width, height]: NodeBox): [number, number] => [x + width / 2, y + height / 2]
const apart = (one: readonly [number, number], other: readonly [number, number]) =>
  Math.hypot(one[0] - other[0], one[1] - other[1])
