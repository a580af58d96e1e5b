/** When something is that a calendar may say without an offset: as it is read in a time zone. Pure. */

const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/
const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/**
 * @param text ISO 8601 with an offset; or a wall time or a day without one, which is meant in the zone
 * @param timezone IANA
 * @returns ms since 1970; NaN where the text is no time
 */
export function instantOf(text: string, timezone: string): number {
  if (hasOffset.test(text) && !dateOnly.test(text)) return Date.parse(text)
  const wall = Date.parse(dateOnly.test(text) ? `${text}T00:00:00Z` : `${text}Z`)
  if (Number.isNaN(wall)) return wall
  // Twice: the first guess may lie on the other side of a change of clocks.
  const guess = wall - offsetAt(wall, timezone)
  return wall - offsetAt(guess, timezone)
}

/** How far the zone is ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, timezone: string): number {
  if (timezone === 'UTC') return 0
  const parts: Record<string, string> = {}
  for (const { type, value } of clockOf(timezone).formatToParts(instant)) parts[type] = value
  const wall = Date.parse(
    `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`,
  )
  return wall - Math.floor(instant / 1000) * 1000
}

/** Making one takes longer than asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const mostClocks = 100
function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(timezone, made)
  return made
}
