/** The rescuer over a queue in memory: when a worker is taken for lost, and what becomes of its jobs. */
import { expect, test } from 'bun:test'
import { openLog } from '#shared/kernel/logger'
import { aCompleter, aContract } from '#test/workers/runtime/makers'
import { anEnvelope, type StubStore } from '#test/workers/runtime/stub-store'
import { Rescuer } from '#workers/runtime/rescuer'

function aRescuer(odd: Parameters<typeof aCompleter>[0] = {}) {
  const made = aCompleter(odd)
  const { store, completer, clock, orders } = made
  const rescuer = new Rescuer({ name: 'test', store, completer, clock, orders, log: openLog('test', 'silent') })
  rescuer.start()
  return { ...made, rescuer }
}
const workOf = (store: StubStore, worker: string, ids: readonly string[], data: unknown = anEnvelope()) => {
  for (const id of ids) {
    store.send(id, data)
    store.claimAs(worker, id)
  }
}

test('a worker that is missed twice is gone: its sessions are ended, its jobs wait for another', async () => {
  const { store, clock } = aRescuer()
  workOf(store, 'lost', ['a', 'b'])
  workOf(store, 'living', ['c'])
  store.gone.add('lost')

  await clock.pass(1000)
  expect(store.job('a').state).toBe('active')
  await clock.pass(1000)

  expect(['a', 'b', 'c'].map((id) => store.job(id).state)).toEqual(['retry', 'retry', 'active'])
  expect(store.endedSessions).toEqual(['lost', 'lost'])
  expect(store.job('a').output).toEqual({ message: 'the worker process was lost' })
})

test('what is not what was ordered any more is not handed over: it ends, and nobody is told what it says', async () => {
  const discarded: unknown[] = []
  const { store, clock, forged, reported } = aRescuer({
    worker: { onDiscarded: async (_, failures) => void discarded.push(...failures) },
  })
  workOf(store, 'lost', ['changed', 'same'])
  workOf(store, 'lost', ['none'], null)
  forged.set('changed', 'it is not what was sealed')
  store.gone.add('lost')

  await clock.pass(2000)

  expect(['changed', 'same', 'none'].map((id) => store.job(id).state)).toEqual(['completed', 'retry', 'completed'])
  expect(store.outcome('changed')).toMatchObject({ state: 'failed', error: { code: 'JOB_TAMPERED' } })
  expect([reported.toSorted(), discarded]).toEqual([
    ['test changed: it is not what was sealed', 'test none: it is no order'],
    [],
  ])
})

test('a worker that was missed once and is back is not gone', async () => {
  const { store, clock } = aRescuer()
  workOf(store, 'slow', ['a'])

  for (let times = 0; times < 3; times++) {
    store.gone.add('slow')
    await clock.pass(1000)
    store.gone.delete('slow')
    await clock.pass(1000)
  }

  expect(store.job('a').state).toBe('active')
})

test('a job whose last attempt was lost is given up, one whose losses are forgiven is not', async () => {
  const strict = aRescuer({ contract: aContract({ attempts: { limit: 1 } }) })
  const forgiving = aRescuer({ contract: aContract({ attempts: { limit: 1, lossesForgiven: 1 } }) })
  for (const { store, clock } of [strict, forgiving]) {
    workOf(store, 'lost', ['a'])
    store.job('a').retryLimit = 0
    store.gone.add('lost')
    await clock.pass(2000)
  }

  expect(strict.store.outcome('a')).toMatchObject({ state: 'failed', error: { code: 'JOB_FAILED' } })
  expect(forgiving.store.outcome('a')).toBeUndefined()
  expect(forgiving.store.job('a')).toMatchObject({ state: 'retry', data: { lost: 1 } })
})

test('a job that cannot be handed over keeps no other waiting, and is tried again', async () => {
  const { store, clock } = aRescuer()
  workOf(store, 'lost', ['a', 'b', 'c'])
  store.gone.add('lost')
  // All together, then the first by itself.
  store.failures.set('begin', [new Error('one of them'), new Error('this one')])

  await clock.pass(2000)
  expect(['a', 'b', 'c'].map((id) => store.job(id).state)).toEqual(['active', 'retry', 'retry'])
  await clock.pass(1000)

  expect(store.job('a').state).toBe('retry')
})

test('a look that fails is followed by another, and none follows the end', async () => {
  const { store, clock, rescuer } = aRescuer()
  store.failures.set('lost claims', [new Error('no')])
  await clock.pass(2000)
  expect(store.asked).toEqual(['lost claims', 'lost claims'])

  await rescuer.stop()
  await clock.pass(5000)

  expect(store.asked).toHaveLength(2)
})
