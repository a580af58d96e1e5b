/** What is gathered of a page, once, to be judged as often as wanted: its parts lie by their SHA-256. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Count = t.Integer({ minimum: 0 })

export const artifactSources = ['picture', 'html', 'dom-snapshot', 'rrweb', 'mhtml', 'url'] as const

/** Something that is kept by its digest. */
export const StoredBlob = t.Object({
  digest: t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes.' }),
  type: t.String({ description: 'Media type.' }),
  bytes: Count,
})
export type StoredBlob = Static<typeof StoredBlob>

/** What a reader should know of how it came about, and nothing that is wrong with the page. */
export const ArtifactNote = t.Object({
  code: t.String({ description: 'mime-mismatch, lossy-picture, missing-resource, first-frame, script-removed, …' }),
  message: t.String(),
})
export type ArtifactNote = Static<typeof ArtifactNote>

export const PageArtifact = t.Object({
  artifactVersion: t.Literal(1),
  source: t.Union(artifactSources.map((source) => t.Literal(source))),
  viewport: t.Object({ width: Count, height: Count, scale: t.Number() }),
  /** What was sent, as it was sent; of a page that was visited, what its server sent. */
  original: nullable(StoredBlob),
  picture: nullable(t.Composite([StoredBlob, t.Object({ width: Count, height: Count })])),
  /** A `RenderedTree` as canonical JSON. */
  tree: nullable(t.Composite([StoredBlob, t.Object({ nodes: Count })])),
  url: nullable(t.String()),
  fonts: t.Array(t.String(), { description: 'Families that were used, sorted.' }),
  notes: t.Array(ArtifactNote),
})
export type PageArtifact = Static<typeof PageArtifact>
