/** What stays of checkpoints, and how a log is taken over without counting: by what who led last says, which nothing rests on. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { logState } from '#db/queries/log'
import { openLog } from '#shared/kernel/logger'
import { assertEvidence } from '#test/support/evidence'
import { aStore, origin, type Store } from '#test/support/store'
import { findFault } from '#workers/ledger/inspection'
import { openSequencer, type Sequencer, type WrittenRound } from '#workers/ledger/sequencer'
import { openThinning } from '#workers/ledger/thinning'

let store: Store
const stores: Store[] = []
beforeEach(async () => {
  store = await aStore()
  stores.push(store)
})
afterAll(() => Promise.all(stores.map(({ database }) => database.drop())))

const written: WrittenRound[] = []

async function takeOver(): Promise<Sequencer> {
  const { sql, signer } = store
  const state = await logState(sql)
  if (!state) throw new Error('no log')
  expect(await findFault(sql, state, undefined, signer.publicKey)).toBeUndefined()
  return openSequencer({
    connection: sql,
    signer,
    state,
    log: openLog('test', 'silent'),
    isStopping: () => false,
    forged: async () => new Map(),
    onForged: () => undefined,
    onWritten: async (checkpoint) => void written.push(checkpoint),
  })
}

const withoutLeaf = async () => {
  const [row] = await store.sql<{ nodes: number }[]>`
    select count(*)::int as nodes from edg_nodes n where not exists (select from edg_leaves l where l.node_id = n.id)`
  return row?.nodes
}

const forging = (table: string, act: string) =>
  store.sql.unsafe(`alter table ${table} disable trigger user; ${act}; alter table ${table} enable trigger user`)

test('of checkpoints stay milestones, the newest ones, and for a day one a minute, a cosigned one where there is one', async () => {
  const { sql } = store
  await sql`
    insert into edg_checkpoints (origin, size, root, note, is_milestone, created_at)
    select ${origin}, n, sha256('x'), 'note ' || n, n % 180 = 1, now() - interval '30 hours' + n * interval '20 seconds'
    from generate_series(1, 30 * 180) n`
  await sql`
    insert into edg_cosignatures (origin, size, witness, line)
    select origin, size, 'w', 'line' from edg_checkpoints where size % 3 = 2 and size < 5350`

  await openThinning(sql)()

  const left = await sql<{ size: number; is_milestone: boolean; is_cosigned: boolean; age: number }[]>`
    select size, is_milestone, exists (select from edg_cosignatures s where s.size = c.size) as is_cosigned,
      extract(epoch from now() - created_at)::float8 / 60 as age from edg_checkpoints c order by size`
  const others = left.filter(({ is_milestone }) => !is_milestone)
  const between = (from: number, upTo: number) => others.filter(({ age }) => age >= from && age < upTo)
  expect(left.filter(({ is_milestone }) => is_milestone)).toHaveLength(30)
  expect(left.at(-1)?.size).toBe(5400)
  expect(between(1441, 9999)).toEqual([])
  expect(between(0, 10)).toHaveLength(30 - left.filter(({ age, is_milestone }) => is_milestone && age < 10).length)
  expect(between(12, 1440).length).toBeWithin(1380, 1450)
  expect(between(32, 1439).filter(({ is_cosigned }) => !is_cosigned).length).toBeLessThan(30)
  // A minute at the end of a page keeps two until the next time. No line of a witness hangs in the air.
  await openThinning(sql)()
  expect((await sql`select 1 from edg_checkpoints`).length).toBeWithin(left.length - 5, left.length + 1)
  expect(
    await sql`select 1 from edg_cosignatures s where not exists (select from edg_checkpoints c where c.size = s.size)`,
  ).toHaveLength(0)
})

test.each([
  ['a milestone', 'delete from edg_checkpoints where size = 1'],
  ['one that is young', 'delete from edg_checkpoints where size = 3'],
  ['what a witness signed of a young one', 'delete from edg_cosignatures where size = 3'],
  ['all of them', 'truncate edg_checkpoints cascade'],
  ['the newest, however old', 'delete from edg_checkpoints where size = 4'],
])('the database gives away no checkpoint that must stay: %s', async (_, act) => {
  await store.sql`
    insert into edg_checkpoints (origin, size, root, note, is_milestone, created_at)
    values (${origin}, 1, sha256('x'), '', true, '2020-01-01'), (${origin}, 2, sha256('x'), '', false, '2020-01-01'),
      (${origin}, 3, sha256('x'), '', false, now()), (${origin}, 4, sha256('x'), '', false, '2020-01-01')`
  await store.sql`insert into edg_cosignatures (origin, size, witness, line) values (${origin}, 2, 'w', ''), (${origin}, 3, 'w', '')`

  await expect(store.sql.unsafe(act).then(() => 'deleted')).rejects.toThrow('refused')
})

test('who takes over goes on behind what was complete, and writes what is behind that', async () => {
  await store.trace()
  await store.sequence()
  await store.trace()
  await store.trace()
  written.length = 0

  const sequencer = await takeOver()

  expect(written.map(({ size, isMilestone }) => ({ size, isMilestone }))).toEqual([{ size: 6, isMilestone: true }])
  expect(await withoutLeaf()).toBe(0)
  await store.trace()
  const state = await logState(store.sql)
  if (state) await sequencer.round(await sequencer.look(), state)
  expect(written.map(({ isMilestone }) => isMilestone)).toEqual([true, false])
  await assertEvidence(store.sql)
})

test('a log of an older release says nothing of what is complete: what has no leaf is found all the same', async () => {
  await store.trace()
  await store.sequence()
  await store.trace()
  await forging('edg_checkpoints', 'update edg_checkpoints set sequenced_ins = null')

  await takeOver()

  expect(await withoutLeaf()).toBe(0)
  await assertEvidence(store.sql)
})

test('a mark that somebody pushed up hides no node for long', async () => {
  await store.trace()
  await store.sequence()
  await store.trace()
  await forging('edg_checkpoints', 'update edg_checkpoints set sequenced_ins = 1000000')

  const sequencer = await takeOver()
  expect(await withoutLeaf()).toBe(1)
  await sequencer.sweep()

  expect(await withoutLeaf()).toBe(0)
  await assertEvidence(store.sql)
})

test('a node whose leaf was taken away gets no other, so that the gap stays and is named', async () => {
  for (let turn = 0; turn < 600; turn += 1) await store.node(aNode(turn))
  await store.sequence()
  const [gone] = await store.sql<{ id: string }[]>`select encode(node_id, 'hex') as id from edg_leaves where leaf = 20`
  await forging('edg_leaves', 'delete from edg_leaves where leaf = 20')

  const sequencer = await takeOver()
  await sequencer.sweep()

  expect(await withoutLeaf()).toBe(1)
  expect((await store.verify()).first_failure).toMatchObject({ check: 'V9', hash: gone?.id })
})

test.each([
  ['is missing', 'delete from edg_leaves where leaf = 1'],
  [
    'is of another node',
    'update edg_leaves set node_id = (select id from edg_nodes order by ins desc limit 1) where leaf = 1',
  ],
])('a log one of whose newest leaves %s is not gone on with', async (_, act) => {
  await store.trace()
  await store.sequence()
  await store.trace()
  await forging('edg_leaves', act)

  const state = await logState(store.sql)
  expect(await findFault(store.sql, state, undefined, store.signer.publicKey)).toContain('lea')
})

const aNode = (turn: number) => ({
  kind: 'trace.recorded' as const,
  stream: `trace:${turn}`,
  agent: 'test',
  timestamp: new Date(turn).toISOString(),
  subject: { type: 'trace', id: String(turn) },
})
