/** Speaks to a running service as any other client does: over HTTP, with a key. */
import { existsSync, readFileSync } from 'node:fs'
import type { Static } from '@sinclair/typebox'
import { unreachable } from '#cli/exit'
import { refusal } from '#cli/refusal'
import type { ErrorBody } from '#shared/contracts/about'

/** Where the service is and who asks; what is not given on the command line comes from the environment. */
export type Connection = { server: string; key: string | undefined; devKeyPath: string }

export type Reply = { status: number; headers: Headers; text: string; body: unknown }
type Ask = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

export type Client = {
  /** Any 2xx answer, its body read. `what` is `GET /api/scans`. @throws Unreachable saying why there is none. */
  call: (what: string, ask?: Ask) => Promise<Reply>
  /** The same, its body left to be read piece by piece. */
  open: (what: string, ask?: Ask) => Promise<Response>
}

const limitedAttempts = 5
const longestPauseSeconds = 65

export function openClient(connection: Connection): Client {
  const key = connection.key ?? devKey(connection.devKeyPath)
  const base = connection.server.replace(/\/+$/, '')
  if (!URL.canParse(base)) throw refusal(`--server: "${connection.server}" is no address`)

  async function open(what: string, { body, headers = {}, signal }: Ask = {}): Promise<Response> {
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
      if (!isLimited) throw await refusalOf(response)
      await response.body?.cancel()
      await Bun.sleep(pause * 1000)
    }
  }

  return {
    open,
    async call(what, ask) {
      const response = await open(what, ask)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
    },
  }
}

/** The service's own words, with every fault it lists. */
async function refusalOf(response: Response): Promise<Error> {
  const text = await response.text()
  try {
    const { error }: Static<typeof ErrorBody> = JSON.parse(text)
    const issues = error.details['issues']
    const lines =
      Array.isArray(issues) && issues.length > 1 ? issues.map((issue) => `\n  ${issue.path} ${issue.message}`) : []
    const expected = Array.isArray(issues) && issues.length === 1 ? `; expected ${issues[0].expected}` : ''
    return unreachable(`${error.code}: ${error.message}${expected}${lines.join('')}`, error.code)
  } catch {
    return unreachable(`the server answered ${response.status}: ${text.slice(0, 200)}`)
  }
}

function devKey(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  throw unreachable('there is no key: give --key or ASSAY_KEY, or start the service here once')
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
