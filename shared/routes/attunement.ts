/** Routes of the parameters that are calibrated: what holds, within which bounds, and how it came to that. */
import { ParameterList, ParametersQuery } from '#shared/contracts/calibrations'
import { parameterListExample } from '#shared/routes/examples/attunement'
import { route } from '#shared/routes/route'

export const attunementRoutes = {
  listParameters: route({
    area: 'C',
    method: 'GET',
    path: '/attunement/parameters',
    operationId: 'listParameters',
    summary: 'What parameters hold, and every version of them',
    description:
      'The values that hold for the organisation of the key, the bounds that the constitution in force gives them, what the changes of this day may still add up to, the joint constraints, and the calibrations that led there, newest first. What was calibrated under an earlier constitution is brought inside the bounds of this one when it is read, and `calibrated` says what it was.',
    auth: 'key',
    query: ParametersQuery,
    answers: {
      200: { description: 'As of now.', schema: ParameterList, example: parameterListExample },
    },
    errors: ['STATE_CONFLICT'],
  }),
}
