/** What people see of a text: its letters side by side again where characters without width take them apart. Pure, linear. */
import type { Range, ReadText } from '#shared/language/text'

/** @returns the text without them, and where in the content a part of that stands. */
export function seenOf({ plain, hidden }: Pick<ReadText, 'plain' | 'hidden'>): {
  seen: string
  rangeOf: (part: Range) => Range
} {
  const gone = hidden.filter(({ how }) => how === 'characters')
  if (gone.length === 0) return { seen: plain, rangeOf: ({ start, end }) => ({ start, end }) }
  const parts: string[] = []
  const places = new Int32Array(plain.length)
  let [from, length] = [0, 0]
  const keep = (to: number) => {
    for (let at = from; at < to; at += 1) places[length++] = at
    if (to > from) parts.push(plain.slice(from, to))
  }
  for (const { start, end } of gone) {
    keep(start)
    from = Math.max(from, end)
  }
  keep(plain.length)
  // A part ends where its last letter does.
  const rangeOf = ({ start, end }: Range) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 })
  return { seen: parts.join(''), rangeOf }
}
