/**
 * The listening end: takes requests off the wire, hands them to the app and sends the answers.
 *
 * It stands on node:http and not on Bun.serve, which closes a connection without any answer as soon as a second request
 * comes while the first is still worked on. Here the requests of a connection are done one after another, however many
 * were sent ahead, and answered in that order.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorAnswer } from '#api/http/errors'
import type { Drain } from '#api/http/request'
import { newRequestId, type RequestHead, type WireReply, WireRequest } from '#api/http/wire'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'

type App = { fetch: (request: Request) => Response | Promise<Response> }

/** A connection: what is being done of what it asked, and what it has sent ahead. */
type Line = {
  current: { incoming: IncomingMessage; response: ServerResponse } | undefined
  ahead: (() => void)[]
  /** Nothing that comes from now on is done; the connection ends behind the last answer. */
  isEnding: boolean
  /** When the last of the current answer was handed over to be sent. */
  handedAt: number | undefined
}

/** How long a connection may stand still while it is its turn to move. */
const idleMs = 30_000
/** A body of any size that is taken must be here by then. */
const wholeRequestMs = 300_000
/** Requests that may be sent ahead. */
const aheadAtMost = 100
/** So much of a body that nobody wanted is read away to keep its connection; one that has more is closed. */
const unwantedBytes = 1024 * 1024
/** How long, and how much of it, is read away behind the answer to a body that is still coming. */
const lingerMs = 1000
const lingerBytes = 8 * 1024 * 1024
/** What a reader has to take within the idle limit. */
const pieceBytes = 64 * 1024
/** An answer up to this size is handed over in one. */
const wholeBytes = 256 * 1024

type ListenOptions = {
  hostname: string
  port: number
  /** Other processes listen on the same port. */
  isShared?: boolean
  idleMs?: number
  drain: Drain
  log: Log
}

export async function listen(app: App, options: ListenOptions): Promise<Listener> {
  const limitMs = options.idleMs ?? idleMs
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: limitMs,
    requestTimeout: Math.max(wholeRequestMs, limitMs),
    keepAliveTimeout: limitMs,
    connectionsCheckingInterval: Math.min(2000, limitMs),
  })
  const listener = new Listener(app, server, { ...options, limitMs })
  listener.port = (await listening(server, options)).port
  return listener
}

class Listener {
  port = 0
  private readonly app: App
  private readonly server: Server
  private readonly drain: Drain
  private readonly log: Log
  private readonly limitMs: number
  private readonly lines = new Map<Socket, Line>()
  private readonly sweeps: Loop

  constructor(app: App, server: Server, { drain, log, limitMs }: ListenOptions & { limitMs: number }) {
    this.app = app
    this.server = server
    this.drain = drain
    this.log = log
    this.limitMs = limitMs
    this.sweeps = every(limitMs / 4, 'idle readers', () => this.cutIdle(), { log })
    server.on('request', (incoming, response) => this.take(incoming, response))
    server.on('checkContinue', (incoming, response) => this.take(incoming, response, () => response.writeContinue()))
    server.on('connect', (incoming, socket: Socket) => this.serveOddly(socket, headOf(incoming)))
    server.on('clientError', (error, socket: Socket) => this.refuse(error, socket))
  }

  /** Takes no more connections and closes those on which nothing is asked. */
  stopListening(): void {
    this.server.close()
  }

  /** Cuts off whatever is left. */
  cut(): void {
    void this.sweeps.stop()
    for (const socket of this.lines.keys()) socket.destroy()
  }

  private lineOf(socket: Socket): Line {
    const known = this.lines.get(socket)
    if (known) return known
    const line: Line = { current: undefined, ahead: [], isEnding: false, handedAt: undefined }
    this.lines.set(socket, line)
    socket.once('close', () => this.lines.delete(socket))
    return line
  }

  private take(incoming: IncomingMessage, response: ServerResponse, mayGoOn?: () => void): void {
    const line = this.lineOf(incoming.socket)
    if (line.isEnding) return
    if (!line.current) {
      this.serve(line, incoming, response, mayGoOn)
      return
    }
    // Nothing is done for a client that has gone.
    line.ahead.push(() => {
      if (!incoming.socket.destroyed) this.serve(line, incoming, response, mayGoOn)
    })
    line.isEnding = line.ahead.length >= aheadAtMost
  }

