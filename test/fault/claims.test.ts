/** Whoever keeps claims is killed, frozen or there twice: each trace is counted once, and the export says the same as the rows. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { openSql } from '#db/client'
import { claimPieces } from '#db/queries/claims'
import { openSigner } from '#shared/evidence/signing'
import { baseOrigin, beginNextLog } from '#shared/verification/epochs'
import { openFindings } from '#shared/verification/findings'
import { checkRows } from '#shared/verification/rows'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Process, type Service, startService, unlimited, untilTaken } from '#test/support/service'
import { until } from '#test/support/until'

setDefaultTimeout(120_000)
let service: Service
let ledger: Process
beforeAll(async () => {
  service = await startService({ apis: 2, workers: 0, env: { ...unlimited, WITNESSES: 'none' } })
  ledger = await service.startLedger()
})
afterAll(() => service.stop())

type Claim = { claim_id: string; n: number; missing: number; verdict: string; status: string; fault: string | null }
const look = async (id: string) => (await service.call(`GET /claims/${id}`)).body as Claim
async function register(body: object): Promise<string> {
  const { status, body: claim, text } = await service.call('POST /claims', { body })
  if (status !== 201) throw new Error(`the claim was not registered: ${text}`)
  return (claim as Claim).claim_id
}
const share = { measure: { kind: 'risk_reaches', score: 85 }, direction: 'at_most', threshold: 0.5 }
const send = (count: number, system: string, api = 0) =>
  untilTaken(() =>
    service.call('POST /traces/batch', {
      body: Array.from({ length: count }, (_, at) =>
        aTrace({
          system_source: system,
          risk_score: at % 3 === 0 ? 95 : 10,
          risk_level: at % 3 === 0 ? 'HIGH' : 'LOW',
        }),
      ),
      api,
    }),
  )

/** The leaves that a claim has counted, and those that it was to count, by the log itself. */
async function held(id: string, system: string): Promise<{ counted: number[]; due: number[] }> {
  const { sql } = service.database
  const counted = (await claimPieces(sql, id, -1, 100_000)).flatMap(({ leaves }) => leaves)
  const rows = await sql<{ leaf: number }[]>`
    select l.leaf from traces t join edg_leaves l on l.node_id = decode(t.attribution_token, 'hex')
    where t.system_source = ${system} and l.leaf > (
      select l.leaf from edg_nodes n join edg_leaves l on l.node_id = n.id where n.stream = ${`claim:${id}`} and n.pos = 0)
    order by l.leaf`
  return { counted, due: rows.map(({ leaf }) => leaf) }
}

async function verified(id: string): Promise<number> {
  const file = `${service.dataDir}/${id}.ndjson`
  await until(
    async () => {
      const { status, text } = await service.call(`GET /claims/${id}/export`)
      if (status === 200) await Bun.write(file, text)
      return status === 200
    },
    { what: 'what the claim says to be in the log' },
  )
  const key = readFileSync(`${service.dataDir}/log.pub`, 'utf8').trim().split('\n').at(-1) ?? ''
  return Bun.spawn([process.execPath, 'cli/main.ts', 'claim', 'verify', file, '--key', key], { stdout: 'ignore' })
    .exited
}

test('a ledger that is killed again and again while traces come in, with another beside it that freezes, counts each once', async () => {
  const system = `hunted-${crypto.randomUUID()}`
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => register({ ...share, population: { system_source: system } })),
  )
  let ledgers = [ledger, await service.startLedger()]
  let sent = 0
  const sending = (async () => {
    for (let batch = 0; batch < 60; batch += 1) {
      await send(50, system, batch % 2)
      sent += 50
      await Bun.sleep(100)
    }
  })()
  for (let times = 0; times < 4; times += 1) {
    await Bun.sleep(1200)
    const [first, second] = ledgers
    second?.kill('SIGSTOP')
    first?.kill('SIGKILL')
    ledgers = [second as (typeof ledgers)[number], await service.startLedger()]
    second?.kill('SIGCONT')
  }
  await sending
  const [other, newest] = ledgers
  other?.kill('SIGKILL')
  ledger = newest as Process
  await untilLogged(service.database.sql, 60_000)
  for (const id of claims)
    await until(async () => (await look(id)).n >= sent, { what: 'all to be counted', timeoutMs: 60_000 })

  for (const id of claims) {
    const { counted, due } = await held(id, system)
    expect(due).toHaveLength(sent)
    expect(counted).toEqual(due)
    expect(await look(id)).toMatchObject({ n: sent, fault: null })
  }
  expect(await verified(claims[0] ?? '')).toBe(0)
  await assertEvidence(service.database.sql)
})

