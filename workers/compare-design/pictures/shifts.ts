/** Tells by how much the parts of a page moved up or down, and what was put in or taken out where they begin to. Pure. */
import type { Beside } from '#workers/compare-design/pictures/kept'
import { areBytesEqual, type Raster, rowOf } from '#workers/compare-design/pictures/pixels'

/** Rows of a picture, the last outside. */
export type Band = { top: number; bottom: number }

export type Shift = {
  /** The later picture's row from which on everything stands lower (or higher) than before. */
  top: number
  /** The earlier picture's row that stands there now. */
  beforeTop: number
  /** By how much more than what stands above it: down is positive. In pixels. */
  by: number
  /** Rows that are new there, and hold something that the rows around them do not. */
  added: Band | null
  /** Rows of the earlier picture that are gone there, likewise. */
  removed: Band | null
}

export type Shifts = {
  list: Shift[]
  /** The furthest that any row moved, in pixels. */
  furthest: number
  /** Rows that moved and are the same otherwise. */
  movedRows: number
}

export function shiftsOf({ before, after, match }: Beside): Shifts {
  const list: Shift[] = []
  let furthest = 0
  let movedRows = 0
  let [afterTop, beforeTop, offset] = [0, 0, 0]
  for (let y = 0; y <= match.length; y += 1) {
    const isEnd = y === match.length
    const pair = isEnd ? before.height : (match[y] ?? -1)
    if (pair < 0) continue
    const moved = y - pair
    if (!isEnd && moved !== 0) {
      movedRows += 1
      furthest = Math.max(furthest, Math.abs(moved))
    }
    if (moved !== offset && !(isEnd && isCut(before, after, offset))) {
      const common = Math.min(y - afterTop, pair - beforeTop)
      list.push({
        top: afterTop + common,
        beforeTop: beforeTop + common,
        by: moved - offset,
        added: telling(after, { top: afterTop + common, bottom: y }),
        removed: telling(before, { top: beforeTop + common, bottom: pair }),
      })
      offset = moved
    }
    ;[afterTop, beforeTop] = [y + 1, pair + 1]
  }
  return { list: before.height === after.height ? withoutReturn(list) : list, furthest, movedRows }
}

/** In a window of one height what moved uses up empty ground further on, and what stands below that is where it was: no move of its own. */
function withoutReturn(list: Shift[]): Shift[] {
  const last = list.at(-1)
  const isBack = list.length > 1 && list.reduce((sum, { by }) => sum + by, 0) === 0
  return last && isBack && !last.added && !last.removed ? list.slice(0, -1) : list
}

/** Pictures of one height show a window: what moved out of it, or into it, at its lower edge says nothing. */
const isCut = (before: Raster, after: Raster, offset: number) => before.height === after.height && offset !== 0

/** The band, if it holds a row that is none of those right above and below it: more than the same ground, drawn further. */
function telling(raster: Raster, band: Band): Band | null {
  const around = [band.top - 1, band.bottom].filter((y) => y >= 0 && y < raster.height).map((y) => rowOf(raster, y))
  for (let y = band.top; y < band.bottom; y += 1) {
    const row = rowOf(raster, y)
    if (!around.some((other) => areBytesEqual(row, other))) return band
  }
  return null
}
