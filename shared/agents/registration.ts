/** Agents elsewhere: registered by their A2A card, suspended, accepted, asked for their card again. */
import type { AgentCard } from '@a2a-js/sdk'
import type { Tx } from '#db/client'
import { type AgentRow, insertAgent } from '#db/queries/agents'
import { firstNodeText } from '#db/queries/evidence'
import { cardDigest, readCard } from '#shared/agents/card'
import {
  agentInStream,
  agentStream,
  cardColumns,
  changeAgent,
  driftArticle,
  fetchCard,
  refreshAgent,
} from '#shared/agents/cards'
import { findBuiltIn } from '#shared/agents/catalogue'
import type { AgentRegistration } from '#shared/contracts/agents'
import type { NodeBody } from '#shared/contracts/node'
import { openPolicy } from '#shared/egress/resolve'
import { requestOf } from '#shared/evidence/actor'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { findProvenAgent, sealAgent } from '#shared/evidence/sealed/agents'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import { moveByHand } from '#shared/governance/life'
import { type EgressAllow, judgeUrl } from '#shared/kernel/addresses'
import { agentNameTaken, agentNotFound, agentStateConflict } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import { readTargets } from '#shared/scans/targets'

type Context = VerbContext<{ signer: Signer; governance: Governance; forJobs: { allow: EgressAllow } }>

/**
 * Registers an agent by its card; its name, also when the same request registered it before.
 * @throws INVALID_REQUEST, ADDRESS_REFUSED, AGENT_FAILED when its card cannot be had, STATE_CONFLICT when the name is taken,
 * GOVERNANCE_DENIED with a node.
 */
export async function registerAgent(ctx: Context, asked: AgentRegistration): Promise<string> {
  const { orgId } = ctx.actor
  const { signer, governance, forJobs } = ctx.tools
  const card = await cardFrom(asked, forJobs.allow)
  const interfaces = card.supportedInterfaces.map(({ url }, at) => ({
    text: url,
    path: `/card/supportedInterfaces/${at}/url`,
  }))
  readTargets(interfaces, forJobs.allow)
  const name = asked.name ?? slugOf(card.name)
  if (findBuiltIn(name)) throw agentNameTaken(name)
  const subject = { type: 'agent', id: name }
  const request = requestOf(ctx.actor)
  const writer = ctx.writing({ kind: 'agent', name })
  const record = governance.decide('agent.register', 'pre', addressFacts(card, asked.card_url, forJobs.allow))
  if (record.decision !== 'allow')
    throw await denied(writer, signer, { orgId, agent: 'assay', subject, record, request })
  const at = new Date()
  const node = nodeOfKind(signer, {
    kind: 'agent.registered',
    id: agentInStream(orgId, name),
    orgId,
    agent: 'assay',
    at,
    subject,
    result: { state: 'active', card: cardDigest(card), ...(asked.card_url ? { card_url: asked.card_url } : {}) },
    governance: record,
    request,
  })
  const keys = asked.keys ?? []
  const row = sealAgent(signer, {
    ...{ ...cardColumns(card, keys), org_id: orgId, name, card_url: asked.card_url ?? null, keys },
    ...{ status: 'active', reason: null, head: node.id, version: node.body.pos },
    ...{ fault: null, fetched_at: at, checked_at: at, registered_at: at, updated_at: at },
  })
  const isNew = await writer.begin((tx) => insertAgent(tx, row, node))
  if (!isNew && !(await isRegisteredBy(ctx, name))) throw agentNameTaken(name)
  return name
}

/** Lets an agent take no tasks. @throws AGENT_NOT_FOUND, STATE_CONFLICT for one of ours, or changed meanwhile. */
export async function suspendAgent(ctx: Context, { name, reason }: { name: string; reason: string }): Promise<void> {
  const row = await requireAgent(ctx, name)
  if (row.status === 'suspended') return
  const change = { status: 'suspended' as const, reason, card: readCard(row.card), request: requestOf(ctx.actor) }
  await ctx.writing({ kind: 'agent', name }).begin(async (tx) => {
    if (!(await changeAgent(tx, row, change, ctx.tools.signer))) throw agentStateConflict(name, 'was changed meanwhile')
  })
}

/**
 * Lets an agent take tasks again, as its card is now, and settles what was found of the change that had suspended it.
 * @throws AGENT_NOT_FOUND, STATE_CONFLICT for one of ours, or changed meanwhile.
 */
