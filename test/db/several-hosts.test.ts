/** An address names several hosts of which one takes writes, or a socket: whoever connects finds the right one, also after a failover. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#cli/dev/ports'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { placeText, readAddress, StoreRefusal } from '#db/address'
import { isOnStandby, isStoreAway, openSql, type Sql } from '#db/client'
import { connect, shieldOf } from '#db/connect'
import { until } from '#test/support/until'

setDefaultTimeout(60_000)
const folder = mkdtempSync(join(tmpdir(), 'assay-hosts-'))
const sockets = join(folder, 'sockets')
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres

beforeAll(async () => {
  chmodSync(folder, 0o711)
  mkdirSync(sockets)
  chmodSync(sockets, 0o777)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  primary = await startPostgres({ dataDir: first, isDurable: false })
  const sql = connect(primary.url, { max: 1 })
  await sql`create table kept (id int)`
  await sql.end({ timeout: 1 })
  await primary.stop()
  copy(first, second)
  writeFileSync(join(second, 'postgres/standby.signal'), '')
  primary = await startPostgres({ dataDir: first, isDurable: false })
  const settings = { unix_socket_directories: sockets }
  standby = await startPostgres({ dataDir: second, port: findFreePort(), isDurable: false, settings })
  // It says anew at each start who may come in.
  appendFileSync(join(second, 'postgres/pg_hba.conf'), 'local all all scram-sha-256\n')
  process.kill(standby.pid, 'SIGHUP')
})
afterAll(async () => {
  await primary.stop('immediate')
  await standby.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
})

/** With whom each file belongs to. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o711)
  const { uid, gid } = statSync(join(from, 'postgres'))
  if (process.getuid?.() === 0) Bun.spawnSync(['chown', '-R', `${uid}:${gid}`, join(to, 'postgres')])
}

/** Of these hosts, with the account of the primary. */
const at = (hosts: string, query = '') => {
  const { username, password, pathname } = new URL(primary.url)
  return `postgres://${username}:${password}@${hosts}${pathname}${query}`
}
const here = (port: number) => `127.0.0.1:${port}`

const portsOf = (pools: readonly Sql[]) =>
  Promise.all(pools.map(async (sql) => (await sql<{ port: number }[]>`select inet_server_port() as port`)[0]?.port))

test('whoever connects is led to the one that takes writes, and to another once that does', async () => {
  const hosts = [here(findFreePort()), here(standby.port), here(primary.port)].join(',')
  const sql = openSql({ url: at(hosts), name: 'assay-test', poolSize: 3 })
  const looking = openSql({ url: at(hosts), name: 'assay-test', poolSize: 1, isReadOnly: true })
  const pools = [sql, sql, sql, looking]
  const write = (id: number) => sql`insert into kept values (${id})`.catch((error: unknown) => error)
  try {
    expect(await portsOf(pools)).toEqual(pools.map(() => primary.port))
    expect(await write(1)).toEqual([])

    await primary.stop('immediate')
    expect(isStoreAway(await write(2))).toBe(true)
    await until(async () => isOnStandby(await write(2)), { what: 'it to be told that only a standby is left' })

    writeFileSync(join(folder, 'second/postgres/promote'), '')
    process.kill(standby.pid, 'SIGUSR1')
    await until(async () => !isStoreAway(await write(3)), { what: 'the other to take writes' })
    expect(await portsOf(pools)).toEqual(pools.map(() => standby.port))
    expect([...(await looking`select id from kept`)]).toEqual([{ id: 3 }])
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), looking.end({ timeout: 1 })])
  }
})

test('a host that says nothing is passed over', async () => {
  // It takes connections, and nobody is behind it.
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  // Sound: it listens to a port.
  const { port } = silent.address() as AddressInfo
  const sql = openSql({ url: at(`${here(port)},${here(standby.port)}`), name: 'assay-test', poolSize: 1 })
  try {
    expect(await portsOf([sql])).toEqual([standby.port])
  } finally {
    await sql.end({ timeout: 1 })
    silent.close()
  }
})

