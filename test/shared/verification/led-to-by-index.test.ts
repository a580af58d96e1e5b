/** A node that the index of its stream does not lead to is named: whoever asks how its stream has gone on is told that it has not. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findNode } from '#db/queries/graph'
import { openExaminer } from '#shared/verification/examiner'
import { openFindings } from '#shared/verification/findings'
import { aStore, type Store } from '#test/support/store'

let store: Store
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())

const judged = async (pos?: number): Promise<string | undefined> => {
  const { id } = await store.trace()
  const row = await findNode(store.sql, id, null)
  if (!row) throw new Error('the trace has no node')
  const found = openFindings()
  const examiner = openExaminer({ sql: store.sql }, new Map(), found, undefined)
  await examiner.group([{ ...row, pos: pos ?? row.pos }], { isWholeStore: true })
  return found.outcome().checks.find(({ id: check }) => check === 'V7')?.detail
}

// Only a superuser of the server could have an index pass a row over, whom this store does not let in: the row is said to be elsewhere.
test('one that is not found at its place', async () => {
  expect(await judged(7)).toContain('the index of its stream does not lead to it')
})

test('and none that is', async () => {
  expect(await judged()).not.toContain('the index')
})
