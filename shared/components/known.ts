/** The components that an organisation knows, and which of them a page is made of. */
import type { Reader, Tx } from '#db/client'
import type { PageArtifact } from '#db/documents/page-artifact'
import type { RenderedNode } from '#db/documents/rendered-tree'
import { putArtifact } from '#db/queries/blobs'
import { listKnownComponents, type StoredComponent, saveSightings } from '#db/queries/components'
import { artifactRows, isComponent, requireProvenComponents, sightingRows } from '#shared/evidence/sealed/components'
import { changeSealed } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'

export type KnownComponent = {
  id: string
  library: string
  name: string
  category: string
  /** In lower case. */
  tagName: string | null
  classPrefix: string | null
  isDeprecated: boolean
}

/** No page is made of more. */
const knownLimit = 20_000

/** An organisation's, by name; none where nothing was imported. @throws EVIDENCE_MISMATCH where one is not as it was written. */
export async function knownComponents(sql: Reader, sealer: Sealer, orgId: string): Promise<KnownComponent[]> {
  const rows = await listKnownComponents(sql, orgId, knownLimit)
  requireProvenComponents(sealer, rows)
  return rows.map(knownOf)
}

/** The same without those that are not as they were written: what does not rest on them goes on. */
export async function knownAsWritten(sql: Reader, sealer: Sealer, orgId: string): Promise<KnownComponent[]> {
  const rows = await listKnownComponents(sql, orgId, knownLimit)
  return rows.filter((row) => isComponent(sealer, row)).map(knownOf)
}

const knownOf = (row: StoredComponent): KnownComponent => {
  const { component_id: id, library, name, category, tag_name: tagName, class_prefix: classPrefix } = row
  return { id, library, name, category, tagName, classPrefix, isDeprecated: row.is_deprecated }
}

export type Sighting = Pick<KnownComponent, 'id' | 'library'> & { instances: number }

/** What of a page's elements it takes to know what they are. */
export type Elements = { nodes: readonly Pick<RenderedNode, 'parent' | 'name' | 'attributes'>[] }

/** Elements that are instances, by the index of their node. Pure. */
export function instancesIn(tree: Elements, known: readonly KnownComponent[]): Map<number, KnownComponent> {
  const find = openFinder(known)
  const found = new Map<number, KnownComponent>()
  // What of a component an element stands in, by its own index.
  const within: (ReadonlySet<KnownComponent> | undefined)[] = []
  for (const [index, node] of tree.nodes.entries()) {
    const outside = node.parent < 0 ? undefined : within[node.parent]
    const match = find(node)
    // A part of a component bears its prefix too: it is no instance.
    if (match && !(match.isByPrefix && outside?.has(match.component))) found.set(index, match.component)
    within[index] = match ? new Set([...(outside ?? []), match.component]) : outside
  }
  return found
}

/** How often each was seen on a page; those that were not seen are left out. Pure. */
export function usageIn(tree: Elements, known: readonly KnownComponent[]): Sighting[] {
  const counts = new Map<KnownComponent, number>()
  for (const component of instancesIn(tree, known).values()) counts.set(component, (counts.get(component) ?? 0) + 1)
  return known.flatMap((component) => {
    const instances = counts.get(component)
    return instances === undefined ? [] : [{ id: component.id, library: component.library, instances }]
  })
}

/** Keeps an artifact and what was seen on it: that counts as use for as long as a baseline in force is made of it. */
export async function keepArtifact(
  tx: Tx,
  sealer: Sealer,
  { orgId, digest, artifact }: { orgId: string; digest: string; artifact: PageArtifact },
  sightings: readonly Sighting[],
): Promise<void> {
  const keys = sightings.map(({ library, id }) => [orgId, digest, library, id])
  const seen = sightings.map(({ id, library, instances }) => ({ component_id: id, library, instances }))
  await changeSealed(tx, sealer, artifactRows, [[orgId, digest]], async () => {
    await putArtifact(tx, orgId, digest, artifact)
    await changeSealed(tx, sealer, sightingRows, keys, () => saveSightings(tx, orgId, digest, seen))
  })
}

type Match = { component: KnownComponent; isByPrefix: boolean }

/** What an element says it is goes before its name, and that before its classes. */
function openFinder(known: readonly KnownComponent[]): (node: Elements['nodes'][number]) => Match | undefined {
  const byWord = new Map<string, KnownComponent>()
  const byTag = new Map<string, KnownComponent>()
  const byPrefix = new Map<string, KnownComponent>()
  // Where two claim the same, the first by name has it.
  const take = (map: Map<string, KnownComponent>, word: string | null, component: KnownComponent) => {
    if (word !== null && !map.has(word)) map.set(word, component)
  }
  for (const component of known) {
    take(byTag, component.tagName, component)
    take(byPrefix, component.classPrefix, component)
  }
  for (const component of known) take(byWord, component.id, component)
  for (const component of known) take(byWord, component.name, component)
  return ({ name, attributes = [] }) => {
    if (name.startsWith('#') || name.startsWith('::')) return undefined
    const component = byWord.get(attributeOf(attributes, 'data-component').trim()) ?? byTag.get(name)
    if (component) return { component, isByPrefix: false }
    return byPrefix.size === 0 ? undefined : ofClasses(attributeOf(attributes, 'class'), byPrefix)
  }
}

const attributeOf = (attributes: NonNullable<RenderedNode['attributes']>, name: string) =>
  attributes.find(([each]) => each === name)?.[1] ?? ''

/** The longest prefix that one of the classes is or begins with, up to a - or a _. */
function ofClasses(classes: string, byPrefix: ReadonlyMap<string, KnownComponent>): Match | undefined {
  let longest: (Match & { length: number }) | undefined
  for (const word of classes.split(/\s+/))
    for (const prefix of prefixesOf(word)) {
      const component = byPrefix.get(prefix)
      const isByPrefix = prefix !== word
      if (
        component &&
        (!longest || prefix.length > longest.length || (prefix.length === longest.length && !isByPrefix))
      )
        longest = { component, isByPrefix, length: prefix.length }
    }
  return longest
}

const prefixesOf = (word: string): string[] =>
  [...word.matchAll(/[-_]/g)].map(({ index }) => word.slice(0, index)).concat(word)
