/** The queue's client over a store in memory and a clock that stands still: who waits is told, whatever is lost on the way. */
import { describe, expect, test } from 'bun:test'
import { type TSchema, Type as t } from '@sinclair/typebox'
import type { Tx } from '#db/client'
import { defineJob } from '#shared/jobs/contract'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { openLog } from '#shared/kernel/logger'
import type { Writing } from '#shared/kernel/writing'
import { StoredQueueClient } from '#shared/queue/client'
import type { ClientStore } from '#shared/queue/client-store'
import { announcements, type Ending } from '#shared/queue/completions'
import type { JobInsert } from '#shared/queue/send'
import { aSigner } from '#test/support/store'
import { settled, stubClock } from '#test/support/stub-clock'

const contract = defineJob<string, TSchema>({
  name: 'test',
  payload: t.Object({}),
  areas: ['A'],
  waitMs: 10_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 30 },
})

const sealer = aSigner()
// Sound: nothing of this store looks at its transactions.
const tx = {} as Tx
const writing: Writing = { begin: (act) => act(tx), noting: (work) => work() }

const succeeded = (jobId: string, reply?: string): Ending => ({ jobId, state: 'succeeded', error: null, reply })

/** A store whose queue holds what was sent, until a test says otherwise. */
function aStore() {
  const sent: { how: string; jobs: JobInsert[] }[] = []
  const queue = new Map<string, 'created' | 'active' | 'failed' | 'cancelled'>()
  const ended = new Map<string, Ending>()
  const takenBack: string[] = []
  let heard: { channel: string; tell: (payload: string) => void; onListening: () => void } | undefined
  const take = (how: string, jobs: JobInsert[]) => {
    sent.push({ how, jobs })
    for (const { id } of jobs) queue.set(id, 'created')
  }
  const endingsOf = async (ids: readonly string[]) => ids.flatMap((id) => ended.get(id) ?? [])
  const store: ClientStore = {
    sealer,
    endings: endingsOf,
    endingsInTime: endingsOf,
    hasEnded: async (_, id) => ended.has(id),
    queued: async (ids) => ids.flatMap((id) => (queue.has(id) ? [{ id, state: queue.get(id) ?? 'created' }] : [])),
    insert: async (_tx, _contract, job) => take('for good', [job]),
    async insertNoted(_tx, _contract, job) {
      take('for good', [job])
      return `promise of ${job.id}`
    },
    insertHastily: async (_, jobs) => take('hastily', jobs),
    insertAgain: async (_, job) => take('again', [job]),
    takeBack: async (_, id) => takenBack.push(id),
    sendBatch: async () => undefined,
    async listen(channel, tell, onListening) {
      heard = { channel, tell, onListening }
      return async () => {
        heard = undefined
      }
    },
    close: async () => undefined,
  }
  return {
    store,
    queue,
    takenBack,
    sent: () => sent.map(({ how, jobs }) => `${how} ${jobs.map(({ id }) => id)}`),
    jobs: () => sent.flatMap(({ jobs }) => jobs),
    /** Writes how a job has ended, and tells nobody. */
    end({ jobId, state, error }: Ending) {
      ended.set(jobId, { jobId, state, error })
    },
    tell(...endings: Ending[]) {
      for (const payload of announcements(endings, sealer)) heard?.tell(payload)
    },
    tellRaw: (payload: string) => heard?.tell(payload),
    listening: () => heard?.onListening(),
    isHeard: () => heard !== undefined,
  }
}

async function aClient() {
  const stub = aStore()
  const clock = stubClock()
  const client = new StoredQueueClient({
    store: stub.store,
    channel: 'reply',
    log: openLog('test', 'silent'),
    patience: { waitMs: Number.POSITIVE_INFINITY, stalledMs: Number.POSITIVE_INFINITY },
    clock,
  })
  await client.start()
  /** Asks for a job and tells what came of it, once something has. */
  const wait = (jobId: string, odd: Partial<Parameters<typeof client.enqueueAndWait>[2]> = {}) => {
    const told: { came?: unknown } = {}
    const by = { requestId: 'r', orgId: 'o', keyId: 'k' }
    const asked = client.enqueueAndWait(
      contract,
      {},
      { ...by, jobId, writing, isMetAgain: false, waitMs: 60_000, ...odd },
    )
    const done = asked.then(
      (came) => Object.assign(told, { came }),
      (error) => Object.assign(told, { came: error }),
    )
    return { told, done }
  }
  return { ...stub, client, clock, wait }
}

