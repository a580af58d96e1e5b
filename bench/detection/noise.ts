/** Noise that is put into a picture after it was taken. Pure. */
import { dice } from '#bench/detection/source'
import type { Box } from '#db/documents/scan-report'
import type { Pixels } from '#workers/compare-design/pictures/pixels'

/** One more or less in a channel of a tenth of the pixels. */
export function withLeastBits(pixels: Pixels, seed: number): Pixels {
  const data = new Uint8Array(pixels.data)
  const random = dice(seed)
  for (let at = 0; at < data.length; at += pixels.channels) {
    if (random() >= 0.1) continue
    const place = at + Math.floor(random() * 3)
    const value = data[place] ?? 0
    data[place] = random() < 0.5 ? Math.max(0, value - 1) : Math.min(255, value + 1)
  }
  return { ...pixels, data }
}

/** The bar of one pixel that stands where writing begins, in a field that is `caret.x` from the left and as high as its line. */
export function withCaret(pixels: Pixels, caret: Pick<Box, 'x' | 'y' | 'height'>): Pixels {
  const data = new Uint8Array(pixels.data)
  const { width, height, channels } = pixels
  const x = Math.min(width - 1, Math.round(caret.x))
  const [top, bottom] = [Math.round(caret.y), Math.round(caret.y + caret.height)]
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
    for (let channel = 0; channel < 3; channel += 1) data[(y * width + x) * channels + channel] = 24
  return { ...pixels, data }
}

/** A bar of two pixels in a colour, as editors have it. */
export function withWideCaret(pixels: Pixels, caret: Pick<Box, 'x' | 'y' | 'height'>, width: number): Pixels {
  const bar = { x: Math.round(caret.x), y: caret.y, width, height: caret.height }
  return painted(pixels, [bar], [37, 99, 235])
}

/** The later picture where the boxes are. */
export function pastedIn(pixels: Pixels, other: Pixels, boxes: readonly Box[]): Pixels {
  const data = new Uint8Array(pixels.data)
  for (const box of boxes)
    eachPixel(pixels, box, (at) => {
      const place = at * pixels.channels
      const from = at * other.channels
      data.set(other.data.subarray(from, from + 3), place)
    })
  return { ...pixels, data }
}

/** Black where the boxes are. */
export function paintedOver(pixels: Pixels, boxes: readonly Box[]): Pixels {
  return boxes.length === 0 ? pixels : painted(pixels, boxes, [0, 0, 0])
}

function painted(pixels: Pixels, boxes: readonly Box[], color: readonly number[]): Pixels {
  const data = new Uint8Array(pixels.data)
  for (const box of boxes) eachPixel(pixels, box, (at) => data.set(color, at * pixels.channels))
  return { ...pixels, data }
}

function eachPixel({ width, height }: Pixels, box: Box, visit: (at: number) => void): void {
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y += 1)
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x += 1) visit(y * width + x)
}