test('a follower that was frozen in its transaction writes nothing of it, and whoever comes after goes on', async () => {
  const { sql } = service.database
  const system = `frozen-${crypto.randomUUID()}`
  const id = await register({ ...share, population: { system_source: system } })
  await send(20, system)
  await until(async () => (await look(id)).n === 20, { what: 'those to be counted' })
  const other = openSql({ url: service.database.url, name: 'assay-test-frozen', poolSize: 1 })
  const held_ = await other.reserve()
  await held_`begin`
  await held_`update claim_progress set leaf = leaf`
  await send(30, system)
  await Bun.sleep(1500)
  expect((await look(id)).n).toBe(20)
  await held_`rollback`
  held_.release()
  await other.end({ timeout: 1 })

  await until(async () => (await look(id)).n === 50, { what: 'the rest to be counted', timeoutMs: 30_000 })
  const { counted, due } = await held(id, system)
  expect(counted).toEqual(due)
  expect(await sql`select from claim_progress`).toHaveLength(1)
})

test('under another log open claims are counted anew in its order, and nothing is told twice', async () => {
  const { sql } = service.database
  const system = `moved-${crypto.randomUUID()}`
  const id = await register({ ...share, threshold: 0.1, population: { system_source: system } })
  await send(60, system)
  await until(async () => (await look(id)).n === 60, { what: 'those to be counted', timeoutMs: 30_000 })
  expect((await look(id)).verdict).toBe('refuted')
  const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })
  await untilLogged(sql)

  await beginNextLog(sql, signer, { base: baseOrigin(undefined, signer), reason: 'a test', known: undefined })
  await untilLogged(sql, 60_000)
  await send(7, system)
  await until(async () => (await look(id)).n === 67, { what: 'all to be counted anew', timeoutMs: 60_000 })

  const { counted, due } = await held(id, system)
  expect(counted).toEqual(due)
  const turns = await sql`select from edg_nodes where stream = ${`claim:${id}`} and kind = 'claim.turned'`
  expect(turns).toHaveLength(1)
  expect(await verified(id)).toBe(0)
  const found = openFindings()
  await checkRows({ sql, signer }, found)
  expect(found.outcome().first_failure).toBeNull()
})

test('what a log ended before it could tell is told under the next, once, and a claim that was ended says it too', async () => {
  const { sql } = service.database
  const system = `untold-${crypto.randomUUID()}`
  const [open = '', over = ''] = await Promise.all(
    [0.1, 0.05].map((threshold) => register({ ...share, threshold, population: { system_source: system } })),
  )
  await untilLogged(sql)
  ledger.kill('SIGKILL')
  await ledger.exited
  await send(60, system)
  await service.call(`POST /claims/${over}/close`)
  const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })
  await beginNextLog(sql, signer, { base: baseOrigin(undefined, signer), reason: 'a test', known: undefined })

  ledger = await service.startLedger()

  await until(async () => (await look(over)).status === 'closed', { what: 'the claim to be closed', timeoutMs: 60_000 })
  for (const id of [open, over]) {
    expect(await look(id)).toMatchObject({ n: 60, verdict: 'refuted', fault: null })
    const turns = await sql`select from edg_nodes where stream = ${`claim:${id}`} and kind = 'claim.turned'`
    expect(turns).toHaveLength(1)
    expect(await verified(id)).toBe(0)
  }
  expect(await sql`select subject_id from violations where article = 'A-01' and status <> 'resolved'`).toHaveLength(0)
  await assertEvidence(sql)
})

