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

/** Black where the boxes are. */
export function paintedOver(pixels: Pixels, boxes: readonly Box[]): Pixels {
  if (boxes.length === 0) return pixels
  const data = new Uint8Array(pixels.data)
  const { width, height, channels } = pixels
  for (const box of boxes)
    for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y += 1)
      for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x += 1)
        data.fill(0, (y * width + x) * channels, (y * width + x) * channels + 3)
  return { ...pixels, data }
}
