/** A key of a transit engine, as HashiCorp Vault and OpenBao speak it over HTTP. */
import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Kms, keyUnavailable } from '#shared/kernel/kms/kms'

export type TransitSettings = {
  kind: 'hashivault'
  address: string
  /** Where the engine is mounted. */
  engine: string
  key: string
  /** Where the server is, without a slash at its end. */
  server: string
  namespace: string | undefined
  /** A file is read anew for each call: whoever renews tokens replaces it. */
  token: { text: string } | { path: string }
  /** How long one call may take, with all that it is tried again. */
  waitMs: number
}

const attemptMs = 5000
const firstPauseMs = 200
const longestPauseMs = 2000
const answerBytes = 256 * 1024
const wordBytes = 200
/** Long runs of base64 have no place in an error, and some would be a key. */
const secretLooking = /[A-Za-z0-9+/=_-]{24,}/g

const wrappedPattern = /^vault:v(\d{1,9}):[A-Za-z0-9+/=]+$/
const Plaintext = t.Object({ data: t.Object({ plaintext: t.String() }) })
const Ciphertext = t.Object({ data: t.Object({ ciphertext: t.String({ pattern: wrappedPattern.source }) }) })
const Errors = t.Object({ errors: t.Array(t.String()) })

/** What may be over in a moment: a standby that lags, a limit, a server that is sealed or starts, a gateway before it. */
const passingStatuses = new Set([412, 429, 500, 502, 503, 504])

/** One that failed, and whether another attempt may do better. */
type Failed = { why: string; mayPass: boolean }

export function openTransit(settings: TransitSettings): Kms {
  const { address, waitMs } = settings

  async function ask<T extends TSchema>(operation: string, body: Record<string, string>, shape: T): Promise<Static<T>> {
    const deadline = performance.now() + waitMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const leftMs = deadline - performance.now()
      const answer = await attempt(settings, operation, body, Math.max(1, Math.min(attemptMs, leftMs)))
      if ('value' in answer) {
        if (Value.Check(shape, answer.value)) return answer.value
        throw keyUnavailable(
          `${address} (${operation}): ${settings.server} answers something else than a transit engine`,
        )
      }
      if (!answer.mayPass) throw keyUnavailable(`${address} (${operation}): ${answer.why}`)
      if (performance.now() + pauseMs > deadline)
        throw keyUnavailable(`${address} (${operation}): ${answer.why}; given up after ${waitMs / 1000} s`)
      await Bun.sleep(pauseMs)
    }
  }

  return {
    address,
    async wrap(plain) {
      const { data } = await ask('encrypt', { plaintext: Buffer.from(plain).toString('base64') }, Ciphertext)
      return data.ciphertext
    },
    async unwrap(wrapped) {
      const { data } = await ask('decrypt', { ciphertext: wrapped }, Plaintext)
      const bytes = Buffer.from(data.plaintext, 'base64')
      if (bytes.length === 0 || bytes.toString('base64') !== data.plaintext)
        throw keyUnavailable(`${address} (decrypt): what it answers is not base64`)
      return bytes.toString('utf8')
    },
    async rewrap(wrapped) {
      const { data } = await ask('rewrap', { ciphertext: wrapped }, Ciphertext)
      return data.ciphertext
    },
    versionOf: (wrapped) => wrappedPattern.exec(wrapped)?.[1] ?? '?',
  }
}

async function attempt(
  { server, engine, key, namespace, token: source }: TransitSettings,
  operation: string,
  body: Record<string, string>,
  timeoutMs: number,
): Promise<{ value: unknown } | Failed> {
  const token = readToken(source)
  if (typeof token !== 'string') return token
  const secrets = [token, ...Object.values(body)]
  try {
    const response = await fetch(`${server}/v1/${engine}/${operation}/${key}`, {
      method: 'POST',
      headers: {
        'X-Vault-Token': token,
        'X-Vault-Request': 'true',
        'Content-Type': 'application/json',
        ...(namespace !== undefined && { 'X-Vault-Namespace': namespace }),
      },
      body: JSON.stringify(body),
      // Followed, it would be shown the token, wherever it is.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    const said = await jsonOf(response)
    if (status === 200) return { value: said }
    if (status >= 300 && status < 400)
      return { why: `${server} sends elsewhere (${status}): VAULT_ADDR must name what answers itself`, mayPass: false }
    return {
      why: `${server} says ${status}${wordsOf(said, secrets)}${hintAt(status)}`,
      mayPass: passingStatuses.has(status),
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { why: `${server} does not answer: ${withoutSecrets(why, secrets)}`, mayPass: true }
  }
}

const hintAt = (status: number) =>
  status === 403 ? ': its policy allows this token no such call, or the token is over' : ''

/** What it is made of is checked: a header that cannot be sent would be shown whole. A file may be about to be written. */
function readToken(source: TransitSettings['token']): string | Failed {
  const place = 'path' in source ? source.path : 'VAULT_TOKEN'
  try {
    const token = ('path' in source ? readFileSync(source.path, 'utf8') : source.text).trim()
    if (/^[\x21-\x7e]+$/.test(token)) return token
    return { why: `there is no token in ${place}`, mayPass: true }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return { why: `the token's file ${place} cannot be read (${code})`, mayPass: true }
  }
}

/** Undefined where it is no JSON. @throws where it is longer than any answer of a KMS. */
async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBytes) throw new Error(`more than ${answerBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function wordsOf(said: unknown, secrets: readonly string[]): string {
  if (!Value.Check(Errors, said) || said.errors.length === 0) return ''
  const words = withoutSecrets(said.errors.join('; '), secrets)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return ` (${words.length > wordBytes ? `${words.slice(0, wordBytes)}…` : words})`
}

/** Neither the token nor what was sent, whoever repeats them. */
const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text).replace(secretLooking, '…')
