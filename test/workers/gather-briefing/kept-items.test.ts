/** What is kept in memory of an organisation: all that is committed, what is gone is gone, and no other's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { dropItems } from '#db/queries/source-items'
import { aConnection, bring, type Source, sourceMail } from '#test/support/sources'
import { aStore, type Store } from '#test/support/store'
import { KeptItems } from '#workers/gather-briefing/kept-items'

let store: Store
let source: Source
let orgs = 0
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())
beforeEach(() => {
  source = { sql: store.sql, signer: store.signer, orgId: `org_${++orgs}` }
})

const titlesIn = async (kept: KeptItems, now = Date.now()) =>
  (await kept.read(store.sql, source.orgId, now)).items.map(({ item }) => item.title).sort()

test('what is brought, changed and gone is seen at once', async () => {
  const kept = new KeptItems(store.signer)
  const mailbox = await aConnection(source, 'imap')
  const [first] = await bring(source, mailbox, [sourceMail({ title: 'one' }), sourceMail({ title: 'two' })])
  const before = await titlesIn(kept)

  await bring(source, mailbox, [sourceMail({ ...first, title: 'one, changed' }), sourceMail({ title: 'three' })])
  const changed = await titlesIn(kept)
  await store.sql.begin((tx) =>
    dropItems(tx, { orgId: source.orgId, connectionId: mailbox, at: new Date().toISOString() }, [first?.id ?? '']),
  )
  const gone = await titlesIn(kept)

  expect([before, changed, gone]).toEqual([
    ['one', 'two'],
    ['one, changed', 'three', 'two'],
    ['three', 'two'],
  ])
})

test('it is the same as what is read anew, and after half a day it is read anew', async () => {
  const kept = new KeptItems(store.signer)
  const mailbox = await aConnection(source, 'imap')
  await bring(source, mailbox, [sourceMail({ title: 'one' })])
  await titlesIn(kept)
  // Whoever sleeps for so long has missed what was told for a day.
  await store.sql`delete from source_items where org_id = ${source.orgId}`

  const [soon, later] = [await titlesIn(kept), await titlesIn(kept, Date.now() + 13 * 3_600_000)]

  expect([soon, later]).toEqual([['one'], []])
})

test('many at once read it in turn, and each finds what was there when it asked', async () => {
  const kept = new KeptItems(store.signer)
  const mailbox = await aConnection(source, 'imap')
  const found = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      await bring(source, mailbox, [sourceMail({ title: `mail ${at}` })])
      return (await titlesIn(kept)).includes(`mail ${at}`)
    }),
  )

  expect(found).toEqual(Array.from({ length: 8 }, () => true))
})

test('another organisation has nothing of it', async () => {
  const kept = new KeptItems(store.signer)
  await bring(source, await aConnection(source, 'imap'), [sourceMail()])
  await titlesIn(kept)

  expect((await kept.read(store.sql, 'org_other', Date.now())).items).toEqual([])
})

test('a secret that lies in an item is taken out before anything is made of it, and counted', async () => {
  const kept = new KeptItems(store.signer)
  const token = `ghp_${'a1B2'.repeat(9)}`
  await bring(source, await aConnection(source, 'imap'), [sourceMail({ excerpt: `Use ${token}` })])

  const { items } = await kept.read(store.sql, source.orgId, Date.now())

  expect(JSON.stringify(items)).not.toContain(token)
  expect(items[0]?.secrets).toBe(1)
})
