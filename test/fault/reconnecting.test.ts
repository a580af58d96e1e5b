/** Postgres lets nobody in for a while: a pool asks for it ever more seldom, and is there again soon after it is. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { openSql, reconnectSeconds, type Sql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** What a Postgres that recovers says to whoever comes. */
function startingUp(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
  return Buffer.concat([head, fields])
}

const silently = (socket: Socket) => socket.destroy()
const saying = (socket: Socket) => socket.once('data', () => socket.end(startingUp()))

function letIn(socket: Socket): void {
  const { hostname, port } = new URL(database.url)
  const upstream = connect(Number(port), hostname)
  upstream.on('error', () => socket.destroy())
  socket.pipe(upstream).pipe(socket)
}

type Door = { url: string; cameAt: number[]; meet: (how: (socket: Socket) => void) => void; server: Server }

/** Stands where Postgres should be, and notes when somebody came. */
async function openDoor(first: (socket: Socket) => void): Promise<Door> {
  let meet = first
  const cameAt: number[] = []
  const server = createServer((socket) => {
    cameAt.push(performance.now())
    socket.on('error', () => undefined)
    meet(socket)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const url = new URL(database.url)
  const address = server.address()
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: url.href,
    cameAt,
    server,
    meet(how) {
      meet = how
    },
  }
}

/** Asks again at once, however often it is refused. */
async function insist(sql: Sql): Promise<void> {
  for (let isDone = false; !isDone; )
    await sql`select 1`.then(
      () => {
        isDone = true
      },
      () => undefined,
    )
}

// Sound: postgres.js counts them there, though its types do not say so.
const failedAttempts = (sql: Sql) => (sql.options as unknown as { shared: { retries: number } }).shared.retries

test.each([
  ['closes without a word', silently],
  ['says that it is starting up', saying],
])('a server that %s is asked ever more seldom, and used once it lets us in', async (_, refuse) => {
  const door = await openDoor(refuse)
  const sql = openSql({ url: door.url, name: 'assay-again', poolSize: 1 })
  const asked = insist(sql)
  await until(() => door.cameAt.length >= 7, { what: () => 'seven attempts', timeoutMs: 20_000 })
  const waits = door.cameAt.slice(1).map((at, index) => at - (door.cameAt[index] ?? 0))

  // From the fifth attempt on it waits for a second, or half of one at least.
  expect(Math.min(...waits.slice(4))).toBeGreaterThan(400)

  door.meet(letIn)
  expect(await Promise.race([asked.then(() => 'let in'), Bun.sleep(5000).then(() => 'not yet')])).toBe('let in')
  await sql.end({ timeout: 1 })
  door.server.close()
})

test('a connection that is reserved as it opens forgets the attempts that failed before it', async () => {
  const door = await openDoor(saying)
  const sql = openSql({ url: door.url, name: 'assay-forgets', poolSize: 1 })
  for (let times = 0; times < 3; times += 1) await sql.reserve().catch(() => undefined)
  expect(failedAttempts(sql)).toBeGreaterThan(0)

  door.meet(letIn)
  const connection = await sql.reserve()

  expect(failedAttempts(sql)).toBe(0)
  connection.release()
  await sql.end({ timeout: 1 })
  door.server.close()
})

test('the wait grows up to a second, and is another one for each process', () => {
  const waits = (failed: number) => Array.from({ length: 200 }, () => reconnectSeconds(failed))

  expect(Math.max(...waits(0))).toBeLessThanOrEqual(0.05)
  for (const failed of [5, 50, 5000]) {
    expect(Math.min(...waits(failed))).toBeGreaterThanOrEqual(0.5)
    expect(Math.max(...waits(failed))).toBeLessThanOrEqual(1)
    expect(new Set(waits(failed)).size).toBeGreaterThan(100)
  }
})
