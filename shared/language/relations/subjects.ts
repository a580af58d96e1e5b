/** What a verb group is to the words before it: which phrase is its subject, or which verb it goes on from. */

import {
  bareInfinitives,
  chainAdjectives,
  chainVerbs,
  clausalVerbs,
  formsOfDo,
  gerundChains,
  gerundPrepositions,
  invariantVerbs,
  modals,
  objectControl,
} from '#shared/language/relations/lexicon'
import type { NounPhrase, SentencePart, VerbGroup } from '#shared/language/relations/parts'
import {
  itemAfter,
  itemBefore,
  normOf,
  type SentenceReading,
  type SubjectBy,
  type VerbClause,
} from '#shared/language/relations/reading'

export function readVerb(reading: SentenceReading, verb: VerbGroup, index: number) {
  if (normOf(reading, itemBefore(reading, index)) === 'nor') verb.isNegated = true
  const coordinated =
    itemBefore(reading, index)?.kind === 'coordinator'
      ? reading.items[reading.before[reading.before[index] ?? -1] ?? -1]
      : undefined
  const clause = extended(reading, verb, index) ?? finite(reading, verb, index) ?? begun(verb)
  clause.sharesObject = clause.from !== null && coordinated === clause.from.verb
  reading.clauseOf.set(verb, clause)
  if (reading.clauses.at(-1) !== clause) reading.clauses.push(clause)
}

/** A clause of a verb that nobody is said to do yet. */
function begun(verb: VerbGroup, over: Partial<VerbClause> = {}): VerbClause {
  return {
    verb,
    matrix: verb,
    adjective: null,
    subject: null,
    subjectBy: 'none',
    relative: null,
    object: null,
    objectBy: 'none',
    gap: null,
    preposition: null,
    prepositional: null,
    agent: null,
    isImperative: false,
    isQuestion: verb.isInverted,
    isConditional: false,
    isExistential: false,
    isStated: false,
    from: null,
    sharesObject: false,
    ...over,
  }
}

/** A verb that goes on from one before: "want to go", "asked him to go", "let me know", "to read and sign". */
function extended(reading: SentenceReading, verb: VerbGroup, index: number): VerbClause | undefined {
  const { finiteness } = verb
  if (finiteness === 'finite' || finiteness === 'pastOrParticiple') return undefined
  const previous = itemBefore(reading, index)
  const clause = previous && reading.clauseOf.get(previous)
  if (previous?.kind === 'verb' && clause) return chained(clause, verb)
  if (previous?.kind === 'adjective' && clause && finiteness === 'infinitive') {
    if (!chainAdjectives.has(normOf(reading, previous)) || clause.object !== previous) return begun(verb)
    clause.adjective = previous
    clause.object = null
    clause.objectBy = 'none'
    return lengthened(clause, verb)
  }
  if (previous?.kind === 'noun' && clause?.object === previous && finiteness !== 'gerund') {
    const isControl = finiteness === 'infinitive' ? objectControl : bareInfinitives
    if (isControl.has(clause.verb.lemma) && (clause.objectBy === 'direct' || clause.objectBy === 'recipient'))
      return begun(verb, { subject: previous, subjectBy: 'controlled', isStated: clause.isStated, from: clause })
  }
  if (previous?.kind === 'noun' && (finiteness === 'infinitive' || finiteness === 'gerund')) {
    const governed = ofPreposition(reading, verb, index, previous)
    if (governed) return governed
  }
  if (previous?.kind === 'coordinator' || previous?.kind === 'comma') {
    const last = reading.clauses.at(-1)
    if (last && finiteness === 'infinitive') return goneOn(last, verb)
    if (last && finiteness === 'base' && !last.isImperative && takesBase(last) && previous.kind === 'coordinator')
      return goneOn(last, verb)
    if (last && finiteness === 'gerund' && last.verb.finiteness === 'gerund') return goneOn(last, verb)
    if (last && finiteness === 'participle' && (last.matrix.isPerfect || last.verb.isPassive))
      return goneOn(last, Object.assign(verb, { isPassive: last.verb.isPassive }))
    if (last && finiteness === 'gerund' && last.verb.isProgressive && previous.kind === 'coordinator')
      return goneOn(last, verb)
  }
  if (finiteness === 'infinitive') return headline(reading, verb, previous) ?? begun(verb)
  if (finiteness === 'base') return undefined
  return begun(verb)
}

