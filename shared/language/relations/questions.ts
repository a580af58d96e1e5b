/** Questions turned around: "did he forget" is read as "he did forget", "will you be there" as "you will be there". */

import type { TaggedWord } from '#shared/language/relations/forms'
import { formsOfBe, formsOfDo, formsOfHave, modals } from '#shared/language/relations/lexicon'
import type { SentencePart, VerbGroup } from '#shared/language/relations/parts'

/** The items, where an auxiliary before its subject is put into the verb group behind it; it stays as an adverb in its place. */
export function mergeQuestions(items: SentencePart[], words: readonly TaggedWord[]): SentencePart[] {
  for (let at = 0; at < items.length; at += 1) {
    const auxiliary = items[at]
    if (
      auxiliary?.kind !== 'verb' ||
      !auxiliary.isBare ||
      !(opensQuestion(items, at, auxiliary.lemma) || asksSomebody(items, at, words))
    )
      continue
    const main = mainVerb(items, at)
    const verb = items[main]
    if (verb?.kind !== 'verb') continue
    const norm = words[auxiliary.head]?.norm ?? ''
    const merged = merge(auxiliary, verb, norm)
    if (merged) merged.isOpenQuestion = items[at - 1]?.kind === 'subordinator'
    if (merged === undefined) continue
    items[main] = merged
    items[at] = { kind: 'adverb', first: auxiliary.first, last: auxiliary.last, head: auxiliary.head }
  }
  return items
}

function opensQuestion(items: readonly SentencePart[], at: number, lemma: string): boolean {
  for (let index = at - 1; index >= 0 && at - index < 6; index -= 1) {
    const item = items[index]
    if (item === undefined || item.kind === 'adverb') continue
    if (item.kind === 'noun')
      return item.isQuestion || (item.isTime && (index === 0 || items[index - 1]?.kind === 'comma'))
    // "and have the parcel delivered" asks nothing.
    if (item.kind === 'coordinator') return lemma !== 'have'
    return item.kind === 'comma' || item.kind === 'stop' || item.kind === 'subordinator'
  }
  return true
}

/** "... do you intend", "... would you send": a pronoun and a base form behind leave nothing else, whatever stands before. */
function asksSomebody(items: readonly SentencePart[], at: number, words: readonly TaggedWord[]): boolean {
  const auxiliary = words[items[at]?.head ?? -1]?.norm ?? ''
  const [subject, verb] = [items[at + 1], items[at + 2]]
  if (!(formsOfDo.has(auxiliary) || modals.has(auxiliary)) || subject?.kind !== 'noun' || verb?.kind !== 'verb')
    return false
  return subject.first === subject.last && words[subject.head]?.tag === 'PRON' && verb.finiteness === 'base'
}

/** Behind the auxiliary stands the subject, perhaps with a preposition or another one, then the verb. */
function mainVerb(items: readonly SentencePart[], auxiliary: number): number {
  let at = auxiliary + 1
  let nouns = 0
  for (let steps = 0; steps < 9; steps += 1, at += 1) {
    const item = items[at]
    if (item === undefined) return -1
    if (item.kind === 'verb') return nouns > 0 ? at : -1
    if (item.kind === 'noun') {
      if (items[at - 1]?.kind === 'noun') return -1
      nouns += 1
    } else if (item.kind !== 'adverb' && item.kind !== 'preposition' && item.kind !== 'coordinator') return -1
  }
  return -1
}

function merge(auxiliary: VerbGroup, verb: VerbGroup, norm: string): VerbGroup | undefined {
  const isBase = verb.finiteness === 'base' || (verb.isBare && (verb.auxiliary === 'have' || verb.auxiliary === 'do'))
  const isParticiple = verb.finiteness === 'participle' || verb.finiteness === 'pastOrParticiple'
  const isNegated = auxiliary.isNegated || verb.isNegated
  const shared = {
    ...verb,
    isBare: verb.isBare && verb.lemma === 'be',
    finiteness: 'finite' as const,
    isNegated,
    auxiliary: norm,
    isInverted: true,
  }
  if ((modals.has(norm) || formsOfDo.has(norm)) && isBase) return { ...shared, modal: modals.has(norm) ? norm : null }
  if (formsOfHave.has(norm) && (isParticiple || (verb.isBare && verb.auxiliary === 'had')))
    return { ...shared, isPerfect: true }
  const isBe = formsOfBe.has(norm) || norm === "'s"
  if (isBe && verb.finiteness === 'gerund') return { ...shared, isProgressive: true }
  if (isBe && isParticiple && !verb.isBare) return { ...shared, isPassive: true }
  return undefined
}
