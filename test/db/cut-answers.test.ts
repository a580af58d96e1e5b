/** An answer that is cut off, or that fails when some of it has come: nothing of it is part of the next one. */
import { expect, test } from 'bun:test'
import type { Socket } from 'bun'
import { openSql } from '#db/client'
import { freshDatabase } from '#test/support/database'

test('what came of the types that a connection asks for first is no part of the answer that comes next', async () => {
  const database = await freshDatabase()
  const proxy = cutsTheFirstAnswer(new URL(database.url))
  const sql = openSql({ url: proxy.url, name: 'assay-cut', poolSize: 1 })

  const first = await sql`select 'first' as row`.catch((error: { code: string }) => error.code)
  const second = await sql`select 'second' as row`

  expect(proxy.cuts()).toBe(1)
  expect(JSON.stringify([first, second])).toBe(JSON.stringify([[{ row: 'first' }], [{ row: 'second' }]]))
  await sql.end({ timeout: 1 })
  proxy.stop()
  await database.drop()
})

test('rows that came before a statement failed are no part of the answer that comes next on the same connection', async () => {
  const database = await freshDatabase()
  const sql = openSql({ url: database.url, name: 'assay-cut', poolSize: 1, statementTimeoutMs: 300 })
  const failing = {
    'a row that cannot be made': () => sql`select 6 / (3 - n) as n from generate_series(1, 5) n`,
    'a bound of time': () =>
      sql`select n, repeat('x', 9000), pg_sleep(case when n = 9 then 9 else 0 end) from generate_series(1, 20) n`,
    'a bound of time, among several': () => sql`select n from generate_series(1, 9) n; select pg_sleep(9)`.simple(),
  }

  for (const [why, fail] of Object.entries(failing)) {
    const failed = await fail().then(
      () => 'answered',
      () => 'failed',
    )
    const next = await sql`select ${why}::text as row`

    expect([why, failed, JSON.stringify(next)]).toEqual([why, 'failed', JSON.stringify([{ row: why }])])
  }
  await sql.end({ timeout: 1 })
  await database.drop()
})

/** Of the first answer that has rows it passes on three and says, as a Postgres that is ended, that the session is over. */
function cutsTheFirstAnswer(target: URL) {
  let cuts = 0
  const servers = new Map<Socket<unknown>, Promise<Socket<unknown>>>()
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        let rows = 0
        let unread = Buffer.alloc(0)
        const take = (server: Socket<unknown>, data: Buffer) => {
          unread = Buffer.concat([unread, data])
          while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
            const message = unread.subarray(0, 1 + unread.readInt32BE(1))
            unread = unread.subarray(message.length)
            if (cuts === 0 && message.toString('latin1', 0, 1) === 'D' && ++rows > 3) {
              cuts += 1
              client.end(endedByAdministrator())
              server.end()
              return
            }
            client.write(message)
          }
        }
        servers.set(
          client,
          Bun.connect({
            hostname: target.hostname,
            port: Number(target.port),
            socket: { data: take, close: () => void client.end() },
          }),
        )
      },
      data: (client, data) => void servers.get(client)?.then((server) => server.write(data)),
      close: (client) => void servers.get(client)?.then((server) => server.end()),
    },
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(listener.port)
  return { url: url.href, cuts: () => cuts, stop: () => listener.stop(true) }
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html, ErrorResponse. */
function endedByAdministrator(): Buffer {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
    'latin1',
  )
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}
