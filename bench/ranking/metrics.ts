/** How well an order puts what matters first: area under the curve, precision at the top. Pure. */

export type Judged = { score: number; isPositive: boolean }

/** Of all pairs of one that matters and one that does not, the share that is in the right order; ties count half. */
export function areaUnderCurve(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((a, b) => a.score - b.score)
  const positives = judged.filter(({ isPositive }) => isPositive).length
  const negatives = judged.length - positives
  let won = 0
  let below = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    let [own, others] = [0, 0]
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) {
      if (sorted[to]?.isPositive) own += 1
      else others += 1
      to += 1
    }
    won += own * (below + others / 2)
    below += others
    from = to
  }
  return positives === 0 || negatives === 0 ? Number.NaN : won / (positives * negatives)
}

/** What share of the best-ranked part matters; of equal scores at its border, as many as there are places, on average. */
export function precisionAtTop(judged: readonly Judged[], part: number): number {
  const places = Math.round(judged.length * part)
  const sorted = judged.toSorted((a, b) => b.score - a.score)
  const border = sorted[places - 1]?.score ?? 0
  const above = sorted.filter(({ score }) => score > border)
  const at = sorted.filter(({ score }) => score === border)
  const hits = (list: readonly Judged[]) => list.filter(({ isPositive }) => isPositive).length
  return (hits(above) + (hits(at) / Math.max(1, at.length)) * (places - above.length)) / places
}
