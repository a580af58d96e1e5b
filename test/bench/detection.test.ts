/** The detection set says what it claims to: each change is one and is declared, a build changes nothing, the halves stay apart. */

import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { parse, serialize } from 'parse5'
import { indicesByPlace, isNear, isOf, judgeFindings, placesThatDiffer } from '#bench/detection/judge'
import { allChanges, allNoise, type ChangeKind, type Kind } from '#bench/detection/kinds'
import { pastedIn, withCaret, withLeastBits, withWideCaret } from '#bench/detection/noise'
import { allPages } from '#bench/detection/pages'
import { publish } from '#bench/detection/publish'
import { isNew, isSeen, isSeenPage, newScale } from '#bench/detection/split'
import { wilson } from '#bench/detection/tables'
import type { DesignFinding } from '#db/documents/design-report'
import { type RenderedTree, styleNames } from '#db/documents/rendered-tree'

const bases = new Map(allPages.map((page) => [page.name, publish(page, 'none', 0)]))

test('every page takes every change, and declares an element for it', () => {
  const silent = allPages.flatMap((page) =>
    allChanges
      .filter((kind) => {
        const base = bases.get(page.name)
        const changed = publish(page, kind, 0)
        const marks = [...(base?.marks.get(kind) ?? []), ...(changed.marks.get(kind) ?? [])]
        return changed.html === base?.html || marks.length === 0
      })
      .map((kind) => `${page.name} ${kind}`),
  )

  expect(silent).toEqual([])
  expect([allPages.length >= 12, allChanges.length >= 18]).toEqual([true, true])
})

