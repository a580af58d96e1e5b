/** Reads what a picture says of itself before anything is decoded: its type, its size, whether it moves. Pure, and cheap on lies. */
import { snapshotLimits } from '#shared/designs/snapshot'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

export type PictureHead = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  isAnimated: boolean
  /** Whether its encoder was free to change pixels. */
  isLossy: boolean
  isInterlaced: boolean
  /** Bits of a channel; of a palette, of its index. */
  depth: number
  color: 'gray' | 'gray-alpha' | 'palette' | 'rgb' | 'rgb-alpha' | 'cmyk'
  /** Whether a palette or one colour is said to be transparent beside the channels (a PNG's tRNS). */
  hasTransparentColor: boolean
}

const path = '/snapshot'
const accepted = 'a PNG, JPEG or WebP picture'
const refusal = (message: string, expected: string = accepted) => unsupportedSnapshot({ path, message, expected })

/** A file's first bytes by the name of what they begin: what cannot be taken is refused by its name. */
const refused: readonly (readonly [name: string, isOne: (text: string) => boolean])[] = [
  ['GIF', (text) => text.startsWith('GIF8')],
  ['BMP', (text) => text.startsWith('BM')],
  ['TIFF', (text) => text.startsWith('II*\0') || text.startsWith('MM\0*')],
  ['AVIF', (text) => /^....ftypavi[fs]/s.test(text)],
  ['HEIC', (text) => /^....ftyp(?:hei|hev|mif1|msf1)/s.test(text)],
  ['JPEG XL', (text) => text.startsWith('\xff\x0a') || text.startsWith('\0\0\0\x0cJXL ')],
]

/**
 * What stands in the head of a picture.
 * @throws UNSUPPORTED_SNAPSHOT where it is of another kind, is broken before its pixels begin, or is over one of `snapshotLimits`.
 */
export function readPictureHead(bytes: Uint8Array, mostBytes: number = snapshotLimits.pictureBytes): PictureHead {
  if (bytes.length > mostBytes) throw refusal(`has ${bytes.length} bytes`, `a picture of at most ${mostBytes} bytes`)
  const head = readByType(bytes)
  const { width, height } = head
  if (width < 1 || height < 1) throw refusal(`says that it is ${width} × ${height} pixels`, 'a picture with pixels')
  if (width > snapshotLimits.side || height > snapshotLimits.side)
    throw refusal(`is ${width} × ${height} pixels`, `sides of at most ${snapshotLimits.side} pixels`)
  if (width * height > snapshotLimits.pixels)
    throw refusal(
      `is ${width} × ${height}, ${width * height} pixels`,
      `a picture of at most ${snapshotLimits.pixels} pixels`,
    )
  return head
}

function readByType(bytes: Uint8Array): PictureHead {
  const start = latin(bytes, 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes)
  if (start.startsWith('\xff\xd8\xff')) return readJpeg(bytes)
  if (/^RIFF....WEBP/s.test(start)) return readWebp(bytes)
  const known = refused.find(([, isOne]) => isOne(start))
  throw refusal(known ? `is ${known[0]}, which is not taken` : 'is no picture that is known here')
}

const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

// Source: PNG (third edition), 5.2 to 5.6 and 11.2.1. Chunks before the pixels are few; a file of nothing but heads is a lie.
const mostChunks = 1000
const pngColors: Record<number, { color: PictureHead['color']; depths: readonly number[] }> = {
  0: { color: 'gray', depths: [1, 2, 4, 8, 16] },
  2: { color: 'rgb', depths: [8, 16] },
  3: { color: 'palette', depths: [1, 2, 4, 8] },
  4: { color: 'gray-alpha', depths: [8, 16] },
  6: { color: 'rgb-alpha', depths: [8, 16] },
}

function readPng(bytes: Uint8Array): PictureHead {
  const view = viewOf(bytes)
  if (bytes.length < 33 || view.getUint32(8) !== 13 || latin(bytes, 12, 16) !== 'IHDR')
    throw refusal('begins like a PNG and has no IHDR', 'a whole PNG')
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = bytes.subarray(24, 29)
  const kind = pngColors[colorType]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw refusal(
      `is a PNG of colour type ${colorType}, depth ${depth}, interlace ${interlace}`,
      'a PNG as its standard has it',
    )
  const before = pngChunksBeforePixels(bytes, view)
  return {
    type: 'image/png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    isAnimated: before.has('acTL'),
    isLossy: false,
    isInterlaced: interlace === 1,
    depth,
    color: kind.color,
    hasTransparentColor: before.has('tRNS'),
  }
}

