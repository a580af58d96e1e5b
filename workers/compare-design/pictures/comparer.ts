/** Compares uploaded pictures with baselines, one at a time, and keeps the baselines that it decoded. */
import type { ArtifactNote } from '#db/documents/page-artifact'
import type { RenderedTree } from '#db/documents/rendered-tree'
import { readPictureHead } from '#shared/designs/picture-head'
import { type Cache, weighedCache } from '#shared/kernel/cache'
import {
  compareBeside,
  comparePictures,
  type PictureAsked,
  type PictureComparison,
} from '#workers/compare-design/pictures/compare'
import { decodePicture, inflatePicture, notesOf } from '#workers/compare-design/pictures/decode'
import { type KeptBaseline, keepPicture, layBeside, weightOf } from '#workers/compare-design/pictures/kept'
import { diffMask, maskBeside } from '#workers/compare-design/pictures/mask'
import { unfiltered } from '#workers/compare-design/pictures/png'

/** Bytes of decoded baselines. */
const keptBytes = 256 * 1024 * 1024
/** Pixels from which on memory is given back at once. */
const largePixels = 8_000_000

export type ComparerAsked = Omit<PictureAsked, 'isLossy' | 'tree'> & {
  /** The baseline's layout as canonical JSON; read only where something differs. */
  tree: Uint8Array | null
}

export type ComparerTask =
  | { kind: 'check'; after: Uint8Array }
  | { kind: 'compare' | 'mask'; digest: string; before: Uint8Array | null; after: Uint8Array; asked: ComparerAsked }

export type ComparerAnswer =
  | { kind: 'checked'; notes: ArtifactNote[] }
  | ({ kind: 'compared'; notes: ArtifactNote[] } & PictureComparison)
  | { kind: 'masked'; mask: Uint8Array }
  /** It is to be asked again with the baseline's bytes. */
  | { kind: 'baseline-needed' }

export type Comparer = { kept: Cache<KeptBaseline>; running: Promise<unknown> }

export const openComparer = (): Comparer => ({ kept: weighedCache(keptBytes, weightOf), running: Promise.resolve() })

/** One task after another: no more than two pictures are in work, however many wait. @throws UNSUPPORTED_SNAPSHOT */
export function compareNext(comparer: Comparer, task: ComparerTask): Promise<ComparerAnswer> {
  const run = comparer.running.then(() => answer(comparer, task))
  comparer.running = run.catch(() => undefined)
  return run
}

async function answer(comparer: Comparer, task: ComparerTask): Promise<ComparerAnswer> {
  const head = readPictureHead(task.after)
  const isLarge = head.width * head.height > largePixels
  try {
    if (task.kind === 'check') return { kind: 'checked', notes: (await decodePicture(task.after)).notes }
    const kept = await keptOf(comparer, task.digest, task.before)
    if (!kept) return { kind: 'baseline-needed' }
    const rows = await inflatePicture(task.after, head)
    const isLossy = kept.isLossy || head.isLossy
    const asked = withTree(task.asked, isLossy)
    const notes = notesOf(head)
    // What an encoder changed has no row in common with anything, and what is as wide as nothing before, neither.
    if (isLossy || kept.pixels.width !== rows.width) {
      const after = unfiltered(rows)
      if (task.kind === 'mask') return { kind: 'masked', mask: diffMask(kept.pixels, after, asked) }
      return { kind: 'compared', notes, ...comparePictures(kept.pixels, after, asked) }
    }
    const beside = layBeside(kept, rows)
    if (task.kind === 'mask') return { kind: 'masked', mask: maskBeside(beside, asked) }
    return { kind: 'compared', notes, ...compareBeside(beside, asked) }
  } finally {
    if (isLarge) Bun.gc(true)
  }
}

async function keptOf({ kept }: Comparer, digest: string, bytes: Uint8Array | null): Promise<KeptBaseline | undefined> {
  const known = kept.get(digest)
  if (known || bytes === null) return known
  const picture = await keepPicture(bytes)
  kept.set(digest, picture)
  return picture
}

/** The layout is read when it is first looked at. */
function withTree({ tree, ...asked }: ComparerAsked, isLossy: boolean): PictureAsked {
  let read: RenderedTree | null | undefined
  return {
    ...asked,
    isLossy,
    get tree() {
      // What the store holds under the artifact's digest was written by us as a RenderedTree.
      if (read === undefined) read = tree === null ? null : (JSON.parse(new TextDecoder().decode(tree)) as RenderedTree)
      return read
    },
  }
}
