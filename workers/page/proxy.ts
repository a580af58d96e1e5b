/**
 * The way out of one visit: a forward proxy on a loopback port of its own, so that each byte and each refusal is surely
 * this visit's. Speaks HTTP in absolute form and CONNECT, which also carries WebSockets; a browser on it has no other way.
 *
 * Answers pass through untouched: the browser finds where one ends and sends the next request on the same connection,
 * which goes on to the same upstream connection. So keeping connections alive costs nothing, and no answer is parsed.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { type DialRefusal, dialPinned } from '#shared/egress/dial'
import { type DialTarget, type EgressPolicy, resolveTarget, type TargetRefusal } from '#shared/egress/resolve'
import { isVisitable, portOf } from '#shared/kernel/addresses'
import { every } from '#shared/kernel/process/every'

/** Of one visit. */
export type EgressLimits = {
  connectMs: number
  /** A connection on which nothing moves for so long is cut. */
  idleMs: number
  /** Both ways together, as they cross the network. */
  bytes: number
  /** HTTP requests and tunnels. */
  requests: number
  /** Open at once. */
  connections: number
}

const defaultLimits: EgressLimits = {
  connectMs: 10_000,
  idleMs: 30_000,
  bytes: 50_000_000,
  requests: 500,
  connections: 100,
}

export type EgressDenialReason =
  | Exclude<TargetRefusal, 'name_not_found'>
  | 'scheme'
  | 'bytes'
  | 'requests'
  | 'connections'
export type EgressFailureReason = Exclude<DialRefusal, EgressDenialReason>

type Entry<Reason> = { host: string; port: number; reason: Reason; count: number }

/** What a visit did, live. */
export type EgressRecord = {
  requests: number
  bytes: number
  /** Refused by policy or limit; the first hundred hosts. */
  denied: Entry<EgressDenialReason>[]
  /** Allowed, but not reached. */
  failed: Entry<EgressFailureReason>[]
}

export type EgressProxy = {
  /** For `proxyServer`. */
  url: string
  readonly record: EgressRecord
  /** May be changed while it works. */
  limits: EgressLimits
  /** For the next visit: a record of its own, and every name is resolved anew. */
  renew(): void
  close(): void
}

/** Why this URL's host was not reached, if it was not: the browser itself tells a refusal from a failure only vaguely. */
export function egressRefusalOf(
  record: EgressRecord,
  url: string,
): EgressDenialReason | EgressFailureReason | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const isIt = ({ host, port }: { host: string; port: number }) => host === parsed.hostname && port === portOf(parsed)
  return (record.denied.find(isIt) ?? record.failed.find(isIt))?.reason
}

const listedHosts = 100
const headBytes = 65_536

/** Asked for by the browser itself, in any visit's name: refused, and no news about the page. */
const chatter = new Set([
  'update.googleapis.com',
  'clients2.google.com',
  'clients4.google.com',
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'edgedl.me.gvt1.com',
  'safebrowsing.googleapis.com',
])

type Visit = {
  policy: EgressPolicy
  limits: EgressLimits
  record: EgressRecord
  connections: Set<Connection>
  /** A host that was resolved once stays where it was for the whole visit. */
  targets: Map<string, Promise<DialTarget>>
}

type Connection = { client: Socket; upstream: Socket | undefined; host: string; port: number; movedAt: number }

const emptyRecord = (): EgressRecord => ({ requests: 0, bytes: 0, denied: [], failed: [] })

export async function openProxy(policy: EgressPolicy, limits: Partial<EgressLimits> = {}): Promise<EgressProxy> {
  const visit: Visit = {
    policy,
    limits: { ...defaultLimits, ...limits },
    record: emptyRecord(),
    connections: new Set(),
    targets: new Map(),
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => serve(client, visit))
  const port = await listen(server)
  const sweeps = every(Math.max(50, visit.limits.idleMs / 4), 'idle connections of a visit', () => cutIdle(visit))
  return {
    url: `http://127.0.0.1:${port}`,
    get record() {
      return visit.record
    },
    renew() {
      visit.record = emptyRecord()
      visit.targets.clear()
    },
    limits: visit.limits,
    close() {
      void sweeps.stop()
      server.close()
      for (const connection of visit.connections) cut(connection)
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('the proxy has no port'))
    })
  })
}

