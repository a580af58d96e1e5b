/** Two pictures of a page: what changed is found wherever it is, what a renderer does by itself is not, and the same comes out each time. */
import { expect, test } from 'bun:test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { RenderedTree } from '#db/documents/rendered-tree'
import { readPictureHead } from '#shared/designs/picture-head'
import {
  copyOf,
  cutAt,
  dice,
  drawn,
  ink,
  page,
  paint,
  pngOfPixels,
  type Rectangle,
  withBand,
} from '#test/workers/compare-design/pictures/drawn'
import { compareBeside, comparePictures, type PictureAsked } from '#workers/compare-design/pictures/compare'
import { inflatePicture } from '#workers/compare-design/pictures/decode'
import { besideOf, keepPicture, layBeside } from '#workers/compare-design/pictures/kept'
import { diffMask } from '#workers/compare-design/pictures/mask'
import { type Pixels, withAlpha } from '#workers/compare-design/pictures/pixels'

const plain: PictureAsked = { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null, isLossy: false }
const compare = (before: Pixels, after: Pixels, asked: Partial<PictureAsked> = {}) =>
  comparePictures(before, after, { ...plain, ...asked })
const typesOf = ({ findings }: ReturnType<typeof compare>) => findings.map(({ type, element }) => `${type} ${element}`)

/** The same picture with rectangles painted over it. */
function changed(pixels: Pixels, ...rectangles: Rectangle[]): Pixels {
  const copy = copyOf(pixels)
  for (const rectangle of rectangles) paint(copy, rectangle)
  return copy
}

/** The same with each channel of each pixel moved by what is drawn. */
function stirred(pixels: Pixels, by: (next: () => number) => number, seed = 5): Pixels {
  const next = dice(seed)
  const copy = copyOf(pixels)
  for (const [at, value] of copy.data.entries()) copy.data[at] = Math.min(255, Math.max(0, value + by(next)))
  return copy
}

const button: Rectangle = { x: 100, y: 120, width: 90, height: 32, color: [37, 99, 235] }
const withButton = changed(page(400, 300), button)

test('the same picture has nothing to tell, and no figure of pixelmatch is paid for', () => {
  expect(compare(withButton, copyOf(withButton))).toEqual({
    findings: [],
    absorbed: [],
    figures: { width: 400, height: 300, changedPixels: 0, pixelmatch: null },
  })
})

test('a button of another blue is one finding, with both colours, though pixelmatch sees nothing', () => {
  const after = changed(withButton, { ...button, color: [29, 78, 216] })

  const { findings, figures } = compare(withButton, after)

  expect(findings).toMatchObject([
    {
      type: 'visual-change',
      severity: 'moderate',
      element: 'region(100,120,90,32)',
      before: '#2563eb',
      after: '#1d4ed8',
      box: { x: 100, y: 120, width: 90, height: 32 },
      source: 'picture',
    },
  ])
  expect(figures).toEqual({ width: 400, height: 300, changedPixels: 90 * 32, pixelmatch: 0 })
})

test('a line of one pixel that is gone is found', () => {
  const before = changed(withButton, { x: 0, y: 60, width: 400, height: 1, color: [226, 232, 240] })

  expect(typesOf(compare(before, withButton))).toEqual(['visual-change region(0,60,400,1)'])
})

test('rounding is no change, and is told as absorbed', () => {
  const after = stirred(withButton, (next) => Math.floor(next() * 3) - 1)

  const { findings, absorbed } = compare(withButton, after)

  expect(findings).toEqual([])
  expect(absorbed.map((difference) => difference.class)).toEqual(['lsb'])
})

test('exactly, one pixel that is rounded otherwise is a change', () => {
  const after = changed(withButton, { x: 7, y: 9, width: 1, height: 1, color: [255, 254, 255] })

  expect(typesOf(compare(withButton, after, { mode: 'exact' }))).toEqual(['visual-change region(7,9,1,1)'])
  expect(compare(withButton, after).findings).toEqual([])
})

/** Mixed with itself one pixel further right: as if drawn that much further. */
function nudged(pixels: Pixels, share: number): Pixels {
  const copy = copyOf(pixels)
  for (let at = 3; at < pixels.data.length; at += 1)
    copy.data[at] = Math.round((pixels.data[at] ?? 0) * (1 - share) + (pixels.data[at - 3] ?? 0) * share)
  return copy
}

