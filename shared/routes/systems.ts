/** Routes of the systems that traces are about: listed, compared, counted. */
import { Stats } from '#shared/contracts/traces'
import { ComparisonQuery, ComparisonResponse, SystemList, SystemListQuery } from '#shared/contracts/trees'
import { systemsComparisonExample } from '#shared/routes/examples/comparison'
import { reviewHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

export const systemRoutes = {
  listSystems: route({
    area: 'A',
    method: 'GET',
    path: '/systems',
    operationId: 'listSystems',
    summary: 'List systems by name',
    description: 'Every AI system that a trace is about, with counts over its traces, in the order of the names.',
    auth: 'key',
    query: SystemListQuery,
    answers: {
      200: {
        description: 'A page of systems.',
        schema: SystemList,
        example: {
          systems: [
            {
              system_source: 'chat-eu',
              traces: 3,
              risk_distribution: { LOW: 1, MEDIUM: 1, HIGH: 1 },
              average_risk_score: 41.5,
              compliant_count: 2,
              last_trace_at: '2026-05-20T00:00:00.003Z',
            },
          ],
          total: 1,
          next_cursor: null,
        },
      },
    },
  }),
  compareSystems: route({
    area: 'A',
    method: 'GET',
    path: '/systems/compare',
    operationId: 'compareSystems',
    summary: 'What tells two systems apart, level by level',
    description:
      'The scores of b less those of a, with 95 % intervals for two independent samples; null with the reason where there is none. a and b may be one system at two times, parted by a_to and b_from. Asked again while no trace was added, it is the same comparison, answered at once whatever Prefer says.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    query: ComparisonQuery,
    answers: {
      200: {
        description:
          'The comparison. One of systems with a grave trace is not held for a person: X-Human-Review says so.',
        schema: ComparisonResponse,
        example: systemsComparisonExample,
        headers: reviewHeaders,
      },
    },
    errors: ['SYSTEM_NOT_FOUND'],
  }),
  getStatistics: route({
    area: 'A',
    method: 'GET',
    path: '/stats',
    operationId: 'getStatistics',
    summary: 'Statistics over all traces',
    description: 'Over all traces of the organisation of the key. Averages and counts are 0 in an empty store.',
    auth: 'key',
    answers: {
      200: {
        description: 'Counts and averages; 0 where there is nothing to average.',
        schema: Stats,
        example: {
          total_traces: 3,
          unique_systems: 1,
          average_risk_score: 41.5,
          compliant_count: 2,
          non_compliant_count: 1,
          risk_distribution: { LOW: 1, MEDIUM: 1, HIGH: 1 },
          average_processing_time_ms: 1240,
        },
      },
    },
  }),
}
