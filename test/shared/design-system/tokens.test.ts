/** Files of design tokens: what the format's report shows is read as it says, and every fault is named where it stands. */
import { expect, test } from 'bun:test'
import { formatColor } from '#shared/design-system/colors'
import type { Token } from '#shared/design-system/token-set'
import { readTokens } from '#shared/design-system/tokens'
import { faultsIn, px, rem, srgb, tokensOf } from '#test/shared/design-system/makers'

const valueIn = (document: unknown, name: string): Token['value'] | undefined =>
  tokensOf(document).byName.get(name)?.value
const colorIn = (document: unknown, name: string) => {
  const token = tokensOf(document).byName.get(name)
  return token?.type === 'color' ? formatColor(token.value.srgb) : token?.type
}
const aColor = { $type: 'color', $value: srgb('#0066cc') }
const aShadow = { color: srgb('#000000', 0.5), offsetX: px(0), offsetY: px(2), blur: px(4), spread: px(0) }

test('a file without tokens says nothing and is right', () => {
  const tokens = tokensOf({ $description: 'to come', later: { $description: 'empty', $deprecated: 'going' } })

  expect(tokens.tokens).toEqual([])
  expect(tokens.colors).toEqual([])
})

test.each([[null], [[]], ['text'], [7]])('%p is no file of tokens', (document) => {
  expect(faultsIn(document)).toEqual([['', 'is not an object']])
})

test('a type that a group says holds for what is in it, unless that says its own', () => {
  const document = {
    color: {
      $type: 'color',
      primary: { $value: srgb('#0066cc') },
      deep: { space: { $type: 'dimension', $value: px(4) } },
    },
  }

  expect(colorIn(document, 'color.primary')).toBe('#0066cc')
  expect(valueIn(document, 'color.deep.space')).toEqual({ value: 4, unit: 'px' })
})

test('a token without a type, or of one that there is not, is refused, never guessed', () => {
  expect(
    faultsIn({
      a: { $value: '#0066cc' },
      b: { $type: 'string', $value: 'amber' },
      g: { $type: 'colour', c: { $value: 1 } },
    }),
  ).toEqual([
    ['/b/$type', 'is not a type of token'],
    ['/g/$type', 'is not a type of token'],
    ['/a', 'has no type'],
  ])
})

test.each([
  ['srgb', [1, 0, 1], '#ff00ff'],
  ['srgb-linear', [1, 0, 1], '#ff00ff'],
  ['hsl', [300, 100, 50], '#ff00ff'],
  ['hsl', ['none', 0, 100], '#ffffff'],
  ['hwb', [300, 0, 0], '#ff00ff'],
  ['lab', [60.17, 93.54, -60.5], '#ff00ff'],
  ['lch', [60.17, 111.4, 327.11], '#ff00ff'],
  ['oklab', [0.7017, 0.2746, -0.1692], '#ff00ff'],
  ['oklch', [0.7016, 0.3225, 328.363], '#ff00ff'],
  ['xyz-d65', [0.5929, 0.2848, 0.9699], '#ff00ff'],
  ['xyz-d50', [0.5791, 0.2831, 0.728], '#ff00ff'],
  ['display-p3', [1, 0, 1], 'color(srgb 1.0931 -0.2267 1.0338)'],
  ['a98-rgb', [0, 0, 0], '#000000'],
  ['prophoto-rgb', [1, 1, 1], '#ffffff'],
  ['rec2020', [1, 1, 1], '#ffffff'],
])('a colour of %s %p is %s', (colorSpace, components, css) => {
  expect(colorIn({ it: { $type: 'color', $value: { colorSpace, components } } }, 'it')).toBe(css)
})