function pngChunksBeforePixels(bytes: Uint8Array, view: DataView): Set<string> {
  const names = new Set<string>()
  let at = 8
  for (let count = 0; count < mostChunks && at + 12 <= bytes.length; count += 1) {
    const name = latin(bytes, at + 4, at + 8)
    if (name === 'IDAT') return names
    names.add(name)
    at += 12 + view.getUint32(at)
  }
  throw refusal('is a PNG without pixels: no IDAT where one belongs', 'a whole PNG')
}

// Source: ITU-T T.81, B.1 and B.2: segments until the frame header.
function readJpeg(bytes: Uint8Array): PictureHead {
  const view = viewOf(bytes)
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return readJpegFrame(bytes, view, at, marker)
    if (marker === 0xd9 || marker === 0xda) break
    at += 2 + view.getUint16(at + 2)
  }
  throw refusal('begins like a JPEG and has no frame header', 'a whole JPEG')
}

function readJpegFrame(bytes: Uint8Array, view: DataView, at: number, marker: number): PictureHead {
  if (at + 10 > bytes.length) throw refusal('ends within its frame header', 'a whole JPEG')
  const [depth, channels] = [bytes[at + 4] ?? 0, bytes[at + 9] ?? 0]
  if (marker > 0xc2 || depth !== 8 || ![1, 3, 4].includes(channels))
    throw refusal(
      `is a JPEG of process ${marker - 0xc0}, depth ${depth}, ${channels} channels`,
      'a baseline or progressive JPEG of 8 bits',
    )
  return {
    type: 'image/jpeg',
    width: view.getUint16(at + 7),
    height: view.getUint16(at + 5),
    isAnimated: false,
    isLossy: true,
    isInterlaced: marker === 0xc2,
    depth,
    color: channels === 1 ? 'gray' : channels === 3 ? 'rgb' : 'cmyk',
    hasTransparentColor: false,
  }
}

// Source: RFC 9649, 2.3 to 2.7.
function readWebp(bytes: Uint8Array): PictureHead {
  const view = viewOf(bytes)
  const first = latin(bytes, 12, 16)
  if (first === 'VP8 ' || first === 'VP8L') return webpHead(webpFrame(bytes, view, 12), false)
  if (first !== 'VP8X' || bytes.length < 30) throw refusal('begins like a WebP and has no picture', 'a whole WebP')
  const canvas = { width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) }
  const isAnimated = ((bytes[20] ?? 0) & 2) !== 0
  for (let at = 30, count = 0; count < mostChunks && at + 8 <= bytes.length; count += 1) {
    const name = latin(bytes, at, at + 4)
    const size = view.getUint32(at + 4, true)
    // Its first chunk follows 16 bytes about the frame.
    const isLossy = latin(bytes, at + 24, at + 28) !== 'VP8L'
    if (name === 'ANMF') return webpHead({ ...canvas, isLossy, hasAlpha: true }, isAnimated)
    if (name === 'VP8 ' || name === 'VP8L') {
      const frame = webpFrame(bytes, view, at)
      if (frame.width !== canvas.width || frame.height !== canvas.height)
        throw refusal(
          `says that it is ${canvas.width} × ${canvas.height} and holds ${frame.width} × ${frame.height} pixels`,
          'a WebP that is as large as it says',
        )
      return webpHead(frame, isAnimated)
    }
    at += 8 + size + (size & 1)
  }
  throw refusal('begins like a WebP and has no picture', 'a whole WebP')
}

type WebpFrame = { width: number; height: number; isLossy: boolean; hasAlpha: boolean }

const webpHead = ({ hasAlpha, ...frame }: WebpFrame, isAnimated: boolean): PictureHead => ({
  type: 'image/webp',
  ...frame,
  isAnimated,
  isInterlaced: false,
  depth: 8,
  color: hasAlpha ? 'rgb-alpha' : 'rgb',
  hasTransparentColor: false,
})

/** @param at where its chunk begins. */
function webpFrame(bytes: Uint8Array, view: DataView, at: number): WebpFrame {
  if (at + 18 > bytes.length) throw refusal('ends within its head', 'a whole WebP')
  if (latin(bytes, at, at + 4) === 'VP8L') {
    if (bytes[at + 8] !== 0x2f) throw refusal('holds no lossless picture where it says so', 'a whole WebP')
    const bits = view.getUint32(at + 9, true)
    return {
      width: 1 + (bits & 0x3fff),
      height: 1 + ((bits >>> 14) & 0x3fff),
      isLossy: false,
      hasAlpha: ((bits >>> 28) & 1) === 1,
    }
  }
  if (latin(bytes, at + 11, at + 14) !== '\x9d\x01\x2a')
    throw refusal('holds no picture where it says so', 'a whole WebP')
  return {
    width: view.getUint16(at + 14, true) & 0x3fff,
    height: view.getUint16(at + 16, true) & 0x3fff,
    isLossy: true,
    hasAlpha: false,
  }
}

const uint24 = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
