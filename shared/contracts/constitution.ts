/** What a constitution's file may say. */

import { type Static, Type as t } from '@sinclair/typebox'
import { ParameterBounds, ParameterConstraint, ParameterName } from '#db/documents/calibration'
import { tiers, violationTiers } from '#db/documents/states'
import { scopeNames } from '#shared/contracts/scopes'

const Name = t.String({ pattern: '^[a-z_0-9]+$' })
const Prose = t.String({ minLength: 1, maxLength: 4000 })
/** A text that a fact may be. */
const Word = t.String({ maxLength: 1000 })
// More than any constitution has, and few enough to be compiled within seconds.
const [factsAtMost, valuesAtMost, examplesAtMost, referencesAtMost] = [64, 200, 100, 100]

/** The range of a fact. Examples and the analysis stay inside it. */
const Input = t.Union([
  t.Object(
    {
      type: t.Literal('number'),
      minimum: t.Number(),
      maximum: t.Number(),
      worse: t.Optional(
        t.Union([t.Literal('higher'), t.Literal('lower')], {
          description: 'Which way it gets graver: the tier may then not fall.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  t.Object(
    { type: t.Literal('string'), values: t.Optional(t.Array(Word, { maxItems: valuesAtMost })) },
    { additionalProperties: false },
  ),
  t.Object({ type: t.Literal('boolean') }, { additionalProperties: false }),
])
export type Input = Static<typeof Input>

const Example = t.Record(Name, t.Union([t.Number(), Word, t.Boolean()]), { maxProperties: factsAtMost })

export const Article = t.Object(
  {
    id: t.String({ pattern: '^A-[0-9]{2,3}$' }),
    title: t.String({ minLength: 1, maxLength: 200 }),
    text: Prose,
    phase: t.Union([t.Literal('pre'), t.Literal('post'), t.Literal('continuous')]),
    applies_to: t.Array(t.String({ pattern: '^[a-z*]+(\\.[a-z*]+)?$', maxLength: 64 }), {
      minItems: 1,
      maxItems: referencesAtMost,
    }),
    rule: t.String({ minLength: 1, maxLength: 2000, description: 'CEL; true: the article is kept.' }),
    tier: t.Union(violationTiers.map((tier) => t.Literal(tier))),
    enforcement: t.Union([t.Literal('advisory'), t.Literal('soft'), t.Literal('hard')]),
    effect: t.Union([t.Literal('allow'), t.Literal('hold'), t.Literal('deny')], {
      description: 'What a decision says when the article is not kept.',
    }),
    message: t.String({ minLength: 1, maxLength: 2000, description: 'CEL; a string.' }),
    blocks: t.Array(t.Union(scopeNames.map((scope) => t.Literal(scope))), {
      description: 'What the violated subject is kept from while a violation is active.',
    }),
    remediation: Prose,
    auto_resolve: t.Union([
      t.Object({ consecutive_passes: t.Integer({ minimum: 1, maximum: 1000 }) }, { additionalProperties: false }),
      t.Null(),
    ]),
    sla_hours: t.Union([t.Number({ exclusiveMinimum: 0, maximum: 87_600 }), t.Null()]),
    crosswalk: t.Object(
      {
        eu_ai_act: t.Array(t.String({ maxLength: 200 }), { maxItems: referencesAtMost }),
        nist_ai_rmf: t.Array(t.String({ maxLength: 200 }), { maxItems: referencesAtMost }),
      },
      { additionalProperties: false },
    ),
    examples: t.Object(
      {
        pass: t.Array(Example, { minItems: 1, maxItems: examplesAtMost }),
        fail: t.Array(Example, { minItems: 1, maxItems: examplesAtMost }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type Article = Static<typeof Article>

export const Constitution = t.Object(
  {
    constitution: t.Literal('v1'),
    version: t.String({ pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' }),
    title: t.String({ minLength: 1, maxLength: 200 }),
    preamble: Prose,
    previous: t.Union([t.String({ pattern: '^[0-9a-f]{64}$' }), t.Null()], {
      description: 'SHA-256 of the constitution that this one amends.',
    }),
    effective_from: t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    tiers: t.Object(Object.fromEntries(tiers.map((tier) => [tier, Prose])), { additionalProperties: false }),
    defaults: t.Object(
      { on_error: t.Literal('deny'), on_error_tier: t.Union([t.Literal('T4'), t.Literal('T5')]) },
      { additionalProperties: false },
    ),
    signers: t.Object(
      {
        threshold: t.Integer({ minimum: 0, maximum: 64 }),
        keys: t.Array(t.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: 'Ed25519, 32 bytes in base64.' }), {
          maxItems: 64,
        }),
      },
      { additionalProperties: false },
    ),
    inputs: t.Record(Name, Input, { maxProperties: factsAtMost }),
    articles: t.Array(Article, { minItems: 1, maxItems: 500 }),
    parameters: t.Optional(
      t.Record(ParameterName, ParameterBounds, {
        maxProperties: 100,
        additionalProperties: false,
        description: 'What may be calibrated, and within which bounds. Constitutions before 1.4.0 declare none.',
      }),
    ),
    constraints: t.Optional(t.Array(ParameterConstraint, { maxItems: 20, description: 'What joins the parameters.' })),
  },
  { additionalProperties: false },
)
export type Constitution = Static<typeof Constitution>
