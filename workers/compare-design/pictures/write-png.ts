/** Writes PNG files of rows that are filtered already, of any kind that PNG has. Pure. */
import { crc32, deflateSync } from 'node:zlib'

type PngHead = {
  width: number
  height: number
  /** Bits a sample. */
  depth: number
  /** As PNG numbers them: 2 is RGB, 3 a palette, 6 RGBA. */
  colorType: number
  interlace?: number
}
type PngChunk = readonly [name: string, content: Uint8Array]

/** @param rows each behind the number of its filter. @param chunks between head and pixels, e.g. the palette. */
export function writePng(
  { width, height, depth, colorType, interlace = 0 }: PngHead,
  rows: Uint8Array,
  { chunks = [], level = 6 }: { chunks?: readonly PngChunk[]; level?: number } = {},
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colorType, 0, 0, interlace], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', head),
      ...chunks.map(([name, content]) => pngChunk(name, content)),
      pngChunk('IDAT', deflateSync(rows, { level })),
      pngChunk('IEND', new Uint8Array()),
    ]),
  )
}

function pngChunk(name: string, content: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(12 + content.length)
  whole.writeUInt32BE(content.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(content, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length)
  return whole
}
