/**
 * Text that speaks to a model or asks it to break its rules: found, named, never obeyed. It looks everywhere, into code,
 * markup, headers and what is hidden, because a model reads all of it. Pure, linear in the text's length.
 */
import type { UntrustedInstruction } from '#db/documents/meaning'
import { segmentAt } from '#shared/language/segment-at'
import { spanOf } from '#shared/language/span'
import type { Range, ReadText } from '#shared/language/text'
import type { InstructionReason, InstructionSignal } from '#shared/language/untrusted/signal'
import { aboutInstructions, contextSignals, instructionSignals, markSignals } from '#shared/language/untrusted/signals'
import { type View, viewsOf } from '#shared/language/untrusted/views'

type Hit = Range & {
  signal: InstructionSignal
  reason: InstructionReason | 'context'
  weight: number /** In the view. */
  at: Range
}

/** Signals that are closer than this, in characters, count together; what they are in is no longer than that. */
const reach = 160
const longestFinding = 800
/** What a person cannot see needs less to be told. */
const threshold: Record<View['how'], number> = { visible: 1, hidden: 0.6, encoded: 0.6 }
const inCode: Partial<Record<Hit['reason'], number>> = { tool_call: 0.6, role_marker: 0.6 }
/** Of a text about such texts, what it gives as an example. */
const asExample = 0.3

/**
 * What of a text wants to command a model, in order, none over another, none over the border of a segment. The reason is what
 * the heaviest signal of it is; `hidden`, `encoded` where nobody sees it.
 */
export function instructionsIn(text: ReadText): UntrustedInstruction[] {
  const found = viewsOf(text)
    .flatMap((view) => findingsOf(text, view))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: (Range & { reason: string })[] = []
  for (const finding of found) if (finding.start >= (kept.at(-1)?.end ?? 0)) kept.push(finding)
  return kept.map(({ reason, ...range }) => ({ span: spanOf(text, range), reason }))
}

function findingsOf(text: ReadText, view: View): (Range & { reason: string })[] {
  const hits = hitsIn(view)
  const found: (Range & { reason: string })[] = []
  let from = 0
  for (let at = 0; at < hits.length; at++) {
    const next = hits[at + 1]
    const [first, last] = [hits[from], hits[at]]
    if (first === undefined || last === undefined) break
    const isTogether =
      next !== undefined &&
      next.at.start - last.at.end <= reach &&
      Math.max(next.at.end, last.at.end) - first.at.start <= longestFinding
    if (isTogether) continue
    const finding = judged(text, view, hits.slice(from, at + 1))
    if (finding !== undefined) found.push(finding)
    from = at + 1
  }
  return found
}

/** By their places in the view. */
function hitsIn(view: View): Hit[] {
  const hits = hitsOf(view, view.isSource ? marks : instructions, { start: 0, end: view.view.length })
  let looked = 0
  for (const { at } of hits.toSorted((a, b) => a.at.start - b.at.start)) {
    const around = { start: Math.max(looked, at.start - reach), end: Math.min(view.view.length, at.end + reach) }
    if (around.end <= around.start) continue
    hits.push(...hitsOf(view, contexts, around))
    looked = around.end
  }
  return hits.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end)
}

const letters = 27
const isWordUnit = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit === 95
/** 1 to 26, else 0. */
const letterAt = (view: string, at: number) => {
  const unit = at < view.length ? view.charCodeAt(at) : 0
  return unit >= 97 && unit <= 122 ? unit - 96 : 0
}
/** Of the first three letters; of a shorter word, the rest is 0. */
function keyAt(view: string, at: number): number {
  const first = letterAt(view, at)
  const second = letterAt(view, at + 1)
  const third = second === 0 ? 0 : letterAt(view, at + 2)
  return (first * letters + second) * letters + third
}

/** By the key of a word, the signals that begin with it. */
type SignalTable = readonly (readonly InstructionSignal[] | undefined)[]

function tableOf(signals: readonly InstructionSignal[]): SignalTable {
  const table: InstructionSignal[][] = []
  for (const signal of signals) {
    const keys = new Set(
      signal.starts.flatMap(({ letters: known, goesOn }) => (goesOn ? keysFrom(known) : [keyAt(known, 0)])),
    )
    for (const key of keys) {
      table[key] ??= []
      table[key].push(signal)
    }
  }
  return table
}

/** Of every word that begins with these letters. */
function keysFrom(known: string): number[] {
  if (known.length >= 3) return [keyAt(known, 0)]
  const longer = Array.from({ length: 26 }, (_, at) => keysFrom(known + String.fromCharCode(97 + at))).flat()
  return known === '' ? longer : [keyAt(known, 0), ...longer]
}

