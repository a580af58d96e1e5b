/** The log as others follow it, from a running service: C2SP tlog-tiles to the letter, and an outside monitor that agrees. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedCheckpoint } from '#db/queries/published-log'
import { FollowedLogs } from '#shared/contracts/logs'
import { openSigner } from '#shared/evidence/signing'
import { openBucket } from '#shared/kernel/bucket'
import { type BucketSettings, readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { openNote, readVerifier } from '#shared/tlog/signed-note'
import { beginNextLog } from '#shared/verification/epochs'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape } from '#test/contract/shapes'
import { findPython, follow } from '#test/outside/monitor'
import { orWithout } from '#test/servers/needed'
import { startBucket, type TestBucket } from '#test/support/bucket'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'
import { archiveLog } from '#workers/maintenance/log-archive'

const hasPython = (await orWithout('python', findPython())) !== undefined
const prefix = '/v1/tlog/1'

let service: Service
let bucket: TestBucket
let key: string
let witness: string
/** The node of a trace that came last, and its leaf. */
let last: { id: string; leaf: number }

beforeAll(async () => {
  bucket = await startBucket()
  service = await startService({ workers: 0, env: bucket.env })
  await Promise.all([service.startWitness(), service.startLedger()])
  const id = await append301()
  await until(async () => (await get('/checkpoint')).status === 200, { what: 'a checkpoint' })
  key = readFileSync(join(service.dataDir, 'log.pub'), 'utf8').trim()
  witness = readFileSync(join(service.dataDir, 'witness.pub'), 'utf8').split('@')[0] ?? ''
  const leaf = await until(() => leafOf(id), { what: 'the leaf of a node' })
  last = { id, leaf }
  await until(async () => (await checkpoint()).size > leaf, { what: 'a cosigned checkpoint over it' })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await bucket.stop()
})

const get = (path: string, options = {}) => service.call(`GET ${prefix}${path}`, options)
const bytesOf = async (path: string) => {
  const response = await fetch(`${service.urls[0]}${prefix}${path}`, {
    headers: { authorization: `Bearer ${service.key}` },
  })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}
async function append301(): Promise<string> {
  const traces = Array.from({ length: 300 }, () => aTrace())
  const { status } = await service.call('POST /traces/batch', { body: traces })
  expect(status).toBe(201)
  const one = await service.call('POST /traces', { body: aTrace() })
  return one.headers.get('x-service-attribution') ?? ''
}
async function leafOf(id: string): Promise<number | null> {
  const { body } = await service.call(`GET /v1/edg/${id}`)
  return (body as { log: { leaf_index: number | null } }).log.leaf_index
}
const checkpoint = async () => {
  const { text } = await get('/checkpoint')
  return parseCheckpoint(openNote(text, [readVerifier(key)]).text)
}

test('the logs are listed with the key that the operator can compare, and where each is read', async () => {
  const { status, body } = await service.call('GET /v1/tlog')

  expectShape(FollowedLogs, body)
  const log = { epoch: 1, prefix, in_force: true, keys: [key], origin: key.split('+')[0], size: expect.any(Number) }
  expect({ status, body }).toMatchObject({ status: 200, body: { logs: [log] } })
})

test('tiles and entries of the newest checkpoint make its root, and hold the nodes that callers were told of', async () => {
  const { size, root } = await checkpoint()
  const { bytes } = await bytesOf('/tile/entries/000')
  const rest = await bytesOf(`/tile/entries/001.p/${size - 256}`)
  const leaves = await bytesOf('/tile/0/000')
  const found = [bytes, rest.bytes].flatMap((each) =>
    Array.from({ length: each.length / 34 }, (_, at) => Buffer.from(each.subarray(at * 34, at * 34 + 34))),
  )

  expect(found.every((entry) => entry.readUInt16BE() === 32)).toBe(true)
  const hashes = found.map((entry) => leafHash(entry.subarray(2)))
  expect(rootOf(append(emptyFrontier, hashes))).toEqual(root)
  expect(Buffer.concat(hashes.slice(0, 256)).equals(leaves.bytes)).toBe(true)
  expect(found[last.leaf]?.subarray(2).toString('hex')).toBe(last.id)
})

test('what never changes is kept for ever, the checkpoint for a second, and what is not there by nobody', async () => {
  const { size } = await checkpoint()
  const tile = await get('/tile/0/000')
  const note = await get('/checkpoint')
  const none = await Promise.all(
    ['/tile/0/999', '/tile/entries/x001/000', `/tile/0/001.p/255`, '/tile/5/000'].map((path) => get(path)),
  )

  expect([tile.headers.get('content-type'), tile.headers.get('cache-control')]).toEqual([
    'application/octet-stream',
    'private, max-age=31536000, immutable',
  ])
  expect([note.headers.get('content-type'), note.headers.get('cache-control')]).toEqual([
    'text/plain; charset=utf-8',
    'private, max-age=1',
  ])
  expect(size).toBeLessThan(256 + 255)
  for (const answer of none) {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(answer.body).toMatchObject({ error: { code: 'NOT_IN_LOG' } })
  }
})

