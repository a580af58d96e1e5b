/**
 * Plans among workers that die, a queue that errs and a clock that jumps: simulated, each schedule from its numbers alone.
 * `SIMULATIONS=1000000` for a long run, `SIMULATION_SEED` for one that was printed.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { aPlan } from '#test/support/plans'
import { simulate } from '#test/support/plans-simulation'

const runs = Number(process.env['SIMULATIONS'] ?? 2000)
const seed = process.env['SIMULATION_SEED']

const schedules = fc.array(fc.nat({ max: 2 ** 30 - 1 }), { maxLength: 240, size: 'max' })

test(`${runs} schedules of crashes, duplicates, losses and races end every task once and whole`, async () => {
  const sums: Record<string, number> = {}
  const add = (what: string, count: number) => {
    sums[what] = (sums[what] ?? 0) + count
  }
  await fc.assert(
    fc.asyncProperty(aPlan(8), schedules, async (shapes, numbers) => {
      const { status, nodes, saved, told } = await simulate(shapes, numbers)
      add(status, 1)
      add('nodes', nodes)
      add('results saved', saved)
      for (const [what, count] of Object.entries(told)) add(what, count)
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  )
  console.log(`simulation: ${runs} schedules, ${JSON.stringify(sums)}`)
  for (const what of [
    'completed',
    'failed',
    'canceled',
    'died',
    'lost',
    'forgiven',
    'delivered twice',
    'came too late',
  ])
    expect(sums[what]).toBeGreaterThan(0)
}, 3_600_000)

test('without the lock on a plan it goes wrong', async () => {
  const unlocked = fc.asyncProperty(aPlan(8), schedules, async (shapes, numbers) => {
    await simulate(shapes, numbers, false)
  })

  const { failed } = await fc.check(unlocked, { numRuns: 2000, endOnFailure: true })

  expect(failed).toBe(true)
})
