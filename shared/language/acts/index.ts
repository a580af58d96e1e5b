/** Speech acts: what a text asks for, promises, decides, proposes, approves, refuses, and by when; each with why. */
import { type Act, actNames, type DateExpression, type Entity, type Factor } from '#db/documents/meaning'
import { type ActClause, type ActReading, actClausesOf, actReadingOf } from '#shared/language/acts/clauses'
import { deadlineOf } from '#shared/language/acts/deadlines'
import { eachFeature } from '#shared/language/acts/features'
import { intentModel, intentOf } from '#shared/language/acts/intent'
import { intentWeightOf } from '#shared/language/acts/intent-model'
import { counterpartyOf, ownerOf } from '#shared/language/acts/owners'
import type { ActName } from '#shared/language/acts/rule'
import { type ActSign, signsOf } from '#shared/language/acts/signs'
import { WordIs, wordBitsOf } from '#shared/language/acts/words'
import { spanOf } from '#shared/language/span'
import type { ReadingContext, ReadText, TextToken } from '#shared/language/text'

/** What an act starts from, in log-odds: how seldom a clause is one. */
const bases: Record<ActName, number> = {
  request: -3.5,
  commitment: -3.5,
  question: -3.5,
  decision: -4,
  proposal: -3.5,
  approval: -4,
  refusal: -3.5,
  deadline: -3.5,
  information: 1.2,
}
/** How much of the model of intent counts for an act: it was trained on requests, promises and proposals together. */
export const intentShares: Partial<Record<ActName, number>> = { request: 0.4, commitment: 0.15, proposal: 0.15 }
/** Log-odds are held within this, and so is the confidence: nothing here is surer than 0.999994. */
const mostLogOdds = 12
/** Of the model's words, how many are named one by one; the others are one factor. */
const mostWordFactors = 6
const dueActs = new Set<ActName>(['request', 'commitment', 'proposal', 'decision', 'deadline'])

export type ActSources = { dates: readonly DateExpression[]; people: readonly Pick<Entity, 'span'>[] }

/**
 * The speech acts of a text, sorted by where they begin; several may hold of one sentence, each in its own clause.
 * The factors of an act are log-odds and add up to that of its confidence. Linear in the text's length.
 * @param sources the dates of the text, sorted, and the people that are named in it
 */
export function actsIn(text: ReadText, context: ReadingContext, { dates, people }: ActSources): Act[] {
  if (!text.isEnglish) return []
  const reading = actReadingOf(text, wordBitsOf(text, isPersonIn(people, context)))
  const acts: Act[] = []
  let nextDate = 0
  for (const [index, sentence] of text.sentences.entries()) {
    if (!isRead(text, sentence.segment) || sentence.tokens.to <= sentence.tokens.from) continue
    const clauses = actClausesOf(reading, sentence, index)
    const dated = clauses.map((clause) => {
      const end = text.tokens[clause.to - 1]?.end ?? 0
      const start = text.tokens[clause.from]?.start ?? 0
      while (nextDate < dates.length && (dates[nextDate]?.span.start ?? 0) < start) nextDate += 1
      const first = nextDate
      while (nextDate < dates.length && (dates[nextDate]?.span.start ?? 0) < end) nextDate += 1
      return { clause, dates: dates.slice(first, nextDate) }
    })
    acts.push(...actsOfSentence(reading, dated, context))
  }
  return acts
}

const unread = new Set(['code', 'markup', 'header', 'signature'])
const isRead = (text: ReadText, segment: number): boolean => !unread.has(text.segments[segment]?.type ?? 'paragraph')

/** Words of the names that the caller told, and places where people were found. */
function isPersonIn(people: ActSources['people'], context: ReadingContext): (token: TextToken) => boolean {
  const told = new Set(
    context.knownPeople.flatMap((name) => name.toLowerCase().split(/\s+/)).filter((word) => word.length > 1),
  )
  const ranges = people.map(({ span }) => span).sort((first, second) => first.start - second.start)
  let next = 0
  return (token) => {
    while (next < ranges.length && (ranges[next]?.end ?? 0) <= token.start) next += 1
    const range = ranges[next]
    if (range !== undefined && token.start >= range.start && token.end <= range.end) return true
    return told.size > 0 && told.has(token.norm)
  }
}

