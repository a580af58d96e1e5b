/** Adapters as a process opens them: each of its kind, once, and those that can wait named without being brought in. */
import { expect, test } from 'bun:test'
import { type ConnectionKind, connectionTerms } from '#shared/contracts/connections'
import { Adapters, watchableKinds } from '#workers/sync-connection/adapters/index'

const kinds = Object.keys(connectionTerms) as ConnectionKind[]

test('every kind has its adapter, and those that can wait for what is new are the ones that are named', async () => {
  const adapters = new Adapters()
  const opened = await Promise.all(kinds.map((kind) => adapters.of(kind)))

  expect(opened.map(({ kind }) => kind)).toEqual(kinds)
  expect(opened.flatMap(({ kind, watch }) => (watch ? [kind] : []))).toEqual([...watchableKinds])
  await adapters.close()
})

test('one that was asked for is the same when it is asked for again', async () => {
  const adapters = new Adapters()
  expect(await adapters.of('ics')).toBe(await adapters.of('ics'))
  await adapters.close()
})