describe('who waits', () => {
  test('is told along with the ending of the job, and what its worker told', async () => {
    const { wait, tell, jobs } = await aClient()
    const { told, done } = wait('a')
    await settled()
    expect(jobs()).toMatchObject([{ id: 'a', priority: 1, data: { replyTo: 'reply', requestId: 'r' } }])

    tell(succeeded('b', 'another'), succeeded('a', 'the tree'))
    await done

    expect(told.came).toEqual({ jobId: 'a', state: 'succeeded', reply: 'the tree' })
  })

  test('reads how it ended where the message says no more than that it has', async () => {
    const { wait, tellRaw, end } = await aClient()
    const { told, done } = wait('a')
    await settled()
    end(succeeded('a'))

    tellRaw('[["a"]]')
    await done

    expect(told.came).toMatchObject({ state: 'succeeded' })
  })

  test('finds it within half a second where the message was lost', async () => {
    const { wait, end, clock } = await aClient()
    const { told } = wait('a')
    await settled()
    end(succeeded('a'))
    await clock.pass(249)
    expect(told.came).toBeUndefined()

    await clock.pass(251)

    expect(told.came).toMatchObject({ state: 'succeeded' })
  })

  test('looks at once when it listens again', async () => {
    const { wait, end, clock, listening } = await aClient()
    const { told } = wait('a')
    await clock.pass(250)
    end(succeeded('a'))

    listening()
    await settled()

    expect(told.came).toMatchObject({ state: 'succeeded' })
  })

  test('waits beside others for the same job, and all are told', async () => {
    const { wait, tell } = await aClient()
    const waiting = [wait('a', { isMetAgain: true }), wait('a', { isMetAgain: true })]
    await settled()

    tell(succeeded('a'))
    await Promise.all(waiting.map(({ done }) => done))

    expect(waiting.map(({ told }) => told.came)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }])
  })

  test('is told that the job goes on when the wait is over, and it is there for good', async () => {
    const { wait, sent, clock } = await aClient()
    const { told } = wait('a', { waitMs: 5000 })
    await clock.pass(4999)
    expect(told.came).toBeUndefined()

    await clock.pass(1)

    expect(told.came).toEqual({ jobId: 'a', state: 'pending' })
    expect(sent()).toEqual(['hastily a', 'for good a'])
  })

  test('leaves nothing behind once the wait is over: no timer, and nothing is looked for or sent again', async () => {
    const { wait, tell, queue, sent, clock } = await aClient()
    const before = clock.waiting()
    const waiting = [wait('told'), wait('late', { waitMs: 1000 })]
    await settled()
    tell(succeeded('told'))
    await settled()
    expect(clock.waiting()).toBe(before + 1)
    await clock.pass(1000)
    queue.clear()

    await clock.pass(10_000)

    expect(waiting.map(({ told }) => told.came)).toMatchObject([{ state: 'succeeded' }, { state: 'pending' }])
    expect([clock.waiting(), sent()]).toEqual([before, ['hastily told,late', 'for good late']])
  })

  test('is refused with what the worker refused', async () => {
    const { wait, tell } = await aClient()
    const { told, done } = wait('a')
    await settled()

    tell({ jobId: 'a', state: 'failed', error: storedError(traceNotFound('SVC-1')) })
    await done

    expect(told.came).toBeInstanceOf(ServiceError)
    expect(told.came).toMatchObject({ code: 'TRACE_NOT_FOUND', message: 'no trace SVC-1' })
  })
})

