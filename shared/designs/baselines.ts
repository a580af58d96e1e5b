/** The life of baselines: proposed, approved, superseded, rejected; each step with the node that says so, both or neither. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import {
  type BaselineKey,
  type BaselineMove,
  type BaselineRow,
  type BaselineToStore,
  baselineOfKey,
  insertBaseline,
  moveBaseline,
} from '#db/queries/baselines'
import { streamHead } from '#db/queries/log'
import type { NodeBody, NodeKind } from '#shared/contracts/node'
import { headOfRow } from '#shared/evidence/node'
import { type InputNode, nodeOfKind } from '#shared/evidence/node-of-kind'
import { movedBaseline, provenBaseline, sealBaseline } from '#shared/evidence/sealed/design-state'
import { settleVerifications } from '#shared/evidence/sealed/designs'
import type { Signer } from '#shared/evidence/signing'

/** Who says so: nobody where a process does it of itself. */
type Saying = { signer: Signer; agent: string; request: NodeBody['request'] }

type BaselineKind = Extract<NodeKind, `baseline.${string}`>

/** What is proposed: the snapshot of a verification, for its key. */
export type BaselineProposal = {
  key: BaselineKey
  artifact: string
  original: string
  verification: { id: string; node: InputNode }
  /** Issues that somebody has accepted already. */
  accepted?: readonly string[]
}

/** Proposes a baseline, which waits for a word; the one that has waited is superseded. In the page's lock. @returns its id. */
export async function proposeBaseline(tx: Tx, saying: Saying, proposal: BaselineProposal): Promise<string> {
  const waiting = provenBaseline(saying.signer, await baselineOfKey(tx, proposal.key, 'candidate'))
  if (waiting?.original === proposal.original && waiting.artifact === proposal.artifact) return waiting.baseline_id
  if (waiting) await supersedeWaiting(tx, saying, waiting)
  return insert(tx, saying, proposal, { kind: 'baseline.proposed', reason: '', inputs: [] })
}

/** Puts a snapshot in force at once, in place of the one that is. In the page's lock. @returns its id. */
export async function activateSnapshot(
  tx: Tx,
  saying: Saying,
  proposal: BaselineProposal,
  reason: string,
  inputs: readonly InputNode[] = [],
): Promise<string> {
  const former = await supersedeActive(tx, saying, proposal.key)
  return insert(tx, saying, proposal, {
    kind: 'baseline.approved',
    reason,
    inputs: [...inputs, ...(former ? [{ ...former, rel: 'supersedes' as const }] : [])],
  })
}

/** Puts a baseline in force that has waited. In the page's lock. */
export async function activateWaiting(
  tx: Tx,
  saying: Saying,
  row: BaselineRow,
  { reason, accepted }: Pick<BaselineMove, 'reason' | 'accepted'>,
): Promise<BaselineRow> {
  const former = await supersedeActive(tx, saying, row)
  const inputs = former ? [{ ...former, rel: 'supersedes' as const }] : []
  const moved = await move(tx, saying, row, { kind: 'baseline.approved', status: 'active', reason, accepted, inputs })
  await settleVerifications(tx, saying.signer, row.baseline_id, 'approved')
  return moved
}

/** Says anew of a baseline which issues are none; it stays what it is. In the page's lock. */
export const reviewIssues = (
  tx: Tx,
  saying: Saying,
  row: BaselineRow,
  { reason, accepted }: Pick<BaselineMove, 'reason' | 'accepted'>,
): Promise<BaselineRow> => move(tx, saying, row, { kind: 'baseline.reviewed', status: row.status, reason, accepted })

/** In the page's lock. */
export async function rejectWaiting(tx: Tx, saying: Saying, row: BaselineRow, reason: string): Promise<BaselineRow> {
  const { accepted } = row
  const moved = await move(tx, saying, row, { kind: 'baseline.rejected', status: 'rejected', reason, accepted })
  await settleVerifications(tx, saying.signer, row.baseline_id, 'rejected')
  return moved
}

