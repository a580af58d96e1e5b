/** What a text states as so: sentences that could be checked, what makes them less sure, and who is said to say them. */
import type { Span, TextClaim } from '#db/documents/meaning'
import { spanOf } from '#shared/language/span'
import type { ReadText, TextSentence, TextToken } from '#shared/language/text'

const phrases = (text: string): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const byFirst = new Map<string, string[][]>()
  for (const line of text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const words = line.split(' ')
    const first = words[0] ?? ''
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), words].sort((one, other) => other.length - one.length),
    )
  }
  return byFirst
}

/** Words that take something back from what is said. */
const hedges = phrases(`
  may
  might
  could
  maybe
  perhaps
  possibly
  probably
  presumably
  apparently
  seemingly
  likely
  unlikely
  roughly
  approximately
  about
  around
  almost
  nearly
  some
  somewhat
  seems
  seem
  seemed
  appears
  appear
  appeared
  allegedly
  reportedly
  supposedly
  arguably
  generally
  usually
  typically
  often
  sometimes
  mostly
  largely
  suggests
  suggest
  indicates
  tends
  tend
  i think
  i believe
  i guess
  i assume
  i suppose
  i suspect
  we think
  we believe
  we assume
  in my opinion
  in our opinion
  in my view
  in our view
  as far as i know
  to my knowledge
  more or less
  kind of
  sort of
  up to
  at least
  at most
  in part
`)
/** These hedge a number alone: "about forty people", but not "we talked about it". */
const beforeNumbers = new Set(['about', 'around', 'almost', 'nearly', 'some', 'up', 'at', 'roughly', 'approximately'])