test('a claim is not exported while the node of its turn has no place in the log', async () => {
  const { sql } = service.database
  const system = `unlogged-${crypto.randomUUID()}`
  const id = await register({ ...share, threshold: 0.1, population: { system_source: system } })
  await untilLogged(sql)
  const other = openSql({ url: service.database.url, name: 'assay-test-unlogged', poolSize: 2 })
  const [follower, sequencer] = [await other.reserve(), await other.reserve()]
  await follower`begin`
  await follower`update claim_progress set leaf = leaf`
  await send(60, system)
  await untilLogged(sql)
  await sequencer`begin`
  await sequencer`lock table edg_leaves in share mode`
  await follower`rollback`
  await until(async () => (await look(id)).verdict === 'refuted', { what: 'the verdict to turn' })

  const early = await service.call(`GET /claims/${id}/export`)

  expect(early).toMatchObject({ status: 409, body: { error: { code: 'STATE_CONFLICT' } } })
  expect(early.headers.get('Retry-After')).toBe('1')
  await sequencer`rollback`
  for (const each of [follower, sequencer]) each.release()
  await other.end({ timeout: 1 })
  expect(await verified(id)).toBe(0)
})

/** One that has just looked at everything, and does not for a minute: what stands wrong meanwhile halts nobody. */
async function beginAnew(): Promise<void> {
  ledger.kill('SIGTERM')
  await ledger.exited
  ledger = await service.startLedger()
}

test('the place deleted by an operator mends a claim whose state was edited', async () => {
  await beginAnew()
  const { sql } = service.database
  const system = `mended-${crypto.randomUUID()}`
  const id = await register({ ...share, population: { system_source: system } })
  await send(40, system)
  await until(async () => (await look(id)).n === 40, { what: 'those to be counted' })
  await sql`update claims set state = replace(state::text, '"n":40', '"n":41')::json where claim_id = ${id}`
  expect((await service.call(`GET /claims/${id}`)).body).toMatchObject({ error: { code: 'EVIDENCE_MISMATCH' } })

  await sql`delete from claim_progress`
  await send(1, system)

  await until(async () => (await look(id)).n === 41, { what: 'it to be counted anew', timeoutMs: 30_000 })
  expect(await look(id)).toMatchObject({ n: 41, fault: null })
  expect(await verified(id)).toBe(0)
})

test('a claim that was set back, with all that is kept of it, goes on only from where it was', async () => {
  await beginAnew()
  const { sql } = service.database
  const system = `set-back-${crypto.randomUUID()}`
  const id = await register({ ...share, population: { system_source: system } })
  await send(10, system)
  await until(async () => (await look(id)).n === 10, { what: 'those to be counted' })
  const tables = ['claims', 'claim_points', 'claim_pieces']
  const keep = async (name: string) => {
    for (const table of tables)
      await sql.unsafe(`create table ${name}_${table} as select * from ${table} where claim_id = '${id}'`)
  }
  const putBack = (name: string) =>
    sql.begin(async (tx) => {
      await tx`select from claim_progress for update`
      for (const table of tables.toReversed()) await tx.unsafe(`delete from ${table} where claim_id = '${id}'`)
      for (const table of tables) await tx.unsafe(`insert into ${table} select * from ${name}_${table}`)
    })
  await keep('once')
  await send(10, system)
  await until(async () => (await look(id)).n === 20, { what: 'the rest to be counted' })
  await keep('now')

  await putBack('once')
  await send(5, system)
  await Bun.sleep(2500)
  expect((await look(id)).n).toBe(10)
  await putBack('now')

  await until(async () => (await look(id)).n === 25, { what: 'it to go on', timeoutMs: 30_000 })
  const { counted, due } = await held(id, system)
  expect(counted).toEqual(due)
})
