/** What a picture says of itself is read before anything is decoded, and lies are refused by their name. */
import { expect, test } from 'bun:test'
import { type PictureHead, readPictureHead } from '#shared/designs/picture-head'
import { snapshotLimits } from '#shared/designs/snapshot'
import { ServiceError } from '#shared/kernel/errors'
import { pngOf } from '#test/workers/compare-design/pictures/drawn'

const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )

/** A head alone, of any size; its pixels are not there. */
function pngHead(width: number, height: number, rest = [8, 2, 0, 0, 0]): Uint8Array {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n', 'latin1')
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  head.set(rest, 24)
  return bytesOf([...head], [0, 0, 0, 0], 'IDAT', [0, 0, 0, 0])
}

const jpeg = (
  marker: number,
  width: number,
  height: number,
  { depth = 8, channels = 3, before = [] as number[] } = {},
) =>
  bytesOf(
    [
      0xff,
      0xd8,
      ...before,
      0xff,
      marker,
      0,
      8 + 3 * channels,
      depth,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
    ],
    [channels, ...Array.from({ length: 3 * channels }, () => 1)],
  )

const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255)
const webp = (...chunks: Uint8Array[]) => {
  const body = Buffer.concat(chunks)
  return bytesOf('RIFF', little(body.length + 4, 4), 'WEBP', [...body])
}
const webpChunk = (name: string, content: number[]) => bytesOf(name, little(content.length, 4), content)
const vp8 = (width: number, height: number) =>
  webpChunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2), 0, 0, 0, 0])
const vp8l = (width: number, height: number) =>
  webpChunk('VP8L', [0x2f, ...little((width - 1) | ((height - 1) << 14) | (1 << 28), 4), 0, 0, 0, 0, 0])
const vp8x = (width: number, height: number, flags: number) =>
  webpChunk('VP8X', [flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])

