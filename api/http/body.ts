/** Reads a body: how large, what type, which encoding, and whether its JSON is one that every part of the service can hold. */
import type { HttpRequest } from '#api/http/wire'
import { type Issue, issueLimit } from '#shared/kernel/errors'
import { bodyTooLarge, invalidRequest, unsupportedMediaType } from '#shared/kernel/errors/request'

export const defaultBodyLimit = 1024 * 1024
/** How deep the JSON of one thing may be nested. */
export const depthLimit = 64

/** The raw bytes, refusing what is too large before reading it where its length is told. @throws BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
export async function readBytes(
  request: HttpRequest,
  {
    types,
    limitBytes,
    isGzipTaken = false,
  }: { types: string[]; limitBytes: number; isGzipTaken?: boolean | undefined },
): Promise<Uint8Array> {
  const type = request.headers.get('content-type')
  const [essence = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const isUtf8 = charset === undefined || charset.replaceAll('"', '') === 'utf-8'
  if (!types.includes(essence) || !isUtf8) throw unsupportedMediaType(type ?? 'a body without a content type', types)
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const isGzip = encoding === 'gzip' && isGzipTaken
  if (encoding !== 'identity' && !isGzip) throw unsupportedMediaType(`content encoding ${encoding}`, types)
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge(limitBytes)
  // Where the length is told it has been checked, and reading in one go costs a fifth of reading by chunks.
  const isLengthTold = request.headers.has('content-length')
  const bytes = await unlessBrokenOff(isLengthTold ? request.bytes() : readUpTo(request.body, limitBytes))
  if (!isGzip) return bytes
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  try {
    return await readUpTo(unpacked, limitBytes)
  } catch (error) {
    if (error instanceof Error && error.name === 'ServiceError') throw error
    throw invalidRequest([{ path: '', message: 'is a broken gzip stream', expected: 'a whole gzip stream' }])
  }
}

/** Nothing but the client or the line can keep a body from coming in whole. */
async function unlessBrokenOff<Bytes>(reading: Promise<Bytes>): Promise<Bytes> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && error.name === 'ServiceError') throw error
    throw invalidRequest([{ path: '', message: 'broke off', expected: 'the whole body' }])
  }
}

async function readUpTo(
  stream: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (stream) {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > limitBytes) throw bodyTooLarge(limitBytes)
      chunks.push(chunk)
    }
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** @throws INVALID_REQUEST for bytes that are not UTF-8, not JSON, nested too deep, or hold what the store cannot. */
export function parseJson(bytes: Uint8Array): unknown {
  const value = parseJsonText(decodeUtf8(bytes))
  const issues = unstorable(value)
  if (issues.length > 0) throw invalidRequest(issues)
  return value
}

/** The value alone; whether the store can hold it, `unstorable` says. @throws INVALID_REQUEST for a text that is not JSON or nested too deep. */
export function parseJsonText(text: string, { maxDepth = depthLimit }: { maxDepth?: number } = {}): unknown {
  if (isDeeperThan(text, maxDepth)) throw notJson(`is nested more than ${maxDepth} deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text.trim() === '' ? 'is empty' : 'is not JSON')
  }
}

/** What in a value the store cannot hold, at most 100 faults. `path` is a JSON pointer. */
export function unstorable(value: unknown): Issue[] {
  const issues: Issue[] = []
  collectUnstorable(value, '', issues)
  return issues
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson('is not UTF-8')
  }
}

const notJson = (message: string) => invalidRequest([{ path: '', message, expected: 'JSON' }])

/** Looks at brackets outside strings only; a parser would have to recurse to learn the same. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > limit) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}

function collectUnstorable(value: unknown, path: string, issues: Issue[]): void {
  if (issues.length >= issueLimit) return
  if (typeof value === 'string') {
    const fault = textFault(value)
    if (fault) issues.push({ path, message: fault, expected: 'well-formed text without NUL' })
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      issues.push({
        path,
        message: 'is a number that cannot be stored exactly',
        expected: 'a whole number up to ±(2^53 - 1), or a fraction',
      })
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collectUnstorable(item, `${path}/${index}`, issues)
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = `${path}/${pointerPart(key)}`
      const fault = textFault(key)
      if (fault) issues.push({ path: at, message: `its name: ${fault}`, expected: 'well-formed text without NUL' })
      collectUnstorable(member, at, issues)
    }
  }
}

const nul = String.fromCharCode(0)

/** What keeps a text out of the store, if anything. */
export function textFault(text: string): string | undefined {
  if (text.includes(nul)) return 'contains a NUL character'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair'
  return undefined
}

const pointerPart = (key: string) => key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
