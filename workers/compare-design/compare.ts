/** Holds what was gathered to its baseline, and to the design system: pictures to pictures, trees to trees. */

import type { Db } from '#db/client'
import type { IgnoredRegion } from '#db/documents/design-policy'
import type { AbsorbedDifference, DesignFinding, PictureFigures } from '#db/documents/design-report'
import type { ArtifactNote, PageArtifact } from '#db/documents/page-artifact'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { activeBaselines, type BaselineKey, type BaselineRow } from '#db/queries/baselines'
import type { KnownComponent } from '#shared/components/known'
import type { TokenSet } from '#shared/design-system/token-set'
import { readTokens } from '#shared/design-system/tokens'
import type { Blobs } from '#shared/designs/blobs'
import type { WholePolicy } from '#shared/designs/rules'
import { findProvenArtifact } from '#shared/evidence/sealed/artifacts'
import { requireProvenBaselines } from '#shared/evidence/sealed/design-state'
import type { Cache } from '#shared/kernel/cache'
import { sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import { baselineToCompare } from '#workers/compare-design/choose-baseline'
import { checkConformance } from '#workers/compare-design/conformance/check-conformance'
import { type CrossChecked, crossCheck } from '#workers/compare-design/cross-check'
import type { Gathered } from '#workers/compare-design/gather'
import type { PictureDesk } from '#workers/compare-design/pictures/desk'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'
import { elementsOf } from '#workers/compare-design/trees/ignored'

export type Compared = {
  findings: DesignFinding[]
  absorbed: AbsorbedDifference[]
  picture: PictureFigures | null
  notes: ArtifactNote[]
}

/** Where what is kept is read from. */
type Kept = { db: Db; blobs: Blobs }
export type CompareTools = {
  signer: Sealer
  db: Db
  blobs: Blobs
  pictures: PictureDesk
  /** By the digests of their documents. */
  tokenSets: Cache<TokenSet>
}

type ToCompare = {
  gathered: Gathered
  key: BaselineKey
  baseline: BaselineRow | undefined
  policy: WholePolicy
  /** Those that are in force. */
  ignored: readonly IgnoredRegion[]
  tokens: { document: unknown; digest: string } | null
  /** The components of its organisation's library. */
  known: readonly KnownComponent[]
}

/** The same of all that goes in comes to the same. @throws UNSUPPORTED_SNAPSHOT of a picture that cannot be decoded. */
export async function compareWith(tools: CompareTools, asked: ToCompare): Promise<Compared> {
  const { tree, picture } = asked.gathered
  if (tree) return compareTree(tools, tree, asked)
  if (picture) return comparePicture(tools, picture.bytes, asked)
  throw new Error('an artifact without picture and tree')
}

async function compareTree(tools: CompareTools, tree: RenderedTree, asked: ToCompare): Promise<Compared> {
  const { key, baseline, policy, ignored, tokens: told, known } = asked
  const tokens = tokensIn(tools, told)
  const artifact = baseline && (await artifactOf(tools, key.org_id, baseline))
  const before = artifact && (await readTree(tools, key.org_id, artifact.tree?.digest))
  const changed = before
    ? compareTrees(before, tree, { ignored, maxShift: policy.maxShift, tokens })
    : { findings: [], absorbed: [] }
  const pictured =
    before && artifact.picture
      ? await comparePictured(
          tools,
          { artifact, picture: artifact.picture, before, tree, said: changed.findings },
          asked,
        )
      : { findings: [], notes: [], figures: null }
  const conforming = checkConformance(tree, { tokens, components: known.length > 0 ? known : null, policy, ignored })
  return {
    findings: [...changed.findings, ...pictured.findings, ...conforming.findings],
    absorbed: changed.absorbed,
    picture: pictured.figures,
    notes: [...conforming.notes, ...pictured.notes],
  }
}

type Pictured = {
  artifact: PageArtifact
  picture: NonNullable<PageArtifact['picture']>
  before: RenderedTree
  tree: RenderedTree
  said: readonly DesignFinding[]
}

/** Where both visits have a picture as well, what these say of the trees' differences, and of what trees do not know. */
async function comparePictured(
  tools: CompareTools,
  { artifact, picture, before, tree, said }: Pictured,
  { gathered, key, policy, ignored }: ToCompare,
): Promise<CrossChecked & { figures: PictureFigures | null }> {
  const own = gathered.artifact.picture
  if (!own) return { findings: [], notes: [], figures: null }
  const look = async () => {
    const { findings, figures } = await tools.pictures.compare({
      before: { digest: picture.digest, read: () => readBlob(tools, key.org_id, picture.digest) },
      after:
        gathered.parts.find(({ type, bytes }) => type === own.type && sha256Hex(bytes) === own.digest)?.bytes ??
        (await readBlob(tools, key.org_id, own.digest)),
      asked: {
        mode: policy.mode,
        maxShift: policy.maxShift,
        scale: key.scale_percent / 100,
        ignored: boxesIn(tree, ignored),
        // By regions: elements are sought in the tree of this very picture.
        tree: null,
      },
    })
    return { findings, figures }
  }
  const { findings: seen, figures } = own.digest === picture.digest ? { findings: [], figures: null } : await look()
  const fonts = { before: artifact.fonts, after: gathered.artifact.fonts }
  return { ...crossCheck({ trees: { before, after: tree }, said, seen, fonts }), figures }
}

/** They were read before they were kept: what cannot be read any more holds nobody to anything. */
function tokensIn({ tokenSets }: CompareTools, told: ToCompare['tokens']): TokenSet | null {
  if (!told) return null
  const known = tokenSets.get(told.digest)
  if (known) return known
  const read = readTokens(told.document)
  if (!('tokens' in read)) return null
  tokenSets.set(told.digest, read.tokens)
  return read.tokens
}

async function comparePicture(
  tools: CompareTools,
  bytes: Uint8Array,
  { key, baseline, policy, ignored }: ToCompare,
): Promise<Compared> {
  if (!baseline) return { findings: [], absorbed: [], picture: null, notes: await tools.pictures.check(bytes) }
  const before = (await artifactOf(tools, key.org_id, baseline)).picture
  if (!before) throw new Error(`the artifact ${baseline.artifact} has no picture`)
  const layout = await layoutOf(tools, key)
  const { boxes, notes: unread } = boxesOf(ignored, layout)
  const { findings, absorbed, figures, notes } = await tools.pictures.compare({
    before: { digest: before.digest, read: () => readBlob(tools, key.org_id, before.digest) },
    after: bytes,
    asked: {
      mode: policy.mode,
      maxShift: policy.maxShift,
      scale: key.scale_percent / 100,
      ignored: boxes,
      tree: layout,
    },
  })
  return { findings, absorbed, picture: figures, notes: [...notes, ...unread] }
}

/** The tree that the same page was laid out as at the same size, as it is kept: what its pictures show, by element. */
export async function layoutOf(tools: Kept & { signer: Sealer }, key: BaselineKey): Promise<Uint8Array | null> {
  const laidOut = baselineToCompare(
    requireProvenBaselines(tools.signer, await activeBaselines(tools.db.sql, { ...key, medium: 'tree' })),
    key.branch,
  )
  const tree = laidOut && (await artifactOf(tools, key.org_id, laidOut)).tree
  return tree ? readBlob(tools, key.org_id, tree.digest) : null
}

/** What is not to be looked at in a picture: elements by their selector where a layout tells where they are. */
export function boxesOf(
  regions: readonly IgnoredRegion[],
  layout: Uint8Array | null,
): { boxes: Box[]; notes: ArtifactNote[] } {
  const boxes = regions.flatMap(({ box }) => box ?? [])
  const bySelector = regions.filter(({ selector }) => selector !== undefined)
  if (bySelector.length === 0) return { boxes, notes: [] }
  if (!layout) {
    const message = 'nothing was ignored by its selector: there is no DOM snapshot of this page and size to find it in'
    return { boxes, notes: [{ code: 'selector-unknown', message }] }
  }
  return { boxes: boxesIn(treeIn(layout), regions), notes: [] }
}

/** Of regions that are said by a box that box, of others those of the elements that they select. */
const boxesIn = (tree: RenderedTree, regions: readonly IgnoredRegion[]): Box[] => [
  ...regions.flatMap(({ box }) => box ?? []),
  ...regions
    .filter(({ selector }) => selector !== undefined)
    .flatMap((region) => [...(elementsOf(tree, region) ?? [])])
    .flatMap((index) => {
      const [x, y, width, height] = tree.nodes[index]?.box ?? []
      return x === undefined || y === undefined || !width || !height ? [] : [{ x, y, width, height }]
    }),
]

async function artifactOf({ db }: Kept, orgId: string, { artifact }: BaselineRow): Promise<PageArtifact> {
  const found = await findProvenArtifact(db.sql, orgId, artifact)
  if (!found) throw new Error(`the artifact ${artifact} is not there`)
  return found
}

async function readBlob({ db, blobs }: Kept, orgId: string, digest: string): Promise<Uint8Array> {
  const bytes = await blobs.get(db.sql, orgId, digest)
  if (!bytes) throw new Error(`the blob ${digest} is not there`)
  return bytes
}

async function readTree(tools: CompareTools, orgId: string, digest: string | undefined): Promise<RenderedTree> {
  if (digest === undefined) throw new Error('a baseline of a tree has none')
  return treeIn(await readBlob(tools, orgId, digest))
}

/** Kept by this worker as a RenderedTree, under the digest of that very text. */
const treeIn = (bytes: Uint8Array): RenderedTree => JSON.parse(new TextDecoder().decode(bytes))
