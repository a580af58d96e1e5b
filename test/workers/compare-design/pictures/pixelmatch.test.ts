/** The figure beside each comparison is pixelmatch's: the counts that it publishes for its own pictures come out of ours. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { copyOf, dice, page } from '#test/workers/compare-design/pictures/drawn'
import { comparePictures, type PictureAsked } from '#workers/compare-design/pictures/compare'
import { decodePicture } from '#workers/compare-design/pictures/decode'
import { type Pixels, withAlpha } from '#workers/compare-design/pictures/pixels'

// Counts and pictures: github.com/mapbox/pixelmatch at v7.2.0, test/test.js and test/fixtures; ISC.
const folder = join(import.meta.dir, '../../../fixtures/pixelmatch')
const read = async (name: string): Promise<Pixels> => decodePicture(await Bun.file(join(folder, `${name}.png`)).bytes())

const asked: PictureAsked = { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null, isLossy: false }

const published = [
  ['1a', '1b', 0.05, 143],
  ['1a', '1b', 0.1, 106],
  ['2a', '2b', 0.05, 12437],
  ['3a', '3b', 0.05, 212],
  ['4a', '4b', 0.05, 36049],
  ['5a', '5b', 0.05, 6],
  ['6a', '6b', 0.05, 51],
  ['6a', '6a', 0, 0],
  ['7a', '7b', 0.1, 2448],
  ['8a', '5b', 0.05, 32896],
] as const

for (const [first, second, threshold, count] of published)
  test(`of ${first} and ${second} at ${threshold} it counts ${count}, as published`, async () => {
    const [a, b] = [withAlpha(await read(first)), withAlpha(await read(second))]

    expect(pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold })).toBe(count)
  })

test('where a picture is seen through in parts, the figure is what it counts of the whole, too', () => {
  const next = dice(3)
  const before: Pixels = { ...withAlpha(page(90, 80)) }
  for (let at = 3; at < before.data.length; at += 40) before.data[at] = Math.floor(next() * 256)
  const after = copyOf(before)
  for (let at = 2000; at < 9000; at += 7) after.data[at] = Math.floor(next() * 256)

  const { figures } = comparePictures(before, after, { ...asked, mode: 'exact' })

  expect(figures.pixelmatch).toBe(pixelmatch(before.data, after.data, undefined, 90, 80))
})

test('at its default threshold the figure is what it counts of the whole pictures', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const [before, after] = [await read(`${number}a`), await read(`${number}b`)]
    const whole = pixelmatch(withAlpha(before).data, withAlpha(after).data, undefined, before.width, before.height)

    const { figures, findings } = comparePictures(before, after, asked)

    expect(figures.pixelmatch).toBe(whole)
    expect(findings.length).toBeGreaterThan(0)
  }
})
