/** A build that only renames, numbers and folds anew is no change; one thing that was done to a page is found, and it alone. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type RenderedNode, type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'
import { nothingAsked, page, type Sketch, type Special } from '#test/workers/compare-design/trees/makers'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'

const word = fc.constantFrom(
  'price',
  'order',
  'about',
  'team',
  'news',
  'contact',
  'plan',
  'free',
  'more',
  'help',
  'a',
  'b',
)
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const colour = fc.constantFrom('rgb(0, 0, 0)', 'rgb(37, 99, 235)', 'rgb(71, 85, 105)', 'rgb(255, 255, 255)')
const special: fc.Arbitrary<Special> = fc.record({
  class: fc.constantFrom('a_1x', 'b_2y', 'card', 'flex'),
  style: fc.record(
    {
      color: colour,
      'background-color': colour,
      'font-size': fc.constantFrom('12px', '16px', '20px'),
      'padding-top': fc.constantFrom('0px', '8px', '16px'),
    },
    { requiredKeys: [] },
  ),
})
const { sketch } = fc.letrec<{ sketch: Sketch }>((tie) => ({
  sketch: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    text.map((said): Sketch => ['p', {}, said]),
    fc
      .tuple(
        fc.constantFrom('div', 'section', 'ul', 'li', 'p', 'a'),
        special,
        fc.array(tie('sketch'), { maxLength: 5 }),
      )
      .map(([name, own, below]): Sketch => [name, own, ...below]),
  ),
}))
const pages = fc.array(sketch, { minLength: 1, maxLength: 6 }).map((below) => page(...below))

/** Another build of the same source: classes, nonces, ids of scripts, hashes of assets, white space, how texts are cut. */
function rebuilt(tree: RenderedTree, seed: number): RenderedTree {
  const name = (at: number) => `_${((at + 1) * (seed + 7) * 2_654_435_761).toString(36).slice(-6)}`
  const nodes = tree.nodes.map((node, at): RenderedNode => {
    if (node.name.startsWith('#'))
      return node.text === undefined ? node : { ...node, text: `\n  ${node.text.replaceAll(' ', '  ')}\n` }
    const attributes: [string, string][] = (node.attributes ?? []).map(([own, value]) => [
      own,
      own === 'class' ? name(at) : value,
    ])
    return { ...node, attributes: [...attributes, ['data-v', name(at)], ['nonce', name(at + 1)], ['id', `:r${at}:`]] }
  })
  return { ...tree, nodes, styles: [...tree.styles] }
}

const runs = { numRuns: 150, seed: 14 }

test('any page is like itself, and like any build of it', () => {
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 1_000_000 }), (tree, seed) => {
      expect(compareTrees(tree, tree, nothingAsked)).toEqual({ findings: [], absorbed: [] })
      expect(compareTrees(tree, rebuilt(tree, seed), nothingAsked)).toEqual({ findings: [], absorbed: [] })
    }),
    runs,
  )
})

test('one value that changed is found on its element, also in another build, and nothing else is', () => {
  fc.assert(
    fc.property(
      pages,
      fc.nat(),
      fc.constantFrom<StyleName>('background-color', 'opacity', 'box-shadow', 'z-index'),
      (tree, pick, property) => {
        const styled = tree.nodes.flatMap((node, at) => (node.style === undefined || !node.box ? [] : [at]))
        const at = styled[pick % styled.length] ?? 0
        const after = rebuilt(
          withStyle(tree, at, property, property === 'background-color' ? 'rgb(1, 2, 3)' : '0.5'),
          pick,
        )

        const { findings } = compareTrees(tree, after, nothingAsked)

        expect(findings).toMatchObject([{ type: 'style-change', property, elements: 1 }])
        expect(findings[0]?.box).toEqual(boxOf(tree, at))
      },
    ),
    runs,
  )
})

test('there and back, the same elements and properties are named, with their values the other way round', () => {
  fc.assert(
    fc.property(pages, fc.nat(), (tree, pick) => {
      const styled = tree.nodes.flatMap((node, at) => (node.style === undefined || !node.box ? [] : [at]))
      const after = rebuilt(withStyle(tree, styled[pick % styled.length] ?? 0, 'color', 'rgb(9, 8, 7)'), pick)
      const said = (one: RenderedTree, other: RenderedTree, isBack: boolean) =>
        compareTrees(one, other, nothingAsked)
          .findings.map(({ type, property, before, after: now, box }) =>
            JSON.stringify([type, property, ...(isBack ? [now, before] : [before, now]), box]),
          )
          .sort()

      expect(said(after, tree, true)).toEqual(said(tree, after, false))
    }),
    runs,
  )
})

test('any two pages can be compared, and give the same bytes twice', () => {
  fc.assert(
    fc.property(pages, pages, (one, other) => {
      const first = JSON.stringify(compareTrees(one, other, nothingAsked))

      expect(JSON.stringify(compareTrees(structuredClone(one), structuredClone(other), nothingAsked))).toBe(first)
    }),
    runs,
  )
})

function withStyle(tree: RenderedTree, at: number, property: StyleName, value: string): RenderedTree {
  const place = styleNames.indexOf(property)
  const own = tree.styles[tree.nodes[at]?.style ?? 0] ?? []
  const styles = [...tree.styles, own.map((was, nth) => (nth === place ? value : was))]
  const nodes = tree.nodes.map((node, index) => (index === at ? { ...node, style: styles.length - 1 } : node))
  return { ...tree, nodes, styles }
}

function boxOf(tree: RenderedTree, at: number) {
  const [x = 0, y = 0, width = 0, height = 0] = tree.nodes[at]?.box ?? []
  return { x, y, width, height }
}
