/**
 * One connection of a browser to its visit's way out.
 *
 *   reading ── a head came ──> busy ── it was forwarded ──> reading
 *                               │ ├── CONNECT, or an upgrade ──> tunnel    bytes go both ways until either side ends
 *                               │ └── refused ──> refused                 answered so, then closed
 *
 * Answers pass through untouched: the browser finds where one ends and sends the next request on the same connection,
 * which goes on to the same upstream connection. So keeping connections alive costs nothing, and no answer is parsed.
 */
import type { Socket } from 'node:net'
import { dialPinned } from '#shared/egress/dial'
import { type DialTarget, type EgressPolicy, resolveTarget } from '#shared/egress/resolve'
import {
  type EgressDenialReason,
  type EgressFailureReason,
  type EgressLimits,
  type EgressRecord,
  noteEgress,
} from '#workers/page/egress'
import { type ProxiedHead, readHead } from '#workers/page/request-head'

/** What the connections of one visit share. */
export type VisitEgress = {
  policy: EgressPolicy
  limits: EgressLimits
  record: EgressRecord
  connections: Set<ProxyConnection>
  /** A host that was resolved once stays where it was for the whole visit. */
  targets: Map<string, Promise<DialTarget>>
}

const headBytes = 65_536
/** How long a refusal may take to be read: closing at once on unread bytes would reset the connection and lose it. */
const readingMs = 1000

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

export class ProxyConnection {
  /** When something last moved on it. */
  movedAt = performance.now()
  private readonly client: Socket
  private readonly visit: VisitEgress
  private upstream: Socket | undefined
  private host = ''
  private port = 0
  private state: 'reading' | 'busy' | 'tunnel' | 'refused' = 'reading'
  private pending: Buffer = Buffer.alloc(0)
  /** What is still to come of the body of the request that was forwarded last. */
  private bodyLeft = 0

  constructor(client: Socket, visit: VisitEgress) {
    this.client = client
    this.visit = visit
    client.on('error', () => client.destroy())
    client.on('close', () => {
      visit.connections.delete(this)
      this.upstream?.destroy()
    })
    client.on('end', () => {
      if (this.state === 'tunnel') this.upstream?.end()
      else this.cut()
    })
    client.on('drain', () => this.upstream?.resume())
    client.on('data', (chunk: Buffer) => this.take(chunk))
  }

  cut(): void {
    this.client.destroy()
    this.upstream?.destroy()
  }

  private take(chunk: Buffer): void {
    this.movedAt = performance.now()
    if (this.state === 'refused') return
    if (this.state === 'tunnel') this.send(chunk)
    else this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk])
    if (this.state === 'reading') this.advance()
  }

  private send(chunk: Buffer): void {
    if (!this.upstream || !this.countBytes(chunk.length)) return
    if (!this.upstream.write(chunk)) this.client.pause()
  }

  private countBytes(bytes: number): boolean {
    const { record, limits } = this.visit
    record.bytes += bytes
    if (record.bytes <= limits.bytes) return true
    noteEgress(record.denied, this.host, this.port, 'bytes')
    this.cut()
    return false
  }

  /** Takes what has come apart: the rest of a body, then the next request's head. */
  private advance(): void {
    while (this.state === 'reading' && this.pending.length > 0) {
      if (this.bodyLeft > 0) {
        const part = this.pending.subarray(0, this.bodyLeft)
        this.pending = this.pending.subarray(part.length)
        this.bodyLeft -= part.length
        this.send(part)
        continue
      }
      const end = this.pending.indexOf('\r\n\r\n')
      if (end < 0 && this.pending.length <= headBytes) return
      const head = end >= 0 && end <= headBytes ? readHead(this.pending.toString('latin1', 0, end)) : undefined
      if (!head) {
        this.refuse('400', 'bad_request')
        return
      }
      this.pending = this.pending.subarray(end + 4)
      this.state = 'busy'
      this.client.pause()
      this.forward(head).then(
        () => {
          this.client.resume()
          this.advance()
        },
        () => this.cut(),
      )
    }
  }

  private async forward(head: ProxiedHead): Promise<void> {
    const { host, port } = head
    this.movedAt = performance.now()
    this.visit.record.requests += 1
    const denied = this.limitBroken(head)
    if (denied) return this.deny(host, port, denied)
    const isSame = this.host === host && this.port === port
    if (!isSame || !this.upstream?.writable || head.method === 'CONNECT') {
      const isReached = await this.reach(host, port)
      if (!isReached) return
    }
    if (this.client.destroyed) return this.cut()
    if (head.method === 'CONNECT') {
      this.client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      return this.tunnel()
    }
    this.send(Buffer.from(head.forwarded, 'latin1'))
    if (head.isUpgrade) return this.tunnel()
    this.bodyLeft = head.bodyBytes
    this.state = 'reading'
  }

  private limitBroken({ isHttp }: ProxiedHead): EgressDenialReason | undefined {
    const { record, limits, connections } = this.visit
    if (!isHttp) return 'scheme'
    if (record.requests > limits.requests) return 'requests'
    if (record.bytes > limits.bytes) return 'bytes'
    return connections.size > limits.connections ? 'connections' : undefined
  }

  private tunnel(): void {
    this.state = 'tunnel'
    if (this.pending.length > 0) this.send(this.pending)
    this.pending = Buffer.alloc(0)
  }

  /** Connects upstream; gives false when it was refused, and answered so. */
  private async reach(host: string, port: number): Promise<boolean> {
    this.upstream?.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close').destroy()
    this.upstream = undefined
    this.host = host
    this.port = port
    const target = await targetOf(this.visit, host, port)
    if (!target.ok && target.reason !== 'name_not_found') {
      this.deny(host, port, target.reason)
      return false
    }
    const dialled = target.ok ? await dialPinned(target.addresses, port, this.visit.limits) : target
    if (!dialled.ok) {
      // It is not among the policy's reasons: those were told above.
      this.fail(host, port, dialled.reason as EgressFailureReason)
      return false
    }
    this.attach(dialled.socket)
    return true
  }

  private attach(upstream: Socket): void {
    const { client } = this
    this.upstream = upstream
    upstream.on('data', (chunk: Buffer) => {
      this.movedAt = performance.now()
      if (this.countBytes(chunk.length) && !client.write(chunk)) upstream.pause()
    })
    upstream.on('drain', () => client.resume())
    upstream.on('end', () => client.end())
    upstream.on('close', () => {
      if (client.writable) client.end()
      if (this.state !== 'tunnel') client.destroySoon()
    })
    if (client.destroyed) upstream.destroy()
  }

  private deny(host: string, port: number, reason: EgressDenialReason): void {
    if (!chatter.has(host)) noteEgress(this.visit.record.denied, host, port, reason)
    this.refuse('403', reason)
  }

  private fail(host: string, port: number, reason: EgressFailureReason): void {
    noteEgress(this.visit.record.failed, host, port, reason)
    this.refuse('502', reason)
  }

  private refuse(status: string, reason: string): void {
    const { client } = this
    this.state = 'refused'
    this.upstream?.destroy()
    client.resume()
    client.end(
      `HTTP/1.1 ${status} Refused\r\nx-assay-egress: ${reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
    setTimeout(() => client.destroy(), readingMs).unref()
  }
}

function targetOf(visit: VisitEgress, host: string, port: number): Promise<DialTarget> {
  const key = `${host}:${port}`
  const known = visit.targets.get(key)
  if (known) return known
  const target = resolveTarget(host, port, visit.policy)
  visit.targets.set(key, target)
  return target
}
