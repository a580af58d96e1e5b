/** The completer over a queue in memory: what is written in which order, and what becomes of what fails. */
import { describe, expect, test } from 'bun:test'
import { storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { openLog } from '#shared/kernel/logger'
import type { EndedDelivery, HeldDeliveries, JobHooks } from '#shared/queue/hooks'
import { settled } from '#test/support/stub-clock'
import { aCompleter, aContract } from '#test/workers/runtime/makers'
import { anEnvelope, type StubStore, storeAway } from '#test/workers/runtime/stub-store'
import type { Finished } from '#workers/runtime/completer'
import type { Claimed } from '#workers/runtime/next-attempt'

const never = new AbortController().signal

/** A job that was claimed, and has been done. */
async function claimed(store: StubStore, id: string, data: unknown = anEnvelope()): Promise<Claimed> {
  store.send(id, data)
  const [one] = await store.claim(1, {})
  if (!one) throw new Error('nothing was claimed')
  return one
}
const attemptAt = (one: Claimed): Finished => ({
  claimed: one,
  startedAt: '2026-01-01T00:00:01.000Z',
  ending: { jobId: one.id, state: 'succeeded', error: null },
  result: `result of ${one.id}`,
  job: {
    id: one.id,
    attempt: 0,
    requestId: 'r',
    orgId: 'org_test',
    keyId: 'ak_test',
    log: openLog('test', 'silent'),
    signal: never,
    progress: () => undefined,
  },
})
const afterSetup = (store: StubStore) => {
  store.asked.length = 0
}

describe('what is done', () => {
  test('together is settled together: outcomes, what is saved, the queue, and who waits, in one transaction', async () => {
    const saved: unknown[][] = []
    const {
      completer,
      store,
      settled: observed,
    } = aCompleter({
      worker: { save: async (_tx, done) => void saved.push(done.map(({ result }) => result)) },
    })
    const jobs = [await claimed(store, 'a', anEnvelope({}, { replyTo: 'c' })), await claimed(store, 'b')]
    afterSetup(store)

    await Promise.all(jobs.map((one) => completer.settle(attemptAt(one), never)))

    expect(store.asked).toEqual(['begin', 'outcomes 2', 'complete 2', 'announce 2'])
    expect(saved).toEqual([['result of a', 'result of b']])
    expect(['a', 'b'].map((id) => [store.outcome(id)?.state, store.job(id).state, store.isClaimed(id)])).toEqual([
      ['succeeded', 'completed', false],
      ['succeeded', 'completed', false],
    ])
    expect(observed.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  })

  test('is told along only to who waits for it', async () => {
    const { completer, store } = aCompleter({ worker: { reply: (result) => `told ${result}` } })
    const jobs = [await claimed(store, 'a', anEnvelope({}, { replyTo: 'c' })), await claimed(store, 'b')]

    await Promise.all(jobs.map((one) => completer.settle(attemptAt(one), never)))

    expect(store.told.map(({ jobId, reply, replyTo }) => [jobId, reply, replyTo])).toEqual([
      ['a', 'told result of a', 'c'],
      ['b', undefined, undefined],
    ])
  })

  test('is saved by none whose job had ended before', async () => {
    const saved: string[] = []
    const { completer, store } = aCompleter({
      worker: { save: async (_tx, done) => void saved.push(...done.map(({ job }) => job.id)) },
    })
    const jobs = [await claimed(store, 'a'), await claimed(store, 'b')]
    store.end('a')

    await Promise.all(jobs.map((one) => completer.settle(attemptAt(one), never)))

    expect(saved).toEqual(['b'])
    expect(store.outcome('a')?.state).toBe('canceled')
    expect(store.told.map(({ jobId }) => jobId)).toEqual(['b'])
  })

  test('and cannot be saved takes nobody along', async () => {
    const { completer, store } = aCompleter({
      worker: {
        async save(_tx, done) {
          if (done.some(({ job }) => job.id === 'b')) throw new Error('this one cannot be saved')
        },
      },
    })
    const jobs = [await claimed(store, 'a'), await claimed(store, 'b'), await claimed(store, 'c')]

    const ends = await Promise.allSettled(jobs.map((one) => completer.settle(attemptAt(one), never)))

    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(['a', 'b', 'c'].map((id) => store.outcome(id)?.state)).toEqual(['succeeded', undefined, 'succeeded'])
    expect(store.isClaimed('b')).toBe(true)
  })

  test('waits while the store is away, until its attempt has no time left', async () => {
    const { completer, store, clock } = aCompleter()
    const [kept, late] = [await claimed(store, 'a'), await claimed(store, 'b')]
    store.failures.set('begin', [storeAway(), storeAway()])
    const abort = new AbortController()

    const settling = completer.settle(attemptAt(kept), never)
    await clock.pass(399)
    expect(store.outcome('a')).toBeUndefined()
    await clock.pass(1)
    await settling
    expect(store.outcome('a')?.state).toBe('succeeded')

    store.failures.set('begin', Array.from({ length: 9 }, storeAway))
    const giving = completer.settle(attemptAt(late), abort.signal)
    await settled()
    abort.abort()
    const end = Promise.allSettled([giving])
    await clock.pass(200)
    expect((await end)[0]?.status).toBe('rejected')
  })
})

test('what jobs share is locked before anything of them is saved or discarded, of those alone whose end this is', async () => {
  const acts: string[] = []
  const { completer, store } = aCompleter({
    contract: aContract({ attempts: { limit: 1 } }),
    worker: {
      hold: async (_tx, payloads: readonly { n: number }[]) => acts.push(`hold ${payloads.map(({ n }) => n)}`),
      save: async (_tx, done) => void acts.push(`save ${done.map(({ job }) => job.id)}`),
      onDiscarded: async (_tx, failures) => void acts.push(`discard ${failures.map(({ id }) => id)}`),
    },
  })
  const jobs = [await claimed(store, 'a', anEnvelope({ n: 1 })), await claimed(store, 'b', anEnvelope({ n: 2 }))]
  store.end('a')
  await Promise.all(jobs.map((one) => completer.settle(attemptAt(one), never)))
  const broken = [await claimed(store, 'c', anEnvelope({ n: 3 })), await claimed(store, 'd', anEnvelope({ n: 4 }))]
  store.end('c')
  await completer.giveUp(broken, new Error('out of memory'), null)

  expect(acts).toEqual(['hold 2', 'save b', 'hold 4', 'discard d'])
})

describe('an attempt that fails', () => {
  const broken = new Error('out of memory')

  test('by a refusal ends its job, and whoever notes those that end without a result is told why', async () => {
    const discarded: unknown[] = []
    const { completer, store } = aCompleter({
      worker: { onDiscarded: async (_tx, failures) => void discarded.push(...failures) },
    })
    const one = await claimed(store, 'a', anEnvelope({ n: 1 }))
    const refusal = traceNotFound('SVC-1')

    await completer.failed(attemptAt(one), refusal)

    const error = storedError(refusal)
    expect(store.outcome('a')).toMatchObject({ state: 'failed', error, attempt: 0 })
    expect(store.job('a').state).toBe('completed')
    expect(discarded).toEqual([
      { id: 'a', requestId: 'r', orgId: 'org_test', keyId: 'ak_test', payload: { n: 1 }, error },
    ])
  })

  test('by itself waits for another, and the worker looks for it when its time has come', async () => {
    const { completer, store, clock, wakes } = aCompleter({ contract: aContract({ attempts: { delaySeconds: 5 } }) })
    const one = await claimed(store, 'a')

    await completer.failed(attemptAt(one), broken)

    expect(store.job('a')).toMatchObject({ state: 'retry', output: { message: 'out of memory' } })
    expect([store.outcome('a'), store.isClaimed('a')]).toEqual([undefined, false])
    await clock.pass(5000)
    expect(wakes()).toBe(0)
    await clock.pass(20)
    expect(wakes()).toBe(1)
  })

  test('for the last time is given up, and told as JOB_FAILED', async () => {
    const discarded: string[] = []
    const { completer, store } = aCompleter({
      contract: aContract({ attempts: { limit: 1 } }),
      worker: { onDiscarded: async (_tx, failures) => void discarded.push(...failures.map(({ id }) => id)) },
    })
    store.send('a', anEnvelope({}, { replyTo: 'c' }), { retryLimit: 0 })
    const [one] = await store.claim(1, {})
    if (!one) throw new Error('nothing was claimed')

    await completer.failed(attemptAt(one), broken)

    const error = storedError(jobFailed('a'))
    expect(store.outcome('a')).toMatchObject({ state: 'failed', error })
    expect(store.job('a').state).toBe('failed')
    expect(discarded).toEqual(['a'])
    expect(store.told).toEqual([{ jobId: 'a', state: 'failed', error, replyTo: 'c' }])
  })

  test('by a refusal that may pass waits for another where the contract says so', async () => {
    const { completer, store } = aCompleter({ contract: aContract({ retriesTransient: () => true }) })
    const one = await claimed(store, 'a')

    await completer.failed(attemptAt(one), pageUnreachable('https://a.example', 'timeout', 'took too long'))

    expect([store.job('a').state, store.outcome('a')]).toEqual(['retry', undefined])
  })

  test('keeps its claim when nothing can be written of it', async () => {
    const { completer, store } = aCompleter()
    const one = await claimed(store, 'a')
    store.failures.set('begin', [new Error('no')])

    await completer.failed(attemptAt(one), broken)

    expect([store.job('a').state, store.isClaimed('a')]).toEqual(['active', true])
  })
})

describe('what is none of its business', () => {
  test('ends as tampered with when nobody of ours ordered it: nothing of what it says is believed', async () => {
    const { completer, store, reported } = aCompleter()
    const jobs = [
      await claimed(store, 'a', { hello: 'there' }),
      await claimed(store, 'b', anEnvelope({}, { sentAt: 'when?', replyTo: 'x'.repeat(99), task: { of: 'another' } })),
    ]

    await Promise.all(jobs.map((one) => completer.turnAway(one, 'it is no order')))

    for (const [at, id] of ['a', 'b'].entries())
      expect([store.job(id).state, store.isClaimed(id), store.outcome(id)]).toEqual([
        'completed',
        false,
        expect.objectContaining({
          state: 'failed',
          org_id: at === 0 ? '' : 'org_test',
          error: expect.objectContaining({ code: 'JOB_TAMPERED', details: { job_id: id } }),
        }),
      ])
    expect(reported).toEqual(['test a: it is no order', 'test b: it is no order'])
  })

  test('ends what the store says that it is done for, whatever it says itself, also where that cannot be told', async () => {
    const ended: unknown[] = []
    const known = { context: 'its own', orgId: 'o', keyId: 'k', requestId: 'q', lease: 7 }
    const hooks = [
      {
        known: async () => new Map([['a', known]]),
        hold: async () => ({
          counts: () => true,
          end: async (given: readonly EndedDelivery[]) => void ended.push(...given),
          retry: async () => undefined,
        }),
      },
    ]
    const { completer, store } = aCompleter({ hooks })
    await completer.turnAway(await claimed(store, 'a', anEnvelope({}, { task: 'another' })), 'why')

    expect(ended).toMatchObject([{ jobId: 'a', context: 'its own', orgId: 'o', lease: 7, ending: { state: 'failed' } }])
    expect(store.outcome('a')).toMatchObject({ org_id: 'o', key_id: 'k', request_id: 'q' })

    const broken = aCompleter({ hooks: [{ known: () => Promise.reject(new Error('no')) }] })
    await broken.completer.turnAway(await claimed(broken.store, 'a'), 'why')

    expect([broken.store.job('a').state, broken.reported]).toEqual(['completed', ['test a: why']])
  })

  test('keeps the outcome that it has, and gets none where what it came to stands in the evidence', async () => {
    const { completer, store } = aCompleter()
    const made = { ...(await claimed(store, 'a')), isMade: true }

    await completer.turnAway(made, 'it was done before')

    expect([store.job('a').state, store.outcome('a')]).toEqual(['completed', undefined])
  })

  test('is left uncounted when a later release has sent it, and given up when nobody has known it for too long', async () => {
    const { completer, store } = aCompleter()
    const one = await claimed(store, 'a')
    const forsaken = await claimed(store, 'b', anEnvelope({}, { unknownSince: '2026-01-01T00:00:00Z' }))

    expect(await Promise.all([completer.leave(one), completer.leave(forsaken)])).toEqual([false, true])

    expect(store.asked.filter((each) => each.startsWith('leave'))).toEqual(['leave 2'])
    expect([store.job('a').state, store.job('a').retryCount]).toEqual(['created', 0])
  })

  test('waits as if it had not been taken when the worker stops', async () => {
    const { completer, store } = aCompleter()
    const one = await claimed(store, 'a')

    await completer.handBack(one)

    expect([store.job('a').state, store.job('a').retryCount, store.isClaimed('a')]).toEqual(['created', 0, false])
  })
})

describe('hooks', () => {
  /** What a hook hears, of deliveries that count unless a test says which do not. */
  function aHook(counts: HeldDeliveries['counts'] = () => true) {
    const heard: string[] = []
    const ended: EndedDelivery[] = []
    const hook: JobHooks = {
      terms: () => ({ isKnown: true, logged: {}, attempts: 2 }),
      redact: (error) => ({ ...error, message: 'redacted' }),
      async hold(_tx, deliveries) {
        heard.push(`hold ${deliveries.map(({ jobId }) => jobId)}`)
        return {
          counts,
          async end(those) {
            heard.push(`end ${those.map(({ jobId }) => jobId)}`)
            ended.push(...those)
          },
          async retry(those, code) {
            heard.push(`retry ${those.map(({ jobId, isForgiven }) => `${jobId} ${isForgiven}`)} ${code}`)
          },
        }
      },
    }
    return { hook, heard, ended }
  }
  const ofTask = anEnvelope({}, { task: { id: 't' } })

  test('hear nothing of a job without a context', async () => {
    const { hook, heard } = aHook()
    const { completer, store } = aCompleter({ hooks: [hook] })
    const jobs = [await claimed(store, 'a'), await claimed(store, 'b')]

    await completer.settle(attemptAt(jobs[0] as Claimed), never)
    await completer.failed(attemptAt(jobs[1] as Claimed), new Error('out of memory'))

    expect(heard).toEqual([])
  })

  test('hold what a job is of before anything is written, and hear how it has ended with what they said of it', async () => {
    const { hook, heard, ended } = aHook()
    const { completer, store } = aCompleter({ hooks: [hook] })
    const one = await claimed(store, 'a', ofTask)

    await completer.settle({ ...attemptAt(one), judged: [{ told: 'fine' }] }, never)

    expect(heard).toEqual(['hold a', 'end a'])
    expect(ended).toMatchObject([{ context: { id: 't' }, lease: 0, ending: { state: 'succeeded' }, told: 'fine' }])
  })

  test('have what does not count any more dropped whole, and only that', async () => {
    const { hook, heard } = aHook(({ jobId }) => jobId !== 'a')
    const { completer, store } = aCompleter({ hooks: [hook] })
    const jobs = [await claimed(store, 'a', ofTask), await claimed(store, 'b', ofTask)]

    await Promise.all(jobs.map((one) => completer.settle(attemptAt(one), never)))

    expect(['a', 'b'].map((id) => [store.outcome(id)?.state, store.job(id).state])).toEqual([
      [undefined, 'completed'],
      ['succeeded', 'completed'],
    ])
    expect(heard).toEqual(['hold a,b', 'end b'])
  })

  test('hear of an attempt that will be made again, and why', async () => {
    const { hook, heard } = aHook()
    const { completer, store } = aCompleter({ hooks: [hook] })
    const one = await claimed(store, 'a', ofTask)

    await completer.failed(attemptAt(one), pageUnreachable('https://a.example', 'timeout', 'took too long'))

    expect(heard).toEqual(['hold a', 'retry a false PAGE_UNREACHABLE'])
  })

  test('say how often it is tried, and in which words a refusal is kept', async () => {
    const { hook } = aHook()
    const { completer, store } = aCompleter({ hooks: [hook] })
    store.send('a', ofTask, { state: 'retry' })
    const [second] = await store.claim(1, {})
    if (!second) throw new Error('nothing was claimed')

    await completer.failed(attemptAt(second), pageUnreachable('https://a.example', 'timeout', 'took too long'))

    expect(store.outcome('a')).toMatchObject({ state: 'failed', error: { message: 'redacted' }, attempt: 1 })
  })
})
