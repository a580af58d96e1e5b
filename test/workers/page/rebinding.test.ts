/** A name that leads out when it is asked for first, and inside from then on: nobody inside hears of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { guardedFetch } from '#shared/egress/fetch'
import { type EgressPolicy, openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { type Canary, startCanary } from '#test/workers/page/canary'
import { type NameServer, startNameServer } from '#test/workers/page/name-server'
import { openRobots } from '#workers/scan-page/links'
import { readSitemap } from '#workers/scan-page/sitemap'

let outside: Server<undefined>
let inside: Canary
let dns: NameServer
let policy: EgressPolicy
const turned = ['127.0.0.1', '10.1.2.3', '169.254.169.254']

beforeAll(async () => {
  outside = Bun.serve({
    port: 0,
    hostname: '127.0.0.3',
    fetch(request) {
      const { pathname, host } = new URL(request.url)
      if (pathname === '/hop') return Response.redirect(`http://${host}/end`, 302)
      if (pathname === '/index.xml')
        return new Response(`<sitemapindex><sitemap><loc>http://${host}/pages.xml</loc></sitemap></sitemapindex>`)
      if (pathname === '/robots.txt') return Response.redirect(`http://${host}/robots`, 302)
      return new Response('outside')
    },
  })
  inside = await startCanary(['127.0.0.1'], outside.port)
  dns = await startNameServer()
  policy = openPolicy({ allow: readEgressAllow(`127.0.0.3:${outside.port}`), dnsServers: [dns.address] })
})
afterAll(async () => {
  dns.close()
  await Promise.all([outside.stop(true), inside.close()])
})

async function read(url: string) {
  const fetched = await guardedFetch(url, { policy, maxBytes: 1000, timeoutMs: 5000 })
  if (!fetched.ok) throw new Error(fetched.reason)
  return fetched
}

test.each(turned)('by a redirect, a nested sitemap or robots.txt: to %s', async (address) => {
  const at = (name: string, path: string) => `http://${name}.test:${outside.port}${path}`
  for (const name of ['redirect', 'sitemap', 'robots', 'again'])
    dns.answer(`${name}.test`, (nth) => [nth === 0 ? '127.0.0.3' : address])
  dns.asked.clear()

  const redirect = await read(at('redirect', '/hop')).catch((error: Error) => error.message)
  const sitemap = await readSitemap(at('sitemap', '/index.xml'), 10, async (url) => (await read(url)).body)
  const robots = openRobots(async (url) => {
    const { status, body } = await read(url)
    return { status, text: new TextDecoder().decode(body) }
  })
  const isLetIn = await robots(at('robots', '/page'))
  const first = await read(at('again', '/'))
  const second = await read(at('again', '/')).catch((error: Error) => error.message)

  expect([redirect, second]).toEqual(['address', 'address'])
  expect(sitemap).toMatchObject({ pages: [], failed: [{ url: at('sitemap', '/pages.xml'), message: 'address' }] })
  expect(isLetIn).toBe(false)
  expect(first.status).toBe(200)
  expect([...dns.asked.values()]).toEqual([2, 2, 2, 2])
  expect(inside.hits).toEqual([])
})
