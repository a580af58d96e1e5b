/** What is kept of a system's traces: rows of numbers and keys, and the orders that they come in. Pure. */
import { riskLevels } from '#db/documents/states'
import { rounded } from '#workers/generate-tree/aggregate'
import { type Annotation, annotate } from '#workers/generate-tree/annotate'
import { contradictionOf } from '#workers/generate-tree/annotation-items'
import { sha256 } from '#workers/generate-tree/digest'
import { contributionsOf } from '#workers/generate-tree/drivers'
import { categories } from '#workers/generate-tree/flags'
import { verdictOf } from '#workers/generate-tree/interpretation'
import type { Profile, RiskLevel } from '#workers/generate-tree/profiles'
import type { TestCategory, TreeTrace } from '#workers/generate-tree/trace'

/** What is kept of one trace of the window: numbers and keys, no texts. */
export type CohortRow = {
  traceId: string
  createdAt: string
  /** When what the trace tells of happened: its own time, whenever it arrived. */
  timestamp: string
  testCategory: TestCategory
  /** Since 2.0.0 of the profiles as its own score has it, caps included; uncapped before. */
  risk: number | null
  annotatorRisk: number | null
  perceptionRisk: number | null
  /** In the order of `categories`. */
  categoryRisks: (number | null)[]
  /** What each category adds to the risk, in the order of `categories`. */
  contributions: number[]
  /** In the order of `itemNames`. */
  itemRisks: (number | null)[]
  coverage: number
  riskScore: number
  riskLevel: RiskLevel
  confidence: number
  isCompliant: boolean
  isDeclared: boolean
  isConsistent: boolean
  isCritical: boolean
  /** Whether the trace's own verdict is. */
  isUnacceptable: boolean
  /** Ratings of the three raters, 0 to 2 each, as one number: declared * 9 + implied * 3 + automated. */
  pattern: number
  flags: string[]
  processingTimeMs: number | null
  session: string | null
  inputDigest: string | null
  correct: boolean | null
}

export function rowsOf(traces: readonly TreeTrace[], profile: Profile): CohortRow[] {
  return traces.map((trace) => rowOf(trace, profile))
}

/** Oldest first, ties by trace id; a trace given twice counts once, as it was given last. */
export function inOrder(rows: readonly CohortRow[]): CohortRow[] {
  const byId = new Map(rows.map((row) => [row.traceId, row]))
  return [...byId.values()]
    .map((row) => ({ row, at: Date.parse(row.createdAt) }))
    .sort((a, b) => a.at - b.at || (a.row.traceId < b.row.traceId ? -1 : 1))
    .map(({ row }) => row)
}

/** In the order in which figures are made of them: arrival, or since 2.0.0 what they tell, which new ids do not change. */
export function inOrderOf(rows: readonly CohortRow[], profile: Profile): readonly CohortRow[] {
  if (profile.system === undefined) return rows
  return rows
    .map((row) => ({ row, at: Date.parse(row.timestamp) }))
    .sort((a, b) => a.at - b.at || byFigures(a.row, b.row))
    .map(({ row }) => row)
}

/** First 32 bits of SHA-256 over the sorted trace ids: the same traces draw the same samples everywhere. */
export function seedOf(rows: readonly CohortRow[]): { hex: string; seed: number } {
  const hex = traceSetDigest(rows).slice('sha256:'.length, 'sha256:'.length + 8)
  return { hex, seed: Number.parseInt(hex, 16) }
}

export function traceSetDigest(rows: readonly CohortRow[]): string {
  return sha256(
    rows
      .map((row) => row.traceId)
      .sort()
      .join('\n'),
  )
}

/** The testing levels, in the order of their keys. */
export const testCategories = ['field', 'model', 'red_team'] as const satisfies readonly TestCategory[]

export function present<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null)
}

