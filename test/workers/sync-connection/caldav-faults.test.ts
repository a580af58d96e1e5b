/** CalDAV servers that say less, or mean harm: no tokens, broken events, answers that are none, other places to go to. */
import { afterEach, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { contextAt, eventText, named } from '#test/workers/sync-connection/calendar-makers'
import { caldavAdapter } from '#workers/sync-connection/adapters/caldav'

let server: Server<undefined> | undefined
afterEach(() => server?.stop(true))

type Told = { etag: string; text: string }
type Answer = (request: Request, path: string) => Response | Promise<Response> | undefined

const multistatus = (...responses: string[]) =>
  new Response(
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${responses.join('')}</d:multistatus>`,
    {
      status: 207,
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    },
  )
const multistatusText = (inner: string) =>
  new Response(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${inner}`, {
    status: 207,
    headers: { 'content-type': 'application/xml' },
  })
const row = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;')

/** A server with one calendar, that knows etags and a ctag and no tokens. */
function plainServer(objects: Map<string, Told>, first: Answer = () => undefined) {
  const methods: string[] = []
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      methods.push(request.method)
      const own = await first(request, pathname)
      if (own) return own
      const body = await request.text()
      const told = objects.get(pathname)
      if (request.method === 'GET') return told ? new Response(told.text) : new Response('', { status: 404 })
      if (pathname === '/.well-known/caldav') return new Response('', { status: 301, headers: { location: '/dav/' } })
      if (body.includes('current-user-principal'))
        return multistatus(
          row(pathname, '<d:current-user-principal><d:href>/dav/ada/</d:href></d:current-user-principal>'),
        )
      if (body.includes('calendar-home-set'))
        return multistatus(row(pathname, '<c:calendar-home-set><d:href>/dav/ada/</d:href></c:calendar-home-set>'))
      if (body.includes('calendar-user-address-set'))
        return multistatus(
          row(
            pathname,
            '<c:calendar-user-address-set><d:href>mailto:Ada@example.com</d:href></c:calendar-user-address-set>',
          ),
        )
      const ctag = Bun.hash(JSON.stringify([...objects])).toString(36)
      if (body.includes('resourcetype'))
        return multistatus(
          row('/dav/ada/', '<d:resourcetype><d:collection/></d:resourcetype>'),
          row(
            '/dav/ada/work/',
            `<d:displayname>Work</d:displayname><cs:getctag>x${ctag}</cs:getctag><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>`,
          ),
          row(
            '/dav/ada/tasks/',
            '<d:displayname>Tasks</d:displayname><d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>',
          ),
        )
      if (body.includes('calendar-query'))
        return multistatus(...[...objects].map(([path, { etag }]) => row(path, `<d:getetag>"${etag}"</d:getetag>`)))
      const wanted = [...body.matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(([, path = '']) => path)
      return multistatus(
        ...wanted.map((path) => {
          const object = objects.get(path)
          return object
            ? row(
                path,
                `<d:getetag>"${object.etag}"</d:getetag><c:calendar-data>${escaped(object.text)}</c:calendar-data>`,
              )
            : `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`
        }),
      )
    },
  })
  return { methods, url: `http://127.0.0.1:${server.port}/` }
}

const connection = (url: string) => ({
  id: '00000000-0000-4000-8000-000000000001',
  config: { url, user: 'ada' },
  secret: { password: 'secret' },
})
const at = 'DTSTART:20261123T100000Z'
const told = (uid: string, ...lines: string[]): Told => ({ etag: `${uid}1`, text: eventText(uid, ...lines) })