/** What says whose words they are, and who stands behind it. */
const sources = phrases(`
  according to
  as reported by
  as stated by
  as stated in
  as noted by
  as shown by
  as shown in
  reported by
  cited by
  based on
  in the words of
`)
const reporting = new Set(
  `said says say told tells reported reports claimed claims stated states argued argues announced announces found finds showed shows
   estimated estimates noted notes warned warns confirmed confirms revealed reveals explained explains wrote writes concluded concludes
   insists insisted denied denies admitted admits suggests suggested predicts predicted`.split(/\s+/),
)
const reporters = new Set(['NOUN', 'PROPN', 'DET', 'ADJ', 'PRON', 'NUM'])
/** What nobody could check: tastes and wishes. */
const opinion = new Set(
  `good bad great nice beautiful ugly terrible awful wonderful lovely amazing excellent perfect horrible best worst better worse fun boring
   interesting exciting love hate like dislike prefer hope wish want enjoy feel fantastic brilliant stupid annoying happy sad glad sorry
   unfortunately should ought must`.split(/\s+/),
)
const speaking = new Set(['i', 'we', 'you', 'me', 'my', 'your', 'our', 'us'])
const unread = new Set(['code', 'markup', 'header', 'signature', 'greeting', 'heading'])
const numberWords = new Set(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
   thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter dozen twice double`.split(
    /\s+/,
  ),
)

/**
 * Sentences that state something, sorted by where they begin. Questions, requests and wishes are none; of what is stated, only what
 * names a number, a name, a source or what happened is checkable. Linear in the text's length.
 */
export function claimsIn(text: ReadText): TextClaim[] {
  if (!text.isEnglish) return []
  const claims: TextClaim[] = []
  for (const sentence of text.sentences) {
    if (unread.has(text.segments[sentence.segment]?.type ?? 'paragraph')) continue
    const claim = claimOf(text, sentence)
    if (claim !== null) claims.push(claim)
  }
  return claims
}

type Seen = { finite: boolean; past: boolean; name: boolean; opinion: boolean; spoken: boolean; numbers: Span[] }

function claimOf(text: ReadText, sentence: TextSentence): TextClaim | null {
  const { tokens } = text
  const { from, to } = sentence.tokens
  const first = tokens[from]
  const last = tokens[to - 1]
  if (first === undefined || last === undefined || to - from < 3 || asksOrTells(tokens, from, to)) return null
  const seen = seenIn(text, from, to)
  if (!seen.finite) return null
  const attribution = attributionOf(text, from, to)
  const isFact = seen.numbers.length > 0 || seen.name || attribution !== null || seen.past
  const checkable =
    isFact && (!seen.opinion || seen.numbers.length > 0) && (!seen.spoken || seen.numbers.length > 0 || seen.past)
  return {
    span: spanOf(text, { start: first.start, end: last.end }),
    checkable,
    hedge: hedgeOf(text, from, to),
    attribution,
    numbers: seen.numbers,
  }
}

const asking = new Set(
  `please kindly let lets can could would will do does did is are was were have has shall should who what when where why how which thank
   thanks hope dear hi hello regards`.split(/\s+/),
)

/** A question, a request, a wish or a greeting: states nothing. */
function asksOrTells(tokens: readonly TextToken[], from: number, to: number): boolean {
  for (let at = to - 1; at >= from && to - at <= 3; at -= 1) if (tokens[at]?.norm === '?') return true
  let at = from
  while (at < to && tokens[at]?.pos === 'PUNCT') at += 1
  const first = tokens[at]
  if (first === undefined) return true
  if (asking.has(first.norm)) return true
  return first.pos === 'VERB' && first.norm === first.lemma
}

function seenIn(text: ReadText, from: number, to: number): Seen {
  const seen: Seen = { finite: false, past: false, name: false, opinion: false, spoken: false, numbers: [] }
  let numberStart = -1
  for (let at = from; at < to; at += 1) {
    const token = text.tokens[at]
    if (token === undefined) break
    const { norm, pos } = token
    if (pos === 'AUX' || pos === 'VERB') {
      seen.finite = true
      if (
        norm === 'was' ||
        norm === 'were' ||
        norm === 'had' ||
        norm === 'did' ||
        (norm !== token.lemma && !norm.endsWith('ing') && !norm.endsWith('s'))
      )
        seen.past = true
    }
    if (pos === 'PROPN' && at > from) seen.name = true
    if (opinion.has(norm)) seen.opinion = true
    if (speaking.has(norm)) seen.spoken = true
    const isNumber = pos === 'NUM' || numberWords.has(norm) || isDigit(text.plain.charCodeAt(token.start))
    if (isNumber && numberStart < 0) numberStart = at
    if (numberStart >= 0 && (!isNumber || at === to - 1)) {
      const end = isNumber ? token : text.tokens[at - 1]
      const start = text.tokens[numberStart]
      if (start !== undefined && end !== undefined)
        seen.numbers.push(spanOf(text, { start: start.start, end: end.end }))
      numberStart = -1
    }
  }
  return seen
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

function hedgeOf(text: ReadText, from: number, to: number): Span | null {
  for (let at = from; at < to; at += 1) {
    const found = phraseAt(text.tokens, hedges, at, to)
    if (found === 0) continue
    if (beforeNumbers.has(text.tokens[at]?.norm ?? '')) {
      const next = text.tokens[at + found]
      if (next === undefined || at + found >= to) continue
      if (next.pos !== 'NUM' && !numberWords.has(next.norm) && !isDigit(text.plain.charCodeAt(next.start))) continue
    }
    return spanBetween(text, at, at + found)
  }
  return null
}

/** "According to the board", "the report found", "she said". */
function attributionOf(text: ReadText, from: number, to: number): Span | null {
  for (let at = from; at < to; at += 1) {
    const found = phraseAt(text.tokens, sources, at, to)
    if (found > 0) {
      let end = at + found
      while (end < to && end - at < 12 && reporters.has(text.tokens[end]?.pos ?? 'X')) end += 1
      if (end > at + found) return spanBetween(text, at, end)
    }
    if (!reporting.has(text.tokens[at]?.norm ?? '')) continue
    let start = at
    while (start > from && at - start < 8 && isReporter(text.tokens[start - 1])) start -= 1
    if (start < at) return spanBetween(text, start, at + 1)
  }
  return null
}

const isReporter = (token: TextToken | undefined): boolean =>
  token !== undefined &&
  reporters.has(token.pos) &&
  token.norm !== 'i' &&
  token.norm !== 'we' &&
  token.norm !== 'you' &&
  token.norm !== 'it'

/** How many words of a phrase begin at a token; 0: none does. */
function phraseAt(
  tokens: readonly TextToken[],
  known: ReadonlyMap<string, readonly (readonly string[])[]>,
  at: number,
  to: number,
): number {
  for (const words of known.get(tokens[at]?.norm ?? '') ?? [])
    if (at + words.length <= to && words.every((word, index) => tokens[at + index]?.norm === word)) return words.length
  return 0
}

const spanBetween = (text: ReadText, from: number, to: number): Span =>
  spanOf(text, { start: text.tokens[from]?.start ?? 0, end: text.tokens[to - 1]?.end ?? 0 })
