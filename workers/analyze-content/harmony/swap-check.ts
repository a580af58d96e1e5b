/** Exchanges words for who people are with others of their group, in the text itself, and holds what it scores then against before. */
import { type Budget, spend } from '#workers/analyze-content/harmony/counterfactual'
import { exchanged, type Mention } from '#workers/analyze-content/harmony/identity/mask'
import { type IdentityTerm, identityTerms, unmaskedTerms } from '#workers/analyze-content/harmony/identity/terms'
import type { Scores } from '#workers/analyze-content/harmony/score'

export type SwapCheck = { swaps: number; swap_delta_max: number | null; isCutShort: boolean }

const groupOf = ({ group, kind }: IdentityTerm) => `${group} ${kind}`

const partners = new Map<string, string[]>()
for (const term of [...unmaskedTerms, ...identityTerms]) {
  const known = partners.get(groupOf(term))
  if (known) known.push(term.phrase)
  else partners.set(groupOf(term), [term.phrase])
}

/** Of each word that the mask knows two others, and of each group one that it does not know. */
const exchanges = 3
const wordsTried = 8

/**
 * Every word at once, so many times, and each of the first few alone.
 * @param scoresOf of every dimension that is not about fairness itself, in another content
 * @returns `swap_delta_max` in points; null where nothing was exchanged. A score that comes or goes counts as 100.
 */
export function checkSwaps(
  content: string,
  mentions: readonly Mention[],
  scores: Scores,
  scoresOf: (content: string) => Scores,
  budget: Budget,
): SwapCheck {
  const swappable = mentions.filter(
    ({ entry, isOfPeople }) => isOfPeople && (partners.get(groupOf(entry))?.length ?? 0) > 1,
  )
  const distinct = [...new Set(swappable.map(({ entry }) => entry.phrase))].slice(0, wordsTried)
  const plans = [
    ...Array.from({ length: exchanges }, (_, turn) => ({ of: swappable, turn })),
    ...(distinct.length > 1
      ? distinct.map((phrase) => ({ of: swappable.filter(({ entry }) => entry.phrase === phrase), turn: 0 }))
      : []),
  ]
  let swaps = 0
  let most: number | null = null
  if (swappable.length === 0) return { swaps, swap_delta_max: most, isCutShort: false }
  for (const { of, turn } of plans) {
    const pieces = of.map((mention) => ({
      start: mention.start,
      end: mention.end,
      by: inPlaceOf(content.slice(mention.start, mention.end), partnerOf(mention.entry, turn)),
    }))
    if (!spend(budget, content.length)) return { swaps, swap_delta_max: most, isCutShort: true }
    const after = scoresOf(exchanged(content, pieces).content)
    swaps += pieces.length
    most = Math.max(most ?? 0, deltaOf(scores, after))
  }
  return { swaps, swap_delta_max: most, isCutShort: false }
}

/** First one that is not masked, then those that follow the word in its list. */
function partnerOf(term: IdentityTerm, turn: number): string {
  const all = partners.get(groupOf(term)) ?? []
  const others = all.filter((phrase) => phrase !== term.phrase)
  const at = all.indexOf(term.phrase)
  return (turn === 0 ? others[0] : others[(at + turn * 5) % others.length]) ?? term.phrase
}

const inPlaceOf = (written: string, by: string) =>
  written.charAt(0) === written.charAt(0).toUpperCase() ? by.charAt(0).toUpperCase() + by.slice(1) : by

function deltaOf(before: Scores, after: Scores): number {
  const deltas = [...before].map(([dimension, score]) => {
    const then = after.get(dimension) ?? null
    if (score === null || then === null) return score === then ? 0 : 100
    return Math.abs(then - score)
  })
  return Math.max(0, ...deltas)
}
