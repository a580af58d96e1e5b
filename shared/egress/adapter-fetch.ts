/** A fetch for libraries that read what belongs to somebody: over the guarded way out, by methods that cannot write. */
import { type FetchRefusal, guardedFetch } from '#shared/egress/fetch'
import type { EgressPolicy } from '#shared/egress/resolve'

export type AdapterFetchOptions = {
  policy: EgressPolicy
  /** Ends everything at once. */
  signal: AbortSignal
  /** Of each answer, unpacked. More is a failure, not a shorter answer. */
  maxBytes: number
  /** For each request with its redirects, body included. */
  timeoutMs: number
  /** PEM: trusted besides the system's. */
  ca?: string
  /** What may be sent, in capitals. All else is thrown back before anything is sent. */
  methods: readonly string[]
  /** Addresses, as origin and path, that may be POSTed to: where a token is had. None else is. */
  postsTo?: readonly string[]
}

/** `method`: ours, and nothing was sent. The others are of how the other side was reached or answered. */
export type AdapterFetchRefusal = FetchRefusal | 'method' | 'too_large'

/** What an adapter's fetch throws. It names no address, and nothing of what was sent or answered. */
export class EgressFailure extends Error {
  readonly reason: AdapterFetchRefusal

  constructor(reason: AdapterFetchRefusal) {
    super(`not fetched: ${reason}`)
    this.name = 'EgressFailure'
    this.reason = reason
  }
}

/**
 * Redirects are followed on the same host only, and take headers along only while scheme and port are the same too;
 * with `redirect: 'manual'` they are answered as they are. Throws EgressFailure, and gives any answer, whatever its status.
 */
export function adapterFetch(options: AdapterFetchOptions): typeof fetch {
  const { policy, maxBytes, timeoutMs, ca } = options
  const ask = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { url, method } = request
    if (!isAllowed(method, url, options)) throw new EgressFailure('method')
    const body = request.body ? await request.text() : undefined
    const fetched = await guardedFetch(url, {
      policy,
      maxBytes,
      timeoutMs,
      method,
      headers: headersOf(request, init?.body),
      redirects: request.redirect === 'manual' ? 'none' : 'same_host',
      signal: AbortSignal.any([options.signal, request.signal]),
      ...(body === undefined ? {} : { body }),
      ...(ca === undefined ? {} : { ca }),
    })
    if (!fetched.ok) throw new EgressFailure(fetched.reason)
    if (fetched.isTruncated) throw new EgressFailure('too_large')
    return responseOf(fetched)
  }
  return Object.assign(ask, { preconnect: () => undefined })
}

/** Bun's Request does not say what a form is. */
function headersOf({ headers }: Request, body: unknown): Record<string, string> {
  const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  return { ...(body instanceof URLSearchParams ? form : {}), ...Object.fromEntries(headers) }
}

function isAllowed(method: string, url: string, { methods, postsTo = [] }: AdapterFetchOptions): boolean {
  if (method !== 'POST') return methods.includes(method)
  const { origin, pathname } = new URL(url)
  return postsTo.includes(origin + pathname)
}

/** What says how the body came: it has been unpacked, and is whole. */
const ofTheWire = ['content-encoding', 'content-length', 'transfer-encoding', 'connection']

type Answer = Extract<Awaited<ReturnType<typeof guardedFetch>>, { ok: true }>

function responseOf({ status, headers: received, url, body }: Answer): Response {
  // A Response has no other statuses; without a body are those that cannot have one.
  if (status < 200 || status > 599) throw new EgressFailure('broken')
  const headers = new Headers(received)
  for (const name of ofTheWire) headers.delete(name)
  const content = status === 204 || status === 205 || status === 304 ? null : new Uint8Array(body)
  return Object.defineProperty(new Response(content, { status, headers }), 'url', { value: url })
}
