/** Compares two rendered trees of one page: each difference with its cause, once, and nothing that a build makes by itself. */
import type { IgnoredRegion } from '#db/documents/design-policy'
import { type AbsorbedDifference, type DesignFinding, designSeverities } from '#db/documents/design-report'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { TokenSet } from '#shared/design-system/token-set'
import { collisionsOf } from '#workers/compare-design/trees/collisions'
import {
  addWithAncestors,
  type ChangedPart,
  movesLayout,
  withoutConsequences,
} from '#workers/compare-design/trees/consequences'
import { contentChangesOf, isCutOtherwise } from '#workers/compare-design/trees/content-changes'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { foldChanges } from '#workers/compare-design/trees/fold'
import { type DifferenceGroup, groupDifferences } from '#workers/compare-design/trees/group-differences'
import { elementsOf } from '#workers/compare-design/trees/ignored'
import { layoutShiftsOf } from '#workers/compare-design/trees/layout-changes'
import { pairParts } from '#workers/compare-design/trees/pair-parts'
import { newNumbering, type Part, readParts, styleOf } from '#workers/compare-design/trees/parts'
import { selectorOf } from '#workers/compare-design/trees/selector'
import { type StructureChanges, structureChangesOf } from '#workers/compare-design/trees/structure-changes'
import { renderingChangeOf, styleChangesOf, styleSeverity } from '#workers/compare-design/trees/style-changes'
import { tokenHintsOf } from '#workers/compare-design/trees/token-hints'
import { clipped, recommendationOf, violationOf } from '#workers/compare-design/trees/wording'

export type TreesCompared = { findings: DesignFinding[]; absorbed: AbsorbedDifference[] }

export type TreesAsked = {
  /** Those that are still in force. */
  ignored: readonly IgnoredRegion[]
  /** CSS pixels that a part may have moved or grown without a reason. */
  maxShift: number
  tokens: TokenSet | null
}

/** Longer values are cut in a finding. */
const valueLength = 500

/** The same trees give the same findings: worst first, then the largest, then in the order of the page. */
export function compareTrees(before: RenderedTree, after: RenderedTree, asked: TreesAsked): TreesCompared {
  const numbering = newNumbering()
  const partsBefore = readParts(before, numbering)
  const partsAfter = readParts(after, numbering)
  pairParts(partsBefore, partsAfter, numbering)
  const structure = structureChangesOf(partsBefore, partsAfter)
  const { differences, shifted } = differencesOf(partsBefore, partsAfter, structure, asked.maxShift)
  const { told, absorbed } = withoutIgnored(differences, { before, after }, asked.ignored)
  const groups = groupDifferences(told)
  const rootPx =
    Number.parseFloat(
      styleOf(
        partsAfter.find(({ name }) => name === 'html'),
        'font-size',
      ),
    ) || 16
  return {
    findings: groups
      .toSorted(worstFirst)
      .map((group) => findingOf(group, group.first.isGone ? before : after, asked.tokens, rootPx)),
    absorbed: [...absorbed, ...unseenOf(structure), ...shiftsOf(shifted)],
  }
}

function differencesOf(
  before: readonly Part[],
  after: readonly Part[],
  structure: StructureChanges,
  maxShift: number,
): { differences: TreeDifference[]; shifted: TreeDifference[] } {
  const differences = [...structure.differences]
  const causes = new Set<Part>()
  for (const part of structure.disturbed) addWithAncestors(causes, part)
  const changed: ChangedPart[] = []
  const htmlOf = (parts: readonly Part[]) => parts.find(({ name }) => name === 'html') ?? null
  const roots = { before: htmlOf(before), after: htmlOf(after) }
  for (const part of after) {
    const { partner } = part
    if (!partner) continue
    const contents = isCutOtherwise(part) ? [] : contentChangesOf(part)
    const rendering = renderingChangeOf(part)
    for (const difference of rendering ? [rendering, ...contents] : contents) differences.push(difference)
    if (rendering || contents.length > 0) addWithAncestors(causes, rendering ? (part.parent ?? part) : part)
    if (partner.name !== part.name) addWithAncestors(causes, part)
    else if (part.isRendered && partner.isRendered) {
      const { changes, echoes } = styleChangesOf(part, roots)
      if (changes.length > 0) changed.push({ part, changes })
      // Letters of another font are of another width wherever they stand, also where the font is only inherited.
      if (echoes.some(movesLayout)) addWithAncestors(causes, part)
    }
  }
  for (const { part, changes } of withoutConsequences(changed, (each) => causes.has(each))) {
    if (changes.some(({ property }) => movesLayout(property))) addWithAncestors(causes, part)
    for (const change of foldChanges(part.partner ?? part, part, changes))
      differences.push(differenceOf('style-change', part, { severity: styleSeverity(change), ...change }))
  }
  const shifts = layoutShiftsOf(after, causes, maxShift)
  differences.push(...shifts.differences, ...collisionsOf(after))
  return { differences, shifted: shifts.absorbed }
}

