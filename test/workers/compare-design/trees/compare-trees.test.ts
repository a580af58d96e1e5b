/** What changed on a page is named once, with its cause; what a build does by itself is nothing. */
import { expect, test } from 'bun:test'
import { readTokens } from '#shared/design-system/tokens'
import { found, nothingAsked, page, type Sketch, treeOf } from '#test/workers/compare-design/trees/makers'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'

const button = (style = {}, text = 'Buy now'): Sketch => [
  'button',
  {
    class: 'btn_a1b2c',
    style: { display: 'inline-block', 'background-color': 'rgb(37, 99, 235)', color: 'rgb(255, 255, 255)', ...style },
  },
  text,
]
const card = (title: string, price: string, style = {}): Sketch => [
  'article',
  { class: 'card_x9', style },
  ['h3', {}, title],
  ['p', {}, `Costs ${price}`],
  button(),
]
const shop = (...cards: Sketch[]) =>
  page(
    ['header', {}, ['nav', {}, ['a', { href: '/' }, 'Home'], ['a', { href: '/about' }, 'About']]],
    ['main', {}, ...cards],
    ['footer', {}, 'All rights reserved'],
  )
const three = [card('Lamp', '20'), card('Chair', '90'), card('Table', '300')]

test('a page is like itself', () => {
  expect(compareTrees(shop(...three), shop(...three), nothingAsked)).toEqual({ findings: [], absorbed: [] })
})

test('one colour is one finding with element, property, both values and how far they are apart', () => {
  const before = page(['main', {}, button()])
  const after = page(['main', {}, button({ 'background-color': 'rgb(29, 78, 216)' })])

  const { findings } = compareTrees(before, after, nothingAsked)

  expect(findings).toMatchObject([
    {
      severity: 'moderate',
      type: 'style-change',
      element: 'button',
      property: 'background-color',
      before: '#2563eb',
      after: '#1d4ed8',
      violation: 'background-color of button “Buy now” is #1d4ed8 instead of #2563eb (CIEDE2000 7.13).',
      elements: 1,
      source: 'tree',
    },
  ])
  expect(findings[0]?.recommendation).toContain('button { background-color: #2563eb; }')
})

test('the same change on several elements is one finding that counts them', () => {
  const shadow = { 'box-shadow': 'rgba(0, 0, 0, 0.2) 0px 1px 2px 0px' }

  expect(
    found(
      shop(...three),
      shop(...['Lamp 20', 'Chair 90', 'Table 300'].map((it) => card(...(it.split(' ') as [string, string]), shadow))),
    ),
  ).toEqual([
    'style-change article:nth-of-type(1) box-shadow: none -> rgba(0, 0, 0, 0.2) 0px 1px 2px 0px x3'.replace(
      'article',
      'main > article',
    ),
  ])
})

test('another font of the body is one finding, however much of the page inherits it', () => {
  const body = (font: string) =>
    treeOf(['html', {}, ['body', { style: { 'font-family': font } }, ['h1', {}, 'Shop'], ['main', {}, ...three]]])

  expect(found(body('Inter'), body('Georgia'))).toEqual(['style-change body font-family: Inter -> Georgia'])
})

test('lines that take the colour of the text are no change of their own', () => {
  const quote = (color: string) =>
    page(['blockquote', { style: { color, 'border-left-width': '2px', 'border-left-style': 'solid' } }, 'So it is'])

  expect(found(quote('rgb(0, 0, 0)'), quote('rgb(80, 80, 80)'))).toEqual([
    'style-change blockquote color: #000000 -> #505050',
  ])
})

test('lengths in em follow the size of the letters', () => {
  const text = (size: number) =>
    page([
      'p',
      {
        style: {
          'font-size': `${size}px`,
          'line-height': `${size * 1.5}px`,
          'margin-top': `${size / 2}px`,
          'padding-left': `${size}px`,
        },
      },
      'Read',
      ['b', { style: { 'font-size': `${size * 0.75}px`, 'line-height': `${size * 0.75 * 1.5}px` } }, 'me'],
    ])

  expect(found(text(16), text(20))).toEqual(['style-change p font-size: 16px -> 20px'])
})