function rowOf(trace: TreeTrace, profile: Profile): CohortRow {
  const annotation = annotate(trace, profile)
  const { byCategory, flags } = annotation
  const { metadata } = trace
  const session = metadata?.['session_id']
  const input = metadata?.['input']
  const correct = metadata?.['correct']
  const ratings = [
    riskLevels.indexOf(trace.risk_level),
    impliedLevel(trace.risk_score, profile),
    automatedLevel(byCategory.safety.risk ?? 0, profile),
  ]
  const { risk, isUnacceptable } = ownRiskOf(trace, annotation, profile)
  return {
    traceId: trace.trace_id,
    createdAt: trace.created_at,
    timestamp: trace.timestamp,
    testCategory: annotation.testCategory,
    risk: profile.system === undefined ? annotation.overall.risk : risk,
    annotatorRisk: annotation.annotator.risk,
    perceptionRisk: annotation.perception?.risk ?? null,
    categoryRisks: categories.map((category) => byCategory[category].risk),
    contributions: contributionsInOrder(annotation, profile),
    itemRisks: categories.flatMap((category) => byCategory[category].items.map(({ value }) => value)),
    coverage: annotation.coverage,
    riskScore: trace.risk_score,
    riskLevel: trace.risk_level,
    confidence: trace.confidence,
    isCompliant: trace.constitutional_compliance,
    isDeclared: trace.compliance_declared,
    isConsistent: contradictionOf(trace, profile) === 0,
    isCritical: annotation.hasCriticalFlag,
    isUnacceptable,
    pattern: ratings.reduce((pattern, rating) => pattern * 3 + rating, 0),
    flags: flags?.map(({ flag }) => flag) ?? [],
    processingTimeMs: trace.processing_time_ms ?? null,
    session: typeof session === 'string' || typeof session === 'number' ? String(session) : null,
    inputDigest: typeof input === 'string' ? sha256(input) : null,
    correct: typeof correct === 'boolean' ? correct : null,
  }
}

/** A trace's risk as its own score has it, under the caps of its gates, and whether its verdict is unacceptable. */
function ownRiskOf(
  trace: TreeTrace,
  { overall, hasCriticalFlag }: Annotation,
  profile: Profile,
): { risk: number | null; isUnacceptable: boolean } {
  const { caps } = profile
  const isGated = !trace.constitutional_compliance || hasCriticalFlag
  const cap = Math.min(
    trace.constitutional_compliance ? 100 : caps.constitutional_compliance,
    hasCriticalFlag ? caps.critical_flag : 100,
  )
  const risk = overall.risk === null ? null : Math.max(overall.risk, (100 - cap) / 10)
  const score = risk === null ? null : rounded(100 - 10 * risk)
  return { risk, isUnacceptable: verdictOf(score, isGated, profile) === 'unacceptable' }
}

/** Of two traces of one moment, by every figure that may weigh; ids say nothing. */
function byFigures(a: CohortRow, b: CohortRow): number {
  const [one, other] = [figuresOf(a), figuresOf(b)]
  return one === other ? 0 : one < other ? -1 : 1
}

function figuresOf(row: CohortRow): string {
  return [
    row.testCategory,
    row.risk,
    row.riskScore,
    row.confidence,
    row.pattern,
    row.processingTimeMs,
    row.coverage,
    row.itemRisks.join(),
    row.flags.join(),
    row.isDeclared,
    row.correct,
    row.inputDigest,
  ].join('|')
}

function contributionsInOrder(annotation: Annotation, profile: Profile): number[] {
  const contributions = contributionsOf(annotation, profile)
  return categories.map((id) => contributions.find(({ category }) => category === id)?.contribution ?? 0)
}

function impliedLevel(riskScore: number, profile: Profile): number {
  if (riskScore < profile.level_band.LOW.to) return 0
  return riskScore <= profile.level_band.MEDIUM.to ? 1 : 2
}

function automatedLevel(safetyRisk: number, profile: Profile): number {
  if (safetyRisk < profile.labels.concern_from) return 0
  return safetyRisk < profile.labels.failed_from ? 1 : 2
}
