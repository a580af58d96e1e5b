/** Makes a picture's bytes pixels: PNGs as screenshots are by themselves, all others through the runtime's codecs. */
import type { ArtifactNote } from '#db/documents/page-artifact'
import { type PictureHead, readPictureHead } from '#shared/designs/picture-head'
import { snapshotLimits } from '#shared/designs/snapshot'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'
import type { Pixels } from '#workers/compare-design/pictures/pixels'
import { type FilteredRows, inflatePng, isPlainPng, unfiltered } from '#workers/compare-design/pictures/png'
import { firstFrame } from '#workers/compare-design/pictures/webp'

export type DecodedPicture = Pixels & { notes: ArtifactNote[] }

/**
 * A picture's pixels, its first frame's where it moves. A channel of 16 bits keeps its upper 8; grey becomes RGB.
 * @throws UNSUPPORTED_SNAPSHOT where it is none that is taken, is broken, or is over a limit.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const head = readPictureHead(bytes)
  return { ...unfiltered(await inflatePicture(bytes, head)), notes: notesOf(head) }
}

/** The same as rows with their filters. @param head of these bytes. */
export async function inflatePicture(bytes: Uint8Array, head: PictureHead): Promise<FilteredRows> {
  if (isPlainPng(head)) return inflatePng(bytes, head)
  const plain = await asPlainPng(head.isAnimated && head.type === 'image/webp' ? firstFrame(bytes) : bytes, head)
  // Stored as it is, a picture takes more bytes than it was sent in.
  const plainHead = readPictureHead(plain, Number.POSITIVE_INFINITY)
  if (plainHead.width !== head.width || plainHead.height !== head.height || !isPlainPng(plainHead))
    throw broken(head, 'is not what its head says')
  return inflatePng(plain, plainHead)
}

/** What a reader should know of how it was read. */
export function notesOf(head: PictureHead): ArtifactNote[] {
  const notes: ArtifactNote[] = []
  if (head.isAnimated) notes.push({ code: 'first-frame', message: 'the picture moves: its first frame was looked at' })
  if (head.isLossy && head.type !== 'image/webp')
    notes.push({ code: 'lossy-picture', message: 'a JPEG: differences as small as its own errors are not told' })
  else if (head.isLossy)
    notes.push({ code: 'lossy-picture', message: 'a lossy WebP: differences as small as its own errors are not told' })
  if (head.depth === 16)
    notes.push({ code: 'deep-picture', message: 'of 16 bits a channel, the upper 8 were looked at' })
  return notes
}

const broken = (head: PictureHead, message: string) =>
  unsupportedSnapshot({
    path: '/snapshot',
    message,
    expected: `a whole ${head.type.replace('image/', '').toUpperCase()}`,
  })

/** Whether a JPEG's end comes after its last scan: libjpeg-turbo fills in grey what a file lacks that was cut off. */
function hasEnd(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return file.lastIndexOf('ffd9', undefined, 'hex') > file.lastIndexOf('ffda', undefined, 'hex')
}

/** By libspng, libjpeg-turbo and libwebp, as the runtime has them, off this thread; stored, not compressed. */
async function asPlainPng(bytes: Uint8Array, head: PictureHead): Promise<Uint8Array> {
  if (head.type === 'image/jpeg' && !hasEnd(bytes)) throw broken(head, 'ends before its last pixel')
  try {
    return await new Bun.Image(bytes, { maxPixels: snapshotLimits.pixels, autoOrient: false })
      .png({ compressionLevel: 0 })
      .bytes()
  } catch (error) {
    throw broken(head, `cannot be decoded (${error instanceof Error ? error.message : String(error)})`)
  }
}
