/** Agents elsewhere: registered by their A2A card, suspended, accepted, asked for their card again. */
import type { AgentCard } from '@a2a-js/sdk'
import { agentExample } from '#api/agents/agent-example'
import type { AgentRecords } from '#api/agents/agent-records'
import type { AppContext } from '#api/http/context'
import { type Answer, actorOf, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import type { Tx } from '#db/client'
import { type AgentRow, findAgent, insertAgent } from '#db/queries/agents'
import { firstNodeText } from '#db/queries/evidence'
import { cardDigest, readCard } from '#shared/agents/card'
import { agentStream, cardColumns, changeAgent, driftArticle, fetchCard, refreshAgent } from '#shared/agents/cards'
import { findBuiltIn } from '#shared/agents/catalogue'
import { AgentRecord, AgentRegistration, Suspension } from '#shared/contracts/agents'
import type { NodeBody } from '#shared/contracts/node'
import { openPolicy } from '#shared/egress/resolve'
import { requestOf as actorRequest } from '#shared/evidence/actor'
import { makeNode } from '#shared/evidence/node'
import { denied } from '#shared/governance/denial'
import { moveByHand } from '#shared/governance/life'
import { judgeUrl } from '#shared/kernel/addresses'
import { agentNameTaken, agentNotFound, agentStateConflict } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import { versions } from '#shared/kernel/version'
import { readTargets } from '#shared/scans/targets'

const params = { name: 'An agent that the organisation has registered.' }
const example = { card_url: 'https://agents.example.com/.well-known/agent-card.json' }

export function registrationEndpoints(room: AppContext, records: AgentRecords): Endpoint[] {
  const { signer, governance, config, read } = room
  const policy = openPolicy({ allow: config.egressAllow })
  const answers = (description: string) => ({ description, schema: AgentRecord, example: agentExample })

  const requestOf = (call: Call): NodeBody['request'] => actorRequest(actorOf(call))
  const writingOf = (call: Call, name: string) =>
    call.writing({ ids: { name }, lookAt: `${config.basePaths.B}/agents/${name}` })

  async function recordOf(call: Call, name: string): Promise<{ record: AgentRecord; nodeId: string | undefined }> {
    const record = await records.one(callerOf(call), name, call.request)
    return { record, nodeId: record.node ?? undefined }
  }

  /** @throws AGENT_NOT_FOUND, STATE_CONFLICT for one of ours. */
  async function find(call: Call): Promise<AgentRow> {
    const { name = '' } = call.params
    if (findBuiltIn(name)) throw agentStateConflict(name, 'is one of ours')
    const row = await read((sql) => findAgent(sql, callerOf(call).orgId, name))
    if (!row) throw agentNotFound(name)
    return row
  }

  /** The card, from where it is or as it was given. @throws INVALID_REQUEST, ADDRESS_REFUSED, AGENT_FAILED */
  async function cardFrom({ card_url: url, card: given }: AgentRegistration): Promise<AgentCard> {
    if ((url === undefined) === (given === undefined)) {
      const message = url === undefined ? 'says not where the card is' : 'says in two ways what the card is'
      throw invalidRequest([{ path: '', message, expected: 'exactly one of card_url and card' }])
    }
    if (url !== undefined) {
      readTargets([{ text: url, path: '/card_url' }], config.egressAllow)
      return fetchCard('to be registered', url, policy)
    }
    try {
      return readCard(given)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw invalidRequest([{ path: '/card', message, expected: 'an A2A 1.0 agent card' }])
    }
  }

  /** What its address is, as A-10 asks. What the operator has opened counts as public and safe. */
  function addressFacts(card: AgentCard, cardUrl: string | undefined) {
    const urls = [...card.supportedInterfaces.map(({ url }) => url), ...(cardUrl === undefined ? [] : [cardUrl])]
    const isOpened = (url: string) => !judgeUrl(url, []).ok && judgeUrl(url, config.egressAllow).ok
    const origin = cardUrl === undefined ? undefined : URL.parse(cardUrl)?.origin
    return {
      is_https: urls.every((url) => URL.parse(url)?.protocol === 'https:' || isOpened(url)),
      is_public_address: urls.every((url) => judgeUrl(url, config.egressAllow).ok),
      is_origin_registered: urls.every((url) => origin === undefined || URL.parse(url)?.origin === origin),
    }
  }

  async function register(call: Call, asked: AgentRegistration): Promise<string> {
    const { orgId } = callerOf(call)
    const card = await cardFrom(asked)
    const interfaces = card.supportedInterfaces.map(({ url }, at) => ({
      text: url,
      path: `/card/supportedInterfaces/${at}/url`,
    }))
    readTargets(interfaces, config.egressAllow)
    const name = asked.name ?? slugOf(card.name)
    if (findBuiltIn(name)) throw agentNameTaken(name)
    const record = governance.decide('agent.register', 'pre', addressFacts(card, asked.card_url))
    if (record.decision !== 'allow')
      throw await denied(writingOf(call, name), signer, {
        orgId,
        agent: 'assay',
        subject: { type: 'agent', id: name },
        record,
        request: requestOf(call),
      })
    const node = makeNode(
      {
        kind: 'agent.registered',
        stream: agentStream(orgId, name),
        agent: 'assay',
        timestamp: new Date().toISOString(),
        subject: { type: 'agent', id: name },
        result: { state: 'active', card: cardDigest(card), ...(asked.card_url ? { card_url: asked.card_url } : {}) },
        governance: record,
        request: requestOf(call),
      },
      orgId,
      signer,
      versions.api,
    )
    const keys = asked.keys ?? []
    const row = { ...cardColumns(card, keys), org_id: orgId, name, card_url: asked.card_url ?? null, keys }
    const isNew = await writingOf(call, name).begin((tx) => insertAgent(tx, row, node))
    if (!isNew && !(await isRegisteredBy(call, name))) throw agentNameTaken(name)
    return name
  }

  /** Whether this very request has registered the agent before, under its Idempotency-Key. */
  async function isRegisteredBy(call: Call, name: string): Promise<boolean> {
    const { keyId, keyDigest } = actorOf(call)
    if (keyDigest === undefined || call.idempotency?.isNew) return false
    const first = await read((sql) => firstNodeText(sql, agentStream(callerOf(call).orgId, name)))
    const { request }: Pick<NodeBody, 'request'> = JSON.parse(first ?? '{}')
    return request?.key_id === keyId && request.idempotency_key_digest === keyDigest
  }

  /** Whoever accepts a card settles what was found of it. */
  async function settleDrift(tx: Tx, call: Call, { name, org_id: orgId }: AgentRow): Promise<void> {
    const { keyId } = callerOf(call)
    const request = { key_id: keyId, trace: call.requestId }
    for (const { id, article } of governance.blocked(orgId, ['tasks'], name))
      if (article === driftArticle)
        await moveByHand(
          tx,
          signer,
          { id, orgId, keyId, to: 'resolved', reason: 'its card was accepted', request },
          undefined,
        )
  }

  return [
    endpoint({
      method: 'POST',
      path: '/agents',
      operationId: 'registerAgent',
      summary: 'Register an agent elsewhere',
      description: 'By its A2A 1.0 card. Its skills become task types; tasks for it are sent over A2A.',
      auth: 'governance:write',
      isGoverned: true,
      body: { kind: 'json', schema: AgentRegistration, example },
      responses: { 201: { ...answers('Registered.'), headers: { Location: 'The agent.' } } },
      errors: ['ADDRESS_REFUSED', 'AGENT_FAILED', 'STATE_CONFLICT', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const name = await register(call, call.body)
        const { record, nodeId } = await recordOf(call, name)
        return { ...json(201, record, { Location: `${config.basePaths.B}/agents/${name}` }), nodeId }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/suspend',
      operationId: 'suspendAgent',
      summary: 'Let an agent elsewhere take no tasks',
      description: 'For an agent elsewhere whose answers are not to be used. Its tasks so far stay as they are.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      body: { kind: 'json', schema: Suspension, example: { reason: 'answers nonsense' } },
      responses: { 200: answers('Suspended.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const row = await find(call)
        const change = {
          status: 'suspended' as const,
          reason: call.body.reason,
          card: readCard(row.card),
          request: requestOf(call),
        }
        if (row.status !== 'suspended')
          await writingOf(call, row.name).begin(async (tx) => {
            if (!(await changeAgent(tx, row, change, signer)))
              throw agentStateConflict(row.name, 'was changed meanwhile')
          })
        const { record, nodeId } = await recordOf(call, row.name)
        return { ...json(200, record), nodeId }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/accept',
      operationId: 'acceptAgent',
      summary: 'Let an agent elsewhere take tasks again, as its card is now',
      description:
        'Ends a suspension. Where a changed card had suspended it, the card is accepted as it is now and the violation resolved.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      responses: { 200: answers('Accepted.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const row = await find(call)
        const change = { status: 'active' as const, reason: null, card: readCard(row.card), request: requestOf(call) }
        await governance.refresh()
        await writingOf(call, row.name).begin(async (tx) => {
          if (row.status !== 'active' && !(await changeAgent(tx, row, change, signer)))
            throw agentStateConflict(row.name, 'was changed meanwhile')
          await settleDrift(tx, call, row)
        })
        await governance.refresh()
        const { record, nodeId } = await recordOf(call, row.name)
        return { ...json(200, record), nodeId }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/refresh',
      operationId: 'refreshAgent',
      summary: 'Ask an agent elsewhere for its card again',
      description:
        'Another card is noted; one with other skills, keys, addresses or version suspends the agent until it is accepted.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      responses: { 200: answers('As it is now.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'AGENT_FAILED', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const row = await find(call)
        await refreshAgent(row, { writer: writingOf(call, row.name), signer, policy, request: requestOf(call) })
        await governance.refresh()
        const { record, nodeId } = await recordOf(call, row.name)
        return { ...json(200, record), nodeId }
      },
    }),
  ]
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
