/** Routes of violations: listed, looked at, and moved by hand. */
import { countedWords } from '#db/documents/counted'
import { ReasonBody, Violation, ViolationList, ViolationQuery, WaiveBody } from '#shared/contracts/governance'
import { violationExample } from '#shared/routes/examples/governance'
import { route } from '#shared/routes/route'

const params = { id: 'The id of the violation.' }

/** What the three steps have in common. They stay open while writes are halted: they are the way out. */
const moved = {
  area: 'B',
  method: 'POST',
  auth: 'governance:write',
  params,
  answers: { 200: { description: 'The violation as it is now.', schema: Violation, example: violationExample } },
  errors: ['VIOLATION_NOT_FOUND', 'STATE_CONFLICT'],
} as const
const ofService = 'A violation of the service itself asks for the scope operator as well.'

export const violationRoutes = {
  listViolations: route({
    area: 'B',
    method: 'GET',
    path: '/governance/violations',
    operationId: 'listViolations',
    summary: 'Violations, newest first',
    description: 'Yours and those of the service itself. Without parameters: what is active, of tier T3 and worse.',
    auth: 'key',
    query: ViolationQuery,
    answers: {
      200: {
        description: `A page of them; total counts all that match, up to ${countedWords}.`,
        schema: ViolationList,
        example: {
          violations: [violationExample],
          total: 1,
          limit: 100,
          offset: 0,
          min_tier: 'T3',
          as_of: '2026-05-20T00:00:00.000Z',
          constitution: '47'.repeat(32),
        },
      },
    },
  }),
  getViolation: route({
    area: 'B',
    method: 'GET',
    path: '/governance/violations/:id',
    operationId: 'getViolation',
    summary: 'One violation',
    description: 'One of the organisation of the key, or of the service itself, whatever its status.',
    auth: 'key',
    params,
    answers: { 200: { description: 'The violation.', schema: Violation, example: violationExample } },
    errors: ['VIOLATION_NOT_FOUND'],
  }),
  acknowledgeViolation: route({
    ...moved,
    path: '/governance/violations/:id/acknowledge',
    operationId: 'acknowledgeViolation',
    summary: 'Say that a violation is known and worked on',
    description: `From open alone. It stays active. ${ofService}`,
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'we look into it' } },
  }),
  waiveViolation: route({
    ...moved,
    path: '/governance/violations/:id/waive',
    operationId: 'waiveViolation',
    summary: 'Accept a violation for a time',
    description: `It blocks nothing until then, and is open again after. Not of tier T4 and T5: those are resolved, or their article amended. ${ofService}`,
    body: { kind: 'json', schema: WaiveBody, example: { reason: 'test system', until: '2026-06-01T00:00:00Z' } },
  }),
  resolveViolation: route({
    ...moved,
    path: '/governance/violations/:id/resolve',
    operationId: 'resolveViolation',
    summary: 'Say that a violation is over',
    description: `One of tier T5 only after all of the evidence was verified since it was last seen. The same finding again opens a new violation. ${ofService}`,
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'the sender was corrected' } },
  }),
}
