/** Pictures of a text, made by hand: which contrast is read from them. */
import { expect, test } from 'bun:test'
import { sideOf } from '#workers/scan-page/checks/contrast'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { markColor, type Pictures, strokesIn, type TextPicture } from '#workers/scan-page/checks/text-pixels'

const width = 40
const height = 20
const whole = [{ x: 0, y: 0, width, height }]
const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

type Scene = {
  letter: Color
  ground: (x: number, y: number) => Color
  /** How much letters cover of a pixel. */
  coverage?: (x: number, y: number) => number
}

const mixed = (color: Color, alpha: number, ground: Color): Color => [
  color[0] * alpha + ground[0] * (1 - alpha),
  color[1] * alpha + ground[1] * (1 - alpha),
  color[2] * alpha + ground[2] * (1 - alpha),
]

/** Upright strokes of two pixels, with a half covered one on either side. */
const strokes = (x: number) => [0.5, 1, 1, 0.5, 0, 0, 0, 0][x % 8] ?? 0

function pictures({ letter, ground, coverage = strokes }: Scene): Pictures {
  return {
    shown: painted((x, y) => mixed(letter, coverage(x, y), ground(x, y))),
    bare: painted(ground),
    marked: painted((x, y) => mixed(markColor, coverage(x, y), ground(x, y))),
  }
}

function painted(colorAt: (x: number, y: number) => Color): TextPicture {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([...colorAt(x, y).map(Math.round), 255], (y * width + x) * 4)
  return { width, height, data }
}

function measured(scene: Scene) {
  const found = strokesIn(whole, pictures(scene))
  if (found === null || found === 'unsteady') throw new Error(`no strokes: ${found}`)
  return found
}

test('the core of the strokes is measured, and not their blurred edge', () => {
  const { ratios, coverage } = measured({ letter: [119, 119, 119], ground: () => white })

  expect(ratios.length).toBe((2 * width * height) / 8)
  expect(ratios[0]).toBeCloseTo(contrastOf([119, 119, 119], white), 5)
  expect(ratios.at(-1)).toBeCloseTo(4.48, 2)
  expect(coverage).toBe(1)
})

test('a grey just above 4.5:1 passes, one just below fails', () => {
  const grey = (step: number) => measured({ letter: white, ground: () => [step, step, step] })
  const flat = { hasShadow: false }

  expect(sideOf(grey(118), 4.5, flat)).toBe('passes')
  expect(sideOf(grey(119), 4.5, flat)).toBe('fails')
})

test('one pixel in two hundred on the other side does not keep it from being decided, ten do', () => {
  const spotted = (isLight: (x: number, y: number) => boolean) =>
    measured({ letter: white, ground: (x, y) => (isLight(x, y) ? [200, 200, 200] : black) })

  expect(
    sideOf(
      spotted((x, y) => x === 1 && y === 0),
      4.5,
      { hasShadow: false },
    ),
  ).toBe('passes')
  expect(
    sideOf(
      spotted((_x, y) => y === 0),
      4.5,
      { hasShadow: false },
    ),
  ).toBe('open')
})

test('strokes too thin to fill a pixel have their colour reckoned, and need more on one side', () => {
  const thin = (letter: Color) => measured({ letter, ground: () => white, coverage: (x) => (x % 4 === 0 ? 0.6 : 0) })

  expect(thin(black).coverage).toBeCloseTo(0.6, 1)
  expect(thin(black).ratios[0]).toBeGreaterThan(19)
  expect(sideOf(thin(black), 4.5, { hasShadow: false })).toBe('passes')
  expect(sideOf(thin([115, 115, 115]), 4.5, { hasShadow: false })).toBe('open')
  expect(sideOf(thin([170, 170, 170]), 4.5, { hasShadow: false })).toBe('fails')
})

test('of strokes thinner still nothing is said', () => {
  const scene = { letter: black, ground: () => white, coverage: (x: number) => (x % 4 === 0 ? 0.4 : 0) }

  expect(strokesIn(whole, pictures(scene))).toBeNull()
})

test('letters that are covered are not there', () => {
  expect(strokesIn(whole, pictures({ letter: black, ground: () => white, coverage: () => 0 }))).toBeNull()
})

test('letters in the colour of their ground are found by their mark', () => {
  const { ratios } = measured({ letter: white, ground: () => white })

  expect([ratios[0], ratios.at(-1)]).toEqual([1, 1])
})

test('what changes between the pictures beside the letters is told', () => {
  const before = pictures({ letter: black, ground: () => white })
  const after = pictures({ letter: black, ground: (_x, y) => (y < 4 ? [220, 220, 220] : white) })

  expect(strokesIn(whole, { ...before, shown: after.shown })).toBe('unsteady')
})

test('what is beside a stroke counts where a shadow lies beneath it', () => {
  const halo = measured({ letter: white, ground: (x) => (strokes(x + 2) > 0 || strokes(x + 6) > 0 ? black : white) })

  expect(halo.beside[0]).toBe(21)
  expect(sideOf(halo, 4.5, { hasShadow: true })).toBe('passes')
})

test('on a ground of the mark’s own colour nothing is said', () => {
  expect(strokesIn(whole, pictures({ letter: black, ground: () => [250, 5, 250] }))).toBeNull()
})
