/** Takes a snapshot's text apart: strict Base64 in, bytes and what kind of snapshot they are out. Cheap: nothing is parsed. */
import { isUtf8 } from 'node:buffer'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

/** What is taken at most; each is told where something is over it. */
export const snapshotLimits = {
  pictureBytes: 25_165_824,
  htmlBytes: 8_388_608,
  jsonBytes: 16_777_216,
  mhtmlBytes: 16_777_216,
  nodes: 50_000,
  /** Ancestors of a node. */
  depth: 512,
  /** Device pixels of a picture. */
  pixels: 40_000_000,
  side: 32_767,
} as const

/** The text of the largest picture, with a line break for every 76 characters. */
const longestText = Math.ceil((snapshotLimits.pictureBytes * 4) / 3) * (78 / 76)

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/**
 * What a snapshot is. `html` of the type application/json is markup that comes in JSON, with what it needs beside it, as
 * Percy sends it.
 */
export type RecognisedSnapshot =
  | { kind: 'picture'; type: PictureType }
  | { kind: 'html'; type: 'text/html' | 'application/json' }
  | { kind: 'dom-snapshot'; type: 'application/json' }
  | { kind: 'rrweb'; type: 'application/json' }
  | { kind: 'mhtml'; type: 'multipart/related' }

/** @param message goes on from "/snapshot". */
const refusal = (message: string, expected: string) => unsupportedSnapshot({ path: '/snapshot', message, expected })

export const overLimit = (what: string, got: number | string, limit: number, unit: string) =>
  refusal(`${what} ${got} ${unit}`, `at most ${limit} ${unit}`)

/**
 * Reads Base64 or Base64url, padded or not, with white space, after an optional `data:TYPE;base64,`.
 * @throws UNSUPPORTED_SNAPSHOT
 */
export function readSnapshotText(text: string): { bytes: Uint8Array; declaredType: string | null } {
  if (text.length > longestText) throw overLimit('has', text.length, Math.floor(longestText), 'characters')
  const prefix = /^\s*data:([^,;]{0,100})((?:;[^,;]{0,100}){0,5}),/i.exec(text)
  if (prefix && !/;\s*base64\s*$/i.test(prefix[2] ?? '')) throw refusal('is a data: URL without ;base64', 'Base64')
  const encoded = prefix ? text.slice(prefix[0].length) : text
  const bytes = decoded(encoded)
  if (bytes === undefined) {
    const [first] = /\S/.exec(encoded.slice(0, 100)) ?? []
    const isRaw = first === '<' || first === '{' || first === '['
    throw refusal(isRaw ? 'is not Base64: it seems to be the file itself' : 'is not Base64', 'the file in Base64')
  }
  if (bytes.length === 0) throw refusal('is empty', 'a picture or a document in Base64')
  return { bytes, declaredType: prefix?.[1]?.trim().toLowerCase() || null }
}

/** What is padded must be so rightly; nothing but white space beside the alphabet is passed over. */
function decoded(text: string): Uint8Array | undefined {
  const alphabet = text.includes('-') || text.includes('_') ? 'base64url' : 'base64'
  const lastChunkHandling = /=\s*$/.test(text.slice(-100)) ? 'strict' : 'loose'
  try {
    return Uint8Array.fromBase64(text, { alphabet, lastChunkHandling })
  } catch {
    return undefined
  }
}

/**
 * By the first bytes and by the names in the outermost object, never by what the sender says it is.
 * @throws UNSUPPORTED_SNAPSHOT also where it is larger than its kind may be.
 */
export function recogniseSnapshot(bytes: Uint8Array): RecognisedSnapshot {
  const picture = pictureTypeOf(bytes)
  if (picture) return sized({ kind: 'picture', type: picture }, bytes, snapshotLimits.pictureBytes)
  const other = otherFormatOf(bytes)
  if (other) throw refusal(`is ${other}`, expectedFormats)
  if (bytes.length > snapshotLimits.jsonBytes)
    throw overLimit('is a document of', bytes.length, snapshotLimits.jsonBytes, 'bytes')
  const start = textStart(bytes)
  // Its parts may be of any charset, or of none.
  if (isMhtml(bytes, start))
    return sized({ kind: 'mhtml', type: 'multipart/related' }, bytes, snapshotLimits.mhtmlBytes)
  if (!isUtf8(bytes)) throw refusal('is no picture that is known, and no UTF-8 text', expectedFormats)
  const first = String.fromCharCode(bytes[start] ?? 0)
  if (first === '<') return sized({ kind: 'html', type: 'text/html' }, bytes, snapshotLimits.htmlBytes)
  if (first === '{' || first === '[') {
    const kind = first === '[' ? 'rrweb' : kindOfJson(bytes, start)
    return sized({ kind, type: 'application/json' }, bytes, snapshotLimits.jsonBytes)
  }
  throw refusal('is text, but no document that is known', expectedFormats)
}

