/** A ledger that no longer leads: what witnesses said of the log as it knew it then is nothing against the log of now. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openLog } from '#shared/kernel/logger'
import { cosigner } from '#shared/tlog/signed-note'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'
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
