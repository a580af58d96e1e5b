/** Violations moved by hand and payloads erased, without HTTP: by whom, from where to where, and with which node. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { Requester } from '#shared/evidence/verb-context'
import { eraseNode } from '#shared/governance/erase-node'
import { settleViolation, type ViolationStep } from '#shared/governance/life'
import { reportFinding } from '#shared/governance/violations'
import { submitTask } from '#shared/tasks/submit-task'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

async function found(orgId = 'org_test'): Promise<string> {
  const subject = { type: 'system', id: randomUUID() }
  const finding = { orgId, article: 'A-05', tier: 'T3' as const, subject, message: 'it says so itself', evidence: [] }
  return (await reportFinding(verbs.sql, verbs.context().tools.signer, finding)).id
}
const settle = (id: string, step: ViolationStep, odd: Partial<Requester> = {}) =>
  settleViolation(verbs.context(odd), { id, step })

test('a violation is acknowledged, then resolved, each with its node, and then moved no more', async () => {
  const id = await found()

  const acknowledged = await settle(id, { to: 'acknowledged', reason: 'we look into it' })
  const resolved = await settle(id, { to: 'resolved', reason: 'corrected' }, { keyId: 'ak_other' })

  expect([acknowledged.status, resolved.status]).toEqual(['acknowledged', 'resolved'])
  expect((await verbs.nodesOf(`violation:${id}`)).map(({ kind, request }) => [kind, request?.key_id])).toEqual([
    ['violation.opened', undefined],
    ['violation.updated', 'ak_test'],
    ['violation.resolved', 'ak_other'],
  ])
  await expect(settle(id, { to: 'acknowledged', reason: 'again' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
})

test.each(['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])('nothing is waived until %s', async (until) => {
  const id = await found()

  const refused = settle(id, { to: 'waived', reason: 'test system', until })

  await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { issues: [{ path: '/until' }] } })
})

test('a violation of the service itself is an operator’s to move, and another organisation’s is not there', async () => {
  const [ofService, ofOthers] = [await found(serviceOrg), await found('org_other')]
  const move = { to: 'acknowledged' as const, reason: 'known' }

  await expect(settle(ofService, move)).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
  await expect(settle(ofOthers, move)).rejects.toMatchObject({ code: 'VIOLATION_NOT_FOUND' })
  expect((await settle(ofService, move, { scopes: ['operator'] })).status).toBe('acknowledged')
})

test('what a node is about is erased once, and told the same the second time; not another organisation’s', async () => {
  const options = { priority: 1, deadline: null, timeoutSeconds: null, parents: [], override: null, at: '' }
  const order = { ...options, agent: 'risk-assessor', type: 'stats.summarize', payload: {} }
  const { first: hash } = await submitTask(verbs.context(), order)
  const asked = { hash, reason: 'case 4711' }

  const erased = await eraseNode(verbs.context(), asked)
  const again = await eraseNode(verbs.context(), asked)

  expect(erased).toEqual([{ hash, node: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(again).toEqual(erased)
  expect(await verbs.nodesOf(`erasure:${hash}`)).toHaveLength(1)
  const byOthers = eraseNode(verbs.context({ orgId: 'org_other' }), asked)
  await expect(byOthers).rejects.toMatchObject({ code: 'NODE_NOT_FOUND' })
})
