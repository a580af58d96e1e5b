/** Of nodes that a transaction was to append those are noted that it has appended and kept. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { insertPromises } from '#db/queries/jobs'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { aStore, org, type Store } from '#test/support/store'
import { aContract } from '#test/workers/runtime/makers'
import { openRuntimeStore, type RuntimeStore } from '#workers/runtime/store'

let store: Store
let runtime: RuntimeStore
let noted: string[] = []
beforeAll(async () => {
  store = await aStore()
  const { sql, signer } = store
  // Sound: nothing of what is tried asks the queue.
  const boss = {} as PgBoss
  const noteNode = (id: string) => noted.push(id)
  const tools = { boss, contract: aContract({ name: 'test-nodes' }), sql, hasty: sql, signer, workerId: randomUUID() }
  runtime = openRuntimeStore({ ...tools, noteNode })
})
afterAll(() => store.database.drop())

/** One of a job is there at most. */
function promiseOf(job: string) {
  const said = {
    kind: 'job.promised',
    id: job,
    orgId: org,
    agent: 'assay-api',
    at: new Date(),
    result: { job: 'x' },
  } as const
  return { cause: job, node: nodeOfKind(store.signer, { ...said, request: { key_id: 'k', trace: randomUUID() } }) }
}

const ways: Record<string, (act: Parameters<RuntimeStore['begin']>[0]) => Promise<unknown>> = {
  begin: (act) => runtime.begin(act),
  beginFast: (act) =>
    runtime.beginFast(async (tx) => {
      await act(tx)
      return async () => undefined
    }),
}

test.each(Object.keys(ways))(
  '%s: one that was appended, and neither another of its place nor what was taken back',
  async (way) => {
    noted = []
    const job = randomUUID()
    const [first, second, third] = [promiseOf(job), promiseOf(job), promiseOf(randomUUID())]

    await ways[way]?.((tx) => insertPromises(tx, [first]))
    await ways[way]?.((tx) => insertPromises(tx, [second]))
    const broken = ways[way]?.(async (tx) => {
      await insertPromises(tx, [third])
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')

    expect(noted).toEqual([first.node.id])
  },
)
