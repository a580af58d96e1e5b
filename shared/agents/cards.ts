/** Cards of agents elsewhere: fetched through the guarded way out, and asked for again. */
import type { AgentCard } from '@a2a-js/sdk'
import type { Tx, Writer } from '#db/client'
import { type AgentRow, findAgent, moveAgent, noteChecked } from '#db/queries/agents'
import { cardDigest, cardJson, isCardSigned, readCard, trustedPart } from '#shared/agents/card'
import type { NodeBody } from '#shared/contracts/node'
import { guardedFetch } from '#shared/egress/fetch'
import type { EgressPolicy } from '#shared/egress/resolve'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { requireProvenAgents, sealAgent, sealNote } from '#shared/evidence/sealed/agents'
import type { Signer } from '#shared/evidence/signing'
import { reportFinding } from '#shared/governance/violations'
import { ServiceError } from '#shared/kernel/errors'
import { type AgentFailure, agentFailed } from '#shared/kernel/errors/agents'

const cardBytes = 262_144
const fetchMs = 10_000
/** A card that was asked for within this time is taken as it is. */
export const cardFreshMs = 5 * 60_000

/** @param name whom it is asked of, for the error. @throws AGENT_FAILED */
export async function fetchCard(name: string, url: string, policy: EgressPolicy): Promise<AgentCard> {
  const headers = { accept: 'application/json', 'a2a-version': '1.0' }
  const fetched = await guardedFetch(url, { policy, maxBytes: cardBytes, timeoutMs: fetchMs, headers })
  if (!fetched.ok) throw agentFailed(name, failureOf(fetched.reason), `its card at ${url}: ${fetched.reason}`)
  if (fetched.status !== 200) throw agentFailed(name, 'http_status', `its card at ${url}: HTTP ${fetched.status}`)
  if (fetched.isTruncated) throw agentFailed(name, 'too_large', `its card is larger than ${cardBytes} bytes`)
  try {
    return readCard(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fetched.body)))
  } catch (error) {
    throw agentFailed(name, 'card', `what is at ${url} is no card: ${error instanceof Error ? error.message : error}`)
  }
}

const reasons: Record<string, AgentFailure> = {
  timeout: 'timeout',
  connect_timeout: 'timeout',
  too_many_redirects: 'redirect',
  address: 'address',
  port: 'address',
  scheme: 'address',
  credentials: 'address',
}
export const failureOf = (reason: string): AgentFailure => reasons[reason] ?? 'unreachable'

/** What its stream is called by: other organisations may have one of that name. */
export const agentInStream = (orgId: string, name: string) => `${orgId}/${name}`
export const agentStream = (orgId: string, name: string) => `agent:${agentInStream(orgId, name)}`

export const cardColumns = (card: AgentCard, keys: unknown) => ({
  card: cardJson(card),
  card_digest: cardDigest(card),
  // Sound: they were checked to be keys when the agent was registered.
  signature_verified: isCardSigned(card, keys as Parameters<typeof isCardSigned>[1]),
})

type Change = {
  status: AgentRow['status']
  reason: string | null
  card: AgentCard
  /** What was wrong with its card when that was asked for; nothing where it was not, or was had. */
  fault?: string
  facts?: Record<string, string | number | boolean>
  request: NodeBody['request']
}

/** One change of an agent, with its node. Undefined when somebody else changed it first. */
export async function changeAgent(tx: Tx, row: AgentRow, change: Change, signer: Signer): Promise<string | undefined> {
  requireProvenAgents(signer, [row])
  const columns = cardColumns(change.card, row.keys)
  const node = nodeOfKind(signer, {
    kind: 'agent.changed',
    id: agentInStream(row.org_id, row.name),
    orgId: row.org_id,
    agent: 'assay',
    at: new Date(),
    after: { id: row.head, pos: row.version, height: row.height, timestamp: row.head_at },
    subject: { type: 'agent', id: row.name },
    result: {
      state: change.status,
      card: columns.card_digest,
      // In words it is its row's, whose seal is of this version.
      ...(change.fault === undefined ? {} : { faulty: true }),
      ...(change.reason === null ? {} : { reason: change.reason }),
      ...change.facts,
    },
    request: change.request,
  })
  const { status, reason } = change
  const at = new Date()
  const moved = sealAgent(signer, {
    ...{ ...row, ...columns, status, reason, head: node.id, version: node.body.pos, fault: change.fault ?? null },
    ...{ updated_at: at, fetched_at: columns.card_digest === row.card_digest ? row.fetched_at : at },
  })
  return (await moveAgent(tx, moved, node)) ? node.id : undefined
}

type Refreshing = { writer: Writer; signer: Signer; policy: EgressPolicy; request: NodeBody['request'] }

/** The article that an agent elsewhere breaks whose card is no longer the one that was accepted. */
export const driftArticle = 'A-10'
const drifted = 'its skills, keys, address or version have changed since it was accepted'

/**
 * Asks for an agent's card again. Another card is noted as evidence, and so is that there is none, or is one again; one that
 * changes what was trusted suspends the agent until somebody accepts it, and is a violation. @throws AGENT_FAILED when the card cannot be had.
 */
export async function refreshAgent(row: AgentRow, { writer, signer, policy, request }: Refreshing): Promise<AgentRow> {
  const { org_id: orgId, name, card_url: url } = row
  requireProvenAgents(signer, [row])
  if (url === null) return row
  let card: AgentCard
  try {
    card = await fetchCard(name, url, policy)
  } catch (error) {
    if (error instanceof ServiceError) {
      const { message: fault } = error
      await writer.begin(async (tx) => {
        if (fault !== row.fault) await changeAgent(tx, row, { ...asItIs(row), fault, request }, signer)
        await checkedNow(tx, signer, row)
      })
    }
    throw error
  }
  return writer.begin(async (tx) => {
    const before = readCard(row.card)
    if (cardDigest(card) !== row.card_digest) {
      const hasDrifted = trustedPart(card) !== trustedPart(before)
      const isStopped = hasDrifted || row.status === 'suspended'
      const change: Change = {
        status: isStopped ? 'suspended' : 'active',
        reason: isStopped ? (row.reason ?? drifted) : null,
        card,
        facts: { drifted: hasDrifted },
        request,
      }
      const node = await changeAgent(tx, row, change, signer)
      if (node && hasDrifted)
        await reportFinding(tx, signer, {
          orgId,
          article: driftArticle,
          tier: 'T3',
          subject: { type: 'agent', id: name },
          message: `agent ${name}: ${drifted}`,
          evidence: [node],
          agent: name,
        })
    } else if (row.fault !== null) await changeAgent(tx, row, { ...asItIs(row), request }, signer)
    return checkedNow(tx, signer, row)
  })
}

const asItIs = ({ status, reason, card }: AgentRow) => ({ status, reason, card: readCard(card) })

/**
 * Notes that its card was asked for now. That has no node, so nothing else moves with it: what was wrong then, or is no
 * longer, is a change of the agent's, or it could be put back to what was noted before.
 */
async function checkedNow(tx: Tx, signer: Signer, row: AgentRow): Promise<AgentRow> {
  const now = (await findAgent(tx, row.org_id, row.name)) ?? row
  const { org_id, name, version, fault } = now
  const note = sealNote(signer, { org_id, name, version, fault, checked_at: new Date() })
  await noteChecked(tx, note)
  return { ...now, ...note }
}