test('nothing of what declares a change is published, and half of the pages have no id', () => {
  const whole = [...bases.values()].map(({ html }) => html)

  expect(whole.filter((html) => /data-mark|data-item|\{\{/.test(html))).toEqual([])
  expect(whole.filter((html) => !/\sid="/.test(html)).length * 2).toBeGreaterThanOrEqual(allPages.length)
})

const classesOf = (html: string) =>
  new Set([...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
const textOf = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('another build of a page shares no class with the first, and says and marks the same', () => {
  for (const page of allPages) {
    const base = bases.get(page.name)
    for (const build of [1, 2] as const) {
      const built = publish(page, 'none', build)
      const shared = [...classesOf(built.html)].filter((name) => classesOf(base?.html ?? '').has(name))

      expect({ page: page.name, shared }).toEqual({ page: page.name, shared: [] })
      expect(textOf(built.html)).toBe(textOf(base?.html ?? ''))
      expect(built.marks).toEqual(base?.marks ?? new Map())
      expect(built.html).not.toBe(base?.html)
    }
  }
})

test('a page is published the same each time, as a document that parses to itself', () => {
  for (const page of allPages) {
    const { html } = publish(page, 'word', 1)

    expect(publish(page, 'word', 1).html).toBe(html)
    expect(serialize(parse(html))).toBe(html)
  }
})

test('the halves are the ones that were drawn before anything was measured by them', () => {
  const pairsOf = (kinds: readonly Kind[]) =>
    allPages.flatMap(({ name }) => kinds.filter((kind) => isSeen(name, kind)).map((kind) => `${name} ${kind}`))
  const seen = [...pairsOf(allChanges), ...pairsOf(allNoise)]

  // Of the pages that were there before the second draw; those that came with it are of the other half.
  expect(pairsOf(allChanges).length * 2).toBe(14 * allChanges.length)
  expect(createHash('sha256').update(seen.toSorted().join('\n')).digest('hex').slice(0, 16)).toBe('52f024c5739ecdd5')
})

test('what came with the second draw is never seen, at no scale', () => {
  const news = [
    ['gazette', 'word', 1],
    ['article', 'webp', 1],
    ['article', 'word', newScale],
  ] as const

  expect(news.map(([page, kind, scale]) => [isNew(page, kind, scale), isSeen(page, kind, scale)])).toEqual(
    news.map(() => [true, false]),
  )
  expect([isNew('article', 'word', 1), isSeenPage('gazette')]).toEqual([false, false])
})

const finding = (odd: Partial<DesignFinding>): DesignFinding => ({
  severity: 'moderate',
  type: 'style-change',
  element: 'button',
  violation: '',
  recommendation: '',
  property: 'background-color',
  before: null,
  after: null,
  token: null,
  elements: 1,
  box: null,
  source: 'tree',
  ...odd,
})

const judge = (kind: ChangeKind, odd: Partial<DesignFinding>, after: string | null) =>
  judgeFindings(kind, [finding(odd)], new Map([['button', { before: null, after }]]), {
    before: new Set(['0.1']),
    after: new Set(['0.1']),
  })

test('a change is named by its element, or one a step away, and by its property', () => {
  expect(judge('token-colour', {}, '0.1').isNamed).toBe(true)
  expect(judge('token-colour', {}, '0').isNamed).toBe(true)
  expect(judge('token-colour', {}, '0.1.4').isNamed).toBe(true)
  expect(judge('token-colour', {}, '0.2')).toMatchObject({ isNamed: false, hasElement: false, hasProperty: true })
  expect(judge('token-colour', {}, null).isNamed).toBe(false)
  expect(judge('token-colour', { property: 'color' }, '0.1')).toMatchObject({ isNamed: false, hasElement: true })
  expect(judge('padding', { property: 'padding' }, '0.1').isNamed).toBe(true)
  expect(judge('word', { type: 'text-change', property: null }, '0.1').isNamed).toBe(true)
  expect(judge('item-removed', { type: 'element-removed', property: null }, '0.1').isNamed).toBe(false)
})

test('an element and a property that stand in two findings do not name a change together', () => {
  const found = new Map([
    ['button', { before: null, after: '0.1' }],
    ['a', { before: null, after: '5' }],
  ])
  const truth = { before: new Set<string>(), after: new Set(['0.1']) }
  const findings = [finding({ property: 'color' }), finding({ element: 'a' })]

  expect(judgeFindings('token-colour', findings, found, truth)).toEqual({
    isNamed: false,
    isExact: false,
    hasElement: true,
    hasProperty: true,
    findings: 2,
  })
})

test('a shorthand says its longhands, and the root of a shadow tree is no step', () => {
  expect(['border-radius', 'border'].map((name) => isOf(name, 'border-top-left-radius'))).toEqual([true, true])
  expect(isOf('gap', 'column-gap')).toBe(true)
  expect(isOf('color', 'background-color')).toBe(false)
  expect([isNear('1.s.0', '1'), isNear('1', '1.0.0'), isNear('', '3'), isNear('1.0', '1.1')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

/** html, body, a host with a shadow tree, a text and a paragraph after it. */
function treeOf(color: string, inner: string): RenderedTree {
  const valuesOf = (value: string) => styleNames.map((name) => (name === 'color' ? value : ''))
  return {
    treeVersion: 1,
    viewport: { width: 100, height: 100, scale: 1 },
    size: { width: 100, height: 100 },
    styles: [valuesOf(color), valuesOf(inner)],
    nodes: [
      { parent: -1, name: '#document' },
      { parent: 0, name: 'html', style: 0 },
      { parent: 1, name: 'body', style: 0 },
      { parent: 2, name: 'x-host', style: 0 },
      { parent: 3, name: '#shadow-root' },
      { parent: 4, name: 'style', style: 0 },
      { parent: 4, name: 'p', style: 1 },
      { parent: 2, name: '#text', text: 'and' },
      { parent: 2, name: 'p', style: 0 },
    ],
  }
}

test('elements have the places that their source has, past texts, styles and the roots of shadow trees', () => {
  expect(Object.fromEntries(indicesByPlace(treeOf('red', 'red')))).toEqual({ '': 2, '0': 3, '0.s.0': 6, '1': 8 })
})

test('what children only inherit does not differ by itself', () => {
  expect([...placesThatDiffer('muted-contrast', treeOf('red', 'blue'), treeOf('green', 'pink'))]).toEqual(['', '0.s.0'])
  expect([...placesThatDiffer('muted-contrast', treeOf('red', 'red'), treeOf('red', 'red'))]).toEqual([])
})

test('noise is a tenth of the pixels by one, and a caret is one pixel wide', () => {
  const plain = { width: 100, height: 100, channels: 3 as const, data: new Uint8Array(30_000).fill(200) }
  const differing = (data: Uint8Array) => data.reduce((sum, value) => sum + Number(value !== 200), 0)

  const noisy = withLeastBits(plain, 7)
  const written = withCaret(plain, { x: 10, y: 20, height: 20 })

  expect(differing(noisy.data)).toBeGreaterThan(900)
  expect(differing(noisy.data)).toBeLessThan(1100)
  expect(noisy.data.every((value) => Math.abs(value - 200) <= 1)).toBe(true)
  expect(differing(written.data)).toBe(3 * 20)
})

test('a wide caret has a colour, and photographs alone are pasted in', () => {
  const plain = { width: 40, height: 40, channels: 3 as const, data: new Uint8Array(4800).fill(200) }
  const other = { ...plain, channels: 4 as const, data: new Uint8Array(6400).fill(90) }
  const differing = (data: Uint8Array) => data.reduce((sum, value) => sum + Number(value !== 200), 0)

  const written = withWideCaret(plain, { x: 10, y: 5, height: 20 }, 2)
  const pasted = pastedIn(plain, other, [{ x: 30, y: 30, width: 20, height: 5 }])

  expect(differing(written.data)).toBe(3 * 2 * 20)
  expect([...written.data.subarray((5 * 40 + 10) * 3, (5 * 40 + 11) * 3)]).toEqual([37, 99, 235])
  expect(differing(pasted.data)).toBe(3 * 10 * 5)
  expect([...pasted.data.subarray((30 * 40 + 30) * 3, (30 * 40 + 31) * 3)]).toEqual([90, 90, 90])
})

test("a share's interval is Wilson's", () => {
  const [low, high] = wilson(98, 100)

  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.9300', '0.9945'])
  expect(wilson(0, 0)).toEqual([0, 1])
})
