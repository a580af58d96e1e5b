/** Makes of a snapshot what is compared: its artifact, the parts that are to be kept, and the key of its baseline. */

import type { Db } from '#db/client'
import type { PageArtifact } from '#db/documents/page-artifact'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { BaselinePlace } from '#db/queries/baselines'
import type { SnapshotViewport } from '#shared/contracts/designs'
import type { ScanAccess, ScanLook } from '#shared/contracts/scans'
import { type Blobs, blobOf } from '#shared/designs/blobs'
import { type PictureHead, readPictureHead } from '#shared/designs/picture-head'
import { type RecognisedSnapshot, recogniseSnapshot } from '#shared/designs/snapshot'
import { artifactDigest, findProvenArtifact } from '#shared/evidence/sealed/artifacts'
import { judgeUrl } from '#shared/kernel/addresses'
import { canonicalJson } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { addressRefused } from '#shared/kernel/errors/addresses'
import { browserUnavailable } from '#shared/kernel/errors/scans'
import { type MarkupSnapshot, readMarkup, readSnapshotJson } from '#workers/compare-design/snapshots/read'
import { capturePage } from '#workers/page/artifacts/capture'
import { readDomSnapshot } from '#workers/page/artifacts/dom-snapshot'
import { renderMarkup } from '#workers/page/artifacts/render'
import type { BrowserPool } from '#workers/page/browser-pool'
import { BrowserUnavailable } from '#workers/page/unavailable'

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

export type GatherTools = { browser: BrowserPool | BrowserUnavailable }
/** What visiting a page takes beside. */
export type CaptureTools = GatherTools & { config: Pick<Config, 'egressAllow' | 'sealingKey'> }
type Asked = { viewport: SnapshotViewport | null; orgId: string; signal: AbortSignal }

/** Of a snapshot that does not say how large its window was. */
const defaultViewport = { width: 1280, height: 900, scale: 1 }
const renderMs = 15_000

/** @throws UNSUPPORTED_SNAPSHOT; BROWSER_UNAVAILABLE where one is needed that is not there. */
export async function gather(tools: GatherTools, bytes: Uint8Array, asked: Asked): Promise<Gathered> {
  const recognised = recogniseSnapshot(bytes)
  if (recognised.kind === 'picture') return gatherPicture(bytes, asked.viewport?.scale ?? 1)
  const page =
    recognised.kind === 'dom-snapshot'
      ? { ...readDomSnapshot(readSnapshotJson(bytes), toldOf(asked.viewport)), fonts: [], url: null }
      : await renderSnapshot(tools, bytes, recognised, { ...asked, picture: false })
  return gatherTree(bytes, recognised, page)
}

/** The same of a page at an address. @throws PAGE_UNREACHABLE, ADDRESS_REFUSED, BROWSER_UNAVAILABLE */
export async function gatherCapture(
  { browser, config }: CaptureTools,
  { url, look, sealedAccess }: { url: string; look: ScanLook; sealedAccess: string | null },
  { viewport, orgId, signal }: Asked,
): Promise<Gathered> {
  if (browser instanceof BrowserUnavailable) throw browserUnavailable(browser.message)
  const judged = judgeUrl(url, config.egressAllow)
  if (!judged.ok) throw addressRefused(url, judged.reason)
  const access: ScanAccess =
    sealedAccess === null ? {} : JSON.parse(openSeal(config.sealingKey).open(sealedAccess, orgId))
  const { tree, picture, fonts, notes, finalUrl, source } = await capturePage(browser, {
    url,
    look,
    access,
    viewport: { ...defaultViewport, ...viewport },
    signal,
    deadlineMs: look.timeoutMs ?? captureMs,
  })
  const sent = { bytes: new TextEncoder().encode(source), type: 'text/html' }
  const drawn = { bytes: new TextEncoder().encode(canonicalJson(tree)), type: treeType }
  const artifact: PageArtifact = {
    artifactVersion: 1,
    source: 'url',
    viewport: tree.viewport,
    original: blobOf(sent.bytes, sent.type),
    picture: picture && { ...blobOf(picture.bytes, picture.type), width: picture.width, height: picture.height },
    tree: { ...blobOf(drawn.bytes, drawn.type), nodes: tree.nodes.length },
    url: finalUrl,
    fonts,
    notes,
  }
  const parts = [sent, drawn, ...(picture ? [{ bytes: picture.bytes, type: picture.type }] : [])]
  return gathered(artifact, { parts, medium: 'tree', tree, picture: null })
}

const captureMs = 30_000

const toldOf = (viewport: SnapshotViewport | null) =>
  viewport ? { viewport: { ...viewport, scale: viewport.scale ?? 1 } } : {}

/** Markup as it is shown. @throws UNSUPPORTED_SNAPSHOT; BROWSER_UNAVAILABLE */
export async function renderSnapshot(
  { browser }: GatherTools,
  bytes: Uint8Array,
  recognised: MarkupSnapshot,
  { viewport, orgId, signal, picture }: Asked & { picture: boolean },
) {
  if (browser instanceof BrowserUnavailable) throw browserUnavailable(browser.message)
  const markup = await readMarkup(bytes, recognised)
  const shown = await renderMarkup(browser, markup, {
    viewport: { ...defaultViewport, ...markup.viewport, ...viewport },
    picture,
    orgId,
    signal,
    deadlineMs: renderMs,
  })
  return { ...shown, url: markup.url }
}

type Page = Pick<PageArtifact, 'fonts' | 'notes' | 'url'> & { tree: RenderedTree }

function gatherTree(
  bytes: Uint8Array,
  { kind, type }: RecognisedSnapshot,
  { tree, fonts, notes, url }: Page,
): Gathered {
  const text = new TextEncoder().encode(canonicalJson(tree))
  const artifact: PageArtifact = {
    artifactVersion: 1,
    source: kind,
    viewport: tree.viewport,
    original: blobOf(bytes, type),
    picture: null,
    tree: { ...blobOf(text, treeType), nodes: tree.nodes.length },
    url,
    fonts,
    notes,
  }
  const parts = [
    { bytes, type },
    { bytes: text, type: treeType },
  ]
  return gathered(artifact, { parts, medium: 'tree', tree, picture: null })
}

const treeType = 'application/json'

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
    digest: artifactDigest(artifact),
    // What a server sends says little of how its page is shown.
    original: (artifact.source === 'url' ? artifact.tree : artifact.original)?.digest ?? '',
    place: { medium, width, scale_percent: percentOf(scale) },
  }
}

/** What was gathered before, by the digest of its artifact: nothing of it has to be kept again. */
export async function gatherAgain(
  { db, blobs }: { db: Db; blobs: Blobs },
  orgId: string,
  digest: string,
): Promise<Gathered> {
  const artifact = await findProvenArtifact(db.sql, orgId, digest)
  if (!artifact) throw new Error(`the artifact ${digest} is not there`)
  const kept = artifact.tree ?? artifact.picture
  const bytes = kept && (await blobs.get(db.sql, orgId, kept.digest))
  if (!bytes) throw new Error(`the artifact ${digest} has nothing that is there`)
  // Kept by this worker as a RenderedTree, under the digest of that very text.
  const tree: RenderedTree | null = artifact.tree ? JSON.parse(new TextDecoder().decode(bytes)) : null
  const picture = tree ? null : { bytes, head: readPictureHead(bytes) }
  return gathered(artifact, { parts: [], medium: tree ? 'tree' : 'picture', tree, picture })
}
