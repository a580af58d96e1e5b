/** Odiff's own cases, where its rules and ours are the same. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { comparePictures, type PictureAsked } from '#workers/compare-design/pictures/compare'
import { decodePicture } from '#workers/compare-design/pictures/decode'

// Cases and pictures: github.com/dmtrKovalenko/odiff at v4.5.0, src/test_core.zig and test; MIT.
const folder = join(import.meta.dir, '../../../fixtures/odiff')
const read = async (name: string) => decodePicture(await Bun.file(join(folder, `${name}.png`)).bytes())

async function compare(before: string, after: string, asked: Partial<PictureAsked> = {}) {
  const plain: PictureAsked = { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null, isLossy: false }
  return comparePictures(await read(before), await read(after), { ...plain, ...asked })
}

test('what changed lies in the two regions that it ignores, and nowhere else', async () => {
  const ignored = [
    { x: 150, y: 30, width: 161, height: 76 },
    { x: 20, y: 175, width: 86, height: 26 },
  ]

  const whole = await compare('orange', 'orange_changed')
  const rest = await compare('orange', 'orange_changed', { ignored })

  expect(whole.findings.length).toBeGreaterThan(0)
  for (const { box } of whole.findings)
    expect(
      ignored.some(
        ({ x, y, width, height }) =>
          box && box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height,
      ),
    ).toBe(true)
  expect(rest.findings).toEqual([])
})

test('with edges smoothed and not it counts 38 pixels, and so does the figure', async () => {
  const { figures } = await compare('antialiasing-on', 'antialiasing-off')

  expect(figures.pixelmatch).toBe(38)
})

test.each([
  ['white4x4', 'purple8x8'],
  ['antialiasing-off', 'antialiasing-off-small'],
])('%s and %s are of another size, which is said first', async (before, after) => {
  const { findings } = await compare(before, after)

  expect(findings[0]?.type).toBe('size-change')
})