test('text that is drawn a third of a pixel further is no change', () => {
  const before = page(400, 300)

  const { findings, absorbed } = compare(before, nudged(before, 0.3))

  expect(findings).toEqual([])
  expect(absorbed[0]?.pixels).toBeGreaterThan(500)
})

test('a word that changed in text that is drawn a third of a pixel further is found, and only it', () => {
  const before = page(400, 300)
  const after = nudged(before, 0.3)
  paint(after, { x: 200, y: 104, width: 60, height: 14, color: [255, 255, 255] })
  paint(after, { x: 204, y: 106, width: 3, height: 10, color: ink })
  paint(after, { x: 222, y: 106, width: 3, height: 10, color: ink })

  const { findings } = compare(before, after)

  expect(findings.length).toBe(1)
  const box = findings[0]?.box
  expect(box && box.x >= 180 && box.x + box.width <= 280 && box.y >= 90 && box.y + box.height <= 130).toBe(true)
})

test('one letter that became another of as much ink is found, also where the text is drawn a third of a pixel further', () => {
  const line = page(400, 60)
  const with2 = changed(line, { x: 200, y: 20, width: 12, height: 14, color: [255, 255, 255] })
  const before = changed(
    with2,
    { x: 202, y: 22, width: 2, height: 10, color: ink },
    { x: 204, y: 22, width: 4, height: 2, color: ink },
  )
  const other = changed(
    with2,
    { x: 207, y: 22, width: 2, height: 10, color: ink },
    { x: 203, y: 30, width: 4, height: 2, color: ink },
  )

  for (const after of [other, nudged(other, 0.3)]) {
    const { findings } = compare(before, after)

    expect(findings.length).toBe(1)
    expect((findings[0]?.box?.width ?? 400) < 60).toBe(true)
  }
})

test('corners that became less round are found, though each of their pixels may be an edge drawn a little elsewhere', () => {
  const round = (radius: number) => {
    const pixels = drawn(300, 200, [])
    for (let y = 0; y < 80; y += 1)
      for (let x = 0; x < 160; x += 1) {
        const [fromX, fromY] = [Math.min(x, 159 - x) + 0.5, Math.min(y, 79 - y) + 0.5]
        const away = fromX < radius && fromY < radius ? Math.hypot(radius - fromX, radius - fromY) - radius + 0.5 : 0
        const share = Math.min(1, Math.max(0, 1 - away))
        const color = [37, 99, 235].map((value) => Math.round(value * share + 255 * (1 - share)))
        pixels.data.set(color, ((y + 60) * 300 + x + 70) * 3)
      }
    return pixels
  }

  expect(compare(round(8), round(6)).findings.length).toBeGreaterThan(0)
  expect(compare(round(8), round(8)).findings).toEqual([])
})

test('a box that is drawn a third of a pixel further is no change', () => {
  expect(compare(withButton, nudged(withButton, 0.3)).findings).toEqual([])
})

test('the caret of a field is no change, in nothing else is a bar like it let pass', () => {
  const bar: Rectangle = { x: 60, y: 236, width: 1, height: 18, color: ink }
  const field = changed(page(400, 300), { x: 40, y: 220, width: 200, height: 50, color: [255, 255, 255] })
  const treeWith = (name: string) =>
    treeOf([
      ['body', -1, [0, 0, 400, 300]],
      [name, 0, [40, 220, 200, 50]],
    ])

  const { findings, absorbed } = compare(field, changed(field, bar))

  expect([findings, absorbed.map((one) => one.class)]).toEqual([[], ['caret']])
  expect(compare(field, changed(field, bar), { tree: treeWith('input') }).findings).toEqual([])
  const written = changed(field, { x: 62, y: 238, width: 2, height: 12, color: ink })
  expect(compare(written, changed(written, bar)).findings).toEqual([])
  expect(compare(field, changed(field, bar), { tree: treeWith('p') }).findings.length).toBe(1)
  expect(compare(field, changed(field, bar), { mode: 'exact' }).findings.length).toBe(1)
  expect(compare(field, changed(field, { ...bar, height: 46 })).findings.length).toBe(1)
  expect(compare(field, changed(field, bar, { ...bar, x: 66 })).findings.length).toBe(1)
})

