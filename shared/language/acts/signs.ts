/** What speaks for which act in a clause: rules over its words, and over how it is built. */
import { requestRules } from '#shared/language/acts/asking-rules'
import type { ActClause, ActReading } from '#shared/language/acts/clauses'
import {
  firstBitsOf,
  firstWordsOf,
  matchWordsAt,
  type WordPattern,
  type WordScope,
  wordPatternOf,
} from '#shared/language/acts/patterns'
import { commitmentRules, proposalRules } from '#shared/language/acts/promising-rules'
import { type ActRule, allButInformation } from '#shared/language/acts/rule'
import {
  approvalRules,
  deadlineRules,
  decisionRules,
  refusalRules,
  seemingRules,
} from '#shared/language/acts/saying-rules'
import { WordIs } from '#shared/language/acts/words'
import type { PartOfSpeech } from '#shared/language/text'

/** A rule that holds, and the words that say so. */
export type ActSign = { rule: ActRule; from: number; to: number }

/** Rules of how a clause is built rather than of its words. */
const shape = (id: string, because: string, weights: ActRule['weights'], strength?: number): ActRule => ({
  id,
  because,
  weights,
  patterns: [],
  ...(strength === undefined ? {} : { strength }),
})
const shapes = {
  imperative: shape(
    'imperative',
    'begins with a verb that tells you what to do',
    { request: 6.5, information: -3 },
    0.85,
  ),
  questionMark: shape('question_mark', 'ends in a question mark', {
    question: 5.2,
    information: -7,
    refusal: -2,
    deadline: -5,
  }),
  questionWord: shape('question_word', 'begins with a question word', { question: 2.4, information: -1 }),
  inverted: shape('inverted', 'has its verb before its subject', { question: 2.6, information: -1 }),
  decisionLabel: shape(
    'decision_label',
    'is called a decision',
    { decision: 9, approval: -9, commitment: -9, request: -5, information: -4 },
    0.9,
  ),
  actionLabel: shape('action_label', 'is called an action', { commitment: 3, request: 1, information: -4 }, 0.8),
  dated: { ...shape('dated', 'names a time', { request: 1.2 }), isUnlearned: true },
  undated: { ...shape('undated', 'names no time', { deadline: -6.5 }), isUnlearned: true },
  hangs: shape('hangs', 'holds only if something else does', { commitment: 2, deadline: -1 }),
  fragment: shape('fragment', 'has hardly any words', { information: -2.5 }),
  verbless: shape('verbless', 'has no verb', { information: -0.4 }),
  attributes: shape('attributes', 'says whose words the quoted ones are', {
    ...allButInformation(-9),
    information: -8,
  }),
  heading: shape('heading', 'is a heading', { information: -4 }),
} as const

export const actRules: readonly ActRule[] = [
  ...requestRules,
  ...commitmentRules,
  ...proposalRules,
  ...refusalRules,
  ...approvalRules,
  ...decisionRules,
  ...deadlineRules,
  ...seemingRules,
]

type Compiled = { rule: ActRule; number: number; pattern: WordPattern; firstBits: number }
const byFirstWord = new Map<string, Compiled[]>()
/** Those that begin with a placeholder: looked at where a clause's own words begin, and nowhere else. */
const atStart: Compiled[] = []
for (const [number, rule] of actRules.entries()) {
  for (const written of rule.patterns) {
    const pattern = wordPatternOf(written)
    const compiled = { rule, number, pattern, firstBits: firstBitsOf(pattern) }
    const words = firstWordsOf(compiled.pattern)
    if (words === null) atStart.push(compiled)
    else
      for (const word of words) {
        const known = byFirstWord.get(word)
        if (known === undefined) byFirstWord.set(word, [compiled])
        else known.push(compiled)
      }
  }
}

/** The signs of a clause, each rule at most once, in the order of the rules. */
export function signsOf(reading: ActReading, clause: ActClause, isDated: boolean): ActSign[] {
  const scope: WordScope = { tokens: reading.text.tokens, bits: reading.bits, from: clause.from, to: clause.to }
  const found: (ActSign | undefined)[] = []
  const coreBits = reading.bits[clause.core] ?? 0
  for (const { rule, number, pattern, firstBits } of atStart) {
    if ((firstBits !== 0 && (firstBits & coreBits) === 0) || found[number] !== undefined) continue
    const to = matchWordsAt(pattern, scope, clause.core)
    if (to >= 0) found[number] = { rule, from: clause.core, to }
  }
  for (let at = clause.from; at < clause.to; at += 1) {
    const rules = byFirstWord.get(scope.tokens[at]?.norm ?? '')
    if (rules === undefined) continue
    for (const { rule, number, pattern } of rules) {
      if (found[number] !== undefined || (pattern.isAtStart && at !== clause.core)) continue
      const to = matchWordsAt(pattern, scope, at)
      if (to >= 0) found[number] = { rule, from: at, to }
    }
  }
  const signs: ActSign[] = []
  for (const sign of found) if (sign !== undefined) signs.push(sign)
  return [...signs, ...shapesOf(reading, clause, isDated)]
}

const inverting = new Set(
  "do does did is are am was were have has had should shall may might can could would will 's 're".split(' '),
)
const decisionLabels = new Set('decision decided decisions agreed resolved resolution'.split(' '))
const actionLabels = new Set('action actions todo task tasks next owner assigned'.split(' '))

