/** Routes of claims about systems: registered, looked at, exported, ended. */
import { Claim, ClaimDetail, ClaimInput, ClaimList, ClaimListQuery, ClaimQuery } from '#shared/contracts/claims'
import { claimDetailExample, claimExample, claimInputExample } from '#shared/routes/examples/claims'
import { fileHeaders, keptByNobody } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const params = { claim_id: 'The id that POST /claims answered.' }

export const claimRoutes = {
  registerClaim: route({
    area: 'A',
    method: 'POST',
    path: '/claims',
    operationId: 'registerClaim',
    summary: 'Claim something of traces to come',
    description:
      'Which traces it is about, what is measured of each, and what the mean is said to be at most or at least. ' +
      'The claim is in the evidence before the data are: only traces count that happen after it and whose node comes after its own in the log. ' +
      'From then on a confidence sequence is kept at every trace, so one may look at any time, as often as one likes, without lifting the rate of false verdicts. ' +
      'A claim that is refuted is a violation of article A-19. At most 100 of an organisation are kept at once.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: ClaimInput, example: claimInputExample },
    answers: {
      201: {
        description: 'The claim, in the evidence.',
        schema: Claim,
        example: {
          ...claimExample,
          verdict: 'undecided',
          since: { at: claimExample.registered_at, n: 0 },
          n: 0,
          value: null,
          lower: 0,
          upper: 1,
          counted_to: null,
        },
        headers: { Location: 'The claim.' },
      },
    },
    errors: ['STATE_CONFLICT', 'NO_WORKER'],
  }),
  listClaims: route({
    area: 'A',
    method: 'GET',
    path: '/claims',
    operationId: 'listClaims',
    summary: 'List claims, newest first',
    description:
      'Those of the organisation of the key, open, ended and refuted ones, each with its bounds at this moment.',
    auth: 'key',
    query: ClaimListQuery,
    answers: {
      200: {
        description: 'A page of claims.',
        schema: ClaimList,
        example: { claims: [claimExample], next_cursor: null },
      },
    },
  }),
  getClaim: route({
    area: 'A',
    method: 'GET',
    path: '/claims/:claim_id',
    operationId: 'getClaim',
    summary: 'One claim, and its sequence',
    description: 'Its bounds at this moment, its verdict and since when, and as a series what they were on the way.',
    auth: 'key',
    params,
    query: ClaimQuery,
    answers: { 200: { description: 'The claim.', schema: ClaimDetail, example: claimDetailExample } },
    errors: ['CLAIM_NOT_FOUND'],
  }),
  exportClaim: route({
    area: 'A',
    method: 'GET',
    path: '/claims/:claim_id/export',
    operationId: 'exportClaim',
    summary: 'Export a claim, to recompute it elsewhere',
    description:
      'JSON lines, each its own RFC 8785 text: the claim with the node that registered it, every trace that was counted with its node, record and salt (null where its words were erased), the nodes of turns and of the end, what it came to, and a signed seal over all of it. `assay claim verify FILE` recomputes it with neither network nor store. A transfer that ends without the seal is cut off: ask again. 409 with Retry-After until what the claim says has its place in the log: a second or so.',
    auth: 'key',
    params,
    answers: {
      200: {
        description: 'The claim.',
        type: 'application/x-ndjson',
        example: '{"claim_id":"5f0c9a52-7d0b-4a5e-9a53-0b7b0c1e2d3f","format":"assay-claim/v1","line":"claim"}\n',
        headers: { ...fileHeaders, ...keptByNobody },
      },
    },
    errors: ['CLAIM_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  closeClaim: route({
    area: 'A',
    method: 'POST',
    path: '/claims/:claim_id/close',
    operationId: 'closeClaim',
    summary: 'End a claim',
    description:
      'No trace counts whose node comes after this in the log. It is closed, with its last bounds in the evidence, once those before are counted: within a second. Ending it once more changes nothing.',
    auth: 'key',
    isGoverned: true,
    params,
    answers: {
      200: { description: 'The claim, ended.', schema: Claim, example: { ...claimExample, status: 'closing' } },
    },
    errors: ['CLAIM_NOT_FOUND'],
  }),
}
