/** Rounds over a server that hosts sources: pieces, budgets, what may not be read, what left. No server is asked. */
import { expect, test } from 'bun:test'
import { AdapterError, type SyncDelta, type SyncState } from '#workers/sync-connection/adapters/adapter'
import { emptyList } from '#workers/sync-connection/adapters/hosting/api'
import { noticeOf } from '#workers/sync-connection/adapters/hosting/notice'
import { type HostingServer, syncHosting } from '#workers/sync-connection/adapters/hosting/round'
import type { HostingList, ListedThing } from '#workers/sync-connection/adapters/hosting/state'

const at = new Date('2026-11-20T08:00:00Z')
const later = new Date('2026-11-20T09:00:00Z')

const thing = (number: number, more: Partial<ListedThing> = {}): ListedThing => ({
  key: `forge:a/b#${number}`,
  repository: 'a/b',
  number,
  what: 'issue',
  reasons: ['assigned'],
  isUnread: false,
  mark: `2026-11-19T08:00:${String(60 - number).padStart(2, '0')}.000Z`,
  title: `Thing ${number}`,
  url: null,
  path: null,
  commentPath: null,
  ...more,
})
const things = (count: number) => Array.from({ length: count }, (_, index) => thing(index + 1))
const listing = (given: readonly ListedThing[], more: Partial<HostingList> = {}): HostingList => ({
  ...emptyList(at),
  things: [...given],
  ...more,
})

type Stub = Partial<HostingServer> & { lists?: HostingServer['lists']; asked?: string[] }
const serverOf = ({ asked = [], ...more }: Stub): HostingServer => ({
  account: async () => ({ id: '1', login: 'ada' }),
  lists: () => ({}),
  read: async (each) => {
    asked.push(each.key)
    return { item: noticeOf({ ...each, mark: at.toISOString() }), watch: null, missing: [] }
  },
  spentUntil: () => null,
  ...more,
})
const oneList =
  (list: HostingList): HostingServer['lists'] =>
  () => ({ things: async () => list })
const run = (server: HostingServer, state: SyncState, limit = 200) => syncHosting(server, state, { at, limit })
const stored = ({ state }: SyncDelta): SyncState => JSON.parse(JSON.stringify(state))
const keysOf = ({ items }: SyncDelta) => items.map((item) => item.key)

test('no more is read in a call than others can wait for, and every thing once', async () => {
  const asked: string[] = []
  const server = serverOf({ asked, lists: oneList(listing(things(120))) })
  const sizes: number[] = []
  let state: SyncState = null
  for (let hasMore = true; hasMore; ) {
    const piece = await run(server, state)
    sizes.push(piece.items.length)
    state = stored(piece)
    hasMore = piece.hasMore
  }

  expect(sizes).toEqual([50, 50, 20])
  expect([asked.length, new Set(asked).size]).toEqual([120, 120])
  expect((await run(server, state)).items).toEqual([])
})

test('a spent budget ends a round for now: what was read is kept, the rest waits for it', async () => {
  const server = serverOf({ lists: oneList(listing(things(12))), spentUntil: () => later })
  const first = await run(server, null)

  expect([first.items.length, first.hasMore, first.notBefore]).toEqual([5, false, later])
  const second = await run(serverOf({}), stored(first))
  expect([keysOf(second).length, second.hasMore, second.notBefore]).toEqual([7, false, undefined])
})

test('a server that wants to be left alone half-way is, and asked for the rest another time', async () => {
  const read: HostingServer['read'] = async (each) => {
    if (each.number === 3) throw new AdapterError('RATE_LIMITED', 'wait', later)
    return { item: noticeOf({ ...each, mark: at.toISOString() }), watch: null, missing: [] }
  }
  const first = await run(serverOf({ lists: oneList(listing(things(7))), read }), null)

  expect([keysOf(first).length, first.hasMore, first.notBefore]).toEqual([4, false, later])
  const second = await run(serverOf({}), stored(first))
  expect(keysOf(second)).toEqual(['forge:a/b#3', 'forge:a/b#6', 'forge:a/b#7'])
})

