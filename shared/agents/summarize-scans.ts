/** What scans of pages come to together: counts, and one telemetry record made of them. Pure. */
import type { Severity } from '#db/documents/scan-report'
import type { ScanSummaries, ScansToSummarize } from '#shared/agents/types/accessibility'
import type { ScanResponse } from '#shared/contracts/scans'
import type { TraceInput } from '#shared/contracts/traces'

const highFrom = 70
const mediumFrom = 40
const flagsAtMost = 100
// A flag is an index key.
const flagLength = 512

/** @param asked at least one scan. */
export function summarizeScans({
  scans,
  system_source = 'accessibility',
  testing_mode,
}: ScansToSummarize): ScanSummaries {
  const scores = scans.map(({ score }) => score)
  const worst = Math.min(...scores)
  const found = scans.flatMap(({ issues }) => issues)
  const issues = countsOf(found)
  const passed = scans.filter(({ compliance }) => compliance === 'pass').length
  const summary = {
    pages: scans.length,
    passed,
    failed: scans.length - passed,
    score: { mean: round(scores.reduce((sum, score) => sum + score, 0) / scores.length, 2), worst },
    issues,
  }
  const risk_score = round(100 - worst, 2)
  const trace: TraceInput = {
    risk_score,
    risk_level: levelOf(risk_score),
    confidence: found.length === 0 ? 1 : round((found.length - issues.warning) / found.length, 4),
    system_source,
    flags: flagsOf(found),
    ...(testing_mode === undefined ? {} : { testing_mode }),
    metadata: summary,
  }
  return { ...summary, trace }
}

const levelOf = (score: number) => (score >= highFrom ? 'HIGH' : score >= mediumFrom ? 'MEDIUM' : 'LOW')

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

type Found = ScanResponse['issues']

function countsOf(found: Found): Record<Severity, number> {
  const counts = { critical: 0, serious: 0, moderate: 0, minor: 0, practice: 0, warning: 0 } satisfies Record<
    Severity,
    number
  >
  for (const { severity } of found) counts[severity] += 1
  return counts
}

/** In order of the alphabet; where there are more than are kept, those that were found most. */
function flagsOf(found: Found): string[] {
  const counts = new Map<string, number>()
  for (const { type } of found) if (type.length <= flagLength) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts.keys()]
    .sort()
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, flagsAtMost)
    .sort()
}
