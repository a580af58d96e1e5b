/** An element cut out of a page's picture. */
import { describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { cutAround, PictureCuts } from '#api/scans/picture-cut'
import { pngOf } from '#test/support/png'

const size = { width: 300, height: 200 }

describe('the cut around a box', () => {
  test('has a margin, as far as the picture goes', () => {
    expect(cutAround({ x: 100, y: 50, width: 20, height: 10 }, size)).toEqual({
      left: 76,
      top: 26,
      width: 68,
      height: 58,
    })
    expect(cutAround({ x: 0, y: 195.5, width: 300, height: 50 }, size)).toEqual({
      left: 0,
      top: 171,
      width: 300,
      height: 29,
    })
  })

  test('is none where the box is not on the picture', () => {
    for (const box of [
      { x: 300, y: 0, width: 10, height: 10 },
      { x: 0, y: 200, width: 10, height: 10 },
      { x: -20, y: 0, width: 20, height: 10 },
    ])
      expect(cutAround(box, size)).toBeUndefined()
  })

  test('of what is very high is its upper end', () => {
    expect(cutAround({ x: 0, y: 100, width: 10, height: 9000 }, { width: 300, height: 9500 })?.height).toBe(1600)
  })
})

for (const kind of ['png', 'webp', 'jpeg'] as const) {
  test(`has the element's own pixels, of a ${kind}, in a frame`, async () => {
    const box = { x: 100, y: 50, width: 40, height: 20 }
    const drawn = pngOf(300, 200, [255, 255, 255], [{ ...box, color: [0, 0, 255] }])
    const picture = kind === 'png' ? drawn : await new Bun.Image(drawn)[kind]({ quality: 95 }).bytes()

    const cut = await new PictureCuts().of(new Uint8Array(picture), size, box)

    const { width, height, data } = PNG.sync.read(Buffer.from(await new Bun.Image(cut ?? '').png().bytes()))
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
    expect([width, height]).toEqual([88, 68])
    for (const [color, told] of [
      [at(44, 34), [0, 0, 255]],
      [at(4, 4), [255, 255, 255]],
      [at(44, 22), [0xd6, 0, 0x6c]],
    ] as const)
      for (const [channel, value] of told.entries()) expect(Math.abs((color[channel] ?? 0) - value)).toBeLessThan(70)
  })
}

test('of several at once each is its own, and one that is broken leaves the others alone', async () => {
  const cuts = new PictureCuts()
  const picture = new Uint8Array(pngOf(300, 200))
  const asked = [
    cuts.of(picture, size, { x: 10, y: 10, width: 10, height: 10 }),
    cuts.of(new Uint8Array(10), size, { x: 10, y: 10, width: 10, height: 10 }),
    cuts.of(picture, size, { x: 100, y: 100, width: 100, height: 10 }),
  ]

  const came = await Promise.allSettled(asked)

  expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
