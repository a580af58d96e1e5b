/** Small PNG pictures for tests: plain, with a rectangle of another colour on them. */
import { writePng } from '#workers/compare-design/pictures/write-png'

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
  return Buffer.from(writePng({ width, height, depth: 8, colorType: 2 }, rows))
}
