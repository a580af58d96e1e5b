/** Routes of content analysis: what a text says, how it stands to dimensions of alignment, and the parameters that weigh that. */
import { CalibrateAnswer, CalibrateRequest } from '#shared/contracts/calibrations'
import { AnalyzeAnswer, AnalyzeRequest, DecodeAnswer, DecodeRequest } from '#shared/contracts/content'
import {
  alignmentExample,
  alignmentInputExample,
  calibrationExample,
  calibrationInputExample,
  decodedExample,
  decodeInputExample,
} from '#shared/routes/examples/content'
import { route } from '#shared/routes/route'

const ofContent =
  'The content is data: nothing that it says is obeyed, and what in it reads like an instruction is listed. It is kept no longer than its job; the answer is kept for `ANALYSES_KEPT_DAYS`. ' +
  'Where something looks like a secret, its kind stands instead of its characters.'

const headers = { 'X-Service-Attribution': 'The evidence node of the answer, as X-EDG-Node-ID.' }

export const contentRoutes = {
  decodeContent: route({
    area: 'C',
    method: 'POST',
    path: '/semiotic/decode',
    operationId: 'decodeContent',
    summary: 'Extract what a text says',
    description: `Segments, sentences, entities, dates, quantities, relations, speech acts with their owners and deadlines, claims, sentiment, key phrases, readability, personal data: each with its characters, so that \`content.slice(start, end) === text\` in UTF-16 units. ${ofContent} The same request comes to the same answer, given a \`reference_time\`. English is read whole; of other languages what holds for them, and \`coverage.skipped\` says what does not.`,
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: { kind: 'json', schema: DecodeRequest, example: decodeInputExample },
    answers: { 200: { description: 'What the text says.', schema: DecodeAnswer, example: decodedExample, headers } },
  }),
  analyzeContent: route({
    area: 'C',
    method: 'POST',
    path: '/harmonic/analyze',
    operationId: 'analyzeContent',
    summary: 'Score how a text stands to dimensions of alignment',
    description: `Eight dimensions, each a sum of named signals with their characters; weights, thresholds and vetoes are the constitution’s, as your organisation calibrated them, and stand in the answer. What cannot be said is \`not_applicable\` or \`insufficient_text\`, never a number. ${ofContent}`,
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: { kind: 'json', schema: AnalyzeRequest, example: alignmentInputExample },
    answers: { 200: { description: 'The scores.', schema: AnalyzeAnswer, example: alignmentExample, headers } },
  }),
  calibrateParameters: route({
    area: 'C',
    method: 'POST',
    path: '/attunement/calibrate',
    operationId: 'calibrateParameters',
    summary: 'Tune parameters within their constitutional bounds',
    description:
      'What is requested is brought within the bounds, the grid and the steps that the constitution names, and the answer says of each parameter what became of it; with an objective and observations a point is proposed, inside the same bounds. Nothing is changed by a `dry_run`. Of two that are applied at once the second is 409.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: { kind: 'json', schema: CalibrateRequest, example: calibrationInputExample },
    answers: {
      200: {
        description: 'What became of each parameter.',
        schema: CalibrateAnswer,
        example: calibrationExample,
        headers,
      },
    },
  }),
}