function shapesOf(reading: ActReading, clause: ActClause, isDated: boolean): ActSign[] {
  const { tokens } = reading.text
  const { core } = clause
  const signs: ActSign[] = []
  const add = (rule: ActRule, from: number, to: number) => signs.push({ rule, from, to })
  const first = tokens[core]
  const kinds = reading.bits[core] ?? 0
  if (isImperative(reading, clause)) add(shapes.imperative, core, core + 1)
  if (clause.asks) add(shapes.questionMark, clause.to - 1, clause.to)
  const next = reading.bits[core + 1] ?? 0
  if ((kinds & WordIs.wh) !== 0 && (clause.asks || asksByOrder(reading, core, clause.to)))
    add(shapes.questionWord, core, core + 1)
  else if (first !== undefined && inverting.has(first.norm) && (clause.asks || (next & WordIs.subject) !== 0))
    add(shapes.inverted, core, core + 1)
  if (clause.label !== null) {
    if (decisionLabels.has(clause.label)) add(shapes.decisionLabel, clause.from, clause.core)
    else if (actionLabels.has(clause.label)) add(shapes.actionLabel, clause.from, clause.core)
  }
  add(isDated ? shapes.dated : shapes.undated, clause.from, clause.to)
  if (clause.isConditional) add(shapes.hangs, clause.from, clause.to)
  const { words, hasVerb } = countOf(reading, clause)
  if (words <= 2) add(shapes.fragment, clause.from, clause.to)
  if (!hasVerb) add(shapes.verbless, clause.from, clause.to)
  if (attributes(reading, clause)) add(shapes.attributes, clause.from, clause.to)
  if (reading.text.segments[reading.text.sentences[clause.sentence]?.segment ?? -1]?.type === 'heading')
    add(shapes.heading, clause.from, clause.to)
  return signs
}

/** "what time do you", "when will it": a question though no mark ends it. */
function asksByOrder(reading: ActReading, core: number, to: number): boolean {
  for (let at = core + 1; at < to - 1 && at - core <= 3; at += 1) {
    if (inverting.has(reading.text.tokens[at]?.norm ?? '')) return ((reading.bits[at + 1] ?? 0) & WordIs.subject) !== 0
  }
  return false
}

function countOf(reading: ActReading, clause: ActClause): { words: number; hasVerb: boolean } {
  let words = 0
  let hasVerb = false
  for (let at = clause.core; at < clause.to; at += 1) {
    const kinds = reading.bits[at] ?? 0
    if ((kinds & WordIs.mark) === 0) words += 1
    if ((kinds & WordIs.auxiliary) !== 0 || reading.text.tokens[at]?.pos === 'VERB') hasVerb = true
  }
  return { words, hasVerb }
}

/** 'She wrote: "…"': says whose the words are that follow or stand before. */
function attributes(reading: ActReading, clause: ActClause): boolean {
  const { quoted, text } = reading
  if (quoted[clause.from] === 1) return false
  const sentence = text.sentences[clause.sentence]
  if (sentence === undefined) return false
  const isBefore = clause.to < text.tokens.length && quoted[clause.to] === 1
  const isBehind = clause.from > sentence.tokens.from && quoted[clause.from - 1] === 1
  return isBefore || isBehind
}

const objects = new Set(
  'the a an my your our their his her its this that these those me it us him them all any each every some both yourself'.split(
    ' ',
  ),
)
const particles = new Set(
  'up out in on off over back down away ahead at with into to through by as until before after again and or here there now also not only one'.split(
    ' ',
  ),
)
const letting = new Set(['me', 'us', "'s"])
const withFor = new Set('look wait ask search check apply call vote watch register sign pay go'.split(' '))
const taken: readonly PartOfSpeech[] = ['DET', 'PRON', 'NUM', 'ADV', 'PROPN']

/** Whether a clause begins with a verb that is asked for, rather than with a noun of the same letters. */
function isImperative(reading: ActReading, clause: ActClause): boolean {
  const { tokens } = reading.text
  const at = clause.core
  const token = tokens[at]
  const kinds = reading.bits[at] ?? 0
  if (token === undefined || at >= clause.to) return false
  const isKnown = (kinds & WordIs.action) !== 0
  const isTagged = token.pos === 'VERB' && (kinds & WordIs.base) !== 0 && (kinds & (WordIs.past | WordIs.gerund)) === 0
  if (!isKnown || (token.norm === 'let' && letting.has(tokens[at + 1]?.norm ?? ''))) return false
  const next = at + 1 < clause.to ? tokens[at + 1] : undefined
  if (next === undefined) return true
  const nextKinds = reading.bits[at + 1] ?? 0
  if ((nextKinds & WordIs.auxiliary) !== 0 || next.norm === 'of' || next.norm === ':' || next.norm === "'s")
    return false
  if ((nextKinds & WordIs.mark) !== 0) return isTagged || (kinds & WordIs.nounToo) === 0 || clause.to - at <= 3
  if (objects.has(next.norm) || particles.has(next.norm) || taken.includes(next.pos)) return true
  if (next.norm === 'for') return isTagged || withFor.has(token.norm)
  if (isTagged) return true
  if ((kinds & WordIs.nounToo) !== 0) return false
  for (let later = at + 2; later < clause.to && later - at <= 4; later += 1) {
    if (((reading.bits[later] ?? 0) & WordIs.auxiliary) !== 0) return false
  }
  return true
}
