/** The parts of a sentence that can be acts of their own: where they begin and end, whom they address, what they hang on. */
import { quotedTokensOf } from '#shared/language/acts/quotes'
import { WordIs } from '#shared/language/acts/words'
import type { ReadText, TextSentence, TextToken } from '#shared/language/text'

/** Tokens from `from` up to but without `to`. */
type Tokens = { from: number; to: number }

export type ActClause = Tokens & {
  sentence: number
  /** Where its own words begin: behind "and", "also", "Hi Tom," and "Decision:". */
  core: number
  /** The tokens of "Marco," before it. */
  addressed: Tokens | null
  /** "decision" of "Decision: we keep it", in lower case. */
  label: string | null
  /** "if you send it": says when something holds, and is no act itself. */
  isCondition: boolean
  /** Holds only if something else does. */
  isConditional: boolean
  isQuoted: boolean
  /** Ends in a question mark, or is a question whose mark comes later. */
  asks: boolean
}

/** What clauses are found in: a text, what its words are, and which of them stand in quotation marks. */
export type ActReading = { text: ReadText; bits: Uint32Array; quoted: Uint8Array }

export const actReadingOf = (text: ReadText, bits: Uint32Array): ActReading => ({
  text,
  bits,
  quoted: quotedTokensOf(text),
})

const conjunctions = new Set([
  'and',
  'but',
  'so',
  'or',
  'then',
  'because',
  'although',
  'while',
  'whereas',
  'yet',
  'plus',
])
const inverting = new Set('can could would will do does did is are was were have has shall should may might'.split(' '))
const addressees = new Set('you we i they he she it someone somebody anyone anybody everyone'.split(' '))
const pronouns = new Set('i we you he she they it'.split(' '))
const polite = new Set(['please', 'pls', 'plz', 'kindly'])
const hardMarks = new Set([';', '—', '–', '--', '•', '|'])
const sentenceMarks = new Set(['?', '!', '.', '…'])
/** Before "if", these ask whether something is so, or are polite: "let me know if", "I’d appreciate it if". */
const beforeWhether = new Set(
  `wonder wondering wondered know knows knew see check ask asks asked asking appreciate appreciated it great good helpful nice
   grateful mind sure tell confirm kind wonderful even as what say unsure decide doubt useful lovely thankful fantastic better verify
   determine test clarify unclear question`.split(/\s+/),
)
/** What "after" makes conditional, which elsewhere says when. */
const approving = new Set(['lgtm', 'approved', 'ok', 'okay', 'fine', 'good'])
const afterIdle = new Set([
  'possible',
  'not',
  'so',
  'needed',
  'necessary',
  'any',
  'at',
  'required',
  'applicable',
  'only',
  'desired',
])

/** The clauses of a sentence, in order; together they are the sentence. */
export function actClausesOf(reading: ActReading, sentence: TextSentence, index: number): ActClause[] {
  const { text, quoted } = reading
  const { from, to } = sentence.tokens
  const clauses: ActClause[] = []
  const isQuote = (text.segments[sentence.segment]?.depth ?? 0) > 0
  let start = from
  let inCondition = isConditionAt(reading, start, from, to)
  for (let at = from + 1; at <= to; at += 1) {
    const cut = at === to || isCutAt(reading, start, at, to, inCondition)
    if (!cut) continue
    clauses.push(clauseOf(reading, { from: start, to: at }, index, inCondition, isQuote || quoted[start] === 1))
    start = at
    if (at < to) inCondition = isConditionAt(reading, skipJoints(reading, at, to), from, to)
  }
  return relate(reading, clauses, from, to)
}

/** Whether more than names, openers and marks stand before a token: "Marco," is of what follows. */
function hasSubstance(reading: ActReading, start: number, at: number): boolean {
  const idle = WordIs.mark | WordIs.name | WordIs.opener | WordIs.title
  for (let each = start; each < at; each += 1) {
    if (((reading.bits[each] ?? 0) & idle) === 0 && norm(reading, each) !== 'dear') return true
    // What is long is no form of address: look no further.
    if (each - start > 8) return true
  }
  return false
}

