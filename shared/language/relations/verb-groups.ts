/** Verb groups: auxiliaries, what stands between them, the verb and its particle, and what that says of tense, voice and negation. */

import { type TaggedWord, verbForm } from '#shared/language/relations/forms'
import {
  alwaysParticles,
  baseParticiples,
  formsOfBe,
  formsOfDo,
  formsOfHave,
  invariantVerbs,
  modals,
  negations,
  particleVerbs,
} from '#shared/language/relations/lexicon'
import type { Finiteness, VerbGroup } from '#shared/language/relations/parts'

const isAdverbial = (word: TaggedWord | undefined) =>
  word !== undefined &&
  (word.tag === 'ADV' || negations.has(word.norm)) &&
  word.norm !== 'neither' &&
  word.norm !== 'nor' &&
  !alwaysParticles.has(word.norm)

/** Index of the next word of a verb group, over at most three adverbs; -1 where none follows. */
export function nextVerbal(words: readonly TaggedWord[], from: number): number {
  for (let at = from; at < from + 4; at += 1) {
    const word = words[at]
    if (word === undefined) return -1
    if (word.tag === 'AUX' || word.tag === 'VERB') return at
    if (
      !isAdverbial(word) &&
      word.norm !== 'both' &&
      word.norm !== 'all' &&
      word.norm !== 'neither' &&
      word.norm !== 'please'
    )
      return -1
  }
  return -1
}

type Expectation = 'base' | 'participle' | 'afterBe'

function fits(word: TaggedWord, expected: Expectation): boolean {
  const form = verbForm(word)
  if (expected === 'base') return form === 'base' || word.norm === 'be' || word.norm === 'have' || word.norm === 'do'
  const isParticiple =
    form === 'pastOrParticiple' ||
    form === 'participle' ||
    word.norm === 'had' ||
    word.norm === 'got' ||
    invariantVerbs.has(word.norm) ||
    baseParticiples.has(word.norm)
  if (expected === 'participle') return isParticiple
  return form === 'gerund' || isParticiple || word.norm === 'being'
}

function expectationAfter(norm: string, words: readonly TaggedWord[], next: number): Expectation {
  if (modals.has(norm) || formsOfDo.has(norm) || norm === 'to') return 'base'
  if (formsOfHave.has(norm)) return 'participle'
  const following = words[next]
  if (norm === "'d" && following) return verbForm(following) === 'base' ? 'base' : 'participle'
  if (norm === "'s" && following && /^(been|got|had|become|gone)$/.test(following.norm)) return 'participle'
  return 'afterBe'
}

export function verbGroupAt(words: readonly TaggedWord[], start: number): VerbGroup | undefined {
  const opening = words[start]
  if (opening === undefined) return undefined
  let at = start
  let isInfinitive = false
  if (opening.norm === 'to' && opening.tag === 'PART') {
    at = nextVerbal(words, start + 1)
    isInfinitive = true
  } else if (opening.norm === 'not' && words[start + 1]?.norm === 'to' && words[start + 1]?.tag === 'PART') {
    at = nextVerbal(words, start + 2)
    isInfinitive = true
  } else if (opening.tag !== 'AUX' && opening.tag !== 'VERB') return undefined
  const main = words[at]
  if (isInfinitive && (main === undefined || !fits(main, 'base'))) return undefined
  const chain = [at]
  while (chain.length < 6) {
    const current = words[chain.at(-1) ?? at]
    if (current === undefined || current.tag !== 'AUX') break
    const next = nextVerbal(words, (chain.at(-1) ?? at) + 1)
    const following = words[next]
    if (next < 0 || following === undefined) break
    if (!fits(following, expectationAfter(current.norm, words, next))) break
    chain.push(next)
  }
  return groupOf(words, start, chain, isInfinitive)
}

function groupOf(
  words: readonly TaggedWord[],
  start: number,
  chain: readonly number[],
  isInfinitive: boolean,
): VerbGroup {
  const head = chain.at(-1) ?? start
  const headWord = words[head] as TaggedWord
  const form = verbForm(headWord)
  const helpers = chain.slice(0, -1).map((index) => (words[index] as TaggedWord).norm)
  const beforeHead = helpers.at(-1) ?? ''
  const isAfterBe =
    helpers.length > 0 &&
    (formsOfBe.has(beforeHead) || beforeHead === "'s" || beforeHead === 'being') &&
    !(beforeHead === "'s" && /^(been|got|had|become|gone)$/.test(headWord.norm))
  const first =
    isInfinitive || helpers.length > 0 || headWord.tag === 'AUX' ? (words[chain[0] ?? head] as TaggedWord).norm : null
  let last = head
  let isNegated = false
  for (let at = start; at <= head; at += 1) if (isNegation(words[at])) isNegated = true
  for (let at = start - 1; at >= start - 3 && isBeforeVerb(words[at]); at -= 1)
    if (isNegation(words[at])) isNegated = true
  while (headWord.tag === 'AUX' && (words[last + 1]?.norm === "n't" || words[last + 1]?.norm === 'not')) {
    isNegated = true
    last += 1
  }
  const particle = particleAfter(words, last, headWord)
  const modal = !isInfinitive && first !== null && (modals.has(first) || first === "'d") ? first : null
  return {
    kind: 'verb',
    first: start,
    last: particle ?? last,
    head,
    finiteness: isInfinitive ? 'infinitive' : finitenessOf(headWord, form, helpers, first),
    lemma: headWord.lemma,
    particle,
    isPassive: isAfterBe && form !== 'gerund' && headWord.tag === 'VERB',
    isProgressive: isAfterBe && form === 'gerund',
    isPerfect: helpers.some((norm) => formsOfHave.has(norm)),
    isNegated,
    isBare: headWord.tag === 'AUX',
    auxiliary: first,
    isInverted: false,
    isOpenQuestion: false,
    modal: modal === "'d" && form !== 'base' && headWord.norm !== 'be' ? null : modal,
  }
}

/** "Never", "not", and the "no" of "no longer". */
const isNegation = (word: TaggedWord | undefined) =>
  word !== undefined && (negations.has(word.norm) || (word.norm === 'no' && word.tag === 'ADV'))
const isBeforeVerb = (word: TaggedWord | undefined) => word !== undefined && (word.tag === 'ADV' || isNegation(word))

function finitenessOf(head: TaggedWord, form: string, helpers: readonly string[], first: string | null): Finiteness {
  if (helpers.length > 0)
    return first === 'having' || first === 'being'
      ? 'gerund'
      : first === 'been'
        ? 'participle'
        : first === 'be'
          ? 'base'
          : 'finite'
  if (head.norm === 'being' || head.norm === 'having') return 'gerund'
  if (head.norm === 'be') return 'base'
  if (head.norm === 'been') return 'participle'
  if (head.tag === 'AUX') return 'finite'
  if (form === 'gerund' || form === 'participle' || form === 'pastOrParticiple' || form === 'base') return form
  return 'finite'
}

function particleAfter(words: readonly TaggedWord[], last: number, head: TaggedWord): number | null {
  if (head.tag !== 'VERB') return null
  const next = words[last + 1]
  if (next === undefined || (next.tag !== 'ADP' && next.tag !== 'ADV' && next.tag !== 'PART')) return null
  if (alwaysParticles.has(next.norm)) return words[last + 2]?.norm === 'of' && next.norm !== 'up' ? null : last + 1
  return particleVerbs.has(`${head.lemma}_${next.norm}`) ? last + 1 : null
}