export async function acceptAgent(ctx: Context, name: string): Promise<void> {
  const { signer, governance } = ctx.tools
  const row = await requireAgent(ctx, name)
  const change = { status: 'active' as const, reason: null, card: readCard(row.card), request: requestOf(ctx.actor) }
  await governance.refresh()
  await ctx.writing({ kind: 'agent', name }).begin(async (tx) => {
    if (row.status !== 'active' && !(await changeAgent(tx, row, change, signer)))
      throw agentStateConflict(name, 'was changed meanwhile')
    await settleDrift(tx, ctx, name)
  })
  await governance.refresh()
}

/** Asks an agent for its card again. @throws AGENT_NOT_FOUND, STATE_CONFLICT for one of ours, AGENT_FAILED; that is noted. */
export async function refreshCard(ctx: Context, name: string): Promise<void> {
  const { signer, governance, forJobs } = ctx.tools
  const row = await requireAgent(ctx, name)
  const writer = ctx.writing({ kind: 'agent', name })
  const policy = openPolicy({ allow: forJobs.allow })
  await refreshAgent(row, { writer, signer, policy, request: requestOf(ctx.actor) })
  await governance.refresh()
}

async function requireAgent({ actor, read, tools }: Context, name: string): Promise<AgentRow> {
  if (findBuiltIn(name)) throw agentStateConflict(name, 'is one of ours')
  const row = await findProvenAgent({ read, signer: tools.signer }, actor.orgId, name)
  if (!row) throw agentNotFound(name)
  return row
}

/** The card, from where it is or as it was given. */
async function cardFrom({ card_url: url, card: given }: AgentRegistration, allow: EgressAllow): Promise<AgentCard> {
  if ((url === undefined) === (given === undefined)) {
    const message = url === undefined ? 'does not say what the card is' : 'says in two ways what the card is'
    throw invalidRequest([{ path: '', message, expected: 'exactly one of card_url and card' }])
  }
  if (url !== undefined) {
    readTargets([{ text: url, path: '/card_url' }], allow)
    return fetchCard('to be registered', url, openPolicy({ allow }))
  }
  try {
    return readCard(given)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw invalidRequest([{ path: '/card', message: `is not read: ${message}`, expected: 'an A2A 1.0 agent card' }])
  }
}

/** What its address is, as A-10 asks. What the operator has opened counts as public and safe. */
function addressFacts(card: AgentCard, cardUrl: string | undefined, allow: EgressAllow) {
  const urls = [...card.supportedInterfaces.map(({ url }) => url), ...(cardUrl === undefined ? [] : [cardUrl])]
  const isOpened = (url: string) => !judgeUrl(url, []).ok && judgeUrl(url, allow).ok
  const origin = cardUrl === undefined ? undefined : URL.parse(cardUrl)?.origin
  return {
    is_https: urls.every((url) => URL.parse(url)?.protocol === 'https:' || isOpened(url)),
    is_public_address: urls.every((url) => judgeUrl(url, allow).ok),
    is_origin_registered: urls.every((url) => origin === undefined || URL.parse(url)?.origin === origin),
  }
}

/** Whether this very request has registered the agent before, under its Idempotency-Key. */
async function isRegisteredBy({ actor, read }: Context, name: string): Promise<boolean> {
  const { keyId, keyDigest, orgId, isAgain } = actor
  if (keyDigest === undefined || !isAgain) return false
  const first = await read((sql) => firstNodeText(sql, agentStream(orgId, name)))
  const { request }: Pick<NodeBody, 'request'> = JSON.parse(first ?? '{}')
  return request?.key_id === keyId && request.idempotency_key_digest === keyDigest
}

/** Whoever accepts a card settles what was found of it. */
async function settleDrift(tx: Tx, { actor, tools }: Context, name: string): Promise<void> {
  const { orgId, keyId, requestId } = actor
  const request = { key_id: keyId, trace: requestId }
  for (const { id, article } of tools.governance.blocked(orgId, ['tasks'], name))
    if (article === driftArticle) {
      const move = { id, orgId, keyId, to: 'resolved' as const, reason: 'its card was accepted', request }
      await moveByHand(tx, tools.signer, move, undefined)
    }
}

/** A name of ours made of a card's. @throws INVALID_REQUEST when nothing is left of it. */
function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 63)
  if (slug.length < 2)
    throw invalidRequest([{ path: '/name', message: 'is missing', expected: 'a name in a-z, 0-9 and -' }])
  return slug
}
