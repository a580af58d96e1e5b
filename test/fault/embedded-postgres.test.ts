/** The embedded Postgres, broken in every way we could think of, comes back with what was committed. */
import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { findFreePort } from '#cli/dev/ports'
import { endOrphan, isRunning, startPostgres } from '#cli/dev/postgres'
import { statOf } from '#shared/kernel/process/proc'
import { isAlive } from '#shared/kernel/process/process-identity'
import { bareEnv } from '#test/support/bare-env'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../..')
const work = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
// Where root runs the tests, another user runs Postgres and must get through here.
chmodSync(work, 0o711)
const aDirectory = () => mkdtempSync(join(work, 'data-'))

afterAll(() => rmSync(work, { recursive: true, force: true }))

async function ask(url: string, query: string): Promise<Record<string, unknown>> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const rows = await sql.unsafe<Record<string, unknown>[]>(query)
    return { ...rows[0] }
  } finally {
    await sql.end()
  }
}

describe('a new cluster', async () => {
  const dataDir = aDirectory()
  const server = await startPostgres({ dataDir })
  afterAll(() => server.stop())

  test('is UTF8 whatever the locale, with checksums, and waits for the disk', async () => {
    const settings = await ask(
      server.url,
      `select current_setting('server_encoding') as encoding, datlocprovider as locale, current_setting('data_checksums') as checksums,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit
       from pg_database where datname = current_database()`,
    )

    expect(settings).toEqual({ encoding: 'UTF8', locale: 'b', checksums: 'on', fsync: 'on', commit: 'on' })
  })

  test('lets the service in with its password only, and not as a superuser', async () => {
    expect(await ask(server.url, `select current_setting('is_superuser') as super`)).toEqual({ super: 'off' })
    expect(ask(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
    expect(ask(server.url.replace('assay:', 'postgres:'), 'select 1')).rejects.toThrow('pg_hba.conf')
  })

  test('listens on this machine alone and has no socket file', async () => {
    const settings = `select current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as socket`

    expect(await ask(server.url, settings)).toEqual({ address: '127.0.0.1', socket: '' })
  })

  test('keeps its files and its password from other users', () => {
    const modes = ['postgres', 'postgres-password', 'postgres.log'].map(
      (name) => statSync(join(dataDir, name)).mode & 0o777,
    )

    expect(modes).toEqual([0o700, 0o600, 0o600])
  })

  test('runs in a session of its own, which a terminal’s Ctrl-C does not reach', () => {
    expect(statOf(server.pid)).toMatchObject({ group: server.pid, session: server.pid })
  })

  test('cannot be started twice', async () => {
    expect(startPostgres({ dataDir })).rejects.toThrow('another process keeps the Postgres')
    expect(isRunning(dataDir)).toEqual({ url: server.url, port: server.port, pid: server.pid })
  })
})

describe('a cluster that was used', async () => {
  const dataDir = aDirectory()
  const first = await startPostgres({ dataDir })
  await ask(first.url, 'create table kept (n int)')
  let { port } = first
  let n = 0

  /** Commits a row, breaks the server, starts it again on its port and counts the rows. */
  async function survives(breakIt: (server: Awaited<ReturnType<typeof startPostgres>>) => unknown): Promise<void> {
    const server = n === 0 ? first : await startPostgres({ dataDir, port })
    await ask(server.url, 'insert into kept values (1)')
    n += 1
    await breakIt(server)
    await server.exited
    const again = await startPostgres({ dataDir, port })
    expect(await ask(again.url, 'select count(*)::int as n from kept')).toEqual({ n })
    expect(again.url).toBe(server.url)
    await again.stop()
    port = again.port
  }

  test('comes back on its port after a stop', () => survives((server) => server.stop()))
  test('comes back after an immediate stop', () => survives((server) => server.stop('immediate')))
  test('comes back after kill -9, though its backends are still going', () =>
    survives((server) => process.kill(server.pid, 'SIGKILL')))

  test('stops while a client is in the middle of a query', async () => {
    const server = await startPostgres({ dataDir })
    const sql = postgres(server.url, { max: 1 })
    const busy = sql`select pg_sleep(60)`.execute()
    void busy.catch(() => undefined)
    await until(async () => (await activeSleepers(server.url)) === 1, { what: 'the statement to be under way' })

    await server.stop('fast')

    expect(busy).rejects.toThrow()
    // Without a bound, end() waits for ever for the connection that is gone.
    await sql.end({ timeout: 0 })
  })

  test('a pid file whose number is another program’s by now does not stop the start, nor harm that program', async () => {
    const stranger = Bun.spawn(['sleep', '600'], { stdio: ['ignore', 'ignore', 'ignore'] })
    const file = [stranger.pid, join(dataDir, 'postgres'), 1, port, '', '127.0.0.1', '', 'ready   ', ''].join('\n')
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), file)

    expect(isRunning(dataDir)).toBeUndefined()
    const server = await startPostgres({ dataDir })
    await server.stop()

    expect(isAlive(stranger.pid)).toBe(true)
    stranger.kill()
  })

  test('a port that was taken meanwhile is given up for a free one, unless it is insisted on', async () => {
    const before = await startPostgres({ dataDir })
    process.kill(before.pid, 'SIGKILL')
    await before.exited
    // The killed server's own processes hold the port for another moment.
    let thief: Bun.TCPSocketListener | undefined
    await until(
      () => {
        try {
          thief = Bun.listen({ hostname: '127.0.0.1', port: before.port, socket: { data() {} } })
          return true
        } catch {
          return false
        }
      },
      { what: 'the port to be free' },
    )

    expect(startPostgres({ dataDir, port: before.port })).rejects.toThrow('could not create any TCP/IP sockets')
    await until(() => !isAlive(before.pid), { what: 'the server to end' })
    const server = await startPostgres({ dataDir })

    expect(server.port).not.toBe(before.port)
    await server.stop()
    thief?.stop(true)
  })
})

test('a server whose supervisor was killed is found, and ended or replaced', async () => {
  const dataDir = aDirectory()
  const script = `import { startPostgres } from '${root}/cli/dev/postgres.ts'
    console.log((await startPostgres({ dataDir: '${dataDir}', isDurable: false })).pid)
    await Bun.stdin.text()`
  // Nothing of the environment: in that of `bun test --no-orphans` stands that what it starts takes its own along when it dies.
  const env = bareEnv
  const supervisor = Bun.spawn([process.execPath, '-e', script], { env, stdin: 'pipe', stdout: 'pipe' })
  const { value } = await supervisor.stdout.getReader().read()
  const orphan = Number(new TextDecoder().decode(value))

  supervisor.kill('SIGKILL')
  await supervisor.exited
  expect(isRunning(dataDir)?.pid).toBe(orphan)
  const server = await startPostgres({ dataDir })

  expect(isAlive(orphan)).toBe(false)
  expect(isRunning(dataDir)?.pid).toBe(server.pid)
  await server.stop()
  await endOrphan(dataDir)
})

test('a cluster half made by a killed first start is made anew', async () => {
  const dataDir = aDirectory()
  mkdirSync(join(dataDir, 'postgres.unfinished/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.unfinished/PG_VERSION'), '18\n')

  const server = await startPostgres({ dataDir, port: findFreePort(), isDurable: false })

  expect(await ask(server.url, `select current_setting('fsync') as fsync`)).toEqual({ fsync: 'off' })
  await server.stop()
})

async function activeSleepers(url: string): Promise<unknown> {
  const query = `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`
  return (await ask(url, query))['n']
}
