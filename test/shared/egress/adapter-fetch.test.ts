/** What adapters fetch with: real servers that certify, redirect, stall, cut and overflow; and what may be sent at all. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createServer, type Server as TcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Server } from 'bun'
import { type AdapterFetchOptions, adapterFetch, EgressFailure } from '#shared/egress/adapter-fetch'
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { expiredByAuthority, selfSigned, signedByAuthority, testAuthority } from '#test/support/certificate'

type Seen = { method: string; path: string; headers: Record<string, string>; body: string }
const seen: Seen[] = []
const servers: Server<undefined>[] = []
let plain: Server<undefined>
let signed: Server<undefined>
let expired: Server<undefined>
let stranger: Server<undefined>
let inside: Server<undefined>
/** Says in its headers what it does not give, and hangs up. */
let cutting: TcpServer
let cuttingPort = 0

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const { method } = request
  seen.push({ method, path: pathname, headers: Object.fromEntries(request.headers), body: await request.text() })
  const to = searchParams.get('to') ?? ''
  if (pathname === '/to')
    return new Response(null, { status: Number(searchParams.get('as')), headers: { location: to } })
  if (pathname === '/slow') await Bun.sleep(1000)
  if (pathname === '/large') return new Response('x'.repeat(100_000))
  if (pathname === '/packed') return new Response(gzipSync('packed'), { headers: { 'content-encoding': 'gzip' } })
  if (pathname === '/unchanged') return new Response(null, { status: 304, headers: { etag: '"a"' } })
  if (pathname === '/status') return Response.json({}, { status: Number(searchParams.get('as')) })
  return new Response('hello')
}

function serve(tls?: { key: string; cert: string }): Server<undefined> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer, ...(tls ? { tls } : {}) })
  servers.push(server)
  return server
}

beforeAll(async () => {
  plain = serve()
  signed = serve(signedByAuthority)
  expired = serve(expiredByAuthority)
  stranger = serve(selfSigned)
  inside = serve()
  cutting = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      const [, path = ''] = bytes.toString().split(' ')
      if (path === '/body') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf')
      if (path === '/chunk') socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\nhalf')
      if (path === '/head') socket.write('HTTP/1.1 200 OK\r\nContent-Le')
      if (path === '/other') socket.write('* OK IMAP4rev1 ready\r\n')
      socket.end()
    })
  })
  await new Promise<void>((give) => cutting.listen(0, '127.0.0.1', give))
  const address = cutting.address()
  if (address && typeof address === 'object') cuttingPort = address.port
})
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  cutting.close()
  await Promise.all(servers.map((server) => server.stop(true)))
})

const policy = (ports: readonly (number | undefined)[]) =>
  openPolicy({
    allow: readEgressAllow(ports.map((port) => `127.0.0.1:${port}`).join()),
    resolve: async () => ['127.0.0.1'],
  })

const openFetch = (more: Partial<AdapterFetchOptions> = {}) =>
  adapterFetch({
    policy: policy([plain.port, signed.port, expired.port, stranger.port, cuttingPort]),
    signal: new AbortController().signal,
    maxBytes: 10_000,
    timeoutMs: 2000,
    methods: ['GET'],
    ...more,
  })
const at = (path: string, server: Server<undefined> = plain) => `http://site.test:${server.port}${path}`
const secureAt = (server: Server<undefined>, host = 'site.test') => `https://${host}:${server.port}/`
const reasonOf = async (asked: Promise<Response>): Promise<string> => {
  try {
    return `answered ${(await asked).status}`
  } catch (error) {
    if (error instanceof EgressFailure) return error.reason
    throw error
  }
}

test('it gives what was answered, unpacked, whatever its status, and from where', async () => {
  const get = openFetch()

  const packed = await get(at('/packed'), { headers: { authorization: 'Bearer x' } })
  expect([await packed.text(), packed.headers.get('content-encoding'), packed.url]).toEqual([
    'packed',
    null,
    at('/packed'),
  ])
  expect(seen[0]?.headers['authorization']).toBe('Bearer x')
  const unchanged = await get(at('/unchanged'))
  expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"a"'])
  for (const status of [204, 401, 404, 503]) expect((await get(at(`/status?as=${status}`))).status).toBe(status)
})

test('what is not listed is thrown back, and nothing of it is sent', async () => {
  const get = openFetch({ methods: ['GET', 'PROPFIND', 'REPORT'] })

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'MKCOL', 'MOVE', 'PROPPATCH', 'HEAD', 'OPTIONS'])
    expect([method, await reasonOf(get(at('/'), { method }))]).toEqual([method, 'method'])
  expect(await reasonOf(get(new Request(at('/'), { method: 'DELETE' })))).toBe('method')
  expect(seen).toEqual([])
})

test('what reads with a body goes out with it', async () => {
  const get = openFetch({ methods: ['GET', 'PROPFIND', 'REPORT'] })

  await get(at('/a'), { method: 'PROPFIND', body: '<propfind/>', headers: { depth: '1', 'content-type': 'text/xml' } })
  await get(new Request(at('/b'), { method: 'REPORT', body: '<é/>' }))

  expect(seen).toMatchObject([
    { method: 'PROPFIND', path: '/a', body: '<propfind/>', headers: { depth: '1', 'content-type': 'text/xml' } },
    { method: 'REPORT', path: '/b', body: '<é/>' },
  ])
})

