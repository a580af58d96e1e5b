/** Who does which task type: ours, and agents elsewhere as an organisation has registered them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findAgent, insertAgent } from '#db/queries/agents'
import { readCard } from '#shared/agents/card'
import { agentStream, cardColumns, changeAgent } from '#shared/agents/cards'
import { makeNode } from '#shared/evidence/node'
import { sealAgent } from '#shared/evidence/sealed/agents'
import { registerKey } from '#shared/evidence/signing-keys'
import { versions } from '#shared/kernel/version'
import { doersOf } from '#shared/plans/assignees'
import { checkPlan, type Doers } from '#shared/plans/check'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { serveAgent } from '#test/support/elsewhere'
import { aSigner } from '#test/support/store'

const signer = aSigner()
const orgId = 'org_a'
let database: TestDatabase
let doers: Doers

async function register(name: string): Promise<void> {
  const { card: json, stop } = serveAgent(name)
  stop()
  const node = makeNode(
    {
      kind: 'agent.registered',
      stream: agentStream(orgId, name),
      agent: 'assay',
      timestamp: new Date().toISOString(),
      subject: { type: 'agent', id: name },
      result: { state: 'active' },
    },
    orgId,
    signer,
    versions.api,
  )
  const columns = cardColumns(readCard(json), [])
  const at = new Date()
  const agent = sealAgent(signer, {
    ...{ ...columns, org_id: orgId, name, card_url: null, keys: [], status: 'active', reason: null },
    ...{ head: node.id, version: 0, fault: null, fetched_at: at, checked_at: at, registered_at: at, updated_at: at },
  })
  await insertAgent(database.sql, agent, node)
}

beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
  await register('echo')
  await register('tired')
  const tired = await findAgent(database.sql, orgId, 'tired')
  if (!tired) throw new Error('no agent tired')
  const change = {
    status: 'suspended' as const,
    reason: 'it is asleep',
    card: readCard(tired.card),
    request: { key_id: 'key_a', trace: 't' },
  }
  await changeAgent(database.sql, tired, change, signer)
  doers = await doersOf({ sql: database.sql, signer }, orgId, [{ agent: 'echo' }])
})
afterAll(() => database.drop())

test('an agent elsewhere does what its card says, when it is named, with whatever payload', () => {
  const plan = [{ id: 'a', type: 'echo', agent: 'echo', payload: { whatever: [1] } }]

  const { steps, issues } = checkPlan(plan, doers, undefined)

  expect(issues).toEqual([])
  expect(steps[0]?.agent).toEqual({ name: 'echo', kind: 'external' })
})

test.each([
  ['echo', undefined, 'type', /an agent elsewhere must be named/],
  ['sing', 'echo', 'type', /is not a task type of echo/],
  ['echo', 'tired', 'agent', /it is asleep/],
  ['echo', 'nobody', 'agent', /no agent nobody/],
] as const)('%p of %p is a fault of the %s', (type, agent, of, fault) => {
  expect(doers.find(type, agent)).toMatchObject({ of, fault: expect.stringMatching(fault) })
})

test('no organisation sees another one’s agents', async () => {
  expect(
    (await doersOf({ sql: database.sql, signer }, 'org_b', [{ agent: 'echo' }])).find('echo', 'echo'),
  ).toMatchObject({
    of: 'agent',
  })
})

test('where no step names one of them, none is read', async () => {
  const doers = await doersOf({ sql: database.sql, signer }, orgId, [{}, { agent: 'tree-generator' }])
  expect(doers.find('echo', 'echo')).toMatchObject({ of: 'agent', fault: expect.stringContaining('no agent echo') })
  expect(doers.find('tree.generate', 'tree-generator')).toMatchObject({ agent: { kind: 'builtin' } })
})