/** "for investors to make a profit", "talk about Google buying it": the preposition opens a clause. */
function ofPreposition(
  reading: SentenceReading,
  verb: VerbGroup,
  index: number,
  subject: NounPhrase,
): VerbClause | undefined {
  if (reading.roles.get(subject) !== 'governed') return undefined
  const preposition = normOf(reading, reading.items[reading.before[reading.before[index] ?? -1] ?? -1])
  const opens = verb.finiteness === 'infinitive' ? preposition === 'for' : gerundPrepositions.has(preposition)
  if (!opens || itemAfter(reading, index)?.kind !== 'noun') return undefined
  return begun(verb, { subject, subjectBy: 'own', isStated: true })
}

/** Whether a base form may go on from the clause: "can read and sign", "want to read and sign", "let me read and sign". */
const takesBase = (clause: VerbClause) =>
  clause.verb.modal !== null ||
  clause.verb.finiteness === 'infinitive' ||
  clause.verb.finiteness === 'base' ||
  (clause.verb.auxiliary !== null && formsOfDo.has(clause.verb.auxiliary) && !clause.verb.isBare)

function chained(clause: VerbClause, verb: VerbGroup): VerbClause {
  const { lemma } = clause.verb
  if (clause.verb.isPassive && verb.finiteness === 'infinitive') {
    if (/^(suppose|schedule|bind|force|require|expect|allow|know|design|use|mean|intend|oblige|plan)$/.test(lemma))
      return lengthened(clause, verb)
    if (!objectControl.has(lemma)) return begun(verb)
    const { subject } = clause
    return begun(verb, { subject, subjectBy: 'controlled', isStated: clause.isStated, from: clause })
  }
  if (clause.verb.isProgressive && lemma === 'go' && verb.finiteness === 'infinitive') return lengthened(clause, verb)
  const isChain =
    verb.finiteness === 'gerund'
      ? gerundChains.has(lemma)
      : verb.finiteness === 'infinitive'
        ? chainVerbs.has(lemma) || clause.verb.isBare
        : verb.finiteness === 'base' && /^(help|go|come|let|dare|need)$/.test(lemma)
  return isChain ? lengthened(clause, verb) : begun(verb)
}

function lengthened(clause: VerbClause, verb: VerbGroup): VerbClause {
  clause.verb = verb
  return clause
}

function goneOn(last: VerbClause, verb: VerbGroup): VerbClause {
  const subjectBy: SubjectBy =
    last.subjectBy === 'none' ? 'none' : last.subjectBy === 'controlled' ? 'controlled' : 'shared'
  return begun(verb, {
    subject: last.subject,
    subjectBy,
    relative: last.relative,
    isStated: last.isStated,
    isImperative: last.isImperative,
    isQuestion: last.isQuestion,
    isConditional: last.isConditional,
    from: last,
  })
}

/** "Jonas to ask the landlord": a task as minutes have it. */
function headline(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
): VerbClause | undefined {
  const subject = reading.open.at(-1)
  if (previous?.kind !== 'noun' || previous !== subject || reading.clauses.slice(-6).some((clause) => clause.isStated))
    return undefined
  if (reading.words[subject.head]?.tag !== 'PROPN') return undefined
  reading.open.pop()
  return begun(verb, { subject, subjectBy: 'own', isStated: true })
}

function finite(reading: SentenceReading, verb: VerbGroup, index: number): VerbClause | undefined {
  const previous = itemBefore(reading, index)
  if (verb.finiteness === 'pastOrParticiple' && isReduced(reading, index, previous)) return begun(verb)
  if (verb.isBare && modals.has(normOf(reading, verb))) return begun(verb)
  const clause =
    ofFreeRelative(reading, verb, previous) ??
    ofRelative(reading, verb, previous) ??
    ofCoordination(reading, verb, previous, index) ??
    ofOpen(reading, verb, previous, index) ??
    ofReassigned(reading, verb, previous, index) ??
    imperative(reading, verb, previous, index) ??
    ofClauseBefore(reading, verb, previous) ??
    begun(verb, { isStated: false })
  if (reading.isConditional && clause.subject) {
    clause.isConditional = true
    reading.isConditional = false
  }
  if (clause.gap === null && reading.gap && clause.relative === null && clause.subject) {
    clause.gap = reading.gap
    reading.gap = null
  }
  return clause
}

/** "What you say makes sense". */
function ofFreeRelative(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
): VerbClause | undefined {
  const last = reading.clauses.at(-1)
  const subject = last?.gap?.pronoun
  if (previous?.kind !== 'verb' || last?.verb !== previous || subject?.kind !== 'noun' || last.verb.isInverted)
    return undefined
  last.gap = null
  return begun(verb, { subject, subjectBy: 'own', isStated: true })
}

/** "the man who came", "what happened". */
function ofRelative(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
): VerbClause | undefined {
  if (previous?.kind !== 'relative') return undefined
  const gap = reading.gap
  reading.gap = null
  if (gap === null || gap.pronoun !== previous)
    return begun(verb, { isStated: true, subjectBy: 'none', relative: previous })
  return begun(verb, { subject: gap.antecedent, subjectBy: 'own', relative: previous, isStated: true })
}

