/** What old tasks were asked lies in the bucket, where nobody reads it without its row; erasing it reaches it there, whoever died meanwhile. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { findNode } from '#db/queries/graph'
import { deleteTaskPayloads } from '#db/queries/payloads'
import { bringPayload } from '#shared/evidence/payload-archive'
import { payloadsOf } from '#shared/evidence/payloads'
import { bodyOf } from '#shared/evidence/present'
import { type Bucket, openBucket } from '#shared/kernel/bucket'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { startBucket, type TestBucket } from '#test/support/bucket'
import { aStore, type Store } from '#test/support/store'
import { emptyBucket } from '#workers/maintenance/bucket'
import { archivePayloads } from '#workers/maintenance/old-payloads'

const asked = JSON.stringify({ asked: 'who wrote to ada@example.com? '.repeat(50) })
const days = 30
const later = () => Date.now() + 31 * 86_400_000

const log = openLog('test', 'silent')
let store: Store
let sql: Sql
let server: TestBucket
let bucket: Bucket

beforeAll(async () => {
  store = await aStore()
  sql = openSql({ url: store.database.url, name: 'assay-test', poolSize: 2 })
  server = await startBucket()
  const settings = readConfig({ DATABASE_URL: store.database.url, ...server.env }).bucket
  if (!settings) throw new Error('there is no bucket')
  bucket = openBucket(settings)
})
afterAll(async () => {
  await server.stop()
  await sql.end()
  await store.database.drop()
})

/** A task that ended, by the node that says what it was asked. */
async function aTask(text = asked): Promise<string> {
  const [first] = await store.task(['working', 'completed'], [], text)
  return first?.id ?? ''
}
async function move(by: Bucket = bucket, now = later): Promise<void> {
  for await (const _ of archivePayloads({ sql, bucket: by, signer: store.signer, days, now }));
}
async function empty(): Promise<void> {
  for await (const _ of emptyBucket({ sql, signer: store.signer, log }, bucket, later));
}
async function placeOf(node: string) {
  const [row] = await sql<{ text: string | null; place: string | null }[]>`
    select text, place from task_payloads where node_id = decode(${node}, 'hex')`
  return row
}
async function shown(node: string, from: Bucket | null = bucket) {
  const row = await findNode(sql, node, null)
  if (!row) throw new Error(`no node ${node}`)
  const about = { id: node, body: bodyOf(row) }
  return bringPayload(from ?? undefined, about, (await payloadsOf(sql, [about])).get(node))
}

test('it is shown as before, of old and ended tasks alone, and the object says nothing to who reads it', async () => {
  const [old, small] = [await aTask(), await aTask('{"asked":"little"}')]
  await move(bucket, Date.now)
  expect(await placeOf(old)).toEqual({ text: asked, place: null })

  await move()

  const { text, place } = (await placeOf(old)) ?? {}
  expect([text, (await placeOf(small))?.place]).toEqual([null, null])
  expect(place).toStartWith('org_test/payloads/')
  const salt = (
    await sql<{ salt: Uint8Array }[]>`select salt from task_payloads where node_id = decode(${old}, 'hex')`
  )[0]?.salt
  expect(await shown(old)).toEqual({ state: 'kept', payload: { salt: salt ?? new Uint8Array(), text: asked } })
  expect(Buffer.from(await bucket.get(place ?? '')).includes('ada')).toBe(false)
  await expect(shown(old, null)).rejects.toThrow('S3_BUCKET is not set')
})

test('erased, its key is gone at once and its object soon after, also one that is moved at that moment', async () => {
  const node = await aTask()
  await move()
  const place = (await placeOf(node))?.place ?? ''
  await sql.begin((tx) => deleteTaskPayloads(tx, [node], undefined))

  expect(await placeOf(node)).toBeUndefined()
  await empty()
  expect(await bucket.find(place)).toBeUndefined()

  const other = await aTask()
  let written = ''
  await move({
    ...bucket,
    async put(at, bytes, type) {
      written = at
      await bucket.put(at, bytes, type)
      await sql.begin((tx) => deleteTaskPayloads(tx, [other], undefined))
    },
  })
  await empty()
  expect([await placeOf(other), await bucket.find(written)]).toEqual([undefined, undefined])
})

test('killed before the object is written, after it, or before it is named: nothing is lost, and nothing left behind', async () => {
  const node = await aTask()
  const written: string[] = []
  for (const isWritten of [false, true]) {
    const dying: Bucket = {
      ...bucket,
      async put(place, bytes, type) {
        if (isWritten) await bucket.put(place, bytes, type)
        written.push(place)
        throw new Error('killed')
      },
    }
    await expect(move(dying)).rejects.toThrow('killed')
    expect((await placeOf(node))?.text).toBe(asked)
  }

  await move()
  await empty()

  expect(await shown(node)).toMatchObject({ state: 'kept', payload: { text: asked } })
  for (const place of written) expect(await bucket.find(place)).toBeUndefined()
})

test('an object that was changed, put in another one’s place or taken away is never shown as what was asked', async () => {
  const [node, other] = [await aTask(), await aTask(`${asked.slice(0, -2)}!"}`)]
  await move()
  const [own = '', others = ''] = [(await placeOf(node))?.place ?? '', (await placeOf(other))?.place ?? '']
  const right = await bucket.get(own)
  const wrong = [right.with(50, (right[50] ?? 0) ^ 1), await bucket.get(others), new Uint8Array(5)]

  for (const bytes of wrong) {
    await bucket.put(own, bytes, 'application/octet-stream')
    await expect(shown(node)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  }
  await bucket.remove(own)
  await expect(shown(node)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await sql`
    update task_payloads set place = ${others}, place_key = (
      select place_key from task_payloads where node_id = decode(${other}, 'hex')) where node_id = decode(${node}, 'hex')`
  await expect(shown(node)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('what is not what its node digests stays where verification names it', async () => {
  const node = await aTask()
  await sql`update task_payloads set text = ${`${asked} `} where node_id = decode(${node}, 'hex')`

  await move()

  expect((await placeOf(node))?.place).toBeNull()
})