test.each([
  ['#ff0000', [['/it/$value', 'is not an object of colorSpace and components']]],
  [
    { colorSpace: 'rgb', components: [1, 0, 0] },
    [['/it/$value/colorSpace', expect.stringContaining('is not one of srgb,')]],
  ],
  [{ colorSpace: 'srgb', components: [1, 0] }, [['/it/$value/components', 'is not an array of three components']]],
  [
    { colorSpace: 'srgb', components: [255, 0, 'x'] },
    [
      ['/it/$value/components/0', 'is not a number from 0 to 1, or "none"'],
      ['/it/$value/components/2', 'is not a number from 0 to 1, or "none"'],
    ],
  ],
  [
    { colorSpace: 'hsl', components: [360, 0, 0] },
    [['/it/$value/components/0', 'is not a number from 0 to below 360, or "none"']],
  ],
  [
    { colorSpace: 'srgb', components: [1, 0, 0], alpha: 1.5, hex: '#f00' },
    [
      ['/it/$value/alpha', 'is not a number from 0 to 1'],
      ['/it/$value/hex', 'is not text like #2563eb'],
    ],
  ],
  [{ colorSpace: 'srgb', components: [1, 0, 0], opacity: 1 }, [['/it/$value/opacity', 'is not a member here']]],
])('the colour %p is refused', ($value, faults) => {
  expect(faultsIn({ it: { $type: 'color', $value } })).toEqual(faults as [string, string][])
})

test('a dimension has a unit, also where it is 0', () => {
  expect(
    faultsIn({
      a: { $type: 'dimension', $value: { value: 0 } },
      b: { $type: 'dimension', $value: '16px' },
      c: { $type: 'dimension', $value: { value: 100, unit: '%' } },
    }),
  ).toEqual([
    ['/a/$value/unit', 'is missing'],
    ['/b/$value', 'is not an object of value and unit, px or rem'],
    ['/c/$value/unit', 'is not one of px, rem'],
  ])
})

test('weights have names, and no others', () => {
  const weights = { a: 350, b: 'extra-bold', c: 'hairline', d: 'extra-black', e: 'book' }
  const document = Object.fromEntries(
    Object.entries(weights).map(([name, $value]) => [name, { $type: 'fontWeight', $value }]),
  )

  expect(tokensOf(document).tokens.map(({ value }) => value)).toEqual([350, 800, 100, 950, 400])
  expect(
    faultsIn({ a: { $type: 'fontWeight', $value: 'Bold' }, b: { $type: 'fontWeight', $value: 1001 } }).map(
      ([path]) => path,
    ),
  ).toEqual(['/a/$value', '/b/$value'])
})

test('simple values are read as they are written', () => {
  const document = {
    family: { $type: 'fontFamily', $value: 'Comic Sans MS' },
    families: { $type: 'fontFamily', $value: ['Helvetica', 'Arial', 'sans-serif'] },
    quick: { $type: 'duration', $value: { value: 100, unit: 'ms' } },
    curve: { $type: 'cubicBezier', $value: [0.5, -1, 1, 2] },
    ratio: { $type: 'number', $value: 2.3 },
    stroke: { $type: 'strokeStyle', $value: 'dashed' },
    dashes: { $type: 'strokeStyle', $value: { dashArray: ['{step}', rem(0.25)], lineCap: 'round' } },
    step: { $type: 'dimension', $value: px(10) },
  }

  expect(valueIn(document, 'family')).toEqual(['Comic Sans MS'])
  expect(valueIn(document, 'families')).toEqual(['Helvetica', 'Arial', 'sans-serif'])
  expect(valueIn(document, 'quick')).toEqual({ value: 100, unit: 'ms' })
  expect(valueIn(document, 'curve')).toEqual([0.5, -1, 1, 2])
  expect(valueIn(document, 'ratio')).toBe(2.3)
  expect(valueIn(document, 'stroke')).toBe('dashed')
  expect(valueIn(document, 'dashes')).toEqual({ dashArray: [px(10), rem(0.25)], lineCap: 'round' })
})