test('sides are folded: all four, two, one, and a line that goes', () => {
  const box = (style: object) => page(['section', { style }, 'Text'])
  const line = (side: string) => ({
    [`border-${side}-width`]: '1px',
    [`border-${side}-style`]: 'solid',
    [`border-${side}-color`]: 'rgb(226, 232, 240)',
  })
  const padded = (vertical: string, horizontal: string) => ({
    'padding-top': vertical,
    'padding-bottom': vertical,
    'padding-left': horizontal,
    'padding-right': horizontal,
  })

  expect(found(box(padded('12px', '12px')), box(padded('14px', '14px')))).toEqual([
    'style-change section padding: 12px -> 14px',
  ])
  expect(found(box(padded('12px', '16px')), box(padded('12px', '18px')))).toEqual([
    'style-change section padding: 12px 16px -> 12px 18px',
  ])
  expect(found(box({ 'padding-top': '4px' }), box({ 'padding-top': '8px' }))).toEqual([
    'style-change section padding-top: 4px -> 8px',
  ])
  expect(found(box(line('bottom')), box({}))).toEqual(['style-change section border-bottom: 1px solid #e2e8f0 -> none'])
  expect(found(box({ ...line('top'), ...line('bottom'), ...line('left'), ...line('right') }), box({}))).toEqual([
    'style-change section border: 1px solid #e2e8f0 -> none',
  ])
})

test('a word that changed is one finding, with the words around it', () => {
  const before = page(['p', { id: 'intro' }, 'Free delivery on all orders'])
  const after = page(['p', { id: 'intro' }, 'Free delivery on most orders'])

  expect(compareTrees(before, after, nothingAsked).findings).toMatchObject([
    {
      type: 'text-change',
      severity: 'minor',
      element: '#intro',
      violation: 'The text of p is “Free delivery on most orders” instead of “Free delivery on all orders”.',
    },
  ])
})

test('an item that is new, gone or elsewhere in its list is one finding each', () => {
  const list = (...items: string[]) => page(['ul', {}, ...items.map((item): Sketch => ['li', {}, item])])
  const fruits = ['Apple', 'Pear', 'Plum', 'Fig', 'Lime']

  expect(found(list(...fruits), list('Kiwi', ...fruits))).toEqual([
    'element-added li:nth-of-type(1)'.replace('li', 'ul > li'),
  ])
  expect(found(list(...fruits), list('Apple', 'Pear', 'Fig', 'Lime'))).toEqual([
    'element-removed ul > li:nth-of-type(3)',
  ])
  expect(found(list(...fruits), list('Pear', 'Plum', 'Fig', 'Apple', 'Lime'))).toEqual([
    'element-moved ul > li:nth-of-type(4): 1 -> 4',
  ])
  expect(found(list(...fruits), list(...fruits.toReversed()))).toEqual(['element-moved ul x4'])
})

test('cards that were moved, and one of which changed, are still known', () => {
  const after = shop(card('Table', '300'), card('Lamp', '25'), card('Chair', '90'))

  expect(found(shop(...three), after)).toEqual([
    'element-moved main > article:nth-of-type(1): 3 -> 1',
    'text-change main > article:nth-of-type(2) > p: Costs 20 -> Costs 25',
  ])
})

test('a banner at the top is one finding, not a shift of all below it', () => {
  const before = page(['main', {}, ['h1', {}, 'Shop'], ...three])
  const after = page(
    ['div', { style: { 'background-color': 'rgb(255, 0, 0)' } }, 'Sale today'],
    ['main', {}, ['h1', {}, 'Shop'], ...three],
  )

  expect(found(before, after)).toEqual(['element-added div'])
})

