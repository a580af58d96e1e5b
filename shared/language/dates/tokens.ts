/** Pieces of a text that may belong to dates: runs of known words, figures and marks between words that no date has. */
import { abbreviations } from '#shared/language/dates/lexicon'

export type Piece = {
  /** In lower case, apostrophes straight, without "'s" where it says whose. */
  word: string
  start: number
  end: number
  /** Nothing stands between it and the piece before. */
  isGlued: boolean
  isCapital: boolean
  isFigure: boolean
  /** "week's". */
  isOwner: boolean
}

export type DateRun = {
  pieces: readonly Piece[]
  /** The words before and after it in its sentence; empty at its borders. */
  before: string
  after: string
  /** The whole text that dates are read from; pieces lie in it. */
  text: string
}

/** A word, figures, a blank line, any other mark. One step each: linear whatever comes. */
const piece = /[A-Za-z\u00c0-\u024f]+(?:['\u2019][A-Za-z]+)?|[0-9]+|\n[ \t\r]*\n|[^\s]/g
/** Longer than any word or number of a date. */
const mostLetters = 20
/** A run of more pieces is cut: nobody says so many dates without another word, and what is kept of a run is bounded. */
const mostPieces = 400
/** Marks that dates are written with. */
const marks = new Set([',', '-', '\u2013', '\u2014', '/', '.', ':', '@', "'", '"', '(', ')', '+', '\u2019'])

/** The words that stand in dates of a language. */
export type DateWords = {
  known: ReadonlySet<string>
  /** Those of them that no date is without, unless it has figures. */
  starters: ReadonlySet<string>
  /** Those before which a dot after figures ends no sentence: "am 3. Mai". */
  afterDot: ReadonlySet<string>
}

/** All runs from `start` to `end` in which a date may be. */
export function* runsOf(
  text: string,
  start: number,
  end: number,
  { known, starters, afterDot }: DateWords,
): Iterable<DateRun> {
  let pieces: Piece[] = []
  let isPromising = false
  let before = ''
  let last = ''
  let lastEnd = -1
  piece.lastIndex = start
  for (;;) {
    const match = piece.exec(text)
    if (!match || match.index >= end) break
    const raw = match[0]
    const at = match.index
    const read = pieceOf(raw, at, lastEnd)
    const isKnown = read !== undefined && (read.isFigure || (isLetter(raw) ? known.has(read.word) : marks.has(raw)))
    const isBorder = !isKnown || (raw === '.' && endsSentence(text, at, pieces.at(-1), afterDot))
    lastEnd = at + raw.length
    if (!isBorder && read && pieces.length < mostPieces) {
      if (pieces.length === 0) before = last
      pieces.push(read)
      isPromising ||= read.isFigure || starters.has(read.word)
    } else {
      const isWord = isLetter(raw)
      if (isPromising) yield { pieces, before, after: isWord ? raw.toLowerCase() : '', text }
      if (pieces.length > 0) pieces = []
      isPromising = false
    }
    last = isBorder ? (isLetter(raw) ? raw.toLowerCase() : '') : raw
  }
  if (isPromising) yield { pieces, before, after: '', text }
}

const isLetter = (raw: string) => {
  const code = raw.charCodeAt(0)
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f)
}

function pieceOf(raw: string, start: number, lastEnd: number): Piece | undefined {
  if (raw.length > mostLetters) return undefined
  const first = raw.charCodeAt(0)
  const isFigure = first >= 48 && first <= 57
  let word = isFigure ? raw : raw.toLowerCase()
  if (word.includes('\u2019')) word = word.replace('\u2019', "'")
  const isOwner = word.length > 2 && word.endsWith("'s") && word !== "let's"
  return {
    word: isOwner ? word.slice(0, -2) : word,
    start,
    end: start + raw.length,
    isGlued: start === lastEnd,
    isCapital: first >= 65 && first <= 90,
    isFigure,
    isOwner,
  }
}

const wordAfter = / ?([A-Za-z\u00c0-\u024f]{3,12})/y
function endsSentence(text: string, at: number, previous: Piece | undefined, afterDot: ReadonlySet<string>): boolean {
  if (!previous || previous.end !== at) return true
  if (abbreviations.has(previous.word)) return false
  if (!previous.isFigure) return true
  const next = text.charCodeAt(at + 1)
  if (next >= 48 && next <= 57) return false
  if (afterDot.size === 0) return true
  wordAfter.lastIndex = at + 1
  return !afterDot.has(wordAfter.exec(text)?.[1]?.toLowerCase() ?? '')
}
