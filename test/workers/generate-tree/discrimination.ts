/** How well scores and verdicts order graded scenarios. Pure. */
import { intendedVerdicts, type Scenario } from '#test/workers/generate-tree/scenarios'
import type { TreeTrace } from '#workers/generate-tree/trace'

export type Judged = { validity_score: number | null; verdict: string }

/**
 * Of all pairs of scenarios of different grades: the share that the score puts in their order, and Kendall's tau-b with the
 * grades; and the share of scenarios whose verdict is the intended one.
 */
export function discriminationOf(scenarios: readonly Scenario[], judge: (trace: TreeTrace) => Judged) {
  const judged = scenarios.map(({ grade, trace }) => ({ ...judge(trace), grade }))
  let concordant = 0
  let discordant = 0
  let tiedGrades = 0
  let tiedScores = 0
  for (const [index, a] of judged.entries()) {
    for (const b of judged.slice(0, index)) {
      const grades = a.grade - b.grade
      const scores = (b.validity_score ?? 0) - (a.validity_score ?? 0)
      if (grades === 0) tiedGrades += 1
      if (scores === 0) tiedScores += 1
      if (grades * scores > 0) concordant += 1
      if (grades * scores < 0) discordant += 1
    }
  }
  const pairs = (judged.length * (judged.length - 1)) / 2
  const intended = judged.filter(({ grade, verdict }) => verdict === intendedVerdicts[grade]).length
  return {
    n: judged.length,
    ordered: concordant / (pairs - tiedGrades),
    tau: (concordant - discordant) / Math.sqrt((pairs - tiedGrades) * (pairs - tiedScores)),
    intended: intended / judged.length,
  }
}
