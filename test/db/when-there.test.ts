/** A Postgres that is not there yet is waited for; one that cannot be used is told of in a sentence, without its password. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import { StoreRefusal } from '#db/address'
import { whenThere } from '#db/when-there'
import { freshDatabase, type TestDatabase, withDatabase } from '#test/support/database'
import { until } from '#test/support/until'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** A port of this machine at which nobody listens. */
async function aFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

function at(port: number): string {
  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  return url.href
}

function migrating(url: string) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url }
  const child = Bun.spawn([process.execPath, 'db/migrate.ts'], { env, stdout: 'ignore', stderr: 'pipe' })
  let said = ''
  const reading = (async () => {
    for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) said += piece
  })()
  return { said: () => said, ended: reading.then(() => child.exited) }
}

test('one that comes later is waited for, which is said once', async () => {
  const port = await aFreePort()
  const { said, ended } = migrating(at(port))
  await until(() => said().includes('waited for'), { what: 'it to say that it waits' })
  const { hostname, port: own } = new URL(database.url)
  const relay = createServer((client) => {
    const server = connect(Number(own) || 5432, hostname)
    client.pipe(server).pipe(client)
    for (const each of [client, server]) each.on('error', () => each.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve))

  const code = await ended

  relay.close()
  expect({ code, lines: said().trim().split('\n') }).toEqual({
    code: 0,
    lines: [expect.stringContaining(`the Postgres at 127.0.0.1:${port}/`)],
  })
})

test('a database that is not there ends it with a sentence, and no password is told', async () => {
  const url = new URL(withDatabase(database.url, 'nobody_has_it'))
  url.password ||= 'a-password-of-nobody'

  const { said, ended } = migrating(url.href)

  expect(await ended).toBe(1)
  expect(said()).toBe(
    `the Postgres at ${url.host}/nobody_has_it cannot be used: database "nobody_has_it" does not exist\n`,
  )
})

test.each([undefined, '', 'mysql://a:b@c/d', 'postgres://', 'postgres://a:secret@[/d', 'localhost:5432'])(
  'the address %p is none',
  async (url) => {
    const trying = whenThere(url, () => Promise.reject(new Error('asked')), { say: () => undefined })

    await expect(trying).rejects.toThrow(StoreRefusal)
    await expect(trying).rejects.toThrow(/^DATABASE_URL is not (set|of the form)/)
  },
)

test('nobody who answers in time, and a fault of ours, are told apart', async () => {
  const said: string[] = []
  const say = (sentence: string) => void said.push(sentence)
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

  const away = whenThere('postgres://a:secret@h:1/d', () => Promise.reject(refused), { say, patienceMs: 700 })
  const fault = whenThere('postgres://a:secret@h:1/d', () => Promise.reject(new TypeError('a fault')), { say })

  await expect(fault).rejects.toThrow(TypeError)
  await expect(away).rejects.toThrow('the Postgres at h:1/d cannot be used: connect ECONNREFUSED')
  expect(said).toEqual(['the Postgres at h:1/d is waited for, up to 0.7 s: connect ECONNREFUSED'])
})
