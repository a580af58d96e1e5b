/** The runner over a queue in memory and a clock that stands still: what it takes, when it looks, and how an attempt ends. */
import { describe, expect, spyOn, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { governanceDenied } from '#shared/kernel/errors/governance'
import { scopeRequired } from '#shared/kernel/errors/request'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import { openLog } from '#shared/kernel/logger'
import type { JobHooks } from '#shared/queue/hooks'
import { settled } from '#test/support/stub-clock'
import { aContract, aRuntime } from '#test/workers/runtime/makers'
import { anEnvelope, type StubStore } from '#test/workers/runtime/stub-store'
import { Runner } from '#workers/runtime/runner'
import type { JobAttempt } from '#workers/runtime/worker'

type Odd = Parameters<typeof aRuntime>[0] & { random?: () => number; before?: (store: StubStore) => void }

/** A runner whose jobs run until a test lets them end. */
async function aRunner({ random = () => 0, before, ...odd }: Odd = {}) {
  const running = new Map<string, { job: JobAttempt; end: (error?: unknown) => void }>()
  const begun: string[] = []
  const run = (_: never, job: JobAttempt) =>
    new Promise<void>((resolve, reject) => {
      begun.push(job.id)
      running.set(job.id, { job, end: (error) => (error === undefined ? resolve() : reject(error)) })
    })
  const runtime = aRuntime({ ...odd, worker: { run, ...odd.worker } })
  before?.(runtime.store)
  const runner = new Runner({ ...runtime, concurrency: runtime.worker.concurrency, random })
  await runner.start()
  await settled()
  return {
    ...runtime,
    runner,
    begun,
    signalOf: (id: string) => running.get(id)?.job.signal,
    async end(id: string, error?: unknown) {
      running.get(id)?.end(error)
      await settled()
    },
  }
}
const send = (store: StubStore, ids: readonly string[], priority = 0) => {
  for (const id of ids) store.send(id, anEnvelope(), { priority })
}
const claims = (store: StubStore) => store.asked.filter((each) => each.startsWith('claim'))

describe('it takes', () => {
  test('as many jobs as there are places, and the next as one is free', async () => {
    const { begun, end, store, runner } = await aRunner({
      worker: { concurrency: 2 },
      before: (queue) => send(queue, ['a', 'b', 'c']),
    })
    expect(begun).toEqual(['a', 'b'])

    await end('b')

    expect(begun).toEqual(['a', 'b', 'c'])
    expect(store.outcome('b')?.state).toBe('succeeded')
    await runner.stop(0)
  })

  test('a power of two at once, so that the statement for each keeps its plan', async () => {
    const { store, runner } = await aRunner({
      worker: { concurrency: 7 },
      before: (queue) => send(queue, ['a', 'b', 'c', 'd', 'e']),
    })

    expect(claims(store)).toEqual(['claim 4', 'claim 2'])
    await runner.stop(0)
  })

  test('in turns while others stand in a line that is longer than its places, and not where one organisation does', async () => {
    const { store, runner } = await aRunner({
      worker: { concurrency: 6 },
      before(queue) {
        for (const [id, orgId] of [
          ['a', 'org_a'],
          ['b', 'org_a'],
          ['c', 'org_a'],
          ['d', 'org_a'],
          ['e', 'org_b'],
        ] as const)
          queue.send(id, anEnvelope({}, { orgId }))
      },
    })

    expect(claims(store)).toEqual(['claim 4', 'claim in turns 2', 'claim in turns 1'])
    await runner.stop(0)
  })

  test('one of another organisation next but two, though a thousand of one were sent before it', async () => {
    const { begun, end, runner } = await aRunner({
      worker: { concurrency: 2 },
      before(queue) {
        for (let n = 0; n < 1000; n += 1) queue.send(`a ${n}`, anEnvelope({}, { orgId: 'org_a' }))
        queue.send('b', anEnvelope({}, { orgId: 'org_b' }))
      },
    })
    await end('a 0')
    await end('a 1')

    expect(begun).toEqual(['a 0', 'a 1', 'a 2', 'b'])
    await runner.stop(0)
  })

  test('nothing more while nothing is sent, but for a look each second', async () => {
    const { store, clock, begun, runner } = await aRunner()
    expect(claims(store)).toHaveLength(1)
    send(store, ['a'])
    await clock.pass(999)
    expect(begun).toEqual([])

    await clock.pass(1)

    expect(begun).toEqual(['a'])
    await runner.stop(0)
  })

  test('at once what it is told of, without waiting for the second', async () => {
    const { store, begun, runner } = await aRunner()
    send(store, ['a'])

    store.tellSent()
    await settled()

    expect(begun).toEqual(['a'])
    await runner.stop(0)
  })

  test('again a second after taking has failed', async () => {
    const { store, clock, begun, runner } = await aRunner({
      before(queue) {
        send(queue, ['a'])
        queue.failures.set('claim', [new Error('no connection')])
      },
    })
    expect(begun).toEqual([])

    await clock.pass(1000)

    expect([begun, claims(store).length]).toEqual([['a'], 2])
    await runner.stop(0)
  })

  test('again and again while taking fails, and tells of it once until it fails otherwise', async () => {
    const log = openLog('test', 'silent')
    const warn = spyOn(log, 'warn')
    const { clock, begun, runner } = await aRunner({
      log,
      before(queue) {
        send(queue, ['a'])
        queue.failures.set(
          'claim',
          ['no connection', 'no connection', 'no connection', 'no room'].map((why) => new Error(why)),
        )
      },
    })

    for (let second = 0; second < 4; second += 1) await clock.pass(1000)

    expect(begun).toEqual(['a'])
    expect(warn.mock.calls.map(([facts]) => facts)).toMatchObject([
      { err: { message: 'no connection' } },
      { err: { message: 'no room' } },
    ])
    await runner.stop(0)
  })

  test('calls alone into the places that are kept for them', async () => {
    const { begun, end, runner, store } = await aRunner({
      worker: { concurrency: 1, reserved: 1 },
      before: (queue) => send(queue, ['a', 'b']),
    })
    expect(begun).toEqual(['a'])
    send(store, ['call'], 1)
    store.tellSent()
    await settled()
    expect(begun).toEqual(['a', 'call'])

    await end('a')
    await end('call')

    expect(begun).toEqual(['a', 'call', 'b'])
    await runner.stop(0)
  })

  test('one in sixteen out of its turn, so that the last in line is done while others keep coming', async () => {
    const { begun, end, store, clock, runner } = await aRunner({
      worker: { concurrency: 1 },
      before(queue) {
        send(queue, ['last'], -5)
        for (let n = 0; n < 40; n++) send(queue, [`first ${n}`], 0)
      },
    })
    for (let n = 0; !begun.includes('last') && n < 40; n++) {
      await clock.pass(300)
      await end(begun.at(-1) ?? '')
    }

    expect(begun.indexOf('last')).toBe(16)
    expect(store.job('first 39').state).toBe('created')
    await runner.stop(0)
  })
})

describe('an attempt', () => {
  test('that takes longer than it may is told to stop and made again', async () => {
    const { store, clock, signalOf, runner } = await aRunner({
      contract: aContract({ attempts: { expireInSeconds: 60 }, secondsOf: () => 10 }),
      before: (queue) => send(queue, ['a']),
    })
    await clock.pass(9999)
    expect(signalOf('a')?.aborted).toBe(false)

    await clock.pass(1)

    expect(signalOf('a')?.aborted).toBe(true)
    expect(store.job('a')).toMatchObject({ state: 'retry', output: { message: 'took longer than 10 s' } })
    await runner.stop(0)
  })

  test('at a job that was called off is told to stop, and no other', async () => {
    const { store, signalOf, runner } = await aRunner({ before: (queue) => send(queue, ['a', 'b']) })

    store.end('a')
    store.tellToStop('a')
    await settled()

    expect(['a', 'b'].map((id) => signalOf(id)?.aborted)).toEqual([true, false])
    await runner.stop(0)
  })

  test('at a job that nobody has called off goes on, whoever says that it is to stop', async () => {
    const { store, signalOf, runner } = await aRunner({ before: (queue) => send(queue, ['a']) })

    store.tellToStop('a')
    await settled()

    expect(signalOf('a')?.aborted).toBe(false)
    await runner.stop(0)
  })

  test('at a job that was called off while nobody listened is told to stop as soon as somebody does again', async () => {
    const { store, signalOf, runner } = await aRunner({ before: (queue) => send(queue, ['a', 'b']) })
    store.end('a')
    await settled()
    expect(signalOf('a')?.aborted).toBe(false)

    store.tellListening()
    await settled()

    expect(['a', 'b'].map((id) => signalOf(id)?.aborted)).toEqual([true, false])
    await runner.stop(0)
  })

  test('that has ended leaves no bound behind', async () => {
    const { clock, end, runner } = await aRunner({ before: (queue) => send(queue, ['a']) })
    const waiting = clock.waiting()

    await end('a')

    // The bound is gone.
    expect(clock.waiting()).toBe(waiting - 1)
    await runner.stop(0)
  })

  test('notes how far it is', async () => {
    const { store, runner } = await aRunner({
      worker: { run: async (_, job) => job.progress(1, 2) },
      before: (queue) => send(queue, ['a']),
    })

    expect(store.asked).toContain('progress 1/2')
    await runner.stop(0)
  })

  test('comes to what a store takes: halves of surrogate pairs and NULs are replaced', async () => {
    const saved: unknown[] = []
    const run = async () => ({ title: 'cut \ud83d', text: 'a\0b' })
    const save = async (_: unknown, done: readonly { result: unknown }[]) => void saved.push(...done)
    const { store, clock, runner } = await aRunner({ worker: { run, save } })
    send(store, ['a'])

    await clock.pass(1000)

    expect(saved).toMatchObject([{ result: { title: 'cut \ufffd', text: 'a\ufffdb' } }])
    await runner.stop(0)
  })

  test('at what nobody of ours has sent is not made', async () => {
    const { store, begun, runner } = await aRunner({ before: (queue) => queue.send('a', { hello: 'there' }) })

    expect([begun, store.job('a').state, store.outcome('a')?.error]).toEqual([
      [],
      'completed',
      expect.objectContaining({ code: 'JOB_TAMPERED' }),
    ])
    await runner.stop(0)
  })

  test.each([
    ['of a later version of its contract', { version: 2 }, {}],
    ['of a payload that its contract does not have', {}, { n: 'one' }],
    ['that its worker does not know', {}, { n: 2 }],
  ])('at a job %s is left to others', async (_, odd, payload) => {
    const { store, begun, runner } = await aRunner({
      contract: aContract({ payload: t.Object({ n: t.Optional(t.Integer()) }) }),
      worker: { concurrency: 1, knows: (asked: { n?: number }) => asked.n !== 2 },
      before: (queue) => queue.send('a', anEnvelope(payload, odd)),
    })
    await runner.stop(0)

    expect(begun).toEqual([])
    expect(store.asked).toContain('leave 1')
    expect(store.outcome('a')).toBeUndefined()
  })
})

test('a job that nobody has known for too long ends, and says why', async () => {
  const { store, runner } = await aRunner({
    worker: { concurrency: 1 },
    before: (queue) => queue.send('a', anEnvelope({}, { version: 2, unknownSince: '2026-01-01T00:00:00Z' })),
  })

  expect(store.outcome('a')).toMatchObject({
    state: 'failed',
    error: { code: 'JOB_FAILED', details: { reason: 'unknown' } },
  })
  await runner.stop(0)
})

test('the jobs of a worker that is gone are taken', async () => {
  const { store, clock, begun, runner } = await aRunner({
    before(queue) {
      queue.send('a')
      queue.claimAs('lost', 'a')
      queue.gone.add('lost')
    },
  })

  await clock.pass(2000)

  expect([begun, store.job('a').state]).toEqual([[], 'retry'])
  await runner.stop(0)
})

describe('hooks', () => {
  const ofTask = anEnvelope({}, { task: { id: 't' } })
  const inTask = (store: StubStore) => store.send('a', ofTask)
  const terms = { isKnown: true, logged: {} }

  test('pass no job without a context', async () => {
    const fails = () => {
      throw new Error('this is none of its business')
    }
    const { store, end, runner } = await aRunner({
      hooks: [{ terms: fails, begin: fails, judge: fails, redact: fails, hold: fails }],
      before: (queue) => send(queue, ['a', 'b']),
    })
    await end('a')
    await end('b', scopeRequired('area A'))

    expect(['a', 'b'].map((id) => store.outcome(id)?.state)).toEqual(['succeeded', 'failed'])
    await runner.stop(0)
  })

  test('let an attempt begin, judge its result, hold what it is of and hear its end, in this order', async () => {
    const heard: string[] = []
    const hook: JobHooks = {
      terms: () => terms,
      async begin({ jobId, attempt }) {
        heard.push(`begin ${jobId} ${attempt}`)
        return true
      },
      judge(_, reply) {
        heard.push(`judge ${reply}`)
        return { told: 'fine' }
      },
      async hold() {
        heard.push('hold')
        return {
          counts: () => true,
          end: async ([ended]) => void heard.push(`end ${ended?.ending.state} ${ended?.told}`),
          retry: async () => undefined,
        }
      },
    }
    const { end, runner } = await aRunner({ hooks: [hook], worker: { reply: () => 'done' }, before: inTask })
    expect(heard).toEqual(['begin a 0'])

    await end('a')

    expect(heard).toEqual(['begin a 0', 'judge done', 'hold', 'end succeeded fine'])
    await runner.stop(0)
  })

  test('hear what they have said of a result that they refused', async () => {
    const told: unknown[] = []
    const hook: JobHooks = {
      judge: () => ({ refusal: governanceDenied({ articles: ['I'], tier: 'T4', message: 'no' }), told: 'why' }),
      hold: async () => ({
        counts: () => true,
        end: async (ended) => void told.push(...ended.map((each) => [each.ending.state, each.told])),
        retry: async () => undefined,
      }),
    }
    const { end, runner } = await aRunner({ hooks: [hook], before: inTask })

    await end('a')

    expect(told).toEqual([['failed', 'why']])
    await runner.stop(0)
  })

  test('drop a delivery that nobody waits for', async () => {
    const { store, begun, runner } = await aRunner({ hooks: [{ begin: async () => false }], before: inTask })

    expect([begun, store.job('a').state, store.outcome('a'), store.isClaimed('a')]).toEqual([
      [],
      'completed',
      undefined,
      false,
    ])
    await runner.stop(0)
  })

  test('refuse a job before it runs, and a result before it is saved', async () => {
    const saved: string[] = []
    const save = async (_: unknown, done: { job: JobAttempt }[]) => void saved.push(...done.map(({ job }) => job.id))
    const early = await aRunner({ hooks: [{ begin: () => Promise.reject(scopeRequired('area B')) }], before: inTask })
    const refusal = governanceDenied({ articles: ['I'], tier: 'T4', message: 'no' })
    const late = await aRunner({ hooks: [{ judge: () => ({ refusal }) }], worker: { save }, before: inTask })
    await late.end('a')

    expect([early.begun, early.store.outcome('a')?.error]).toMatchObject([[], { code: 'SCOPE_REQUIRED' }])
    expect([saved, late.store.outcome('a')?.error]).toMatchObject([[], { code: 'GOVERNANCE_DENIED' }])
    await Promise.all([early.runner.stop(0), late.runner.stop(0)])
  })

  test('end an attempt that takes longer than they let it', async () => {
    const refusal = () => deadlineExceeded('t', 'took longer than 5 s')
    const hooks = [{ terms: () => ({ ...terms, timeout: { seconds: 5, refusal } }) }]
    const { store, clock, runner } = await aRunner({ hooks, before: inTask })

    await clock.pass(5000)

    expect(store.outcome('a')).toMatchObject({ state: 'failed', error: { code: 'DEADLINE_EXCEEDED' } })
    await runner.stop(0)
  })

  test('leave to others what they do not know', async () => {
    const { store, begun, runner } = await aRunner({
      worker: { concurrency: 1 },
      hooks: [{ terms: () => ({ ...terms, isKnown: false }) }],
      before: inTask,
    })
    await runner.stop(0)

    expect([begun, store.outcome('a')]).toEqual([[], undefined])
    expect(store.asked).toContain('leave 1')
  })
})

describe('a runner that stops', () => {
  test('takes nothing more, waits for what runs, and hands back what has not ended in time', async () => {
    const { store, clock, begun, end, signalOf, runner } = await aRunner({
      worker: { concurrency: 2 },
      before: (queue) => send(queue, ['quick', 'slow', 'next']),
    })
    let isStopped = false
    const stopping = runner.stop(5000).then(() => {
      isStopped = true
    })
    await end('quick')
    expect([store.outcome('quick')?.state, signalOf('slow')?.aborted, isStopped]).toEqual(['succeeded', false, false])

    await clock.pass(5000)
    await stopping

    expect(begun).toEqual(['quick', 'slow'])
    expect([store.job('slow').state, store.job('slow').retryCount, store.isClaimed('slow')]).toEqual([
      'created',
      0,
      false,
    ])
    expect(store.outcome('slow')).toBeUndefined()
  })

  test('hears nothing more', async () => {
    const { store, clock, runner } = await aRunner()
    await runner.stop(0)
    const asked = store.asked.length

    store.tellSent()
    await clock.pass(10_000)

    expect([store.asked.length, store.isHeard]).toEqual([asked, false])
  })
})
