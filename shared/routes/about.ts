/** Routes by which area A tells of itself: its health, and the levels of its trees. */
import { Health, SchemaDescription, treeLevels } from '#shared/contracts/about'
import { versions } from '#shared/kernel/version'
import { route } from '#shared/routes/route'

export const aboutRoutes = {
  getHealth: route({
    area: 'A',
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Health of area A',
    description:
      "constitutional_compliance is true when the service's own evidence holds up right now, a constitution is in force and nothing halts writes.",
    auth: 'none',
    answers: {
      200: {
        description: 'How it fares.',
        schema: Health,
        example: {
          status: 'healthy',
          constitutional_compliance: true,
          timestamp: '2026-05-20T00:00:00.000Z',
          version: { api: versions.api, telemetry_store: versions.telemetryStore, tree_spec: versions.treeSpec },
        },
      },
    },
  }),
  getTreeSchema: route({
    area: 'A',
    method: 'GET',
    path: '/schema',
    operationId: 'getTreeSchema',
    summary: 'The levels of a measurement tree',
    description: 'The names and purposes of the six levels, and the versions of what they hold.',
    auth: 'none',
    answers: {
      200: {
        description: 'Versions, and the name and purpose of each level.',
        schema: SchemaDescription,
        example: { schema_version: versions.schema, tree_spec_version: versions.treeSpec, levels: treeLevels },
        headers: { 'Cache-Control': 'public, max-age=3600' },
      },
    },
  }),
}
