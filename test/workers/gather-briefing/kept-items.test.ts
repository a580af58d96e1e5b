/** What is kept in memory of an organisation: all that is committed, what is gone is gone, and no other's. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Tx } from '#db/client'
import { itemsOfEarlierRounds, someItems } from '#db/queries/source-items'
import { loseItems } from '#shared/evidence/sealed/items'
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
    loseItems(
      tx,
      store.signer,
      { orgId: source.orgId, at: new Date().toISOString() },
      someItems({ orgId: source.orgId, connectionId: mailbox }, [first?.id ?? '']),
    ),
  )
  const gone = await titlesIn(kept)

  expect([before, changed, gone]).toEqual([
    ['one', 'two'],
    ['one, changed', 'three', 'two'],
    ['three', 'two'],
  ])
})

test('what is gone and told no more is read anew, at once and after half a day', async () => {
  const kept = new KeptItems(store.signer)
  const mailbox = await aConnection(source, 'imap')
  await bring(source, mailbox, [sourceMail({ title: 'one' })])
  await titlesIn(kept)
  // Whoever sleeps for longer has missed what was told for a day.
  await store.sql.begin(async (tx) => {
    const { orgId } = source
    await loseItems(
      tx,
      store.signer,
      { orgId, at: new Date().toISOString() },
      itemsOfEarlierRounds({ orgId, connectionId: mailbox }, 2),
    )
    await tx`delete from source_items where org_id = ${orgId}`
  })

  const [soon, later] = [await titlesIn(kept), await titlesIn(kept, Date.now() + 13 * 3_600_000)]

  expect([soon, later]).toEqual([[], []])
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

describe('nothing is made of items', () => {
  const bringTwo = async () => {
    const mailbox = await aConnection(source, 'imap')
    const [one, two] = await bring(source, mailbox, [sourceMail({ title: 'one' }), sourceMail({ title: 'two' })])
    if (!one || !two) throw new Error('nothing was brought')
    return { mailbox, one: `\\x${one.id}`, two: `\\x${two.id}` }
  }
  const refused = (kept: KeptItems) => expect(titlesIn(kept)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })

  test('of which one was changed, taken away, put in or exchanged by hand', async () => {
    const { one, two } = await bringTwo()
    const { orgId } = source
    const changes: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) =>
        tx`update source_items set first_seen = first_seen - interval '1 day' where item_id = ${one}::text::bytea`,
      (tx) => tx`update source_items set seal = null where item_id = ${one}::text::bytea`,
      (tx) => tx`
        update source_items s set document = o.document, digest = o.digest, seal = o.seal from source_items o
        where (s.item_id, o.item_id) in ((${one}::text::bytea, ${two}::text::bytea), (${two}::text::bytea, ${one}::text::bytea))`,
      (tx) => tx`delete from source_items where item_id = ${one}::text::bytea`,
      (tx) => tx`
        insert into source_items
        select (json_populate_record(s, '{"item_id": "\\\\x00", "item_seq": 1000}')).* from source_items s
        where item_id = ${one}::text::bytea`,
      (tx) => tx`update item_heads set seq = seq + 1 where org_id = ${orgId}`,
      (tx) => tx`delete from item_heads where org_id = ${orgId}`,
      async (tx) => {
        await tx`delete from source_items where org_id = ${orgId}`
        await tx`delete from item_heads where org_id = ${orgId}`
      },
    ]
    for (const change of changes) {
      const undone = new Error('undone')
      const trying = store.sql.begin(async (tx) => {
        await change(tx)
        await expect(new KeptItems(store.signer).read(tx, orgId, Date.now())).rejects.toMatchObject({
          code: 'EVIDENCE_MISMATCH',
        })
        throw undone
      })
      await expect(trying).rejects.toBe(undone)
    }

    expect(await titlesIn(new KeptItems(store.signer))).toEqual(['one', 'two'])
  })

  test('that were set back as they once were, with all that says how many there are', async () => {
    const { mailbox } = await bringTwo()
    const { orgId } = source
    await store.sql.unsafe(`
      create table once_items as select * from source_items where org_id = '${orgId}';
      create table once_heads as select * from item_heads where org_id = '${orgId}'`)
    await bring(source, mailbox, [sourceMail({ title: 'three' })])
    expect(await titlesIn(new KeptItems(store.signer))).toEqual(['one', 'three', 'two'])
    await store.sql.unsafe(`
      delete from source_items where org_id = '${orgId}'; delete from item_heads where org_id = '${orgId}';
      insert into source_items select * from once_items; insert into item_heads select * from once_heads`)

    await refused(new KeptItems(store.signer))
  })

  test('before they were put back; then who had read them before goes on', async () => {
    const { one } = await bringTwo()
    const kept = new KeptItems(store.signer)
    await titlesIn(kept)
    const shift = (by: number) => store.sql`
      update source_items set item_seq = item_seq + ${by} where item_id = ${one}::text::bytea`
    await shift(100)
    await refused(kept)
    await shift(-100)

    expect(await titlesIn(kept)).toEqual(['one', 'two'])
  })
})