test('a wrapper that nobody sees is absorbed, one that is seen is named', () => {
  const before = page(['main', {}, ...three])
  const wrapped = (style: object) => page(['main', {}, ['div', { style }, ...three]])

  expect(compareTrees(before, wrapped({}), nothingAsked)).toMatchObject({
    findings: [],
    absorbed: [{ class: 'wrapper' }],
  })
  expect(compareTrees(wrapped({}), before, nothingAsked)).toMatchObject({
    findings: [],
    absorbed: [{ class: 'wrapper' }],
  })
  expect(found(before, wrapped({ 'background-color': 'rgb(240, 240, 240)' }))).toEqual(['element-added div'])
  expect(found(before, wrapped({ 'padding-left': '20px' }))).toEqual(['element-added div'])
})

test('a wrapper of the same kind as what it is put into is told from it', () => {
  const styled = { 'padding-top': '24px', 'background-color': 'rgb(240, 240, 240)' }
  const before = page(['div', { style: styled }, ...three])
  const after = page(['div', { style: styled }, ['div', {}, ...three]])

  expect(found(before, after)).toEqual([])
})

test('what is hidden is named by display, and nothing in it', () => {
  const menu = (isHidden: boolean): Sketch => [
    'nav',
    { isHidden },
    ['a', { href: '/a' }, 'First'],
    ['a', { href: '/b' }, 'Second'],
  ]

  const { findings } = compareTrees(
    page(menu(false), ['p', {}, 'Text']),
    page(menu(true), ['p', {}, 'Text']),
    nothingAsked,
  )

  expect(findings).toMatchObject([
    { type: 'style-change', severity: 'serious', element: 'nav', property: 'display', before: 'block', after: 'none' },
  ])
  expect(findings).toHaveLength(1)
})

test('attributes are named where a person sees their effect', () => {
  const form = (input: Record<string, string>, img: Record<string, string>) =>
    page(['input', { box: [0, 0, 200, 30], ...input }], ['img', { box: [0, 40, 100, 100], ...img }])

  expect(
    found(
      form({ placeholder: 'Name', 'data-x': '1' }, { src: '/logo.png', alt: 'Logo' }),
      form({ placeholder: 'Your name', disabled: '', 'data-x': '2' }, { src: '/mark.png', alt: 'Logo' }),
    ),
  ).toEqual([
    'attribute-change img src: /logo.png -> /mark.png',
    'attribute-change input disabled: null -> ',
    'attribute-change input placeholder: Name -> Your name',
  ])
})

test('what is typed into a password field is not told', () => {
  const field = (value: string) => page(['input', { type: 'password', value, box: [0, 0, 200, 30] }])

  expect(JSON.stringify(compareTrees(field('hunter2'), field('hunter3'), nothingAsked))).not.toContain('hunter')
})

test('a size that nothing explains is one finding, where it comes from', () => {
  const row = (width: number) =>
    page([
      'section',
      { box: [0, 0, 600, 80] },
      ['div', { box: [0, 0, width, 80] }, ['p', { box: [0, 0, width, 24] }, 'Text']],
    ])
  const moved = (x: number) => page(['section', { box: [0, 0, 600, 80] }, ['p', { box: [x, 0, 100, 24] }, 'Text']])

  expect(found(row(200), row(240))).toEqual(['layout-shift div width: 200px -> 240px'])
  expect(found(moved(0), moved(5))).toEqual(['layout-shift p: 0px 0px -> 5px 0px'])
  expect(compareTrees(moved(0), moved(5), { ...nothingAsked, maxShift: 5 })).toMatchObject({
    findings: [],
    absorbed: [{ class: 'shift' }],
  })
})

test('a text that newly does not fit is told', () => {
  const cell = (width: number) =>
    page([
      'div',
      { style: { 'overflow-x': 'hidden', 'overflow-y': 'hidden', 'max-width': `${width}px` }, box: [0, 0, width, 24] },
      ['p', { box: [0, 0, 160, 24] }, 'Twenty letters of it'],
    ])

  expect(found(cell(200), cell(100))).toContain('overflow p')
})