test('without tokens, what changed is told by etags; one’s own address is the server’s to say', async () => {
  const objects = new Map([
    ['/dav/ada/work/a.ics', told('a', at, 'ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com')],
    ['/dav/ada/work/b.ics', told('b', at)],
    ['/dav/ada/work/c.ics', told('c', at)],
  ])
  const { url, methods } = plainServer(objects)
  const first = await caldavAdapter.sync(connection(url), null, contextAt())
  const before = methods.length
  const idle = await caldavAdapter.sync(connection(url), first.state, contextAt())
  const asked = methods.length - before
  objects.set('/dav/ada/work/a.ics', { etag: 'a2', text: eventText('a', 'DTSTART:20261124T100000Z') })
  objects.delete('/dav/ada/work/b.ics')

  const delta = await caldavAdapter.sync(connection(url), idle.state, contextAt())

  expect(named(first)).toMatchObject({ items: ['a', 'b', 'c'], isReset: true })
  expect(first.items[0]).toMatchObject({ attendees: [{ is_me: true, partstat: 'declined' }] })
  expect([named(idle).items, asked]).toEqual([[], 1])
  expect(named(delta)).toMatchObject({ items: ['a'], gone: ['b.ics'], isReset: false })
  expect([...new Set(methods)].sort()).toEqual(['PROPFIND', 'REPORT'])
})

test('an event that cannot be read is missing until it can be; the others are there', async () => {
  const objects = new Map([
    ['/dav/ada/work/a.ics', told('a', 'DTSTART:20269999T100000Z')],
    ['/dav/ada/work/b.ics', told('b', at)],
  ])
  const { url } = plainServer(objects)

  const first = await caldavAdapter.sync(connection(url), null, contextAt())
  const idle = await caldavAdapter.sync(connection(url), first.state, contextAt())
  objects.set('/dav/ada/work/a.ics', { etag: 'a2', text: eventText('a', at) })
  const mended = await caldavAdapter.sync(connection(url), idle.state, contextAt())

  const missing = ['calendar "Work": an event could not be read: DTSTART 20269999T100000Z']
  expect(named(first)).toMatchObject({ items: ['b'], missing })
  expect(named(idle)).toMatchObject({ items: [], missing })
  expect(named(mended)).toMatchObject({ items: ['a'], missing: [] })
})

test('a large event is whole, though the answers’ reader takes large texts to pieces', async () => {
  const people = Array.from(
    { length: 3000 },
    (_, index) => `ATTENDEE;CN=Person ${index}:mailto:person${index}@example.com`,
  )
  const { url } = plainServer(new Map([['/dav/ada/work/a.ics', told('a', at, ...people)]]))

  const { items, missing } = await caldavAdapter.sync(connection(url), null, contextAt())

  expect(missing).toEqual([])
  expect(items[0]?.source === 'calendar' && items[0].attendees.length).toBe(500)
})

test.each([
  ['CREDENTIALS', () => new Response('', { status: 401 })],
  ['RATE_LIMITED', () => new Response('', { status: 429, headers: { 'retry-after': '60' } })],
  ['UPSTREAM', () => new Response('', { status: 502 })],
  ['MALFORMED', () => new Response('<html>hello</html>', { headers: { 'content-type': 'text/html' } })],
  ['MALFORMED', () => multistatusText('<d:response><d:href>/hello')],
  ['ADDRESS_REFUSED', () => new Response('', { status: 301, headers: { location: 'http://10.0.0.1/dav/' } })],
])('%s, and nothing of what was answered is said', async (code, answer) => {
  const { url } = plainServer(new Map(), answer)

  const failure = await caldavAdapter.sync(connection(url), null, contextAt()).catch((error: unknown) => error)

  expect(failure).toMatchObject({ name: 'AdapterError', code })
  expect(String(failure)).not.toMatch(/hello|10\.0\.0\.1|secret/)
})

test('the password goes to no other house, and in clear to nobody who had it under seal', async () => {
  const asked: string[] = []
  const { url } = plainServer(new Map(), (request, path) => {
    asked.push(`${request.headers.get('host')}${path}`)
    return path === '/.well-known/caldav'
      ? new Response('', { status: 301, headers: { location: `http://localhost:${server?.port}/dav/` } })
      : undefined
  })

  const failure = await caldavAdapter.sync(connection(url), null, contextAt()).catch((error: unknown) => error)

  expect(failure).toMatchObject({ code: 'ADDRESS_REFUSED' })
  expect(asked.every((one) => one.startsWith('127.0.0.1:'))).toBe(true)
})

test('nobody there: it is asked once, not by every way of discovery', async () => {
  const { url } = plainServer(new Map())
  await server?.stop(true)

  await expect(caldavAdapter.test(connection(url), contextAt())).rejects.toMatchObject({ code: 'UNREACHABLE' })
})