type DatedClause = { clause: ActClause; dates: readonly DateExpression[] }

function actsOfSentence(reading: ActReading, clauses: readonly DatedClause[], context: ReadingContext): Act[] {
  const signs = clauses.map(({ clause, dates }) => signsOf(reading, clause, dates.length > 0))
  const ofAll = signs.flatMap((list) => list.filter(({ rule }) => rule.holdsOfAll === true))
  const acts: Act[] = []
  for (const [index, { clause, dates }] of clauses.entries()) {
    if (clause.isCondition) continue
    const own = signs[index] ?? []
    const others = ofAll.filter((sign) => !own.includes(sign))
    for (const act of actsOfClause(reading, clause, dates, [...own, ...others], context)) addOrMerge(reading, acts, act)
  }
  return acts.sort((first, second) => first.span.start - second.span.start || first.span.end - second.span.end)
}

/** What one clause says; in the order of the names of acts. */
function actsOfClause(
  reading: ActReading,
  clause: ActClause,
  dates: readonly DateExpression[],
  signs: readonly ActSign[],
  context: ReadingContext,
): Act[] {
  const { tokens } = reading.text
  let intent: number | undefined
  const intentOnce = () => {
    intent ??= intentOf(tokens, clause.from, clause.to, signs)
    return intent
  }
  const found: { name: ActName; sum: number }[] = []
  for (const name of actNames) {
    if (name === 'information') continue
    let sum = bases[name]
    for (const { rule } of signs) sum += rule.weights[name] ?? 0
    const share = intentShares[name] ?? 0
    // Beyond this, no intent could make an act of it: spares most clauses the look.
    if (share > 0 && sum > -4.5) sum += share * intentOnce()
    if (sum > 0) found.push({ name, sum })
  }
  if (found.length === 0) {
    let sum = bases.information
    for (const { rule } of signs) sum += rule.weights.information ?? 0
    if (sum > 0) found.push({ name: 'information', sum })
  }
  const range = rangeOf(reading, clause)
  if (range === null) return []
  return found.map(({ name }) => actOf(reading, clause, range, dates, signs, context, name))
}

