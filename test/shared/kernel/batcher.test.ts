/** Who waits for a batch, who has stopped waiting, and whose turn it is. */
import { describe, expect, test } from 'bun:test'
import { batcher } from '#shared/kernel/batcher'

test('what has left the line is in no batch, and is told that nothing was done', async () => {
  const batches: string[][] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const send = batcher<string, string>(
    async (items) => {
      batches.push(items)
      await held
      return items
    },
    { patience: { waitMs: 60, stalledMs: 30 } },
  )

  const first = send('first')
  await Promise.resolve()
  const refused = await send('second').catch((error) => error)
  release()

  expect(refused).toMatchObject({ code: 'STORE_UNAVAILABLE' })
  expect(await first).toBe('first')
  expect(await send('third')).toBe('third')
  expect(batches).toEqual([['first'], ['third']])
})

test('one that was slow by itself lets nobody be refused who would go with many others', async () => {
  const slowMs = 200
  const send = batcher<number, number>(
    async (items) => {
      if (items.includes(0)) await Bun.sleep(slowMs)
      return items
    },
    { maxItems: 100, patience: { waitMs: 4 * slowMs, stalledMs: 10 * slowMs } },
  )
  await send(0)
  const others = Array.from({ length: 100 }, (_, at) => at + 1)

  // By what the slow one took, the hundredth of them would wait for a hundred times an eighth of that.
  expect(await Promise.all(others.map(send))).toEqual(others)
})

test('of a thousand of one organisation and one of another the one is in the next batch', async () => {
  const batches: string[][] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const send = batcher<string, string>(
    async (items) => {
      batches.push(items)
      await held
      return items
    },
    { maxItems: 10, whose: (item) => item.charAt(0) },
  )

  const begun = send('a first')
  await Promise.resolve()
  const many = Array.from({ length: 1000 }, (_, at) => send(`a ${at}`))
  const one = send('b')
  release()

  expect(await Promise.all([begun, one, ...many])).toHaveLength(1002)
  expect(batches[1]).toEqual(['a 0', 'b', 'a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'a 6', 'a 7', 'a 8'])
  expect(batches.slice(1).flat()).toEqual(['a 0', 'b', ...Array.from({ length: 999 }, (_, at) => `a ${at + 1}`)])
})

describe('of several batches in flight', () => {
  /** Batches that end when they are told to. */
  function openBatches(isApart: (whose: string) => boolean = () => false) {
    const begun: { items: string[]; end: () => void }[] = []
    const send = batcher<string, string>(
      async (items) => {
        await new Promise<void>((end) => begun.push({ items, end }))
        return items
      },
      { atOnce: 2, whose: (item) => item.charAt(0), isApart },
    )
    const untilBegun = () => new Promise<void>((resolve) => void setImmediate(resolve))
    return { begun, send, untilBegun, items: () => begun.map(({ items }) => items) }
  }

  test('an organisation is in one: while it waits for that, others go on', async () => {
    const { begun, send, untilBegun, items } = openBatches()
    const stuck = [send('a1')]
    await untilBegun()
    stuck.push(send('a2'))
    const first = send('b1')
    await untilBegun()
    begun[1]?.end()
    expect(await first).toBe('b1')

    const second = send('b2')
    await untilBegun()
    begun[2]?.end()

    expect(await second).toBe('b2')
    expect(items()).toEqual([['a1'], ['b1'], ['b2']])
    begun[0]?.end()
    await untilBegun()
    begun[3]?.end()
    expect(await Promise.all(stuck)).toEqual(['a1', 'a2'])
  })

  test('who stands apart is batched with no other', async () => {
    const { begun, send, untilBegun, items } = openBatches((whose) => whose === 'a')

    const all = ['a1', 'b1', 'c1', 'a2'].map(send)
    await untilBegun()

    expect(items()).toEqual([
      ['a1', 'a2'],
      ['b1', 'c1'],
    ])
    for (const { end } of begun) end()
    await Promise.all(all)
  })
})
