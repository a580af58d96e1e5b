/** A request as it came off the wire, in the web's shape as far as the doors look at one, and what is sent back. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { every, type Loop } from '#shared/kernel/process/every'

/** What the doors read of a request. */
export type HttpRequest = {
  readonly method: string
  readonly url: string
  readonly headers: { get(name: string): string | null; has(name: string): boolean }
  /** Says that nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly body: AsyncIterable<Uint8Array> | null
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}

export type WireReply = {
  status: number
  headers: Record<string, string>
  content: string | Blob | ReadableStream<Uint8Array> | null
}

/** Where a body comes from. */
type Body = {
  incoming: IncomingMessage
  /** Tells a client that waits for it (Expect: 100-continue) to send its body. */
  mayGoOn: (() => void) | undefined
  /** How long it may stand still. */
  idleMs: number
}

export type RequestHead = { method: string; target: string; headers: NodeJS.Dict<string | string[]> }

export const newRequestId = (): string => randomBytes(16).toString('hex')

/** Visible ASCII, without what would move the path. */
const hostShape = /^(?![^/?#\\@]*[/?#\\@])[\x21-\x7e]+$/
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

export class WireRequest implements HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: HttpRequest['headers']
  /** Sends the answer; resolves when it is on its way, a streamed one when it has ended. */
  readonly answer: (reply: WireReply) => Promise<void>
  readonly #body: Body | null
  #watch: Standstill | undefined
  #abort: AbortController | undefined
  #isGone = false

  constructor(head: RequestHead, body: Body | null, answer: (reply: WireReply) => Promise<void>) {
    this.method = head.method
    this.headers = headersOf(head.headers)
    this.url = `http://${hostOf(this.headers.get('host'))}${pathOf(head.target)}`
    this.answer = answer
    this.#body = body
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#isGone) this.#abort.abort()
    return this.#abort.signal
  }

  /** The answer is out, or nobody waits for it any more. */
  over(): void {
    this.#isGone = true
    this.#abort?.abort()
  }

  /** Whether the body stood still for so long that nobody waits for it any more. */
  get isStalled(): boolean {
    return this.#watch?.isOver === true
  }

  get body(): AsyncIterable<Uint8Array> | null {
    const body = this.#begin()
    return body && moving(body)
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const body = this.#begin()
    if (!body) return new Uint8Array()
    const { incoming, watch } = body
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const chunks: Buffer<ArrayBuffer>[] = []
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
      watch.moved()
      chunks.push(chunk)
    })
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    incoming.once('error', reject)
    incoming.once('close', () => incoming.readableEnded || reject(brokenOff()))
    watch.onStall = () => reject(brokenOff())
    try {
      return await promise
    } finally {
      watch.end()
    }
  }

  #begin(): { incoming: IncomingMessage; watch: Standstill } | null {
    if (!this.#body) return null
    const { incoming, mayGoOn, idleMs } = this.#body
    if (incoming.destroyed) throw brokenOff()
    mayGoOn?.()
    this.#watch = new Standstill(incoming.complete ? Number.POSITIVE_INFINITY : idleMs)
    return { incoming, watch: this.#watch }
  }
}

const brokenOff = () => new Error('the body broke off')

async function* moving({
  incoming,
  watch,
}: {
  incoming: IncomingMessage
  watch: Standstill
}): AsyncGenerator<Uint8Array> {
  const { promise: stalled, reject } = Promise.withResolvers<never>()
  stalled.catch(() => undefined)
  watch.onStall = () => reject(brokenOff())
  const chunks = incoming[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), stalled])
      if (next.done) return
      watch.moved()
      yield next.value
      watch.moved()
    }
  } finally {
    watch.end()
  }
}

/** Notices a body that does not move. */
class Standstill {
  isOver = false
  onStall: () => void = () => undefined
  #movedAt = performance.now()
  readonly #looks: Loop | undefined

  constructor(idleMs: number) {
    if (!Number.isFinite(idleMs)) return
    this.#looks = every(idleMs / 6, 'a body', () => {
      if (performance.now() - this.#movedAt < idleMs) return
      this.isOver = true
      this.end()
      this.onStall()
    })
  }

  moved(): void {
    this.#movedAt = performance.now()
  }

  end(): void {
    void this.#looks?.stop()
  }
}

/** Whatever case a name is asked for in: the parser gives them in lower case. */
const headersOf = (headers: RequestHead['headers']): HttpRequest['headers'] => ({
  get(name) {
    const value = headers[name.toLowerCase()]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  },
  has: (name) => headers[name.toLowerCase()] !== undefined,
})

/** HTTP/1.0 and load balancers' checks name no host; what is none is replaced by what no URL can be made of. */
const hostOf = (host: string | null): string =>
  host === null || host === '' ? 'localhost' : hostShape.test(host) ? host : '['

/** An absolute address in the request line is taken by its path. */
function pathOf(target: string): string {
  const path = target.replace(authority, '')
  return path.startsWith('/') ? path : `/${path}`
}
