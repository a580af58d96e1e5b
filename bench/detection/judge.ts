/** Says whether findings name a change: its element, or one a step above or below, and its property. Pure. */

import { type ChangeKind, namesOfChange } from '#bench/detection/kinds'
import { type SourcePlace, stepOf, uncounted } from '#bench/detection/publish'
import type { DesignFinding } from '#db/documents/design-report'
import { type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'

/** Where the selector of a finding leads in the page before and after; null where it finds nothing. */
export type Found = { before: SourcePlace | null; after: SourcePlace | null }

/** Where a change truly shows. */
export type Truth = { before: ReadonlySet<SourcePlace>; after: ReadonlySet<SourcePlace> }

export type Judgement = {
  isNamed: boolean
  isExact: boolean
  hasElement: boolean
  hasProperty: boolean
  findings: number
}

export function judgeFindings(
  kind: ChangeKind,
  findings: readonly DesignFinding[],
  found: ReadonlyMap<string, Found>,
  truth: Truth,
): Judgement {
  const named = findings.map((finding) => ({
    element: isAt(finding, found.get(finding.element), truth, isNear),
    itself: isAt(finding, found.get(finding.element), truth, (one, other) => one === other),
    property: saysSo(kind, finding),
  }))
  return {
    isNamed: named.some(({ element, property }) => element && property),
    isExact: named.some(({ itself, property }) => itself && property),
    hasElement: named.some(({ element }) => element),
    hasProperty: named.some(({ property }) => property),
    findings: findings.length,
  }
}

function isAt(
  { type }: DesignFinding,
  found: Found | undefined,
  truth: Truth,
  isThere: (one: SourcePlace, other: SourcePlace) => boolean,
): boolean {
  const isGone = /removed/.test(type)
  const place = isGone ? found?.before : found?.after
  if (place === null || place === undefined) return false
  return [...(isGone ? truth.before : truth.after)].some((each) => isThere(place, each))
}

/** Whether it is the same element, its parent, or a child of it; the root of a shadow tree is no step. */
export const isNear = (one: SourcePlace, other: SourcePlace): boolean =>
  one === other || above(one) === other || above(other) === one

/** The parent's place; of the body, something that is none. */
const above = (place: SourcePlace): SourcePlace | undefined =>
  place === ''
    ? undefined
    : place
        .split('.')
        .slice(0, -1)
        .join('.')
        .replace(/(?:^|\.)s$/, '')

function saysSo(kind: ChangeKind, { type, property, violation }: DesignFinding): boolean {
  const { properties = [], types, attributes = [] } = namesOfChange(kind)
  const said = (property ?? '').split(/[\s,]+/).filter((each) => each !== '')
  if (said.some((each) => properties.some((longhand) => isOf(each, longhand)))) return true
  if (said.some((each) => attributes.includes(each.replace(/^@|^attribute:|^\[|\]$/g, '')))) return true
  if (/attribute/.test(type) && attributes.some((each) => new RegExp(`\\b${each}\\b`).test(violation))) return true
  return types?.test(type) ?? false
}

/** Whether it is this longhand or a shorthand of it. */
export function isOf(name: string, longhand: string): boolean {
  const bare = longhand.replace(/-(?:top-left|top-right|bottom-left|bottom-right|top|right|bottom|left)(?=-|$)/, '')
  return (
    name === longhand ||
    name === bare ||
    longhand.startsWith(`${name}-`) ||
    (name === 'gap' && longhand.endsWith('-gap'))
  )
}

/** The index of each element of a tree by its place. Slotted elements have none: they do not stand where the source has them. */
export function indicesByPlace(tree: RenderedTree): Map<SourcePlace, number> {
  const places = new Map<SourcePlace, number>()
  const placeAt: (SourcePlace | null)[] = []
  const counts = new Map<SourcePlace, number>()
  for (const [index, { name, parent }] of tree.nodes.entries()) {
    placeAt.push(null)
    const parentName = tree.nodes[parent]?.name
    if (name === 'body' && parentName === 'html') placeAt[index] = ''
    const from = placeAt[parent] ?? null
    if (from !== null && parentName !== 'slot') {
      if (name === '#shadow-root') placeAt[index] = stepOf(from, 's')
      else if (!name.startsWith('#') && !name.startsWith('::') && !uncounted.has(name)) {
        const at = counts.get(from) ?? 0
        counts.set(from, at + 1)
        placeAt[index] = stepOf(from, String(at))
      }
    }
    const place = placeAt[index]
    if (typeof place === 'string' && name !== '#shadow-root') places.set(place, index)
  }
  return places
}

const inherited =
  /^(?:color|font-|line-height|letter-spacing|text-(?!decoration)|white-space|visibility|cursor|list-style|fill|stroke)/

/**
 * Where a property of this kind truly differs between two trees of one structure, without what children only inherit: the
 * declared elements and whatever else the same source of styles reaches. Independent of what compares trees.
 */
export function placesThatDiffer(kind: ChangeKind, before: RenderedTree, after: RenderedTree): Set<SourcePlace> {
  const names = (namesOfChange(kind).properties ?? []).filter((name): name is StyleName =>
    (styleNames as readonly string[]).includes(name),
  )
  const placesBefore = indicesByPlace(before)
  const placesAfter = indicesByPlace(after)
  const differs = new Set<SourcePlace>()
  const valueAt = (tree: RenderedTree, index: number | undefined, name: StyleName) => {
    const style = index === undefined ? undefined : tree.nodes[index]?.style
    return style === undefined ? undefined : tree.styles[style]?.[styleNames.indexOf(name)]
  }
  for (const [place, index] of placesAfter) {
    const parent = above(place)
    for (const name of names) {
      const was = valueAt(before, placesBefore.get(place), name)
      const is = valueAt(after, index, name)
      if (was === undefined || is === undefined || was === is) continue
      const parentWas = parent === undefined ? undefined : valueAt(before, placesBefore.get(parent), name)
      const parentIs = parent === undefined ? undefined : valueAt(after, placesAfter.get(parent), name)
      if (inherited.test(name) && parentIs === is && parentWas !== parentIs) continue
      differs.add(place)
    }
  }
  return differs
}