/** From the first to the last word of a clause, without the joints and commas around it. */
function rangeOf(reading: ActReading, clause: ActClause): { start: number; end: number } | null {
  let { from, to } = clause
  const isJoint = (at: number) => {
    const kinds = reading.bits[at] ?? 0
    return (kinds & WordIs.mark) !== 0 || /^(?:and|but|or|so|then)$/.test(reading.text.tokens[at]?.norm ?? '')
  }
  while (from < clause.core && isJoint(from)) from += 1
  const closes = (at: number) => /^[,;:—–"“”«»()-]$/.test(reading.text.tokens[at]?.norm ?? '')
  while (to > from && closes(to - 1)) to -= 1
  const first = reading.text.tokens[from]
  const last = reading.text.tokens[to - 1]
  return first === undefined || last === undefined || to <= from ? null : { start: first.start, end: last.end }
}

function actOf(
  reading: ActReading,
  clause: ActClause,
  range: { start: number; end: number },
  dates: readonly DateExpression[],
  signs: readonly ActSign[],
  context: ReadingContext,
  name: ActName,
): Act {
  const factors = factorsOf(reading, clause, signs, name)
  const owner = ownerOf(reading, clause, name)
  const logOdds = factors.reduce((sum, { value }) => sum + value, 0)
  return {
    act: name,
    span: spanOf(reading.text, range),
    sentence_id: clause.sentence,
    owner,
    counterparty: counterpartyOf(reading, clause, name, owner),
    deadline: dueActs.has(name) ? deadlineOf(reading, clause, dates, context.referenceTime) : null,
    conditional: clause.isConditional,
    quoted: clause.isQuoted,
    strength: strengthOf(clause, signs, name),
    confidence: 1 / (1 + Math.exp(-logOdds)),
    factors,
  }
}

/** Why: what the act starts from, each rule, the words of the model that weigh most, and the rest of them. */
function factorsOf(reading: ActReading, clause: ActClause, signs: readonly ActSign[], name: ActName): Factor[] {
  const share = intentShares[name] ?? 0
  const factors: Factor[] = [{ id: 'base', value: bases[name], because: `how often a clause is a ${name}` }]
  for (const { rule } of signs) {
    const value = rule.weights[name] ?? 0
    if (value !== 0) factors.push({ id: `rule:${rule.id}`, value, because: rule.because })
  }
  if (share > 0) factors.push(...wordFactors(reading.text.tokens, clause, share, signs))
  const sum = factors.reduce((total, { value }) => total + value, 0)
  const beyond = Math.max(-mostLogOdds, Math.min(mostLogOdds, sum)) - sum
  if (beyond !== 0) factors.push({ id: 'limit', value: beyond, because: 'no confidence goes further' })
  return factors
}

/** Of what the model knows of the words: those that weigh most one by one, the others together with what is of no words. */
function wordFactors(
  tokens: readonly TextToken[],
  clause: ActClause,
  share: number,
  signs: readonly ActSign[],
): Factor[] {
  const byWords = new Map<number, number>()
  let all = share * intentModel.base
  eachFeature(tokens, clause.from, clause.to, signs, (hash, from, to) => {
    const weight = share * intentWeightOf(intentModel, hash)
    if (weight === 0) return
    all += weight
    if (to > from) byWords.set(from * 4 + (to - from), (byWords.get(from * 4 + (to - from)) ?? 0) + weight)
  })
  const factors = [...byWords]
    .sort(([, first], [, second]) => Math.abs(second) - Math.abs(first))
    .slice(0, mostWordFactors)
    .map(([key, value]) => ({
      id: `words:${wordsAt(tokens, key >> 2, key & 3)}`,
      value,
      because: 'words that ask or promise, or that do not',
    }))
  const named = factors.reduce((sum, { value }) => sum + value, 0)
  factors.push({
    id: 'words',
    value: all - named,
    because: 'all other words, pairs, shapes and pairs of rules that the model knows',
  })
  return factors
}

const wordsAt = (tokens: readonly TextToken[], from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => tokens[from + index]?.norm ?? '').join(' ')

const hedges = new Set(['hangs', 'maybe_we', 'i_plan'])

function strengthOf(clause: ActClause, signs: readonly ActSign[], name: ActName): number {
  let strength = 0
  let isHedged = clause.isConditional
  for (const { rule } of signs) {
    if ((rule.weights[name] ?? 0) > 0 && rule.strength !== undefined) strength = Math.max(strength, rule.strength)
    if (hedges.has(rule.id)) isHedged = true
  }
  return (strength === 0 ? 0.5 : strength) * (isHedged ? 0.8 : 1)
}

/** One act said in two clauses that follow one another is one: "Clear the cache, then restart it." */
function addOrMerge(reading: ActReading, acts: Act[], act: Act): void {
  const before = acts.findLast((other) => other.act === act.act)
  if (
    before === undefined ||
    before.owner.kind !== act.owner.kind ||
    before.owner.name !== act.owner.name ||
    before.quoted !== act.quoted ||
    before !== acts[acts.length - 1]
  ) {
    acts.push(act)
    return
  }
  const stronger = before.confidence >= act.confidence ? before : act
  acts[acts.length - 1] = {
    ...stronger,
    span: spanOf(reading.text, { start: before.span.start, end: act.span.end }),
    deadline: before.deadline ?? act.deadline,
    conditional: before.conditional || act.conditional,
    strength: Math.max(before.strength, act.strength),
  }
}