test('a caret on top of what is written is no change, whichever picture has it; a rule that joins others, or a letter, is one', () => {
  const field = changed(page(400, 300), { x: 40, y: 220, width: 200, height: 50, color: [255, 255, 255] })
  // An M: two stems and what joins them, the first right where writing begins.
  const written = changed(
    field,
    { x: 60, y: 239, width: 2, height: 11, color: [107, 114, 128] },
    { x: 62, y: 241, width: 5, height: 2, color: [150, 155, 165] },
    { x: 67, y: 239, width: 2, height: 11, color: [107, 114, 128] },
  )
  const bar: Rectangle = { x: 60, y: 235, width: 1, height: 19, color: ink }
  const underlined = changed(written, { x: 50, y: 254, width: 60, height: 1, color: ink })

  for (const [before, after] of [
    [written, changed(written, bar)],
    [changed(written, bar), written],
    [written, changed(written, { ...bar, width: 2, color: [37, 99, 235] })],
  ] as const)
    expect(compare(before, after).absorbed.map((one) => one.class)).toEqual(['caret'])
  expect(compare(written, changed(written, { ...bar, width: 3 }), { scale: 1.25 }).findings).toEqual([])
  expect(compare(written, changed(written, { ...bar, width: 3 })).findings.length).toBe(1)
  expect(compare(underlined, changed(underlined, bar)).findings.length).toBe(1)
  expect(compare(written, changed(written, { ...bar, y: 239, height: 11 })).findings.length).toBe(1)
})

test('what stands in an element that is written into is written into too', () => {
  const before = drawn(400, 300, [])
  const editor = treeOf([
    ['body', -1, [0, 0, 400, 300]],
    ['div', 0, [40, 20, 300, 200]],
    ['p', 1, [40, 40, 300, 24]],
  ])
  const editable = {
    ...editor,
    nodes: editor.nodes.map((node, at) =>
      at === 1 ? { ...node, attributes: [['contenteditable', '']] as [string, string][] } : node,
    ),
  }
  const after = changed(before, { x: 60, y: 43, width: 1, height: 18, color: ink })

  expect(compare(before, after, { tree: editable }).findings).toEqual([])
  expect(compare(before, after, { tree: editor }).findings.length).toBe(1)
})

test('what differs in a region that is not looked at is absorbed, and nothing else is', () => {
  const after = changed(
    withButton,
    { ...button, color: [200, 0, 0] },
    { x: 300, y: 20, width: 30, height: 30, color: ink },
  )

  const { findings, absorbed } = compare(withButton, after, { ignored: [{ x: 90, y: 110, width: 120, height: 60 }] })

  expect(findings.map(({ box }) => box?.x)).toEqual([300])
  expect(absorbed.map((difference) => difference.class)).toContain('ignored')
})

test('boxes are told in CSS pixels, whatever a screen has', () => {
  const after = changed(withButton, { ...button, color: [29, 78, 216] })

  const { findings } = compare(withButton, after, { scale: 2, ignored: [{ x: 0, y: 0, width: 10, height: 10 }] })

  expect(findings[0]?.box).toEqual({ x: 50, y: 60, width: 45, height: 16 })
})

for (const by of [1, 3, 64])
  test(`a page that moved down by ${by} is one finding, and what differs in it beside is another`, () => {
    const before = page(400, 600)
    const moved = cutAt(withBand(before, 109, drawn(400, by, [])), 600)
    const also = changed(moved, { ...button, y: 300 })

    expect(compare(before, moved).findings).toMatchObject([
      { type: 'layout-shift', severity: by <= 2 ? 'minor' : 'moderate' },
    ])
    expect(compare(before, also).findings.map(({ type }) => type)).toEqual(['visual-change', 'layout-shift'])
    expect(compare(before, moved, { maxShift: by }).findings).toEqual([])
    expect(compare(before, moved, { maxShift: by }).absorbed.map((one) => one.class)).toContain('shift')
  })

test('a page that moved up is one finding too', () => {
  const before = withBand(page(400, 600), 109, drawn(400, 24, []))

  const { findings } = compare(before, page(400, 600))

  expect(findings.map(({ type, after }) => `${type} ${after}`)).toEqual(['layout-shift 24px'])
})

