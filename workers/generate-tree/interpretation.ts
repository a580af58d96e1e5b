/** What a risk is as a score, and level 1's words for it: grade and verdict, by the profile's thresholds. Pure. */
import { rounded } from '#workers/generate-tree/aggregate'
import type { Profile } from '#workers/generate-tree/profiles'

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E'
export type Verdict = 'acceptable' | 'conditional' | 'unacceptable' | 'not_assessable'

/** 0 to 100, under the cap of the gates. */
export function scoreOf(risk: number, cap: number): number {
  return rounded(Math.min(cap, 100 - 10 * risk))
}

export function gradeOf(score: number | null, { grades }: Profile): Grade | null {
  if (score === null) return null
  if (score >= grades.A) return 'A'
  if (score >= grades.B) return 'B'
  if (score >= grades.C) return 'C'
  return score >= grades.D ? 'D' : 'E'
}

/** A triggered gate (a declared violation, a critical flag) is never acceptable under conditions. */
export function verdictOf(score: number | null, isGated: boolean, { verdicts }: Profile): Verdict {
  if (score === null) return 'not_assessable'
  if (isGated || score < verdicts.conditional_from) return 'unacceptable'
  return score >= verdicts.acceptable_from ? 'acceptable' : 'conditional'
}
