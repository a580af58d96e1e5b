/** Cuts an element out of a page's picture, with a frame around it. */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Box } from '#db/documents/scan-report'

const margin = 24
/** Of an element that is higher, its upper end. */
const highest = 1600
const frameWidth = 2
const frameColor = [0xd6, 0x00, 0x6c, 0xff]

type Size = { width: number; height: number }
type Cut = { left: number; top: number } & Size

/** The cut around a box, in pixels of the picture; undefined where the box is not on it. Pure. */
export function cutAround(box: Box, picture: Size): Cut | undefined {
  const left = Math.max(0, Math.floor(box.x - margin))
  const top = Math.max(0, Math.floor(box.y - margin))
  const right = Math.min(picture.width, Math.ceil(box.x + box.width + margin))
  const bottom = Math.min(picture.height, Math.ceil(box.y + box.height + margin), top + highest)
  const isOn = box.x < picture.width && box.y < picture.height && box.x + box.width > 0 && box.y + box.height > 0
  return isOn ? { left, top, width: right - left, height: bottom - top } : undefined
}

/** Cuts one after the other: each has the whole picture unpacked while it lasts. */
export class PictureCuts {
  private last: Promise<unknown> = Promise.resolve()

  /** As WebP. @param picture as it is kept, in pixels of the page. */
  of(picture: Uint8Array, size: Size, box: Box): Promise<Uint8Array | undefined> {
    const cut = cutAround(box, size)
    if (!cut) return Promise.resolve(undefined)
    const made = this.last.then(() => makeCut(picture, box, cut))
    this.last = made.catch(() => undefined)
    return made
  }
}

/** The runtime decodes, inflates and encodes off this thread; here bytes are copied, those of the cut alone. */
async function makeCut(picture: Uint8Array, box: Box, cut: Cut): Promise<Uint8Array> {
  const plain = await new Bun.Image(picture, { autoOrient: false }).png({ compressionLevel: 0 }).bytes()
  const { rows, width, channels } = await rowsOf(plain)
  const { PNG } = await import('pngjs')
  const png = new PNG({ width: cut.width, height: cut.height })
  for (let y = 0; y < cut.height; y += 1) {
    const row = (cut.top + y) * (1 + width * channels)
    // What a picture stored as it is has: each row as it stands, none told by its neighbours.
    if (rows[row] !== 0) throw new Error('the picture was unpacked with filters')
    for (let x = 0; x < cut.width; x += 1) {
      const from = row + 1 + (cut.left + x) * channels
      png.data.set(
        isFrame(cut.left + x, cut.top + y, box)
          ? frameColor
          : [rows[from] ?? 0, rows[from + 1] ?? 0, rows[from + 2] ?? 0, 0xff],
        (y * cut.width + x) * 4,
      )
    }
  }
  return new Bun.Image(PNG.sync.write(png, { deflateLevel: 0, filterType: 0 })).webp({ quality: 80 }).bytes()
}

const unpack = promisify<Buffer, Buffer>(inflate)

/** The rows of a PNG of 8 bits, RGB or RGBA, each behind the byte that names its filter. */
async function rowsOf(png: Uint8Array): Promise<{ rows: Buffer; width: number; channels: number }> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts: Buffer[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const [depth, colorType] = [bytes[24], bytes[25]]
  const channels = colorType === 6 ? 4 : colorType === 2 ? 3 : undefined
  if (depth !== 8 || channels === undefined) throw new Error(`a PNG of ${depth} bits and colour type ${colorType}`)
  return { rows: await unpack(Buffer.concat(parts)), width: bytes.readUInt32BE(16), channels }
}

/** Around the element, outside of it. */
function isFrame(x: number, y: number, box: Box): boolean {
  const beyond = Math.max(box.x - x, x - (box.x + box.width), box.y - y, y - (box.y + box.height))
  return beyond > 0 && beyond <= frameWidth
}
