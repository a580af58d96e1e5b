/** Elements are named by what lasts, found by what ignores them, and by the place that a picture shows. */
import { expect, test } from 'bun:test'
import type { RenderedTree } from '#db/documents/rendered-tree'
import { page, type Sketch } from '#test/workers/compare-design/trees/makers'
import { elementAt } from '#workers/compare-design/trees/element-at'
import { elementsOf, ignoredElements } from '#workers/compare-design/trees/ignored'
import { selectorOf } from '#workers/compare-design/trees/selector'

const indexOf = (tree: RenderedTree, text: string) => tree.nodes.find((node) => node.text === text)?.parent ?? -1
const nameOf = (tree: RenderedTree, text: string) => selectorOf(tree, indexOf(tree, text))

test('an id that lasts names an element, one that a script made does not', () => {
  const tree = page(
    ['p', { id: 'intro' }, 'One'],
    ['p', { id: ':r7:' }, 'Two'],
    ['p', { id: 'radix-12' }, 'Three'],
    ['p', { id: '1st' }, 'Four'],
  )

  expect(['One', 'Two', 'Three', 'Four'].map((text) => nameOf(tree, text))).toEqual([
    '#intro',
    'body > p:nth-of-type(2)',
    'body > p:nth-of-type(3)',
    '[id="1st"]',
  ])
})

test('classes, hashes and numbers of builds are in no name', () => {
  const tree = page([
    'div',
    { class: 'Hero_title__a1b2c' },
    ['a', { href: '/app.3f9a2b1c.js', class: 'css-1x2y3z' }, 'One'],
    ['a', { href: '/b' }, 'Two'],
  ])

  expect([nameOf(tree, 'One'), nameOf(tree, 'Two')]).toEqual(['div > a:nth-of-type(1)', 'a[href="/b"]'])
})

test('an id that stands twice names nobody', () => {
  const tree = page(['p', { id: 'row' }, 'One'], ['p', { id: 'row' }, 'Two'])

  expect(nameOf(tree, 'Two')).toBe('body > p:nth-of-type(2)')
})

test('every element of a page is found by its own name, and no other is', () => {
  const item = (at: number): Sketch => [
    'li',
    {},
    ['a', { href: at % 2 ? '/a' : `/b"${at}\\` }, `Item ${at}`],
    ['svg', {}, ['lineargradient', {}], ['path', { d: 'M0 0' }]],
  ]
  const tree = page(
    ['nav', {}, ['ul', {}, ...[0, 1, 2, 3].map(item)]],
    ['main', { id: 'main' }, ['ul', {}, item(4)], ['x-card', {}, ['#shadow-root', {}, ['p', {}, 'In it']]]],
  )

  for (const [index, node] of tree.nodes.entries()) {
    if (node.name.startsWith('#') || /^(?:html|head|title)$/.test(node.name)) continue
    const found = elementsOf(tree, { selector: selectorOf(tree, index), reason: '' })
    const outermost = [...(found ?? [])].filter((each) => !found?.has(tree.nodes[each]?.parent ?? -1))
    expect([selectorOf(tree, index), outermost]).toEqual([selectorOf(tree, index), [index]])
  }
})

test('what is slotted is found in its host, what is in a shadow tree only when it is entered', () => {
  const tree = page([
    'x-card',
    {},
    ['#shadow-root', {}, ['h2', {}, 'Head'], ['slot', {}, ['p', { class: 'own' }, 'Text']]],
  ])
  const found = (selector: string) => [...(elementsOf(tree, { selector, reason: '' }) ?? [])]

  expect(found('x-card > p.own')).toContain(indexOf(tree, 'Text'))
  expect(found('h2')).toEqual([])
  expect(found('x-card >>> h2')).toContain(indexOf(tree, 'Head'))
})

test('places among siblings are counted from either end, by formula and by name', () => {
  const tree = page(['ul', {}, ...['A', 'B', 'C', 'D'].map((said): Sketch => ['li', {}, said]), ['p', {}, 'E']])
  const found = (selector: string) => {
    const indexes = elementsOf(tree, { selector, reason: '' })
    return ['A', 'B', 'C', 'D', 'E'].filter((text) => indexes?.has(indexOf(tree, text))).join('')
  }

  expect([
    found('li:nth-child(2n+1)'),
    found('li:nth-last-child(2)'),
    found('li:nth-last-of-type(1)'),
    found('li:nth-of-type(even)'),
  ]).toEqual(['AC', 'D', 'D', 'BD'])
  expect(elementsOf(tree, { selector: 'li:nth-child(x)', reason: '' })).toBeNull()
})

test('regions are taken together, by selector and by box, with all that is in them', () => {
  const tree = page(['p', { class: 'ad' }, ['b', {}, 'One']], ['p', {}, 'Two'], ['p', {}, 'Three'])
  const ignored = ignoredElements(tree, [
    { selector: '.ad', reason: '' },
    { box: { x: 0, y: 48, width: 1280, height: 24 }, reason: '' },
    { selector: 'p:has(:has(b))', reason: 'one :has in another is not read' },
  ])

  expect(['One', 'Two', 'Three'].map((text) => ignored.has(indexOf(tree, text)))).toEqual([true, false, true])
})

test('a piece of a picture belongs to the smallest element that covers most of it, edges outward', () => {
  const tree = page(['header', { box: [0, 10.4, 600, 66.19] }, ['button', { box: [20, 20, 100, 30] }, 'Buy']])
  const at = (x: number, y: number, width: number, height: number) =>
    tree.nodes[elementAt(tree, { x, y, width, height }) ?? -1]?.name

  expect(at(30, 25, 40, 10)).toBe('button')
  // A border of one pixel on the row that the box ends in.
  expect(at(0, 76, 600, 1)).toBe('header')
  expect(at(100, 25, 60, 10)).toBe('header')
  expect(at(5000, 5000, 10, 10)).toBeUndefined()
})
