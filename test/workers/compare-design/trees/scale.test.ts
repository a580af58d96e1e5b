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

function timed(before: ReturnType<typeof page>, after: ReturnType<typeof page>) {
  const from = process.cpuUsage()
  const { findings } = compareTrees(before, after, nothingAsked)
  const { user, system } = process.cpuUsage(from)
  // Of the processor, not of the wall: what else runs on the machine is no matter here.
  return { findings, ms: (user + system) / 1000 }
}

test('20,000 nodes with one row more are compared within a second, and it is one finding', () => {
  const before = rows(2500, (row) => `Order ${row}`)
  const after = rows(2501, (row) => (row === 1200 ? 'Order new' : `Order ${row < 1200 ? row : row - 1}`))

  const { findings, ms } = timed(before, after)

  expect(before.nodes.length).toBeGreaterThan(20_000)
  expect(findings).toMatchObject([{ type: 'element-added', elements: 1 }])
  expect(ms).toBeLessThan(1000)
})

test('50,000 nodes of equal siblings, or of siblings turned around or all changed, take no square of their number', () => {
  const items = (count: number, said: (at: number) => string) =>
    page(['ul', {}, ...Array.from({ length: count }, (_, at): Sketch => ['li', {}, said(at)])])
  const x = () => 'x'

  const equal = timed(items(25_000, x), items(25_003, x))
  const two = timed(
    items(8_000, (at) => 'ab'.charAt(at % 2)),
    items(8_000, (at) => 'ba'.charAt(at % 3 ? 1 : 0)),
  )
  const turned = timed(
    items(8_000, (at) => `item number ${at}`),
    items(8_000, (at) => `item number ${8_000 - at}`),
  )
  const changed = timed(
    items(8_000, (at) => `old ${at}`),
    items(8_000, (at) => `new ${at * 7}`),
  )

  expect(equal.findings).toMatchObject([{ type: 'element-added', elements: 3 }])
  expect(turned.findings.map(({ type }) => type)).toContain('element-moved')
  expect(Math.max(equal.ms, two.ms, turned.ms, changed.ms)).toBeLessThan(3000)
}, 30_000)

test('thousands of lines in one element, of colours, of places to ignore take no square of their number either', () => {
  const count = 4000
  const lines = (said: string) =>
    page(['div', {}, ...Array.from({ length: count }, (_, at): Sketch[] => [`${said} ${at}`, ['br', {}]]).flat()])
  const colours = (least: number) =>
    page(
      ...Array.from(
        { length: count },
        (_, at): Sketch => ['p', { style: { color: `rgb(${at % 200}, ${Math.floor(at / 200)}, ${least})` } }, 'Text'],
      ),
    )
  const regions = Array.from({ length: 200 }, (_, at) => ({ selector: `p:nth-of-type(${at})`, reason: 'moves' }))
  const from = process.cpuUsage()

  const { findings } = compareTrees(colours(1), colours(2), { ...nothingAsked, ignored: regions })

  const { user, system } = process.cpuUsage(from)
  expect(findings).toMatchObject([{ property: 'color' }])
  expect((user + system) / 1000).toBeLessThan(6000)
  expect(timed(lines('old'), lines('new')).ms).toBeLessThan(2000)
}, 30_000)

test('a tree as deep as one may be is read', () => {
  const deep = (said: string) =>
    page(Array.from({ length: 500 }).reduce<Sketch>((inner) => ['div', {}, inner], ['p', {}, said]))

  expect(timed(deep('old'), deep('new')).findings).toMatchObject([{ type: 'text-change' }])
})
