/** Decides by a compiled constitution. Pure: the same facts decide the same again, whoever asks and whenever. */

import { actions, type InputType, isAction } from '#shared/contracts/actions'
import { type DecisionInput, type GovernanceRecord, gravest, type Tier } from '#shared/contracts/decision'
import type { Compiled, CompiledArticle } from '#shared/governance/compiled'
import { sha256Hex } from '#shared/kernel/canonical'

type Phase = GovernanceRecord['phase']
type Decision = GovernanceRecord['decision']

/** As much of a constitution as a decision needs. */
export type Deciding = Pick<Compiled, 'hash' | 'articlesOf'> & { document: Pick<Compiled['document'], 'defaults'> }

/** What each article came to, beside the record. */
export type Evaluation = { id: string; outcome: 'pass' | 'fail' | 'error' }

/** Never throws: what cannot be decided is denied at the tier that the constitution has for that. */
export const decide = (compiled: Deciding, action: string, phase: Phase, input: DecisionInput): GovernanceRecord =>
  evaluate(compiled, action, phase, input).record

/** The hash of no constitution: of whoever could not read yet what is in force. */
export const unread = '0'.repeat(64)

/** Without a constitution nothing may be done. */
export const decideUnread = (action: string, phase: Phase, input: DecisionInput): GovernanceRecord => ({
  ...decide(nothing, action, phase, input),
  tier: 'T4',
  decision: 'deny',
})

const nothing: Deciding = {
  hash: unread,
  articlesOf: new Map(),
  document: { defaults: { on_error: 'deny', on_error_tier: 'T4' } },
}

/** What would be decided, of which no record is made. */
export const decisionOf = (compiled: Deciding, action: string, phase: Phase, input: DecisionInput): Decision =>
  judge(compiled, action, phase, input).decision

export function evaluate(
  compiled: Deciding,
  action: string,
  phase: Phase,
  input: DecisionInput,
): { record: GovernanceRecord; evaluations: Evaluation[] } {
  const { evaluations, broken, tier, decision } = judge(compiled, action, phase, input)
  const facts = inOrder(input)
  const record: GovernanceRecord = {
    tier,
    decision,
    action,
    phase,
    constitution: compiled.hash,
    articles: broken.map(({ id }) => id),
    input: facts,
    input_digest: digestOf(facts),
  }
  return { record, evaluations }
}

function judge(
  { articlesOf, document: { defaults } }: Deciding,
  action: string,
  phase: Phase,
  input: DecisionInput,
): { evaluations: Evaluation[]; broken: readonly CompiledArticle[] } & Pick<GovernanceRecord, 'tier' | 'decision'> {
  const articles = articlesOf.get(action) ?? []
  const isKnown = isAction(action) && actions[action].phase === phase && fits(actions[action].inputs, input)
  const evaluations = articles.map(
    ({ id, rule }): Evaluation => ({ id, outcome: isKnown ? outcomeOf(rule, input) : 'error' }),
  )
  const isBroken = !isKnown || evaluations.some(({ outcome }) => outcome === 'error')
  const isOverridden = input['override'] === true
  const broken = articles.filter((_, at) => evaluations[at]?.outcome !== 'pass')
  const verdicts = broken.map((article) => verdictOf(article, isOverridden))
  return {
    evaluations,
    broken,
    tier: gravest([...verdicts.map(({ tier }) => tier), ...(isBroken ? [defaults.on_error_tier] : [])]),
    decision: isBroken ? 'deny' : strongest(verdicts.map(({ decision }) => decision)),
  }
}

/** Of facts in order. Flat values of JSON: their plain text is their RFC 8785 text. */
const digestOf = (facts: DecisionInput): string => `sha256:${sha256Hex(JSON.stringify(facts))}`

function outcomeOf(rule: CompiledArticle['rule'], input: DecisionInput): Evaluation['outcome'] {
  try {
    const kept = rule.evaluate(input)
    return kept === true ? 'pass' : kept === false ? 'fail' : 'error'
  } catch {
    return 'error'
  }
}

/** Who overrides with a reason lowers what is soft to a notice; what is hard stays. */
function verdictOf(
  { tier, enforcement, effect }: CompiledArticle,
  isOverridden: boolean,
): { tier: Tier; decision: Decision } {
  return isOverridden && enforcement === 'soft' ? { tier: 'T1', decision: 'allow' } : { tier, decision: effect }
}

const strongest = (decisions: readonly Decision[]): Decision =>
  decisions.includes('deny') ? 'deny' : decisions.includes('hold') ? 'hold' : 'allow'

/** Exactly the facts of the action, each of its type. */
function fits(types: Readonly<Record<string, InputType>>, input: DecisionInput): boolean {
  let left = 0
  for (const name in types) {
    const value = input[name]
    if (typeof value !== types[name] || (typeof value === 'number' && !Number.isFinite(value))) return false
    left += 1
  }
  return Object.keys(input).length === left
}

/** As the node has them; a number that JSON cannot say is null there, which no action takes. */
function inOrder(input: DecisionInput): DecisionInput {
  const ordered: DecisionInput = {}
  for (const name of Object.keys(input).sort()) {
    const value = input[name] ?? null
    ordered[name] = typeof value === 'number' && !Number.isFinite(value) ? null : value
  }
  return ordered
}
