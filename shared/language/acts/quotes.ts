/** Which words of a text stand in quotation marks. */
import type { ReadText } from '#shared/language/text'

/** Shorter ones are names and doubts, nobody's words. */
const fewestWords = 3

/**
 * For each token 1 where it stands in quotation marks or is the mark that opens them, else 0.
 * Marks pair within a segment; one without a partner quotes nothing.
 */
export function quotedTokensOf(text: ReadText): Uint8Array {
  const quoted = new Uint8Array(text.tokens.length)
  let open = -1
  let segment = -1
  for (const sentence of text.sentences) {
    if (sentence.segment !== segment) open = -1
    segment = sentence.segment
    for (let at = sentence.tokens.from; at < sentence.tokens.to; at += 1) {
      const token = text.tokens[at]
      if (token === undefined) break
      const mark = markAt(text.plain, token.start, token.end)
      if (mark === 0) continue
      if (mark === opening || (mark === straight && open < 0)) open = at
      else if (open >= 0) {
        if (at - open - 1 >= fewestWords) quoted.fill(1, open, at)
        open = -1
      }
    }
  }
  return quoted
}

const straight = 1
const opening = 2
const closing = 3

function markAt(plain: string, start: number, end: number): number {
  if (end - start > 2) return 0
  switch (plain.charCodeAt(start)) {
    case 0x22:
      return straight
    case 0x201c:
    case 0xab:
    case 0x201e:
      return opening
    case 0x201d:
    case 0xbb:
      return closing
    default:
      return 0
  }
}
