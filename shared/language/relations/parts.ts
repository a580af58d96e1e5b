/** What a sentence is cut into: noun phrases, verb groups and the words between them. */

/** `first` to `last`, both included, and the head are indices into the words. */
type Extent = { first: number; last: number; head: number }

export type NounPhrase = Extent & {
  kind: 'noun'
  /** The phrases that are coordinated with it, itself first; their heads do the same. */
  also: NounPhrase[]
  /** The last word of what "of" adds: "one of the boys". */
  tail: number
  /** The phrase whose `tail` this one lengthens. */
  owner: NounPhrase | null
  isTime: boolean
  /** "no entry", "nobody". */
  isNegative: boolean
  /** Opens a question or a clause with a gap: who, what, which plugin. */
  isQuestion: boolean
  isNominative: boolean
}

/** What the group's words allow: a verb of its own tense, "to go", "going", "gone", or a base form that is one or the other. */
export type Finiteness = 'finite' | 'infinitive' | 'gerund' | 'participle' | 'pastOrParticiple' | 'base'

export type VerbGroup = Extent & {
  kind: 'verb'
  finiteness: Finiteness
  /** Dictionary form of the head. */
  lemma: string
  /** Index of the particle that belongs to the verb. */
  particle: number | null
  isPassive: boolean
  isProgressive: boolean
  isPerfect: boolean
  isNegated: boolean
  /** Only auxiliaries: a copula, or half of an inverted question. */
  isBare: boolean
  /** The first auxiliary's norm. */
  auxiliary: string | null
  modal: string | null
  /** The subject stands between the auxiliary and the verb. */
  isInverted: boolean
  /** "Why did ...": asks for more than yes or no. */
  isOpenQuestion: boolean
}

export type OtherItem = Extent & {
  kind:
    | 'preposition'
    | 'subordinator'
    | 'relative'
    | 'coordinator'
    | 'comma'
    | 'stop'
    | 'adverb'
    | 'adjective'
    | 'other'
}
export type SentencePart = NounPhrase | VerbGroup | OtherItem
