/** A word of a sentence with its part of speech, and what the ending of a verb allows it to be. */
import {
  commonVerbs,
  invariantVerbs,
  irregularPasts,
  participlesOnly,
  pastOnly,
} from '#shared/language/relations/lexicon'
import type { PartOfSpeech, Range } from '#shared/language/text'

/** One word; a contraction that the tokenizer left whole ("I'm") is two words of the same token. */
export type TaggedWord = Range & {
  /** Index of its token. */
  token: number
  norm: string
  lemma: string
  tag: PartOfSpeech
}

/** What a verb's ending allows it to be. */
export type VerbForm = 'base' | 'third' | 'gerund' | 'past' | 'participle' | 'pastOrParticiple'

export function verbForm(word: TaggedWord): VerbForm {
  const { norm, lemma } = word
  if (invariantVerbs.has(norm)) return 'base'
  if (participlesOnly.has(norm)) return 'participle'
  if (pastOnly.has(norm)) return 'past'
  if (irregularPasts.has(norm)) return 'pastOrParticiple'
  if (norm.endsWith('ing') && norm.length > 4 && norm !== lemma) return 'gerund'
  if (norm.endsWith('ed') && norm.length > 3 && (norm !== lemma || !commonVerbs.has(norm))) return 'pastOrParticiple'
  if (norm.endsWith('s') && !norm.endsWith('ss') && norm !== lemma) return 'third'
  return 'base'
}
