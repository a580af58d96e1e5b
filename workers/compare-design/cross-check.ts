/**
 * Holds what the pictures of two visits show to what their trees say, and the other way round: what the one sees and the other
 * cannot is told, what both see is told once. Pure.
 */
import type { DesignFinding } from '#db/documents/design-report'
import type { ArtifactNote } from '#db/documents/page-artifact'
import { type RenderedNode, type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { elementAt } from '#workers/compare-design/trees/element-at'
import { selectorOf } from '#workers/compare-design/trees/selector'

export type CrossChecked = {
  /** What the trees do not know of. */
  findings: DesignFinding[]
  notes: ArtifactNote[]
}

export type ToCrossCheck = {
  trees: { before: RenderedTree; after: RenderedTree }
  /** What the trees came to. */
  said: readonly DesignFinding[]
  /** What the pictures came to, by regions; none of pictures that are the same. */
  seen: readonly DesignFinding[]
  fonts: { before: readonly string[]; after: readonly string[] }
}

export function crossCheck({ trees, said, seen, fonts }: ToCrossCheck): CrossChecked {
  // Of pages of two sizes no pixel has its place in the other; the trees say why.
  if (seen.some(({ type }) => type === 'size-change')) return { findings: [], notes: [] }
  const areas = seen.filter(({ type }) => type === 'visual-change')
  const other = otherFonts(said, areas, fonts)
  const findings = other ? [other] : []
  const unexplained: DesignFinding[] = []
  for (const area of areas) {
    const drawn = drawnAt(trees, area.box)
    if (drawn) {
      if (!isExplainedOf(drawn, said)) findings.push(ofDrawn(drawn, area))
    } else if (!other && !said.some(({ box }) => areOver(box, area.box))) unexplained.push(area)
  }
  // Where styles moved something, what stands beside it looks different too, and that is no finding of its own.
  if (said.length === 0) findings.push(...unexplained)
  return { findings: ofOneElementEach(findings), notes: notesOf(said, seen, said.length === 0 ? [] : unexplained) }
}

/** The page is set in other fonts, and no style says so. */
function otherFonts(
  said: readonly DesignFinding[],
  areas: readonly DesignFinding[],
  { before, after }: ToCrossCheck['fonts'],
): DesignFinding | null {
  const gone = before.filter((each) => !after.includes(each))
  const come = after.filter((each) => !before.includes(each))
  if (gone.length === 0 || come.length === 0 || areas.length === 0) return null
  if (said.some(({ property, type }) => /^font/.test(property ?? '') || /^(?:text-|element-)/.test(type))) return null
  return {
    severity: 'serious',
    type: 'font-not-used',
    element: ':root',
    violation: `Texts are set in ${come.join(', ')} instead of ${gone.join(', ')}, while their styles ask for what they asked for before.`,
    recommendation: 'See whether the font’s file is still served, and may be loaded by this page.',
    property: null,
    before: gone.join(', '),
    after: come.join(', '),
    token: null,
    elements: 1,
    box: null,
    source: 'picture',
  }
}

/** What shows something that no style and no markup says. */
const drawnByOthers = /^(?:img|canvas|video|iframe|object|embed|image|svg)$/

type Drawn = { selector: string; node: RenderedNode; box: Box; isStyled: boolean }

/** The element at that place which shows a file or a drawing, and has stood there before, as large and by the same address. */
function drawnAt({ before, after }: ToCrossCheck['trees'], box: Box | null): Drawn | null {
  const at = box && elementAt(after, box)
  if (at === null) return null
  const node = after.nodes[at]
  const place = boxOf(node)
  if (!node || !place || !isDrawn(after, node)) return null
  const was = before.nodes.findIndex((each) => {
    const box = boxOf(each)
    return box !== null && each.name === node.name && isAsLarge(box, place) && isAlike(each, node)
  })
  if (was < 0) return null
  return { selector: selectorOf(after, at), node, box: place, isStyled: isStyledAnew(before, was, after, at) }
}

/** Whether a style of its own is another one, or one of what it stands in that shows through. */
function isStyledAnew(before: RenderedTree, was: number, after: RenderedTree, at: number): boolean {
  let [one, other] = [was, at]
  for (let isItself = true; one >= 0 && other >= 0; isItself = false) {
    const [from, to] = [before.nodes[one], after.nodes[other]]
    if (!from || !to || from.name !== to.name) return true
    const names = isItself ? styleNames : styleNames.filter((name) => showsThrough.test(name))
    if (names.some((name) => valueOfStyle(before, from, name) !== valueOfStyle(after, to, name))) return true
    ;[one, other] = [from.parent, to.parent]
  }
  return one >= 0 || other >= 0
}

const valueOfStyle = ({ styles }: RenderedTree, { style }: RenderedNode, name: StyleName) =>
  (style === undefined ? undefined : styles[style])?.[styleNames.indexOf(name)]

const boxOf = (node: RenderedNode | undefined): Box | null => {
  const [x, y, width, height] = node?.box ?? []
  return x === undefined || y === undefined || !width || !height ? null : { x, y, width, height }
}

const isDrawn = (tree: RenderedTree, node: RenderedNode) =>
  drawnByOthers.test(node.name) || /\burl\(/.test(valueOfStyle(tree, node, 'background-image') ?? '')

const isAsLarge = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < 0.5 &&
  Math.abs(one.width - other.width) < 0.5 &&
  Math.abs(one.height - other.height) < 0.5

const isAlike = ({ attributes: one = [] }: RenderedNode, { attributes: other = [] }: RenderedNode) =>
  ['src', 'srcset', 'data', 'href', 'id'].every((name) => attributeOf(one, name) === attributeOf(other, name))

const attributeOf = (attributes: NonNullable<RenderedNode['attributes']>, name: string) =>
  attributes.find(([each]) => each === name)?.[1]

/** Styles that change how whatever is in an element looks. */
const showsThrough =
  /^(?:opacity|filter|transform|visibility|display|mix-blend-mode|clip-path|z-index|position|overflow)/

const isExplainedOf = ({ selector, box, isStyled }: Drawn, said: readonly DesignFinding[]): boolean =>
  isStyled ||
  said.some(
    (each) =>
      each.element === selector ||
      (areOver(each.box, box) &&
        (showsThrough.test(each.property ?? '') || (each.box !== null && areaOf(each.box) <= 4 * areaOf(box)))),
  )

const areaOf = ({ width, height }: Box) => width * height

const areOver = (one: Box | null, other: Box | null): boolean =>
  one !== null &&
  other !== null &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

function ofDrawn({ selector, node, box }: Drawn, { severity }: DesignFinding): DesignFinding {
  const attributes = node.attributes ?? []
  const said = attributeOf(attributes, 'alt') || attributeOf(attributes, 'aria-label') || ''
  const address = attributeOf(attributes, 'src') ?? ''
  const name = `${node.name}${said === '' ? '' : ` “${said.slice(0, 60)}”`}`
  const place = address === '' || address.startsWith('data:') ? '' : ` (${address.slice(0, 200)})`
  return {
    severity,
    type: 'picture-change',
    element: selector,
    violation: `What ${name} shows is another picture, while its markup, its address${place} and its styles are as they were.`,
    recommendation:
      'See whether another file is served, or another drawing made. If that is meant, approve it; if it is another one each time, ignore this element.',
    property: null,
    before: null,
    after: null,
    token: null,
    elements: 1,
    box,
    source: 'picture',
  }
}

/** Several areas of one picture are one finding. */
const ofOneElementEach = (findings: readonly DesignFinding[]): DesignFinding[] => [
  ...new Map(findings.map((each) => [`${each.type} ${each.element}`, each])).values(),
]

const namedAtMost = 5

function notesOf(
  said: readonly DesignFinding[],
  seen: readonly DesignFinding[],
  unexplained: readonly DesignFinding[],
): ArtifactNote[] {
  const notes: ArtifactNote[] = []
  const placed = said.filter(({ box }) => box !== null)
  // What moved shows in rows that a picture's areas leave out.
  const hasMoved = seen.some(({ type }) => type === 'layout-shift')
  const unseen = hasMoved ? [] : placed.filter(({ box }) => !seen.some((each) => areOver(each.box, box)))
  if (placed.length > 0 && !hasMoved)
    notes.push({
      code: 'seen-in-picture',
      message:
        unseen.length === 0
          ? `The picture shows each of ${placed.length} differences that the tree has a place for.`
          : `The picture shows ${placed.length - unseen.length} of ${placed.length} differences that the tree has a place for; not ${namesOf(unseen)}.`,
    })
  // A difference of many elements has the place of the first alone.
  if (unexplained.length > 0 && said.every(({ elements }) => elements === 1))
    notes.push({
      code: 'picture-alone',
      message: `In ${unexplained.length} more places the picture differs where the tree says nothing: ${namesOf(unexplained)}.`,
    })
  return notes
}

const namesOf = (findings: readonly DesignFinding[]): string => {
  const names = [...new Set(findings.map(({ element }) => element))]
  const more = names.length - namedAtMost
  return `${names.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
