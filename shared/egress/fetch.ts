/** Fetches over the guarded way out: each hop's URL judged, its address pinned, its body bounded. */
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isOfCertificate, tlsTerms } from '#shared/egress/certificates'
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
  body?: string
  /**
   * POST where there is a body, or else GET. What is POSTed is meant for one address: a redirect is answered as it is, not followed.
   * Any other method goes along with its redirect, and so does its body.
   */
  method?: string
  /** `same_host` gives `elsewhere` for a redirect to another host, or out of a secure connection; `none` answers it as it is. */
  redirects?: 'follow' | 'same_host' | 'none'
  /** PEM: trusted besides the system's. */
  ca?: string
  signal?: AbortSignal
}

/** `cut`: ended before its answer was whole. `broken`: answered something else than was asked for. */
export type FetchRefusal =
  | UrlRefusal
  | DialRefusal
  | 'timeout'
  | 'aborted'
  | 'too_many_redirects'
  | 'elsewhere'
  | 'certificate'
  | 'cut'
  | 'broken'

export type Fetched =
  | { ok: true; status: number; headers: Headers; url: string; body: Uint8Array; isTruncated: boolean }
  | { ok: false; reason: FetchRefusal; url: string }

const hopsAtMost = 10
const cutShort = 'CUT_SHORT'
const cut = () => Object.assign(new Error('cut short'), { code: cutShort })

/**
 * GETs a URL, or asks it by another method. Not Bun's fetch: it honours HTTP_PROXY and NO_PROXY, also beside an explicit proxy, and resolves again.
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
  } catch (error) {
    return { ok: false, reason: abort.signal.aborted ? reason : reasonOf(error), url }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  }
}

async function followed(first: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  const { redirects = 'follow' } = options
  let at = first
  let { headers, body, method = body === undefined ? 'GET' : 'POST' } = options
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
      const answer = await ask(judged.url, socket, { method, headers, body, ca: options.ca }, signal)
      const next = method === 'POST' || redirects === 'none' ? undefined : redirectOf(answer, judged.url)
      if (!next) return await received(answer, judged.url, options.maxBytes, signal)
      const target = URL.parse(next)
      if (redirects === 'same_host' && !(target && isWithin(judged.url, target)))
        return { ok: false, reason: 'elsewhere', url: at }
      // What was meant for one host is not another's.
      if (target?.origin !== judged.url.origin) headers = undefined
      if (answer.statusCode === 303) {
        method = 'GET'
        body = undefined
      }
      at = next
    } finally {
      socket.destroy()
    }
  }
  return { ok: false, reason: 'too_many_redirects', url: at }
}

const isWithin = (from: URL, to: URL) =>
  from.hostname === to.hostname && (from.protocol === to.protocol || to.protocol === 'https:')

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  return URL.parse(headers.location, url.href)?.href ?? headers.location
}

type Asking = {
  method: string
  headers: Record<string, string> | undefined
  body: string | undefined
  ca: string | undefined
}

function ask(
  url: URL,
  socket: Socket,
  { method, headers, body, ca }: Asking,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const wire = url.protocol === 'https:' ? secured(socket, hostname, ca) : socket
    const asked = request({
      createConnection: () => wire,
      method,
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

const secured = (socket: Socket, hostname: string, ca: string | undefined): Socket =>
  secure({ socket, host: hostname, ...tlsTerms(hostname, ca) })

const cutCodes = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ConnectionClosed',
  'ERR_STREAM_PREMATURE_CLOSE',
  cutShort,
])

function reasonOf(error: unknown): FetchRefusal {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (isOfCertificate(code)) return 'certificate'
  return cutCodes.has(code) ? 'cut' : 'broken'
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
    answer.on('error', reject).on('aborted', () => reject(cut()))
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}