function withoutIgnored(
  differences: readonly TreeDifference[],
  trees: { before: RenderedTree; after: RenderedTree },
  regions: readonly IgnoredRegion[],
): { told: readonly TreeDifference[]; absorbed: AbsorbedDifference[] } {
  let told = differences
  const absorbed: AbsorbedDifference[] = []
  for (const region of regions) {
    const where = region.selector ?? `the box at ${region.box?.x},${region.box?.y}`
    const inBefore = elementsOf(trees.before, region)
    const inAfter = elementsOf(trees.after, region)
    if (!inBefore || !inAfter) {
      absorbed.push({
        class: 'ignored',
        pixels: 0,
        message: `${where} is no selector that can be read; nothing is ignored by it.`,
      })
      continue
    }
    const isIn = ({ part, isGone }: TreeDifference) =>
      isGone
        ? inBefore.has(part.index)
        : inAfter.has(part.index) || (part.partner !== null && inBefore.has(part.partner.index))
    const left = told.filter((difference) => !isIn(difference))
    const count = told.length - left.length
    if (count > 0)
      absorbed.push({
        class: 'ignored',
        pixels: 0,
        message: `${count} ${count === 1 ? 'difference' : 'differences'} in ${where}: ${region.reason}`,
      })
    told = left
  }
  return { told, absorbed }
}

function unseenOf({ unseen }: StructureChanges): AbsorbedDifference[] {
  const wrappers = unseen.filter(({ isWrapper }) => isWrapper).length
  const others = unseen.length - wrappers
  const said = (count: number, kind: string, message: string) =>
    count > 0
      ? [{ class: kind, pixels: 0, message: `${count} ${count === 1 ? 'element' : 'elements'} ${message}` }]
      : []
  return [
    ...said(wrappers, 'wrapper', 'came or went around others without moving or painting anything.'),
    ...said(others, 'unseen', 'came or went that nobody sees.'),
  ]
}

function shiftsOf(shifted: readonly TreeDifference[]): AbsorbedDifference[] {
  if (shifted.length === 0) return []
  const count = groupDifferences(shifted).length
  return [
    {
      class: 'shift',
      pixels: 0,
      message: `${count} ${count === 1 ? 'part' : 'parts'} moved by no more than is allowed.`,
    },
  ]
}

const areaOf = ({ first: { part } }: DifferenceGroup) => (part.box ? part.box[2] * part.box[3] : 0)

function worstFirst(one: DifferenceGroup, other: DifferenceGroup): number {
  const rank = ({ first }: DifferenceGroup) => designSeverities.indexOf(first.severity)
  return rank(one) - rank(other) || areaOf(other) - areaOf(one) || one.first.part.order - other.first.part.order
}

function findingOf(
  { first, elements }: DifferenceGroup,
  tree: RenderedTree,
  tokens: TokenSet | null,
  rootPx: number,
): DesignFinding {
  const { part } = first
  const element = selectorOf(tree, part.index)
  const hints = tokenHintsOf(first, tokens, rootPx)
  const [x = 0, y = 0, width = 0, height = 0] = part.box ?? part.parent?.box ?? []
  const isLaidOut = part.box !== null || part.parent?.box !== undefined
  return {
    severity: first.severity,
    type: first.type,
    element,
    violation: violationOf(first, elements),
    recommendation: recommendationOf(first, element, hints),
    property: first.property,
    before: first.before === null ? null : clipped(first.before, valueLength),
    after: first.after === null ? null : clipped(first.after, valueLength),
    token: hints.left ?? hints.came ?? hints.nearest?.name ?? null,
    elements,
    box: isLaidOut ? { x, y, width, height } : null,
    source: 'tree',
  }
}
