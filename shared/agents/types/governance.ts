/** What the governance-warden does: says what the constitution decides, and what an amendment would have changed. */
import { Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { DecisionInput, GovernanceRecord } from '#shared/contracts/decision'
import { SimulateBody, Simulation } from '#shared/contracts/governance'

export const governanceTypes = [
  runTaskType({
    type: 'governance.evaluate',
    area: 'B',
    description: 'What the constitution in force decides from these facts. Nothing follows from it.',
    payload: t.Object(
      {
        action: t.String({ minLength: 1, maxLength: 128 }),
        phase: GovernanceRecord.properties.phase,
        input: DecisionInput,
      },
      { additionalProperties: false },
    ),
    output: GovernanceRecord,
    sideEffects: 'none',
    isIdempotent: true,
  }),
  runTaskType({
    type: 'constitution.diff',
    area: 'B',
    scope: 'governance:write',
    description: 'What an amended constitution would have decided, as POST /governance/simulate says.',
    payload: SimulateBody,
    output: Simulation,
    sideEffects: 'read',
    isIdempotent: true,
  }),
]
