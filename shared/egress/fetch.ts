/** Fetches over the guarded way out: each hop's URL judged, its address pinned, its body bounded. */
import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, type PeerCertificate, connect as secure } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type DialRefusal, dial } from '#shared/egress/dial'
import type { EgressPolicy } from '#shared/egress/resolve'
import { judgeUrl, portOf, type UrlRefusal } from '#shared/kernel/addresses'

export type FetchOptions = {
  policy: EgressPolicy
  /** Of the body, unpacked. More is left unread, and said so. */
  maxBytes: number
  /** For all hops together, body included. */
  timeoutMs: number
  headers?: Record<string, string>
  /** POSTed instead of a GET. It is meant for one address: a redirect is answered as it is, not followed. */
  body?: string
  signal?: AbortSignal
}

type FetchRefusal = UrlRefusal | DialRefusal | 'timeout' | 'aborted' | 'too_many_redirects' | 'broken'

export type Fetched =
  | { ok: true; status: number; headers: Headers; url: string; body: Uint8Array; isTruncated: boolean }
  | { ok: false; reason: FetchRefusal; url: string }

const hopsAtMost = 10

/**
 * GETs a URL, or POSTs to it. Not Bun's fetch: it honours HTTP_PROXY and NO_PROXY, also beside an explicit proxy, and resolves again.
 * Never throws for what the other side does.
 */
export async function guardedFetch(url: string, options: FetchOptions): Promise<Fetched> {
  const abort = new AbortController()
  let reason: FetchRefusal = 'timeout'
  const timer = setTimeout(() => abort.abort(), options.timeoutMs)
  const onAbort = () => {
    reason = 'aborted'
    abort.abort()
  }
  options.signal?.addEventListener('abort', onAbort)
  if (options.signal?.aborted) onAbort()
  try {
    return await followed(url, options, abort.signal)
  } catch {
    return { ok: false, reason: abort.signal.aborted ? reason : 'broken', url }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  }
}

async function followed(first: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let at = first
  let headers = options.headers
  for (let hop = 0; hop <= hopsAtMost; hop++) {
    signal.throwIfAborted()
    const judged = judgeUrl(at, options.policy.allow)
    if (!judged.ok) return { ok: false, reason: judged.reason, url: at }
    const dialled = await dial(judged.url.hostname, portOf(judged.url), {
      policy: options.policy,
      connectMs: options.timeoutMs,
      signal,
    })
    signal.throwIfAborted()
    if (!dialled.ok) return { ok: false, reason: dialled.reason, url: at }
    const { socket } = dialled
    try {
      const answer = await ask(judged.url, socket, { headers, body: options.body }, signal)
      const next = options.body === undefined ? redirectOf(answer, judged.url) : undefined
      if (!next) return await received(answer, judged.url, options.maxBytes, signal)
      // What was meant for one host is not another's.
      if (URL.parse(next)?.origin !== judged.url.origin) headers = undefined
      at = next
    } finally {
      socket.destroy()
    }
  }
  return { ok: false, reason: 'too_many_redirects', url: at }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  return URL.parse(headers.location, url.href)?.href ?? headers.location
}

function ask(
  url: URL,
  socket: Socket,
  { headers, body }: { headers: Record<string, string> | undefined; body: string | undefined },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const wire = url.protocol === 'https:' ? secured(socket, hostname) : socket
    const asked = request({
      createConnection: () => wire,
      method: body === undefined ? 'GET' : 'POST',
      host: hostname,
      path: `${url.pathname}${url.search}`,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        host: url.host,
        connection: 'close',
      },
    })
    wire.on('error', reject)
    asked.on('error', reject).on('response', resolve).end(body)
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'))
      socket.destroy()
    })
  })
}

/** The certificate must be the host's, though the address that was dialled is another. A server name is never an address. */
function secured(socket: Socket, hostname: string): Socket {
  return secure({
    socket,
    host: hostname,
    ...(isIP(hostname) ? {} : { servername: hostname }),
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(hostname, certificate),
  })
}

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

function received(answer: IncomingMessage, url: URL, maxBytes: number, signal: AbortSignal): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const encoding = answer.headers['content-encoding']?.toLowerCase()
    const unpack = Object.entries(unpackers).find(([name]) => name === encoding)?.[1]
    const body = unpack ? answer.pipe(unpack()) : answer
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (isTruncated: boolean) => {
      const whole = Buffer.concat(chunks).subarray(0, maxBytes)
      const { statusCode: status = 0 } = answer
      resolve({ ok: true, status, headers: headersOf(answer), url: url.href, body: whole, isTruncated })
      answer.destroy()
      if (body !== answer) body.destroy()
    }
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > maxBytes) finish(true)
    })
    body.on('end', () => finish(false))
    body.on('error', reject)
    answer.on('error', reject).on('aborted', () => reject(new Error('cut short')))
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}