  private serve(line: Line, incoming: IncomingMessage, response: ServerResponse, mayGoOn?: () => void): void {
    const { drain, log, limitMs } = this
    line.current = { incoming, response }
    drain.inFlight += 1
    const answer = async (reply: WireReply) => {
      const isLast = request.isStalled || isLargelyUnread(incoming) || (line.isEnding && line.ahead.length === 0)
      await send(incoming, response, isLast ? closing(reply) : reply, limitMs)
      line.handedAt = performance.now()
    }
    const request = new WireRequest(
      headOf(incoming),
      isWithBody(incoming) ? { incoming, mayGoOn, idleMs: limitMs } : null,
      answer,
    )
    response.once('close', () => {
      drain.inFlight -= 1
      request.over()
      line.current = undefined
      line.handedAt = undefined
      const next = line.ahead.shift()
      if (next) next()
      // node:http would wait for the answers to what came too late.
      else if (line.isEnding) incoming.socket.end()
    })
    this.hand(request).catch((error) => {
      log.error({ err: error }, 'a request could not be answered')
      cutOff(response)
    })
  }

  private async hand(request: WireRequest): Promise<void> {
    // All that the app does with a request is to find its way by method and url, and to hand it to our doors.
    await this.app.fetch(request as unknown as Request)
  }

  /** A request that node:http makes no answer for: no body is read, and its connection ends. */
  private serveOddly(socket: Socket, head: RequestHead): void {
    const request = new WireRequest(head, null, async (reply) => {
      socket.end(textOf(closing(reply)))
    })
    this.hand(request).catch((error) => {
      this.log.error({ err: error }, 'a request could not be answered')
      socket.destroy()
    })
  }

  private refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
    const line = this.lines.get(socket)
    this.log.info({ code: error.code, is_behind_another: line?.current !== undefined }, 'request not understood')
    if (line?.current && isWhole(line.current.incoming)) {
      // What is being done is answered; what came behind it is not a request.
      line.isEnding = true
      return
    }
    if (!socket.writable || line?.current?.response.headersSent) {
      socket.destroy()
      return
    }
    const head = error.code === 'HPE_INVALID_METHOD' && !line?.current ? headIn(error.rawPacket) : undefined
    if (head) {
      this.serveOddly(socket, head)
      return
    }
    const [status, message] = faults[error.code ?? ''] ?? [400, 'the request is not HTTP/1.1']
    const issue = { path: '', message, expected: 'a request in HTTP/1.1' }
    const requestId = newRequestId()
    const { body } = errorAnswer(invalidRequest([issue], message), requestId, undefined)
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'X-Service-Trace': requestId }
    socket.end(textOf(closing({ status, headers, content: JSON.stringify(body) })))
  }

  /** A reader that does not take the end of its answer either. */
  private cutIdle(): void {
    const before = performance.now() - this.limitMs
    for (const [socket, { handedAt }] of this.lines) if (handedAt !== undefined && handedAt < before) socket.destroy()
  }
}

async function listening(
  server: Server,
  { hostname, port, isShared = false }: { hostname: string; port: number; isShared?: boolean },
): Promise<{ port: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('listening', resolve)
  server.once('error', reject)
  if (isShared) sharing(() => server.listen({ host: hostname, port }))
  else server.listen({ host: hostname, port })
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('listening on no port')
  return address
}

/** Bun's node:http stands on Bun.serve, and shares a port for its cluster's workers only. */
function sharing(startListening: () => void): void {
  const own = Bun.serve
  try {
    Object.assign(Bun, { serve: (options: object) => own.call(Bun, { ...options, reusePort: true } as never) })
    startListening()
  } finally {
    Object.assign(Bun, { serve: own })
  }
}

const headOf = ({ method = '', url = '/', headers }: IncomingMessage): RequestHead => ({ method, target: url, headers })

