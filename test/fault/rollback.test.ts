/** The database is set back, or its log is changed: writes stop within seconds, and only the right log or an operator starts them again. */
import { afterEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { openSql, type Sql } from '#db/client'
import { latestCheckpoint } from '#shared/evidence/log'
import { bareEnv } from '#test/support/bare-env'
import { dropDatabase, serverUrl } from '#test/support/database'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../..')
/** A service takes half a minute to start where the machine is full. */
const minutes = { timeout: 180_000 }

type Broken = { tier: string; status: string; message: string }

async function aService() {
  const service = await startService({ workers: 0, env: unlimited })
  const [witness, ledger] = await Promise.all([service.startWitness(), service.startLedger()])
  const name = new URL(service.database.url).pathname.slice(1)
  const admin = postgres(serverUrl(), { max: 1, onnotice: () => undefined })
  const copies: string[] = []
  const freed = async (database: string, act: () => Promise<unknown>) => {
    await admin.unsafe(`alter database ${database} allow_connections false`)
    // The server's own workers are not ours to end: they make way by themselves.
    const clients = () => admin`
      select pid from pg_stat_activity where datname = ${database} and backend_type = 'client backend'`
    for (const { pid } of await clients()) await admin`select pg_terminate_backend(${pid})`
    await until(async () => (await clients()).length === 0, { what: 'the database to be free' })
    await act()
  }
  const opened = (database: string) => admin.unsafe(`alter database ${database} allow_connections true`)
  stops.push(async () => {
    await service.stop()
    for (const copy of copies) await dropDatabase(admin, copy)
    await admin.end()
  })
  return {
    ...service,
    witness,
    ledger,
    sql: openSql({ url: service.database.url, name: 'assay-test', poolSize: 1 }),
    /** A copy of the database as it is now, as a backup would be. */
    async backUp(): Promise<string> {
      const copy = `${name}_backup_${copies.push('') - 1}`
      copies[copies.length - 1] = copy
      await freed(name, () => admin.unsafe(`create database ${copy} template ${name}`))
      await opened(name)
      return copy
    },
    /** Puts the copy in the database's place; what was there stays under the name that is given back. */
    async restore(copy: string): Promise<string> {
      const aside = `${name}_aside_${copies.push('') - 1}`
      copies[copies.length - 1] = aside
      await freed(name, () => admin.unsafe(`alter database ${name} rename to ${aside}`))
      await admin.unsafe(`alter database ${copy} rename to ${name}`)
      await opened(name)
      return aside
    },
  }
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const post = (service: Pick<Service, 'call'>) => service.call('POST /traces', { body: aTrace() })

async function record(service: Pick<Service, 'call'>, times: number) {
  let said = ''
  const isStored = async () => {
    const { status, text } = await post(service)
    said = `${status} ${text}`
    return status === 201
  }
  for (let turn = 0; turn < times; turn++)
    await until(isStored, { what: () => `a trace to be stored: ${said}`, timeoutMs: 40_000, everyMs: 100 })
}

const violation = async (sql: Sql): Promise<Broken | undefined> => {
  const rows = await sql<Broken[]>`
    select tier, status, message from violations where article = 'A-02' and subject_type = 'log' and subject_id like 'assay-%'`.catch(
    () => [],
  )
  return rows[0]
}

const untilViolation = (sql: Sql, what: () => string) =>
  until(async () => await violation(sql), { what: () => `a violation:\n${what()}`, timeoutMs: 5000, everyMs: 50 })

const untilCosigned = (sql: Sql) =>
  until(
    async () =>
      (await sql`select 1 from edg_cosignatures where size = (select max(size) from edg_checkpoints)`).length > 0,
    { what: 'the newest checkpoint to be cosigned' },
  )

async function newEpoch(service: Service) {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'log', 'new-epoch', '--reason', 'the disk was lost'], {
    cwd: root,
    env: { ...bareEnv, DATABASE_URL: service.database.url, DATA_DIR: service.dataDir },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
  return new Response(child.stdout).text()
}

const untilRefused = (service: Service) =>
  until(
    async () => {
      const { status, body } = await post(service)
      return status === 503 && JSON.stringify(body).includes('GOVERNANCE_HALT')
    },
    { what: 'writes to be halted', timeoutMs: 5000 },
  )

test(
  'an older backup is noticed within five seconds and halts writes, until an operator begins another log',
  async () => {
    const service = await aService()
    const { sql, ledger } = service
    await record(service, 5)
    await untilLogged(sql)
    const backup = await service.backUp()
    await record(service, 5)
    await untilLogged(sql)
    await service.restore(backup)
    const restoredAt = performance.now()

    const broken = await untilViolation(sql, () => ledger.lines.join('\n'))
    expect(performance.now() - restoredAt).toBeLessThan(5000)
    expect(broken).toMatchObject({ tier: 'T5', status: 'open', message: expect.stringContaining('were published') })
    await untilRefused(service)
    expect((await service.call('GET /traces')).status).toBe(200)
    expect((await service.call('GET /readyz', { key: null })).body).toMatchObject({
      status: 'degraded',
      missing: expect.arrayContaining([
        { what: 'writes', why: expect.stringMatching(/^halted, reads stay open: A-02: .*were published/) },
      ]),
    })
    const before = await latestCheckpoint(sql)

    expect(await newEpoch(service)).toContain('/2 begins')
    await until(async () => (await post(service)).status === 201, { what: 'writes to go on', everyMs: 100 })
    await untilLogged(sql)
    await assertEvidence(sql, { isSetBack: true })
    const after = await latestCheckpoint(sql)
    expect(after?.origin).toBe(`${before?.origin}/2`)
    expect(await violation(sql)).toMatchObject({ status: 'resolved' })
    await untilCosigned(sql)
    expect(readFileSync(join(service.dataDir, 'log/epoch-2/checkpoint'), 'utf8')).toBe(after?.note ?? '')
    await sql.end({ timeout: 1 })
  },
  minutes,
)

test(
  'a ledger that starts on an older backup looks through everything too, and another log ends what both have found',
  async () => {
    const service = await aService()
    const { sql, ledger } = service
    await record(service, 3)
    await untilLogged(sql)
    const backup = await service.backUp()
    await record(service, 3)
    await untilLogged(sql)
    // The witness is told after the files: the next ledger finds in them what the backup lacks.
    await untilCosigned(sql)
    ledger.kill('SIGKILL')
    await ledger.exited
    await service.restore(backup)
    const another = await service.startLedger()
    const open = () =>
      sql<{ subject_type: string }[]>`
        select subject_type from violations where article = 'A-02' and status = 'open' order by 1`.catch(() => [])
    await until(async () => (await open()).length === 2, {
      what: () => `both violations:\n${another.lines.join('\n')}`,
      timeoutMs: 30_000,
    })
    await untilRefused(service)

    const said = await newEpoch(service)

    expect(said.match(/is resolved/g)).toHaveLength(2)
    expect(said).not.toContain('still halts')
    await until(async () => (await post(service)).status === 201, { what: 'writes to go on', everyMs: 100 })
    await untilLogged(sql)
    await assertEvidence(sql, { isSetBack: true })
    await sql.end({ timeout: 1 })
  },
  minutes,
)

test(
  'where the ledger is new and its files are gone, the witness still knows better',
  async () => {
    const service = await aService()
    const { sql } = service
    await record(service, 3)
    await untilLogged(sql)
    const backup = await service.backUp()
    await record(service, 3)
    await untilLogged(sql)
    await untilCosigned(sql)
    service.ledger.kill('SIGKILL')
    await service.ledger.exited
    rmSync(join(service.dataDir, 'log'), { recursive: true })
    await service.restore(backup)
    const ledger = await service.startLedger()

    const broken = await untilViolation(sql, () => ledger.lines.join('\n'))
    expect(broken).toMatchObject({ tier: 'T5', message: expect.stringMatching(/saw \d+ leaves, this log has \d+/) })
    await untilRefused(service)
    await sql.end({ timeout: 1 })
  },
  minutes,
)

test(
  'where the right database comes back, its log goes on',
  async () => {
    const service = await aService()
    const { sql, ledger } = service
    await record(service, 3)
    await untilLogged(sql)
    const backup = await service.backUp()
    await record(service, 3)
    await untilLogged(sql)
    const newest = await latestCheckpoint(sql)
    const right = await service.restore(backup)
    await untilViolation(sql, () => ledger.lines.join('\n'))
    // Whoever writes has seen it too, and has to forget it.
    await untilRefused(service)
    await service.restore(right)

    await record(service, 3)
    await untilLogged(sql)
    await assertEvidence(sql, { isSetBack: true })
    expect(await violation(sql)).toBeUndefined()
    expect((await latestCheckpoint(sql))?.origin).toBe(newest?.origin ?? '')
    await sql.end({ timeout: 1 })
  },
  minutes,
)

test.each([
  [
    'its newest leaf is dropped',
    'delete from edg_leaves where leaf = (select max(leaf) from edg_leaves)',
    'edg_leaves',
  ],
  [
    'its newest checkpoint has another root',
    `update edg_checkpoints set root = sha256('') where size = (select max(size) from edg_checkpoints)`,
    'edg_checkpoints',
  ],
  ['its checkpoints are gone', 'delete from edg_cosignatures; delete from edg_checkpoints', 'edg_checkpoints'],
])(
  'a log is broken when %s',
  async (_, attack, table) => {
    const service = await aService()
    const { sql, ledger } = service
    await record(service, 3)
    await untilLogged(sql)
    await sql
      .unsafe(`alter table edg_cosignatures disable trigger all; alter table ${table} disable trigger user`)
      .catch(() =>
        sql.unsafe(`alter table edg_cosignatures disable trigger user; alter table ${table} disable trigger user`),
      )
    await sql.unsafe(attack)

    expect(await untilViolation(sql, () => ledger.lines.join('\n'))).toMatchObject({ tier: 'T5', status: 'open' })
    await untilRefused(service)
    await sql.end({ timeout: 1 })
  },
  minutes,
)

test(
  'a log that somebody else says began is not believed',
  async () => {
    const service = await aService()
    const { sql, ledger } = service
    await record(service, 1)
    await untilLogged(sql)
    await sql`
      insert into edg_logs (epoch, origin, node_id, reason)
      select 2, 'forged/2', id, 'trust me' from edg_nodes where kind = 'trace.recorded' limit 1`

    expect(await untilViolation(sql, () => ledger.lines.join('\n'))).toMatchObject({
      tier: 'T5',
      message: expect.stringContaining('no node signed by this service'),
    })
    expect(existsSync(join(service.dataDir, 'log/epoch-2'))).toBe(false)
    await sql.end({ timeout: 1 })
  },
  minutes,
)