const instructions = tableOf(instructionSignals)
const marks = tableOf(markSignals)
const contexts = tableOf(contextSignals)

/** That begin in a part; they may end behind it. At each word, only what begins with it is tried. */
function hitsOf({ view, rangeOf }: View, table: SignalTable, { start, end }: Range): Hit[] {
  const hits: Hit[] = []
  let isInWord = start > 0 && isWordUnit(view.charCodeAt(start - 1))
  for (let place = start; place < end; place++) {
    const isWord = isWordUnit(view.charCodeAt(place))
    const isFirst = isWord && !isInWord
    isInWord = isWord
    if (!isFirst) continue
    for (const signal of table[keyAt(view, place)] ?? []) {
      signal.pattern.lastIndex = place
      const match = signal.pattern.exec(view)
      if (match === null) continue
      const at = { start: place, end: place + match[0].length }
      hits.push({ signal, ...rangeOf(at), reason: signal.reason, weight: signal.weight, at })
    }
  }
  return hits
}

/** In quotes, or named with "such as" and the like, in a text that says what it is an example of. */
function isExample(view: string, { start, end }: Range): boolean {
  const before = view.slice(Math.max(0, start - 140), start)
  const after = view.slice(end, end + 120)
  if (!aboutInstructions.test(before) && !aboutInstructions.test(after)) return false
  const isQuoted = /["`'][^"`\n]{0,60}$/.test(before) && /^[^"`\n]{0,80}["`']/.test(after)
  return (
    isQuoted ||
    /\b(?:such as|like|so-called|e\.g\.|called|named|tells?|told|says?|said|about|in which) [^.!?\n]{0,40}$/.test(
      before,
    )
  )
}

/** Of each signal, what it says at its heaviest; in whole hundredths, for sums of fractions are off by a bit. */
function sumOf(hits: readonly Hit[]): number {
  const heaviest = new Map<InstructionSignal, number>()
  for (const { signal, weight } of hits) heaviest.set(signal, Math.max(weight, heaviest.get(signal) ?? 0))
  return Math.round([...heaviest.values()].reduce((sum, weight) => sum + weight, 0) * 100) / 100
}

/** Undefined: too little. */
function judged(text: ReadText, { view, how }: View, hits: readonly Hit[]): (Range & { reason: string }) | undefined {
  // What it could come to at most is soon told; of the few that are left it is looked at where they stand.
  if (!hits.some(({ reason }) => reason !== 'context') || sumOf(hits) < threshold[how]) return
  const counted = hits.map((hit) => {
    const isCode = how === 'visible' && segmentAt(text, hit.start)?.type === 'code'
    return {
      ...hit,
      weight: hit.weight * (isCode ? (inCode[hit.reason] ?? 1) : 1) * (isExample(view, hit.at) ? asExample : 1),
    }
  })
  const top = counted
    .filter(({ reason }) => reason !== 'context')
    .sort((a, b) => b.weight - a.weight || a.at.start - b.at.start)[0]
  if (top === undefined || sumOf(counted) < threshold[how]) return
  const segment = segmentAt(text, top.start)
  const told = how === 'visible' ? inSentences(text, hits) : hits
  const start = Math.max(Math.min(...told.map((hit) => hit.start)), segment?.start ?? 0)
  const end = Math.min(Math.max(...told.map((hit) => hit.end)), segment?.end ?? text.content.length)
  return end > start ? { start, end, reason: how === 'visible' ? top.reason : how } : undefined
}

/** What commands, to the ends of the sentences that it stands in; what is beside it in other sentences gave weight alone. */
function inSentences({ sentences }: ReadText, hits: readonly Hit[]): Range[] {
  const commands = hits.filter(({ reason }) => reason !== 'context')
  return commands.map(({ start, end }) => {
    const [first, last] = [sentenceAt(sentences, start), sentenceAt(sentences, Math.max(start, end - 1))]
    const isWhole = first !== undefined && last !== undefined && last.end - first.start <= longestFinding
    return isWhole ? { start: Math.min(start, first.start), end: Math.max(end, last.end) } : { start, end }
  })
}

/** By halving; undefined where the place is in none. */
function sentenceAt(sentences: ReadText['sentences'], place: number): Range | undefined {
  let low = 0
  let high = sentences.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sentences[middle]?.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  const found = sentences[low]
  return found && found.start <= place && place < found.end ? found : undefined
}
