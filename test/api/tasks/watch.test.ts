/** Waiting for tasks: one look for all, soon at first and seldom later. */
import { expect, test } from 'bun:test'
import { openTaskWatch, type TaskStanding } from '#api/tasks/watch'

const signal = new AbortController().signal
const at = (id: string, version: number, status: TaskStanding['status'] = 'working'): TaskStanding => ({
  id,
  status,
  version,
})

function aStore(first: TaskStanding[]) {
  const rows = new Map(first.map((row) => [row.id, row]))
  const looks: string[][] = []
  return {
    looks,
    set: (row: TaskStanding) => rows.set(row.id, row),
    look: async (ids: readonly string[]) => {
      looks.push([...ids])
      return ids.flatMap((id) => rows.get(id) ?? [])
    },
  }
}

test('a hundred waiters for ten tasks cost one look at a time, not one each', async () => {
  const store = aStore(Array.from({ length: 10 }, (_, index) => at(`t${index}`, 0)))
  const watch = openTaskWatch(store)

  const waits = Array.from({ length: 100 }, (_, index) => watch.moved(`t${index % 10}`, 0, 5000, signal))
  await Bun.sleep(150)
  for (let index = 0; index < 10; index++) store.set(at(`t${index}`, 1))
  const moved = await Promise.all(waits)

  expect(moved.map((standing) => standing?.version)).toEqual(Array.from({ length: 100 }, () => 1))
  expect(store.looks.length).toBeLessThanOrEqual(20)
  for (const ids of store.looks) expect(new Set(ids).size).toBe(ids.length)
})

test('looks become seldom while nothing moves, and stop when nobody waits', async () => {
  const store = aStore([at('a', 0)])
  const watch = openTaskWatch(store)

  expect(await watch.moved('a', 0, 1000, signal)).toBeUndefined()

  const looks = store.looks.length
  expect(looks).toBeGreaterThan(5)
  expect(looks).toBeLessThan(60)
  await Bun.sleep(100)
  expect(store.looks.length).toBe(looks)
})

test('what has moved before is told at the first look; rest is a task’s end, or a person', async () => {
  const store = aStore([at('a', 3)])
  const watch = openTaskWatch(store)
  expect(await watch.moved('a', 2, 1000, signal)).toEqual(at('a', 3))

  for (const status of ['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required'] as const) {
    store.set(at('a', 4))
    setTimeout(() => store.set(at('a', 5, status)), 30)
    expect(await watch.rested(at('a', 3), 2000, signal)).toEqual(at('a', 5, status))
  }
  expect(await watch.rested(at('a', 5, 'completed'), 2000, signal)).toEqual(at('a', 5, 'completed'))
})

test('a wait ends with its caller, with its time and with the process, as the task is by then', async () => {
  const store = aStore([at('a', 1)])
  let isOver = false
  const watch = openTaskWatch({ ...store, isOver: () => isOver })
  const leave = new AbortController()

  const left = watch.rested(at('a', 0), 10_000, leave.signal)
  setTimeout(() => leave.abort(), 50)
  expect(await left).toEqual(at('a', 1))
  expect(await watch.rested(at('a', 0), 50, signal)).toEqual(at('a', 1))
  expect(await watch.moved('a', 0, 1000, leave.signal)).toBeUndefined()
  const last = watch.moved('a', 1, 10_000, signal)
  isOver = true
  expect(await last).toBeUndefined()
})

test('a store that is away is looked at again', async () => {
  let fails = 3
  const watch = openTaskWatch({
    look: async () => {
      if (fails-- > 0) throw new Error('away')
      return [at('a', 1)]
    },
  })

  expect(await watch.moved('a', 0, 2000, signal)).toEqual(at('a', 1))
})
