/** Says how alike two parts of one name are: by their words, what they are made of, how they look. Pure. */
import { isLasting } from '#shared/kernel/lasting-name'
import { isElement, type Numbering, type Part } from '#workers/compare-design/trees/parts'

/** Of one part no more are read: enough to know it by, and the same for a card and for a whole page. */
const wordsRead = 64

const keys = ['id', 'data-testid', 'data-test', 'data-cy', 'name', 'for']

export type Likeness = {
  /** 0 to 1. */
  of: (before: Part, after: Part) => number
  /** 0 to 1, of their words alone; null where neither has any. */
  ofWords: (before: Part, after: Part) => number | null
}

export function newLikeness(numbering: Numbering): Likeness {
  const known = new Map<Part, ReadonlySet<number>>()

  function wordsOf(part: Part): ReadonlySet<number> {
    const found = known.get(part)
    if (found) return found
    const words = new Set<number>()
    const waiting = [part]
    for (let next = waiting.pop(); next && words.size < wordsRead; next = waiting.pop()) {
      if (next.text !== '')
        for (const word of next.text.slice(0, 1000).split(' '))
          words.add(numbering.numberOf(`word ${word.toLowerCase()}`))
      for (const [name, value] of next.shown) words.add(numbering.numberOf(`word ${name}=${value}`))
      for (let at = Math.min(next.children.length, wordsRead) - 1; at >= 0; at--) {
        const child = next.children[at]
        if (child) waiting.push(child)
      }
    }
    known.set(part, words)
    return words
  }

  function ofWords(before: Part, after: Part): number | null {
    const ones = wordsOf(before)
    const others = wordsOf(after)
    if (ones.size + others.size === 0) return null
    let common = 0
    for (const word of ones) if (others.has(word)) common++
    return (2 * common) / (ones.size + others.size)
  }

  return {
    ofWords,
    of(before, after) {
      const words = ofWords(before, after)
      const made =
        before.shape === after.shape ? 1 : (0.6 * Math.min(before.size, after.size)) / Math.max(before.size, after.size)
      const look = lookOf(before, after)
      const key = keyOf(before, after)
      const likeness = words === null ? 0.5 * made + 0.5 * look : 0.5 * words + 0.25 * made + 0.25 * look
      return Math.max(0, Math.min(1, likeness + key))
    },
  }
}

/** The part of its computed values that is the same. */
function lookOf(before: Part, after: Part): number {
  if (before.styles === after.styles) return 1
  if (!before.styles || !after.styles) return 0.5
  let same = 0
  for (const [at, value] of before.styles.entries()) if (value === after.styles[at]) same++
  return same / before.styles.length
}

/** A name of its own that both bear speaks for them, two that differ speak against them. */
function keyOf(before: Part, after: Part): number {
  if (!isElement(before)) return 0
  for (const name of keys) {
    const one = before.attributes.get(name) ?? ''
    const other = after.attributes.get(name) ?? ''
    if (isLasting(one) && isLasting(other)) return one === other ? 0.3 : -0.1
  }
  return 0
}
