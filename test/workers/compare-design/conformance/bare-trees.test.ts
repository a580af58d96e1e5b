/** Trees that say little, nothing or far too much: no fault, and no long wait. */
import { expect, test } from 'bun:test'
import { type RenderedNode, type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'
import { designTokens } from '#test/workers/compare-design/conformance/pages'
import { checkConformance } from '#workers/compare-design/conformance/check-conformance'

const styleOf = (values: Partial<Record<StyleName, string>>) => styleNames.map((name) => values[name] ?? '')
const shown = { display: 'block', visibility: 'visible', opacity: '1' }
const treeOf = (
  nodes: readonly RenderedNode[],
  styles: readonly (readonly string[])[] = [styleOf(shown)],
): RenderedTree => ({
  treeVersion: 1,
  viewport: { width: 1280, height: 800, scale: 1 },
  size: { width: 1280, height: 800 },
  styles,
  nodes,
})
const html: RenderedNode = { parent: -1, name: 'html', box: [0, 0, 1280, 800], style: 0 }
const findingsOf = (tree: RenderedTree) =>
  checkConformance(tree, { tokens: designTokens, components: [], policy: {}, ignored: [] }).findings

test('a tree without nodes, without styles or without boxes gives nothing', () => {
  expect(findingsOf(treeOf([], []))).toEqual([])
  expect(
    findingsOf(
      treeOf(
        [
          { parent: -1, name: 'html' },
          { parent: 0, name: '#text', text: 'Words' },
        ],
        [],
      ),
    ),
  ).toEqual([])
  expect(findingsOf(treeOf([html, { parent: 0, name: '#text', text: 'Words', box: [0, 0, 40, 20] }]))).toEqual([])
  expect(findingsOf(treeOf([{ ...html, style: 7 }]))).toEqual([])
})

test('what a snapshot does not say of an element is not held against anything, what it says is', () => {
  const styles = [styleOf(shown), styleOf({ ...shown, color: 'rgb(51, 51, 51)', 'padding-left': '13px' })]
  const words: RenderedNode = { parent: 1, name: '#text', text: 'Words', box: [0, 0, 40, 20] }
  const tree = treeOf([html, { parent: 0, name: 'p', box: [0, 0, 1280, 20], style: 1 }, words], styles)

  expect(findingsOf(tree).map(({ type, property }) => [type, property])).toEqual([
    ['color-off-palette', 'color'],
    ['spacing-off-grid', 'padding-left'],
  ])
})

test('many nodes in one place, as deep as they may lie, are checked in seconds', () => {
  const nodes: RenderedNode[] = [html]
  for (let index = 1; index < 400; index += 1)
    nodes.push({ parent: index - 1, name: 'div', box: [0, 0, 1280, 800], style: 1 })
  while (nodes.length < 8_000) {
    const at = nodes.length
    nodes.push({
      parent: 399,
      name: 'a',
      attributes: [
        ['href', '#'],
        ['class', `c${at % 50}`],
      ],
      box: [(at % 60) * 2, (at % 40) * 2, 20, 14],
      style: 2,
    })
    nodes.push({ parent: at, name: '#text', text: `Words ${at}`, box: [(at % 60) * 2, (at % 40) * 2, 20, 14] })
  }
  const styles = [
    styleOf(shown),
    styleOf({ ...shown, 'background-color': 'rgba(37, 99, 235, 0.1)', 'overflow-x': 'hidden' }),
    styleOf({
      ...shown,
      display: 'inline-block',
      color: 'rgb(51, 51, 51)',
      'font-size': '14px',
      'margin-left': '13px',
    }),
  ]
  const started = process.cpuUsage()

  expect(findingsOf(treeOf(nodes, styles)).length).toBeGreaterThan(0)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(5)
})
