/** Wire shapes of area D's component library. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { componentSources } from '#db/documents/states'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Count = t.Integer({ minimum: 0 })
const Timestamp = t.String({ format: 'date-time' })

/** What an import may be of. */
export const importKinds = ['storybook-index', 'custom-elements-manifest', 'react-scanner', 'list', 'csv'] as const
export type ImportKind = (typeof importKinds)[number]

/** Of one import, and of what a library may have. */
export const componentLimit = 5000
export const storyLimit = 20_000
/** Of one run of scans. */
export const storiesAtOnce = 5000
/** Libraries of an organisation. */
export const libraryLimit = 100
/** Bytes of an import's body. */
export const importLimitBytes = 8 * 1024 * 1024

/** Ids stand in paths. */
export const componentIdPattern = '^[^\\s/\\\\?#%]{1,200}$'
export const LibraryName = t.String({
  pattern: '^[A-Za-z0-9@][A-Za-z0-9@._/-]{0,99}$',
  description: 'The library’s name: components of the same id are told apart by it.',
})

/** A day, or a time as `git log --format=%cI` gives it. */
export const DayOrTime = t.Union([t.String({ format: 'date' }), t.String({ format: 'date-time' })])

export const ComponentImport = t.Object(
  {
    kind: t.Union(
      importKinds.map((kind) => t.Literal(kind)),
      {
        description:
          'Storybook’s index.json (v 5, 4) or stories.json (v 3); custom-elements.json (schema 1 or 2); what react-scanner’s count-components, count-components-and-props or raw-report put out; a list of our own, as JSON or as CSV.',
      },
    ),
    library: LibraryName,
    baseUrl: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1500,
        description: 'Where the Storybook is served, so that its stories can be scanned. Kept until another is given.',
      }),
    ),
    document: t.Unknown({ description: 'The document as its tool writes it: JSON, or of csv its text.' }),
    commit: t.Optional(
      t.Object(
        {
          sha: t.String({ pattern: '^[0-9a-f]{7,64}$' }),
          committedAt: t.Optional(Timestamp),
        },
        { ...closed, description: 'Of which the document was made.' },
      ),
    ),
    files: t.Optional(
      t.Array(t.Object({ path: t.String({ minLength: 1, maxLength: 1024 }), lastModified: DayOrTime }, closed), {
        maxItems: 20_000,
        description: 'When files were changed last, by the paths that the document has.',
      }),
    ),
    dryRun: t.Optional(t.Boolean({ default: false, description: 'Says what would come of it, and changes nothing.' })),
  },
  closed,
)
export type ComponentImport = Static<typeof ComponentImport>

export const ComponentsImported = t.Object({
  created: t.Integer({ minimum: 0, description: 'New ones, and those that were taken away before.' }),
  updated: Count,
  unchanged: Count,
  removed: t.Integer({
    minimum: 0,
    description: 'Those that the same kind of document named before and names no more.',
  }),
  total: t.Integer({ minimum: 0, description: 'Of the library, from now on.' }),
})
export type ComponentsImported = Static<typeof ComponentsImported>

const itsFields = {
  id: t.String(),
  name: t.String(),
  category: t.String({ description: 'uncategorized where nothing says which.' }),
  usage: t.Integer({ minimum: 0, description: 'Instances; 0 also where nobody has counted, which its own page says.' }),
  lastModified: t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day, in UTC.' }),
  accessible: t.Boolean({ description: 'Every story of it passed a scan that still holds.' }),
}

export const ComponentSummary = t.Object(itsFields)
export type ComponentSummary = Static<typeof ComponentSummary>

export const ComponentList = t.Object({
  components: t.Array(ComponentSummary),
  total: t.Integer({ minimum: 0, description: 'Of all that fit the filters, on whichever page.' }),
})
export type ComponentList = Static<typeof ComponentList>

export const ComponentListQuery = t.Object(
  {
    q: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the name or the id.' })),
    category: t.Optional(t.String({ maxLength: 200, description: 'The whole category.' })),
    accessible: t.Optional(t.Boolean({ description: 'Those that are, or those that are not.' })),
    library: t.Optional(LibraryName),
    limit: t.Integer({ minimum: 1, maximum: componentLimit, default: 1000, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 2048, description: 'Of the Link of the page before.' })),
  },
  closed,
)

export const ComponentQuery = t.Object(
  { library: t.Optional(t.String({ ...LibraryName, description: 'Which one, where several libraries have the id.' })) },
  closed,
)

const statuses = ['pass', 'fail', 'unknown', 'stale'] as const
const Status = t.Union(
  statuses.map((status) => t.Literal(status)),
  {
    description:
      'unknown: never scanned; stale: the scan is too old, or older than the component as it is or the place of its stories.',
  },
)

export const Component = t.Object({
  ...itsFields,
  library: t.String(),
  source: t.Union(
    componentSources.map((source) => t.Literal(source)),
    { description: 'The kind of document that named it.' },
  ),
  usageSource: t.Union([t.Literal('report'), t.Literal('baselines'), t.Literal('scans'), t.Literal('none')]),
  usageAsOf: nullable(Timestamp),
  accessibilityStatus: Status,
  lastScanId: nullable(t.String({ format: 'uuid' })),
  stories: t.Array(
    t.Object({
      id: t.String(),
      name: t.String(),
      url: nullable(t.String({ description: 'Null where nobody said where the library’s stories are served.' })),
      status: Status,
      scanId: nullable(t.String({ format: 'uuid' })),
      scannedAt: nullable(Timestamp),
      violations: nullable(Count),
    }),
  ),
  deprecated: t.Boolean(),
  tagName: nullable(t.String()),
  classPrefix: nullable(t.String()),
  paths: t.Array(t.String()),
})
export type Component = Static<typeof Component>

export const StoryScanRequest = t.Object(
  {
    library: LibraryName,
    all: t.Optional(t.Boolean({ default: false, description: 'Also stories that a scan still speaks of.' })),
  },
  closed,
)
export type StoryScanRequest = Static<typeof StoryScanRequest>

export const StoryScanStarted = t.Object({
  runId: nullable(t.String({ format: 'uuid', description: 'Null where there was nothing to scan.' })),
  stories: Count,
})
export type StoryScanStarted = Static<typeof StoryScanStarted>
