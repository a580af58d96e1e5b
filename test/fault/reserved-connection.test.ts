/** A connection that one caller holds for itself is cut: everything that waited on it hears so. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const ended = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      () => 'refused',
    ),
    Bun.sleep(3000).then(() => 'hangs'),
  ])

test('statements that stand behind one that is under way are refused, none waits for ever', async () => {
  const sql = openSql({ url: database.url, name: 'assay-cut', poolSize: 1 })
  const connection = await sql.reserve()
  const [{ pid } = { pid: 0 }] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`
  // Not seen before, so it is described first, and what follows has to wait for that.
  const first = connection`select pg_sleep(5), ${1}::int as never_seen_before`.execute()
  const waiting = [connection`select 2 as waiting`.execute(), connection`select ${3}::int as waiting_too`.execute()]
  await Bun.sleep(100)
  await database.sql`select pg_terminate_backend(${pid})`

  expect(await Promise.all([first, ...waiting].map(ended))).toEqual(['refused', 'refused', 'refused'])
  connection.release()
  expect(await ended(sql`select 1`)).toBe('done')
  await sql.end({ timeout: 1 })
})

test('who asks for a connection while the store is away gets it when the store is back', async () => {
  const { port, hostname } = new URL(database.url)
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const closedPort = probe.port
  probe.stop(true)
  const url = new URL(database.url)
  url.host = `127.0.0.1:${closedPort}`
  const sql = openSql({ url: url.href, name: 'assay-late', poolSize: 1 })
  const first = sql.reserve()
  const second = sql.reserve()
  expect(await ended(first)).toBe('refused')

  // The same place answers now: bytes pass to and fro.
  type Peer = { write: (data: Uint8Array) => unknown; end: () => unknown }
  const peers = new Map<unknown, Promise<Peer>>()
  const relay = Bun.listen({
    hostname: '127.0.0.1',
    port: closedPort,
    socket: {
      open(socket) {
        const upstream = Bun.connect({
          hostname,
          port: Number(port),
          socket: { data: (_, chunk) => void socket.write(chunk), close: () => void socket.end() },
        })
        peers.set(socket, upstream)
      },
      data: (socket, chunk) => void peers.get(socket)?.then((peer) => peer.write(chunk)),
      close: (socket) => void peers.get(socket)?.then((peer) => peer.end()),
    },
  })
  expect(await ended(second)).toBe('done')
  const connection = await second
  connection.release()
  expect(await ended(sql`select 1`)).toBe('done')
  await sql.end({ timeout: 1 })
  relay.stop(true)
})

test('a connection that is cut in the moment it opens takes nothing else down', async () => {
  const script = `
    import { openSql } from '#db/client'
    const sql = openSql({ url: '${database.url}', name: 'assay-cut-at-once', poolSize: 4 })
    process.on('unhandledRejection', () => process.exit(9))
    for (const end = Date.now() + 4000; Date.now() < end; ) await Promise.allSettled([1, 2, 3, 4].map(() => sql\`select 1\`))
    process.exit(0)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'inherit', 'inherit'] })
  let isOver = false
  void child.exited.then(() => {
    isOver = true
  })
  while (!isOver) {
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay-cut-at-once'`
  }

  expect(await child.exited).toBe(0)
})
