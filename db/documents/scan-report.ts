/** The document that a scan comes to: what was found on one page, by whom, where, and what was not looked at. */
import { type Static, Type as t } from '@sinclair/typebox'
import { answerMeanings, compliances } from '#db/documents/states'

const Count = t.Integer({ minimum: 0 })
const Milliseconds = t.Number({ minimum: 0, description: 'Milliseconds.' })
const nullable = <Schema extends Parameters<typeof t.Union>[0][number]>(schema: Schema) => t.Union([schema, t.Null()])

/**
 * The four impacts of a violation, the worst first; `practice` for what is surely broken but breaks no criterion; `warning` for
 * what needs a person's eye.
 */
export const severities = ['critical', 'serious', 'moderate', 'minor', 'practice', 'warning'] as const
export const Severity = t.Union(severities.map((severity) => t.Literal(severity)))
export type Severity = (typeof severities)[number]

/** What a violation may be. */
export const violationSeverities = ['critical', 'serious', 'moderate', 'minor'] as const

/** What a finding is counted as: apart, since a violation alone takes points and decides the verdict. */
export const kindsOfFinding = ['violations', 'practice', 'warnings'] as const
export type KindOfFinding = (typeof kindsOfFinding)[number]
export function kindOf(severity: Severity): KindOfFinding {
  if (severity === 'practice') return 'practice'
  return severity === 'warning' ? 'warnings' : 'violations'
}

/** A violation of a criterion: what takes points and decides the verdict. */
export const isViolation = (severity: Severity): boolean => kindOf(severity) === 'violations'

/** Whether anything is left that has to be mended. */
export const Compliance = t.Union(compliances.map((compliance) => t.Literal(compliance)))

export const Box = t.Object(
  { x: t.Number(), y: t.Number(), width: t.Number(), height: t.Number() },
  { description: 'CSS pixels from the top left corner of the page.' },
)
export type Box = Static<typeof Box>

/** What somebody answered to a question that scans leave open. */
export const Given = t.Object({
  answerId: t.String(),
  choice: t.String(),
  means: t.Union(
    answerMeanings.map((meaning) => t.Literal(meaning)),
    { description: 'unknown: whoever was asked could not tell, and it stays a warning.' },
  ),
  severity: nullable(t.Union(violationSeverities.map((severity) => t.Literal(severity)))),
  note: t.String(),
  by: t.String({ description: 'Whose key it was answered with.' }),
  at: t.String({ format: 'date-time' }),
  node: t.String({ description: 'The evidence node that says so.' }),
})
export type Given = Static<typeof Given>

export const ReportIssue = t.Object({
  fingerprint: t.String({
    description: 'The same finding on the same place of the same page has the same one in every scan. 32 hex digits.',
  }),
  contentFingerprint: t.String({
    description: 'The same finding on the same markup, wherever it stands: tells a moved finding from a new one.',
  }),
  severity: Severity,
  type: t.String({ description: 'The rule, e.g. color-contrast.' }),
  criteria: t.Array(t.String(), { description: 'WCAG success criteria, e.g. 1.4.3.' }),
  element: t.String({ description: 'A selector; frames and shadow roots are entered with " >>> ".' }),
  html: t.String({ description: 'The start of the element’s markup.' }),
  whole: t.Optional(t.String({ description: 'A digest of all of its markup, where `html` has but the start of it.' })),
  message: t.String({ description: 'What is wrong, on this very element.' }),
  recommendation: t.String({ description: 'What to do about it, in a sentence.' }),
  helpUrl: nullable(
    t.String({
      description: 'W3C’s page that explains its first criterion; where it breaks none, the page of its rule.',
    }),
  ),
  location: t.String({ description: 'line:column in the page’s source as it was served.' }),
  frame: nullable(t.String({ description: 'The address of the frame it is in; null for the page itself.' })),
  box: nullable(Box),
  state: t.Optional(
    nullable(
      t.String({
        description:
          'In which state of the page it stands, e.g. "after pressing button#menu"; null or missing: as the page was loaded.',
      }),
    ),
  ),
  engines: t.Array(t.String(), { description: 'Who found it.' }),
  confidence: t.Union([t.Literal('high'), t.Literal('medium'), t.Literal('low')]),
  answered: t.Optional(
    t.Object(Given.properties, { description: 'What a person answered before this scan: its severity is by that.' }),
  ),
})
export type ReportIssue = Static<typeof ReportIssue>

/** What somebody looked at and called fine. */
export const AnsweredIssue = t.Composite([ReportIssue, t.Object({ answered: Given })])
export type AnsweredIssue = Static<typeof AnsweredIssue>

export const WaivedIssue = t.Composite([
  ReportIssue,
  t.Object({ waiver: t.Object({ reason: t.String(), expiresAt: nullable(t.String()), id: nullable(t.String()) }) }),
])
export type WaivedIssue = Static<typeof WaivedIssue>

