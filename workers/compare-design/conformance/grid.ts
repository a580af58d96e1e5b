/** Holds the left edges of a page's parts against the columns that its policy names. Pure. */
import type { DesignPolicy } from '#db/documents/design-policy'
import type { Departure } from '#workers/compare-design/conformance/departure'
import { nodeAt, type Page, seenElements, styleAt } from '#workers/compare-design/conformance/page'

export function checkGrid(page: Page, grid: NonNullable<DesignPolicy['grid']>): Departure[] {
  const { width } = page.tree.viewport
  const { columns, gutter, margin } = grid
  const column = (width - 2 * margin - (columns - 1) * gutter) / columns
  if (column <= 0) return []
  const starts = Array.from({ length: columns }, (_, index) => margin + index * (column + gutter))
  return seenElements(page).flatMap((index) => {
    const box = nodeAt(page, index)?.box
    if (!box || box[2] < column - 1 || !isPart(page, index, width - 2 * margin)) return []
    const left = box[0]
    const nearest = starts.reduce((best, start) => (Math.abs(start - left) < Math.abs(best - left) ? start : best))
    if (Math.abs(nearest - left) <= 1 || Math.abs(left) <= 1) return []
    const departure: Departure = {
      type: 'layout-off-grid',
      severity: 'minor',
      element: index,
      property: null,
      value: `${Number(left.toFixed(1))}px`,
      violation: `The left edge is at ${Number(left.toFixed(1))}px; the nearest of ${columns} columns begins at ${Number(nearest.toFixed(1))}px.`,
      recommendation: `Move it by ${Number((nearest - left).toFixed(1))}px, onto the column.`,
      token: null,
    }
    return [departure]
  })
}

/** What stands side by side in the page itself; what is inside of a card has the card's own order. */
function isPart(page: Page, index: number, content: number): boolean {
  const parent = page.heirOf[index] ?? -1
  if (
    !/flex|grid/.test(styleAt(page, parent, 'display')) ||
    ['absolute', 'fixed'].includes(styleAt(page, index, 'position'))
  )
    return false
  for (let outer = parent; outer >= 0; outer = page.heirOf[outer] ?? -1) {
    const box = nodeAt(page, outer)?.box
    if (box && box[2] < content - 1) return false
  }
  return true
}