test('a banner that was put in is what was put in and how far the rest moved', () => {
  const before = page(400, 600)
  const banner = changed(drawn(400, 64, [], [254, 243, 199]), { x: 20, y: 20, width: 80, height: 10, color: ink })

  const { findings } = compare(before, withBand(before, 0, banner))

  expect(findings.map(({ type }) => type).sort()).toEqual(['layout-shift', 'visual-change'])
  expect(findings.find(({ type }) => type === 'visual-change')?.box).toEqual({ x: 0, y: 0, width: 400, height: 64 })
})

test('what was taken out is found, though no shift is minded', () => {
  const before = page(400, 600)
  const part = cutAt(before, 600)
  const stride = 400 * 3
  const after = {
    ...part,
    height: 600 - 24,
    data: new Uint8Array(Buffer.concat([before.data.subarray(0, 200 * stride), before.data.subarray(224 * stride)])),
  }

  const { findings } = compare(before, after, { maxShift: 100 })

  expect(findings.map(({ type }) => type)).toEqual(['visual-change'])
  expect(findings[0]?.violation).toContain('are gone')
})

test('a picture of another width is told as such, and nothing beside', () => {
  expect(compare(page(400, 300), page(500, 300)).findings.map(({ type }) => type)).toEqual(['size-change'])
})

const jpegOf = async (pixels: Pixels, quality: number) => {
  const { decodePicture } = await import('#workers/compare-design/pictures/decode')
  return decodePicture(await new Bun.Image(pngOfPixels(pixels)).jpeg({ quality }).bytes())
}
/** A page with a button, a line in a colour, and a rule. */
const colorful = changed(
  withButton,
  { x: 20, y: 180, width: 200, height: 24, color: [255, 255, 255] },
  ...Array.from(
    { length: 30 },
    (_, at): Rectangle => ({ x: 24 + 6 * at, y: 186, width: 2, height: 4 + (at % 5) * 2, color: [190, 24, 93] }),
  ),
  { x: 20, y: 210, width: 300, height: 1, color: [100, 116, 139] },
)

for (const quality of [95, 85, 70, 50]) {
  test(`of an encoder that loses, its own errors are no change at quality ${quality}`, async () => {
    const { findings, absorbed } = compare(colorful, await jpegOf(colorful, quality), { isLossy: true })

    expect(findings).toEqual([])
    expect(absorbed.map((difference) => difference.class)).toEqual(['lossy'])
  })

  test(`what changed is found, where it is, beneath an encoder’s errors at quality ${quality}`, async () => {
    const word: Rectangle = { x: 300, y: 20, width: 30, height: 14, color: [255, 255, 255] }
    const others: [name: string, after: Pixels, at: number][] = [
      ['another blue', changed(colorful, { ...button, color: [29, 78, 216] }), button.y],
      ['a blue that is a little paler', changed(colorful, { ...button, color: [48, 110, 240] }), button.y],
      ['a word gone', changed(colorful, word), word.y],
      ['a rule gone', changed(colorful, { x: 20, y: 210, width: 300, height: 1, color: [255, 255, 255] }), 210],
      ['paler letters', paler(colorful, 186, 200), 186],
    ]

    for (const [name, after, y] of others) {
      const { findings } = compare(colorful, await jpegOf(after, quality), { isLossy: true })
      expect([name, findings.length >= 1 && findings.every(({ box }) => box && Math.abs(box.y - y) < 24)]).toEqual([
        name,
        true,
      ])
    }
  })
}

/** Rows of it nearer to white. @param share of the distance that is left. */
function paler(pixels: Pixels, top: number, bottom: number, share = 0.5): Pixels {
  const copy = copyOf(pixels)
  const rowBytes = pixels.width * pixels.channels
  for (let at = top * rowBytes; at < bottom * rowBytes; at += 1)
    copy.data[at] = Math.round(255 - (255 - (copy.data[at] ?? 0)) * share)
  return copy
}

/** The same as another renderer draws it: lines that grow or shrink a little from where they begin, and softer. */
function drawnByAnother(pixels: Pixels): Pixels {
  const copy = copyOf(pixels)
  const { width, height } = pixels
  for (let y = 0; y < height; y += 1) {
    const growth = 1 + (((Math.floor((y + 4) / 24) % 5) - 2) * 2) / width / 2
    for (let x = 0; x < width; x += 1) {
      const from = 20 + (x - 20) / growth - 0.3
      const left = Math.max(0, Math.min(width - 2, Math.floor(from)))
      const share = Math.max(0, Math.min(1, from - left))
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + left) * 3 + channel
        const mixed = (pixels.data[at] ?? 0) * (1 - share) + (pixels.data[at + 3] ?? 0) * share
        copy.data[(y * width + x) * 3 + channel] = Math.round(mixed)
      }
    }
  }
  return copy
}