test('one that wants to be left alone at once is a failure', async () => {
  const read: HostingServer['read'] = () => Promise.reject(new AdapterError('RATE_LIMITED', 'wait', later))

  await expect(run(serverOf({ lists: oneList(listing(things(2))), read }), null)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAt: later,
  })
})

test('a list that may not be read is missing; where none may be, that is a failure', async () => {
  const closed = () => Promise.reject(new AdapterError('FORBIDDEN', 'no'))
  const open = async () => listing(things(1))

  const some = await run(serverOf({ lists: () => ({ alerts: closed, mine: open }) }), null)
  expect([some.missing, keysOf(some)]).toEqual([['alerts: the token may not read them'], ['forge:a/b#1']])
  await expect(run(serverOf({ lists: () => ({ alerts: closed, mine: closed }) }), null)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const down = () => Promise.reject(new AdapterError('UPSTREAM', 'HTTP 500'))
  await expect(run(serverOf({ lists: () => ({ mine: open, alerts: down }) }), null)).rejects.toMatchObject({
    code: 'UPSTREAM',
  })
})

test('what cannot be read of one thing is said every time, and tried again', async () => {
  const read: HostingServer['read'] = async (each) => {
    if (each.number === 2) throw new AdapterError('MALFORMED', 'It is not as it should be.')
    return { item: noticeOf({ ...each, mark: at.toISOString() }), watch: null, missing: [] }
  }
  const server = serverOf({ lists: oneList(listing(things(3))), read })
  const first = await run(server, null)
  const second = await run(server, stored(first))

  expect([keysOf(first).length, first.missing]).toEqual([2, ['a/b#2: It is not as it should be.']])
  expect([keysOf(second), second.missing]).toEqual([[], first.missing])
  await expect(
    run(serverOf({ lists: oneList(listing(things(1))), read: () => Promise.reject(new TypeError('bug')) }), null),
  ).rejects.toThrow('bug')
})

test('what left every list is read once more, unless a list was cut', async () => {
  const first = await run(serverOf({ lists: oneList(listing(things(3))) }), null)

  const left = await run(serverOf({ lists: oneList(listing(things(1))) }), stored(first))
  expect(keysOf(left)).toEqual(['forge:a/b#2', 'forge:a/b#3'])
  expect((await run(serverOf({ lists: oneList(listing(things(1))) }), stored(left))).items).toEqual([])
  const cut = await run(serverOf({ lists: oneList(listing(things(1), { isWhole: false })) }), stored(first))
  expect([cut.items, cut.gone]).toEqual([[], []])
})

test('a thing of two lists has the reasons of both, and is read when one of them changes', async () => {
  const two =
    (mark: string): HostingServer['lists'] =>
    () => ({
      mine: async () => listing([thing(1)]),
      told: async () => listing([thing(1, { reasons: ['mentioned'], isUnread: true, mark })]),
    })
  const reads: ListedThing[] = []
  const read: HostingServer['read'] = async (each) => {
    reads.push(each)
    return { item: noticeOf({ ...each, mark: at.toISOString() }), watch: null, missing: [] }
  }
  const first = await run(serverOf({ lists: two('1'), read }), null)
  const same = await run(serverOf({ lists: two('1'), read }), stored(first))
  await run(serverOf({ lists: two('2'), read }), stored(same))

  expect(reads.map(({ reasons, isUnread }) => [reasons, isUnread])).toEqual([
    [['assigned', 'mentioned'], true],
    [['assigned', 'mentioned'], true],
  ])
})

test('a state that is none of ours begins anew, and another account does', async () => {
  const server = serverOf({ lists: oneList(listing(things(2))) })
  const first = await run(server, null)

  expect([first.isReset, (await run(server, stored(first))).isReset]).toEqual([true, false])
  for (const state of [{ version: 2 }, { ...stored(first), read: 'all' }, {}])
    expect((await run(server, state)).isReset).toBe(true)
  const other = serverOf({ ...server, account: async () => ({ id: '2', login: 'hedy' }) })
  expect((await run(other, stored(first))).isReset).toBe(true)
})