test('a POST goes to the one address it is meant for, and is not sent on', async () => {
  const get = openFetch({ postsTo: [at('/token'), at('/to')] })
  const body = new URLSearchParams({ grant_type: 'refresh_token' })

  await get(at('/token'), { method: 'POST', body })
  for (const elsewhere of ['/tokens', '/token/', '/', '/TOKEN'])
    expect(await reasonOf(get(at(elsewhere), { method: 'POST', body }))).toBe('method')
  expect(await reasonOf(get(at('/token', inside), { method: 'POST', body }))).toBe('method')
  expect(await reasonOf(get(at('/to?as=307&to=/a'), { method: 'POST', body }))).toBe('answered 307')

  expect(seen.map(({ path, body: sent }) => [path, sent])).toEqual([
    ['/token', 'grant_type=refresh_token'],
    ['/to', 'grant_type=refresh_token'],
  ])
  expect(seen[0]?.headers['content-type']).toStartWith('application/x-www-form-urlencoded')
})

test('a redirect is followed on the same host, with what was asked', async () => {
  const get = openFetch({ methods: ['GET', 'PROPFIND'] })

  for (const status of [301, 302, 307, 308]) {
    seen.length = 0
    const found = await get(at(`/to?as=${status}&to=/there`), { method: 'PROPFIND', body: '<a/>' })
    expect([status, found.url]).toEqual([status, at('/there')])
    expect(seen[1]).toMatchObject({ method: 'PROPFIND', body: '<a/>' })
  }
  await get(at('/to?as=303&to=/there'), { method: 'PROPFIND', body: '<a/>' })
  expect(seen.at(-1)).toMatchObject({ method: 'GET', path: '/there', body: '' })
})

test('a redirect is answered as it is, where that is asked for', async () => {
  const found = await openFetch()(at('/to?as=301&to=/there'), { redirect: 'manual' })

  expect([found.status, found.headers.get('location'), seen.length]).toEqual([301, '/there', 1])
})

test('no redirect leads to another host, inside, or out of a secure connection; a secret stays with its origin', async () => {
  const authorization = 'Bearer x'
  const get = openFetch({ ca: testAuthority })
  const follow = (from: string, to: string) =>
    reasonOf(get(`${from}to?as=302&to=${encodeURIComponent(to)}`, { headers: { authorization } }))

  expect(await follow(at('/'), `http://other.test:${plain.port}/`)).toBe('elsewhere')
  expect(await follow(at('/'), `http://127.0.0.1:${plain.port}/`)).toBe('elsewhere')
  expect(await follow(at('/'), 'file:///etc/passwd')).toBe('elsewhere')
  expect(await follow(at('/'), at('/', inside))).toBe('address')
  expect(await follow(secureAt(signed), at('/'))).toBe('elsewhere')
  expect(await follow(at('/'), secureAt(signed))).toBe('answered 200')

  const last = seen.at(-1)
  expect([last?.path, last?.headers['authorization']]).toEqual(['/', undefined])
  expect(seen.filter(({ path }) => path !== '/to')).toHaveLength(1)
})

test('a certificate holds by the authority that was given, for its host, while it lasts', async () => {
  const trusting = openFetch({ ca: testAuthority })

  expect(await reasonOf(trusting(secureAt(signed)))).toBe('answered 200')
  expect(await reasonOf(trusting(secureAt(signed, '127.0.0.1')))).toBe('answered 200')
  expect(await reasonOf(trusting(secureAt(signed, 'localhost')))).toBe('answered 200')
  expect(await reasonOf(trusting(secureAt(signed, 'other.test')))).toBe('certificate')
  expect(await reasonOf(trusting(secureAt(expired)))).toBe('certificate')
  expect(await reasonOf(trusting(secureAt(stranger, 'localhost')))).toBe('certificate')
  expect(await reasonOf(openFetch()(secureAt(signed)))).toBe('certificate')
  expect(await reasonOf(openFetch({ ca: selfSigned.cert })(secureAt(stranger, 'localhost')))).toBe('answered 200')
  expect(await reasonOf(openFetch({ ca: '-----BEGIN CERTIFICATE-----' })(secureAt(signed)))).toBe('certificate')
})

test('what cannot be reached, speaks otherwise, or hangs up is told apart', async () => {
  const get = openFetch()
  const cut = (path: string) => reasonOf(get(`http://site.test:${cuttingPort}${path}`))
  const gone = serve()
  const { port } = gone
  await gone.stop(true)

  expect(await reasonOf(openFetch({ policy: policy([port]) })(`http://site.test:${port}/`))).toBe('unreachable')
  expect(await reasonOf(get(at('/', inside)))).toBe('address')
  expect(await reasonOf(get('ftp://site.test/'))).toBe('scheme')
  expect(await reasonOf(get(`https://site.test:${plain.port}/`))).toBe('broken')
  expect(await cut('/body')).toBe('cut')
  expect(await cut('/chunk')).toBe('cut')
  expect(await cut('/head')).toBe('cut')
  expect(await cut('/nothing')).toBe('cut')
  expect(await cut('/other')).toBe('broken')
})

test('it ends in time and within its size, and says that it did', async () => {
  const over = new AbortController()
  const startedAt = performance.now()
  setTimeout(() => over.abort(), 50)

  expect(await reasonOf(openFetch({ timeoutMs: 50 })(at('/slow')))).toBe('timeout')
  expect(await reasonOf(openFetch({ signal: over.signal })(at('/slow')))).toBe('aborted')
  expect(await reasonOf(openFetch()(at('/slow'), { signal: AbortSignal.timeout(50) }))).toBe('aborted')
  expect(await reasonOf(openFetch()(at('/large')))).toBe('too_large')
  expect(performance.now() - startedAt).toBeLessThan(900)
})
