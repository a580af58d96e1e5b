/** Examples of questions of scans and of answers. */
import type { QuestionAnswer, ScanQuestions } from '#shared/contracts/questions'

const scanId = '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20'
const fingerprint = 'afb4296a5583f73e856383d022cee53f'

export const answerExample: QuestionAnswer = {
  answerId: '2d9f6a7c-51be-4b1d-a3b4-0c8e6f7d9a12',
  scanId,
  url: 'https://example.com/',
  type: 'alt-uninformative',
  element: '#hero',
  fingerprint,
  holdsFor: 'site',
  choice: 'misses',
  means: 'failure',
  severity: 'serious',
  note: 'It shows the opening hours.',
  answeredBy: 'r.okafor',
  answeredAt: '2026-05-20T09:00:00.000Z',
  withdrawnBy: null,
  withdrawnAt: null,
  node: '16406b6c9d1f6c1f4b4b0d6e0d0a7a0b1a4a6f0c8e6f7d9a12b4c3d2e1f00918',
}

export const questionsExample: ScanQuestions = {
  scanId,
  url: 'https://example.com/',
  open: 1,
  questions: [
    {
      fingerprint,
      type: 'alt-uninformative',
      criteria: ['1.1.1'],
      message: 'The alternative text “image” says nothing of the picture.',
      element: '#hero',
      html: '<img id="hero" src="hours.png" alt="image">',
      location: '12:5',
      frame: null,
      box: { x: 8, y: 85.9, width: 320, height: 180 },
      picture: `/api/scans/${scanId}/questions/${fingerprint}/picture`,
      asks: 'Do these words say what the picture is there for?',
      choices: [
        { choice: 'fits', says: 'Yes: whoever hears them misses nothing.', means: 'fine', severity: null },
        {
          choice: 'misses',
          says: 'No: they say something else, too little, or nothing at all.',
          means: 'failure',
          severity: 'serious',
        },
        { choice: 'cannot-tell', says: 'It cannot be told from here.', means: 'unknown', severity: null },
      ],
      holdsFor: 'site',
      alike: 0,
      answer: null,
      earlier: null,
    },
  ],
}
