/** Reads a list of components that was made by hand or by a script: JSON, or CSV with a line of names. Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { parse } from 'csv-parse/sync'
import { checkComponents } from '#shared/components/checked'
import {
  documentPath,
  type ImportedComponent,
  type Reading,
  uncategorized,
  withoutDot,
} from '#shared/components/imported'
import { componentLimit, DayOrTime } from '#shared/contracts/components'
import { faultsOf } from '#shared/kernel/schema/faults'

const closed = { additionalProperties: false }
const Text = t.String({ minLength: 1, maxLength: 1024 })

const Item = t.Object(
  {
    id: Text,
    name: Text,
    category: t.Optional(t.String({ maxLength: 200 })),
    tagName: t.Optional(Text),
    classPrefix: t.Optional(Text),
    deprecated: t.Optional(t.Boolean()),
    paths: t.Optional(t.Array(Text, { maxItems: 100 })),
    lastModified: t.Optional(DayOrTime),
    stories: t.Optional(
      t.Array(t.Object({ id: Text, name: t.Optional(t.String({ maxLength: 1024 })) }, closed), { maxItems: 1000 }),
    ),
  },
  closed,
)
type Item = Static<typeof Item>
const List = t.Object({ components: t.Array(Item) }, closed)

/** `{components: [{id, name, …}]}`: what is said beside id and name may be left out. */
export function readList(document: unknown): Reading<ImportedComponent[]> {
  const issues = faultsOf(List, document, documentPath)
  if (issues.length > 0) return { issues }
  // Sound: its schema was just held against it.
  const { components } = document as Static<typeof List>
  return checkComponents(components.map((item, index) => componentOf(item, `${documentPath}/components/${index}`)))
}

/** The columns of a CSV: paths and stories are several with a space between. */
const columns = ['id', 'name', 'category', 'tagName', 'classPrefix', 'deprecated', 'paths', 'lastModified', 'stories']

/** The same as lines, RFC 4180; paths of issues name the line, the one of names being 1. */
export function readCsv(document: unknown): Reading<ImportedComponent[]> {
  const text = typeof document === 'string' ? rowsOf(document) : wrong('is not text', 'CSV as a text')
  if (text.issues) return text
  const [names = [], ...rows] = text.value
  const strange = names.filter((name, at) => !columns.includes(name) || names.indexOf(name) !== at)
  const missing = ['id', 'name'].filter((name) => !names.includes(name))
  if (strange.length > 0 || missing.length > 0) {
    const told = [
      ...strange.map((name) => `${JSON.stringify(name)}, which is none`),
      ...missing.map((name) => `no ${name}`),
    ]
    return wrong(`has in its line of names ${told.join(' and ')}`, columns.join(','), '/1')
  }
  const items = rows.map((cells) => itemOf(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))))
  const issues = items.flatMap((item, index) => faultsOf(Item, item, `${documentPath}/${index + 2}`)).slice(0, 100)
  if (issues.length > 0) return { issues }
  // Sound: its schema was just held against each.
  return checkComponents((items as Item[]).map((item, index) => componentOf(item, `${documentPath}/${index + 2}`)))
}

function rowsOf(text: string): Reading<string[][]> {
  try {
    // Without column names, rows are lists of cells.
    const rows: string[][] = parse(text, { bom: true, trim: true, skip_empty_lines: true, to: componentLimit + 2 })
    return { value: rows }
  } catch (error) {
    return wrong(`is no CSV: ${error instanceof Error ? error.message : String(error)}`, 'lines of as many cells each')
  }
}

const wrong = (message: string, expected: string, at = '') => ({
  issues: [{ path: documentPath + at, message, expected }],
})

function itemOf(cells: Record<string, string>): Record<string, unknown> {
  const { deprecated, paths, stories, ...texts } = cells
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return {
    ...Object.fromEntries(given),
    ...(deprecated ? { deprecated: wordOf(deprecated) } : {}),
    ...(paths ? { paths: paths.split(/\s+/) } : {}),
    ...(stories ? { stories: stories.split(/\s+/).map((id) => ({ id })) } : {}),
  }
}

/** What is neither stays text, and so is told as a fault. */
const wordOf = (text: string) => (text === 'true' ? true : text === 'false' ? false : text)

const componentOf = (item: Item, at: string): ImportedComponent => ({
  at,
  id: item.id,
  name: item.name.trim(),
  category: item.category?.trim() || uncategorized,
  tagName: item.tagName?.toLowerCase() ?? null,
  classPrefix: item.classPrefix?.replace(/[-_]+$/, '') || null,
  isDeprecated: item.deprecated ?? false,
  paths: [...new Set((item.paths ?? []).map(withoutDot))].sort(),
  lastModified: item.lastModified ?? null,
  stories: (item.stories ?? [])
    .map(({ id, name }) => ({ id, name: name || id }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
})
