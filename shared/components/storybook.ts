/** Reads Storybook's index: v 5 and 4 (index.json, entries), v 3 (stories.json, stories). Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { checkComponents } from '#shared/components/checked'
import {
  documentPath,
  type ImportedComponent,
  pointerTo,
  type Reading,
  uncategorized,
  withoutDot,
} from '#shared/components/imported'
import { faultsOf } from '#shared/kernel/schema/faults'

const Text = t.String({ minLength: 1, maxLength: 1024 })

const Entry = t.Object({
  id: Text,
  title: Text,
  name: Text,
  importPath: t.Optional(t.String({ maxLength: 1024 })),
  componentPath: t.Optional(t.String({ maxLength: 1024 })),
  type: t.Optional(t.String()),
  subtype: t.Optional(t.String()),
  tags: t.Optional(t.Array(t.String())),
  parameters: t.Optional(t.Object({ docsOnly: t.Optional(t.Boolean()) })),
})
type Entry = Static<typeof Entry>

const Index = t.Object({ v: t.Union([t.Literal(4), t.Literal(5)]), entries: t.Record(t.String(), Entry) })
const OldIndex = t.Object({ v: t.Literal(3), stories: t.Record(t.String(), Entry) })

/** One component for each part of the stories' ids before their `--`, as Storybook itself groups them. */
export function readStorybookIndex(document: unknown): Reading<ImportedComponent[]> {
  const isOld = isRecord(document) && document['v'] === 3
  const issues = faultsOf(isOld ? OldIndex : Index, document, documentPath)
  if (issues.length > 0) return { issues }
  // Sound: the schema that fits was just held against it.
  const { entries, stories } = document as { entries?: Record<string, Entry>; stories?: Record<string, Entry> }
  const shown = Object.entries(entries ?? stories ?? {}).filter(([, entry]) => isStory(entry))
  const grouped = Map.groupBy(shown, ([, { id }]) => id.split('--')[0] ?? id)
  const member = isOld ? 'stories' : 'entries'
  return checkComponents(
    [...grouped].map(([id, own]) => componentOf(id, own, `${documentPath}/${member}/${pointerTo(own[0]?.[0] ?? '')}`)),
  )
}

/** Pages of words are no stories, and tests of a story show it once more. */
const isStory = ({ type = 'story', subtype, parameters }: Entry) =>
  type === 'story' && subtype !== 'test' && parameters?.docsOnly !== true

function componentOf(id: string, entries: readonly [string, Entry][], at: string): ImportedComponent {
  const own = entries.map(([, entry]) => entry)
  const parts = (own[0]?.title ?? '').split('/').map((part) => part.trim())
  const files = own.flatMap(({ importPath, componentPath }) => [importPath, componentPath])
  return {
    at,
    id,
    name: parts.at(-1) ?? '',
    category: parts.slice(0, -1).join('/') || uncategorized,
    tagName: null,
    classPrefix: null,
    isDeprecated: own.every(({ tags = [] }) => tags.includes('deprecated')),
    paths: [...new Set(files.flatMap((path) => (path ? [withoutDot(path)] : [])))].sort(),
    lastModified: null,
    stories: own.map(({ id: storyId, name }) => ({ id: storyId, name })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
