/** Routes of content analysis: what a text says. */
import { DecodeAnswer, DecodeRequest } from '#shared/contracts/content'
import { decodedExample, decodeInputExample } from '#shared/routes/examples/content'
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
}
