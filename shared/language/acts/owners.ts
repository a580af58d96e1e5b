/** Who is to do what an act says, and whom it is done for. */
import type { Act } from '#db/documents/meaning'
import type { ActClause, ActReading } from '#shared/language/acts/clauses'
import type { ActName } from '#shared/language/acts/rule'
import { WordIs } from '#shared/language/acts/words'
import { spanOf } from '#shared/language/span'

type Owner = Act['owner']

const nobody: Owner = { kind: 'unknown', name: null, span: null }
const someone = new Set('someone somebody anyone anybody one'.split(' '))
const ours = new Set(['i', 'we', 'my', 'our', 'us', 'me'])

/** Who is to do it, with the words that say so where there are any. */
export function ownerOf(reading: ActReading, clause: ActClause, act: ActName): Owner {
  switch (act) {
    case 'request':
    case 'question':
      return addressedOf(reading, clause, act)
    case 'commitment':
      return doerOf(reading, clause) ?? spoken(reading, clause, 'sender', ours)
    case 'proposal':
      return proposedOf(reading, clause)
    case 'refusal':
    case 'approval':
      return spoken(reading, clause, 'sender', ours)
    case 'decision':
      return (clause.label === null ? null : doerOf(reading, clause)) ?? decidedOf(reading, clause)
    default:
      return nobody
  }
}

function addressedOf(reading: ActReading, clause: ActClause, act: ActName): Owner {
  if (clause.addressed !== null) return namedBy(reading, clause.addressed.from, clause.addressed.to)
  for (let at = clause.core; at < Math.min(clause.to, clause.core + 4); at += 1)
    if (someone.has(normAt(reading, at))) return { kind: 'unknown', name: null, span: spanAt(reading, at, at + 1) }
  if (act === 'request') {
    const subject = subjectOf(reading, clause)
    const asked = normAt(reading, clause.core)
    const isInverted = ((reading.bits[clause.core] ?? 0) & WordIs.auxiliary) !== 0
    if (isInverted && ((reading.bits[clause.core + 1] ?? 0) & WordIs.name) !== 0)
      return namedBy(reading, clause.core + 1, endOfNames(reading, clause.core + 1, clause.to))
    if (subject !== null && asked !== 'please') return namedBy(reading, subject.from, subject.to)
  }
  return spoken(reading, clause, 'recipient', new Set(['you', 'your']))
}

/** "Maria will", "Peter to", "my assistant will", "they will"; null where it is the sender. */
function doerOf(reading: ActReading, clause: ActClause): Owner | null {
  const { core } = clause
  const kinds = reading.bits[core] ?? 0
  if (((kinds & WordIs.subject) !== 0 && ours.has(normAt(reading, core))) || normAt(reading, core) === 'let')
    return null
  if ((kinds & WordIs.name) !== 0) return namedBy(reading, core, endOfNames(reading, core, clause.to))
  const word = normAt(reading, core)
  if (word === 'he' || word === 'she' || word === 'they' || someone.has(word))
    return { kind: 'unknown', name: null, span: spanAt(reading, core, core + 1) }
  const subject = subjectOf(reading, clause)
  return subject === null ? null : namedBy(reading, subject.from, subject.to)
}

function proposedOf(reading: ActReading, clause: ActClause): Owner {
  for (let at = clause.core; at < clause.to; at += 1) {
    const word = normAt(reading, at)
    if (word === 'we' || word === "'s" || word === 'us' || word === 'lets') {
      if (word === "'s" && normAt(reading, at - 1) !== 'let') continue
      return { kind: 'sender', name: null, span: spanAt(reading, at, at + 1) }
    }
    if (word === 'you') return { kind: 'recipient', name: null, span: spanAt(reading, at, at + 1) }
  }
  return ((reading.bits[clause.core] ?? 0) & WordIs.action) === 0
    ? nobody
    : { kind: 'recipient', name: null, span: null }
}

function decidedOf(reading: ActReading, clause: ActClause): Owner {
  const found = spoken(reading, clause, 'sender', new Set(['we', 'i']))
  return found.span === null ? nobody : found
}

/** The kind, with the first word of the clause that says it, where one does. */
function spoken(
  reading: ActReading,
  clause: ActClause,
  kind: 'sender' | 'recipient',
  words: ReadonlySet<string>,
): Owner {
  for (let at = clause.core; at < clause.to && at - clause.core < 12; at += 1)
    if (words.has(normAt(reading, at))) return { kind, name: null, span: spanAt(reading, at, at + 1) }
  return { kind, name: null, span: null }
}

/** What stands before the first verb, where it is no pronoun: "all members", "the treasurer". */
function subjectOf(reading: ActReading, clause: ActClause): { from: number; to: number } | null {
  let at = clause.core
  while (at < clause.to && at - clause.core < 8) {
    const kinds = reading.bits[at] ?? 0
    const isPart =
      (kinds & (WordIs.nominal | WordIs.name)) !== 0 ||
      ((kinds & WordIs.subject) !== 0 && normAt(reading, at) === 'everyone')
    if (!isPart || (kinds & WordIs.auxiliary) !== 0) break
    at += 1
  }
  if (at === clause.core || ((reading.bits[at] ?? 0) & WordIs.auxiliary) === 0) return null
  return { from: clause.core, to: at }
}

function endOfNames(reading: ActReading, from: number, to: number): number {
  let at = from
  while (at < to && at - from < 6) {
    const isName = ((reading.bits[at] ?? 0) & WordIs.name) !== 0
    if (!isName && !(normAt(reading, at) === 'and' && ((reading.bits[at + 1] ?? 0) & WordIs.name) !== 0)) break
    at += 1
  }
  return at
}

function namedBy(reading: ActReading, from: number, to: number): Owner {
  const span = spanAt(reading, from, to)
  return { kind: 'named', name: span.text.replace(/^@/, ''), span }
}

/**
 * For whom it is done: the sender of what is asked of you; of what is promised, who is named behind the verb, else the recipient.
 */
export function counterpartyOf(reading: ActReading, clause: ActClause, act: ActName, owner: Owner): string | null {
  if (act === 'request' || act === 'question') return 'sender'
  if (act === 'refusal' || act === 'approval') return 'recipient'
  if (act !== 'commitment') return null
  for (let at = Math.max(clause.core + 1, 1); at < clause.to; at += 1) {
    if (((reading.bits[at] ?? 0) & WordIs.name) === 0) continue
    const span = spanAt(reading, at, endOfNames(reading, at, clause.to))
    const before = normAt(reading, at - 1)
    const isGiven =
      before === 'to' || before === 'with' || before === 'for' || ((reading.bits[at - 1] ?? 0) & WordIs.action) !== 0
    if (isGiven && span.start !== owner.span?.start) return span.text.replace(/^@/, '')
  }
  return 'recipient'
}

const normAt = (reading: ActReading, at: number): string => reading.text.tokens[at]?.norm ?? ''

const spanAt = (reading: ActReading, from: number, to: number) => {
  const { tokens } = reading.text
  return spanOf(reading.text, { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? tokens[from]?.end ?? 0 })
}
