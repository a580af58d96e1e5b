/** What a claim measures of a trace is the score that its tree says. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { TraceRecord } from '#shared/traces/record'
import { anyTrace } from '#test/workers/generate-tree/makers'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { profiles } from '#workers/generate-tree/profiles'
import { telemetryOf } from '#workers/generate-tree/record'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree } from '#workers/generate-tree/tree'
import { validityScoreOf } from '#workers/generate-tree/validity'

const recordOf = ({ attribution_token: _token, created_at: _at, ...trace }: TreeTrace): TraceRecord => ({
  adversarial_test: null,
  field_conditions: null,
  flags: null,
  metadata: null,
  processing_time_ms: null,
  recommendation: null,
  testing_mode: null,
  trinity_layer: null,
  ...trace,
})

test('any trace, under every profile that there is, has the score of its tree', () => {
  fc.assert(
    fc.property(anyTrace, fc.constantFrom(...profiles), (trace, profile) => {
      const cohort = summarizeCohort([trace], profile)
      const tree = buildTree({ trace, cohort, profile, storeVersion: '1', treeSpecVersion: '1' })

      expect(validityScoreOf(recordOf(trace), profile.name)).toBe(tree.level_2.validity.validity_score)
    }),
    { numRuns: 300 },
  )
})

test('a record says what its trace says, and a profile that there is not is an error', () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      const { attribution_token: _token, created_at: _at, ...rest } = trace
      expect(telemetryOf(recordOf(trace))).toEqual(rest)
    }),
    { numRuns: 50 },
  )
  fc.assert(
    fc.property(anyTrace, (trace) => {
      expect(() => validityScoreOf(recordOf(trace), 'trace-v1@0.0.1')).toThrow('no profile trace-v1@0.0.1')
    }),
    { numRuns: 1 },
  )
})
