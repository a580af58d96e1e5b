/** Everything is lost, or set back: what a backup had comes back, verifies, and is written on; what was lost is told. */
import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latestCheckpoint } from '#shared/evidence/log'
import { type Ended, runAssay } from '#test/support/assay'
import { emptyDatabase } from '#test/support/database'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

const minutes = { timeout: 120_000 }
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-backup-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function aService(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService({ workers: 1, ...options, env: { ...unlimited, ...options.env } })
  ending.push(() => service.stop())
  return service
}

const assay = (args: readonly string[], databaseUrl: string, dataDir: string): Promise<Ended> =>
  runAssay(args, { env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } })

/** What clients see: answers, byte for byte. */
async function seen({ call }: Service, traces: readonly string[], trees: readonly string[]): Promise<string[]> {
  const answers = [await call('GET /systems'), await call('GET /traces?limit=100')]
  for (const id of traces) answers.push(await call(`GET /traces/${id}`))
  for (const path of trees) answers.push(await call(`GET ${path}`))
  return answers.map(({ status, text }) => `${status} ${text}`)
}

async function stopAll(
  service: Service,
  others: { kill: (signal: NodeJS.Signals) => void; exited: Promise<number> }[],
) {
  const all = [...service.apis, ...service.workers, ...others]
  for (const each of all) each.kill('SIGKILL')
  await Promise.all(all.map(({ exited }) => exited))
}

test(
  'all that was answered before a backup under load survives the loss of everything, and is written on within a minute',
  async () => {
    const before = await aService()
    const [ledger, witness] = [await before.startLedger(), await before.startWitness()]
    const [traces, trees]: [string[], string[]] = [[], []]
    const record = async () => {
      const { status, body } = await before.call('POST /traces', { body: aTrace({ system_source: 'chat-eu' }) })
      expect(status).toBe(201)
      return String(Object(body).trace_id)
    }
    for (let n = 0; n < 5; n++) traces.push(await record())
    for (const trace_id of traces.slice(0, 2)) {
      const answer = await before.call('POST /generate', { body: { trace_id } })
      trees.push(`/jobs/${answer.headers.get('x-job-id')}/result`)
    }
    await untilLogged(before.database.sql)
    const answeredBefore = await seen(before, traces, trees)
    // From here on others write all the time.
    let isOver = false
    const since: string[] = []
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) since.push(await record())
    })
    const running = Array.from({ length: 2 }, async () => {
      while (!isOver)
        await before.call('POST /generate', { body: { trace_id: traces[0] }, headers: { prefer: 'respond-async' } })
    })
    await until(() => since.length > 50, { what: 'some load' })
    const acknowledged = [...since]
    const dir = join(aFolder(), 'backup')

    const backup = await assay(['backup', dir, '--with-keys'], before.database.url, before.dataDir)
    isOver = true
    await Promise.all([...writers, ...running])
    await stopAll(before, [ledger, witness])
    expect(backup).toMatchObject({ code: 0 })

    const lostAt = performance.now()
    const [database, dataDir] = [await emptyDatabase(), join(aFolder(), 'data')]
    ending.push(() => database.drop())
    const restored = await assay(['restore', dir], database.url, dataDir)
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.out).toContain('all evidence verifies')
    expect(restored.out).toContain('the log goes on from its')
    const after = await aService({ database, env: { DATA_DIR: dataDir } })
    after.key = before.key
    await Promise.all([after.startLedger(), after.startWitness()])
    const posted = await until(
      async () => {
        const answer = await after.call('POST /traces', { body: aTrace({ system_source: 'after' }) })
        return answer.status === 201 && answer
      },
      { what: 'writes', timeoutMs: 60_000 },
    )
    expect(posted.headers.get('x-constitutional-compliance')).not.toBe('violation')
    expect(performance.now() - lostAt).toBeLessThan(60_000)

    const there = await database.sql<{ trace_id: string }[]>`select trace_id from traces`
    const kept = new Set(there.map(({ trace_id }) => trace_id))
    expect([...traces, ...acknowledged].filter((id) => !kept.has(id))).toEqual([])
    const [, , ...answeredAfter] = await seen(after, traces, trees)
    expect(answeredAfter).toEqual(answeredBefore.slice(2))
    // Jobs that were sent and not done are done here, each once.
    await until(
      async () =>
        (await database.sql`select 1 from pgboss.job where state in ('created', 'retry', 'active') limit 1`).length ===
        0,
      { what: 'jobs of before to be done', timeoutMs: 60_000 },
    )
    expect(await database.sql`select job_id from trees group by 1 having count(*) > 1`).toHaveLength(0)
    await untilLogged(database.sql)
    await assertEvidence(database.sql)
    expect((await latestCheckpoint(database.sql))?.origin).toMatch(/^assay-[0-9a-f]+$/)
    const cosigned = await until(
      async () => {
        const [row] = await database.sql<{ n: number }[]>`
          select count(*)::int as n from edg_cosignatures where size = (select max(size) from edg_checkpoints)`
        return row !== undefined && row.n > 0 && row.n
      },
      { what: 'the witness to cosign what it knows grown', timeoutMs: 20_000 },
    )
    expect(cosigned).toBe(1)
  },
  minutes,
)