function cutIdle({ connections, limits }: Visit): void {
  const oldest = performance.now() - limits.idleMs
  for (const connection of connections) if (connection.movedAt < oldest) cut(connection)
}

function cut({ client, upstream }: Connection): void {
  client.destroy()
  upstream?.destroy()
}

function serve(client: Socket, visit: Visit): void {
  const connection: Connection = { client, upstream: undefined, host: '', port: 0, movedAt: performance.now() }
  visit.connections.add(connection)
  let pending: Buffer = Buffer.alloc(0)
  let bodyLeft = 0
  let state: 'reading' | 'busy' | 'tunnel' | 'refused' = 'reading'

  client.on('error', () => client.destroy())
  client.on('close', () => {
    visit.connections.delete(connection)
    connection.upstream?.destroy()
  })
  client.on('end', () => {
    if (state === 'tunnel') connection.upstream?.end()
    else cut(connection)
  })
  client.on('drain', () => connection.upstream?.resume())
  client.on('data', (chunk: Buffer) => {
    connection.movedAt = performance.now()
    if (state === 'refused') return
    if (state === 'tunnel') send(chunk)
    else pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    if (state === 'reading') advance()
  })

  function send(chunk: Buffer): void {
    const { upstream } = connection
    if (!upstream || !countBytes(chunk.length)) return
    if (!upstream.write(chunk)) client.pause()
  }

  function countBytes(bytes: number): boolean {
    visit.record.bytes += bytes
    if (visit.record.bytes <= visit.limits.bytes) return true
    note(visit.record.denied, connection.host, connection.port, 'bytes')
    cut(connection)
    return false
  }

  /** Takes what has come apart: the rest of a body, then the next request's head. */
  function advance(): void {
    while (state === 'reading' && pending.length > 0) {
      if (bodyLeft > 0) {
        const part = pending.subarray(0, bodyLeft)
        pending = pending.subarray(part.length)
        bodyLeft -= part.length
        send(part)
        continue
      }
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0 && pending.length <= headBytes) return
      const head = end >= 0 && end <= headBytes ? readHead(pending.toString('latin1', 0, end)) : undefined
      if (!head) {
        refuse('400', 'bad_request')
        return
      }
      pending = pending.subarray(end + 4)
      state = 'busy'
      client.pause()
      forward(head).then(
        () => {
          client.resume()
          advance()
        },
        () => cut(connection),
      )
    }
  }

  async function forward(head: Head): Promise<void> {
    const { host, port } = head
    const { limits, record } = visit
    connection.movedAt = performance.now()
    record.requests += 1
    const denied = !head.isHttp
      ? 'scheme'
      : record.requests > limits.requests
        ? 'requests'
        : record.bytes > limits.bytes
          ? 'bytes'
          : visit.connections.size > limits.connections
            ? 'connections'
            : undefined
    if (denied) return deny(host, port, denied)
    const isSame = connection.host === host && connection.port === port
    if (!isSame || !connection.upstream?.writable || head.method === 'CONNECT') {
      const refused = await reach(host, port)
      if (refused) return
    }
    if (client.destroyed) return cut(connection)
    if (head.method === 'CONNECT') {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      return tunnel()
    }
    send(Buffer.from(head.forwarded, 'latin1'))
    if (head.isUpgrade) return tunnel()
    bodyLeft = head.bodyBytes
    state = 'reading'
  }

  function tunnel(): void {
    state = 'tunnel'
    if (pending.length > 0) send(pending)
    pending = Buffer.alloc(0)
  }

  /** Connects upstream; gives true when it was refused, and answered so. */
  async function reach(host: string, port: number): Promise<boolean> {
    connection.upstream?.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close').destroy()
    connection.upstream = undefined
    connection.host = host
    connection.port = port
    const target = await targetOf(visit, host, port)
    if (!target.ok && target.reason !== 'name_not_found') {
      deny(host, port, target.reason)
      return true
    }
    const dialled = target.ok ? await dialPinned(target.addresses, port, visit.limits) : target
    if (!dialled.ok) {
      // It is not among the policy's reasons: those were told above.
      fail(host, port, dialled.reason as EgressFailureReason)
      return true
    }
    attach(dialled.socket)
    return false
  }

  function attach(upstream: Socket): void {
    connection.upstream = upstream
    upstream.on('data', (chunk: Buffer) => {
      connection.movedAt = performance.now()
      if (countBytes(chunk.length) && !client.write(chunk)) upstream.pause()
    })
    upstream.on('drain', () => client.resume())
    upstream.on('end', () => client.end())
    upstream.on('close', () => {
      if (client.writable) client.end()
      if (state !== 'tunnel') client.destroySoon()
    })
    if (client.destroyed) upstream.destroy()
  }

  function deny(host: string, port: number, reason: EgressDenialReason): void {
    if (!chatter.has(host)) note(visit.record.denied, host, port, reason)
    refuse('403', reason)
  }

  function fail(host: string, port: number, reason: EgressFailureReason): void {
    note(visit.record.failed, host, port, reason)
    refuse('502', reason)
  }

  function refuse(status: string, reason: string): void {
    state = 'refused'
    connection.upstream?.destroy()
    client.resume()
    client.end(
      `HTTP/1.1 ${status} Refused\r\nx-assay-egress: ${reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
    // Until the browser has read it: closing at once on unread bytes would reset the connection and lose the answer.
    setTimeout(() => client.destroy(), 1000).unref()
  }
}

function note<Reason>(list: Entry<Reason>[], host: string, port: number, reason: Reason): void {
  const known = list.find((entry) => entry.host === host && entry.port === port && entry.reason === reason)
  if (known) known.count += 1
  else if (list.length < listedHosts) list.push({ host, port, reason, count: 1 })
}

function targetOf(visit: Visit, host: string, port: number): Promise<DialTarget> {
  const key = `${host}:${port}`
  const known = visit.targets.get(key)
  if (known) return known
  const target = resolveTarget(host, port, visit.policy)
  visit.targets.set(key, target)
  return target
}

type Head = {
  method: string
  host: string
  port: number
  isHttp: boolean
  isUpgrade: boolean
  bodyBytes: number
  /** The head as the origin gets it. */
  forwarded: string
}

const ours = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'host'])

/** Reads a request's head. Undefined for what no browser sends, a chunked body included. */
function readHead(text: string): Head | undefined {
  const [requestLine = '', ...lines] = text.split('\r\n')
  const [, method = '', target = ''] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+) (\S+) HTTP\/1\.[01]$/.exec(requestLine) ?? []
  if (method === '') return undefined
  if (method === 'CONNECT') {
    const url = /[/?#@]/.test(target) ? null : URL.parse(`http://${target}`)
    const [, port] = /:(\d{1,5})$/.exec(target) ?? []
    if (!url || !port) return undefined
    return {
      method,
      host: url.hostname,
      port: Number(port),
      isHttp: true,
      isUpgrade: false,
      bodyBytes: 0,
      forwarded: '',
    }
  }
  const url = URL.parse(target)
  if (!url) return undefined
  let bodyBytes = 0
  let isUpgrade = false
  const kept: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) return undefined
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'transfer-encoding') return undefined
    if (name === 'content-length') bodyBytes = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (name === 'upgrade') isUpgrade = true
    if (!ours.has(name)) kept.push(line)
  }
  if (Number.isNaN(bodyBytes)) return undefined
  const path = /^[^:]+:\/\/[^/?#]*([^#]*)/.exec(target)?.[1] ?? ''
  const originForm = path.startsWith('/') ? path : `/${path}`
  return {
    method,
    host: url.hostname,
    port: portOf(url),
    // https: comes by CONNECT, anything else not at all.
    isHttp: isVisitable(target) && url.protocol === 'http:',
    isUpgrade,
    bodyBytes,
    forwarded: [
      `${method} ${originForm} HTTP/1.1`,
      `Host: ${url.host}`,
      `Connection: ${isUpgrade ? 'Upgrade' : 'keep-alive'}`,
      ...kept,
      '\r\n',
    ].join('\r\n'),
  }
}
