/** A visit's way out, spoken to by hand. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import type { Server } from 'bun'
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { until } from '#test/support/until'
import { startNameServer } from '#test/workers/page/name-server'
import { type EgressLimits, egressRefusalOf } from '#workers/page/egress'
import { type EgressProxy, openProxy } from '#workers/page/proxy'

let site: Server<undefined>
let canary: Server<undefined>
let echo: NetServer
let echoPort = 0
let hits = 0
let siteConnections = 0
const open: { close: () => void }[] = []

beforeAll(async () => {
  const count = (request: Request) => {
    hits += 1
    return new Response(`secret of ${request.url}`)
  }
  canary = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: count })
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request, server) {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/ws') return server.upgrade(request) ? undefined : new Response('no', { status: 400 })
      if (pathname === '/big') return new Response(Buffer.alloc(5_000_000, 'x'))
      if (pathname === '/silent') await Bun.sleep(5000)
      const body = await request.text()
      return Response.json({ path: pathname + search, headers: Object.fromEntries(request.headers), body })
    },
    websocket: { message: (socket, message) => void socket.send(`echo ${message}`) },
  })
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    siteConnections += 1
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const address = echo.address()
  echoPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  for (const proxy of open) proxy.close()
  echo.close()
  await Promise.all([site.stop(true), canary.stop(true)])
})

async function aProxy(limits: Partial<EgressLimits> = {}, names: Record<string, string[]> = {}): Promise<EgressProxy> {
  const policy = openPolicy({
    allow: readEgressAllow(`127.0.0.1:${site.port},127.0.0.1:${echoPort},127.0.0.3:${site.port}`),
    resolve: async (name) => names[name] ?? [],
  })
  const proxy = await openProxy(policy, limits)
  open.push(proxy)
  return proxy
}

/** Sends this to the proxy and gives what comes back until it closes, or until `enough` of it is there. */
function say(
  proxy: EgressProxy,
  text: string | Buffer,
  enough: (said: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => socket.write(text))
    const done = () => {
      socket.destroy()
      resolve(said)
    }
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (enough(said)) done()
    })
    socket.on('error', done).on('close', done)
    setTimeout(done, 4000).unref()
  })
}

const get = (url: string, headers = '') => `GET ${url} HTTP/1.1\r\nHost: whatever\r\n${headers}\r\n`
const isWhole = (said: string) => /\r\n\r\n.*\}$/s.test(said)
const statusOf = (said: string) => Number(said.split(' ')[1])
const reasonOf = (said: string) => /x-assay-egress: (\S+)/.exec(said)?.[1]
const body = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n')))

function tunnel(proxy: EgressProxy, authority: string): Promise<{ socket: Socket; head: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`),
    )
    socket.once('data', (chunk) => resolve({ socket, head: chunk.toString() }))
    socket.on('error', reject)
  })
}

test('a request in absolute form reaches the origin as its own, without what was for the proxy', async () => {
  const proxy = await aProxy({}, { 'site.test': ['127.0.0.1'] })

  const said = await say(
    proxy,
    get(
      `http://site.test:${site.port}/a?b=c`,
      'Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic eA==\r\nX-Mine: 1\r\n',
    ),
    isWhole,
  )

  expect(statusOf(said)).toBe(200)
  expect(body(said).path).toBe('/a?b=c')
  expect(body(said).headers).toMatchObject({ host: `site.test:${site.port}`, 'x-mine': '1' })
  expect(Object.keys(body(said).headers).filter((name) => name.startsWith('proxy'))).toEqual([])
  expect(proxy.record.requests).toBe(1)
  expect(proxy.record.bytes).toBeGreaterThan(100)
  expect(proxy.record.denied).toEqual([])
})

