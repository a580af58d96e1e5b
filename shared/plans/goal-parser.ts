/** Takes a goal in words apart: clauses of words, addresses, quotations, traces and nodes. Pure. */

/** What a clause says beside plain words, each in order. */
const kinds = ['address', 'quotation', 'trace', 'node'] as const
type Kind = (typeof kinds)[number]

export type Clause = {
  /** As it was written. */
  text: string
  /** Plain words in lower case with a space between; `<address>` and the like for all else, `?` for what is neither. */
  words: string
} & Readonly<Record<Kind, readonly string[]>>

type Token = { kind: Kind | 'word' | 'odd' | 'break'; text: string; from: number; to: number }

/** Clauses end at commas, semicolons, full stops, `and` and `then`. */
export function clausesOf(goal: string): Clause[] {
  const clauses: Token[][] = [[]]
  for (const token of tokensOf(goal)) {
    if (token.kind === 'break') clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  return clauses.filter(({ length }) => length > 0).map((tokens) => clauseOf(goal, tokens))
}

function clauseOf(goal: string, tokens: readonly Token[]): Clause {
  const textsOf = (kind: Kind) => tokens.filter((token) => token.kind === kind).map(({ text }) => text)
  return {
    text: goal.slice(tokens.at(0)?.from, tokens.at(-1)?.to),
    words: tokens.map(({ kind, text }) => (kind === 'word' ? text : kind === 'odd' ? '?' : `<${kind}>`)).join(' '),
    address: textsOf('address'),
    quotation: textsOf('quotation'),
    trace: textsOf('trace'),
    node: textsOf('node'),
  }
}

function* tokensOf(goal: string): Generator<Token> {
  for (const { 0: chunk, index: from } of goal.matchAll(/"[^"]*"|“[^”]*”|[^\s"“]+|["“]/g)) {
    const [, quoted] = /^["“](.*)["”]$/s.exec(chunk) ?? []
    if (quoted !== undefined && chunk.length > 1)
      yield { kind: 'quotation', text: quoted, from, to: from + chunk.length }
    else yield* tokensOfChunk(chunk, from)
  }
}

/** An address may hold what ends a clause elsewhere, so only what stands behind it ends one. */
const separator = (chunk: string) => (/^https?:\/\//i.test(chunk) ? /[,;.:]+$|,(?=https?:\/\/)/gi : /[,;]|[.:]+$/g)

function* tokensOfChunk(chunk: string, start: number): Generator<Token> {
  let from = 0
  for (const { 0: mark, index } of chunk.matchAll(separator(chunk))) {
    if (index > from) yield tokenOf(chunk.slice(from, index), start + from)
    from = index + mark.length
    if (mark !== ':') yield { kind: 'break', text: mark, from: start + index, to: start + from }
  }
  if (from < chunk.length) yield tokenOf(chunk.slice(from), start + from)
}

function tokenOf(text: string, from: number): Token {
  const to = from + text.length
  const word = text.toLowerCase()
  if (word === 'and' || word === 'then') return { kind: 'break', text, from, to }
  if (/^https?:\/\//i.test(text)) return { kind: 'address', text, from, to }
  if (/^SVC-[a-zA-Z0-9]+-[0-9]+$/.test(text)) return { kind: 'trace', text, from, to }
  const [, node] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text) ?? []
  if (node !== undefined) return { kind: 'node', text: node, from, to }
  return { kind: /^[a-z]+$/.test(word) ? 'word' : 'odd', text: word, from, to }
}
