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

export type Grammar = {
  byWord: ReadonlyMap<string, readonly DateRule[]>
  byKind: ReadonlyMap<Node['kind'], readonly DateRule[]>
  /** All words that rules name. */
  words: ReadonlySet<string>
}

export function grammarOf(rules: readonly DateRule[]): Grammar {
  const byWord = new Map<string, DateRule[]>()
  const byKind = new Map<Node['kind'], DateRule[]>()
  const all = new Set<string>()
  for (const each of rules) {
    for (const part of each.parts) if (part.kind === 'words') for (const word of part.words) all.add(word)
    const [first] = each.parts
    if (first?.kind === 'words') for (const word of first.words) byWord.set(word, [...(byWord.get(word) ?? []), each])
    else if (first) byKind.set(first.of, [...(byKind.get(first.of) ?? []), each])
  }
  return { byWord, byKind, words: all }
}

export type ChartEdge = { node: Node; end: number; cost: number }
export type Lexical = { node: Node; end: number }

/** A date of more pieces than this is none. */
const longest = 24
/** Readings of one stretch that are kept for each kind of node. */
const kept = 3
/** Readings that begin at one piece, and steps that are taken to find them: what makes hostile text linear. */
const mostEdges = 60
const mostSteps = 2000

/** Every reading of every stretch: by where it begins, in the order in which they were found. */
export function readingsOf(
  run: DateRun,
  grammar: Grammar,
  lexical: (run: DateRun, at: number) => Iterable<Lexical>,
  reading: DateReading,
): ChartEdge[][] {
  const chart: ChartEdge[][] = run.pieces.map(() => [])
  for (let from = run.pieces.length - 1; from >= 0; from -= 1) {
    const here = chart[from] ?? []
    const counts = new Map<string, number>()
    const add = (node: Node | undefined, end: number, cost: number) => {
      if (!node || end - from > longest || here.length >= mostEdges) return
      const key = `${node.kind}${end}`
      const count = counts.get(key) ?? 0
      if (count >= kept) return
      counts.set(key, count + 1)
      here.push({ node, end, cost })
    }
    for (const { node, end } of lexical(run, from)) add(node, end, 0)
    let steps = 0
    const attempt = (each: DateRule, values: unknown[], part: number, to: number, cost: number): void => {
      if (++steps > mostSteps) return
      if (part === each.parts.length) {
        if (to - from <= longest) add(each.make(values as never[], { run, from, to, reading }), to, cost + 1)
        return
      }
      const wanted = each.parts[part]
      const piece = run.pieces[to]
      if (!wanted) return
      if (wanted.kind === 'words') {
        if (piece && wanted.words.has(piece.word)) attempt(each, [...values, piece.word], part + 1, to + 1, cost)
        else if (wanted.isOptional) attempt(each, [...values, ''], part + 1, to, cost)
        return
      }
      for (const edge of chart[to] ?? [])
        if (edge.node.kind === wanted.of && wanted.holds(edge.node as never))
          attempt(each, [...values, edge.node], part + 1, edge.end, cost + edge.cost)
    }
    for (const each of grammar.byWord.get(run.pieces[from]?.word ?? '') ?? []) attempt(each, [], 0, from, 0)
    for (let at = 0; at < here.length; at += 1) {
      const edge = here[at]
      if (!edge) break
      for (const each of grammar.byKind.get(edge.node.kind) ?? []) {
        const [first] = each.parts
        if (first?.kind === 'node' && first.holds(edge.node as never))
          attempt(each, [edge.node], 1, edge.end, edge.cost)
      }
    }
  }
  return chart
}
