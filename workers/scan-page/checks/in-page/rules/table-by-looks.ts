/** Tables that are drawn with boxes: columns and rows for who sees them alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const tableByLooks: StaticCheck = {
  rule: 'table-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a <table> with header cells, or give the boxes the roles table, row, columnheader and cell.',
  find: (elements) =>
    pick(elements, 'div, section, ul, dl').flatMap((box): Hit[] => {
      const rows = rowsOf(box)
      const [head, ...rest] = rows
      if (!head || rest.length < fewestRows || head.length < 2 || rest.some((row) => row.length !== head.length))
        return []
      if (closest(box, otherwise) || box.querySelector('input, select, textarea, table, h1, h2, h3, img')) return []
      const texts = rows.map((row) => row.map((cell) => spokenText(cell, longestCell + 1)))
      if (texts.flat().some((text) => text === '' || text.length > longestCell)) return []
      const isTitled = head.every((cell) => isSetOff(cell, rest[0]?.[0]))
      if (!(isTitled || hasFigures(texts)) || !isExposed(box) || !isSeen(box)) return []
      return [
        {
          element: box,
          tier: isTitled ? 'practice' : 'warning',
          confidence: 'medium',
          message: `These boxes form ${head.length} columns and ${rows.length} rows, which only who sees them can tell.`,
        },
      ]
    }),
}

/** A role that says what the boxes are, or that they are something else; landmarks and tab panels say nothing of them. */
const otherwise =
  '[role]:not([role="main"], [role="region"], [role="article"], [role="tabpanel"], [role="group"], [role="dialog"], [role="document"], [role="generic"]), table, form, nav'
const fewestRows = 2
const longestCell = 60
const longestGrid = 200

/** By the style that boxes are set out with. */
function rowsOf(box: Element): Element[][] {
  const { children } = box
  if (children.length < fewestRows + 1 || children.length > longestGrid) return []
  const style = getComputedStyle(box)
  if (/^(?:inline-)?grid$/.test(style.display)) {
    const columns = style.gridTemplateColumns.split(' ').length
    if (columns < 2 || children.length % columns !== 0) return []
    return Array.from({ length: children.length / columns }, (_, at) =>
      [...children].slice(at * columns, (at + 1) * columns),
    )
  }
  const lines = [...children]
  const isTable = lines.every((line) => getComputedStyle(line).display === 'table-row')
  const isAligned =
    !isTable && lines.every((line) => line.children.length >= 2 && !line.matches('li, dt, dd, p')) && areAligned(lines)
  return isTable || isAligned ? lines.map((line) => [...line.children]) : []
}

/** Each line's parts begin where those of the first do. */
function areAligned([first, ...others]: readonly Element[]): boolean {
  if (!first) return false
  const starts = (line: Element) => [...line.children].map((part) => Math.round(part.getBoundingClientRect().left))
  const wanted = starts(first)
  // Side by side, by whatever style: boxes one below the other begin at one place.
  if (wanted.some((left, at) => at > 0 && left <= (wanted[at - 1] ?? 0))) return false
  return others.every((line) => {
    const own = starts(line)
    return own.length === wanted.length && own.every((left, at) => Math.abs(left - (wanted[at] ?? 0)) <= 1)
  })
}

function isSetOff(cell: Element, other: Element | undefined): boolean {
  if (!other) return false
  const [a, b] = [getComputedStyle(cell), getComputedStyle(other)]
  return Number(a.fontWeight) >= 600 && Number(b.fontWeight) < 600
}

/** A column of nothing but figures under a word. */
const hasFigures = ([head = [], ...rows]: readonly string[][]) =>
  head.some((title, at) => !/\d/.test(title) && rows.every((row) => /^[\d.,\s%€$£+-]+$/.test(row[at] ?? '')))
