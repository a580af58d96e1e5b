/** What a ledger knows of its witnesses: nothing of before it led, and nothing that somebody else wrote. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { logStatus } from '#db/queries/log'
import { openLog } from '#shared/kernel/logger'
import { cosigner } from '#shared/tlog/signed-note'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner, aStore } from '#test/support/store'
import { until } from '#test/support/until'
import { openWitnesses } from '#workers/ledger/witnesses'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('what a witness saw of a log that went on without us is no fault once we lead again', async () => {
  let asked = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      asked += 1
      return new Response('3383\n', { status: 409, headers: { 'content-type': 'text/x.tlog.size' } })
    },
  })
  const { verifier } = cosigner('witness', aSigner(), () => new Date())
  const witness = { verifier, url: `http://127.0.0.1:${server.port}` }
  const files = { keepCosigned: () => undefined }
  const parts = { sql: database.sql, log: openLog('ledger', 'silent'), files }
  const witnesses = openWitnesses({ ...parts, find: () => [witness] })
  const before = { epoch: 1, origin: 'assay-log', size: 907, root: new Uint8Array(32), note: 'a note\n' }
  witnesses.tell(before)
  const fault = await until(() => witnesses.fault(), { what: 'the witness to say that it saw more' })
  expect(fault).toContain('it saw 3383 leaves, this log has 907')

  witnesses.rest()
  const askedBefore = asked
  await Bun.sleep(1500)
  expect(asked).toBe(askedBefore)
  witnesses.tell({ ...before, size: 3439 })
  expect(witnesses.fault()).toBeUndefined()
  await witnesses.stop()
  server.stop(true)
})

test('what somebody wrote of witnesses is overwritten by what the ledger knows, though none answers', async () => {
  const { sql } = database
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('', { status: 503 }) })
  const { verifier } = cosigner('witness', aSigner(), () => new Date())
  const url = `http://127.0.0.1:${server.port}`
  const parts = { sql, log: openLog('ledger', 'silent'), files: { keepCosigned: () => undefined } }
  const witnesses = openWitnesses({ ...parts, find: () => [{ verifier, url }] })
  witnesses.tell({ epoch: 1, origin: 'assay-log', size: 907, root: new Uint8Array(32), note: 'a note\n' })
  const known = () => sql`select witness, url, cosigned_at, cosigned_size from edg_witnesses`
  await until(async () => (await known()).length > 0, { what: 'the witness to be asked' })

  await sql`update edg_witnesses set url = 'http://elsewhere', cosigned_at = now() + interval '1 year', cosigned_size = 907`
  await sql`insert into edg_witnesses (witness, url, asked_at, cosigned_at) values ('another', 'http://elsewhere', now(), now())`

  const asItIs = [{ witness: 'witness', url, cosigned_at: null, cosigned_size: null }]
  await until(async () => JSON.stringify([...(await known())]) === JSON.stringify(asItIs), {
    what: 'the rows to be what the ledger knows',
  })
  await witnesses.stop()
  server.stop(true)
})

test('no witness is fresh that is said to have cosigned at a time to come', async () => {
  const store = await aStore()
  await store.sequence()
  await store.sql`
    insert into edg_witnesses (witness, url, asked_at, cosigned_at)
    values ('one', 'http://one', now(), now() - interval '1 second'), ('other', 'http://other', now(), now() + interval '1 year')`

  expect((await logStatus(store.sql))?.witnesses).toEqual({ configured: 2, fresh: 1 })
  await store.database.drop()
})