test.each([
  ['duration', { value: 1, unit: 'm' }, '/it/$value/unit'],
  ['cubicBezier', [2, 0, 1, 1], '/it/$value/0'],
  ['cubicBezier', [0, 0, 1], '/it/$value'],
  ['number', '1.5', '/it/$value'],
  ['strokeStyle', 'wavy', '/it/$value'],
  ['strokeStyle', { dashArray: [1], lineCap: 'round' }, '/it/$value/dashArray/0'],
  ['fontFamily', [], '/it/$value'],
  ['fontFamily', '', '/it/$value'],
  ['shadow', [], '/it/$value'],
  ['shadow', [[aShadow]], '/it/$value/0'],
  ['gradient', { color: srgb('#000000'), position: 0 }, '/it/$value'],
  ['gradient', [], '/it/$value'],
  ['transition', { duration: { value: 1, unit: 's' }, delay: { value: 0, unit: 's' } }, '/it/$value/timingFunction'],
  [
    'typography',
    { fontFamily: 'Inter', fontSize: px(16), fontWeight: 400, lineHeight: '24px' },
    '/it/$value/lineHeight',
  ],
])('a %s is not %p', ($type, $value, path) => {
  expect(faultsIn({ it: { $type, $value } }).map(([at]) => at)).toEqual([path])
})

test('every fault of a composite value is named at its part', () => {
  const document = {
    it: {
      $type: 'border',
      $value: { color: 'red', width: { value: 1, unit: 'em' }, style: '{nothing}', radius: px(1) },
    },
  }

  expect(faultsIn(document)).toEqual([
    ['/it/$value/style', 'refers to nothing: {nothing}'],
    ['/it/$value/radius', 'is not a member here'],
    ['/it/$value/color', 'is not an object of colorSpace and components'],
    ['/it/$value/width/unit', 'is not one of px, rem'],
  ])
})

test('composite values follow the references of their parts', () => {
  const document = {
    space: { small: { $type: 'dimension', $value: rem(0.5) } },
    color: { shade: { $type: 'color', $value: srgb('#000000', 0.5) }, brand: { $value: '{color.shade}' } },
    shadow: {
      medium: {
        $type: 'shadow',
        $value: {
          color: '{color.brand}',
          offsetX: '{space.small}',
          offsetY: '{space.small}',
          blur: rem(1.5),
          spread: rem(0),
        },
      },
      layered: { $type: 'shadow', $value: ['{shadow.medium}', { ...aShadow, inset: true }] },
    },
    card: { shadow: { $value: '{shadow.layered}' } },
    gradient: {
      start: { $type: 'gradient', $value: [{ color: srgb('#ffffff'), position: -99 }] },
      all: { $type: 'gradient', $value: ['{gradient.start}', { color: '{color.brand}', position: '{end}' }] },
    },
    end: { $type: 'number', $value: 42 },
    body: {
      $type: 'typography',
      $value: {
        fontFamily: ['{family}', 'sans-serif'],
        fontSize: px(16),
        fontWeight: 'medium',
        letterSpacing: px(0),
        lineHeight: 1.5,
      },
    },
    family: { $type: 'fontFamily', $value: 'Inter' },
  }
  const tokens = tokensOf(document)

  expect(tokens.byName.get('card.shadow')).toMatchObject({
    type: 'shadow',
    through: ['shadow.layered'],
    path: '/card/shadow',
    value: [
      { offsetX: rem(0.5), blur: rem(1.5), inset: false, color: { srgb: { alpha: 0.5 } } },
      { offsetY: px(2), inset: true },
    ],
  })
  expect(tokens.byName.get('gradient.all')?.value).toMatchObject([{ position: 0 }, { position: 1 }])
  expect(tokens.byName.get('body')?.value).toEqual({
    fontFamily: ['Inter', 'sans-serif'],
    fontSize: px(16),
    fontWeight: 500,
    letterSpacing: px(0),
    lineHeight: 1.5,
  })
})

