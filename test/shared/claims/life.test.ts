/** Claims registered and ended without HTTP: once under one request, with the node that says so. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { endClaim, registerClaim } from '#shared/claims/life'
import type { ClaimInput } from '#shared/contracts/claims'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const input: ClaimInput = { measure: { kind: 'risk_score' }, direction: 'at_most', threshold: 30 }

test('a claim is registered once under one request, and ended once', async () => {
  const seed = randomUUID()

  const claim = await registerClaim(verbs.context({ seed }), input)
  const again = await registerClaim(verbs.context({ seed, isAgain: true }), input)
  const ended = await endClaim(verbs.context(), claim.claim_id)
  const endedAgain = await endClaim(verbs.context(), claim.claim_id)

  expect(again).toEqual(claim)
  expect([claim.status, ended.status]).toEqual(['open', 'closing'])
  expect(endedAgain).toEqual(ended)
  expect((await verbs.nodesOf(`claim:${claim.claim_id}`)).map(({ kind }) => kind)).toEqual([
    'claim.registered',
    'claim.closing',
  ])
})

test('a claim about a time that is over is refused; one of another organisation is not there', async () => {
  const claim = await registerClaim(verbs.context(), input)
  const late = () => registerClaim(verbs.context(), { ...input, population: { to: '2020-01-01T00:00:00Z' } })
  const byOthers = () => endClaim(verbs.context({ orgId: 'org_other' }), claim.claim_id)

  await expect(late()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  await expect(byOthers()).rejects.toMatchObject({ code: 'CLAIM_NOT_FOUND' })
})
