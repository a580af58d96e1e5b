/** Connections that are read again before a briefing: waited for, and no longer than the deadline. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { aConnection, bring, restand, type Source, sourceMail } from '#test/support/sources'
import { aStore, type Store } from '#test/support/store'
import { refreshConnections } from '#workers/gather-briefing/refresh'

let store: Store
let source: Source
let orgs = 0
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())
beforeEach(() => {
  source = { sql: store.sql, signer: store.signer, orgId: `org_${++orgs}` }
})

const never = new AbortController().signal
const refresh = (ask: (olderThan: Date) => Promise<readonly string[]>, odd: { deadlineMs?: number } = {}) => {
  const asked: string[] = []
  const work = refreshConnections({
    sql: store.sql,
    signer: store.signer,
    orgId: source.orgId,
    ask,
    maxAgeMs: 120_000,
    deadlineMs: 200,
    signal: never,
    progress: (answered, all) => asked.push(`${answered}/${all}`),
    ...odd,
  })
  return work.then((rows) => ({ rows, asked }))
}
const nobody = () => Promise.reject(new Error('nobody is to be asked'))
const timed = async <Value>(work: Promise<Value>): Promise<[Value, number]> => {
  const begun = performance.now()
  return [await work, performance.now() - begun]
}

test('what was read lately is not asked for', async () => {
  await bring(source, await aConnection(source, 'imap'), [sourceMail()])

  const { rows } = await refresh(nobody)

  expect(rows.map(({ state }) => state)).toEqual(['ok'])
})

test('no connection is nothing to wait for', async () => {
  expect((await refresh(nobody)).rows).toEqual([])
})

test('one that is read again is waited for, and stands as it does then', async () => {
  const id = await aConnection(source, 'imap')
  const ask = async () => {
    setTimeout(() => void bring(source, id, [sourceMail()]), 50)
    return [id]
  }

  const [{ rows, asked }, ms] = await timed(refresh(ask, { deadlineMs: 5000 }))

  expect([rows[0]?.state, rows[0]?.items, asked.at(-1)]).toEqual(['ok', 1, '1/1'])
  expect(ms).toBeLessThan(2000)
})

test.each([
  ['a connection that never answers', async (id: string) => [id]],
  ['asking itself', () => new Promise<string[]>(() => undefined)],
])('%s is not waited for longer than the deadline', async (_, ask) => {
  const id = await aConnection(source, 'imap')

  const [{ rows }, ms] = await timed(refresh(() => ask(id)))

  expect(rows.map(({ synced_at }) => synced_at)).toEqual([null])
  expect(ms).toBeGreaterThan(150)
  expect(ms).toBeLessThan(200 + 1800)
})

test('one that fails again has answered', async () => {
  const id = await aConnection(source, 'imap')
  const ask = async () => {
    const tried = () =>
      restand(store, [id], (tx) => tx`update connections set tried_at = now() where connection_id = ${id}`)
    setTimeout(() => void tried(), 30)
    return [id]
  }

  const [, ms] = await timed(refresh(ask, { deadlineMs: 5000 }))

  expect(ms).toBeLessThan(2000)
})
