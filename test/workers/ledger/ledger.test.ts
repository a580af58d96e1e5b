/** The ledger as a process: every node gets its place, soon, in order, provably, and cosigned. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logStatus } from '#db/queries/log'
import { latestCheckpoint, proveConsistency, proveInclusion } from '#shared/evidence/log'
import { formatLogProof, parseCheckpoint } from '#shared/tlog/checkpoint'
import { openLogFiles } from '#shared/tlog/files'
import { leafHash, verifyConsistency, verifyInclusion } from '#shared/tlog/merkle'
import { openNote, readVerifier } from '#shared/tlog/signed-note'
import { readWitness } from '#shared/tlog/witnessing'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0, env: unlimited })
  await Promise.all([service.startWitness(), service.startLedger()])
})
afterAll(() => service.stop())

const recordTrace = async () => {
  const { status, headers } = await service.call('POST /traces', { body: aTrace() })
  expect(status).toBe(201)
  return headers.get('x-service-attribution') ?? ''
}

const included = (id: string) =>
  until(async () => await proveInclusion(service.database.sql, id), { what: `an inclusion proof of ${id}` })

const fileOf = (name: string) => readFileSync(join(service.dataDir, name), 'utf8')

test('a node is in the log within a second, and its proof leads to a signed root', async () => {
  const id = await recordTrace()
  const startedAt = performance.now()
  const { leaf, size, root, hashes, checkpoint } = await included(id)
  const tookMs = performance.now() - startedAt

  const [key = ''] = fileOf('log.pub').split('\n')
  const { text } = openNote(checkpoint, [readVerifier(key)])
  expect(parseCheckpoint(text)).toMatchObject({ size, origin: readVerifier(key).name })
  expect(Buffer.from(parseCheckpoint(text).root)).toEqual(Buffer.from(root))
  expect(verifyInclusion(leaf, size, leafHash(id), hashes, root)).toBe(true)
  expect(tookMs).toBeLessThan(1000)
})

test('the local witness cosigns, and the proof carries that', async () => {
  const id = await recordTrace()
  const witness = readWitness(fileOf('witness.pub'))

  const proof = await until(
    async () => {
      const found = await proveInclusion(service.database.sql, id)
      return found && found.cosignatures.length > 0 && found
    },
    { what: 'a cosigned checkpoint over the node' },
  )

  const note = proof.checkpoint + proof.cosignatures.join('')
  expect(openNote(note, [witness.verifier]).signed.map(({ name }) => name)).toEqual([witness.verifier.name])
  expect(formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint: note })).toStartWith(
    'c2sp.org/tlog-proof@v1',
  )
})

test('every checkpoint is consistent with those before it', async () => {
  const { sql } = service.database
  for (let turn = 0; turn < 5; turn++) await included(await recordTrace())
  const checkpoints = await sql<
    { size: number; root: Uint8Array }[]
  >`select size, root from edg_checkpoints order by size`
  const last = checkpoints.at(-1) ?? { size: 0, root: new Uint8Array() }

  for (const { size, root } of checkpoints) {
    const { hashes } = await proveConsistency(sql, size, last.size)
    expect(verifyConsistency(size, last.size, hashes, root, last.root)).toBe(true)
  }
})

test('the newest checkpoint and each milestone stand in files', async () => {
  await included(await recordTrace())
  await untilLogged(service.database.sql)
  const newest = await latestCheckpoint(service.database.sql)

  await until(() => fileOf('log/checkpoint') === newest?.note, { what: 'the newest checkpoint in its file' })
  const rows = await service.database.sql<{ note: string }[]>`
    select note from edg_checkpoints where is_milestone order by size`
  expect(rows).toHaveLength(1)
  expect(fileOf('log/milestones')).toBe(rows.map(({ note }) => `${note}\n`).join(''))
  expect(openLogFiles(join(service.dataDir, 'log')).milestones(1)).toEqual(rows.map(({ note }) => note))
})

test('a thousand nodes at once are all in order, and full tiles stand in files', async () => {
  const { sql } = service.database
  const traces = Array.from({ length: 1000 }, () => aTrace())
  const { status } = await service.call('POST /traces/batch', { body: traces })

  expect(status).toBe(201)
  await untilLogged(sql)
  await assertEvidence(sql)
  const [tile] = await sql<{ hashes: Uint8Array }[]>`select hashes from edg_tiles where level = 0 and idx = 0`
  const file = readFileSync(join(service.dataDir, 'log/tile/0/000'))
  expect(file).toEqual(Buffer.from(tile?.hashes ?? []))
})

test('the status says how the log stands, and readiness and metrics know it', async () => {
  const { sql } = service.database
  await untilLogged(sql)
  const newest = await latestCheckpoint(sql)

  expect(await logStatus(sql)).toMatchObject({
    origin: newest?.origin,
    tree_size: newest?.size,
    root: Buffer.from(newest?.root ?? []).toString('hex'),
    lag_ms: 0,
    pending: 0,
    witnesses: { configured: 1, fresh: 1 },
  })
  await until(async () => (await service.call('GET /metrics')).text.includes('assay_log_size'), { what: 'log metrics' })
  // What a process says of itself is a report old.
  const uses = { ledger: `writes ${newest?.origin}`, witness: '1 of 1 cosigned in the last minute' }
  let told: { ledger?: string; witness?: string } = {}
  await until(
    async () => {
      told = ((await service.call('GET /readyz')).body as { uses: typeof told }).uses
      return told.ledger === uses.ledger && told.witness === uses.witness
    },
    { what: () => `readiness to know the log: ${JSON.stringify(told)}` },
  )
})

test('the database refuses any change of what the log has', async () => {
  const { sql } = service.database
  for (const statement of [
    'update edg_leaves set leaf = leaf + 1000000',
    'delete from edg_leaves',
    'truncate edg_leaves',
    'delete from edg_checkpoints',
    'update edg_cosignatures set line = line',
    'delete from edg_logs',
    'delete from edg_tiles',
    'update edg_tiles set hashes = substring(hashes for 32) where idx = 0 and level = 0',
  ])
    expect(sql.unsafe(statement)).rejects.toThrow('refused')
})

test('files that cannot be written are named, the log goes on, and what they lack is written later', async () => {
  const [place, away] = ['log', 'log-away'].map((name) => join(service.dataDir, name)) as [string, string]
  renameSync(place, away)
  writeFileSync(place, '')
  const hasNamed = async () => (await service.call('GET /readyz')).text.includes('"files of the log"')
  await included(await recordTrace())
  await until(hasNamed, { what: 'readiness to name the files', timeoutMs: 15_000 })
  rmSync(place)
  renameSync(away, place)

  await included(await recordTrace())
  await untilLogged(service.database.sql)
  await until(async () => fileOf('log/checkpoint') === (await latestCheckpoint(service.database.sql))?.note, {
    what: 'the newest checkpoint in its file',
  })
  await until(async () => !(await hasNamed()), { what: 'readiness to name them no more', timeoutMs: 15_000 })
}, 40_000)

test('a witness that is away is said to be, and the log goes on', async () => {
  const witness = await service.startWitness({ WITNESS_DIR: join(service.dataDir, 'another') })
  const away = await until(
    async () => {
      const { text } = await service.call('GET /readyz')
      return text.includes('is not the one that was seen first') && text
    },
    { what: 'readiness to name the witness', timeoutMs: 25_000 },
  )

  expect(away).toContain('0 of 0 cosigned')
  await included(await recordTrace())
  witness.kill('SIGKILL')
})
