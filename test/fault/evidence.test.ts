/** Workers, ledger and witness are killed in turn and Postgres is restarted under load: no evidence is lost or bent. */
import { expect, test } from 'bun:test'
import { wreakHavoc } from '#test/support/chaos'

test('everything dies in turn under load: no acknowledged node is lost, nothing forks, every checkpoint recomputes', async () => {
  // Callers that do not stop for breath take the processors from whoever starts again, and are no more under way at a kill.
  const havoc = await wreakHavoc(20, 60, 25)

  expect(havoc.lost).toBe(0)
  expect(havoc.plans).toMatchObject({ taken: 60, completed: 60 })
  // Something was under way at every kill; how much, is the machine's.
  expect(havoc.acknowledged).toBeGreaterThan(100)
  expect(Math.min(...Object.values(havoc.kills))).toBeGreaterThanOrEqual(1)
  expect(havoc.checkpoints).toBeGreaterThan(3)
}, 150_000)
