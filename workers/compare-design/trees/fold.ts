/** Folds longhands into the shorthand that a person would have changed. Pure. */
import type { Part } from '#workers/compare-design/trees/parts'
import type { StyleChange } from '#workers/compare-design/trees/style-changes'
import { placeOf, shownValue } from '#workers/compare-design/trees/values'

const sides = ['top', 'right', 'bottom', 'left'] as const
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** Two sides or more that changed are one change of the whole; one alone is named as it is. */
export function foldChanges(before: Part, after: Part, changes: readonly StyleChange[]): StyleChange[] {
  const left = new Map(changes.map((change) => [change.property, change]))
  const folded: StyleChange[] = []
  const raw = (part: Part, name: string) => shownValue(name, part.rawStyles?.[placeOf.get(name) ?? -1] ?? '')
  const fold = (property: string, names: readonly string[], read: (part: Part) => string) => {
    const first = names.find((name) => left.has(name))
    if (first === undefined) return
    for (const name of names) left.delete(name)
    folded.push({ property, before: read(before), after: read(after) })
  }
  const count = (names: readonly string[]) => names.filter((name) => left.has(name)).length

  for (const box of ['padding', 'margin']) {
    const names = sides.map((side) => `${box}-${side}`)
    if (count(names) > 1) fold(box, names, (part) => shortest(names.map((name) => raw(part, name))))
  }
  const radii = corners.map((corner) => `border-${corner}-radius`)
  if (count(radii) > 1) fold('border-radius', radii, (part) => shortest(radii.map((name) => raw(part, name))))
  foldBorders(left, fold, raw)
  const outline = ['outline-width', 'outline-style', 'outline-color']
  if (count(outline) > 1) fold('outline', outline, (part) => lineOf(outline.map((name) => raw(part, name))))
  const gaps = ['row-gap', 'column-gap']
  if (count(gaps) > 1) fold('gap', gaps, (part) => shortest(gaps.map((name) => raw(part, name))))
  const overflow = ['overflow-x', 'overflow-y']
  if (count(overflow) > 1) fold('overflow', overflow, (part) => shortest(overflow.map((name) => raw(part, name))))
  return [...folded, ...left.values()]
}

type Fold = (property: string, names: readonly string[], read: (part: Part) => string) => void

/** Width, style and colour of a side are one line; a line on every side is one border. */
function foldBorders(
  left: ReadonlyMap<string, StyleChange>,
  fold: Fold,
  raw: (part: Part, name: string) => string,
): void {
  const looks = ['width', 'style', 'color'] as const
  const changedSides = sides.filter((side) => looks.some((look) => left.has(`border-${side}-${look}`)))
  const changedLooks = looks.filter((look) => changedSides.some((side) => left.has(`border-${side}-${look}`)))
  const [side] = changedSides
  const [look] = changedLooks
  if (side === undefined || look === undefined) return
  const names = changedSides.flatMap((each) => looks.map((one) => `border-${each}-${one}`))
  const lineAt = (part: Part, each: string) => lineOf(looks.map((one) => raw(part, `border-${each}-${one}`)))
  if (changedSides.length === 1) {
    if (changedLooks.length > 1) fold(`border-${side}`, names, (part) => lineAt(part, side))
    return
  }
  if (changedLooks.length === 1) {
    fold(`border-${look}`, names, (part) => shortest(sides.map((each) => raw(part, `border-${each}-${look}`))))
    return
  }
  fold('border', names, (part) => [...new Set(changedSides.map((each) => lineAt(part, each)))].join(', '))
}

const lineOf = ([width = '', style = '', color = '']: readonly string[]) =>
  style === 'none' ? 'none' : [width, style, color].join(' ').trim()

/** As few of the four values, or of the two, as say it. */
function shortest(values: readonly string[]): string {
  const [top, right, bottom, left] = values
  if (values.length === 2) return top === right ? `${top}` : `${top} ${right}`
  if (right !== left) return values.join(' ')
  if (top !== bottom) return [top, right, bottom].join(' ')
  return top === right ? `${top}` : `${top} ${right}`
}