const expectedFormats =
  'a PNG, JPEG or WebP picture; HTML; MHTML; or JSON of DOMSnapshot.captureSnapshot, of rrweb, or with html'

function sized<Kind extends RecognisedSnapshot>(snapshot: Kind, bytes: Uint8Array, limit: number): Kind {
  if (bytes.length > limit) throw overLimit(`is ${snapshot.type} of`, bytes.length, limit, 'bytes')
  return snapshot
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

/** What people may well send, and is not taken: told by its name. */
const otherFormats: readonly (readonly [name: string, at: number, ...starts: string[]])[] = [
  ['a GIF picture', 0, 'GIF87a', 'GIF89a'],
  ['an AVIF picture', 4, 'ftypavif', 'ftypavis'],
  ['a HEIC picture', 4, 'ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1'],
  ['a TIFF picture', 0, 'II*\0', 'MM\0*'],
  ['a PDF document', 0, '%PDF-'],
  ['a ZIP archive', 0, 'PK\x03\x04'],
  ['compressed with gzip', 0, '\x1f\x8b'],
  ['compressed with zstd', 0, '\x28\xb5\x2f\xfd'],
  ['UTF-16 text', 0, '\xff\xfe', '\xfe\xff'],
]

function otherFormatOf(bytes: Uint8Array): string | undefined {
  // Two letters alone could begin a text: what is reserved in its head is nothing.
  if (ascii(bytes, 0, 2) === 'BM' && ascii(bytes, 6, 10) === '\0\0\0\0') return 'a BMP picture'
  return otherFormats.find(([, at, ...starts]) =>
    starts.some((start) => ascii(bytes, at, at + start.length) === start),
  )?.[0]
}

/** Behind a byte order mark and white space. */
function textStart(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (isSpace(bytes[at])) at += 1
  return at
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** RFC 2557: a head that says so, in whatever order. */
function isMhtml(bytes: Uint8Array, start: number): boolean {
  const [head = ''] = new TextDecoder().decode(bytes.subarray(start, start + 8192)).split(/\r?\n\r?\n/, 1)
  if (!/^(?:From |[!-9;-~]+:)/.test(head)) return false
  return /^mime-version:/im.test(head) && /^content-type:\s*multipart\/related\b/im.test(head)
}

const kindsByName: Record<string, 'dom-snapshot' | 'rrweb' | 'html'> = {
  documents: 'dom-snapshot',
  strings: 'dom-snapshot',
  html: 'html',
  dom_snapshot: 'html',
  domSnapshot: 'html',
  childNodes: 'rrweb',
  node: 'rrweb',
  initialOffset: 'rrweb',
  data: 'rrweb',
}

/** By the first name of the outermost object that tells. */
function kindOfJson(bytes: Uint8Array, start: number): 'dom-snapshot' | 'rrweb' | 'html' {
  for (const name of outermostNames(bytes, start)) {
    const kind = Object.hasOwn(kindsByName, name) ? kindsByName[name] : undefined
    if (kind) return kind
  }
  throw refusal('is JSON, but no snapshot that is known', expectedFormats)
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The names in the outermost object, as they are written, without reading what they name. */
function* outermostNames(bytes: Uint8Array, start: number): Generator<string> {
  let depth = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === openBrace || byte === openBracket) depth += 1
    else if (byte === closeBrace || byte === closeBracket) depth -= 1
    else if (byte === quote) {
      const end = stringEnd(bytes, at)
      if (depth === 1 && isName(bytes, end + 1)) yield ascii(bytes, at + 1, Math.min(end, at + 101))
      at = end
    }
    if (depth === 0) return
  }
}

function stringEnd(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(quote, from + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return bytes.length
}

function isName(bytes: Uint8Array, from: number): boolean {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return bytes[at] === colon
}

/** How deep the brackets of a JSON text are nested; counted, so that nobody parses one that is all brackets. */
export function nestingOf(bytes: Uint8Array): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) at = stringEnd(bytes, at)
    else if (byte === openBrace || byte === openBracket) deepest = Math.max(deepest, ++depth)
    else if (byte === closeBrace || byte === closeBracket) depth -= 1
  }
  return deepest
}