test('numbers and notations that say the same are the same', () => {
  const box = (style: object, box: [number, number, number, number]) => page(['div', { style, box }, 'Text'])
  const before = box(
    {
      color: 'rgb(37, 99, 235)',
      'font-family': '"Inter", sans-serif',
      'letter-spacing': 'normal',
      'padding-top': '13.328px',
      'background-image': 'url("https://a.test/hero.3f9a2b1c.png")',
    },
    [0, 0, 100.2, 24],
  )
  const after = box(
    {
      color: '#2563eb',
      'font-family': 'Inter,sans-serif',
      'letter-spacing': '0px',
      'padding-top': '13.333px',
      'background-image': 'url("https://a.test/hero.77ab01cd.png")',
    },
    [0.1, 0, 100.3, 24],
  )

  expect(found(before, after)).toEqual([])
})

test('what a policy ignores is not told, and that it was there is', () => {
  const ad = (text: string): Sketch => ['aside', { class: 'ad' }, text]
  const before = page(ad('Buy this'), ['p', {}, 'Old'])
  const after = page(ad('Buy that'), ['p', {}, 'New'])
  const asked = (region: object) => ({ ...nothingAsked, ignored: [{ reason: 'changes daily', ...region }] })

  expect(found(before, after, asked({ selector: 'aside.ad' }))).toEqual(['text-change p: Old -> New'])
  expect(found(before, after, asked({ box: { x: 0, y: 0, width: 1280, height: 24 } }))).toEqual([
    'text-change p: Old -> New',
  ])
  expect(compareTrees(before, after, asked({ selector: 'aside.ad' })).absorbed).toEqual([
    { class: 'ignored', pixels: 0, message: '1 difference in aside.ad: changes daily' },
  ])
  expect(compareTrees(before, after, asked({ selector: 'aside[' }))).toMatchObject({
    findings: { length: 2 },
    absorbed: [{ class: 'ignored' }],
  })
})

test('a heading that became another one is one finding', () => {
  const head = (name: string, size: string) =>
    page([name, { style: { 'font-size': size } }, 'Prices'], ['p', {}, 'Text'])

  expect(found(head('h2', '24px'), head('h3', '20px'))).toEqual(['element-replaced h3: h2 -> h3'])
})

test('frames and shadow trees are entered', () => {
  const host = (color: string) =>
    page(
      ['x-card', {}, ['#shadow-root', {}, ['p', { style: { color } }, 'In it']]],
      ['iframe', { title: 'Map' }, ['#document', {}, ['html', {}, ['body', {}, ['p', { style: { color } }, 'There']]]]],
    )

  expect(found(host('rgb(0, 0, 0)'), host('rgb(9, 9, 9)'))).toEqual([
    'style-change x-card >>> p color: #000000 -> #090909 x2',
  ])
})

test('a state is one finding that tells the look that came with it', () => {
  const before = page(button())
  const after = page([
    'button',
    {
      disabled: '',
      style: { display: 'inline-block', 'background-color': 'rgb(203, 213, 225)', color: 'rgb(100, 116, 139)' },
    },
    'Buy now',
  ])

  const { findings } = compareTrees(before, after, nothingAsked)

  expect(findings).toMatchObject([{ type: 'attribute-change', property: 'disabled', element: 'button' }])
  expect(findings).toHaveLength(1)
  expect(findings[0]?.violation).toContain('background-color: #2563eb to #cbd5e1')
})

test('a line height that was normal is one finding, whatever the size of the letters below', () => {
  const text = (lines: (size: number) => string) =>
    page([
      'main',
      { style: { 'line-height': lines(16) } },
      ['h1', { style: { 'font-size': '32px', 'line-height': lines(32) } }, 'Title'],
      ['p', {}, 'Text'],
    ])

  expect(
    found(
      text(() => 'normal'),
      text((size) => `${size * 1.5}px`),
    ),
  ).toEqual(['style-change main line-height: normal -> 24px'])
})

test('letters of another font make boxes wider, which is no shift of its own', () => {
  const row = (font: string, width: number) =>
    page([
      'main',
      { style: { 'font-family': font } },
      [
        'section',
        { box: [0, 0, 600, 24] },
        ['a', { style: { display: 'inline-block' }, box: [0, 0, width, 24] }, 'Read on'],
      ],
    ])

  expect(found(row('Inter', 80), row('Georgia', 86))).toEqual(['style-change main font-family: Inter -> Georgia'])
})

