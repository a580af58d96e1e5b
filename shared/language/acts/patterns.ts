/** Patterns over words, which the rules of speech acts are written in; compiled once, each look bounded. */
import { WordIs } from '#shared/language/acts/words'
import type { TextToken } from '#shared/language/text'

/**
 * A pattern is words with spaces between: `a|b` is either, `a?` may be missing, `^` before all says that a clause's own words
 * begin with it, `$` after all that they end with it, and these stand for what they name:
 */
const placeholders: Record<string, { mask: number; without?: number; least: number; most: number }> = {
  any: { mask: 0, least: 0, most: 3 },
  adverbs: { mask: WordIs.adverb, least: 0, most: 3 },
  base: { mask: WordIs.base, least: 1, most: 1 },
  action: { mask: WordIs.action, least: 1, most: 1 },
  gerund: { mask: WordIs.gerund, least: 1, most: 1 },
  past: { mask: WordIs.past, least: 1, most: 1 },
  name: { mask: WordIs.name, least: 1, most: 3 },
  subject: { mask: WordIs.nominal, without: WordIs.mark, least: 1, most: 6 },
  group: { mask: WordIs.group, least: 1, most: 1 },
  person: { mask: WordIs.person, least: 1, most: 1 },
  sense: { mask: WordIs.sense, least: 1, most: 1 },
}
/** Words that stand for several. */
const short: Record<string, string> = {
  WILL: "will|'ll|shall",
  NOT: "not|n't",
  BE: "am|are|'m|'re|is|'s",
  WOULD: "would|'d",
  IWE: 'i|we',
}

type Kind = { of: 'kind'; mask: number; without: number; least: number; most: number }
type Element = { of: 'words'; words: ReadonlySet<string>; isOptional: boolean } | Kind | { of: 'end' }

export type WordPattern = { elements: readonly Element[]; isAtStart: boolean }

/** The words that a clause is looked through by. */
export type WordScope = { tokens: readonly TextToken[]; bits: Uint32Array; from: number; to: number }

/** @throws where a pattern names a placeholder that is none: a fault of ours, found when the module is loaded. */
export function wordPatternOf(written: string): WordPattern {
  const isAtStart = written.startsWith('^')
  const parts = (isAtStart ? written.slice(1) : written).trim().split(/\s+/)
  return { isAtStart, elements: parts.map((part) => elementOf(part, written)) }
}

function elementOf(part: string, written: string): Element {
  if (part === '$') return { of: 'end' }
  if (part.startsWith('{')) {
    const kind = placeholders[part.slice(1, -1)]
    if (kind === undefined) throw new Error(`"${part}" of the pattern "${written}" is no placeholder`)
    return { of: 'kind', mask: kind.mask, without: kind.without ?? 0, least: kind.least, most: kind.most }
  }
  const isOptional = part.length > 1 && part.endsWith('?')
  const words = (isOptional ? part.slice(0, -1) : part).split('|').flatMap((word) => (short[word] ?? word).split('|'))
  return { of: 'words', words: new Set(words), isOptional }
}

/** Where a pattern's match ends, its first word being the token `at`; -1 where it does not match. */
export function matchWordsAt(pattern: WordPattern, scope: WordScope, at: number): number {
  return matchFrom(pattern.elements, 0, scope, at)
}

function matchFrom(elements: readonly Element[], first: number, scope: WordScope, from: number): number {
  let at = from
  for (let index = first; index < elements.length; index += 1) {
    const element = elements[index]
    if (element === undefined) break
    if (element.of === 'end') {
      if (!isOver(scope, at)) return -1
    } else if (element.of === 'words') {
      const token = at < scope.to ? scope.tokens[at] : undefined
      if (token === undefined || !element.words.has(token.norm)) {
        if (!element.isOptional) return -1
      } else if (element.isOptional) {
        const end = matchFrom(elements, index + 1, scope, at + 1)
        if (end >= 0) return end
      } else at += 1
    } else {
      const longest = runOf(element, scope, at)
      if (longest < element.least) return -1
      for (let count = longest; count > element.least; count -= 1) {
        const end = matchFrom(elements, index + 1, scope, at + count)
        if (end >= 0) return end
      }
      at += element.least
    }
  }
  return at
}

function runOf(element: Kind, scope: WordScope, at: number): number {
  let longest = 0
  while (longest < element.most && at + longest < scope.to && fits(element, scope.bits[at + longest] ?? 0)) longest += 1
  return longest
}

const fits = (element: { mask: number; without: number }, bits: number): boolean =>
  element.mask === 0 ? (bits & WordIs.mark) === 0 : (bits & element.mask) !== 0 && (bits & element.without) === 0

/** Whether only marks are left. */
function isOver(scope: WordScope, at: number): boolean {
  let next = at
  while (next < scope.to && ((scope.bits[next] ?? 0) & WordIs.mark) !== 0) next += 1
  return next >= scope.to
}

/** What the first word of a pattern that begins with a placeholder has to be; 0 where it may be anything. */
export function firstBitsOf({ elements }: WordPattern): number {
  const first = elements[0]
  return first !== undefined && first.of === 'kind' && first.least > 0 ? first.mask : 0
}

/** The words that a pattern can begin with; null where it begins with a placeholder. */
export function firstWordsOf(pattern: WordPattern): string[] | null {
  const words: string[] = []
  for (const element of pattern.elements) {
    if (element.of !== 'words') return null
    words.push(...element.words)
    if (!element.isOptional) return words
  }
  return null
}
