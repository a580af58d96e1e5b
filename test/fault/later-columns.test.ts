/** A store that a later release has given columns of its own, while this one runs: nothing that is there is taken for forged, and everything is answered. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ownTables } from '#db/migrate'
import { openOutside } from '#shared/verification/outside'
import { openReplays, verify } from '#shared/verification/verify'
import { type Filled, fillService } from '#test/tampering/filled'

// One service with a worker of every type, 'scan-page' and its browser among them.
setDefaultTimeout(120_000)
let store: Filled
const replays = openReplays()
let columns = 0
beforeAll(async () => {
  store = await fillService(async (sql) => {
    columns += 1
    const [text, sum] = [`later_text_${columns}`, `later_sum_${columns}`]
    for (const table of ownTables())
      await sql.unsafe(`alter table ${table} add column ${text} text not null default 'later', add column ${sum} int`)
    await sql`insert into migrations (hash, created_at) select ${text}, max(created_at) + 1 from migrations`
  })
})
afterAll(() => store.stop())

test('all evidence is as sound as before, and it is said what was not asked', async () => {
  const outcome = await verify(
    {
      sql: store.sql,
      anchors: [store.signer.publicKey],
      signer: store.signer,
      replays,
      witnesses: [],
      outside: openOutside({ dataDir: store.service.dataDir, witnesses: 'local' }),
      placedUpTo: Number.MAX_VALUE,
    },
    { hash: null, mode: 'full', orgIds: null },
  )

  expect(columns).toBe(2)
  expect(outcome?.checks.filter(({ status }) => status === 'fail')).toEqual([])
  expect(outcome?.verdict).toBe('indeterminate')
})