/** "came and saw", "was made and sold". */
function ofCoordination(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
  index: number,
): VerbClause | undefined {
  if (previous?.kind !== 'coordinator') return undefined
  const last = lastLike(reading, verb)
  if (last === undefined) return undefined
  const goesOnPassive =
    verb.finiteness === 'pastOrParticiple' &&
    last.verb.isPassive &&
    last.verb.finiteness === 'finite' &&
    itemAfter(reading, index)?.kind !== 'noun'
  return goneOn(last, goesOnPassive ? Object.assign(verb, { isPassive: true }) : verb)
}

/** The last of the few clauses before whose verb a finite one can stand beside. */
function lastLike(reading: SentenceReading, verb: VerbGroup): VerbClause | undefined {
  const { clauses } = reading
  for (let at = clauses.length - 1; at >= 0 && clauses.length - at < 6; at -= 1) {
    const clause = clauses[at]
    if (!clause) continue
    if (verb.finiteness === 'base') {
      if (clause.isImperative || takesBase(clause) || (clause.isStated && verb.finiteness === clause.matrix.finiteness))
        return clause
    } else if (clause.isStated && clause.subjectBy !== 'controlled' && !clause.isImperative && clause.subject)
      return clause
  }
  return undefined
}

/** A base form or a plural auxiliary does not go with "he" or "the server". */
function agrees(reading: SentenceReading, subject: NounPhrase, verb: VerbGroup): boolean {
  if (
    verb.finiteness !== 'base' ||
    invariantVerbs.has(verb.lemma) ||
    verb.isInverted ||
    subject.also.length > 0 ||
    subject.isQuestion
  )
    return true
  const word = reading.words[subject.head]
  if (word === undefined) return true
  if (/^(he|she|it|this|that|everyone|everybody|someone|somebody|nobody|nothing|anyone|something)$/.test(word.norm))
    return false
  if (word.tag === 'PRON' || word.tag === 'NUM' || word.tag === 'DET' || word.tag === 'ADJ') return true
  if (word.norm !== word.lemma || (word.norm.endsWith('s') && !word.norm.endsWith('ss'))) return true
  return (
    word.tag === 'PROPN' ||
    /^(people|staff|police|men|women|children|folk|data|media|team|rest|majority|number|lot|couple)$/.test(word.norm)
  )
}

function ofOpen(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
  index: number,
): VerbClause | undefined {
  const isAfterComma = previous?.kind === 'comma' || previous?.kind === 'stop'
  const subject = reading.open.at(-1)
  if (subject === undefined) return undefined
  const isPlainly = previous === subject && itemAfter(reading, index)?.kind === 'noun'
  if (!isPlainly && !agrees(reading, subject, verb)) return undefined
  // "Many, who ..., relate it" against "Hi all, send it".
  if (isAfterComma && verb.finiteness === 'base' && !(reading.clauses.at(-1)?.relative ?? null)) return undefined
  if (previous?.kind === 'noun' && previous !== subject && reading.roles.get(previous) === 'object') {
    const governing = reading.clauseOf.get(previous)
    if (isReassigned(reading, previous) && !(governing?.relative && governing.subject === subject)) return undefined
  }
  reading.open.pop()
  const below = reading.open.at(-1)
  const clause = begun(verb, { subject, subjectBy: 'own', isStated: true })
  if (below?.isQuestion) {
    reading.open.pop()
    clause.gap = { pronoun: below, antecedent: below }
  }
  if (normOf(reading, subject) === 'there' && verb.lemma === 'be') clause.isExistential = true
  if (subject.isQuestion) clause.isQuestion = true
  reading.roles.set(subject, 'subject')
  return clause
}

/** Whether what looked like an object is the subject of the verb behind it: "I think John left". */
function isReassigned(reading: SentenceReading, object: NounPhrase): boolean {
  const governing = reading.clauseOf.get(object)
  return governing !== undefined && clausalVerbs.has(governing.verb.lemma)
}

function ofReassigned(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
  index: number,
): VerbClause | undefined {
  if (previous?.kind !== 'noun') return undefined
  const subject = lengthenedPhrase(reading, reading.before[index] ?? -1)
  const governing = subject && reading.clauseOf.get(subject)
  if (!subject || reading.roles.get(subject) !== 'object' || governing?.object !== subject) return undefined
  if (!agrees(reading, subject, verb)) return undefined
  if (!isReassigned(reading, subject) && (subject !== previous || !governing.isStated || verb.finiteness === 'base'))
    return undefined
  governing.object = null
  governing.objectBy = 'none'
  reading.roles.set(subject, 'subject')
  return begun(verb, { subject, subjectBy: 'own', isStated: true })
}

