/** Speaks to a running service as any other client does: over HTTP, with a key. */
import { existsSync, readFileSync } from 'node:fs'
import type { Static } from '@sinclair/typebox'
import { unreachable } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import type { ErrorBody } from '#shared/contracts/about'
import { literalOf, portOf } from '#shared/kernel/addresses'

/** Where the service is and who asks; what is not given on the command line comes from the environment. */
export type ServiceAddress = { server: string; key: string | undefined; devKeyPath: string }

export type ServiceReply = { status: number; headers: Headers; body: unknown }
type Ask = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

export type Client = {
  /** Any 2xx answer, its body read; null where there is none. `what` is `GET /api/scans`. @throws Unreachable saying why there is none. */
  call: (what: string, ask?: Ask) => Promise<ServiceReply>
  /** The same, its body to be read piece by piece. @throws Unreachable also while it is read, when it breaks off. */
  open: (what: string, ask?: Ask) => Promise<Pieces>
}
type Pieces = AsyncGenerator<Uint8Array, void, undefined>

const limitedAttempts = 5
const longestPauseSeconds = 65

export function openClient(address: ServiceAddress): Client {
  const key = address.key ?? devKey(address.devKeyPath)
  const base = address.server.replace(/\/+$/, '')
  if (!/^[\x21-\x7e]+$/.test(key)) throw refusal('--key holds what no key has: spaces, line breaks or other signs')
  if (!URL.canParse(base)) throw refusal(`--server: "${address.server}" is no address`)

  async function ask(what: string, { body, headers = {}, signal }: Ask = {}): Promise<Response> {
    const [method = 'GET', path = '/'] = what.split(' ')
    for (let attempt = 1; ; attempt += 1) {
      // Jobs stand beside the areas, whatever base path those have.
      const response = await fetch(path.startsWith('/jobs/') ? new URL(path, base) : base + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }).catch((error) => {
        throw signal?.aborted ? error : unreachable(`nothing answers at ${base}: ${reasonOf(error)}`)
      })
      if (response.ok) return response
      const pause = Number(response.headers.get('retry-after') ?? Number.NaN)
      const isLimited = response.status === 429 && pause <= longestPauseSeconds && attempt < limitedAttempts
      if (!isLimited) throw refusalOf(response.status, await textOf(response))
      await response.body?.cancel()
      await Bun.sleep(pause * 1000)
    }
  }

  /** A body that ends before its time is no answer. */
  async function* piecesOf(response: Response, signal?: AbortSignal): Pieces {
    try {
      yield* response.body ?? []
    } catch (error) {
      throw signal?.aborted ? error : brokenOff(error)
    }
  }

  const textOf = (response: Response): Promise<string> =>
    response.text().catch((error) => {
      throw brokenOff(error)
    })

  const brokenOff = (error: unknown) =>
    unreachable(`the answer of ${base} broke off before its end, so nothing of it counts: ${reasonOf(error)}`)

  return {
    open: async (what, request) => piecesOf(await ask(what, request), request?.signal),
    async call(what, request) {
      const response = await ask(what, request)
      const text = await textOf(response)
      const body = response.status === 204 ? null : readJson(text, base)
      return { status: response.status, headers: response.headers, body }
    },
  }
}

/** @throws Unreachable when it is none: something else than the service answers there. */
export function readJson(text: string, whose: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreachable(
      `the answer of ${whose} is not JSON; is it Assay? It begins: ${JSON.stringify(text.slice(0, 80))}`,
    )
  }
}

/** The service's own words, with every fault it lists. */
function refusalOf(status: number, text: string): Error {
  try {
    const { error }: Static<typeof ErrorBody> = JSON.parse(text)
    const issues = error.details['issues']
    const lines =
      Array.isArray(issues) && issues.length > 1 ? issues.map((issue) => `\n  ${issue.path} ${issue.message}`) : []
    const [only] = Array.isArray(issues) && issues.length === 1 ? issues : []
    const expected = only === undefined ? '' : `; expected ${only.expected}`
    // Not every message names the place of its one fault.
    const place = only === undefined || error.message.includes(only.path) ? '' : `${only.path} `
    const hint = error.code === 'ADDRESS_REFUSED' ? egressHint(error.details) : ''
    return unreachable(
      `${error.code}: ${place}${error.message}${expected}${hint}${lines.join('')}`,
      error.code,
      error.details,
    )
  } catch {
    return unreachable(`the server answered ${status}: ${text.slice(0, 200)}`)
  }
}

/** How whoever runs the service opens what it refuses to visit. */
function egressHint({ url, reason }: Record<string, unknown>): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  const literal = parsed && literalOf(parsed.hostname)
  if (!parsed || !literal || (reason !== 'address' && reason !== 'port')) return ''
  const network = reason === 'port' ? 'public' : literal.includes(':') ? `[${literal}/128]` : `${literal}/32`
  return `; a service that is started with EGRESS_ALLOW=${network}:${portOf(parsed)} visits it`
}

function devKey(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  throw unreachable('there is no key: give --key or ASSAY_KEY, or start the service here once')
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