/** The head of a request whose method node:http does not know. */
function headIn(packet: Buffer | undefined): RequestHead | undefined {
  const [text = ''] = packet?.toString('latin1').split('\r\n\r\n') ?? []
  const [line = '', ...lines] = text.split('\r\n')
  const [, method, target] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? []
  if (method === undefined || target === undefined) return undefined
  const pairs = lines.map((each) => /^([^\s:]+):\s*(.*?)\s*$/.exec(each))
  return {
    method,
    target,
    headers: Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]?.toLowerCase() ?? '', pair[2] ?? '']] : []))),
  }
}

const faults: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'the address and headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not come in time'],
}

const isWithBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Without a body it is whole with its head; node:http says so only when somebody has read it. */
const isWhole = (incoming: IncomingMessage): boolean => incoming.complete || !isWithBody(incoming)

/** Whether more of a body is on its way than one would read only to throw it away. */
const isLargelyUnread = (incoming: IncomingMessage): boolean =>
  !isWhole(incoming) && !(Number(incoming.headers['content-length']) <= unwantedBytes)

const closing = (reply: WireReply): WireReply => ({ ...reply, headers: { ...reply.headers, Connection: 'close' } })

const isBodiless = (status: number) => status === 204 || status === 304

async function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  limitMs: number,
): Promise<void> {
  const { status, headers, content } = reply
  const isHead = incoming.method === 'HEAD'
  if (content === null || isBodiless(status)) {
    response.writeHead(status, isBodiless(status) ? headers : { ...headers, 'Content-Length': '0' })
    response.end()
  } else if (content instanceof ReadableStream) {
    response.writeHead(status, headers)
    if (!isHead) return pump(content, response, limitMs)
    await content.cancel()
    response.end()
  } else {
    const bytes = typeof content === 'string' ? content : Buffer.from(await content.arrayBuffer())
    const length = Buffer.byteLength(bytes)
    response.writeHead(status, { ...headers, 'Content-Length': String(length) })
    if (length > wholeBytes && !isHead)
      await writeInPieces(response, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, limitMs)
    if (isLargelyUnread(incoming) && !isHead) {
      response.write(bytes)
      await linger(incoming)
      response.end()
    } else response.end(isHead || length > wholeBytes ? undefined : bytes)
  }
}

/** An answer for a connection that node:http has let go. Those are errors, which are text. */
function textOf({ status, headers, content }: WireReply): string {
  const body = typeof content === 'string' ? content : ''
  const told: Record<string, string> = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

/** The connection, not the answer: Bun would say 200 for an answer that is destroyed before it began. */
const cutOff = ({ socket }: ServerResponse): void => void socket?.destroy()

/** As fast as the reader takes it; a stream that fails cuts the connection, so that it never looks whole. */
async function pump(content: ReadableStream<Uint8Array>, response: ServerResponse, limitMs: number): Promise<void> {
  const reader = content.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  response.once('close', stop)
  try {
    while (!response.destroyed) {
      const { done, value } = await reader.read()
      if (done) {
        response.end()
        return
      }
      await writeInPieces(response, value, limitMs)
    }
    stop()
  } catch {
    // Whoever makes the stream has said why.
    cutOff(response)
  }
}

/**
 * Reads on for a little behind an answer to a body that is still coming: to a connection that is closed on what it sends
 * the client's system answers by forgetting what it had received, the answer too. A client that sends much in that time
 * is held up, and so comes to read its answer.
 */
async function linger(incoming: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let taken = 0
  const timer = setTimeout(resolve, lingerMs)
  incoming.on('data', (chunk: Buffer) => {
    taken += chunk.length
    if (taken > lingerBytes) incoming.pause()
  })
  incoming.once('end', resolve)
  incoming.once('close', resolve)
  incoming.on('error', () => resolve())
  await promise
  clearTimeout(timer)
}

async function writeInPieces(response: ServerResponse, bytes: Uint8Array, limitMs: number): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes)
    if (!response.write(bytes.subarray(at, at + pieceBytes))) await drained(response, limitMs)
}

/** Waits until the reader has taken what was written; one that takes nothing is cut off. */
async function drained(response: ServerResponse, limitMs: number): Promise<void> {
  if (response.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => cutOff(response), limitMs)
  response.once('drain', resolve)
  response.once('close', resolve)
  await promise
  clearTimeout(timer)
  response.removeListener('drain', resolve)
  response.removeListener('close', resolve)
}
