/** Wire shapes of what scans leave to people: questions, answers. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Box, violationSeverities } from '#db/documents/scan-report'
import { answerMeanings, answerReaches } from '#db/documents/states'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Time = t.String({ format: 'date-time' })

const Meaning = t.Union(
  answerMeanings.map((meaning) => t.Literal(meaning)),
  {
    description:
      'failure: later scans list it as a violation of that severity. fine: they list it apart, and it counts for nothing. unknown: it stays a warning.',
  },
)
const Severity = nullable(t.Union(violationSeverities.map((severity) => t.Literal(severity))))
const Reach = t.Union(
  answerReaches.map((reach) => t.Literal(reach)),
  {
    description:
      'site: the same markup anywhere on the origin. place: this place of this page, until its markup changes, or the style sheets and scripts that it hangs on. ' +
      'scan: this scan alone, where a report cannot tell whether it is the same next time.',
  },
)

export const QuestionChoice = t.Object({
  choice: t.String(),
  says: t.String({ description: 'For whoever chooses.' }),
  means: Meaning,
  severity: Severity,
})

export const AnswerRequest = t.Object(
  {
    choice: t.String({ minLength: 1, maxLength: 64, description: 'One of the question’s.' }),
    note: t.Optional(t.String({ maxLength: 2000, description: 'Why. It stays in the evidence: no personal data.' })),
  },
  closed,
)
export type AnswerRequest = Static<typeof AnswerRequest>

export const QuestionAnswer = t.Object({
  answerId: t.String({ format: 'uuid' }),
  scanId: t.String({ format: 'uuid', description: 'The scan that asked; it may have been deleted since.' }),
  url: t.String(),
  type: t.String(),
  element: t.String(),
  fingerprint: t.String(),
  holdsFor: Reach,
  choice: t.String(),
  means: Meaning,
  severity: Severity,
  note: t.String(),
  answeredBy: t.String({ description: 'The actor of the key.' }),
  answeredAt: Time,
  withdrawnBy: nullable(t.String()),
  withdrawnAt: nullable(Time),
  node: t.String({ description: 'The newest evidence node of it.' }),
})
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const AnswerList = t.Object({ answers: t.Array(QuestionAnswer), nextCursor: nullable(t.String()) })
export const AnswerListQuery = t.Object(
  {
    url: t.Optional(t.String({ maxLength: 2048, description: 'Only what was asked on this very address.' })),
    standing: t.Boolean({ default: false, description: 'Only what was not taken back.' }),
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'nextCursor of the page before.' })),
  },
  closed,
)

export const ScanQuestion = t.Object({
  fingerprint: t.String({ description: 'Of the finding: the question is answered by it.' }),
  type: t.String(),
  criteria: t.Array(t.String()),
  message: t.String({ description: 'What the scan found, and could not decide.' }),
  element: t.String(),
  html: t.String({ description: 'The start of the element’s markup.' }),
  location: t.String(),
  frame: nullable(t.String()),
  box: nullable(Box),
  picture: nullable(t.String({ description: 'Where a piece of the picture with the element is.' })),
  asks: t.String(),
  choices: t.Array(QuestionChoice),
  holdsFor: Reach,
  alike: t.Integer({ minimum: 0, description: 'How many more elements of this page the answer holds for.' }),
  answer: nullable(t.Composite([QuestionAnswer], { description: 'What stands.' })),
  earlier: nullable(
    t.Composite([QuestionAnswer], {
      description: 'What was answered last of what stood in this place: it has changed since, or that was taken back.',
    }),
  ),
})
export type ScanQuestion = Static<typeof ScanQuestion>

export const ScanQuestions = t.Object({
  scanId: t.String({ format: 'uuid' }),
  url: t.String(),
  open: t.Integer({ minimum: 0, description: 'How many nobody has decided.' }),
  questions: t.Array(ScanQuestion, { description: 'In the order of the report, each thing once.' }),
})
export type ScanQuestions = Static<typeof ScanQuestions>