test('text that another renderer drew is no change', () => {
  const before = page(400, 600)

  const { findings, absorbed } = compare(before, drawnByAnother(before))

  expect(findings).toEqual([])
  expect(absorbed.map((one) => one.class)).toContain('redrawn')
  expect(compare(before, drawnByAnother(before), { mode: 'exact' }).findings.length).toBeGreaterThan(0)
})

test('what changed is found beneath text that another renderer drew', () => {
  const before = changed(page(400, 600), button)
  const blank: Rectangle = { x: 200, y: 340, width: 70, height: 20, color: [255, 255, 255] }
  const other = page(400, 600, 7)
  const swapped = copyOf(before)
  for (let y = 340; y < 360; y += 1)
    swapped.data.set(other.data.subarray((y * 400 + 200) * 3, (y * 400 + 300) * 3), (y * 400 + 200) * 3)
  const others: [name: string, after: Pixels, at: number][] = [
    ['words gone', changed(before, blank), 340],
    ['other words', swapped, 340],
    ['paler words', paler(before, 340, 360), 340],
    ['another blue', changed(before, { ...button, color: [29, 78, 216] }), button.y],
    ['a box added', changed(before, { ...button, y: 400, color: [254, 243, 199] }), 400],
  ]

  for (const [name, after, y] of others) {
    const { findings } = compare(before, drawnByAnother(after))
    expect([name, findings.some(({ box }) => box && box.y < y + 40 && box.y + box.height > y)]).toEqual([name, true])
  }
})

test('a page that moved to the side is a change, by whole pixels or not: another renderer begins lines where they began', () => {
  const before = page(400, 300)
  for (const by of [2, 12]) {
    const moved = copyOf(before)
    for (let y = 0; y < 300; y += 1)
      moved.data.set(before.data.subarray(y * 1200, y * 1200 + 1200 - by * 3), y * 1200 + by * 3)

    expect(compare(before, moved).findings.length).toBeGreaterThan(0)
    expect(compare(before, nudged(moved, 0.4)).findings.length).toBeGreaterThan(0)
  }
})

test('rows of an encoder that are another row’s by chance are held to the one in their place', async () => {
  const before = drawn(
    400,
    300,
    Array.from(
      { length: 12 },
      (_, at): Rectangle => ({ x: 20 + at, y: 20 + 20 * at, width: 200, height: 9, color: ink }),
    ),
  )

  for (const quality of [100, 98, 96])
    expect(compare(before, await jpegOf(before, quality), { isLossy: true }).findings).toEqual([])
})

const treeOf = (boxes: [name: string, parent: number, box: [number, number, number, number]][]): RenderedTree => ({
  treeVersion: 1,
  viewport: { width: 400, height: 300, scale: 1 },
  size: { width: 400, height: 300 },
  styles: [[]],
  nodes: boxes.map(([name, parent, box]) => ({ name, parent, box, style: 0 })),
})

test('a change is told of the smallest element of the baseline that it lies in', () => {
  const tree = treeOf([
    ['html', -1, [0, 0, 400, 300]],
    ['body', 0, [0, 0, 400, 300]],
    ['main', 1, [0, 0, 400, 200]],
    ['button', 2, [99.6, 119.7, 90.8, 32.6]],
  ])

  const { findings } = compare(withButton, changed(withButton, { ...button, color: [29, 78, 216] }), { tree })

  expect(findings.length).toBe(1)
  expect(findings[0]?.element).toContain('button')
})

