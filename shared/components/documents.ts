/** Documents that components are imported from: which reader reads which, and which kind one is. Pure. */
import type { ImportedComponent, Reading } from '#shared/components/imported'
import { readCsv, readList } from '#shared/components/list'
import { readManifest } from '#shared/components/manifest'
import { readStorybookIndex } from '#shared/components/storybook'
import { readUsageReport } from '#shared/components/usage-report'
import type { ImportKind } from '#shared/contracts/components'

type Source = 'storybook-index' | 'custom-elements-manifest' | 'list'

/** What is read of a document: what there is, by the source that it stands for, or how often it is used. */
export type ReadDocument =
  | { of: 'components'; source: Source; reading: Reading<ImportedComponent[]> }
  | { of: 'usage'; reading: Reading<Record<string, number>> }

export function readDocument(kind: ImportKind, document: unknown): ReadDocument {
  switch (kind) {
    case 'storybook-index':
      return { of: 'components', source: kind, reading: readStorybookIndex(document) }
    case 'custom-elements-manifest':
      return { of: 'components', source: kind, reading: readManifest(document) }
    case 'react-scanner':
      return { of: 'usage', reading: readUsageReport(document) }
    case 'list':
      return { of: 'components', source: 'list', reading: readList(document) }
    case 'csv':
      return { of: 'components', source: 'list', reading: readCsv(document) }
  }
}

/** The kind that a document seems to be of, by its members; undefined where none is like it. */
export function kindOfDocument(document: unknown): ImportKind | undefined {
  if (typeof document === 'string') return 'csv'
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined
  if ('entries' in document || ('stories' in document && 'v' in document)) return 'storybook-index'
  if ('schemaVersion' in document && 'modules' in document) return 'custom-elements-manifest'
  if ('components' in document && Array.isArray(document.components)) return 'list'
  const isUse = (told: unknown) =>
    typeof told === 'number' ||
    (typeof told === 'object' && told !== null && ('instances' in told || 'components' in told))
  return Object.values(document).every(isUse) ? 'react-scanner' : undefined
}
