/** Fetching without a browser, over the same guard. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Server } from 'bun'
import { guardedFetch } from '#shared/egress/fetch'
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { selfSigned } from '#test/support/certificate'

let site: Server<undefined>
let canary: Server<undefined>
let secure: Server<undefined>
let hits = 0
const seen: Record<string, string>[] = []

beforeAll(() => {
  canary = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      hits += 1
      return new Response('secret')
    },
  })
  secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: selfSigned, fetch: () => new Response('ok') })
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      seen.push(Object.fromEntries(request.headers))
      const url = new URL(request.url)
      const to = url.searchParams.get('to') ?? ''
      switch (url.pathname) {
        case '/redirect':
          return new Response(null, { status: Number(url.searchParams.get('status')), headers: { location: to } })
        case '/loop':
          return Response.redirect('/loop', 302)
        case '/gzip':
          return new Response(gzipSync('packed'), { headers: { 'content-encoding': 'gzip' } })
        case '/bomb':
          return new Response(gzipSync(Buffer.alloc(50_000_000)), { headers: { 'content-encoding': 'gzip' } })
        case '/slow':
          await Bun.sleep(3000)
          return new Response('late')
        case '/drip':
          return new Response(
            new ReadableStream({
              async pull(stream) {
                await Bun.sleep(50)
                stream.enqueue(new Uint8Array(1))
              },
            }),
          )
        case '/missing':
          return new Response('no', { status: 404 })
        default:
          return new Response('hello', { headers: { 'x-path': url.pathname + url.search } })
      }
    },
  })
})
afterAll(async () => {
  await Promise.all([site.stop(true), canary.stop(true), secure.stop(true)])
})

const names: Record<string, string> = { 'site.test': '127.0.0.1', 'inside.test': '127.0.0.1' }
const fetchIt = (
  url: string,
  more: { maxBytes?: number; timeoutMs?: number; headers?: Record<string, string>; signal?: AbortSignal } = {},
) =>
  guardedFetch(url, {
    policy: openPolicy({
      allow: readEgressAllow(`127.0.0.1:${site.port},127.0.0.1:${secure.port}`),
      resolve: async (name) => [names[name] ?? '127.0.0.1'],
    }),
    maxBytes: 1000,
    timeoutMs: 2000,
    ...more,
  })
const at = (path: string) => `http://site.test:${site.port}${path}`
const textOf = (answer: Awaited<ReturnType<typeof guardedFetch>>) =>
  answer.ok ? new TextDecoder().decode(answer.body) : answer.reason

test('it gives status, headers, final address and body', async () => {
  const answer = await fetchIt(at('/a?b=c'), { headers: { 'user-agent': 'Assay' } })

  expect(answer).toMatchObject({ ok: true, status: 200, url: at('/a?b=c'), isTruncated: false })
  expect(textOf(answer)).toBe('hello')
  expect(answer.ok && answer.headers.get('x-path')).toBe('/a?b=c')
  expect(seen.at(-1)?.['host']).toBe(`site.test:${site.port}`)
  expect(seen.at(-1)?.['user-agent']).toBe('Assay')
})

test('a status that is no success is an answer too', async () => {
  expect(await fetchIt(at('/missing'))).toMatchObject({ ok: true, status: 404 })
})

test('it follows redirects within what is allowed, and unpacks', async () => {
  const answer = await fetchIt(at('/redirect?status=302&to=/gzip'))

  expect(textOf(answer)).toBe('packed')
  expect(answer.url).toBe(at('/gzip'))
})

test('what was sent for one origin is not sent to another', async () => {
  await fetchIt(at(`/redirect?status=302&to=http://other.test:${site.port}/there`), {
    headers: { authorization: 'Bearer x' },
  })

  expect(seen.at(-1)?.['host']).toBe(`other.test:${site.port}`)
  expect(seen.at(-1)?.['authorization']).toBeUndefined()
})

test('each hop is judged anew', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const inside = [
      `http://127.0.0.1:${canary.port}/`,
      `http://inside.test:${canary.port}/`,
      `http://2130706433:${canary.port}/`,
      '//169.254.169.254/',
    ]
    for (const to of [...inside, 'file:///etc/passwd', 'http://u:p@site.test/', 'gopher://x/']) {
      const answer = await fetchIt(at(`/redirect?status=${status}&to=${encodeURIComponent(to)}`))
      expect([to, answer.ok]).toEqual([to, false])
      expect(['address', 'port', 'scheme', 'credentials']).toContain(textOf(answer))
    }
  }
  expect(hits).toBe(0)
})

test('a redirect without end is given up', async () => {
  expect(textOf(await fetchIt(at('/loop')))).toBe('too_many_redirects')
})

test('a body is cut at its limit, a packed one by what it unpacks to', async () => {
  const bomb = await fetchIt(at('/bomb'), { maxBytes: 10_000 })
  const cut = await fetchIt(at('/'), { maxBytes: 3 })

  expect(bomb.ok && [bomb.isTruncated, bomb.body.length]).toEqual([true, 10_000])
  expect(textOf(cut)).toBe('hel')
})

test('it ends in time: no answer, a dripping one, or called off', async () => {
  const startedAt = performance.now()

  expect(textOf(await fetchIt(at('/slow'), { timeoutMs: 200 }))).toBe('timeout')
  expect(textOf(await fetchIt(at('/drip'), { timeoutMs: 200 }))).toBe('timeout')
  expect(textOf(await fetchIt(at('/slow'), { signal: AbortSignal.timeout(100) }))).toBe('aborted')
  expect(textOf(await fetchIt(at('/slow'), { signal: AbortSignal.abort() }))).toBe('aborted')
  expect(performance.now() - startedAt).toBeLessThan(2500)
})

test('a certificate that nobody signed is no secure connection', async () => {
  expect(textOf(await fetchIt(`https://site.test:${secure.port}/`))).toBe('certificate')
})

/** In a process of its own, whose environment is another. */
async function fetchElsewhere(env: Record<string, string>, url: string, rules: string): Promise<string> {
  const script = `
    const { readEgressAllow } = await import('#shared/kernel/addresses')
    const { guardedFetch } = await import('#shared/egress/fetch')
    const { openPolicy } = await import('#shared/egress/resolve')
    const policy = openPolicy({ allow: readEgressAllow('${rules}'), resolve: async () => ['127.0.0.1'] })
    const answer = await guardedFetch('${url}', { policy, maxBytes: 10, timeoutMs: 2000 })
    console.log(answer.ok ? new TextDecoder().decode(answer.body) : answer.reason)`
  const child = Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, ...env }, stdout: 'pipe' })
  return (await new Response(child.stdout).text()).trim()
}

test('a certificate of an authority that the machine trusts is', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'assay-test-certificate-')), 'authority.pem')
  writeFileSync(path, selfSigned.cert)
  const trusting = { NODE_EXTRA_CA_CERTS: path }
  const { port } = secure

  expect(await fetchElsewhere(trusting, `https://test.invalid:${port}/`, `127.0.0.1:${port}`)).toBe('ok')
  expect(await fetchElsewhere(trusting, `https://127.0.0.1:${port}/`, `127.0.0.1:${port}`)).toBe('ok')
  expect(await fetchElsewhere(trusting, `https://other.invalid:${port}/`, `127.0.0.1:${port}`)).toBe('certificate')
  rmSync(dirname(path), { recursive: true })
})

test('the environment’s proxies are not asked, and do not open the way', async () => {
  const proxied = { NO_PROXY: '*', HTTP_PROXY: `http://127.0.0.1:${canary.port}` }

  expect(await fetchElsewhere(proxied, `http://127.0.0.1:${canary.port}/`, '')).toBe('address')
  expect(await fetchElsewhere(proxied, at('/'), `127.0.0.1:${site.port}`)).toBe('hello')
  expect(hits).toBe(0)
})
