/** Wire shapes of what people say of traces, and its limits. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Answers } from '#db/documents/annotation'
import { TraceId } from '#shared/contracts/traces'

/** Superseded ones among them; so many also fit into one node's parents beside the trace. */
export const annotationsOfTrace = 50

export const PersonAnnotationInput = t.Object(
  {
    rater: t.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^\\S(.*\\S)?$',
      description: 'Who says so, always by the same name in an organisation. It can be erased.',
    }),
    answers: Answers,
    comment: t.Optional(t.String({ maxLength: 4000, description: 'It can be erased.' })),
  },
  { additionalProperties: false },
)
export type PersonAnnotationInput = Static<typeof PersonAnnotationInput>

export const PersonAnnotation = t.Object({
  annotation_id: t.String({ format: 'uuid' }),
  trace_id: TraceId,
  rater_id: t.String({
    format: 'uuid',
    description: 'The rater as trees name them: drawn at random, the same for all of an organisation’s traces.',
  }),
  rater: t.Optional(t.String({ description: 'Absent when it was erased.' })),
  answers: Answers,
  comment: t.Optional(t.String({ description: 'Absent when there is none, or it was erased.' })),
  erased: t.Boolean({ description: 'Whether rater and comment were erased.' }),
  superseded_by: t.Union([t.String({ format: 'uuid' }), t.Null()], {
    description: 'The same rater’s next annotation of the trace: this one is kept, and counts no more.',
  }),
  attribution_token: t.String({ description: 'SHA-256: the id of the evidence node that records it.' }),
  created_at: t.String({ format: 'date-time' }),
})
export type PersonAnnotation = Static<typeof PersonAnnotation>

export const PersonAnnotationListQuery = t.Object(
  {
    limit: t.Integer({
      minimum: 1,
      maximum: annotationsOfTrace,
      default: annotationsOfTrace,
      description: 'How many at most.',
    }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'next_cursor of the page before.' })),
  },
  { additionalProperties: false },
)

export const PersonAnnotationList = t.Object({
  annotations: t.Array(PersonAnnotation),
  total: t.Integer({ description: 'All of the trace, superseded ones too.' }),
  next_cursor: t.Union([t.String(), t.Null()]),
})
export type PersonAnnotationList = Static<typeof PersonAnnotationList>