test('a body goes along, also when it comes in pieces with the next request behind it', async () => {
  const proxy = await aProxy()
  const post = `POST http://127.0.0.1:${site.port}/post HTTP/1.1\r\nContent-Length: 11\r\n\r\nhello`

  const said = await new Promise<string>((resolve) => {
    let all = ''
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => {
      socket.write(post)
      setTimeout(() => socket.write(` world${get(`http://127.0.0.1:${site.port}/second`)}`), 30)
    })
    socket.on('data', (chunk) => {
      all += chunk
      if (all.includes('/second')) {
        socket.destroy()
        resolve(all)
      }
    })
  })

  expect(said).toContain('"body":"hello world"')
  expect(proxy.record.requests).toBe(2)
})

test('a tunnel carries bytes both ways, and a WebSocket', async () => {
  const proxy = await aProxy()

  const { socket, head } = await tunnel(proxy, `127.0.0.1:${echoPort}`)
  const back = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
  socket.write('ping')

  expect(head).toStartWith('HTTP/1.1 200')
  expect(await back).toBe('ping')
  socket.destroy()

  const ws = await tunnel(proxy, `127.0.0.1:${site.port}`)
  const upgraded = new Promise<string>((resolve) => ws.socket.once('data', (chunk) => resolve(chunk.toString())))
  ws.socket.write(
    `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  expect(await upgraded).toStartWith('HTTP/1.1 101')
  ws.socket.destroy()
})

test('a client that has said all it has to say still hears the rest', async () => {
  const proxy = await aProxy()
  const { socket } = await tunnel(proxy, `127.0.0.1:${echoPort}`)

  const heard = new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (chunk) => {
      all += chunk
    })
    socket.on('end', () => resolve(all))
  })
  socket.end('last words')

  expect(await heard).toBe('last words')
})

const inside = () => [
  ['127.0.0.1', 'address'],
  ['localhost', 'address'],
  ['[::1]', 'address'],
  ['[::ffff:127.0.0.1]', 'address'],
  ['2130706433', 'address'],
  ['0x7f.1', 'address'],
  ['169.254.169.254', 'address'],
  ['inside.test', 'address'],
  ['mixed.test', 'address'],
  ['8.8.8.8', 'port'],
]

test('what is inside is refused, by request and by tunnel, and noted under its visit alone', async () => {
  const names = { 'inside.test': ['127.0.0.1'], 'mixed.test': ['93.184.216.34', '127.0.0.1'] }
  const [one, other] = await Promise.all([aProxy({}, names), aProxy({}, names)])

  for (const [host, reason] of inside()) {
    const asked = await say(one, get(`http://${host}:${canary.port}/`))
    const tunnelled = await say(one, `CONNECT ${host}:${canary.port} HTTP/1.1\r\n\r\n`)
    expect([host, statusOf(asked), reasonOf(asked)]).toEqual([host, 403, reason])
    expect([host, statusOf(tunnelled), reasonOf(tunnelled)]).toEqual([host, 403, reason])
  }

  expect(hits).toBe(0)
  expect(one.record.denied).toContainEqual({ host: '127.0.0.1', port: canary.port ?? 0, reason: 'address', count: 6 })
  expect(one.record.denied).toContainEqual({ host: 'inside.test', port: canary.port ?? 0, reason: 'address', count: 2 })
  expect(JSON.stringify(one.record)).not.toContain('93.184')
  expect(other.record).toEqual({ requests: 0, bytes: 0, denied: [], failed: [] })
  expect(egressRefusalOf(one.record, `http://inside.test:${canary.port}/x`)).toBe('address')
  expect(egressRefusalOf(one.record, `http://inside.test:1/x`)).toBeUndefined()
})

test('a connection that was let out once is no way in afterwards', async () => {
  const proxy = await aProxy()

  const said = await say(proxy, get(`http://127.0.0.1:${site.port}/first`) + get(`http://127.0.0.1:${canary.port}/`))

  expect(said).toContain('403')
  expect(said).not.toContain('secret')
  expect(hits).toBe(0)
})

test('what cannot be reached is a failure, not a refusal', async () => {
  const proxy = await aProxy({ connectMs: 300 }, { 'gone.test': ['127.0.0.3'] })

  const gone = await say(proxy, get(`http://gone.test:${site.port}/`))
  const unknown = await say(proxy, `CONNECT unknown.test:443 HTTP/1.1\r\n\r\n`)

  expect([statusOf(gone), reasonOf(gone)]).toEqual([502, 'unreachable'])
  expect([statusOf(unknown), reasonOf(unknown)]).toEqual([502, 'name_not_found'])
  expect(proxy.record.denied).toEqual([])
  expect(proxy.record.failed.map(({ reason }) => reason)).toEqual(['unreachable', 'name_not_found'])
})

test('the browser’s own errands are refused but not noted', async () => {
  const proxy = await aProxy({}, { 'update.googleapis.com': ['127.0.0.1'] })

  const said = await say(proxy, 'CONNECT update.googleapis.com:443 HTTP/1.1\r\n\r\n')

  expect(statusOf(said)).toBe(403)
  expect(proxy.record.denied).toEqual([])
})

test('a name is resolved once per visit: an answer that changes leads nowhere new', async () => {
  const dns = await startNameServer()
  // Public at first, inside from then on; and the other way round.
  dns.answer('turns.test', (nth) => (nth === 0 ? ['192.0.2.1'] : ['127.0.0.1']))
  dns.answer('late.test', (nth) => (nth === 0 ? ['127.0.0.1'] : ['10.0.0.1']))
  const allow = readEgressAllow(`192.0.2.1:${canary.port},127.0.0.1:${site.port}`)
  const policy = openPolicy({ allow, dnsServers: [dns.address] })
  const proxy = await openProxy(policy, { connectMs: 200 })
  open.push(proxy)

  for (let nth = 0; nth < 3; nth++) await say(proxy, get(`http://turns.test:${canary.port}/`))
  const stays = await say(proxy, get(`http://late.test:${site.port}/one`), isWhole)
  const still = await say(proxy, get(`http://late.test:${site.port}/two`), isWhole)
  const another = await openProxy(policy)
  open.push(another)
  const moved = await say(another, get(`http://late.test:${site.port}/three`))

  expect(hits).toBe(0)
  expect(dns.asked.get('turns.test')).toBe(1)
  expect([statusOf(stays), statusOf(still)]).toEqual([200, 200])
  expect(dns.asked.get('late.test')).toBe(2)
  expect(reasonOf(moved)).toBe('address')
  dns.close()
})

test('requests beyond the limit are refused', async () => {
  const proxy = await aProxy({ requests: 2 })
  const url = `http://127.0.0.1:${site.port}/`

  const said = [await say(proxy, get(url), isWhole), await say(proxy, get(url), isWhole), await say(proxy, get(url))]

  expect(said.map(statusOf)).toEqual([200, 200, 403])
  expect(said.map(reasonOf)).toEqual([undefined, undefined, 'requests'])
})

test('bytes beyond the limit are cut, and what comes after is refused', async () => {
  const proxy = await aProxy({ bytes: 1_000_000 })

  const cut = await say(proxy, get(`http://127.0.0.1:${site.port}/big`))
  const after = await say(proxy, get(`http://127.0.0.1:${site.port}/`))

  expect(cut.length).toBeLessThan(1_100_000)
  expect(reasonOf(after)).toBe('bytes')
  expect(proxy.record.denied[0]).toMatchObject({ host: '127.0.0.1', reason: 'bytes' })
})

test('connections beyond the limit are refused', async () => {
  const proxy = await aProxy({ connections: 2 })
  const held = await Promise.all([tunnel(proxy, `127.0.0.1:${echoPort}`), tunnel(proxy, `127.0.0.1:${echoPort}`)])

  const said = await say(proxy, get(`http://127.0.0.1:${site.port}/`))

  expect(reasonOf(said)).toBe('connections')
  for (const { socket } of held) socket.destroy()
})

test('a connection on which nothing moves is cut', async () => {
  const proxy = await aProxy({ idleMs: 200 })
  const startedAt = performance.now()

  const silent = await say(proxy, get(`http://127.0.0.1:${site.port}/silent`))
  const unfinished = await say(proxy, 'GET http://127.0.0.1')

  expect([silent, unfinished]).toEqual(['', ''])
  expect(performance.now() - startedAt).toBeLessThan(2500)
})

test('the list of refusals ends at a hundred hosts', async () => {
  const proxy = await aProxy()

  await Promise.all(Array.from({ length: 130 }, (_, nth) => say(proxy, get(`http://10.0.0.${nth}/`))))

  expect(proxy.record.denied.length).toBe(100)
})

test('nonsense is turned away and breaks nothing', async () => {
  const proxy = await aProxy()
  const nonsense: (string | Buffer)[] = [
    '\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET http:// HTTP/1.1\r\n\r\n',
    'GET http://127.0.0.1 HTTP/2.0\r\n\r\n',
    'CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n',
    'CONNECT 127.0.0.1:99999 HTTP/1.1\r\n\r\n',
    'CONNECT a@127.0.0.1:80 HTTP/1.1\r\n\r\n',
    'CONNECT a/b:80 HTTP/1.1\r\n\r\n',
    `POST http://127.0.0.1:${site.port}/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST http://127.0.0.1:${site.port}/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n`,
    `GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nno colon\r\n\r\n`,
    `GET http://127.0.0.1:${site.port}/${'a'.repeat(70_000)}`,
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x0d, 0x0a, 0x0d, 0x0a]),
    Buffer.alloc(100_000, 0xff),
  ]

  for (const words of nonsense) {
    const said = await say(proxy, words)
    expect([String(words).slice(0, 60), statusOf(said)]).toEqual([String(words).slice(0, 60), 400])
  }
  const schemes = ['ftp://127.0.0.1/', 'file:///etc/passwd', `https://127.0.0.1:${site.port}/`]
  for (const url of schemes) expect([url, reasonOf(await say(proxy, get(url)))]).toEqual([url, 'scheme'])
  expect(statusOf(await say(proxy, get(`http://127.0.0.1:${site.port}/`), isWhole))).toBe(200)
})

test('clients that vanish take their upstream connections along, and so does closing', async () => {
  const proxy = await aProxy()
  const connections = () => new Promise<number>((resolve) => echo.getConnections((_, count) => resolve(count)))
  const before = siteConnections
  await until(async () => (await connections()) === 0, { what: 'an idle echo server' })

  const held = await Promise.all([1, 2, 3].map(() => tunnel(proxy, `127.0.0.1:${echoPort}`)))
  await until(async () => (await connections()) === 3, { what: 'three tunnels' })
  held[0]?.socket.destroy()
  held[1]?.socket.resetAndDestroy()
  await until(async () => (await connections()) === 1, { what: 'two to be gone' })
  proxy.close()
  await until(async () => (await connections()) === 0, { what: 'all to be gone' })

  expect(siteConnections - before).toBe(3)
})
