/** Makes of a snapshot what is compared: its artifact, the parts that are to be kept, and the key of its baseline. */
import type { PageArtifact } from '#db/documents/page-artifact'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { BaselinePlace } from '#db/queries/baselines'
import type { SnapshotViewport } from '#shared/contracts/designs'
import { blobOf } from '#shared/designs/blobs'
import { type PictureHead, readPictureHead } from '#shared/designs/picture-head'
import { type RecognisedSnapshot, recogniseSnapshot } from '#shared/designs/snapshot'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

/** Bytes that are kept with an artifact. */
type ArtifactPart = { bytes: Uint8Array; type: string }

export type Gathered = {
  artifact: PageArtifact
  /** Of the artifact's RFC 8785 text. */
  digest: string
  /** Of the snapshot as it was sent. */
  original: string
  parts: ArtifactPart[]
  place: Pick<BaselinePlace, 'medium' | 'width' | 'scale_percent'>
  tree: RenderedTree | null
  /** The snapshot itself where it is a picture. */
  picture: { bytes: Uint8Array; head: PictureHead } | null
}

export const percentOf = (scale: number): number => Math.round(scale * 100)

/** How large the page of a snapshot is, as far as that is known before it is read. */
export function sizeBeforehand(
  bytes: Uint8Array,
  { kind }: RecognisedSnapshot,
  viewport: SnapshotViewport | null,
): Pick<BaselinePlace, 'width' | 'scale_percent'> | undefined {
  const scale = viewport?.scale ?? 1
  if (kind === 'picture')
    return { width: Math.round(readPictureHead(bytes).width / scale), scale_percent: percentOf(scale) }
  return viewport ? { width: viewport.width, scale_percent: percentOf(scale) } : undefined
}

/** @throws UNSUPPORTED_SNAPSHOT */
export async function gather(bytes: Uint8Array, viewport: SnapshotViewport | null): Promise<Gathered> {
  const recognised = recogniseSnapshot(bytes)
  if (recognised.kind === 'picture') return gatherPicture(bytes, viewport?.scale ?? 1)
  throw unsupportedSnapshot({
    path: '/snapshot',
    message: `is a DOM snapshot (${recognised.kind}), and this release compares pictures alone`,
    expected: 'a picture',
  })
}

function gatherPicture(bytes: Uint8Array, scale: number): Gathered {
  const head = readPictureHead(bytes)
  const { width, height, type } = head
  const original = blobOf(bytes, type)
  const artifact: PageArtifact = {
    artifactVersion: 1,
    source: 'picture',
    viewport: { width: Math.round(width / scale), height: Math.round(height / scale), scale },
    original,
    picture: { ...original, width, height },
    tree: null,
    url: null,
    fonts: [],
    notes: [],
  }
  return gathered(artifact, {
    parts: [{ bytes, type }],
    medium: 'picture',
    tree: null,
    picture: { bytes, head },
  })
}

function gathered(
  artifact: PageArtifact,
  { medium, ...rest }: Pick<Gathered, 'parts' | 'tree' | 'picture'> & Pick<BaselinePlace, 'medium'>,
): Gathered {
  const { width, scale } = artifact.viewport
  return {
    ...rest,
    artifact,
    digest: sha256Hex(canonicalJson(artifact)),
    original: artifact.original?.digest ?? '',
    place: { medium, width, scale_percent: percentOf(scale) },
  }
}