test('many changes within one element are that element’s', () => {
  const cells = Array.from(
    { length: 6 },
    (_, at): Rectangle => ({ x: 20 + 60 * at, y: 40, width: 20, height: 20, color: ink }),
  )
  const tree = treeOf([
    ['body', -1, [0, 0, 400, 300]],
    ['ul', 0, [10, 30, 380, 40]],
    ...cells.map(({ x, y }): ['li', number, [number, number, number, number]] => ['li', 1, [x - 2, y - 2, 24, 24]]),
  ])
  const before = drawn(400, 300, cells)
  const after = drawn(
    400,
    300,
    cells.map((cell) => ({ ...cell, color: [200, 30, 30] as const })),
  )

  const { findings } = compare(before, after, { tree })

  expect(findings).toMatchObject([{ elements: 6 }])
  expect(findings[0]?.element).toContain('ul')
})

test('the figure of pixelmatch is the one that it has of the whole pictures', () => {
  const next = dice(11)
  for (let round = 0; round < 20; round += 1) {
    const before = page(200, 300, round + 1)
    const after = copyOf(before)
    for (let spot = 0; spot < 6; spot += 1)
      paint(after, {
        x: Math.floor(next() * 200),
        y: Math.floor(next() * 300),
        width: 1 + Math.floor(next() * 20),
        height: 1 + Math.floor(next() * 4),
        color: [Math.floor(next() * 256), Math.floor(next() * 256), Math.floor(next() * 256)],
      })
    const whole = pixelmatch(withAlpha(before).data, withAlpha(after).data, undefined, 200, 300)

    expect(compare(before, after).figures.pixelmatch).toBe(whole)
  }
})

test('rows compared as they were filtered come to the same as pixels, whatever filters were chosen', async () => {
  const next = dice(23)
  const sources = [page(120, 300, 3), page(120, 300, 4)]
  for (let round = 0; round < 15; round += 1) {
    const before = sources[round % 2] ?? page(120, 300)
    let after = copyOf(before)
    for (let spot = 0; spot < round % 4; spot += 1)
      paint(after, {
        x: Math.floor(next() * 120),
        y: Math.floor(next() * 300),
        width: 1 + Math.floor(next() * 40),
        height: 1 + Math.floor(next() * 9),
        color: [Math.floor(next() * 256), 20, 20],
      })
    if (round % 3 === 0) after = withBand(after, Math.floor(next() * 300), page(120, 1 + Math.floor(next() * 30), 99))
    if (round % 5 === 0) after = cutAt(after, 290)
    const filters = [(y: number) => y % 5, () => 2, (y: number) => (y * 7) % 5, () => 4]
    const kept = await keepPicture(pngOfPixels(before, filters[round % 3]))
    const png = pngOfPixels(after, filters[round % 4])
    const beside = layBeside(kept, await inflatePicture(png, readPictureHead(png)))

    expect(compareBeside(beside, plain)).toEqual(compareBeside(besideOf(before, after), plain))
    expect(compareBeside(beside, { ...plain, mode: 'exact' })).toEqual(compare(before, after, { mode: 'exact' }))
  }
})

test('a baseline is kept as pixels and, beside them, as it was filtered', async () => {
  const png = pngOfPixels(page(120, 300))

  const kept = await keepPicture(png)

  const rows = await inflatePicture(png, readPictureHead(png))
  expect(Buffer.compare(kept.filtered?.bytes ?? new Uint8Array(), rows.bytes)).toBe(0)
  expect(Buffer.compare(kept.pixels.data, page(120, 300).data)).toBe(0)
})

test('the mask is a PNG over the new picture: clear where nothing is, and one colour for each kind of difference', () => {
  const after = changed(
    stirred(withButton, (next) => (next() < 0.01 ? 1 : 0)),
    { ...button, color: [200, 0, 0] },
  )

  const mask = PNG.sync.read(Buffer.from(diffMask(withButton, after, plain)))

  const at = (x: number, y: number) => [...mask.data.subarray((y * 400 + x) * 4, (y * 400 + x) * 4 + 4)]
  expect([mask.width, mask.height]).toEqual([400, 300])
  expect(at(110, 130)).toEqual([214, 0, 92, 255])
  const shown = new Set(
    Array.from({ length: 400 * 300 }, (_, index) => at(index % 400, Math.floor(index / 400)).join()),
  )
  expect([...shown].sort()).toEqual(['0,0,0,0', '214,0,92,255', '230,168,0,255'])
})

test('of pictures of different sizes the mask is as large as the larger', () => {
  const mask = PNG.sync.read(Buffer.from(diffMask(page(100, 200), page(120, 150), plain)))

  expect([mask.width, mask.height]).toEqual([120, 200])
})
