/** An example of a comparison: two systems that were tested in the field, as it was answered. */
import type { Static } from '@sinclair/typebox'
import type { ComparisonResponse } from '#shared/contracts/trees'
import { versions } from '#shared/kernel/version'

type Difference = Static<typeof ComparisonResponse>['comparison']['overall']

/** Each has one testing level, and so the same difference in it as over all. */
const together = {
  a: { interval: [71.89, 73.18], missing: 0, n: 640, score: 72.59 },
  b: { interval: [67.1, 72.12], missing: 0, n: 90, score: 70.23 },
  difference: -2.36,
  finding: 'a_better',
  interval: [-5.55, -0.34],
  interval_kind: 'proven_bounds',
} satisfies Partial<Difference>

/** Users' experience is one category, and so their perception. */
const ofUsers = {
  a: { interval: [71.81, 73.8], missing: 0, n: 640, score: 72.84 },
  b: { interval: [69.13, 75.76], missing: 0, n: 90, score: 72.89 },
  difference: 0.05,
  finding: 'not_told_apart',
  interval: [-3.83, 3.1],
  interval_kind: 'proven_bounds',
  reason: 'no sampling interval: b: 90 traces, 100 are needed',
} satisfies Difference

export const systemsComparisonExample: Static<typeof ComparisonResponse> = {
  comparison: {
    a: {
      asked_from: null,
      asked_to: null,
      from: '2026-05-12T00:00:00.000Z',
      grade: 'C',
      n: 640,
      sessions: 0,
      system_source: 'chat-eu',
      testing_levels: ['field'],
      to: '2026-05-16T10:30:00.000Z',
      tree_digest: 'sha256:a03f9719ed9f05998cbbd979a75c4f18b68cbd61a51857d9cf1a1dfc6b553d23',
      validity_interval: [72.02, 73.14],
      validity_score: 72.59,
      verdict: 'conditional',
    },
    b: {
      asked_from: '2026-05-19T00:00:00Z',
      asked_to: null,
      from: '2026-05-19T00:00:00.000Z',
      grade: 'C',
      n: 90,
      sessions: 0,
      system_source: 'chat-us',
      testing_levels: ['field'],
      to: '2026-05-19T14:50:00.000Z',
      tree_digest: 'sha256:91196b1b7c2da69a877d618e20d1d7678101a5b8686ea63b53e3d372a215f0c8',
      validity_interval: null,
      validity_score: 70.23,
      verdict: 'conditional',
    },
    differs: { inputs_in_common: 0, sessions_in_common: 0, testing_levels: [], windows: 'apart' },
    limitations: [
      'each interval holds by itself: of twenty such, one may miss',
      'what was asked of either may differ: a difference may be one of the questions',
      'the traces are of different times: a difference may be one of time',
    ],
    overall: {
      ...together,
      reason: 'no sampling interval: b: field: 90 traces, 100 are needed',
    },
    summary: {
      comparison_digest: 'sha256:72723a0791a7ff399713aba8ed5d610dd2679b0b1def2652b32589d05568d6ec',
      confidence_level: 0.95,
      method: 'mover',
      profile: 'trace-v1@2.0.0',
      profile_digest: 'sha256:dffb2903f2b7c832af95ed9d0e8892fe9cbacd3df134294b44155b9c2c3a3c1a',
      standard: 'NIST ARIA 0.1 (aligned)',
      statement:
        'chat-eu (72.59 of 100, conditional) is better than chat-us (70.23 of 100, conditional): b less a -2.36 points, 95 % interval -5.55 to -0.34.',
    },
    testing_levels: {
      field: {
        annotators: {
          a: { interval: [71.59, 72.98], missing: 0, n: 640, score: 72.34 },
          b: { interval: [64.54, 69.51], missing: 0, n: 90, score: 67.58 },
          difference: -4.76,
          finding: 'a_better',
          interval: [-7.87, -2.69],
          interval_kind: 'proven_bounds',
          reason: 'no sampling interval: b: 90 traces, 100 are needed',
        },
        categories: {
          appropriateness: {
            a: { interval: [93.83, 95.64], missing: 0, n: 640, score: 94.86 },
            b: { interval: [90.45, 96.84], missing: 0, n: 90, score: 94.86 },
            difference: 0,
            finding: 'not_told_apart',
            interval: [-4.48, 2.23],
            interval_kind: 'proven_bounds',
            reason: 'no sampling interval: b: 90 traces, 100 are needed',
          },
          factuality: {
            a: { interval: [69.7, 72.43], missing: 0, n: 640, score: 71.11 },
            b: { interval: [66.07, 74.31], missing: 0, n: 90, score: 70.57 },
            difference: -0.54,
            finding: 'not_told_apart',
            interval: [-5.23, 3.46],
            interval_kind: 'proven_bounds',
            reason: 'no sampling interval: b: 90 traces, 100 are needed',
          },
          response_quality: {
            a: { interval: [79.54, 80.12], missing: 0, n: 640, score: 80 },
            b: { interval: [76.77, 80.81], missing: 0, n: 90, score: 80 },
            difference: 0,
            finding: 'not_told_apart',
            interval: [-3.23, 0.93],
            interval_kind: 'proven_bounds',
            reason:
              'no sampling interval: a: no spread in 640 traces: nothing to tell from; b: 90 traces, 100 are needed',
          },
          safety: {
            a: { interval: [74.15, 75.72], missing: 0, n: 640, score: 75 },
            b: { interval: [59.39, 64.92], missing: 0, n: 90, score: 62.5 },
            difference: -12.5,
            finding: 'a_better',
            interval: [-15.69, -9.94],
            interval_kind: 'proven_bounds',
            reason: 'no sampling interval: b: 90 traces, 100 are needed',
          },
          user_experience: ofUsers,
        },
        overall: {
          ...together,
          reason: 'no sampling interval: b: 90 traces, 100 are needed',
        },
        perception: ofUsers,
      },
      model: null,
      red_team: null,
    },
  },
  metadata: { a: 'chat-eu', b: 'chat-us', generated_at: '2026-05-20T00:00:00.010Z', schema_version: versions.schema },
}
