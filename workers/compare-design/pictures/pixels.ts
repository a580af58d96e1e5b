/** Pixels in memory, and views of their rows. */

export type Pixels = {
  width: number
  height: number
  /** Bytes of a pixel: red, green, blue and, with 4, alpha. */
  channels: 3 | 4
  /** Rows from the top, nothing between them. */
  data: Uint8Array
}

/** Pixels whose rows may have something between them: row y begins at `start + y * stride`. */
export type Raster = Pixels & { start: number; stride: number }

export const rasterOf = (pixels: Pixels): Raster => ({ ...pixels, start: 0, stride: pixels.width * pixels.channels })

export function rowOf({ data, start, stride, width, channels }: Raster, y: number): Uint8Array {
  const from = start + y * stride
  return data.subarray(from, from + width * channels)
}

/** The same with an opaque alpha; itself where it has one. */
export function withAlpha(pixels: Pixels): Pixels {
  if (pixels.channels === 4) return pixels
  const { width, height, data } = pixels
  const wide = new Uint8Array(width * height * 4)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    wide[to] = data[from] ?? 0
    wide[to + 1] = data[from + 1] ?? 0
    wide[to + 2] = data[from + 2] ?? 0
    wide[to + 3] = 255
  }
  return { width, height, channels: 4, data: wide }
}

export function areBytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}
