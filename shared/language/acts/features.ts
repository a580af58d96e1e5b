/** What the model of intent looks at: words, pairs, triples, the shape of parts of speech and the rules that hold, as hashes. */
import type { ActSign } from '#shared/language/acts/signs'
import type { PartOfSpeech, TextToken } from '#shared/language/text'

/** Told of each feature: its hash and the tokens that it is made of (none: of the whole). */
export type FeatureSink = (hash: number, from: number, to: number) => void

/** Longer clauses are looked at so far: what is asked is asked within as many words. */
const mostTokens = 80

const partsOfSpeech: readonly PartOfSpeech[] = [
  'ADJ',
  'ADP',
  'ADV',
  'AUX',
  'CCONJ',
  'DET',
  'INTJ',
  'NOUN',
  'NUM',
  'PART',
  'PRON',
  'PROPN',
  'PUNCT',
  'SCONJ',
  'SYM',
  'VERB',
  'X',
]
const numberOf = new Map(partsOfSpeech.map((name, index) => [name, index + 1]))

/** 32 bits of FNV-1a over the UTF-16 units of a text. Source: draft-eastlake-fnvOf-21. */
export function fnvOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

/** Two hashes as one, where their order counts. */
const joined = (first: number, second: number): number => {
  const mixed = Math.imul(first ^ (second >>> 15), 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) | 0
}

const kinds = {
  pair: 0x1f,
  first: 0x4f,
  start: 0x5f,
  opening: 0x6f,
  last: 0x7f,
  length: 0x8f,
  rule: 0x9f,
  rules: 0xaf,
  ruled: 0xbf,
}
const number = fnvOf('#')
const address = fnvOf('@')

/** Digits, addresses and links count as what they are, not as which. */
function hashOfWord(token: TextToken): number {
  const { norm } = token
  const first = norm.charCodeAt(0)
  if (first >= 48 && first <= 57) return number
  if (norm.length > 6 && (norm.includes('@') || norm.includes('://'))) return address
  return fnvOf(norm)
}

/**
 * The features of some tokens; a feature that occurs twice is told twice.
 * @param signs the rules that hold of them
 */
export function eachFeature(
  tokens: readonly TextToken[],
  from: number,
  to: number,
  signs: readonly ActSign[],
  tell: FeatureSink,
): void {
  const end = Math.min(to, from + mostTokens)
  const rules = ruleHashesOf(signs)
  let before = 0
  let opening = 0
  let shape = 0
  for (let at = from; at < end; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const word = hashOfWord(token)
    const place = at - from
    tell(word, at, at + 1)
    for (const rule of rules) tell(joined(joined(rule, word), kinds.ruled), at, at + 1)
    if (place > 0) tell(joined(joined(before, word), kinds.pair), at - 1, at + 1)
    if (place < 3) {
      tell(joined(word, kinds.first + place), at, at + 1)
      opening = joined(opening, word)
      shape = (shape << 5) | (numberOf.get(token.pos) ?? 0)
      if (place > 0) {
        tell(joined(opening, kinds.start), from, at + 1)
        tell(joined(shape, kinds.opening), 0, 0)
      }
    }
    before = word
  }
  tell(joined(before, kinds.last), end - 1, end)
  tell(joined(Math.min(7, Math.floor((to - from) / 5)), kinds.length), 0, 0)
  for (const [index, rule] of rules.entries()) {
    tell(joined(rule, kinds.rule), 0, 0)
    for (let other = index + 1; other < rules.length; other += 1)
      tell(joined(joined(rule, rules[other] ?? 0), kinds.rules), 0, 0)
  }
}

/** Of more rules the model is not told: a clause has about four. */
const mostRules = 16

/** The rules that hold, each once, in the order of their hashes, so that two are one pair whichever stands first. */
function ruleHashesOf(signs: readonly ActSign[]): number[] {
  const hashes: number[] = []
  for (const { rule } of signs) {
    if (rule.isUnlearned === true || hashes.length >= mostRules) continue
    const hash = ruleHash(rule.id)
    if (!hashes.includes(hash)) hashes.push(hash)
  }
  return hashes.sort((one, other) => one - other)
}

const ruleHashes = new Map<string, number>()

function ruleHash(id: string): number {
  let hash = ruleHashes.get(id)
  if (hash === undefined) {
    hash = fnvOf(id)
    ruleHashes.set(id, hash)
  }
  return hash
}
