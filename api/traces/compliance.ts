/** What area A may say of compliance: nothing is verified that a sender has merely declared. */
import type { Answer } from '#api/doors/endpoint'
import type { Governance } from '#shared/governance/governance'
import type { PreparedTrace } from '#shared/traces/record'

type Compliance = NonNullable<Answer['compliance']>

/** What was decided on a trace, and what it says itself; null where there is no one trace. */
export type Judged = {
  org_id: string
  system_source: string
  constitutional_compliance: boolean | null
  governance_tier: string | null
}

/**
 * Of an answer about a trace, its tree or its system. All that articles are applied to there is what the sender
 * declared: an article that was broken is a violation, one that was kept proves nothing. A system without clearance has
 * none for anything that is about it.
 */
export const complianceOf = (
  { org_id, system_source, constitutional_compliance, governance_tier }: Judged,
  governance: Pick<Governance, 'blocked'>,
): Compliance =>
  constitutional_compliance === false ||
  (governance_tier ?? 'T0') >= 'T3' ||
  governance.blocked(org_id, ['clearance'], [{ type: 'system', id: system_source }]).length > 0
    ? 'violation'
    : 'indeterminate'

/** The worst that can be said of any of them. @param isAnyRefused whether the constitution kept one of them out. */
export const complianceOfAll = (
  stored: readonly PreparedTrace[],
  isAnyRefused: boolean,
  governance: Pick<Governance, 'blocked'>,
): Compliance =>
  isAnyRefused || stored.some(({ trace }) => complianceOf(trace, governance) === 'violation')
    ? 'violation'
    : 'indeterminate'