describe('a job that the store', () => {
  test('has lost is sent again, by the first of those that wait', async () => {
    const { wait, queue, sent, clock } = await aClient()
    wait('a', { isMetAgain: true })
    wait('a', { isMetAgain: true })
    await clock.pass(500)
    queue.delete('a')
    await clock.pass(2500)

    expect(sent().filter((each) => each.startsWith('again'))).toEqual(['again a'])
    expect(queue.get('a')).toBe('created')
  })

  test('has and does not end is not sent again', async () => {
    const { wait, sent, clock } = await aClient()
    wait('a')
    await clock.pass(10_000)

    expect(sent()).toEqual(['hastily a'])
  })

  test('itself has called off, and nobody else says anything of, is told as tampered with', async () => {
    const { wait, queue, clock } = await aClient()
    const { told } = wait('a')
    await settled()
    queue.set('a', 'cancelled')

    await clock.pass(2500)

    expect(told.came).toMatchObject({ code: 'JOB_TAMPERED' })
  })

  test('itself has given up, and nobody else says anything of, is waited for: it is done again', async () => {
    const { wait, queue, end, clock } = await aClient()
    const { told } = wait('a')
    await settled()
    queue.set('a', 'failed')
    await clock.pass(2500)
    expect(told.came).toBeUndefined()

    end(succeeded('a'))
    await clock.pass(2500)

    expect(told.came).toMatchObject({ state: 'succeeded' })
  })

  test('has ended while it was looked for is no lost one', async () => {
    const { wait, queue, end, sent, clock } = await aClient()
    const { told } = wait('a')
    await settled()
    queue.delete('a')
    end(succeeded('a'))

    await clock.pass(2500)

    expect([told.came, sent()]).toMatchObject([{ state: 'succeeded' }, ['hastily a']])
  })
})

describe('what is met again', () => {
  test('and has ended is answered without being sent', async () => {
    const { wait, end, sent } = await aClient()
    end(succeeded('a'))
    const { told, done } = wait('a', { isMetAgain: true })
    await done

    expect([told.came, sent()]).toMatchObject([{ state: 'succeeded' }, []])
  })

  test('is not taken back when its caller hangs up; a job of its own is', async () => {
    const { wait, takenBack, sent } = await aClient()
    const [own, shared] = [new AbortController(), new AbortController()]
    const waiting = [wait('own', { signal: own.signal }), wait('shared', { isMetAgain: true, signal: shared.signal })]
    await settled()

    own.abort()
    shared.abort()
    await Promise.all(waiting.map(({ done }) => done))

    expect(takenBack).toEqual(['own'])
    expect(waiting.map(({ told }) => told.came)).toMatchObject([{ state: 'pending' }, { state: 'pending' }])
    expect(sent()).toEqual(['hastily own', 'hastily shared'])
  })
})

describe('a job is sent', () => {
  test('without waiting for the disk, many in one go, where its caller waits for it', async () => {
    const { wait, sent } = await aClient()
    for (const id of ['a', 'b', 'c']) wait(id)
    await settled()

    expect(sent()).toEqual(['hastily a,b,c'])
  })

  test('behind others where it takes long, though its caller waits for it', async () => {
    const { client, tell, jobs } = await aClient()
    const by = { requestId: 'r', orgId: 'o', keyId: 'k', writing, isMetAgain: false, waitMs: 60_000 }
    const lasting = { ...contract, isLong: (payload: unknown) => Bun.deepEquals(payload, { long: true }) }

    const asked = [
      client.enqueueAndWait(lasting, { long: true }, { ...by, jobId: 'long' }),
      client.enqueueAndWait(lasting, {}, { ...by, jobId: 'short' }),
    ]
    await settled()
    tell(succeeded('long'), succeeded('short'))
    await Promise.all(asked)

    expect(Object.fromEntries(jobs().map(({ id, priority }) => [id, priority]))).toEqual({ long: 0, short: 1 })
  })

  test('for good, after what stands beside it', async () => {
    const { wait, sent } = await aClient()
    const before: string[][] = []
    wait('a', { beside: async () => before.push(sent()) })
    await settled()

    expect([before, sent()]).toEqual([[[]], ['for good a']])
  })

  test('by nobody where nobody would do it', async () => {
    const { wait, sent } = await aClient()
    const { told, done } = wait('a', { allow: () => Promise.reject(traceNotFound('nobody')) })
    await done

    expect([told.came, sent()]).toMatchObject([{ code: 'TRACE_NOT_FOUND' }, []])
  })

  test('once, and not again when it has ended, where nobody waits', async () => {
    const { client, end, sent, jobs } = await aClient()
    const sending = { requestId: 'r', orgId: 'o', keyId: 'k', writing }
    end(succeeded('done'))

    await client.enqueue(contract, {}, { ...sending, jobId: 'new' })
    await client.enqueue(contract, {}, { ...sending, jobId: 'done' })

    expect(sent()).toEqual(['for good new'])
    expect(jobs()[0]?.data.replyTo).toBeUndefined()
  })
})

test('a client that is closed hears and looks no more', async () => {
  const { client, clock, isHeard } = await aClient()
  await client.close()

  expect([isHeard(), clock.waiting()]).toEqual([false, 0])
})
