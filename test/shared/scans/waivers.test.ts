/** Waivers without HTTP: made and revoked once, each with its node, as the constitution allows. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { endWaiver, makeWaiver } from '#shared/scans/waiver-life'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const asked = { type: 'color-contrast', url: 'https://a.test/*', reason: 'known' }

test('a waiver is made and revoked with a node each, which names who did it', async () => {
  const made = await makeWaiver(verbs.context({ keyId: 'ak_one' }), asked)
  const ended = await endWaiver(verbs.context({ keyId: 'ak_two' }), made.waiver_id)
  const again = await endWaiver(verbs.context({ keyId: 'ak_three' }), made.waiver_id)

  const nodes = await verbs.nodesOf(`waiver:${made.waiver_id}`)
  expect(ended.revoked_at).not.toBeNull()
  expect(again).toEqual(ended)
  expect(nodes.map(({ kind, request }) => [kind, request?.key_id])).toEqual([
    ['waiver.created', 'ak_one'],
    ['waiver.revoked', 'ak_two'],
  ])
})

test('the same request sent again meets the waiver that it made', async () => {
  const seed = randomUUID()

  const first = await makeWaiver(verbs.context({ seed }), asked)
  const second = await makeWaiver(verbs.context({ seed, isAgain: true }), asked)

  expect(second).toEqual(first)
  expect(await verbs.nodesOf(`waiver:${first.waiver_id}`)).toHaveLength(1)
})

test('a waiver of everything, or of nothing, is refused with every fault', async () => {
  const both = makeWaiver(verbs.context(), { ...asked, fingerprint: 'f'.repeat(32), expiresAt: '2020-01-01T00:00:00Z' })

  await expect(both).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { issues: [{ path: '' }, { path: '/url' }, { path: '/expiresAt' }] },
  })
})

test.each(['', 'no id', randomUUID()])('there is no waiver %p to revoke', async (waiverId) => {
  await expect(endWaiver(verbs.context(), waiverId)).rejects.toMatchObject({ code: 'WAIVER_NOT_FOUND' })
})
