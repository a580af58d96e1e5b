/** What area A may say of compliance: nothing is verified that a sender has merely declared. */

import type { AppContext } from '#api/http/context'
import type { Answer } from '#api/http/endpoint'
import { readTier } from '#shared/contracts/decision'
import type { PreparedTrace } from '#shared/traces/record'

type Compliance = NonNullable<Answer['compliance']>

/** What was decided on a trace, and what it says itself; null where there is no one trace. */
export type JudgedTrace = {
  org_id: string
  system_source: string
  /** Of a comparison: the second system. */
  compared_with?: string | null
  constitutional_compliance: boolean | null
  governance_tier: string | null
}

type Tools = Pick<AppContext, 'governance' | 'read'>

/**
 * Of an answer about a trace, its tree, its system or two of them. All that articles are applied to there is what the sender
 * declared: an article that was broken is a violation, one that was kept proves nothing. A system without clearance has
 * none for anything that is about it.
 */
export const complianceOf = (judged: JudgedTrace, tools: Tools): Promise<Compliance> => worstOf([judged], tools)

/** The worst that can be said of any of them. @param isAnyRefused whether the constitution kept one of them out. */
export const complianceOfAll = async (
  stored: readonly PreparedTrace[],
  isAnyRefused: boolean,
  tools: Tools,
): Promise<Compliance> =>
  isAnyRefused
    ? 'violation'
    : worstOf(
        stored.map(({ trace }) => trace),
        tools,
      )

async function worstOf(judged: readonly JudgedTrace[], { governance, read }: Tools): Promise<Compliance> {
  if (judged.some(isViolation)) return 'violation'
  for (const [orgId, own] of Map.groupBy(judged, ({ org_id }) => org_id)) {
    const systems = own.flatMap(({ system_source, compared_with }) => [system_source, compared_with ?? system_source])
    if ((await governance.withoutClearance(orgId, systems, read)).size > 0) return 'violation'
  }
  return 'indeterminate'
}

const isViolation = ({ constitutional_compliance, governance_tier }: JudgedTrace) =>
  constitutional_compliance === false || (governance_tier !== null && readTier(governance_tier) >= 'T3')