test('a reference in a list means one, and a type that does not fit is named', () => {
  const document = {
    two: { $type: 'shadow', $value: [aShadow, aShadow] },
    sum: { $type: 'shadow', $value: ['{two}'] },
    size: { $type: 'dimension', $value: px(1) },
    line: { $type: 'border', $value: { color: '{size}', width: '{size}', style: 'solid' } },
    alias: { $type: 'color', $value: '{size}' },
  }

  expect(faultsIn(document)).toEqual([
    ['/sum/$value/0', 'refers to 2 at once: two'],
    ['/line/$value/color', 'refers to a token of type dimension: size'],
    ['/alias/$type', 'is color, and the token that is referred to is dimension'],
  ])
})

test('an alias has the type of what it refers to, through as many as there are', () => {
  const document = {
    base: { primary: aColor },
    semantic: { $type: 'dimension', brand: { $value: '{base.primary}' }, link: { $value: '{semantic.brand}' } },
  }

  expect(tokensOf(document).byName.get('semantic.link')).toMatchObject({
    type: 'color',
    through: ['semantic.brand', 'base.primary'],
  })
})

test('a pointer leads to a token, to its value or into it', () => {
  const document = {
    'brand colors': { 'a/b': aColor },
    whole: { $ref: '#/brand%20colors/a~1b' },
    value: { $value: { $ref: '#/brand colors/a~1b/$value' } },
    red: { $type: 'number', $value: { $ref: '#/whole/$value/components/2' } },
    mixed: {
      $type: 'color',
      $value: {
        colorSpace: 'srgb',
        components: [{ $ref: '#/brand colors/a~1b/$value/components/0' }, 0, 0.5],
        hex: { $ref: '#/whole/$value/hex' },
      },
    },
    large: { $type: 'dimension', $value: { value: 32, unit: { $ref: '#/small/$value/unit' } } },
    small: { $type: 'dimension', $value: rem(1) },
  }

  expect(colorIn(document, 'whole')).toBe('#0066cc')
  expect(tokensOf(document).byName.get('value')?.through).toEqual(['brand colors.a/b'])
  expect(valueIn(document, 'red')).toBe(0.8)
  expect(colorIn(document, 'mixed')).toBe('#000080')
  expect(valueIn(document, 'large')).toEqual(rem(32))
})

test('references that lead nowhere, to groups or out of the file are named', () => {
  const document = {
    group: { $root: aColor, $description: 'x' },
    a: { $type: 'color', $value: '{group}' },
    b: { $type: 'color', $value: '{group.none}' },
    c: { $ref: '#/none/at/all' },
    d: { $type: 'color', $value: { $ref: 'https://example.org/tokens.json#/a' } },
    e: { $type: 'number', $value: { $ref: '#/group/$root/$value/components/7' } },
    f: { $ref: 7 },
    g: { $type: 'color', $value: '{group.$root.$value.hex}' },
  }

  expect(faultsIn(document)).toEqual([
    ['/a/$value', 'refers to a group: {group}; its own token is {group.$root}'],
    ['/b/$value', 'refers to nothing: {group.none}'],
    ['/c/$ref', 'refers to nothing: #/none/at/all'],
    ['/d/$value/$ref', 'refers to another document'],
    ['/e/$value/$ref', 'refers to nothing: #/group/$root/$value/components/7'],
    ['/f/$ref', 'is not a reference'],
    ['/g/$value', 'refers to nothing: {group.$root.$value.hex}'],
  ])
})

test('a circle is named at each of its tokens, with its way', () => {
  const document = {
    a: { $value: '{b}' },
    b: { $value: '{c}' },
    c: { $value: '{a}' },
    d: { $type: 'shadow', $value: ['{d}'] },
    e: { $type: 'color', $value: { colorSpace: 'srgb', components: { $ref: '#/e/$value/components' } } },
    outside: { $value: '{a}' },
  }

  expect(faultsIn(document)).toEqual([
    ['/a/$value', 'refers to itself: a → b → c → a'],
    ['/b/$value', 'refers to itself: a → b → c → a'],
    ['/c/$value', 'refers to itself: a → b → c → a'],
    ['/d/$value', 'refers to itself: d → d'],
    ['/e/$value/components', 'leads through more than 64 references, or back to itself'],
  ])
})

