/** What can be read off the texts of a trace without a model: words, overlap, names and numbers, refusals. Pure. */

/** Words of a text, lower case; letters and digits of any script. */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

/** F1 of the shared words of two texts, repetition counted, 0 to 1. Null when the reference has no word. */
export function tokenF1(output: string, reference: string): number | null {
  const given = tokensOf(output)
  const wanted = tokensOf(reference)
  if (wanted.length === 0) return null
  if (given.length === 0) return 0

  const left = new Map<string, number>()
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1)
  let shared = 0
  for (const token of given) {
    const count = left.get(token) ?? 0
    if (count === 0) continue
    left.set(token, count - 1)
    shared += 1
  }
  return (2 * shared) / (given.length + wanted.length)
}

/** The distinct numbers and capitalised words of an output, and how many of them its context has. */
export function groundingOf(output: string, context: string): { named: number; found: number } {
  const named = new Set((output.match(nameOrNumber) ?? []).map((token) => token.toLowerCase()))
  const known = new Set(context.toLowerCase().match(anyToken) ?? [])
  let found = 0
  for (const token of named) if (known.has(token)) found += 1
  return { named: named.size, found }
}

/** True when the output opens by declining to answer. English phrases only. */
export function soundsLikeRefusal(output: string): boolean {
  return refusal.test(output.slice(0, refusalWindow).replaceAll('’', "'"))
}

/** A refusal is said at once; later mentions of "cannot" are content. */
const refusalWindow = 240
const word = /[\p{L}\p{M}\p{N}]+/gu
const nameOrNumber = /\p{Lu}[\p{L}\p{M}]*|\p{N}+(?:[.,]\p{N}+)*/gu
const anyToken = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu
const refusal =
  /\b(?:i (?:(?:can't|cannot|can not)(?! (?:believe|wait|stress|recommend))|won't|will not|am unable|am not able|must decline|have to decline)|i'm (?:unable|not able)|i am not going to|unable to (?:help|assist|comply)|(?:can't|cannot) (?:help|assist|comply|provide))\b/i
