/** A contract, a worker and a runtime over a queue in memory, each whole, with what a test wants to be odd. */
import { type TSchema, Type as t } from '@sinclair/typebox'
import type { Tx } from '#db/client'
import { defineJob, type JobAttempts, type JobContract } from '#shared/jobs/contract'
import { type Log, openLog } from '#shared/kernel/logger'
import { Standstills } from '#shared/kernel/standstills'
import type { JobHooks } from '#shared/queue/hooks'
import { stubClock } from '#test/support/stub-clock'
import { StubStore } from '#test/workers/runtime/stub-store'
import { Completer } from '#workers/runtime/completer'
import { joinHooks } from '#workers/runtime/hooks'
import type { Tampered } from '#workers/runtime/orders'
import type { OpenWorker } from '#workers/runtime/worker'

type OddContract = Partial<Omit<Parameters<typeof defineJob>[0], 'attempts'>> & { attempts?: Partial<JobAttempts> }

export const aContract = ({ attempts, ...odd }: OddContract = {}): JobContract =>
  defineJob<string, TSchema>({
    name: 'test',
    payload: t.Object({}),
    areas: ['A'],
    waitMs: 10_000,
    attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 30, ...attempts },
    ...odd,
  })

export const aStubWorker = (odd: Partial<OpenWorker<never, unknown>> = {}): OpenWorker<never, unknown> => ({
  concurrency: 4,
  run: async () => undefined,
  save: async () => undefined,
  ...odd,
})

/** What every part of a runtime is handed. */
export function aRuntime({
  contract = aContract(),
  worker = {},
  hooks = [],
  log = openLog('test', 'silent'),
}: {
  contract?: JobContract
  worker?: Partial<OpenWorker<never, unknown>>
  hooks?: readonly JobHooks[]
  log?: Log
} = {}) {
  const store = new StubStore()
  const clock = stubClock()
  const forged = new Map<string, string>()
  const reported: string[] = []
  const settled: { job: string; state: string }[] = []
  const observe = ({ job, state }: { job: string; state: string }) => void settled.push({ job, state })
  return {
    contract,
    worker: aStubWorker(worker),
    store,
    clock,
    hooks,
    orders: {
      fault: (_queue: string, jobId: string) => forged.get(jobId),
      report: async (_tx: Tx, queue: string, jobs: readonly Tampered[]) => {
        for (const { id, why } of jobs) reported.push(`${queue} ${id}: ${why}`)
      },
    },
    /** Why these are not what was ordered. */
    forged,
    reported,
    log,
    observe,
    settled,
  }
}

export function aCompleter(odd: Parameters<typeof aRuntime>[0] = {}) {
  const runtime = aRuntime(odd)
  let wakes = 0
  const completer = new Completer({
    ...runtime,
    hooks: joinHooks(runtime.hooks),
    standstills: new Standstills(),
    wake: () => {
      wakes += 1
    },
  })
  return { ...runtime, completer, wakes: () => wakes }
}