const norm = (reading: ActReading, at: number): string => reading.text.tokens[at]?.norm ?? ''

/** Whether a new clause begins at a token; `start` is where the one before it began. */
function isCutAt(reading: ActReading, start: number, at: number, to: number, inCondition: boolean): boolean {
  const { quoted } = reading
  if (quoted[at] !== quoted[at - 1] && (quoted[at] === 1 || quoted[at - 1] === 1)) return true
  const before = norm(reading, at - 1)
  if (!hasSubstance(reading, start, at)) return false
  if (hardMarks.has(before)) return true
  if (before === '-' && isSpaced(reading, at - 1)) return true
  if (sentenceMarks.has(before) && !sentenceMarks.has(norm(reading, at)) && isSpaced(reading, at - 1, true)) return true
  if (before === ':' && isSpaced(reading, at - 1, true)) return at - start > 4
  if (before === ',') {
    return (
      inCondition ||
      startsClause(reading, skipJoints(reading, at, to), to, true) ||
      isConditionAt(reading, at, start, to)
    )
  }
  if (inCondition) return at - start >= 3 && endsCondition(reading, at)
  if (conjunctions.has(norm(reading, at))) return startsClause(reading, skipJoints(reading, at, to), to, false)
  return isConditionAt(reading, at, start, to) && !conjunctions.has(before)
}

/** Over "and", "so then": at most three words. */
function skipJoints(reading: ActReading, from: number, to: number): number {
  let at = from
  while (at < to && at - from < 3 && (conjunctions.has(norm(reading, at)) || norm(reading, at) === 'also')) at += 1
  return at
}

function isSpaced(reading: ActReading, at: number, isBehindAlone = false): boolean {
  const { tokens } = reading.text
  const token = tokens[at]
  const next = tokens[at + 1]
  if (token === undefined || next === undefined) return false
  if (isBehindAlone) return next.start > token.end
  const before = tokens[at - 1]
  return next.start > token.end && before !== undefined && token.start > before.end
}

function startsClause(reading: ActReading, at: number, to: number, isBehindComma: boolean): boolean {
  if (at + 1 >= to) return false
  const { bits } = reading
  const word = norm(reading, at)
  const next = norm(reading, at + 1)
  const nextBits = bits[at + 1] ?? 0
  if (polite.has(word)) return (nextBits & WordIs.mark) === 0
  if (inverting.has(word) && addressees.has(next)) return true
  if (pronouns.has(word)) {
    const verb = WordIs.auxiliary | WordIs.base | WordIs.past
    return (nextBits & verb) !== 0 || ((nextBits & WordIs.adverb) !== 0 && ((bits[at + 2] ?? 0) & verb) !== 0)
  }
  if (word === 'let') return next === 'me' || next === 'us' || next === "'s"
  if (word === 'lets') return true
  if ((word === 'how' || word === 'what') && next === 'about') return true
  if (((bits[at] ?? 0) & WordIs.wh) !== 0 && isBehindComma) return (nextBits & WordIs.auxiliary) !== 0
  if (((bits[at] ?? 0) & WordIs.name) !== 0) return isNameWithVerb(reading, at, to, isBehindComma)
  if (isBehindComma && ((bits[at] ?? 0) & WordIs.action) !== 0) return isVerbWithObject(reading, at)
  return false
}

/** "Luis will", and behind a comma "Peter to"; elsewhere that is of what stands before: "tell Anna or Peter to". */
function isNameWithVerb(reading: ActReading, from: number, to: number, isBehindComma: boolean): boolean {
  let at = from
  while (at < to && at - from < 3 && ((reading.bits[at] ?? 0) & WordIs.name) !== 0) at += 1
  const word = norm(reading, at)
  return (
    at < to && (((reading.bits[at] ?? 0) & WordIs.auxiliary) !== 0 || (word === 'to' && isBehindComma && at + 1 < to))
  )
}

