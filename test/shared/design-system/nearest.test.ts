/** Which token a value is: the same, or the nearest that is in force. */
import { expect, test } from 'bun:test'
import { parseColor } from '#shared/design-system/colors'
import { familyNames, listItems, pixelsOf, readShadows } from '#shared/design-system/css-values'
import { hasDimension, nearestBorder, nearestColor, nearestLineHeight, tokenOf } from '#shared/design-system/nearest'
import { px, rem, srgb, tokensOf } from '#test/shared/design-system/makers'

const anyColor = (css: string) => parseColor(css) ?? { r: 0, g: 0, b: 0, alpha: 1 }
const dimensions = (values: Record<string, ReturnType<typeof px>>) => ({
  $type: 'dimension',
  ...Object.fromEntries(Object.entries(values).map(([name, $value]) => [name, { $value }])),
})
const aShadow = (alpha: number, offsetY: number) => ({
  color: srgb('#000000', alpha),
  offsetX: px(0),
  offsetY: px(offsetY),
  blur: rem(0.25),
  spread: px(0),
})
const tokens = tokensOf({
  color: {
    $type: 'color',
    primary: { $value: srgb('#2563eb') },
    old: { $value: srgb('#2b68ee'), $deprecated: true },
    veil: { $value: srgb('#000000', 0.5) },
    muted: { $value: srgb('#475569') },
  },
  space: dimensions({ small: px(4), large: rem(1) }),
  radius: dimensions({ md: px(6) }),
  font: {
    sans: { $type: 'fontFamily', $value: ['Inter', 'system-ui', 'sans-serif'] },
    mono: { $type: 'fontFamily', $value: 'JetBrains Mono, monospace' },
    size: dimensions({ body: rem(0.875) }),
    weight: { $type: 'fontWeight', bold: { $value: 'bold' } },
  },
  leading: { $type: 'number', normal: { $value: 1.5 } },
  shadow: { $type: 'shadow', low: { $value: aShadow(0.1, 1) }, ring: { $value: { ...aShadow(0.2, 0), inset: true } } },
  line: { $type: 'border', $value: { color: srgb('#e2e8f0'), width: px(1), style: 'solid' } },
})

test.each([
  ['color', 'rgb(37, 99, 235)', 'color.primary', true],
  ['border-top-color', 'rgb(29, 78, 216)', 'color.primary', false],
  ['background-color', 'rgba(0, 0, 0, 0.5)', 'color.veil', true],
  ['background-color', 'rgb(0, 0, 0)', 'color.muted', false],
  ['padding-left', '16px', 'space.large', true],
  ['margin-top', '-4px', 'space.small', true],
  ['row-gap', '6px', 'space.small', false],
  ['border-top-left-radius', '6px', 'radius.md', true],
  ['font-size', '14px', 'font.size.body', true],
  ['font-weight', '700', 'font.weight.bold', true],
  ['font-family', '"Inter", sans-serif', 'font.sans', true],
  ['font-family', '"JetBrains Mono", monospace', 'font.mono', true],
  ['font-family', 'Courier, monospace', 'font.mono', false],
  ['border-top-width', '1px', 'line', true],
  ['box-shadow', 'rgba(0, 0, 0, 0.1) 0px 1px 4px 0px', 'shadow.low', true],
  ['box-shadow', 'rgba(0, 0, 0, 0.1) 0px 1px 4px 0px, rgba(0, 0, 0, 0.2) 0px 0px 4px 0px inset', 'shadow.low', true],
  ['box-shadow', 'rgba(0, 0, 0, 0.1) 0px 3px 4px 0px', 'shadow.low', false],
])('%s: %s is, or is nearest to, %s', (property, value, name, isExact) => {
  expect(tokenOf(tokens, property, value)).toMatchObject({ name, isExact })
})

test.each([
  ['display', 'block'],
  ['margin-left', 'auto'],
  ['row-gap', 'normal'],
  ['border-top-left-radius', '50%'],
  ['box-shadow', 'none'],
  ['color', 'currentcolor'],
  ['background-color', 'rgba(0, 0, 0, 0)'],
  ['letter-spacing', '1px'],
])('%s: %s is held against nothing', (property, value) => {
  expect(tokenOf(tokens, property, value)).toBeNull()
})