test('a group that extends another has its tokens, and its own in their places', () => {
  const document = {
    button: {
      $type: 'color',
      background: { $value: srgb('#0066cc') },
      text: { $value: srgb('#ffffff') },
      deep: { one: { $value: srgb('#111111') }, two: { $value: srgb('#222222') } },
    },
    primary: {
      $extends: '{button}',
      background: { $value: srgb('#cc0066') },
      focus: { $value: srgb('#ff3399') },
      deep: { one: { $value: srgb('#333333') } },
    },
    same: { $ref: '#/button', background: { $value: srgb('#cc0066') } },
    plain: { $ref: '#/primary' },
    use: { $value: '{plain.text}' },
  }
  const tokens = tokensOf(document)

  expect(tokens.tokens.map(({ name }) => name).filter((name) => name.startsWith('primary'))).toEqual([
    'primary.background',
    'primary.deep.one',
    'primary.deep.two',
    'primary.focus',
    'primary.text',
  ])
  expect(colorIn(document, 'primary.background')).toBe('#cc0066')
  expect(colorIn(document, 'primary.deep.one')).toBe('#333333')
  expect(colorIn(document, 'primary.deep.two')).toBe('#222222')
  expect(colorIn(document, 'same.text')).toBe('#ffffff')
  expect(tokens.byName.get('plain.text')?.path).toBe('/button/text')
  expect(tokens.byName.get('use')?.through).toEqual(['plain.text'])
})

test('what is inherited keeps its type, what is new has that of its own group', () => {
  const document = {
    base: { $type: 'color', primary: { $value: srgb('#0066cc') } },
    extended: { $extends: '{base}', $type: 'dimension', space: { $value: px(16) } },
  }

  expect(valueIn(document, 'extended.space')).toEqual(px(16))
  expect(colorIn(document, 'extended.primary')).toBe('#0066cc')
})

test('groups that extend themselves, tokens or nothing are named', () => {
  const tokens = { own: aColor }

  expect(faultsIn({ a: { $extends: '{b}' }, b: { $extends: '{c}' }, c: { $extends: '{a}' } })).toEqual([
    ['/a/$extends', 'extends itself: a → b → c → a'],
    ['/b/$extends', 'extends itself: a → b → c → a'],
    ['/c/$extends', 'extends itself: a → b → c → a'],
  ])
  expect(faultsIn({ button: { ...tokens, secondary: { $extends: '{button}' } } })).toEqual([
    ['/button/secondary/$extends', 'extends a group that it stands in'],
  ])
  expect(
    faultsIn({ tokens, a: { $extends: '{tokens.own}' }, b: { $extends: '#/none' }, c: { $extends: 'tokens' } }),
  ).toEqual([
    ['/c/$extends', 'is not a reference to a group'],
    ['/a/$extends', 'refers to a token: {tokens.own}'],
    ['/b/$extends', 'refers to nothing: #/none'],
  ])
})

test('a group may have a token of its own', () => {
  const document = {
    spacing: { $type: 'dimension', $root: { $value: px(16) }, small: { $value: px(8) } },
    use: { $value: '{spacing.$root}' },
  }

  expect(valueIn(document, 'use')).toEqual(px(16))
  expect(faultsIn({ a: { $root: { b: aColor } } })).toEqual([['/a/$root', 'is a group']])
})

test('deprecation holds for what is in a group, unless that says otherwise', () => {
  const document = {
    old: {
      $deprecated: 'use new',
      $type: 'number',
      a: { $value: 1 },
      b: { $value: 2, $deprecated: false },
      c: { $value: 3, $deprecated: true },
    },
  }

  expect(tokensOf(document).tokens.map(({ deprecated }) => deprecated)).toEqual(['use new', false, true])
})

