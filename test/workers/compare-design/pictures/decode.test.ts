/** Pictures of every kind become the right pixels, or are refused clearly; what lies about its size is never inflated. */
import { expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { ServiceError } from '#shared/kernel/errors'
import { dice, drawn, page, pngOf, pngOfPixels } from '#test/workers/compare-design/pictures/drawn'
import { decodePicture } from '#workers/compare-design/pictures/decode'
import { type Pixels, withAlpha } from '#workers/compare-design/pictures/pixels'

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await decodePicture(bytes)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'decoded'
}

const rgba = (pixels: Pixels) => Buffer.from(withAlpha(pixels).data)
const judgedBy = (png: Uint8Array) => PNG.sync.read(Buffer.from(png))

/** Samples without pattern, the same each time. */
function noise(bytes: number, seed = 7): Uint8Array {
  const next = dice(seed)
  return Uint8Array.from({ length: bytes }, () => Math.floor(next() * 256))
}

for (const filter of [0, 1, 2, 3, 4])
  for (const channels of [3, 4] as const)
    test(`filter ${filter} of ${channels} channels gives the pixels that went in`, async () => {
      const pixels: Pixels = { width: 37, height: 11, channels, data: noise(37 * 11 * channels) }

      const decoded = await decodePicture(pngOfPixels(pixels, () => filter))

      expect(decoded).toMatchObject({ width: 37, height: 11, channels, notes: [] })
      expect(Buffer.from(decoded.data).equals(Buffer.from(pixels.data))).toBe(true)
    })

test('a page with all filters mixed is what pngjs makes of it', async () => {
  const png = pngOfPixels(page(321, 200))

  const decoded = await decodePicture(png)

  expect(rgba(decoded).equals(judgedBy(png).data)).toBe(true)
})

test('pixels in many chunks are one picture', async () => {
  const png = pngOfPixels(page(64, 64))
  const at = Buffer.from(png).indexOf('IDAT') - 4
  const length = Buffer.from(png).readUInt32BE(at)
  const content = png.subarray(at + 8, at + 8 + length)
  const parts = Array.from({ length: 10 }, (_, index) =>
    content.subarray(Math.floor((index * length) / 10), Math.floor(((index + 1) * length) / 10)),
  )
  const many = Buffer.concat([
    png.subarray(0, at),
    ...parts.map((part) => Buffer.concat([sizeOf(part), Buffer.from('IDAT'), part, Buffer.alloc(4)])),
    png.subarray(at + 12 + length),
  ])

  expect((await decodePicture(many)).data).toEqual((await decodePicture(png)).data)
})

const sizeOf = (part: Uint8Array) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(part.length)
  return size
}

const packed = (width: number, bits: number) => (y: number) => noise(Math.ceil((width * bits) / 8), 100 + y)

const kinds: [string, () => Uint8Array][] = [
  ['grey', () => pngOf({ width: 20, height: 9, colorType: 0, bytesPerPixel: 1, rows: packed(20, 8) })],
  ['grey of one bit', () => pngOf({ width: 21, height: 9, colorType: 0, depth: 1, rows: packed(21, 1) })],
  ['grey with alpha', () => pngOf({ width: 20, height: 9, colorType: 4, bytesPerPixel: 2, rows: packed(20, 16) })],
  [
    'a palette of four bits',
    () => pngOf({ width: 19, height: 9, colorType: 3, depth: 4, rows: packed(19, 4), chunks: [['PLTE', noise(48)]] }),
  ],
  [
    'a palette that is transparent in parts',
    () =>
      pngOf({
        width: 19,
        height: 9,
        colorType: 3,
        depth: 4,
        rows: packed(19, 4),
        chunks: [
          ['PLTE', noise(48)],
          ['tRNS', noise(16)],
        ],
      }),
  ],
]

for (const [name, make] of kinds)
  test(`a PNG in ${name} is what pngjs makes of it`, async () => {
    const png = make()

    const decoded = await decodePicture(png)

    expect(rgba(decoded).equals(judgedBy(png).data)).toBe(true)
  })

test('of 16 bits a channel the upper eight are kept, and a note says so', async () => {
  const png = pngOf({ width: 20, height: 9, depth: 16, bytesPerPixel: 6, rows: packed(20, 48) })

  const decoded = await decodePicture(png)

  const upper = Array.from({ length: 9 }, (_, y) => [...packed(20, 48)(y)].filter((_, at) => at % 2 === 0)).flat()
  const worst = [...rgba(decoded)]
    .filter((_, at) => at % 4 !== 3)
    .map((value, at) => Math.abs(value - (upper[at] ?? 0)))
  expect(Math.max(...worst)).toBeLessThanOrEqual(1)
  expect(decoded.notes.map(({ code }) => code)).toEqual(['deep-picture'])
})

// Source: PNG (third edition), 8.1.
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

test('an interlaced PNG gives the pixels that went in', async () => {
  const pixels = page(53, 61)
  const raw: number[] = []
  for (const [left, top, stepX, stepY] of passes)
    for (let y = top; y < 61; y += stepY) {
      raw.push(0)
      for (let x = left; x < 53; x += stepX) raw.push(...pixels.data.subarray((y * 53 + x) * 3, (y * 53 + x) * 3 + 3))
    }
  const png = pngOf({ width: 53, height: 61, interlace: 1, rows: () => new Uint8Array(), raw: Uint8Array.from(raw) })

  const decoded = await decodePicture(png)

  expect(rgba(decoded).equals(rgba(pixels))).toBe(true)
})

