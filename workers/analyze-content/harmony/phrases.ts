/** Looks phrases of a list up in words, in one pass, however long the list is. Pure. */
import type { Range } from '#shared/language/text'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'

/**
 * Words parted by spaces. `a|b` is one or the other, `kill*` whatever begins so, `the?` may be left out, and `~3` is up to three
 * words of any kind. Never across the end of a sentence.
 */
export type Phrase = { phrase: string }
export type PhraseHit<Entry extends Phrase> = Range & {
  entry: Entry
  /** Indexes into the words: from this one up to but without the other. */
  from: number
  to: number
}

type Part = { exact: ReadonlySet<string>; prefixes: readonly string[]; isOptional: boolean; gap: number }
type Compiled<Entry> = { entry: Entry; parts: readonly Part[] }

function partOf(written: string): Part {
  if (written.startsWith('~'))
    return { exact: new Set(), prefixes: [], isOptional: false, gap: Number(written.slice(1)) }
  const isOptional = written.endsWith('?')
  const options = (isOptional ? written.slice(0, -1) : written).split('|')
  return {
    exact: new Set(options.filter((each) => !each.endsWith('*'))),
    prefixes: options.filter((each) => each.endsWith('*')).map((each) => each.slice(0, -1)),
    isOptional,
    gap: 0,
  }
}

/** @returns what finds all of the phrases in words: the longest at each place, none over another, in order. */
export function phraseFinder<Entry extends Phrase>(
  entries: readonly Entry[],
): (words: readonly RuleWord[]) => PhraseHit<Entry>[] {
  const byWord = new Map<string, Compiled<Entry>[]>()
  const byPrefix = new Map<string, Compiled<Entry>[]>()
  const add = (index: Map<string, Compiled<Entry>[]>, key: string, compiled: Compiled<Entry>) => {
    const known = index.get(key)
    if (known) known.push(compiled)
    else index.set(key, [compiled])
  }
  for (const entry of entries) {
    const parts = entry.phrase.split(' ').map(partOf)
    const [first] = parts
    for (const word of first?.exact ?? []) add(byWord, word, { entry, parts })
    for (const prefix of first?.prefixes ?? []) add(byPrefix, prefix, { entry, parts })
  }
  const lengths = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))]
  const startingWith = (norm: string) => [
    ...(byWord.get(norm) ?? []),
    ...lengths.flatMap((length) => byPrefix.get(norm.slice(0, length)) ?? []),
  ]

  return (words) => {
    const hits: PhraseHit<Entry>[] = []
    for (let from = 0; from < words.length; ) {
      const word = words[from]
      const found = word && longest(startingWith(word.norm), words, from)
      if (word && found) {
        hits.push({
          start: word.start,
          end: words[found.to - 1]?.end ?? word.end,
          entry: found.entry,
          from,
          to: found.to,
        })
      }
      from = found ? found.to : from + 1
    }
    return hits
  }
}

function longest<Entry>(candidates: readonly Compiled<Entry>[], words: readonly RuleWord[], from: number) {
  let best: { entry: Entry; to: number } | undefined
  for (const { entry, parts } of candidates) {
    const to = endOf(parts, 0, words, from, words[from]?.sentence ?? 0)
    if (to !== undefined && to > (best?.to ?? from)) best = { entry, to }
  }
  return best
}

/** Where a phrase ends that begins here; undefined where it does not stand here. */
function endOf(
  parts: readonly Part[],
  part: number,
  words: readonly RuleWord[],
  at: number,
  sentence: number,
): number | undefined {
  const wanted = parts[part]
  if (!wanted) return at
  for (let skipped = 0; skipped <= wanted.gap && wanted.gap > 0; skipped += 1) {
    const end = endOf(parts, part + 1, words, at + skipped, sentence)
    if (end !== undefined) return end
  }
  if (wanted.gap > 0) return undefined
  const word = words[at]
  const fits =
    word?.sentence === sentence &&
    (wanted.exact.has(word.norm) || wanted.prefixes.some((prefix) => word.norm.startsWith(prefix)))
  const end = fits ? endOf(parts, part + 1, words, at + 1, sentence) : undefined
  return end ?? (wanted.isOptional ? endOf(parts, part + 1, words, at, sentence) : undefined)
}