/** "go ahead", "send it", "review section two", but not one of a list: "print, review and sign". */
function isVerbWithObject(reading: ActReading, at: number): boolean {
  const next = reading.text.tokens[at + 1]
  if (next === undefined) return false
  const bits = reading.bits[at + 1] ?? 0
  if ((bits & (WordIs.mark | WordIs.auxiliary)) !== 0 || conjunctions.has(next.norm)) return false
  if (reading.text.tokens[at]?.pos === 'VERB') return true
  return next.pos === 'DET' || next.pos === 'PRON' || next.pos === 'ADV' || (bits & WordIs.name) !== 0
}

/** Whether "if", "unless", "as soon as" … at a token says when something else holds. */
function isConditionAt(reading: ActReading, at: number, start: number, to: number): boolean {
  const word = norm(reading, at)
  switch (word) {
    case 'if':
      return !(at > start && beforeWhether.has(norm(reading, at - 1))) && !afterIdle.has(norm(reading, at + 1))
    case 'unless':
      return true
    case 'provided':
    case 'providing':
    case 'assuming':
    case 'once': {
      const next = norm(reading, at + 1)
      if (next === 'a' || next === 'again' || next === 'more' || next === 'per' || norm(reading, at - 1) === 'at')
        return false
      const bits = reading.bits[at + 1] ?? 0
      return (
        next === 'that' ||
        ((bits & WordIs.mark) === 0 && (bits & (WordIs.subject | WordIs.nominal | WordIs.name)) !== 0)
      )
    }
    case 'as': {
      const next = norm(reading, at + 1)
      return (
        (next === 'soon' || next === 'long') && norm(reading, at + 2) === 'as' && norm(reading, at + 3) !== 'possible'
      )
    }
    case 'subject':
      return norm(reading, at + 1) === 'to' && at > start
    case 'after':
      return approving.has(norm(reading, start))
    case 'in':
      return norm(reading, at + 1) === 'case' && norm(reading, at + 2) !== 'of'
    case 'should':
      return at === start && addressees.has(norm(reading, at + 1)) && norm(reading, to - 1) !== '?'
    default:
      return false
  }
}

/** Where no comma ends a condition: "if you send it I'll look". */
function endsCondition(reading: ActReading, at: number): boolean {
  const word = norm(reading, at)
  const next = norm(reading, at + 1)
  if (word === 'then') return true
  if (polite.has(word)) return ((reading.bits[at + 1] ?? 0) & WordIs.base) !== 0
  if (word === 'i' || word === 'we') return next === 'will' || next === "'ll" || next === 'shall'
  return (word === 'can' || word === 'could') && next === 'you'
}

function clauseOf(
  reading: ActReading,
  tokens: Tokens,
  sentence: number,
  isCondition: boolean,
  isQuoted: boolean,
): ActClause {
  const last = lastMark(reading, tokens)
  return {
    ...tokens,
    sentence,
    ...openingOf(reading, tokens),
    isCondition,
    isConditional: false,
    isQuoted,
    asks: last === '?',
  }
}

/** The question or exclamation mark, or the full stop, that a clause ends in; behind it a quotation mark may stand. */
function lastMark(reading: ActReading, tokens: Tokens): string {
  for (let at = tokens.to - 1; at >= tokens.from && tokens.to - at <= 3; at -= 1) {
    const word = norm(reading, at)
    if (sentenceMarks.has(word)) return word
    if (word.startsWith('?')) return '?'
    if (((reading.bits[at] ?? 0) & WordIs.mark) === 0) return ''
  }
  return ''
}

/** These are skipped only where a mark parts them from what follows: "Thanks, please …", but not "Thanks for". */
const openersBeforeMark = new Set(
  `thanks thx great perfect cool fine sorry alright right sure ok okay yes yeah yep no nope today tomorrow tonight next now still first
   again instead third second well`.split(/\s+/),
)
const nameMarks = new Set([',', ':', '-', '–', '—', '--', '!', ';'])