test('a size that changed by itself is found beside a change that explains other sizes', () => {
  const both = (padding: string, width: number) =>
    page(
      ['header', { style: { 'padding-top': padding } }, ['p', {}, 'Head']],
      ['section', { box: [0, 100, 600, 80] }, ['div', { box: [0, 100, width, 80] }, 'Text']],
    )

  expect(found(both('4px', 200), both('8px', 240))).toEqual([
    'style-change header padding-top: 4px -> 8px',
    'layout-shift div width: 200px -> 240px',
  ])
})

test('many properties of the same elements are one finding, with the most prominent as its property', () => {
  const look = {
    'background-color': 'rgb(1, 2, 3)',
    color: 'rgb(9, 9, 9)',
    'font-weight': '700',
    'letter-spacing': '1px',
    'z-index': '2',
  }

  const { findings } = compareTrees(page(['p', {}, 'Text']), page(['p', { style: look }, 'Text']), nothingAsked)

  expect(findings).toMatchObject([{ property: 'background-color', elements: 1 }])
  expect(findings[0]?.violation).toContain('z-index: auto to 2')
})

test('a picture that is drawn otherwise is named by what draws it', () => {
  const icon = (path: string) =>
    page(['svg', { viewbox: '0 0 24 24', box: [0, 0, 24, 24] }, ['path', { d: path, box: [0, 0, 20, 20] }]])

  expect(found(icon('M0 0h20'), icon('M4 4h12'))).toEqual(['attribute-change path d: M0 0h20 -> M4 4h12'])
})

test('tokens are named: the one that was left, and the one that came or is nearest', () => {
  const read = readTokens({
    color: {
      $type: 'color',
      primary: { $value: { colorSpace: 'srgb', components: [37 / 255, 99 / 255, 235 / 255] } },
      strong: { $value: { colorSpace: 'srgb', components: [29 / 255, 78 / 255, 216 / 255] } },
    },
  })
  if (!('tokens' in read)) throw new Error(JSON.stringify(read))
  const compared = (color: string) =>
    compareTrees(page(button()), page(button({ 'background-color': color })), { ...nothingAsked, tokens: read.tokens })
      .findings[0]

  expect(compared('rgb(29, 78, 216)')).toMatchObject({ token: 'color.primary' })
  expect(compared('rgb(29, 78, 216)')?.recommendation).toContain(
    'background-color: #2563eb; } (token color.primary), or approve the new value. The new value is the token color.strong.',
  )
  expect(compared('rgb(30, 80, 210)')?.recommendation).toContain('The nearest token to the new value is color.strong')
})

test('columns of a grid that only follow the room are no change, other columns are', () => {
  const grid = (columns: string, padding: string) =>
    page([
      'main',
      { style: { 'padding-left': padding } },
      ['div', { style: { display: 'grid', 'grid-template-columns': columns } }, ['p', {}, 'One'], ['p', {}, 'Two']],
    ])

  expect(found(grid('640px 640px', '0px'), grid('630px 630px', '20px'))).toEqual([
    'style-change main padding-left: 0px -> 20px',
  ])
  expect(found(grid('640px 640px', '0px'), grid('320px 960px', '0px'))).toEqual([
    'style-change main > div grid-template-columns: 640px 640px -> 320px 960px'.replace('main > div', 'div'),
  ])
})

test('margins that only take what room is left are no change', () => {
  const bar = (said: string, wide: number) =>
    page([
      'header',
      { style: { display: 'flex' }, box: [0, 0, 1000, 24] },
      ['a', { box: [0, 0, wide, 24] }, said],
      ['button', { style: { 'margin-left': `${900 - wide}px` }, box: [900, 0, 100, 24] }, 'Buy'],
    ])

  expect(found(bar('Home', 50), bar('Homepage', 90))).toEqual(['text-change a: Home -> Homepage'])
  expect(found(bar('Home', 50), bar('Home', 50))).toEqual([])
})