test('through a socket, whatever is said of TLS', async () => {
  const port = standby.port
  for (const url of [
    at('', `?host=${sockets}&port=${port}&sslmode=require`),
    at(`${encodeURIComponent(sockets)}:${port}`),
  ]) {
    const sql = openSql({ url, name: 'assay-test', poolSize: 1 })
    const [row] = await sql`select inet_server_addr() is null as is_local`
    await sql.end({ timeout: 1 })

    expect(row).toEqual({ is_local: true })
  }
})

describe('an address is read as libpq reads it', () => {
  const list = (hosts: string[], ports: number[]) => ({ hosts, ports })

  test.each([
    ['postgres://a:b@db/x', list(['db'], [5432]), 'db:5432/x'],
    ['postgresql://db:1/x', list(['db'], [1]), 'db:1/x'],
    ['postgres:///x', list(['localhost'], [5432]), 'localhost:5432/x'],
    [
      'postgres://a:p%40,q@one,two:2,three/x',
      list(['one', 'two', 'three'], [5432, 2, 5432]),
      'one:5432,two:2,three:5432/x',
    ],
    ['postgres://a:p@q@one,two/x?port=7', list(['one', 'two'], [7, 7]), 'one:7,two:7/x'],
    ['postgres://[::1]:7,[fe80::1]/x', list(['::1', 'fe80::1'], [7, 5432]), '[::1]:7,[fe80::1]:5432/x'],
    [
      'postgres:///x?host=one,two&port=1,2&target_session_attrs=read-write',
      list(['one', 'two'], [1, 2]),
      'one:1,two:2/x',
    ],
    ['postgres:///x?host=::1', list(['::1'], [5432]), '[::1]:5432/x'],
    ['postgres://a@/x?host=/run/pg', { socket: '/run/pg/.s.PGSQL.5432' }, '/run/pg/.s.PGSQL.5432/x'],
    ['postgres://a@%2Frun%2Fpg:7/x', { socket: '/run/pg/.s.PGSQL.7' }, '/run/pg/.s.PGSQL.7/x'],
  ])('%s', (url, place, text) => {
    const address = readAddress(url)

    expect(address.place as unknown).toEqual(place)
    expect(placeText(address)).toBe(text)
    expect(address.url.pathname).toBe('/x')
  })

  test.each([
    [
      'postgres://one,two/x?target_session_attrs=standby',
      'says target_session_attrs=standby, and the store is written to',
    ],
    ['postgres://one/x?channel_binding=require', 'says channel_binding, which is not read here'],
    ['postgres://one:seven/x', 'is not of the form'],
    ['postgres://one:0/x', 'is not of the form'],
    ['postgres://one,two:99999/x', 'is not of the form'],
    ['postgres://%zz/x', 'is not of the form'],
    ['postgres://one,%2Frun/x', 'says several hosts, of which one is a socket'],
    ['postgres://', 'is not of the form'],
  ])('%s is refused in a sentence: %s', (url, sentence) => {
    expect(() => readAddress(url)).toThrow(StoreRefusal)
    expect(() => readAddress(url)).toThrow(`DATABASE_URL ${sentence}`)
  })
})

test('of several hosts each is asked for its own name', () => {
  const checked = (name: string, certificate: string) => {
    const { ssl } = shieldOf('postgres://a@one.example,two.example/x?sslmode=verify-full')
    if (ssl === 'prefer') return undefined
    // Sound: as a certificate of TLS comes, as far as names are looked for in it.
    return ssl?.checkServerIdentity?.(name, { subject: {}, subjectaltname: `DNS:${certificate}` } as never)?.message
  }

  expect(checked('one.example', 'one.example')).toBeUndefined()
  expect(checked('one.example', 'two.example')).toContain('one.example')
  expect(checked('two.example', 'two.example')).toBeUndefined()
  // Of an address no name is told.
  expect(checked('', 'two.example')).toBeUndefined()
  expect(checked('', 'three.example')).toContain('one.example')
})
