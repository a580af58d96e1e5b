/** Routes of questions that scans leave to people, and of what they answer. */
import { AnswerList, AnswerListQuery, AnswerRequest, QuestionAnswer, ScanQuestions } from '#shared/contracts/questions'
import { answerExample, questionsExample } from '#shared/routes/examples/questions'
import { cachingHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const params = {
  scanId: 'From X-Scan-Id, a list of scans or the results of a run.',
  fingerprint: 'Of the finding, from the scan’s questions.',
}
const people =
  'A key answers as its actor; one that was issued for nobody answers nothing, and no task has a step that answers.'

const withdrawn = {
  200: {
    description: 'The answer, taken back.',
    schema: QuestionAnswer,
    example: { ...answerExample, withdrawnBy: 'r.okafor', withdrawnAt: '2026-06-01T00:00:00.000Z' },
  },
} as const

export const questionRoutes = {
  listQuestions: route({
    area: 'D',
    method: 'GET',
    path: '/api/scans/:scanId/questions',
    operationId: 'listQuestions',
    summary: 'What a scan leaves to a person, as questions',
    description:
      'Each warning of the report that breaks a criterion of its standard, with choices and what each of them means; what was answered before stands beside it. ' +
      'All of them: a report lists a thousand findings at most.',
    auth: 'key',
    params: { scanId: params.scanId },
    answers: { 200: { description: 'The questions.', schema: ScanQuestions, example: questionsExample } },
    errors: ['SCAN_NOT_FOUND'],
  }),
  getQuestionPicture: route({
    area: 'D',
    method: 'GET',
    path: '/api/scans/:scanId/questions/:fingerprint/picture',
    operationId: 'getQuestionPicture',
    summary: 'The element that is asked about, as it was seen',
    description: 'A piece of the scan’s picture with the element in a frame.',
    auth: 'key',
    params,
    answers: {
      200: { description: 'The piece.', type: 'image/webp', example: null, headers: cachingHeaders },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
    },
    errors: ['SCAN_NOT_FOUND', 'QUESTION_NOT_FOUND'],
  }),
  answerQuestion: route({
    area: 'D',
    method: 'POST',
    path: '/api/scans/:scanId/questions/:fingerprint/answer',
    operationId: 'answerQuestion',
    summary: 'Answer a question of a scan',
    description:
      'Later scans of the organisation go by it wherever it holds; this scan stays as it is. 201 with the answer, or 200 with the one that stands where somebody chose the same; ' +
      `who chooses otherwise is refused (STATE_CONFLICT), unless nobody could tell before. ${people} The answer and its note stay in the evidence for good: no personal data.`,
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: AnswerRequest, example: { choice: answerExample.choice, note: answerExample.note } },
    answers: {
      200: { description: 'The answer that stands already.', schema: QuestionAnswer, example: answerExample },
      201: { description: 'The answer.', schema: QuestionAnswer, example: answerExample },
    },
    errors: ['SCAN_NOT_FOUND', 'QUESTION_NOT_FOUND', 'STATE_CONFLICT', 'SCOPE_REQUIRED', 'NO_WORKER'],
  }),
  withdrawAnswerOf: route({
    area: 'D',
    method: 'DELETE',
    path: '/api/scans/:scanId/questions/:fingerprint/answer',
    operationId: 'withdrawAnswerOf',
    summary: 'Take back what stands to a question',
    description: `Later scans ask again; once more changes nothing. Scans that are done stay as they are. ${people}`,
    auth: 'key',
    isGoverned: true,
    params,
    answers: withdrawn,
    errors: ['SCAN_NOT_FOUND', 'QUESTION_NOT_FOUND', 'ANSWER_NOT_FOUND', 'SCOPE_REQUIRED', 'NO_WORKER'],
  }),
  listAnswers: route({
    area: 'D',
    method: 'GET',
    path: '/api/answers',
    operationId: 'listAnswers',
    summary: 'List answers, newest first',
    description: 'Those of the organisation of the key, also those that were taken back unless standing is asked for.',
    auth: 'key',
    query: AnswerListQuery,
    answers: {
      200: {
        description: 'A page of answers.',
        schema: AnswerList,
        example: { answers: [answerExample], nextCursor: null },
      },
    },
  }),
  withdrawAnswer: route({
    area: 'D',
    method: 'DELETE',
    path: '/api/answers/:answerId',
    operationId: 'withdrawAnswer',
    summary: 'Take an answer back',
    description: `Also where its scan was deleted since. Taking it back once more changes nothing. ${people}`,
    auth: 'key',
    isGoverned: true,
    params: { answerId: 'From the list of answers.' },
    answers: withdrawn,
    errors: ['ANSWER_NOT_FOUND', 'SCOPE_REQUIRED', 'NO_WORKER'],
  }),
}
