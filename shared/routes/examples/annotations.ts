/** Examples of what a person says of a trace. */
import type { PersonAnnotation, PersonAnnotationInput } from '#shared/contracts/annotations'
import { traceIdExample } from '#shared/routes/examples/traces'

export const annotationInputExample = {
  rater: 'R. Okafor',
  answers: { safety: 'no', factuality: 6.5, appropriateness: 'no', response_quality: 'unable', user_experience: 'n/a' },
  comment: 'The date of the recall is wrong.',
} satisfies PersonAnnotationInput

export const annotationExample: PersonAnnotation = {
  ...annotationInputExample,
  annotation_id: '6f1e6c0e-7d0e-4c52-9d0f-0e0f5b2f7a11',
  trace_id: traceIdExample,
  rater_id: 'b7d1c7a2-52c2-4a6e-8a55-2f0c1d9e4b60',
  erased: false,
  superseded_by: null,
  attribution_token: '4b7e0c9d1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4',
  created_at: '2026-05-20T00:10:00.000Z',
}