test('cells follow the text of one of them, and of columns that changed by themselves the one that did most is told', () => {
  const cell = (width: number, said: string): Sketch => [
    'td',
    { style: { display: 'table-cell' }, box: [0, 0, width, 24] },
    said,
  ]
  const table = (widths: readonly [number, number], first: string) =>
    page([
      'table',
      { style: { display: 'table' }, box: [0, 0, 600, 48] },
      ...[first, 'Anna'].map(
        (said): Sketch => [
          'tr',
          { style: { display: 'table-row' }, box: [0, 0, 600, 24] },
          cell(widths[0], said),
          cell(widths[1], 'open'),
        ],
      ),
    ])

  expect(found(table([200, 400], 'Bo'), table([320, 280], 'Bartholomew'))).toEqual([
    'text-change tr:nth-of-type(1) > td:nth-of-type(1): Bo -> Bartholomew'.replace('tr:', 'table > tr:'),
  ])
  expect(found(table([200, 400], 'Bo'), table([320, 280], 'Bo'))).toEqual([
    'layout-shift table > tr:nth-of-type(1) > td:nth-of-type(1) width: 200px -> 320px',
  ])
})

test('what is in a shadow tree follows the room of its host', () => {
  const host = (width: number, padding: string) =>
    page([
      'main',
      { style: { 'padding-left': padding }, box: [0, 0, 600, 24] },
      [
        'x-card',
        { box: [0, 0, width, 24] },
        [
          '#shadow-root',
          {},
          ['slot', { style: { display: 'contents' }, isHidden: false }, ['p', { box: [0, 0, width, 24] }, 'Text']],
        ],
      ],
    ])

  expect(found(host(600, '0px'), host(560, '40px'))).toEqual(['style-change main padding-left: 0px -> 40px'])
})

test('what is stretched to the height of its neighbour is no change of its own', () => {
  const row = (height: number) =>
    page([
      'ul',
      { style: { display: 'grid' }, box: [0, 0, 600, height] },
      ['li', { box: [0, 0, 300, height] }, ['div', { box: [0, 0, 300, height] }, 'Short']],
      [
        'li',
        { box: [300, 0, 300, height] },
        ['div', { box: [300, 0, 300, height] }, ['p', { box: [300, 0, 300, height] }, 'Tall']],
      ],
    ])

  expect(found(row(90), row(130))).toEqual(['layout-shift p height: 90px -> 130px'])
})

test('bold letters grow bolder with what is around them', () => {
  const text = (weight: string, bold: string) =>
    page(['p', { style: { 'font-weight': weight } }, 'Read ', ['b', { style: { 'font-weight': bold } }, 'me']])

  expect(found(text('400', '700'), text('800', '900'))).toEqual(['style-change p font-weight: 400 -> 800'])
})

test('a link that goes takes no text with it', () => {
  const foot = (...links: Sketch[]) => page(['footer', {}, 'Version 3 · ', ...links])
  const link = (said: string): Sketch => ['a', { href: `/${said}` }, said]

  expect(found(foot(link('PDF'), ' · ', link('Source')), foot(' · ', link('Source')))).toEqual([
    'element-removed a[href="/PDF"]',
  ])
})

test('a section that goes is gone, also where a piece of it stands elsewhere now', () => {
  const note: Sketch = ['a', { href: '/terms' }, 'Terms of delivery']
  const offer: Sketch = [
    'section',
    {},
    ['h2', {}, 'Only this week'],
    ['p', {}, 'All lamps for half of what they cost, as long as there are any'],
    note,
  ]

  const { findings } = compareTrees(
    page(['main', {}, offer, ['p', {}, 'Text']], ['footer', {}, 'Foot']),
    page(['main', {}, ['p', {}, 'Text']], ['footer', {}, 'Foot', note]),
    nothingAsked,
  )

  expect(findings).toMatchObject([
    { type: 'element-removed', severity: 'serious', element: 'section' },
    { type: 'element-moved', element: 'a' },
  ])
})
