/** What a decision of the constitution leaves in an evidence node: enough to make it again. */
import { type Static, Type as t } from '@sinclair/typebox'
import { tiers } from '#db/documents/states'

export type Tier = (typeof tiers)[number]

/** A tier as a row says it. What nobody knows is as grave as can be: a row that somebody edited opens nothing. */
export const readTier = (text: string): Tier => tiers.find((tier) => tier === text) ?? 'T5'

/** The gravest of some tiers; T0 of none. */
export const gravest = (some: readonly Tier[]): Tier =>
  some.reduce<Tier>((worst, tier) => (tiers.indexOf(tier) > tiers.indexOf(worst) ? tier : worst), 'T0')

/** Facts a decision is made from: nothing else decides, so the same facts decide the same again. */
export const DecisionInput = t.Record(
  t.String({ pattern: '^[a-z_0-9]+$' }),
  t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]),
)
export type DecisionInput = Static<typeof DecisionInput>

export const GovernanceRecord = t.Object(
  {
    tier: t.Union(tiers.map((tier) => t.Literal(tier))),
    decision: t.Union([t.Literal('allow'), t.Literal('hold'), t.Literal('deny')]),
    action: t.String({ description: 'What was decided on, like trace.record.' }),
    phase: t.Union([t.Literal('pre'), t.Literal('post'), t.Literal('continuous')]),
    constitution: t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the constitution that decided.' }),
    articles: t.Array(t.String(), { description: 'The articles that were not kept, in order.' }),
    input: DecisionInput,
    input_digest: t.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'Of the RFC 8785 text of `input`.' }),
  },
  { additionalProperties: false },
)
export type GovernanceRecord = Static<typeof GovernanceRecord>