test('the checkpoint waits for its witnesses, but not for ever, and never goes back', async () => {
  const shown: (number | undefined)[] = []
  await service.database.sql
    .begin(async (tx) => {
      await tx`
        insert into edg_logs (epoch, origin, node_id, reason)
        select 99, 'made.example/log', id, 'a test' from edg_nodes where id not in (select node_id from edg_logs) limit 1`
      const signed = (size: number, secondsAgo: number) => tx`
        insert into edg_checkpoints (origin, size, root, note, created_at)
        values ('made.example/log', ${size}, ${Buffer.alloc(32)}, 'note', clock_timestamp() - make_interval(secs => ${secondsAgo}))`
      const cosigned = (size: number) => tx`
        insert into edg_cosignatures (origin, size, witness, line) values ('made.example/log', ${size}, 'one', 'line')`
      const look = async () => void shown.push((await publishedCheckpoint(tx, 99, 10_000))?.size)
      await signed(1, 9)
      await look()
      await signed(2, 11)
      await look()
      await signed(3, 1)
      await signed(4, 0)
      await look()
      // Of one before, and of one that waits.
      await cosigned(1)
      await look()
      await cosigned(3)
      await look()
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })

  expect(shown).toEqual([undefined, 2, 2, 2, 3])
})

class RolledBack extends Error {}

test('who has it already is not sent it again', async () => {
  for (const path of ['/tile/0/000', '/tile/entries/000', '/tile/1/000.p/1']) {
    const etag = (await get(path)).headers.get('etag') ?? ''
    const again = await get(path, { headers: { 'if-none-match': etag } })

    expect([path, again.status, again.text, etag.length]).toEqual([path, 304, '', 34])
  }
})

test.each([
  '/tile/64/000',
  '/tile/00/000',
  '/tile/-1/000',
  '/tile/leaves/000',
  '/tile/0/0',
  '/tile/0/x000/001',
  '/tile/0/000.p/0',
  '/tile/0/000.p/256',
  '/tile/0/000.p/01',
  '/tile/0/000/001',
  '/tile/0/x001/x002/x003/x004/x005/006',
  '/tile/0/%30%30%30%00',
])('%s names no tile: each has one name', async (path) => {
  const { status, body } = await get(path)

  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
})

test('a log that nobody began is 404 or no name of one, and a key of the area is asked for', async () => {
  const other = await service.call('GET /v1/tlog/2/checkpoint')
  const named = await service.call('GET /v1/tlog/x/tile/0/0')
  const { key: foreign } = await service.issueKey({ areas: ['A'], org: 'org_other' })

  expect([other.status, named.status]).toEqual([404, 400])
  expect((named.body as { error: { details: { issues: unknown[] } } }).error.details.issues).toHaveLength(2)
  expect((await get('/checkpoint', { key: null })).status).toBe(401)
  expect((await get('/checkpoint', { key: foreign })).status).toBe(403)
})

test('nothing of it tells one organisation from another: whoever asks is sent the same bytes', async () => {
  const { key: foreign } = await service.issueKey({ areas: ['B'], org: 'org_other' })

  const [own, theirs] = [await get('/tile/entries/000'), await get('/tile/entries/000', { key: foreign })]

  expect(theirs.text).toBe(own.text)
  expect(own.text).not.toContain('org_')
})

test.skipIf(!hasPython)('an outside monitor follows it while it grows, and agrees', async () => {
  const { size } = await checkpoint()
  const following = follow({
    prefix: `${service.urls[0]}${prefix}`,
    key,
    witnesses: [witness],
    bearer: service.key,
    every: 0.2,
    looks: 3,
    size: size + 903,
  })
  for (let round = 0; round < 3; round++) await append301()

  const seen = await following

  expect(seen).toMatchObject({ agrees: true, what: null })
  expect(seen.size).toBeGreaterThanOrEqual(size + 903)
  expect(seen.entries).toBe(seen.size)
  expect(seen.checkpoints).toBeGreaterThanOrEqual(2)
  expect(seen.cosigned).toBe(seen.checkpoints)
})

test('a log that was given up is read on from its copy in the bucket, and another monitor agrees with it', async () => {
  const { sql } = service.database
  const settings = readConfig({ DATABASE_URL: service.database.url, ...bucket.env }).bucket
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const tools = { sql, signer, log: openLog('test', 'silent') }
  for await (const _ of archiveLog(tools, openBucket(settings as BucketSettings)));
  const { size } = parseCheckpoint(`${(await get('/checkpoint')).text.split('\n\n', 1)[0]}\n`)
  await beginNextLog(sql, signer, {
    base: key.split('+')[0] ?? '',
    reason: 'a test',
    known: undefined,
  })

  const { body } = await service.call('GET /v1/tlog')
  const logs = (body as { logs: { epoch: number; in_force: boolean; origin: string }[] }).logs
  expect(logs.map(({ epoch, in_force }) => [epoch, in_force])).toEqual([
    [1, false],
    [2, true],
  ])
  const rest = await get(`/tile/entries/${String(Math.floor(size / 256)).padStart(3, '0')}.p/${size % 256}`)
  expect([rest.status, (await get('/tile/0/000.p/17')).status, (await get('/tile/0/999')).status]).toEqual([
    200, 200, 404,
  ])
  if (hasPython) {
    const seen = await follow({ prefix: `${service.urls[0]}${prefix}`, key, witnesses: [witness], bearer: service.key })
    expect(seen).toMatchObject({ agrees: true, size, entries: size })
  }
})

test('every answer that was given is described', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
