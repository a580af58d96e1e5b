/** Photographs on a page that were encoded anew are no change of it; other photographs, and what was done to one, are. */
import { describe, expect, test } from 'bun:test'
import { copyOf, dice, page, paint, pngOfPixels } from '#test/workers/compare-design/pictures/drawn'
import { comparePictures } from '#workers/compare-design/pictures/compare'
import { decodePicture } from '#workers/compare-design/pictures/decode'
import type { Pixels } from '#workers/compare-design/pictures/pixels'

const [width, height] = [236, 164]
const place = { x: 43, y: 61 }

/** Hills before a sky, with grain, a mast and its rope. */
function photo(seed: number, grainy = 14): Pixels {
  const next = dice(seed)
  const data = new Uint8Array(width * height * 3)
  const hills = Array.from({ length: 4 }, () => ({
    at: next() * 6,
    steep: 0.01 + next() * 0.03,
    high: 30 + next() * 50,
  }))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const above = hills.findIndex(({ at, steep, high }) => y > height - high * (1.2 + Math.sin(at + x * steep)))
      const [red, green, blue] =
        above < 0 ? [150 + y * 0.4, 180 + y * 0.3, 220] : [40 + above * 35, 70 + above * 25, 60 + above * 12]
      const isRope = Math.abs(x - 90 - y * 0.5) < 1 || x === 90
      const grain = (next() - 0.5) * grainy
      const at = (y * width + x) * 3
      for (const [channel, value] of [red, green, blue].entries())
        data[at + channel] = Math.max(0, Math.min(255, Math.round((isRope ? 30 : (value ?? 0)) + grain)))
    }
  return { width, height, channels: 3, data }
}

function withPhoto(shown: Pixels): Pixels {
  const all = copyOf(page(400, 320))
  for (let y = 0; y < height; y += 1) {
    const to = ((place.y + y) * all.width + place.x) * 3
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        all.data[to + x * 3 + channel] = shown.data[(y * width + x) * shown.channels + channel] ?? 0
  }
  return all
}

const encodings: [name: string, encode: (image: Bun.Image) => Bun.Image][] = [
  ['JPEG of quality 92', (image) => image.jpeg({ quality: 92 })],
  ['JPEG of quality 75', (image) => image.jpeg({ quality: 75 })],
  ['JPEG of quality 60', (image) => image.jpeg({ quality: 60 })],
  ['WebP of quality 80', (image) => image.webp({ quality: 80 })],
]
const coded = async (pixels: Pixels, encode: (image: Bun.Image) => Bun.Image) =>
  decodePicture(await encode(new Bun.Image(pngOfPixels(pixels))).bytes())

const compare = (before: Pixels, after: Pixels, mode: 'exact' | 'tolerant' = 'tolerant') =>
  comparePictures(before, after, { mode, maxShift: 0, scale: 1, ignored: [], tree: null, isLossy: false })

const harbour = photo(7)

for (const [name, encode] of encodings)
  for (const grainy of [14, 6, 3])
    test(`${name} is no change of a page; grain ${grainy}`, async () => {
      const before = photo(7, grainy)
      const after = withPhoto(await coded(before, encode))

      const { findings, absorbed } = compare(withPhoto(before), after)

      expect(findings).toEqual([])
      if (grainy === 3) expect(absorbed.map((each) => each.class)).toContain('recoded')
      expect(compare(withPhoto(before), after, 'exact').findings).not.toEqual([])
    })

describe('is found, encoded anew or not', () => {
  const [, jpeg] = encodings[1] ?? []
  const changes: [name: string, after: Pixels][] = [
    ['another photograph', photo(8)],
    ['one with something in it', withMark(harbour)],
    ['one that is a little brighter', brighter(harbour, 7)],
    ['one that was moved by two pixels', moved(harbour, 2)],
  ]
  for (const [name, changed] of changes)
    test(name, async () => {
      for (const after of [changed, jpeg ? await coded(changed, jpeg) : changed])
        expect(compare(withPhoto(harbour), withPhoto(after)).findings.length).toBeGreaterThan(0)
    })

  test('a gradient that is a little darker, and text on it', () => {
    const gradient = (deeper: number): Pixels => {
      const pixels = copyOf(harbour)
      for (let at = 0; at < pixels.data.length; at += 3) {
        const part = (Math.floor(at / 3) % width) / width
        pixels.data.set(
          [20 + 200 * part - deeper * part, 60 + 120 * part, 200 - 80 * part].map((value) => Math.max(0, value)),
          at,
        )
      }
      return pixels
    }

    expect(compare(withPhoto(gradient(0)), withPhoto(gradient(16))).findings.length).toBeGreaterThan(0)
    expect(compare(page(400, 320, 1), page(400, 320, 2)).findings.length).toBeGreaterThan(0)
  })
})

function withMark(pixels: Pixels): Pixels {
  const marked = copyOf(pixels)
  paint(marked, { x: 120, y: 40, width: 18, height: 18, color: [200, 30, 40] })
  return marked
}

const brighter = (pixels: Pixels, by: number): Pixels => ({
  ...pixels,
  data: pixels.data.map((value) => Math.min(255, value + by)),
})

function moved(pixels: Pixels, by: number): Pixels {
  const result = copyOf(pixels)
  for (let y = 0; y < height; y += 1) {
    const row = pixels.data.subarray(y * width * 3, (y + 1) * width * 3)
    result.data.set(row.subarray(0, row.length - by * 3), (y * width + by) * 3)
  }
  return result
}
