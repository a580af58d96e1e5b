/** Puts phrases together out of words by rules: every reading of every stretch of a run, kept few and short, so that it stays linear. */
import type { DateReading, Node, TimeNode } from '#shared/language/dates/nodes'
import type { DateRun } from '#shared/language/dates/tokens'

/** Where a rule is being tried. */
export type RulePlace = { run: DateRun; from: number; to: number; reading: DateReading }

/** A part of a rule: words as they stand, or what a stretch was read as. */
export type RulePart<Value> =
  | {
      kind: 'words'
      words: ReadonlySet<string>
      isOptional: boolean /** For the types alone. */
      takes?: (value: Value) => void
    }
  | { kind: 'node'; of: Node['kind']; holds: (node: Value) => boolean; isOptional: false }

type Values<Parts extends readonly RulePart<never>[]> = {
  [At in keyof Parts]: Parts[At] extends RulePart<infer Value> ? Value : never
}
export type DateRule = {
  parts: readonly RulePart<never>[]
  make: (values: readonly never[], place: RulePlace) => Node | undefined
}

export const words = (list: string): RulePart<string> => ({
  kind: 'words',
  words: new Set(list.split(' ')),
  isOptional: false,
})
export const maybe = (list: string): RulePart<string> => ({
  kind: 'words',
  words: new Set(list.split(' ')),
  isOptional: true,
})
export const nodes = <Kind extends Node['kind']>(
  of: Kind,
  holds: (node: Extract<Node, { kind: Kind }>) => boolean = () => true,
): RulePart<Extract<Node, { kind: Kind }>> => ({ kind: 'node', of, holds, isOptional: false })
export const times = (holds?: (node: TimeNode) => boolean): RulePart<TimeNode> => nodes('time', holds)

/** A rule: where these parts follow one another, this is what they come to. A part that may be missing must not be the first. */
export function rule<const Parts extends readonly RulePart<never>[]>(
  parts: Parts,
  make: (values: Values<Parts>, place: RulePlace) => Node | undefined,
): DateRule {
  // The chart hands over what the parts took, in their order: the types are those of the parts.
  return { parts, make: make as DateRule['make'] }
}

/** Rules whose first part is a kind of node, by what stands after it: most are left without a look. */
type Continued = {
  /** The next part is one of these words. */
  byWord: Map<string, DateRule[]>
  /** The next part is a node of this kind. */
  byKind: Map<Node['kind'], DateRule[]>
  /** There is no next part, or it may be missing. */
  others: DateRule[]
}
export type Grammar = {
  byWord: ReadonlyMap<string, readonly DateRule[]>
  byKind: ReadonlyMap<Node['kind'], Continued>
  /** All words that rules name. */
  words: ReadonlySet<string>
}

export function grammarOf(rules: readonly DateRule[]): Grammar {
  const byWord = new Map<string, DateRule[]>()
  const byKind = new Map<Node['kind'], Continued>()
  const all = new Set<string>()
  for (const each of rules) {
    for (const part of each.parts) if (part.kind === 'words') for (const word of part.words) all.add(word)
    const [first, next] = each.parts
    if (first?.kind === 'words') for (const word of first.words) push(byWord, word, each)
    else if (first) {
      const continued: Continued = byKind.get(first.of) ?? { byWord: new Map(), byKind: new Map(), others: [] }
      byKind.set(first.of, continued)
      if (!next || (next.kind === 'words' && next.isOptional)) continued.others.push(each)
      else if (next.kind === 'node') push(continued.byKind, next.of, each)
      else for (const word of next.words) push(continued.byWord, word, each)
    }
  }
  return { byWord, byKind, words: all }
}
const push = <Key>(lists: Map<Key, DateRule[]>, key: Key, each: DateRule) =>
  lists.set(key, [...(lists.get(key) ?? []), each])
const none: readonly DateRule[] = []

export type ChartEdge = { node: Node; end: number; cost: number }
export type Lexical = { node: Node; end: number }

/** A date of more pieces than this is none. */
const longest = 24
/** Readings of one stretch that are kept for each kind of node. */
const kept = 3
/** Readings that begin at one piece, and steps that are taken to find them: what makes hostile text linear. */
const mostEdges = 60
const mostSteps = 2000

const kindBits: Record<Node['kind'], number> = { time: 1, number: 2, ordinal: 4, unit: 8, duration: 16 }

/** Every reading of every stretch: by where it begins, in the order in which they were found. */
export function readingsOf(
  run: DateRun,
  grammar: Grammar,
  lexical: (run: DateRun, at: number) => Iterable<Lexical>,
  reading: DateReading,
): ChartEdge[][] {
  const { pieces } = run
  const chart: ChartEdge[][] = pieces.map(() => [])
  /** Which kinds of nodes begin at a piece, in bits: most rules can be left after one look. */
  const kinds = new Uint8Array(pieces.length + 1)
  const values: unknown[] = []
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const here = chart[from] ?? []
    const counts = new Map<number, number>()
    const add = (node: Node | undefined, end: number, cost: number) => {
      if (!node || end - from > longest || here.length >= mostEdges) return
      const key = end * 32 + kindBits[node.kind]
      const count = counts.get(key) ?? 0
      if (count >= kept) return
      counts.set(key, count + 1)
      here.push({ node, end, cost })
    }
    for (const { node, end } of lexical(run, from)) add(node, end, 0)
    let steps = 0
    const attempt = (each: DateRule, part: number, to: number, cost: number): void => {
      if (++steps > mostSteps) return
      const wanted = each.parts[part]
      if (!wanted) {
        if (to - from <= longest) add(each.make(values as never[], { run, from, to, reading }), to, cost + 1)
        return
      }
      if (wanted.kind === 'words') {
        const word = pieces[to]?.word
        const isThere = word !== undefined && wanted.words.has(word)
        if (isThere) {
          values.push(word)
          attempt(each, part + 1, to + 1, cost)
          values.pop()
        }
        // What may be missing may belong to what follows, too: "by the 15th".
        if (wanted.isOptional) {
          values.push('')
          attempt(each, part + 1, to, cost)
          values.pop()
        }
        return
      }
      if ((kinds[to] ?? 0) & kindBits[wanted.of])
        for (const edge of chart[to] ?? [])
          if (edge.node.kind === wanted.of && wanted.holds(edge.node as never)) {
            values.push(edge.node)
            attempt(each, part + 1, edge.end, cost + edge.cost)
            values.pop()
          }
    }
    for (const each of grammar.byWord.get(pieces[from]?.word ?? '') ?? none) attempt(each, 0, from, 0)
    const goOn = (list: readonly DateRule[], edge: ChartEdge) => {
      for (const each of list) {
        const [first] = each.parts
        if (first?.kind !== 'node' || !first.holds(edge.node as never)) continue
        values.push(edge.node)
        attempt(each, 1, edge.end, edge.cost)
        values.pop()
      }
    }
    for (let at = 0; at < here.length; at += 1) {
      const edge = here[at]
      const continued = edge && grammar.byKind.get(edge.node.kind)
      if (!edge || !continued) continue
      for (const [kind, list] of continued.byKind) if ((kinds[edge.end] ?? 0) & kindBits[kind]) goOn(list, edge)
      goOn(continued.others, edge)
      goOn(continued.byWord.get(pieces[edge.end]?.word ?? '') ?? none, edge)
    }
    for (const { node } of here) kinds[from] = (kinds[from] ?? 0) | kindBits[node.kind]
  }
  return chart
}
