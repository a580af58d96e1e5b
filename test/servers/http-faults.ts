/** How a server over HTTP fails, and what its adapter must make of it. */
import type { Socket } from 'node:net'
import { type Fault, join, type Spoiler } from '#test/servers/fault-proxy'

type Asked = { head: string; body: string }
/** What a server says otherwise than it would: the request as it goes on, and the answer as it comes back. */
export type HttpDisguise = {
  request?: (asked: Asked) => Asked
  /** In place of the server's, where there is one. */
  answer?: (asked: Asked) => string | undefined
  response?: (asked: Asked, response: string) => string
}

const plain = (status: string, body: string, ...headers: string[]) =>
  [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n')

const answers: Partial<Record<Fault, string>> = {
  unauthorised: plain('401 Unauthorized', '{"message":"Bad credentials"}'),
  limited: plain('429 Too Many Requests', '{}', 'retry-after: 120'),
  upstream: plain('503 Service Unavailable', '<html>down</html>'),
  malformed: plain('200 OK', '{"login": "ada", "id'),
}

/**
 * Every connection carries one request: that is how adapters ask.
 * @param disguises what a stale token and another numbering are here
 * @param malformed in place of JSON that breaks off
 */
export const httpFaults =
  (disguises: Partial<Record<Fault, HttpDisguise>>, malformed?: string): Spoiler =>
  ({ client, openServer, fault, log }) => {
    let received = Buffer.alloc(0)
    let isTaken = false
    client.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const asked = isTaken ? undefined : wholeOf(received)
      if (!asked) return
      isTaken = true
      log(`${asked.head.split('\r\n', 1)[0]}${asked.body === '' ? '' : `\n${asked.body}`}`)
      if (fault === 'slow') return
      const disguise = disguises[fault]
      const instead = fault === 'malformed' && malformed ? malformed : answers[fault]
      const said = instead ?? disguise?.answer?.(asked)
      if (said !== undefined) {
        client.end(said)
        return
      }
      const server = openServer()
      send(server, disguise?.request?.(asked) ?? asked)
      if (fault === 'truncated') cutShort(server, client)
      else if (disguise?.response) rewritten(server, client, (whole) => disguise.response?.(asked, whole) ?? whole)
      else join(server, client)
    })
  }

function wholeOf(received: Buffer): Asked | undefined {
  const text = received.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (received.length < end + 4 + length) return undefined
  return { head, body: received.subarray(end + 4, end + 4 + length).toString('utf8') }
}

function send(server: Socket, { head, body }: Asked): void {
  const lines = head.replace(/\r\n(?:content-length|connection|accept-encoding): [^\r]*/gi, '')
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  server.write(`${lines}\r\n${length}connection: close\r\n\r\n${body}`)
}

/** The head, half of the first of the body, and nothing more. */
function cutShort(server: Socket, client: Socket): void {
  let received = Buffer.alloc(0)
  server.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 || received.length < end + 6) return
    client.write(received.subarray(0, end + 5), () => setTimeout(() => client.destroy(), 10))
    server.destroy()
  })
}

function rewritten(server: Socket, client: Socket, change: (whole: string) => string): void {
  let received = Buffer.alloc(0)
  server.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  server.on('end', () => client.end(withLength(change(received.toString('utf8')))))
}

/** Read to its end, since the connection ends with it. */
const withLength = (whole: string): string => {
  const end = whole.indexOf('\r\n\r\n')
  const head = whole.slice(0, end).replace(/\r\ncontent-length: \d+/i, '')
  return `${head}\r\ncontent-length: ${Buffer.byteLength(whole.slice(end + 4))}\r\n\r\n${whole.slice(end + 4)}`
}

/** GitHub knows none of the tags and times it gave, or takes the token for another account's. */
export const gitHubFaults = httpFaults({
  stale_token: { request: (asked) => ({ ...asked, head: withoutConditions(asked.head) }) },
  renumbered: {
    request: (asked) => ({ ...asked, head: withoutConditions(asked.head) }),
    response: ({ head }, response) =>
      /^GET \/user HTTP/.test(head)
        ? response.replace(/"id":\s*(\d+)/, (_, id) => `"id":${Number(id) + 1000}`)
        : response,
  },
})

const withoutConditions = (head: string) => head.replace(/\r\n(?:if-none-match|if-modified-since): [^\r]*/gi, '')

const multistatus = '207 Multi-Status'
const staleToken = '<?xml version="1.0"?><d:error xmlns:d="DAV:"><d:valid-sync-token/></d:error>'

/** Calendars say that something changed, so that one asks what. */
const moved = ({ head }: Asked, response: string): string =>
  head.startsWith('PROPFIND ') ? response.replace(/(<(?:[\w-]+:)?sync-token>)([^<]+)(<)/g, '$1$2-anew$3') : response

/** A calendar server that has forgotten its tokens, or that was restored and lists all again. */
export const calendarFaults = httpFaults(
  {
    stale_token: {
      response: moved,
      answer: ({ body }) =>
        /<[^>]*sync-token>[^<]+</.test(body)
          ? plain('403 Forbidden', staleToken).replace('application/json', 'application/xml')
          : undefined,
    },
    renumbered: {
      response: moved,
      request: ({ head, body }) => ({
        head,
        body: body.replace(/(<(?:[\w-]+:)?sync-token>)[^<]+(<)/, '$1$2'),
      }),
    },
  },
  plain(multistatus, '<?xml version="1.0"?><multistatus xmlns="DAV:"><response><href>/a').replace(
    'application/json',
    'application/xml',
  ),
)
