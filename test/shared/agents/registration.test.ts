/** Agents elsewhere without HTTP of ours: registered by their card, suspended, accepted, asked for the card again. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { findAgent } from '#db/queries/agents'
import { acceptAgent, refreshCard, registerAgent, suspendAgent } from '#shared/agents/registration'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { openVerbs } from '#test/support/verbs'

const orgId = 'org_test'
let elsewhere: Elsewhere
let sound: Record<string, unknown>
let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  elsewhere = serveAgent()
  sound = structuredClone(elsewhere.card)
  verbs = await openVerbs(elsewhere.env)
}, 60_000)
afterAll(async () => {
  await verbs.close()
  elsewhere.stop()
})
afterEach(() => {
  elsewhere.card = structuredClone(sound)
})

const aName = () => `echo-${randomUUID().slice(0, 8)}`
const registered = () => registerAgent(verbs.context(), { name: aName(), card_url: elsewhere.cardUrl })
const statusOf = async (name: string) => (await findAgent(verbs.sql, orgId, name))?.status
const kindsOf = async (name: string) => (await verbs.nodesOf(`agent:${orgId}/${name}`)).map(({ kind }) => kind)

test('an agent is registered once under one request, and its name is then taken', async () => {
  const name = aName()
  const asked = { name, card_url: elsewhere.cardUrl }
  const request = { seed: randomUUID(), keyDigest: `sha256:${'0'.repeat(64)}` }

  await registerAgent(verbs.context(request), asked)
  const again = await registerAgent(verbs.context({ ...request, isAgain: true }), asked)
  const another = registerAgent(verbs.context(), asked)

  expect(again).toBe(name)
  await expect(another).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
  expect(await kindsOf(name)).toEqual(['agent.registered'])
})

test('an agent without a card, or with two, is refused', async () => {
  const none = () => registerAgent(verbs.context(), { name: aName() })
  const two = () => registerAgent(verbs.context(), { card_url: elsewhere.cardUrl, card: sound })

  await expect(none()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  await expect(two()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('a suspended agent is accepted again, with a node for each step', async () => {
  const name = await registered()

  await suspendAgent(verbs.context(), { name, reason: 'answers nonsense' })
  const suspended = await statusOf(name)
  await acceptAgent(verbs.context(), name)

  expect([suspended, await statusOf(name)]).toEqual(['suspended', 'active'])
  expect(await kindsOf(name)).toEqual(['agent.registered', 'agent.changed', 'agent.changed'])
})

test('a card that has drifted suspends its agent and is a violation, until somebody accepts it', async () => {
  const name = await registered()
  const violations = async () => {
    const rows = await verbs.sql<{ status: string }[]>`
      select status from violations where subject_id = ${name} and article = 'A-10'`
    return rows.map(({ status }) => status)
  }
  elsewhere.card = { ...sound, version: '9.9.9' }

  await refreshCard(verbs.context(), name)
  const drifted = [await statusOf(name), await violations()]
  await acceptAgent(verbs.context(), name)

  expect(drifted).toEqual(['suspended', ['open']])
  expect([await statusOf(name), await violations()]).toEqual(['active', ['resolved']])
})

test('our own agents are not suspended by hand, and one that nobody registered is not there', async () => {
  const ours = () => suspendAgent(verbs.context(), { name: 'orchestrator', reason: 'x' })
  const nobody = () => acceptAgent(verbs.context(), 'nobody')

  await expect(ours()).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
  await expect(nobody()).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' })
})