function openingOf(reading: ActReading, { from, to }: Tokens): Pick<ActClause, 'core' | 'addressed' | 'label'> {
  const { text, bits } = reading
  let core = from
  let addressed: Tokens | null = null
  let label: string | null = null
  for (let step = 0; step < 8 && core < to; step += 1) {
    const word = norm(reading, core)
    const kinds = bits[core] ?? 0
    const next = norm(reading, core + 1)
    if ((kinds & WordIs.mark) !== 0) core += 1
    else if (text.tokens[core]?.pos === 'NUM' && (next === '.' || next === ')')) core += 2
    else if (text.plain.charCodeAt(text.tokens[core]?.start ?? 0) === 64) {
      addressed = { from: core, to: endOfHandle(text.tokens, core, to) }
      core = addressed.to
    } else if ((kinds & WordIs.name) !== 0 || word === 'dear') {
      const end = endOfName(reading, word === 'dear' ? core + 1 : core, to)
      if (end >= to - 1 || !nameMarks.has(norm(reading, end)) || end === core) break
      if (norm(reading, end) === ':' && end - core === 1 && addressed !== null) break
      addressed = { from: word === 'dear' ? core + 1 : core, to: end }
      core = end + 1
    } else if (label === null && labelEnd(reading, core, to) > 0) {
      label = word
      core = labelEnd(reading, core, to)
    } else if (openersBeforeMark.has(word)) {
      if (((bits[core + 1] ?? 0) & WordIs.mark) === 0 || core + 2 >= to) break
      core += 2
    } else if ((kinds & WordIs.opener) !== 0 && core + 1 < to) core += 1
    else break
  }
  return { core: Math.min(core, to), addressed, label }
}

/** "@sam-k": all that hangs together. */
function endOfHandle(tokens: readonly TextToken[], from: number, to: number): number {
  let at = from + 1
  while (at < to && tokens[at]?.start === tokens[at - 1]?.end && !nameMarks.has(tokens[at]?.norm ?? '')) at += 1
  if (tokens[at]?.norm === '-' && tokens[at]?.start === tokens[at - 1]?.end) return endOfHandle(tokens, at, to)
  return at
}

function endOfName(reading: ActReading, from: number, to: number): number {
  let at = from
  while (at < to && at - from < 4) {
    const isName = ((reading.bits[at] ?? 0) & WordIs.name) !== 0
    const joins = at > from && norm(reading, at) === 'and' && ((reading.bits[at + 1] ?? 0) & WordIs.name) !== 0
    if (!isName && !joins) break
    at += 1
  }
  return at
}

/** Behind the colon of "Action item:"; 0 where there is none within three words. */
function labelEnd(reading: ActReading, from: number, to: number): number {
  for (let at = from; at < to - 1 && at - from <= 2; at += 1) {
    if (norm(reading, at) === ':') return at > from && isSpaced(reading, at, true) ? at + 1 : 0
  }
  return 0
}

/** Who hangs on a condition, and which earlier parts the question mark at the end of a sentence is of as well. */
function relate(reading: ActReading, clauses: ActClause[], from: number, to: number): ActClause[] {
  const isAsked = lastMark(reading, { from, to }) === '?'
  for (const [index, clause] of clauses.entries()) {
    if (isAsked && !clause.asks) {
      const first = norm(reading, clause.core)
      const kinds = reading.bits[clause.core] ?? 0
      clause.asks =
        (kinds & WordIs.wh) !== 0 ||
        (inverting.has(first) && ((reading.bits[clause.core + 1] ?? 0) & WordIs.mark) === 0)
    }
    if (!clause.isCondition) continue
    const after = clauses[index + 1]
    const before = clauses[index - 1]
    if (after !== undefined && (before === undefined || before.isCondition || !hangsTogether(reading, before))) {
      after.isConditional = true
    } else if (before !== undefined) before.isConditional = true
  }
  return clauses
}

/** Whether what follows a clause is still of it: no mark parts them, or a comma does. */
function hangsTogether(reading: ActReading, clause: ActClause): boolean {
  const last = norm(reading, clause.to - 1)
  return !hardMarks.has(last) && !sentenceMarks.has(last) && !conjunctions.has(last)
}