test('names and members that the format does not have are named', () => {
  const document = {
    $schema: 'https://www.designtokens.org/schemas/2025.10/format.json',
    $version: '1',
    'a.b': aColor,
    '{c}': aColor,
    '': aColor,
    d: '#ff0000',
    e: { ...aColor, child: aColor, $foo: 1 },
    f: { $schema: 'x', $deprecated: 1, $description: 2, $extensions: [] },
    'Font-Size': { $type: 'number', $value: 1 },
    'font-size': { $type: 'number', $value: 2 },
    ['__proto__']: aColor,
  }

  expect(faultsIn(document)).toEqual([
    ['/$version', 'is not a member here'],
    ['/a.b', 'is no name of a token or group'],
    ['/{c}', 'is no name of a token or group'],
    ['/', 'is no name of a token or group'],
    ['/d', 'is neither a token nor a group'],
    ['/e/child', 'stands inside of a token'],
    ['/e/$foo', 'is not a member here'],
    ['/f/$schema', 'is not a member here'],
    ['/f/$description', 'is not text'],
    ['/f/$extensions', 'is not an object'],
    ['/f/$deprecated', 'is neither true, false nor text'],
  ])
})

test('what is too large is refused before it is read', () => {
  const nested = (depth: number): unknown => (depth === 0 ? aColor : { deeper: nested(depth - 1) })
  const many = Object.fromEntries(
    Array.from({ length: 20_001 }, (_, index) => [`t${index}`, { $type: 'number', $value: 1 }]),
  )
  const chain = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [
      `t${index}`,
      index === 79 ? { $type: 'number', $value: 1 } : { $value: `{t${index + 1}}` },
    ]),
  )

  expect(faultsIn(nested(60))).toEqual([])
  expect(faultsIn(nested(70))).toEqual([['', 'is nested more than 64 deep']])
  expect(faultsIn({ a: { $description: 'x'.repeat(1024 * 1024) } })).toEqual([['', 'has more than 1048576 bytes']])
  expect(faultsIn(many)).toEqual([['', 'holds more than 20000 tokens and groups']])
  expect(faultsIn(chain)[0]?.[1]).toBe('leads through more than 64 references')
  expect(faultsIn({ a: { $description: '\ud800' } })).toEqual([['', 'is not well-formed']])
})

test('groups that double each other and references that multiply are bounded', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `g${index}`,
      index === 0 ? { a: aColor } : { l: { $extends: `{g${index - 1}}` }, r: { $extends: `{g${index - 1}}` } },
    ]),
  )
  const laughs = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `x${index}`,
      {
        $type: 'strokeStyle',
        $value: {
          dashArray: [],
          lineCap: Array.from({ length: 10 }, () => (index === 0 ? 1 : { $ref: `#/x${index - 1}/$value/lineCap` })),
        },
      },
    ]),
  )
  const started = performance.now()

  expect(faultsIn(doubling)).toContainEqual(['', 'holds more than 20000 tokens and groups'])
  expect(faultsIn(laughs)).toContainEqual(['', 'refers to too much, too often'])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('at most 100 faults are named', () => {
  const read = readTokens(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`t${index}`, { $value: 1 }])))

  expect('issues' in read && read.issues).toHaveLength(100)
})

test('the digest is of what the file says, whatever the order of its members', () => {
  const one = { a: aColor, b: { $type: 'number', $value: 1 } }
  const other = { b: { $value: 1, $type: 'number' }, a: aColor }

  expect(tokensOf(one).digest).toMatch(/^[0-9a-f]{64}$/)
  expect(tokensOf(other).digest).toBe(tokensOf(one).digest)
  expect(tokensOf({ ...one, b: { $type: 'number', $value: 2 } }).digest).not.toBe(tokensOf(one).digest)
  expect(tokensOf(other).tokens).toEqual(tokensOf(one).tokens)
})
