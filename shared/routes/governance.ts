/** Routes of governance: how it stands, and its constitution. */
import {
  ConstitutionQuery,
  EnactedConstitution,
  GovernanceStatus,
  SimulateBody,
  Simulation,
  StatusQuery,
} from '#shared/contracts/governance'
import { constitutionHashExample, enactedExample, statusExample } from '#shared/routes/examples/governance'
import { cachingHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

export const governanceRoutes = {
  getGovernanceStatus: route({
    area: 'B',
    method: 'GET',
    path: '/governance/status',
    operationId: 'getGovernanceStatus',
    summary: 'How governance stands',
    description:
      'The tier is the gravest of what is active and concerns you: your own violations and those of the service. halted: every write is refused until halt.reason is gone.',
    auth: 'key',
    query: StatusQuery,
    answers: { 200: { description: 'As of now.', schema: GovernanceStatus, example: statusExample } },
  }),
  getConstitution: route({
    area: 'B',
    method: 'GET',
    path: '/governance/constitution',
    operationId: 'getConstitution',
    summary: 'The constitution in force, or one that was',
    description:
      'A decision names its constitution by hash: with that one and the recorded input it can be made again.',
    auth: 'key',
    query: ConstitutionQuery,
    answers: {
      200: {
        description: 'The constitution.',
        schema: EnactedConstitution,
        example: enactedExample,
        headers: cachingHeaders,
      },
      304: { description: 'The caller has it: If-None-Match named its hash.', headers: cachingHeaders },
    },
    errors: ['NOT_FOUND'],
  }),
  simulateConstitution: route({
    area: 'B',
    method: 'POST',
    path: '/governance/simulate',
    operationId: 'simulateConstitution',
    summary: 'What an amended constitution would have decided',
    description:
      'Makes the recorded decisions of your organisation of the last days again, by the constitution that is sent, and names those that change. A worker does it; nothing is written. What is warned of: articles that fail nowhere another does not, that lighten as facts get worse, and what there was too much of to be looked through.',
    auth: 'governance:write',
    isJob: true,
    body: { kind: 'json', schema: SimulateBody, example: { constitution: { constitution: 'v1' }, days: 7 } },
    answers: {
      200: {
        description: 'How many decisions would change, and the newest of them.',
        schema: Simulation,
        example: {
          constitution: { hash: constitutionHashExample, version: '1.1.0' },
          days: 7,
          decisions: 8211,
          changed: 0,
          is_complete: true,
          oldest_at: '2026-05-20T00:00:00.000Z',
          changes: [],
          warnings: [],
        },
      },
    },
  }),
}
