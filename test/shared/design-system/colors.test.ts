/** Colours: read as browsers write them, told apart as published, laid over one another. */
import { expect, test } from 'bun:test'
import {
  contrastRatio,
  deltaE00,
  formatColor,
  labDifference,
  laidOver,
  parseColor,
  type SrgbColor,
} from '#shared/design-system/colors'

const color = (css: string): SrgbColor => {
  const read = parseColor(css)
  if (!read) throw new Error(`no colour: ${css}`)
  return read
}

// Sharma, Wu, Dalal 2005, table 1: L a b, L a b, CIEDE2000.
const published = `
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number))

test('CIEDE2000 is what was published of 34 pairs, to four decimals, either way round', () => {
  expect(published).toHaveLength(34)
  for (const [l1 = 0, a1 = 0, b1 = 0, l2 = 0, a2 = 0, b2 = 0, apart = 0] of published) {
    const [one, other] = [
      { l: l1, a: a1, b: b1 },
      { l: l2, a: a2, b: b2 },
    ]
    expect(labDifference(one, other).toFixed(4)).toBe(apart.toFixed(4))
    expect(labDifference(other, one).toFixed(4)).toBe(apart.toFixed(4))
  }
})

test.each([
  ['#2563eb', '#1d4ed8', 7.13],
  ['#2563eb', '#2b68ee', 1.74],
  ['#e2e8f0', '#ffffff', 6.44],
  ['#475569', '#94a3b8', 30.67],
  ['#000', '#010101', 0.16],
])('%s and %s are %d apart', (one, other, apart) => {
  expect(deltaE00(color(one), color(other))).toBeCloseTo(apart, 2)
})

test.each([
  ['rgb(37, 99, 235)', '#2563eb'],
  ['rgba(37, 99, 235, 0.5)', 'rgb(37 99 235 / 0.5)'],
  ['rgba(0, 0, 0, 0)', 'rgb(0 0 0 / 0)'],
  ['transparent', 'rgb(0 0 0 / 0)'],
  ['color(srgb 0.145098 0.388235 0.921569)', '#2563eb'],
  ['color(srgb 0.145098 0.388235 0.921569 / 0.1)', 'rgb(37 99 235 / 0.1)'],
  ['color(srgb none 1 0)', '#00ff00'],
  ['color(display-p3 1 0 0)', 'color(srgb 1.0931 -0.2267 -0.1501)'],
  ['oklch(0.7016 0.3225 328.363)', '#ff00ff'],
  ['oklch(0.5 none none)', '#636363'],
  ['oklab(0.7017 0.2746 -0.1692)', '#ff00ff'],
  ['lab(60.17 93.54 -60.5)', '#ff00ff'],
  ['lch(60.17 111.4 327.11)', '#ff00ff'],
  ['color(xyz-d65 0.5929 0.2848 0.9699)', '#ff00ff'],
  ['hsl(330 100% 50%)', '#ff0080'],
  ['hwb(330 0% 0%)', '#ff0080'],
  ['rebeccapurple', '#663399'],
])('%s is read and written as %s', (css, written) => {
  expect(formatColor(color(css))).toBe(written)
})

test.each(['currentcolor', 'auto', '', 'linear-gradient(red, blue)', 'rgb(', 'var(--x)', 'NaN'])(
  '%p is no colour',
  (css) => {
    expect(parseColor(css)).toBeNull()
  },
)

test('a colour over a ground lets it through by what it leaves', () => {
  expect(formatColor(laidOver(color('rgba(0, 0, 0, 0.5)'), color('#ffffff')))).toBe('#808080')
  expect(formatColor(laidOver(color('#2563eb'), color('#ffffff')))).toBe('#2563eb')
  expect(formatColor(laidOver(color('transparent'), color('#123456')))).toBe('#123456')
  expect(formatColor(laidOver(color('rgba(255, 0, 0, 0.5)'), color('rgba(0, 0, 255, 0.5)')))).toBe(
    'rgb(170 0 85 / 0.75)',
  )
  expect(laidOver(color('transparent'), color('transparent')).alpha).toBe(0)
})

test('contrast is as WCAG reckons it, and of a wide gamut as a screen shows it', () => {
  expect(contrastRatio(color('#000'), color('#fff'))).toBeCloseTo(21, 5)
  expect(contrastRatio(color('#767676'), color('#ffffff'))).toBeCloseTo(4.54, 2)
  expect(contrastRatio(color('#94a3b8'), color('#ffffff'))).toBeCloseTo(2.56, 2)
  expect(contrastRatio(color('color(display-p3 0 1 0)'), color('#000'))).toBeCloseTo(
    contrastRatio(color('#0f0'), color('#000')),
    5,
  )
})
