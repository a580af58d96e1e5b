/** What pictures and trees of the same two visits say of one another. */
import { expect, test } from 'bun:test'
import type { DesignFinding } from '#db/documents/design-report'
import { type Sketch, type Special, treeOf } from '#test/workers/compare-design/trees/makers'
import { crossCheck, type ToCrossCheck } from '#workers/compare-design/cross-check'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'

const pageWith = ({ photo = {}, words = {} }: { photo?: Special; words?: Special } = {}) =>
  treeOf([
    'html',
    {},
    [
      'body',
      {},
      ['h1', { id: 'title', ...words }, 'Harbour'],
      ['img', { id: 'photo', src: '/harbour.jpg', box: [40, 100, 320, 200], ...photo }],
      ['p', { id: 'text', box: [40, 320, 600, 24] }, 'Boats leave at nine.'],
    ],
  ])

const area = (x: number, y: number, width: number, height: number): DesignFinding => ({
  severity: 'moderate',
  type: 'visual-change',
  element: `region(${x},${y},${width},${height})`,
  violation: 'looks different',
  recommendation: 'approve it',
  property: null,
  before: null,
  after: null,
  token: null,
  elements: 1,
  box: { x, y, width, height },
  source: 'picture',
})

const plain = pageWith()
const checked = (after: typeof plain, odd: Partial<ToCrossCheck> = {}) =>
  crossCheck({
    trees: { before: plain, after },
    said: compareTrees(plain, after, { ignored: [], maxShift: 0, tokens: null }).findings,
    seen: [],
    fonts: { before: [], after: [] },
    ...odd,
  })
const namesIn = ({ findings }: ReturnType<typeof crossCheck>) =>
  findings.map(({ type, element }) => `${type} ${element}`)

test('another file under the address of a picture is told of its element, once, however many areas of it differ', () => {
  const result = checked(pageWith(), { seen: [area(60, 120, 80, 60), area(200, 200, 100, 60)] })

  expect(namesIn(result)).toEqual(['picture-change #photo'])
  expect(result.findings[0]?.violation).toContain('/harbour.jpg')
  expect(result.notes).toEqual([])
})

test('a picture whose address changed, or that something was laid through, is told by the tree alone', () => {
  const seen = [area(60, 120, 200, 150)]

  expect(namesIn(checked(pageWith({ photo: { src: '/pier.jpg' } }), { seen }))).toEqual([])
  expect(namesIn(checked(pageWith({ photo: { style: { opacity: '0.5' } } }), { seen }))).toEqual([])
})

test('of many pictures that one rule made paler none is told again', () => {
  const many = (opacity: string) =>
    treeOf([
      'html',
      {},
      [
        'body',
        {},
        ...[100, 300, 500].map((y): Sketch => ['img', { id: `p${y}`, style: { opacity }, box: [40, y, 320, 150] }]),
      ],
    ])
  const trees = { before: many('1'), after: many('0.6') }
  const said = compareTrees(trees.before, trees.after, { ignored: [], maxShift: 0, tokens: null }).findings

  const { findings } = crossCheck({
    trees,
    said,
    seen: [100, 300, 500].map((y) => area(50, y + 10, 200, 100)),
    fonts: { before: [], after: [] },
  })

  expect(said.map(({ elements }) => elements)).toEqual([3])
  expect(findings).toEqual([])
})

test('a style elsewhere does not hide that a picture’s file is another one', () => {
  const after = pageWith({ words: { style: { color: 'rgb(200, 0, 0)' } } })

  const result = checked(after, { seen: [area(0, 0, 60, 24), area(60, 120, 200, 150)] })

  expect(namesIn(result)).toEqual(['picture-change #photo'])
})

test('where the trees are the same, whatever the pictures show is an issue; where they differ, what lies beside is a note', () => {
  const beside = area(40, 320, 100, 20)

  const alone = checked(pageWith(), { seen: [beside] })
  const withOther = checked(pageWith({ words: { style: { color: 'rgb(200, 0, 0)' } } }), {
    seen: [area(0, 0, 60, 24), beside],
  })

  expect(namesIn(alone)).toEqual(['visual-change region(40,320,100,20)'])
  expect(namesIn(withOther)).toEqual([])
  expect(withOther.notes.map(({ code }) => code)).toEqual(['seen-in-picture', 'picture-alone'])
  expect(withOther.notes[1]?.message).toContain('region(40,320,100,20)')
})

test('a difference of the trees that no pixel shows is named; where all show, that is said', () => {
  const after = pageWith({ words: { style: { color: 'rgb(200, 0, 0)' } } })

  const unseen = checked(after)
  const seen = checked(after, { seen: [area(0, 0, 60, 24)] })

  expect(unseen.notes[0]?.message).toBe(
    'The picture shows 0 of 1 differences that the tree has a place for; not #title.',
  )
  expect(seen.notes[0]?.message).toBe('The picture shows each of 1 differences that the tree has a place for.')
})

test('another font with the same styles is one finding of the page, and none where nothing looks different', () => {
  const fonts = { before: ['Inter'], after: ['DejaVu Sans'] }

  const result = checked(pageWith(), { seen: [area(0, 0, 60, 24), area(40, 320, 200, 20)], fonts })

  expect(namesIn(result)).toEqual(['font-not-used :root'])
  expect(result.findings[0]).toMatchObject({ before: 'Inter', after: 'DejaVu Sans', severity: 'serious' })
  expect(namesIn(checked(pageWith(), { fonts }))).toEqual([])
})

test('pictures of two sizes say nothing of the trees', () => {
  const size: DesignFinding = { ...area(0, 0, 1280, 900), type: 'size-change' }

  expect(checked(pageWith(), { seen: [size] })).toEqual({ findings: [], notes: [] })
})
