/** The life of API keys: each change of one is decided on, and written with the node that says so, both or neither. */
import { type Sql, type Tx, transaction } from '#db/client'
import { findKey, insertKey, issuedKeys, type KeyRow, lockKey, moveKey, type NewKey, timeOf } from '#db/queries/keys'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { headOfRow, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { actorsOf, keyFacts, keyTable, provenKey } from '#shared/evidence/proven-keys'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { type Deciding, decide } from '#shared/governance/decide'
import { denied } from '#shared/governance/denial'

/** @param by who acts, in words: no key does. */
export type KeyTools = { sql: Sql; signer: Signer; constitution: Deciding; by: string }

type Rights = Pick<KeyRow, 'areas' | 'scopes' | 'tier' | 'expires_at'>
type Change = 'issue' | 'change' | 'rotate' | 'revoke'

/** A key as it is ordered. @property actor whose it is; its own where nobody is named. */
export type KeyOrder = Omit<NewKey, 'created_at' | 'actor' | 'env' | 'head' | 'version' | 'seal'> &
  Partial<Pick<NewKey, 'actor' | 'env'>>

/** @throws GOVERNANCE_DENIED */
export async function issueKey(tools: KeyTools, order: KeyOrder): Promise<void> {
  const key = { ...order, env: order.env ?? null, actor: order.actor ?? order.id }
  const record = await permit(tools, 'issue', { ...key, orgId: key.org_id })
  await transaction(tools.sql, async (tx) => {
    await store(tx, tools, key, record)
    return undefined
  })
}

/** Gives a key other rights. @returns false when there is no such key, or it has ended. @throws GOVERNANCE_DENIED, EVIDENCE_MISMATCH */
export async function changeKey(tools: KeyTools, id: string, rights: Partial<Rights>): Promise<boolean> {
  return ofUsable(tools, id, 'change', rights, async (tx, key, record) => {
    await followed(tx, tools, { ...key, ...rights }, { kind: 'apikey.changed', record })
  })
}

/** @returns false when there is no such key, or it has ended. @throws GOVERNANCE_DENIED, EVIDENCE_MISMATCH */
export async function revokeKey(tools: KeyTools, id: string): Promise<boolean> {
  return ofUsable(tools, id, 'revoke', {}, async (tx, key, record) => {
    await followed(tx, tools, { ...key, revoked_at: await timeOf(tx) }, { kind: 'apikey.revoked', record })
  })
}

/**
 * Puts a successor with the same rights in a key's place, which ends after the overlap.
 * @returns false when there is no such key, or it has ended. @throws GOVERNANCE_DENIED, EVIDENCE_MISMATCH
 */
export async function rotateKey(
  tools: KeyTools,
  id: string,
  successor: Pick<NewKey, 'id' | 'lookup' | 'secret_sha256'>,
  overlapSeconds: number,
): Promise<boolean> {
  return ofUsable(tools, id, 'rotate', {}, async (tx, key, record) => {
    const now = await timeOf(tx)
    const ended = { ...key, revoked_at: new Date(now.getTime() + overlapSeconds * 1000) }
    const facts = { successor: successor.id }
    const node = await followed(tx, tools, ended, { kind: 'apikey.changed', record, facts })
    const { tier, areas, scopes, expires_at, name, org_id, env } = key
    const actor = (await actorsOf(tx, tools.signer, [id])).get(id) ?? id
    const rights = { tier, areas, scopes, expires_at, name, org_id, env, actor }
    await store(tx, tools, { ...rights, ...successor, rotated_from: id }, record, node)
  })
}

/** Whether the key may still be changed; then `act` does so. */
async function ofUsable(
  tools: KeyTools,
  id: string,
  change: Change,
  rights: Partial<Rights>,
  act: (tx: Tx, key: KeyRow, record: GovernanceRecord) => Promise<void>,
): Promise<boolean> {
  const known = await findKey(tools.sql, id)
  if (!known) return false
  const record = await permit(tools, change, { ...known, ...rights, orgId: known.org_id })
  let isDone = false
  await transaction(tools.sql, async (tx) => {
    const key = await lockKey(tx, id)
    const hasEnded = key?.revoked_at && key.revoked_at <= (await timeOf(tx))
    if (!key || hasEnded) return undefined
    for (const issued of await issuedKeys(tx, [id])) provenKey(tools.signer, issued)
    await act(tx, key, record)
    isDone = true
    return undefined
  })
  return isDone
}

async function permit(
  { sql, signer, constitution, by }: KeyTools,
  change: Change,
  { id, orgId, areas, scopes, tier, expires_at }: Rights & { id: string; orgId: string },
): Promise<GovernanceRecord> {
  const record = decide(constitution, `key.${change}`, 'pre', {
    areas: areas.join(','),
    scopes: scopes.join(','),
    tier,
    is_expiring: expires_at !== null,
  })
  if (record.decision === 'allow') return record
  const subject = { type: 'apikey', id }
  throw await denied(sql, signer, { orgId, agent, subject, record, facts: { by }, request: null })
}

const agent = 'assay-cli'

/** @param old the last node of the key whose place it takes. */
async function store(
  tx: Tx,
  { signer, by }: KeyTools,
  order: Omit<NewKey, 'created_at' | 'head' | 'version' | 'seal'>,
  record: GovernanceRecord,
  old?: SignedNode,
): Promise<void> {
  const at = new Date()
  const key = { ...order, created_at: at, revoked_at: null }
  const node = nodeOfKind(signer, {
    kind: 'apikey.issued',
    id: key.id,
    orgId: key.org_id,
    agent,
    at,
    inputs: old ? [{ rel: 'supersedes', hash: old.id, height: old.body.height }] : [],
    result: { ...keyFacts(key), by, ...(old ? { rotated_from: old.body.subject.id } : {}) },
    governance: record,
  })
  const row = { ...key, head: Buffer.from(node.id, 'hex'), version: 0 }
  await appendNodes(tx, [node])
  await insertKey(tx, { ...row, seal: sealOf(signer, keyTable, row) })
}

type Moved = { kind: 'apikey.changed' | 'apikey.revoked'; record: GovernanceRecord; facts?: Record<string, string> }

/** Writes a key as it is from now on, with its next node; the first of one that is older than its evidence. */
async function followed(
  tx: Tx,
  { signer, by }: KeyTools,
  key: KeyRow,
  { kind, record, facts = {} }: Moved,
): Promise<SignedNode> {
  const last = await streamHead(tx, `apikey:${key.id}`)
  const node = nodeOfKind(signer, {
    kind,
    id: key.id,
    orgId: key.org_id,
    agent,
    at: new Date(),
    after: last && headOfRow(last),
    result: { ...keyFacts(key), ...facts, by },
    governance: record,
  })
  const row = { ...key, head: Buffer.from(node.id, 'hex'), version: node.body.pos }
  await appendNodes(tx, [node])
  await moveKey(tx, key.id, { ...row, seal: sealOf(signer, keyTable, row) })
  return node
}
