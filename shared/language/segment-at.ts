/** Which segment a place of a text is in, and what of a range is in it. Pure. */
import type { Range, ReadText, TextSegment } from '#shared/language/text'

/** By halving; undefined in a text without segments. */
export function segmentAt({ segments }: Pick<ReadText, 'segments'>, place: number): TextSegment | undefined {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((segments[middle]?.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return segments[low]
}

/** Whether a range is in one segment. */
export const isInOneSegment = (text: Pick<ReadText, 'segments'>, { start, end }: Range): boolean =>
  end <= (segmentAt(text, start)?.end ?? end)