function refusalOf(bytes: Uint8Array): string {
  try {
    readPictureHead(bytes)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'taken'
}

const taken: [string, Uint8Array, Partial<PictureHead>][] = [
  [
    'a PNG of RGB',
    pngHead(1280, 5000),
    { type: 'image/png', width: 1280, height: 5000, color: 'rgb', isInterlaced: false },
  ],
  [
    'an interlaced PNG with a palette',
    pngHead(3, 4, [4, 3, 0, 0, 1]),
    { color: 'palette', depth: 4, isInterlaced: true },
  ],
  ['a PNG of grey in 16 bits', pngHead(3, 4, [16, 0, 0, 0, 0]), { color: 'gray', depth: 16 }],
  [
    'a PNG that moves',
    pngOf({ width: 1, height: 1, rows: () => Uint8Array.of(1, 2, 3), chunks: [['acTL', new Uint8Array(8)]] }),
    { isAnimated: true },
  ],
  [
    'a PNG with a transparent colour',
    pngOf({ width: 1, height: 1, rows: () => Uint8Array.of(1, 2, 3), chunks: [['tRNS', new Uint8Array(6)]] }),
    { hasTransparentColor: true },
  ],
  [
    'a baseline JPEG',
    jpeg(0xc0, 640, 480),
    { type: 'image/jpeg', width: 640, height: 480, isLossy: true, color: 'rgb' },
  ],
  [
    'a progressive JPEG behind an application segment',
    jpeg(0xc2, 640, 480, { before: [0xff, 0xe1, 0, 4, 9, 9] }),
    { width: 640, isInterlaced: true },
  ],
  ['a JPEG of four inks', jpeg(0xc0, 6, 4, { channels: 4 }), { color: 'cmyk' }],
  ['a lossy WebP', webp(vp8(300, 200)), { type: 'image/webp', width: 300, height: 200, isLossy: true }],
  ['a lossless WebP', webp(vp8l(16384, 2)), { width: 16384, height: 2, isLossy: false, color: 'rgb-alpha' }],
  [
    'an extended WebP',
    webp(vp8x(30, 20, 16), webpChunk('ICCP', [1, 2, 3]), new Uint8Array(1), vp8l(30, 20)),
    { width: 30, height: 20 },
  ],
  [
    'a WebP that moves',
    webp(vp8x(30, 20, 2), webpChunk('ANIM', [0, 0, 0, 0, 0, 0]), webpChunk('ANMF', new Array(40).fill(0))),
    { isAnimated: true, width: 30 },
  ],
]

for (const [name, bytes, expected] of taken)
  test(`${name} is taken, with what it says`, () => {
    expect(readPictureHead(bytes)).toMatchObject(expected)
  })

const left: [string, Uint8Array, string][] = [
  ['a GIF', bytesOf('GIF89a', [1, 0, 1, 0]), 'is GIF, which is not taken'],
  ['a BMP', bytesOf('BM', [1, 0, 1, 0]), 'is BMP, which'],
  ['a TIFF', bytesOf('II*\0', [1, 0, 1, 0]), 'is TIFF, which'],
  ['an AVIF', bytesOf([0, 0, 0, 28], 'ftypavif', [0, 0]), 'is AVIF, which'],
  ['a HEIC', bytesOf([0, 0, 0, 28], 'ftypheic', [0, 0]), 'is HEIC, which'],
  ['what is no picture', bytesOf('%PDF-1.7'), 'is no picture that is known here'],
  ['nothing', new Uint8Array(), 'is no picture that is known here'],
  ['a PNG of 400 megapixels', pngHead(20_000, 20_000), 'is 20000 × 20000, 400000000 pixels'],
  ['a PNG with a side too long', pngHead(40_000, 1), 'is 40000 × 1 pixels'],
  ['a PNG of sides beyond all measure', pngHead(0xffffffff, 0xffffffff), 'is 4294967295 × 4294967295 pixels'],
  ['a PNG without pixels', pngHead(0, 10), 'says that it is 0 × 10 pixels'],
  ['a PNG of a colour type that there is not', pngHead(1, 1, [8, 5, 0, 0, 0]), 'is a PNG of colour type 5'],
  [
    'a PNG of a depth that its colours cannot have',
    pngHead(1, 1, [4, 2, 0, 0, 0]),
    'is a PNG of colour type 2, depth 4',
  ],
  ['a PNG cut off within its head', pngHead(1, 1).subarray(0, 20), 'has no IHDR'],
  ['a PNG cut off before its pixels', pngHead(1, 1).subarray(0, 33), 'is a PNG without pixels'],
  [
    'a page behind a PNG’s signature',
    bytesOf('\x89PNG\r\n\x1a\n<html><body>a page as long as it takes</body></html>'),
    'has no IHDR',
  ],
  ['a JPEG of 12 bits', jpeg(0xc1, 6, 4, { depth: 12 }), 'is a JPEG of process 1, depth 12'],
  ['a lossless JPEG', jpeg(0xc3, 6, 4), 'is a JPEG of process 3'],
  ['a JPEG cut off before its frame', jpeg(0xc0, 6, 4).subarray(0, 3), 'has no frame header'],
  ['a JPEG of 65535 by 65535', jpeg(0xc0, 65_535, 65_535), 'is 65535 × 65535 pixels'],
  [
    'a WebP whose canvas lies',
    webp(vp8x(30, 20, 0), vp8(16_000, 16_000)),
    'says that it is 30 × 20 and holds 16000 × 16000 pixels',
  ],
  ['a WebP without a picture', webp(vp8x(30, 20, 0)), 'has no picture'],
  ['a WebP cut off', webp(vp8(30, 20)).subarray(0, 24), 'ends within its head'],
]

for (const [name, bytes, reason] of left)
  test(`${name} is refused, and told why`, () => {
    expect(refusalOf(bytes)).toStartWith('UNSUPPORTED_SNAPSHOT: /snapshot ')
    expect(refusalOf(bytes)).toContain(reason)
  })

test('a file larger than the limit is refused before a byte of it is read', () => {
  const large = new Uint8Array(snapshotLimits.pictureBytes + 1)

  expect(refusalOf(large)).toContain(`has ${snapshotLimits.pictureBytes + 1} bytes`)
})

test('heads without end are not followed without end', () => {
  const empty = [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0]
  const many = bytesOf([...pngHead(1, 1).subarray(0, 33)], new Array(5000).fill(empty).flat())

  expect(refusalOf(many)).toContain('is a PNG without pixels')
})