test(
  'an older backup beside files and a witness that have seen more halts writes, until the command that restore prints ends it',
  async () => {
    const service = await aService({ workers: 0 })
    const { database, dataDir } = service
    const witness = await service.startWitness()
    const ledger = await service.startLedger()
    const post = () => service.call('POST /traces', { body: aTrace() })
    const untilCosigned = () =>
      until(
        async () =>
          (
            await database.sql`
            select 1 from edg_cosignatures where size = (select max(size) from edg_checkpoints)`
          ).length > 0,
        { what: 'the newest checkpoint to be cosigned', timeoutMs: 20_000 },
      )
    await post()
    await untilLogged(database.sql)
    const dir = join(aFolder(), 'backup')
    expect(await assay(['backup', dir], database.url, dataDir)).toMatchObject({ code: 0 })
    await post()
    await untilLogged(database.sql)
    await untilCosigned()
    await stopAll(service, [ledger, witness])

    const said = await assay(['restore', dir, '--replace'], database.url, dataDir)

    expect(said).toMatchObject({ code: 0 })
    expect(said.out).toContain(`the log's files in ${dataDir}/log saw`)
    expect(said.out).toContain(`the witness in ${dataDir}/witness saw`)
    expect(said.out).toContain('the log was set back')
    const [, reason = ''] = /script\/assay log new-epoch --reason "(.*)"$/m.exec(said.out) ?? []
    expect(reason).toStartWith('restored the backup of 20')
    await Promise.all([service.startWitness(), service.startLedger()])
    const api = await service.startApi()
    await until(
      async () => {
        const { status, text } = await service.call('POST /traces', { body: aTrace(), api })
        return status === 503 && text.includes('GOVERNANCE_HALT')
      },
      { what: 'writes to be halted', timeoutMs: 20_000, everyMs: 100 },
    )

    const begun = await assay(['log', 'new-epoch', '--reason', reason], database.url, dataDir)

    expect(begun).toMatchObject({ code: 0, out: expect.stringContaining('/2 begins') })
    await until(async () => (await service.call('POST /traces', { body: aTrace(), api })).status === 201, {
      what: 'writes to go on',
      timeoutMs: 20_000,
      everyMs: 100,
    })
    await untilLogged(database.sql)
    await assertEvidence(database.sql, { isSetBack: true })
  },
  minutes,
)

test(
  'on the embedded Postgres: everything of DATA_DIR is lost, and a folder that is not there takes the backup',
  async () => {
    const [folder, kept] = [aFolder(), aFolder()]
    const env = { DATA_DIR: join(folder, 'data') }
    const embedded = (...args: string[]) => runAssay(args, { env })
    expect(await embedded('migrate')).toMatchObject({ code: 0 })
    expect(await embedded('backup', join(kept, 'b'))).toMatchObject({ code: 0 })
    rmSync(env.DATA_DIR, { recursive: true })

    const back = await embedded('restore', join(kept, 'b'))

    expect(back.code).toBe(0)
    expect(back.out).toContain('no log had begun: the ledger begins it')
    expect(existsSync(join(env.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false)
    expect(readdirSync(join(kept, 'b'))).toContain('manifest.json')
  },
  minutes,
)
