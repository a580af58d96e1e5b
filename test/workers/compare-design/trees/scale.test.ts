/** Large pages and those that are all alike are compared in time that grows with their size. */
import { expect, test } from 'bun:test'
import { nothingAsked, page, type Sketch } from '#test/workers/compare-design/trees/makers'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'

const rows = (count: number, cell: (row: number) => string) =>
  page([
    'table',
    {},
    [
      'tbody',
      {},
      ...Array.from(
        { length: count },
        (_, row): Sketch => [
          'tr',
          {},
          ['td', {}, cell(row)],
          ['td', {}, 'open'],
          ['td', {}, ['a', { href: '#' }, 'Edit']],
        ],
      ),
    ],
  ])

type Compared = { findings: ReturnType<typeof compareTrees>['findings']; ms: number }

function timed(
  before: ReturnType<typeof page>,
  after: ReturnType<typeof page>,
  asked: Parameters<typeof compareTrees>[2] = nothingAsked,
): Compared {
  const from = process.cpuUsage()
  const { findings } = compareTrees(before, after, asked)
  const { user, system } = process.cpuUsage(from)
  // Of the processor, not of the wall: what else runs on the machine is no matter here.
  return { findings, ms: (user + system) / 1000 }
}

/** How many times as long four times as much takes: a square would take sixteen times, and start-up makes small ones slow. */
function growth(
  compare: (count: number) => Compared,
  count: number,
): { findings: Compared['findings']; times: number } {
  // The faster of two, each: what else the machine does makes any one of them slow.
  const few = Math.min(...Array.from({ length: 2 }, () => compare(count / 4).ms))
  const [{ findings, ms }, again] = [compare(count), compare(count)]
  return { findings, times: Math.min(ms, again.ms) / few }
}
const mostTimes = 10

test('20,000 nodes with one row more are one finding, in time that grows with them', () => {
  const before = (count: number) => rows(count, (row) => `Order ${row}`)
  const after = (count: number) =>
    rows(count + 1, (row) => (row === 1200 ? 'Order new' : `Order ${row < 1200 ? row : row - 1}`))

  const { findings, times } = growth((count) => timed(before(count), after(count)), 2500)

  expect(before(2500).nodes.length).toBeGreaterThan(20_000)
  expect(findings).toMatchObject([{ type: 'element-added', elements: 1 }])
  expect(times).toBeLessThan(mostTimes)
})

test('thousands of equal siblings, or of siblings turned around or all changed, take no square of their number', () => {
  const items = (count: number, said: (at: number) => string) =>
    page(['ul', {}, ...Array.from({ length: count }, (_, at): Sketch => ['li', {}, said(at)])])
  const x = () => 'x'

  const equal = growth((count) => timed(items(count, x), items(count + 3, x)), 12_000)
  const turned = growth(
    (count) =>
      timed(
        items(count, (at) => `item number ${at}`),
        items(count, (at) => `item number ${count - at}`),
      ),
    4_000,
  )
  const others = [
    (count: number) =>
      timed(
        items(count, (at) => 'ab'.charAt(at % 2)),
        items(count, (at) => 'ba'.charAt(at % 3 ? 1 : 0)),
      ),
    (count: number) =>
      timed(
        items(count, (at) => `old ${at}`),
        items(count, (at) => `new ${at * 7}`),
      ),
  ].map((compare) => growth(compare, 4_000))

  expect(equal.findings).toMatchObject([{ type: 'element-added', elements: 3 }])
  expect(turned.findings.map(({ type }) => type)).toContain('element-moved')
  expect(Math.max(...[equal, turned, ...others].map(({ times }) => times))).toBeLessThan(mostTimes)
})

test('thousands of lines in one element, of colours, of places to ignore take no square of their number either', () => {
  const lines = (count: number, said: string) =>
    page(['div', {}, ...Array.from({ length: count }, (_, at): Sketch[] => [`${said} ${at}`, ['br', {}]]).flat()])
  const colours = (count: number, least: number) =>
    page(
      ...Array.from(
        { length: count },
        (_, at): Sketch => ['p', { style: { color: `rgb(${at % 200}, ${Math.floor(at / 200)}, ${least})` } }, 'Text'],
      ),
    )
  const regions = Array.from({ length: 200 }, (_, at) => ({ selector: `p:nth-of-type(${at})`, reason: 'moves' }))

  const coloured = growth(
    (count) => timed(colours(count, 1), colours(count, 2), { ...nothingAsked, ignored: regions }),
    4000,
  )
  const lined = growth((count) => timed(lines(count, 'old'), lines(count, 'new')), 4000)

  expect(coloured.findings).toMatchObject([{ property: 'color' }])
  expect(Math.max(coloured.times, lined.times)).toBeLessThan(mostTimes)
})

test('a tree as deep as one may be is read', () => {
  const deep = (said: string) =>
    page(Array.from({ length: 500 }).reduce<Sketch>((inner) => ['div', {}, inner], ['p', {}, said]))

  expect(timed(deep('old'), deep('new')).findings).toMatchObject([{ type: 'text-change' }])
})
