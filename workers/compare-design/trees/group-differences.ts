/** Makes one of differences that have one cause: the same on several elements, much on one, one property everywhere. Pure. */
import type { TreeDifference } from '#workers/compare-design/trees/difference'
import type { Part } from '#workers/compare-design/trees/parts'

/** The first of them, and all parts that show the same. */
export type DifferenceGroup = { first: TreeDifference; parts: readonly Part[]; elements: number }

/** So many changes of the same elements are told apart; more are one change of these elements. */
const told = 3

/** So many ways in which one property changed are told apart; more are one change of the property. */
const toldOfProperty = 6

export function groupDifferences(differences: readonly TreeDifference[]): DifferenceGroup[] {
  const groups = new Map<string, { first: TreeDifference; parts: Part[]; elements: number }>()
  for (const difference of differences) {
    const key = `${difference.type}\n${difference.group}`
    const group = groups.get(key)
    if (!group) groups.set(key, { first: difference, parts: [difference.part], elements: difference.elements })
    else {
      group.parts.push(difference.part)
      group.elements += difference.elements
    }
  }
  const all = withoutLooksOfStates([...groups.values()])
  const styles = all.filter(({ first }) => first.type === 'style-change')
  const others = all.filter(({ first }) => first.type !== 'style-change')
  return [...others, ...ofOneProperty(ofSameElements(styles))]
}

/** What an element is in, and what its look is expected to follow. */
const states =
  /^(?:disabled|readonly|checked|selected|open|type|aria-(?:expanded|pressed|selected|checked|current|disabled|invalid))$/

/** How an element looks that is in another state now is told with the state. */
function withoutLooksOfStates(groups: readonly DifferenceGroup[]): DifferenceGroup[] {
  const inState = new Map<Part, DifferenceGroup>()
  for (const group of groups)
    if (group.first.type === 'attribute-change' && states.test(group.first.property ?? ''))
      for (const part of group.parts) if (!inState.has(part)) inState.set(part, group)
  if (inState.size === 0) return [...groups]
  const looks = new Map<DifferenceGroup, TreeDifference[]>()
  const left = groups.filter(({ first, parts }) => {
    const state = first.type === 'style-change' ? inState.get(first.part) : undefined
    if (!state || first.severity === 'serious' || parts.some((part) => inState.get(part) !== state)) return true
    listAt(looks, state).push(first)
    return false
  })
  return left.map((group) => {
    const changes = looks.get(group)
    return changes ? { ...group, first: { ...group.first, detail: changesIn(changes) } } : group
  })
}

function changesIn(changes: readonly TreeDifference[]): string {
  const said = changes.slice(0, 12).map(({ property, before, after }) => `${property}: ${before} to ${after}`)
  return `Also ${said.join('; ')}${changes.length > 12 ? `; and ${changes.length - 12} more` : ''}.`
}

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key)
  if (known) return known
  const list: Item[] = []
  lists.set(key, list)
  return list
}

/** What is seen most first. */
const prominent = [
  'display',
  'visibility',
  'opacity',
  'background-color',
  'color',
  'font-family',
  'font-size',
  'border',
  'padding',
  'margin',
]

function rank({ first }: DifferenceGroup): number {
  const at = prominent.indexOf(first.property ?? '')
  return at < 0 ? prominent.length : at
}

function ofSameElements(groups: readonly DifferenceGroup[]): DifferenceGroup[] {
  const sets = new Map<string, DifferenceGroup[]>()
  for (const group of groups) {
    listAt(sets, group.parts.map(({ order }) => order).join()).push(group)
  }
  return [...sets.values()].flatMap((set) => {
    if (set.length <= told) return set
    const [lead, ...rest] = set.toSorted((one, other) => rank(one) - rank(other))
    if (!lead) return []
    return [{ ...lead, first: { ...lead.first, detail: changesIn(rest.map(({ first }) => first)) } }]
  })
}

function ofOneProperty(groups: readonly DifferenceGroup[]): DifferenceGroup[] {
  const byProperty = new Map<string, DifferenceGroup[]>()
  for (const group of groups) {
    listAt(byProperty, `${group.first.property} ${group.first.severity}`).push(group)
  }
  return [...byProperty.values()].flatMap((set) => {
    if (set.length <= toldOfProperty) return set
    const [lead] = set.toSorted((one, other) => other.elements - one.elements)
    if (!lead) return []
    const elements = set.reduce((sum, group) => sum + group.elements, 0)
    const detail = `${lead.first.property} changed in ${set.length} ways; this is what most have.`
    return [{ ...lead, elements, first: { ...lead.first, detail } }]
  })
}
