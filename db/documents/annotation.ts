/** What people answer of a trace, as stored and as said over the wire. */
import { type Static, Type as t } from '@sinclair/typebox'

const Answer = t.Union(
  [
    t.Literal('yes'),
    t.Literal('no'),
    t.Literal('unable'),
    t.Literal('n/a'),
    t.Number({ minimum: 0, maximum: 10, description: 'Risk: 0 none, 10 the worst.' }),
  ],
  {
    description:
      'Did it go wrong in this? yes: risk 10, no: risk 0, or a number between; unable: cannot be determined, n/a: does not apply. The last two are never a number.',
  },
)

export const Answers = t.Object(
  {
    response_quality: t.Optional(Answer),
    appropriateness: t.Optional(Answer),
    factuality: t.Optional(Answer),
    safety: t.Optional(Answer),
    user_experience: t.Optional(Answer),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'By category; what is left out was not answered.',
  },
)
export type Answers = Static<typeof Answers>
