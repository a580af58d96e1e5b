/** What is settled together: one that cannot be saved takes nobody along, whatever Postgres says of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import type { Tx } from '#db/client'
import { defineJob } from '#shared/jobs/contract'
import { aWorker, openWorker } from '#test/support/runner'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

const others = 30
const kinds: [string, (tx: Tx) => Promise<unknown>][] = [
  ['runs into statement_timeout', (tx) => tx`select pg_sleep(60)`],
  ['ends in a deadlock', (tx) => tx.unsafe(`do $$ begin raise exception using errcode = '40P01'; end $$`)],
]

test.each(kinds)(
  'a save that always %s is tried alone, three times, while all others are kept',
  async (how, act) => {
    const contract = defineJob({
      name: `a-save-that-${how.replaceAll(/\W/g, '-')}` as 'run-task',
      payload: t.Object({ isBad: t.Boolean() }),
      areas: ['A'],
      waitMs: 10_000,
      attempts: { limit: 2, delaySeconds: 1, expireInSeconds: 25 },
    })
    const worker = await openWorker(service, { statementTimeoutMs: 1000 })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    /** How many were saved with the bad one, each time. */
    const alongside: number[] = []
    await worker.run(
      contract,
      aWorker({
        concurrency: others + 1,
        async run({ isBad }: { isBad: boolean }) {
          await gate
          return isBad
        },
        async save(tx, done) {
          if (!done.some(({ result }) => result)) return
          alongside.push(done.length - 1)
          await act(tx)
        },
      }),
    )
    // In the middle: who ends first may be saved before the others come.
    const good: string[] = []
    let bad = ''
    for (let at = 0; at <= others; at++) {
      if (at === others / 2) bad = await worker.send(contract, { isBad: true })
      else good.push(await worker.send(contract, { isBad: false }))
    }
    const claimed = async () => (await service.database.sql`select 1 from job_claims`).length === others + 1
    await until(claimed, { what: 'all to be under way' })

    open()
    const ended = (ids: string[]) =>
      service.database.sql<{ state: string; attempt: number }[]>`
      select state, attempt from job_outcomes where job_id = any(${ids}::uuid[])`
    await until(async () => (await ended(good)).length === others, { what: 'the others to be kept' })
    const [end] = await until(async () => (await ended([bad])).length > 0 && (await ended([bad])), {
      what: 'the bad one to fail for good',
      timeoutMs: 30_000,
    })
    await worker.stop()

    expect(new Set((await ended(good)).map(({ state, attempt }) => `${state} ${attempt}`))).toEqual(
      new Set(['succeeded 0']),
    )
    expect(end).toEqual({ state: 'failed', attempt: 1 })
    // Two attempts, each once as it came and three times alone.
    expect(alongside).toHaveLength(8)
    expect(alongside.filter((count) => count > 0).length).toBeLessThanOrEqual(1)
  },
  60_000,
)