test('a deprecated token is named where it is the value, and never as the nearest', () => {
  expect(nearestColor(tokens, anyColor('#2b68ee'))).toMatchObject({
    name: 'color.old',
    isExact: true,
    deprecated: true,
  })
  expect(nearestColor(tokens, anyColor('#2c69ef'))).toMatchObject({ name: 'color.old', isExact: true })
  expect(nearestColor(tokens, anyColor('#3470f2'))).toMatchObject({ name: 'color.primary', isExact: false })
})

test('a distance is told with the token and its value', () => {
  expect(nearestColor(tokens, anyColor('#1d4ed8'))).toMatchObject({ name: 'color.primary', css: '#2563eb' })
  expect(nearestColor(tokens, anyColor('#1d4ed8'))?.deltaE).toBeCloseTo(7.13, 2)
  expect(tokenOf(tokens, 'padding-top', '15px')).toMatchObject({ css: '1rem', apart: 1 })
})

test('rem is of the root of the page, or of the format', () => {
  expect(hasDimension(tokens, 'spacing', 10, 10)).toBe(true)
  expect(hasDimension(tokens, 'spacing', 16, 10)).toBe(true)
  expect(hasDimension(tokens, 'spacing', 10)).toBe(false)
  expect(hasDimension(tokens, 'spacing', 16.02)).toBe(true)
})

test('a line is a multiple of its font', () => {
  expect(nearestLineHeight(tokens, 21, 14)).toMatchObject({ name: 'leading.normal', isExact: true })
  expect(nearestLineHeight(tokens, 20, 14)).toMatchObject({ isExact: false, apart: expect.closeTo(1, 6) })
})

test('a border is its width, its style and its colour', () => {
  const border = { width: 1, style: 'solid', color: anyColor('#e2e8f0') }

  expect(nearestBorder(tokens, border)).toMatchObject({ name: 'line', isExact: true, css: '1px solid #e2e8f0' })
  expect(nearestBorder(tokens, { ...border, style: 'dashed' })).toMatchObject({ isExact: false })
})

test('a file that says nothing of a kind of value has nothing near', () => {
  const none = tokensOf({})

  for (const [property, value] of [
    ['color', 'red'],
    ['font-size', '1px'],
    ['font-family', 'x'],
    ['box-shadow', '1px 1px red'],
    ['font-weight', '1'],
    ['padding-top', '3px'],
  ] as const)
    expect(tokenOf(none, property, value)).toBeNull()
})

test('lengths whose names say nothing are distances, and do for every purpose that has its own', () => {
  const sizes = tokensOf({ size: dimensions({ 1: px(4), 2: px(8) }) })
  const both = tokensOf({
    size: dimensions({ 1: px(4) }),
    corner: dimensions({ md: px(6) }),
    breakpoint: dimensions({ sm: px(640) }),
  })

  expect(tokenOf(sizes, 'padding-top', '8px')?.isExact).toBe(true)
  expect(tokenOf(sizes, 'font-size', '8px')).toBeNull()
  expect(tokenOf(sizes, 'border-top-left-radius', '8px')).toBeNull()
  expect(tokenOf(both, 'border-top-left-radius', '4px')?.isExact).toBe(true)
  expect(tokenOf(both, 'padding-top', '6px')?.isExact).toBe(false)
  expect(tokenOf(both, 'padding-top', '640px')?.isExact).toBe(false)
})

test('computed values are taken apart', () => {
  expect(pixelsOf('-1.5px')).toBe(-1.5)
  expect(pixelsOf('1e+3px')).toBe(1000)
  expect(pixelsOf('50%')).toBeNull()
  expect(pixelsOf('auto')).toBeNull()
  expect(listItems('a, rgb(1, 2, 3) 1px, "b, c"')).toEqual(['a', 'rgb(1, 2, 3) 1px', '"b, c"'])
  expect(familyNames("\"Open Sans\", 'It\\'s', serif")).toEqual(['open sans', "it's", 'serif'])
  expect(readShadows('none')).toEqual([])
  expect(readShadows('rgb(1, 2, 3) 1px')).toBeNull()
  expect(readShadows('color(srgb 0 0 0 / 0.1) 0px 1px 2px 3px inset')).toMatchObject([
    { offsetY: 1, blur: 2, spread: 3, inset: true },
  ])
})
