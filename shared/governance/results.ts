/** What comes of work, recorded: decided on, digested under a salt, signed; and written with the violations that it shows. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#db/client'
import { appendNodes } from '#db/queries/nodes'
import { actions, type FactsOf } from '#shared/contracts/actions'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { type Actor, requestOf } from '#shared/evidence/actor'
import { type ActionOfKind, type DecidedKind, kinds } from '#shared/evidence/kinds'
import type { SignedNode } from '#shared/evidence/node'
import { nodeOfKind, type Said } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { type Breach, deniedBy, findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { reportAll, type Subject } from '#shared/governance/violations'

/** Who signs, and who decides. */
export type RecordingTools = { signer: Signer; governance: Pick<Governance, 'decide' | 'breachesOf' | 'maker'> }

/** Whose result it is, and who asked for it: a job says so of itself. */
export type ResultOwner = Actor & { orgId: string }

type Maker = ReturnType<Governance['maker']>

export type Result<Kind extends DecidedKind> = Pick<
  Said<Kind>,
  'kind' | 'id' | 'agent' | 'at' | 'subject' | 'inputs' | 'result'
> & {
  /** What is decided on it; who made it is known. */
  facts: Omit<FactsOf<ActionOfKind<Kind>>, keyof Maker>
  /** The very text that is kept. */
  text: string
  /** Under which it is digested, where something else is, too; else a new one. */
  salt?: Uint8Array
  /** What is violated where an article is not kept. */
  violated: Subject
  /** What is told of such an article, where its own message is not enough. */
  told?: (breach: Breach) => string
}

/** A result that may be written, with all that is written beside it. */
export type RecordedResult = {
  node: SignedNode
  /** Kept with the text. */
  salt: Uint8Array
  decision: GovernanceRecord
  findings: ReturnType<typeof findingsOf>
}

/** Decides on a result and makes the node that records it. Writes nothing. @throws GOVERNANCE_DENIED */
export function recordResult<Kind extends DecidedKind>(
  { signer, governance }: RecordingTools,
  { orgId, keyId, requestId, keyDigest }: ResultOwner,
  { facts, text, salt = randomBytes(16), violated, told, ...said }: Result<Kind>,
): RecordedResult {
  const { action } = kinds[said.kind]
  const decision = governance.decide(action, actions[action].phase, { ...governance.maker(said.agent), ...facts })
  const breaches = governance.breachesOf(decision)
  if (decision.decision === 'deny') throw deniedBy(decision, breaches)
  const node = nodeOfKind(signer, {
    ...said,
    orgId,
    payload: { salt, text },
    governance: decision,
    request: requestOf({ keyId, requestId, keyDigest }),
  })
  const shown = told ? breaches.map((breach) => ({ ...breach, message: told(breach) })) : breaches
  const findings = findingsOf(shown, { orgId, subject: violated, evidence: [node.id], record: decision })
  return { node, salt, decision, findings }
}

/** Writes what was recorded: the nodes, and the violations that they show. */
export async function saveRecorded(tx: Tx, signer: Signer, recorded: readonly RecordedResult[]): Promise<void> {
  await appendNodes(
    tx,
    recorded.map(({ node }) => node),
  )
  await reportAll(
    tx,
    signer,
    recorded.flatMap(({ findings }) => findings),
  )
}