/** A newer snapshot came instead. In the page's lock. */
export async function supersedeWaiting(tx: Tx, saying: Saying, row: BaselineRow): Promise<void> {
  await move(tx, saying, row, { kind: 'baseline.superseded', status: 'superseded', ...keptOf(row) })
  await settleVerifications(tx, saying.signer, row.baseline_id, 'superseded')
}

/** The node that stands behind a baseline now, to rest another on. */
export async function headOfBaseline(tx: Tx, baselineId: string): Promise<InputNode | undefined> {
  const last = await streamHead(tx, `baseline:${baselineId}`)
  return last && { hash: last.id, height: last.height }
}

async function supersedeActive(tx: Tx, saying: Saying, key: BaselineKey): Promise<InputNode | undefined> {
  const active = provenBaseline(saying.signer, await baselineOfKey(tx, key, 'active'))
  if (!active) return undefined
  await move(tx, saying, active, { kind: 'baseline.superseded', status: 'superseded', ...keptOf(active) })
  return headOfBaseline(tx, active.baseline_id)
}

const keptOf = ({ reason, accepted }: BaselineRow) => ({ reason, accepted })

async function insert(
  tx: Tx,
  { signer, agent, request }: Saying,
  { key, artifact, original, verification, accepted = [] }: BaselineProposal,
  { kind, reason, inputs }: { kind: 'baseline.proposed' | 'baseline.approved'; reason: string; inputs: InputNode[] },
): Promise<string> {
  const at = new Date()
  const isActive = kind === 'baseline.approved'
  const row: Omit<BaselineToStore, 'head' | 'version' | 'seal'> = {
    ...keyOf(key),
    baseline_id: randomUUID(),
    status: isActive ? 'active' : 'candidate',
    artifact,
    original,
    verification_id: verification.id,
    accepted: [...accepted],
    reason,
    created_at: at,
    decided_at: isActive ? at : null,
  }
  const node = nodeOfKind(signer, {
    kind,
    id: row.baseline_id,
    orgId: key.org_id,
    agent,
    at,
    inputs: [verification.node, ...inputs],
    result: { state: row.status, ...factsOf(row) } as never,
    request,
  })
  await insertBaseline(tx, sealBaseline(signer, { ...row, head: node.id, version: node.body.pos }), node)
  return row.baseline_id
}

const keyOf = ({ org_id, page_id, branch, medium, width, scale_percent }: BaselineKey): BaselineKey => ({
  org_id,
  page_id,
  branch,
  medium,
  width,
  scale_percent,
})

type Move = BaselineMove & { kind: BaselineKind; inputs?: readonly InputNode[] }

async function move(
  tx: Tx,
  { signer, agent, request }: Saying,
  row: BaselineRow,
  { kind, inputs, ...moved }: Move,
): Promise<BaselineRow> {
  const at = new Date()
  const last = await streamHead(tx, `baseline:${row.baseline_id}`)
  if (!last) throw new Error(`baseline ${row.baseline_id} has no node`)
  const node = nodeOfKind(signer, {
    kind,
    id: row.baseline_id,
    orgId: row.org_id,
    agent,
    at,
    after: headOfRow(last),
    inputs: inputs ?? [],
    result: { state: moved.status, ...factsOf({ ...row, ...moved }) } as never,
    request,
  })
  const after = { ...row, ...moved, decided_at: at, head: node.id, version: node.body.pos }
  return moveBaseline(tx, movedBaseline(signer, row, after), node)
}

type Facts = BaselineKey & Pick<BaselineRow, 'artifact' | 'original' | 'verification_id' | 'reason' | 'accepted'>

/** What every node of a baseline says of it, and verification holds its row to. */
const factsOf = ({ org_id, page_id, branch, medium, width, scale_percent, ...rest }: Facts) => ({
  org: org_id,
  page_id,
  branch,
  medium,
  width,
  scale_percent,
  artifact: rest.artifact,
  original: rest.original,
  verification_id: rest.verification_id,
  accepted: rest.accepted.join(','),
  reason: rest.reason,
})
