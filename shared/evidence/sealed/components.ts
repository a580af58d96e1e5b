/** Seals of the component library: of libraries, their components and stories, and of what was seen of them on what was gathered of pages. */
import type { Reader, Tx } from '#db/client'
import type { PageArtifactRow } from '#db/queries/blobs'
import {
  componentColumns,
  countSightings,
  digestLibraries,
  digestLibrary,
  findLibrary,
  type LibraryRow,
  libraryColumns,
  type StoredComponent,
  type StoredScanSighting,
  type StoredSighting,
  type StoredStory,
  scannedPages,
  sightedArtifacts,
  strayLibraries,
  undoneLibrary,
} from '#db/queries/components'
import type { StoredRow } from '#db/queries/sealed'
import { untoldScans } from '#db/queries/seen-scans'
import { isSeeingAskedFor } from '#shared/evidence/sealed/seen-scans'
import { isAskedFor, isAsWritten, requireSealed, type SealedTable } from '#shared/evidence/sealed-rows'
import { changeSealed, requirePlaced, rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

const generation = 6

const sealedLibraries: SealedTable<Omit<LibraryRow, 'seal'>> = {
  table: 'component_libraries',
  generation,
  columns: ['org_id', 'library', 'base_url', 'base_since', 'usage_counts', 'usage_as_of', 'head', 'parts_sha256'],
  nodeOf: ({ head }) => head,
}

const sealedComponents: SealedTable<Omit<StoredComponent, 'seal'>> = {
  table: 'components',
  generation,
  columns: [
    ...(['org_id', 'library', 'component_id', 'name', 'category', 'source', 'tag_name', 'class_prefix'] as const),
    ...(['is_deprecated', 'paths', 'content_digest', 'last_modified', 'changed_at', 'removed_at'] as const),
    'reported_usage',
  ],
  // The node of its library's newest import is its library's.
  nodeOf: () => null,
}

const sealedStories: SealedTable<Omit<StoredStory, 'seal'>> = {
  table: 'component_stories',
  generation,
  columns: ['org_id', 'library', 'component_id', 'story_id', 'name', 'scan_id', 'scan_before'],
  nodeOf: () => null,
}

const sealedSightings: SealedTable<Omit<StoredSighting, 'seal'>> = {
  table: 'component_sightings',
  generation,
  columns: ['org_id', 'artifact', 'library', 'component_id', 'instances'],
  nodeOf: () => null,
}

/** All that a scan saw on a page is in one row: sealed from the first on. */
const sealedScanSightings: SealedTable<Omit<StoredScanSighting, 'seal'>> = {
  table: 'scan_sightings',
  columns: ['org_id', 'page', 'scan_id', 'url', 'seen_at', 'components'],
  nodeOf: () => null,
}

/** An artifact is what its digest says; how much was seen on it, its seal does. */
const sealedArtifacts: SealedTable<Omit<PageArtifactRow, 'seal'>> = {
  table: 'page_artifacts',
  generation,
  columns: ['org_id', 'digest', 'sightings'],
  nodeOf: () => null,
}

const [org_id, library, component_id] = ['text', 'text', 'text'] as const
export const componentRows = rowsOf(sealedComponents, { org_id, library, component_id }, componentColumns)
export const storyRows = rowsOf(sealedStories, { org_id, library, component_id, story_id: 'text' })
/** Behind all that they have: its seals are what they digest. */
export const libraryRows = rowsOf(sealedLibraries, { org_id, library }, libraryColumns, digestLibraries)
export const sightingRows = rowsOf(sealedSightings, { org_id, artifact: 'text', library, component_id })
export const scanSightingRows = rowsOf(sealedScanSightings, { org_id, page: 'text' })
/** Whether it may be gone by. */
export const isScanSighting = (sealer: Sealer, row: StoredRow): boolean =>
  !isAskedFor(sealer, sealedScanSightings) || scanSightingRows.stateOf(sealer, row) === 'sealed'

export const artifactRows = rowsOf(sealedArtifacts, { org_id, digest: 'text' }, undefined, countSightings)

export const requireProvenComponents = (sealer: Sealer, rows: readonly StoredComponent[]): void =>
  requireSealed(sealer, sealedComponents, rows)

/** Whether it may be gone by. */
export const isComponent = (sealer: Sealer, row: StoredComponent): boolean => isAsWritten(sealer, sealedComponents, row)

/** @throws EVIDENCE_MISMATCH where one of these libraries was put back as an earlier import left it. */
async function requireNewestImports(sql: Reader, orgId: string, libraries: readonly string[]): Promise<void> {
  const undone = libraries.length > 0 ? await undoneLibrary(sql, orgId, libraries) : undefined
  if (undone) throw evidenceMismatch(sealedLibraries.table, undone.head)
}

/** A library; undefined where nothing was imported to it. @throws EVIDENCE_MISMATCH where it is not as it was written last. */
export async function findProvenLibrary(
  sql: Reader,
  sealer: Sealer,
  orgId: string,
  name: string,
): Promise<LibraryRow | undefined> {
  const row = await findLibrary(sql, orgId, name)
  if (row) {
    requireSealed(sealer, sealedLibraries, [row])
    await requireNewestImports(sql, orgId, [name])
  }
  return row
}

/** @throws EVIDENCE_MISMATCH where a library of an organisation's, or one, does not have what it says. */
export async function requireWholeLibraries(
  sql: Reader,
  sealer: Sealer,
  of: { orgId: string; library: string | undefined },
): Promise<void> {
  if (!isAskedFor(sealer, sealedLibraries)) return
  const { rows } = await strayLibraries(sql, of, librariesAtMost)
  const [stray] = rows
  if (!stray) return
  const row = await findLibrary(sql, stray.org_id, stray.library)
  throw evidenceMismatch(sealedComponents.table, row?.head ?? null)
}
const librariesAtMost = 1000

/** Holds components that are shown to their seals, and their libraries. @throws EVIDENCE_MISMATCH */
export async function requireProvenListed(
  sql: Reader,
  sealer: Sealer,
  orgId: string,
  shown: readonly { library: string; id: string }[],
): Promise<void> {
  await requirePlaced(
    sql,
    sealer,
    componentRows,
    shown.map(({ library: name, id }) => [orgId, name, id]),
  )
  const libraries = [...new Set(shown.map((row) => row.library))]
  await requirePlaced(
    sql,
    sealer,
    libraryRows,
    libraries.map((name) => [orgId, name]),
  )
  await requireNewestImports(sql, orgId, libraries)
}

/** The same of one with all that is told of it: its stories, and where it was seen in use. @throws EVIDENCE_MISMATCH */
export async function requireProvenWhole(
  sql: Reader,
  sealer: Sealer,
  key: { org_id: string; library: string; component_id: string },
  { stories, branch }: { stories: readonly string[]; branch: string },
): Promise<void> {
  const { org_id: orgId, library: name, component_id: id } = key
  await requireProvenListed(sql, sealer, orgId, [{ library: name, id }])
  await requirePlaced(
    sql,
    sealer,
    storyRows,
    stories.map((story) => [orgId, name, id, story]),
  )
  const artifacts = await sightedArtifacts(sql, key, branch)
  await requirePlaced(
    sql,
    sealer,
    sightingRows,
    artifacts.map((artifact) => [orgId, artifact, name, id]),
  )
  const pages = await scannedPages(sql, key)
  await requirePlaced(
    sql,
    sealer,
    scanSightingRows,
    pages.map((page) => [orgId, page]),
  )
  const [untold] = isSeeingAskedFor(sealer) ? await untoldScans(sql, orgId) : []
  if (untold !== undefined) throw evidenceMismatch(sealedScanSightings.table, untold)
  await requireWholeLibraries(sql, sealer, { orgId, library: name })
}

type Changed = {
  orgId: string
  library: string
  components: readonly string[]
  stories: readonly { component_id: string; story_id: string }[]
}

/** Has statements change a library, these of its components and stories, and says what all of it comes to then. The library is locked. */
export async function changeLibrary<Result>(
  tx: Tx,
  sealer: Sealer,
  { orgId, library: name, components, stories }: Changed,
  change: () => Promise<Result>,
): Promise<Result> {
  const componentKeys = components.map((id) => [orgId, name, id])
  const storyKeys = stories.map((story) => [orgId, name, story.component_id, story.story_id])
  return changeSealed(tx, sealer, libraryRows, [[orgId, name]], async () => {
    const result = await changeSealed(tx, sealer, componentRows, componentKeys, () =>
      changeSealed(tx, sealer, storyRows, storyKeys, change),
    )
    await digestLibrary(tx, orgId, name)
    return result
  })
}
