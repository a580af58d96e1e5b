/** Tables that are drawn with boxes: columns and rows for who sees them alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, parentOf, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const tableByLooks: StaticCheck = {
  rule: 'table-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a <table> with header cells, or give the boxes the roles table, row, columnheader and cell.',
  find: (elements) => {
    const told: Element[] = []
    return elements.flatMap((box): Hit[] => {
      if (!(box.localName.includes('-') || box.matches(boxes)) || told.some((each) => each.contains(box))) return []
      const rows = rowsOf(box)
      const [head, first] = rows
      if (!head || !first || rows.length <= fewestRows || head.length < 2) return []
      if (closest(box, otherwise) || box.querySelector('input, select, textarea, table, h1, h2, h3, img')) return []
      const texts = rows.map((row) => row.map((cell) => spokenText(cell, longestCell + 1)))
      if (!texts.every(isFilled) || texts.flat().some((text) => text.length > longestCell)) return []
      const isTitled =
        head.every((cell, at) => isSetOff(cell, first[0]) || isHeavier(cell, first.at(-1), texts[0]?.[at])) ||
        isCalledHead(head)
      if (!(isTitled || hasFigures(texts)) || areLinks(rows.slice(1)) || !isExposed(box) || !isSeen(box)) return []
      told.push(box)
      return [
        {
          element: box,
          tier: isTitled ? 'practice' : 'warning',
          confidence: 'medium',
          message: `These boxes form ${head.length} columns and ${rows.length} rows, which only who sees them can tell.`,
        },
      ]
    })
  },
}

const boxes = 'div, section, article, ul, ol, dl'

/** A corner, or a cell for which there is nothing to say, may be empty. */
const isFilled = (row: readonly string[]) => row.filter((text) => text === '').length <= (row.length > 2 ? 1 : 0)

/** Links in columns are lists beside one another. */
const areLinks = (rows: readonly Element[][]) =>
  rows
    .flat()
    .every(
      (cell) => cell.matches('a[href]') || (cell.children.length === 1 && cell.firstElementChild?.matches('a[href]')),
    )

const isHeavier = (cell: Element, other: Element | undefined, text = '') =>
  text === '' || (other !== undefined && weightOf(cell) > weightOf(other))

const weightOf = (cell: Element): number => {
  const only = cell.children.length === 1 ? cell.firstElementChild : null
  return Math.max(...[cell, only].map((each) => (each ? Number(getComputedStyle(each).fontWeight) : 0)))
}

/** Whoever wrote it called it so. */
const isCalledHead = (head: readonly Element[]) =>
  head.every((cell) => calledCell.test(cell.className)) ||
  (head[0] !== undefined &&
    [parentOf(head[0]), parentOf(parentOf(head[0]) ?? head[0])].some((row) => row && calledRow.test(row.className)))
const calledCell =
  /(?:^|[\s_-])(?:th|thead|head(?:er)?[-_]?cell|column-?header|col-?head(?:er)?)(?:$|[\s_-])|table[-_]{1,2}h(?:ead(?:er)?)?(?:$|[\s_-])/i
const calledRow =
  /(?:^|[\s_-])(?:thead|table-?head(?:er)?|header-?row|head-?row|row-?header|tr-?head|grid-?header)(?:$|[\s_-])/i

/** A role that says what the boxes are, or that they are something else; landmarks and tab panels say nothing of them. */
const otherwise =
  '[role]:not([role="main"], [role="region"], [role="article"], [role="tabpanel"], [role="group"], [role="dialog"], [role="document"], [role="generic"]), table, form, nav'
const fewestRows = 2
const longestCell = 60
const longestGrid = 200

/** By the style that boxes are set out with. */
function rowsOf(box: Element): Element[][] {
  const { children } = box
  if (children.length < 2 || children.length > longestGrid) return []
  const style = getComputedStyle(box)
  if (/^(?:inline-)?grid$/.test(style.display)) {
    const columns = style.gridTemplateColumns.split(' ').length
    const isSetOut = columns >= 2 && children.length % columns === 0 && children.length > columns * fewestRows
    if (!isSetOut) return linesOf([...children]) ?? []
    return Array.from({ length: children.length / columns }, (_, at) =>
      [...children].slice(at * columns, (at + 1) * columns),
    )
  }
  return (
    linesOf([...children]) ??
    linesOf([...children].flatMap((child) => (isGroup(child) ? [...child.children] : [child]))) ??
    []
  )
}

/** Lines that stand together, as the head and the body of a table do. */
const isGroup = (child: Element) =>
  child.children.length > 0 && [...child.children].every((line) => line.children.length >= 2)

function linesOf(lines: readonly Element[]): Element[][] | null {
  const [head] = lines
  if (!head || lines.length <= fewestRows || lines.length > longestGrid) return null
  if (lines.some((line) => line.children.length !== head.children.length || line.children.length < 2)) return null
  const isTable = lines.every((line) => getComputedStyle(line).display === 'table-row')
  const isList = lines.every((line) => line.matches('li'))
  const isAligned =
    !isTable &&
    !lines.some((line) => line.matches('dt, dd, p')) &&
    (!isList || isCalledHead([...head.children]) || isHeadOf(head, lines[1])) &&
    areAligned(lines)
  return isTable || isAligned ? lines.map((line) => [...line.children]) : null
}

/** Among the entries of a list, one that is a head to the others. */
const isHeadOf = (head: Element, next: Element | undefined) =>
  [...head.children].every((cell, at) => isHeavier(cell, next?.children[at], spokenText(cell, longestCell)))

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