export const CriterionOutcome = t.Object({
  id: t.String(),
  name: t.String(),
  level: t.Union([t.Literal('A'), t.Literal('AA'), t.Literal('AAA')]),
  outcome: t.Union(
    [t.Literal('failed'), t.Literal('needs review'), t.Literal('no failure found'), t.Literal('not checked')],
    { description: 'Never "passed": an automated check covers a part of a criterion.' },
  ),
})
export type CriterionOutcome = Static<typeof CriterionOutcome>

export const EngineRun = t.Object({
  name: t.String(),
  version: t.String(),
  state: t.Union([t.Literal('ran'), t.Literal('out of time'), t.Literal('failed')]),
  ms: Milliseconds,
  reason: nullable(
    t.String({
      description: 'Why it did not run to its end, which of its rules broke, which frames it could not enter.',
    }),
  ),
})
export type EngineRun = Static<typeof EngineRun>

export const TypeCount = t.Object({
  violations: Count,
  practice: t.Integer({ minimum: 0, description: 'Surely broken, though no criterion asks for it.' }),
  warnings: t.Integer({ minimum: 0, description: 'For a person to look at.' }),
  waived: Count,
})
export type TypeCount = Static<typeof TypeCount>

const EgressDenial = t.Object({
  host: t.String(),
  port: t.Integer(),
  reason: t.String({ description: 'Which rule refused it; never what the name resolved to.' }),
  count: Count,
})

const Totals = t.Object({
  critical: Count,
  serious: Count,
  moderate: Count,
  minor: Count,
  practice: t.Integer({
    minimum: 0,
    description: 'Surely broken, though no criterion asks for it. Outside score and verdict.',
  }),
  warning: t.Integer({ minimum: 0, description: 'For a person to look at. Outside score and verdict.' }),
  waived: Count,
})

const perTypeDescription =
  'How many elements of each type were found in all, listed or not. Reports made before this was kept lack it.'

export const ScanReport = t.Object({
  reportVersion: t.Literal(1),
  scanId: t.String(),
  runId: nullable(t.String()),
  url: t.String({ description: 'As it was asked for, without credentials.' }),
  finalUrl: t.String({ description: 'Where the redirects led.' }),
  standard: t.String(),
  score: t.Integer({ minimum: 0, maximum: 100 }),
  scoreVersion: t.String(),
  compliance: Compliance,
  scanTime: t.String({ description: 'Seconds with the suffix s.' }),
  timestamp: t.String({ format: 'date-time' }),
  issues: t.Array(ReportIssue, { description: 'Worst first, then in the order of the source.' }),
  waived: t.Array(WaivedIssue),
  fine: t.Optional(
    t.Array(AnsweredIssue, {
      description:
        'What a person looked at and called fine. Outside of totals, score and verdict; reports before answers lack it.',
    }),
  ),
  totals: Totals,
  perType: t.Optional(t.Record(t.String(), TypeCount, { description: perTypeDescription })),
  isTruncated: t.Boolean({ description: 'More was found than a report holds.' }),
  coverage: t.Object({
    checked: Count,
    total: Count,
    statement: t.String(),
    criteria: t.Array(CriterionOutcome),
    shadowedProperties: t.Optional(
      t.Array(t.String(), {
        description:
          'DOM properties of forms that names or ids of their controls hide from scripts, e.g. children by ' +
          '<input name="children">. The engines read past such names, so they hide nothing from the scan.',
      }),
    ),
  }),
  engines: t.Array(EngineRun),
  page: t.Object({
    title: t.String(),
    language: nullable(t.String()),
    status: t.Integer(),
    contentType: t.String(),
    elements: Count,
    sourceBytes: Count,
    viewport: t.Object({ width: Count, height: Count }),
    colorScheme: t.String(),
    reducedMotion: t.Boolean(),
    looks: t.Optional(t.String({ description: 'A digest of the style sheets that the source names or holds.' })),
    scripts: t.Optional(t.String({ description: 'A digest of the style sheets and of the addresses of scripts.' })),
  }),
  browser: t.Object({ product: t.String(), sandbox: t.String() }),
  timings: t.Record(t.String(), Milliseconds),
  egress: t.Object({ requests: Count, bytes: Count, denied: t.Array(EgressDenial) }),
  screenshot: nullable(t.Object({ width: Count, height: Count, type: t.String() })),
})
export type ScanReport = Static<typeof ScanReport>

/** A report as it lies in the store, by whichever release: those before `practice` counted none. */
export const KeptReport = t.Object({
  ...ScanReport.properties,
  totals: t.Object({ ...Totals.properties, practice: t.Optional(Totals.properties.practice) }),
  perType: t.Optional(
    t.Record(t.String(), t.Object({ ...TypeCount.properties, practice: t.Optional(TypeCount.properties.practice) }), {
      description: perTypeDescription,
    }),
  ),
})
export type KeptReport = Static<typeof KeptReport>

/** A kept report as it is made today. A release that did not know `practice` found none of it: it is 0. */
export const reportOfToday = ({ totals, perType, ...rest }: KeptReport): ScanReport => ({
  ...rest,
  totals: { ...totals, practice: totals.practice ?? 0 },
  ...(perType && {
    perType: Object.fromEntries(
      Object.entries(perType).map(([type, count]) => [type, { ...count, practice: count.practice ?? 0 }]),
    ),
  }),
})
