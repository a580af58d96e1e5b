/** How a page is graded: 100 without a violation, less by what each violated rule weighs. Pure. */
import type { Severity } from '#db/documents/scan-report'

/** Kept with every score, since scores of different versions cannot be compared. */
export const scoreVersion = 'deduction-2'

const points: Record<Severity, number> = { critical: 15, serious: 8, moderate: 4, minor: 1, practice: 0, warning: 0 }

/**
 * 0 to 100; 100 if and only if there is no violation. A violated rule takes half of its points at its first element and
 * nears all of them the more there are, so one template's fault on 300 rows does not hide everything else. What is
 * right on the page does not count: adding it never raises a score, and no fix lowers one. Warnings take nothing.
 */
export function scoreOf(issues: readonly { type: string; severity: Severity; count?: number }[]): number {
  const rules = Map.groupBy(
    issues.filter((issue) => points[issue.severity] > 0),
    (issue) => issue.type,
  )
  const deductions = [...rules.values()].map((violations) => {
    const worst = Math.max(...new Set(violations.map((issue) => points[issue.severity])))
    const elements = violations.reduce((sum, { count = 1 }) => sum + count, 0)
    return worst * (0.5 + (0.5 * elements) / (elements + 4))
  })
  // In one order, since sums of floats depend on it.
  const deducted = deductions.sort((a, b) => a - b).reduce((sum, each) => sum + each, 0)
  return Math.max(0, Math.round(100 - deducted))
}
