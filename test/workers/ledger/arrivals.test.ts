/** Numbers that appear late: whatever the order in which transactions begin, draw numbers and commit, each is seen once. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Arrivals, afterLook } from '#workers/ledger/arrivals'

const start: Arrivals = { ins: 0, holes: new Map() }
const look = (seen: number[], xmin: number, xmax: number, at: number) => ({
  seen,
  xmin: BigInt(xmin),
  xmax: BigInt(xmax),
  at,
})

test('a gap stays open until no transaction can fill it any more, and a moment longer', () => {
  const gap = afterLook(start, look([1, 2, 5], 10, 12, 0))
  const soon = afterLook(gap, look([], 12, 13, 999))
  const stillRunning = afterLook(gap, look([], 11, 13, 60_000))
  const over = afterLook(gap, look([], 12, 13, 1000))

  expect([...gap.holes.keys()]).toEqual([3, 4])
  expect([soon, stillRunning, over].map(({ holes }) => [...holes.keys()])).toEqual([[3, 4], [3, 4], []])
  expect(over.ins).toBe(5)
})

test('a late number closes its hole alone', () => {
  const gap = afterLook(start, look([1, 4], 10, 12, 0))
  const filled = afterLook(gap, look([3, 6], 10, 14, 100))

  expect([...filled.holes.keys()]).toEqual([2, 5])
  expect(filled.ins).toBe(6)
})

test('a sequence that jumped far leaves no million holes', () => {
  expect(afterLook(start, look([50_000_000], 1, 1, 0)).holes.size).toBe(10_000)
})

test('nothing that commits is missed or seen twice, and nothing is awaited for ever', () => {
  // Each transaction draws a few numbers at once; they end in any order; a look is taken after each end.
  const history = fc
    .array(fc.record({ draws: fc.integer({ min: 1, max: 3 }), commits: fc.boolean() }), { minLength: 1, maxLength: 20 })
    .chain((transactions) =>
      fc.tuple(
        fc.constant(transactions),
        fc.shuffledSubarray([...transactions.keys()], { minLength: transactions.length }),
      ),
    )
  fc.assert(
    fc.property(history, ([transactions, order]) => {
      let next = 1
      const drawn = transactions.map(({ draws }) => Array.from({ length: draws }, () => next++))
      const committed = new Set<number>()
      const running = new Set(transactions.keys())
      const sequenced: number[] = []
      let [arrivals, xmin, at] = [start, 0, 0]
      const lookNow = () => {
        const seen = [...committed]
          .filter((number) => number > arrivals.ins || arrivals.holes.has(number))
          .toSorted((a, b) => a - b)
        sequenced.push(...seen)
        at += 600
        arrivals = afterLook(arrivals, look(seen, xmin, transactions.length, at))
        xmin = Math.min(transactions.length, ...running)
      }

      for (const ended of order) {
        running.delete(ended)
        if (transactions[ended]?.commits) for (const number of drawn[ended] ?? []) committed.add(number)
        lookNow()
      }
      for (let more = 0; more < 4; more++) lookNow()

      expect(sequenced.toSorted((a, b) => a - b)).toEqual([...committed].toSorted((a, b) => a - b))
      expect(arrivals.holes.size).toBe(0)
    }),
  )
})
