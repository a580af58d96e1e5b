/** Examples of measurement trees: of one trace as it is answered, and as files. */
import type { Static } from '@sinclair/typebox'
import type { GenerateResponse } from '#shared/contracts/trees'
import { versions } from '#shared/kernel/version'
import { traceIdExample } from '#shared/routes/examples/traces'

/** The tree of the example trace to depth 1. */
export const treeExample: Static<typeof GenerateResponse> = {
  corix_tree: {
    level_1: {
      interpretation: {
        contradictions: [],
        driver_path: ['field', 'annotator_responses', 'factuality', 'factuality_flags'],
        grade: 'D',
        limitations: ['single trace', '10 of 19 items without evidence', 'cohort of 1: no interval of the system'],
        statement:
          'Validity 34.48 of 100 (6.34 to 34.48 with missing evidence at worst and best); driven by field > annotator_responses > factuality > factuality_flags.',
        validity_interval: [6.34, 34.48],
        validity_interval_kind: 'missing_data_bounds',
        validity_score: 34.48,
        verdict: 'unacceptable',
      },
      summary: {
        coverage: 0.38,
        in_cohort: true,
        n_cohort: 1,
        profile: 'trace-v1@2.0.0',
        profile_digest: 'sha256:c0cbe7d1b7414385fc216de5d145a5e0cce2869bbc0e8df0021291a8141b45e4',
        risk_level: 'MEDIUM',
        risk_score: 34,
        standard: 'NIST ARIA 0.1 (aligned)',
        system_source: 'chat-eu',
        test_category: 'field',
        trace_id: traceIdExample,
        tree_digest: 'sha256:64506462c4a5ad6b084a940a3efa4f56cfa58494a10f5db817f9c5578a97c66c',
      },
    },
  },
  metadata: {
    trace_id: traceIdExample,
    generated_at: '2026-05-20T00:00:00.010Z',
    validity_score: 34.48,
    schema_version: versions.schema,
  },
}

/** A tree of any kind, beside JSON. */
export const treeFileExamples = {
  'text/html':
    '<!doctype html>\n<html lang="en"><head><title>chat-eu: acceptable</title></head><body>…</body></html>\n',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg">…</svg>\n',
}
