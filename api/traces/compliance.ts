/** What area A may say of compliance: nothing is verified that a sender has merely declared. */

import type { AppContext } from '#api/http/context'
import type { Answer } from '#api/http/endpoint'
import { readTier } from '#shared/contracts/decision'
import { ServiceError } from '#shared/kernel/errors'

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

/**
 * The same of what was just stored, the worst that can be said of any of it. That it was stored is answered all the same where the
 * store has no time to say what its systems are cleared for: then that is not known.
 * @param isAnyRefused whether the constitution kept something out.
 */
export async function complianceOfStored(
  stored: readonly JudgedTrace[],
  tools: Tools,
  isAnyRefused = false,
): Promise<Compliance> {
  if (isAnyRefused) return 'violation'
  try {
    return await worstOf(stored, tools)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE') return 'indeterminate'
    throw error
  }
}

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