/** The phrase that prepositions or a list lengthen up to this place: "a test" of "a test like this one". */
function lengthenedPhrase(reading: SentenceReading, from: number): NounPhrase | undefined {
  let at = from
  for (let steps = 0; steps < 6; steps += 1) {
    const phrase = reading.items[at]
    if (phrase?.kind !== 'noun') return undefined
    const role = reading.roles.get(phrase)
    if (role !== 'governed' && role !== 'also') return phrase
    const opener = reading.items[reading.before[at] ?? -1]
    if (opener?.kind !== 'preposition' && opener?.kind !== 'coordinator' && opener?.kind !== 'comma') return undefined
    at = reading.before[reading.before[at] ?? -1] ?? -1
  }
  return undefined
}

/** "Check the logs", "please do not reply", "and send it". */
function imperative(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
  index: number,
): VerbClause | undefined {
  const isOrder = verb.finiteness === 'base' || (verb.auxiliary === 'do' && !verb.isInverted && !verb.isBare)
  if (!isOrder || verb.isPassive) return undefined
  const isPlease = reading.words[reading.items[index - 1]?.head ?? -1]?.norm === 'please'
  const isStart =
    previous === undefined || previous.kind === 'stop' || previous.kind === 'comma' || previous.kind === 'coordinator'
  if (!isPlease && !isStart && previous?.kind !== 'noun') return undefined
  if (previous?.kind === 'noun' && !isPlease) return undefined
  return begun(verb, { isImperative: true, isStated: true })
}

/** "He came, saw": the verb before has the subject; "clicking it opens a page": the verb before is it. */
function ofClauseBefore(
  reading: SentenceReading,
  verb: VerbGroup,
  previous: SentencePart | undefined,
): VerbClause | undefined {
  const last = reading.clauses.at(-1)
  if (last === undefined || verb.finiteness === 'base') return undefined
  if (
    last.verb.finiteness === 'gerund' &&
    last.subject === null &&
    !last.isStated &&
    last.verb.auxiliary === null &&
    reading.clauses.length === 1
  )
    return begun(verb, { subject: last.verb, subjectBy: 'own', isStated: true })
  if (previous?.kind !== 'comma') return undefined
  const like = lastLike(reading, verb)
  return like ? goneOn(like, verb) : undefined
}

/** Whether an "-ed" form only describes the noun before it: "the files found here are", "X, signed in March, covers". */
function isReduced(reading: SentenceReading, index: number, previous: SentencePart | undefined): boolean {
  const next = itemAfter(reading, index)
  const isObjectBehind = next?.kind === 'noun' && !next.isTime
  if (previous === undefined) return !isObjectBehind || next.isNominative
  if (previous.kind === 'relative' || previous.kind === 'coordinator') return false
  if (previous.kind === 'comma') return reading.open.length === 0 ? !isObjectBehind : describes(reading, index, true)
  if (previous.kind === 'verb' && reading.open.length > 0 && previous.finiteness !== 'base')
    return !isObjectBehind && !describes(reading, index, false)
  if (previous.kind !== 'noun') return previous.kind !== 'stop' || !isObjectBehind
  if (previous.isNominative || previous.isQuestion) return false
  const role = reading.roles.get(previous)
  if (role === 'object' || role === 'complement') {
    if (isReassigned(reading, previous)) return false
    const [only, ...others] = reading.clauses
    if (isObjectBehind && others.length === 0 && only?.verb.finiteness === 'gerund' && !only.isStated) return false
    return reading.open.length === 0 || describes(reading, index, false)
  }
  if (role === 'governed' && reading.open.length === 0) return true
  return !isObjectBehind && describes(reading, index, false)
}

/** Whether, over prepositions and what they govern, another verb comes that has the subject. */
function describes(reading: SentenceReading, index: number, isBetweenCommas: boolean): boolean {
  let at = index
  for (let steps = 0; steps < 12; steps += 1) {
    at = reading.after[at] ?? reading.items.length
    const item = reading.items[at]
    if (item === undefined) return false
    if (item.kind === 'comma') {
      const following = itemAfter(reading, at)
      return (
        isBetweenCommas &&
        following?.kind === 'verb' &&
        following.finiteness !== 'infinitive' &&
        following.finiteness !== 'gerund'
      )
    }
    if (item.kind === 'verb') return item.finiteness === 'finite' && !isBetweenCommas
    if (item.kind === 'noun') {
      const governor = itemBefore(reading, at)
      if (governor?.kind !== 'preposition') return false
    } else if (item.kind !== 'preposition' && item.kind !== 'adjective') return false
  }
  return false
}
