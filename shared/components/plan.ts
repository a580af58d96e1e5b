/** What an import changes: documents held against what a library has. Pure: the time comes by argument. */
import type { ComponentToStore, RegisteredRow } from '#db/queries/components'
import { documentPath, type ImportedComponent, type Reading } from '#shared/components/imported'
import { modifiedOn, modifiedSaid } from '#shared/components/modified'
import { usageOf } from '#shared/components/usage-report'
import { type ComponentsImported, componentLimit } from '#shared/contracts/components'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { type Issue, issueLimit } from '#shared/kernel/errors'

export type Plan = {
  saved: ComponentToStore[]
  /** Of those that are saved: all that each has. */
  stories: { component_id: string; story_id: string; name: string }[]
  removed: string[]
  usages: { component_id: string; reported_usage: number | null }[]
  answer: ComponentsImported
}

type Incoming = {
  source: ComponentToStore['source']
  components: readonly ImportedComponent[]
  /** When files were changed last, by path. */
  files: ReadonlyMap<string, string>
  /** Of the commit, or else today. */
  day: string
  /** The library's newest usage report. */
  counts: Readonly<Record<string, number>> | null
}

/** @returns the plan, or faults: components that another kind of document has named, more than a library may have. */
export function planComponents(
  registered: readonly RegisteredRow[],
  { source, components, files, day, counts }: Incoming,
): Reading<Plan> {
  const known = new Map(registered.map((row) => [row.id, row]))
  const named = new Set(components.map(({ id }) => id))
  const active = registered.filter(({ is_removed }) => !is_removed)
  const removed = active.filter((row) => row.source === source && !named.has(row.id)).map(({ id }) => id)
  const total = components.length + active.filter((row) => row.source !== source).length
  const issues = [...takenBy(source, components, known), ...tooMany(total)].slice(0, issueLimit)
  if (issues.length > 0) return { issues }

  const counted = { created: 0, updated: 0, unchanged: 0 }
  const changed: { component: ImportedComponent; row: ComponentToStore }[] = []
  for (const component of components) {
    const before = known.get(component.id)
    const said = modifiedSaid(component, files)
    const content_digest = digestOf(component, said)
    const isThere = before !== undefined && !before.is_removed
    const isChanged = before?.content_digest !== content_digest
    counted[!isThere ? 'created' : isChanged ? 'updated' : 'unchanged'] += 1
    if (isThere && !isChanged) continue
    const last_modified = modifiedOn(said, { before: before?.last_modified, isChanged, day })
    changed.push({ component, row: rowOf(component, { source, content_digest, last_modified }) })
  }
  const rest = active.filter((row) => row.source !== source)
  return {
    value: {
      saved: changed.map(({ row }) => row),
      stories: changed.flatMap(({ component }) =>
        component.stories.map(({ id, name }) => ({ component_id: component.id, story_id: id, name })),
      ),
      removed,
      usages: counts === null ? [] : usagesOf([...components, ...rest], known, counts),
      answer: { ...counted, removed: removed.length, total },
    },
  }
}

/** What a usage report changes: nothing but how often each is used. */
export function planUsage(registered: readonly RegisteredRow[], counts: Readonly<Record<string, number>>): Plan {
  const active = registered.filter(({ is_removed }) => !is_removed)
  const usages = usagesOf(active, new Map(active.map((row) => [row.id, row])), counts)
  const [updated, total] = [usages.length, active.length]
  return {
    saved: [],
    stories: [],
    removed: [],
    usages,
    answer: { created: 0, updated, unchanged: total - updated, removed: 0, total },
  }
}

/** Those whose use is not as the store has it. */
function usagesOf(
  components: readonly { id: string; name: string }[],
  known: ReadonlyMap<string, RegisteredRow>,
  counts: Readonly<Record<string, number>>,
): Plan['usages'] {
  return [...usageOf(components, counts)].flatMap(([component_id, reported_usage]) =>
    (known.get(component_id)?.reported_usage ?? null) === reported_usage ? [] : [{ component_id, reported_usage }],
  )
}

/** One document takes nothing from another kind of document: each would take it back in turns. */
const takenBy = (
  source: string,
  components: readonly ImportedComponent[],
  known: ReadonlyMap<string, RegisteredRow>,
): Issue[] =>
  components.flatMap(({ at, id }) => {
    const before = known.get(id)
    if (!before || before.is_removed || before.source === source) return []
    return [{ path: at, message: `${id} came from ${before.source}`, expected: 'another id, or a library of its own' }]
  })

const tooMany = (total: number): Issue[] =>
  total <= componentLimit
    ? []
    : [{ path: documentPath, message: `makes ${total} of the library`, expected: `at most ${componentLimit}` }]

const digestOf = (component: ImportedComponent, said: string | undefined): string => {
  const { at: _at, lastModified: _lastModified, ...content } = component
  return sha256Hex(canonicalJson({ ...content, modified: said ?? null }))
}

const rowOf = (
  { id, name, category, tagName, classPrefix, isDeprecated, paths }: ImportedComponent,
  odd: Pick<ComponentToStore, 'source' | 'content_digest' | 'last_modified'>,
): ComponentToStore => ({
  component_id: id,
  name,
  category,
  tag_name: tagName,
  class_prefix: classPrefix,
  is_deprecated: isDeprecated,
  paths,
  ...odd,
})
