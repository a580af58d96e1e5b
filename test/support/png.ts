/** Small PNG pictures for tests: plain, with a rectangle of another colour on them. */
import { crc32, deflateSync } from 'node:zlib'

type Rgb = readonly [red: number, green: number, blue: number]
export type Painted = { x: number; y: number; width: number; height: number; color: Rgb }

/** RGB of 8 bits, no filter. */
export function pngOf(width: number, height: number, color: Rgb = [255, 255, 255], painted: readonly Painted[] = []) {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const over = painted.findLast(
        (each) => x >= each.x && x < each.x + each.width && y >= each.y && y < each.y + each.height,
      )
      rows.set(over?.color ?? color, y * (1 + width * 3) + 1 + x * 3)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
