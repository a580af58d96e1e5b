/** Keys come and go: a new one vouches for those before it, and a revoked one signs no more. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { registerKey, revokeSigningKey } from '#shared/evidence/signing-keys'
import { verify } from '#shared/verification/verify'
import { aSigner, aStore, type Store } from '#test/support/store'

let store: Store
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())

test('what a key signed before it was revoked stays valid, what it signs later does not', async () => {
  const { sql, signer: old } = store
  const successor = aSigner()
  await store.trace()
  await registerKey(sql, successor)
  const asked = () =>
    verify({ sql, anchors: [successor.publicKey] }, { hash: null, mode: 'full', orgIds: null, replay: false })

  const node = await revokeSigningKey(sql, successor, old.kid, 'its file was copied')
  const before = (await asked())?.checks.find(({ id }) => id === 'V5')
  const late = await store.trace()
  const after = await asked()

  expect(node).toMatch(/^[0-9a-f]{64}$/)
  expect(before?.status).toBe('pass')
  expect(after?.first_failure).toMatchObject({ check: 'V5', hash: late.id })
  expect(after?.checks.find(({ id }) => id === 'V5')?.detail).toContain('revoked before')
})

test('a key is revoked once, and only one that is registered', async () => {
  const { sql, signer } = store

  expect(await revokeSigningKey(sql, aSigner(), signer.kid, 'again')).toBeUndefined()
  expect(await revokeSigningKey(sql, signer, '0123456789abcdef', 'nobody knows it')).toBeUndefined()
})