test('of a PNG that moves the first frame is looked at, and a note says so', async () => {
  const pixels = page(30, 30)
  const stride = 90
  const png = pngOf({
    width: 30,
    height: 30,
    rows: (y) => pixels.data.subarray(y * stride, (y + 1) * stride),
    chunks: [['acTL', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0)]],
  })

  const decoded = await decodePicture(png)

  expect(decoded.notes.map(({ code }) => code)).toEqual(['first-frame'])
  expect(rgba(decoded).equals(rgba(pixels))).toBe(true)
})

test('a PNG with a page behind its end is that PNG', async () => {
  const png = pngOfPixels(page(30, 30))
  const polyglot = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script></html>')])

  expect((await decodePicture(polyglot)).data).toEqual((await decodePicture(png)).data)
})

const asWebp = (pixels: Pixels, lossless: boolean) =>
  new Bun.Image(pngOfPixels(pixels)).webp(lossless ? { lossless } : { quality: 90 }).bytes()

test('a lossless WebP gives the pixels that went in, a lossy one and a JPEG nearly', async () => {
  const pixels = drawn(64, 48, [{ x: 8, y: 8, width: 30, height: 20, color: [37, 99, 235] }])

  const lossless = await decodePicture(await asWebp(pixels, true))
  const lossy = await decodePicture(await asWebp(pixels, false))
  const jpeg = await decodePicture(await new Bun.Image(pngOfPixels(pixels)).jpeg({ quality: 90 }).bytes())

  expect(rgba(lossless).equals(rgba(pixels))).toBe(true)
  expect(lossless.notes).toEqual([])
  for (const decoded of [lossy, jpeg]) {
    const middle = (20 * 64 + 20) * decoded.channels
    expect([decoded.width, decoded.height]).toEqual([64, 48])
    expect(Math.abs((decoded.data[middle + 2] ?? 0) - 235)).toBeLessThan(12)
    expect(decoded.notes.map(({ code }) => code)).toEqual(['lossy-picture'])
  }
})

test('a JPEG of more pixels than a file may have bytes is decoded', async () => {
  const ground = pngOf({ width: 3000, height: 3000, rows: () => new Uint8Array(), raw: new Uint8Array(3000 * 9001) })

  const decoded = await decodePicture(await new Bun.Image(ground).jpeg({ quality: 50 }).bytes())

  expect([decoded.width, decoded.height, decoded.data.length > 24 * 1024 * 1024]).toEqual([3000, 3000, true])
})

test('of a WebP that moves the first frame is looked at', async () => {
  const still = await asWebp(page(40, 30), true)
  const frame = still.subarray(12)
  const uint = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255)
  const frameHead = [...uint(0, 3), ...uint(0, 3), ...uint(39, 3), ...uint(29, 3), ...uint(100, 3), 0]
  const anmf = Buffer.concat([
    Buffer.from('ANMF'),
    Buffer.from(uint(16 + frame.length, 4)),
    Buffer.from(frameHead),
    frame,
  ])
  const body = Buffer.concat([
    Buffer.from('WEBPVP8X'),
    Buffer.from([...uint(10, 4), 2, 0, 0, 0, ...uint(39, 3), ...uint(29, 3)]),
    Buffer.from('ANIM'),
    Buffer.from([...uint(6, 4), 0, 0, 0, 0, 0, 0]),
    anmf,
    anmf,
  ])
  const moving = Buffer.concat([Buffer.from('RIFF'), Buffer.from(uint(body.length, 4)), body])

  const decoded = await decodePicture(moving)

  expect(decoded.notes.map(({ code }) => code)).toEqual(['first-frame'])
  expect(rgba(decoded).equals(rgba(page(40, 30)))).toBe(true)
})

test('200 MB behind a head of 100 by 100 are refused, and never inflated', async () => {
  const bomb = pngOf({ width: 100, height: 100, rows: () => new Uint8Array(), raw: new Uint8Array(200 * 1024 * 1024) })
  Bun.gc(true)
  const before = process.memoryUsage().rss

  const said = await refusalOf(bomb)

  expect(said).toBe('UNSUPPORTED_SNAPSHOT: /snapshot holds more pixels than its head says')
  expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
})

const whole = () => pngOfPixels(page(100, 100))
const left: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
  ['a PNG cut off in the middle', () => whole().subarray(0, 600), 'ends before its last pixel'],
  [
    'a PNG with fewer pixels than it says',
    () => pngOf({ width: 9, height: 9, rows: () => new Uint8Array(), raw: new Uint8Array(100) }),
    'holds fewer pixels',
  ],
  [
    'a PNG with a filter that there is not',
    () => pngOf({ width: 1, height: 1, rows: () => new Uint8Array(), raw: Uint8Array.of(9, 1, 2, 3) }),
    'a filter of type 9',
  ],
  ['a PNG whose pixels are broken', () => whole().fill(0x55, 60, 90), 'cannot be inflated'],
  [
    'an interlaced PNG cut off',
    () => pngOf({ width: 90, height: 90, interlace: 1, rows: () => new Uint8Array(), raw: new Uint8Array(99) }),
    'cannot be decoded',
  ],
  [
    'a JPEG cut off',
    async () => (await new Bun.Image(whole()).jpeg({ quality: 90 }).bytes()).subarray(0, 900),
    'ends before its last pixel',
  ],
  ['a WebP cut off', async () => (await asWebp(page(300, 300), true)).subarray(0, 150), 'cannot be decoded'],
]

for (const [name, make, reason] of left)
  test(`${name} is refused, and told why`, async () => {
    const said = await refusalOf(await make())

    expect(said).toStartWith('UNSUPPORTED_SNAPSHOT: /snapshot ')
    expect(said).toContain(reason)
  })
