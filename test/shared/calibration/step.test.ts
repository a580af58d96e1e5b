/** One calibration: inside bounds, grids, limits and constraints whatever is asked, as near as it comes, and told why no nearer. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { bringInside } from '#shared/calibration/bring'
import { checkedJoints, initialPoint, keepsJoints, valuesOf } from '#shared/calibration/grid'
import { judgeCalibration } from '#shared/calibration/judge'
import { nearestFeasible } from '#shared/calibration/project'
import { streamFrom } from '#shared/calibration/random'
import { reachFrom, stepTowards } from '#shared/calibration/step'
import { aBound, anyDeclared, anyWishes, aSum, liveOn, newLife, spaceOf } from '#test/support/calibrations'

// On a machine that does much else besides.
setDefaultTimeout(30_000)

const nothingBroken = { out_of_bounds: 0, over_step: 0, broken_constraints: 0 }

test('whatever is declared and whatever is asked, nothing leaves its bounds, its grid, its limits or a constraint', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const random = streamFrom(seed)
      const declared = anyDeclared(random)
      const space = spaceOf(declared)
      let life = newLife(space)
      let broken = 0
      for (let turn = 0; turn < 25; turn += 1) {
        const { life: next, faults } = liveOn(declared, space, life, random)
        broken += faults.out_of_bounds + faults.over_step + faults.broken_constraints
        life = next
      }
      expect(broken).toBe(0)
    }),
    { numRuns: 400 },
  )
})

test('any number of JSON, and what is none, comes to a value of the grid', () => {
  const declared = { parameters: { p: aBound({ min: -1, initial: 0 }) }, constraints: [] }
  const space = spaceOf(declared)
  const anyNumber = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, 1e308, -1e308, 5e-324, -0), fc.maxSafeInteger())
  fc.assert(
    fc.property(anyNumber, (requested) => {
      const { applied, results } = stepTowards(space, {
        held: initialPoint(space),
        wishes: new Map([[0, requested]]),
        limits: { usedToday: {} },
      })
      const after = valuesOf(space, applied)

      expect(judgeCalibration({ ...declared, before: { p: 0 }, after, usedToday: {} })).toMatchObject(nothingBroken)
      expect(JSON.parse(JSON.stringify(results))).toEqual(results)
      if (!Number.isFinite(requested)) expect(results[0]).toMatchObject({ status: 'rejected', applied: 0 })
    }),
    { numRuns: 2000 },
  )
})

test('the same comes to the same, and once more to where it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const random = streamFrom(seed)
      const space = spaceOf(anyDeclared(random))
      const wishes = anyWishes(space, random)
      const asked = { held: initialPoint(space), wishes, limits: { usedToday: {} } }
      const once = stepTowards(space, asked)

      expect(stepTowards(space, asked)).toEqual(once)
      const there = new Map(
        [...wishes.keys()].map((at) => [at, valuesOf(space, once.applied)[space.grids[at]?.name ?? '']]),
      )
      expect(stepTowards(space, { held: once.applied, wishes: there, limits: { usedToday: {} } }).applied).toEqual(
        once.applied,
      )
    }),
    { numRuns: 300 },
  )
})

test('where steps of one size add up to a sum, no point inside is nearer', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 12 }), { minLength: 3, maxLength: 3 }), (wished) => {
      const names = ['a', 'b', 'c']
      const parameters = Object.fromEntries(
        names.map((name) => [name, aBound({ max: 9, step: 1, initial: 3, max_delta: 4, max_daily_delta: 9 })]),
      )
      const space = spaceOf({ parameters, constraints: [aSum(names, 9)] })
      const held = initialPoint(space)
      const box = reachFrom(space, held, new Set([0, 1, 2]), { usedToday: {} })
      const found = nearestFeasible(space, { from: held, target: wished, box })
      const target = wished.map((step, at) => Math.min(box.high[at] ?? 0, Math.max(box.low[at] ?? 0, step)))
      const apart = (point: readonly number[]) =>
        point.reduce((sum, step, at) => sum + (step - (target[at] ?? 0)) ** 2, 0)
      const inside = []
      for (let a = 0; a <= 9; a += 1)
        for (let b = 0; b <= 9 - a; b += 1) {
          const point = [a, b, 9 - a - b]
          if (point.every((step, at) => step >= (box.low[at] ?? 0) && step <= (box.high[at] ?? 0))) inside.push(point)
        }

      expect(keepsJoints(space, found)).toBe(true)
      expect(apart(found)).toBe(Math.min(...inside.map(apart)))
    }),
    { numRuns: 500 },
  )
})

describe('what became of a wish', () => {
  const weights = {
    a: aBound({ initial: 0.5 }),
    b: aBound({ initial: 0.3 }),
    c: aBound({ initial: 0.2 }),
  }
  const free = spaceOf({ parameters: { a: weights.a }, constraints: [] })
  const joined = spaceOf({ parameters: weights, constraints: [aSum(['a', 'b', 'c'], 1)] })
  const stepped = (space: typeof free, wishes: (number | undefined)[], usedToday = {}, maxSteps?: number) =>
    stepTowards(space, {
      held: initialPoint(space),
      wishes: new Map([...wishes.entries()]),
      limits: { usedToday, maxSteps },
    })

  test.each<[string, number, Record<string, number>, number | undefined, string, number, string]>([
    ['holds already', 0.5, {}, undefined, 'unchanged', 0.5, ''],
    ['is on its grid and near', 0.53, {}, undefined, 'accepted', 0.53, ''],
    [
      'is off its grid',
      0.534,
      {},
      undefined,
      'clamped',
      0.53,
      '0.534 is not on its grid of 0.01 from 0: 0.53 is the nearest',
    ],
    ['is too far', 0.7, {}, undefined, 'step_limited', 0.55, 'one calibration changes it by 0.05 at most'],
    [
      'is too far for the day',
      0.54,
      { a: 0.08 },
      undefined,
      'step_limited',
      0.52,
      'of the 0.1 that a day may change it by, 0.02 are left',
    ],
    [
      'comes after a whole day',
      0.4,
      { a: 0.1 },
      undefined,
      'step_limited',
      0.5,
      'of the 0.1 that a day may change it by, 0 are left',
    ],
    ['is too far for the request', 0.6, {}, 2, 'step_limited', 0.52, 'the request lets it change by 2 steps at most'],
    ['is no number', Number.NaN, {}, undefined, 'rejected', 0.5, 'what is requested is no finite number'],
  ])('that %s', (_, requested, usedToday, maxSteps, status, applied, reason) => {
    const { results } = stepped(free, [requested], usedToday, maxSteps)

    expect(results).toMatchObject([
      { name: 'a', previous: 0.5, status, applied, reasons: reason === '' ? [] : [reason] },
    ])
  })

  test('beyond its bounds it is clamped to them, and says so', () => {
    const near = spaceOf({ parameters: { a: aBound({ initial: 0.98 }) }, constraints: [] })

    expect(stepped(near, [2]).results).toMatchObject([
      { status: 'clamped', requested: 2, applied: 1, reasons: ['2 is above its maximum of 1'] },
    ])
    expect(stepped(near, [-1e308]).results).toMatchObject([{ status: 'step_limited', applied: 0.93 }])
  })

  test('alone it breaks a sum: it stays, and so do those that nobody named', () => {
    const { applied, results } = stepped(joined, [0.52])

    expect(applied).toEqual(initialPoint(joined))
    expect(results).toMatchObject([
      { status: 'rejected', reasons: ['sum: it comes no nearer with the parameters that the request names'] },
    ])
  })

  test('with another that is named without a value, that one gives way', () => {
    const { applied, results } = stepTowards(joined, {
      held: initialPoint(joined),
      wishes: new Map([
        [0, 0.52],
        [2, undefined],
      ]),
      limits: { usedToday: {} },
    })

    expect(valuesOf(joined, applied)).toEqual({ a: 0.52, b: 0.3, c: 0.18 })
    expect(results.map(({ status, requested, reasons }) => [status, requested, reasons])).toEqual([
      ['accepted', 0.52, []],
      ['accepted', null, ['gave way, so that sum is kept']],
    ])
  })

  test('several that do not add up come as near as they can together, and the sum is exact', () => {
    const { applied } = stepped(joined, [0.54, 0.32, 0.2])
    const { a, b, c } = valuesOf(joined, applied) as { a: number; b: number; c: number }

    expect([a, b, c]).toEqual([0.52, 0.3, 0.18])
    expect(checkedJoints(joined, applied)).toEqual([{ id: 'sum', ok: true, slack: 0 }])
  })
})

describe('values of an earlier constitution', () => {
  const names = ['a', 'b']
  const was = { a: 0.7, b: 0.3, gone: 5 }

  test('that fit stay as they are', () => {
    const space = spaceOf({
      parameters: { a: aBound({ initial: 0.6 }), b: aBound({ initial: 0.4 }) },
      constraints: [aSum(names, 1)],
    })

    expect(bringInside(space, was)).toEqual({ point: [70, 30], brought: [] })
  })

  test('that lie outside of narrower bounds are brought inside, and others with them, so that the sum is kept', () => {
    const parameters = { a: aBound({ max: 0.6, initial: 0.6 }), b: aBound({ initial: 0.4 }) }
    const { point, brought } = bringInside(spaceOf({ parameters, constraints: [aSum(names, 1)] }), was)

    expect(point).toEqual([60, 40])
    expect(brought).toEqual([
      { name: 'a', from: 0.7, to: 0.6 },
      { name: 'b', from: 0.3, to: 0.4 },
    ])
  })

  test('that are no numbers, or of no parameter, count as absent', () => {
    const space = spaceOf({ parameters: { a: aBound({ initial: 0.6 }) }, constraints: [] })

    expect(bringInside(space, { a: Number.NaN }).point).toEqual([60])
    expect(bringInside(space, {}).point).toEqual([60])
  })
})

describe('the judge, who knows nothing of how it was made, finds', () => {
  const declared = { parameters: { a: aBound(), b: aBound() }, constraints: [aSum(['a', 'b'], 1)] }
  const before = { a: 0.5, b: 0.5 }
  const judged = (after: Record<string, number>, usedToday: Record<string, number> = {}) =>
    judgeCalibration({ ...declared, before, after, usedToday })

  test.each<[string, Record<string, number>, Record<string, number>, object]>([
    ['nothing', { a: 0.53, b: 0.47 }, {}, { changed: 2, ...nothingBroken }],
    ['a value outside', { a: 1.01, b: -0.01 }, {}, { out_of_bounds: 2, over_step: 2 }],
    ['a value off its grid', { a: 0.505, b: 0.495 }, {}, { out_of_bounds: 2, over_step: 0 }],
    ['a value that is none', { a: Number.NaN, b: 0.5 }, {}, { out_of_bounds: 1, broken_constraints: 1 }],
    ['a value that floats came to', { a: 0.1 + 0.2 + 0.2, b: 0.5 + 1e-15 }, {}, { out_of_bounds: 1 }],
    ['a value that is missing', { a: 0.5 }, {}, { out_of_bounds: 1, broken_constraints: 1 }],
    ['one parameter too many', { a: 0.5, b: 0.5, c: 1 }, {}, { out_of_bounds: 1 }],
    ['a step too large', { a: 0.56, b: 0.44 }, {}, { over_step: 2, out_of_bounds: 0 }],
    ['a day too long', { a: 0.53, b: 0.47 }, { b: 0.08 }, { over_step: 1 }],
    ['a sum that is another', { a: 0.51, b: 0.5 }, {}, { broken_constraints: 1, out_of_bounds: 0 }],
  ])('%s', (_, after, usedToday, faults) => {
    expect(judged(after, usedToday)).toMatchObject(faults)
  })
})
