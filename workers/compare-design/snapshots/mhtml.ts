/**
 * Reads MHTML (RFC 2557) into its document and the parts that it may load. The MIME of it is mailsplit's; nothing here is
 * asked for from anywhere.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MailPiece, type MimeNode, Splitter } from 'mailsplit'
import { faultIn, sheetsRewritten } from '#workers/compare-design/snapshots/fault'
import type { MarkupPart, SnapshotMarkup } from '#workers/page/artifacts/markup'

type Part = { type: string; charset: string | null; location: string | null; id: string | null; bytes: Uint8Array }

/** Chromium names what has no address of its own `cid:…`, which no browser asks anybody for: such names get one. */
const idAddress = (id: string) => `http://snapshot.invalid/cid/${encodeURIComponent(id)}`

/** @throws UNSUPPORTED_SNAPSHOT */
export async function readMhtml(bytes: Uint8Array): Promise<SnapshotMarkup> {
  const { parts, root } = await split(bytes)
  const [first] = parts
  const main = parts.find(({ id }) => id !== null && id === root) ?? first
  if (!main || !/^(?:text\/html|application\/xhtml\+xml)$/.test(main.type))
    throw faultIn('its MHTML', 'has no document', 'a part of the type text/html')
  const ids = new Set(parts.flatMap(({ id }) => id ?? []))
  const loadable = new Map<string, MarkupPart>()
  for (const part of parts) {
    if (part === main) continue
    const isText = /^text\/(?:html|css)$/.test(part.type)
    const loaded: MarkupPart = isText
      ? { type: `${part.type}; charset=utf-8`, bytes: Buffer.from(named(decoded(part), ids)) }
      : { type: part.type, bytes: part.bytes }
    if (part.id !== null) loadable.set(idAddress(part.id), loaded)
    const address = part.location === null ? undefined : URL.parse(part.location, main.location ?? undefined)?.href
    if (address !== undefined) loadable.set(address.replace(/#.*$/, ''), loaded)
  }
  const url = main.location !== null && URL.canParse(main.location) ? main.location : null
  return { html: shadowed(named(decoded(main), ids)), url, parts: loadable, viewport: null, notes: [sheetsRewritten] }
}

/** The same text, in which the names of parts that are there are addresses. */
const named = (text: string, ids: ReadonlySet<string>): string =>
  text.replaceAll(/\bcid:([^"'\s)<>]+)/g, (whole, id: string) => (ids.has(id) ? idAddress(id) : whole))

/** Chromium writes shadow trees by a name of its own, which it reads in files alone. */
const shadowed = (html: string): string =>
  html.replaceAll(/<template shadowmode="(open|closed)"/g, '<template shadowrootmode="$1"')

function decoded({ bytes, charset }: Part): string {
  try {
    return new TextDecoder((charset ?? 'utf-8') as Bun.Encoding).decode(bytes)
  } catch {
    throw faultIn('its MHTML', `is in the charset ${charset?.slice(0, 40)}`, 'a charset that browsers know')
  }
}

const partsAtMost = 2000

async function split(bytes: Uint8Array): Promise<{ parts: Part[]; root: string | null }> {
  const parts: Part[] = []
  const bodies = new Map<MimeNode, Buffer[]>()
  let root: string | null = null
  try {
    await pipeline(
      Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]),
      new Splitter({ maxChildNodes: partsAtMost }),
      async (source: AsyncIterable<MailPiece>) => {
        for await (const piece of source) {
          if (piece.type === 'node') {
            if (piece.root) root = bareId(/;\s*start="?([^";]+)/i.exec(piece.headers.getFirst('content-type'))?.[1])
            if (!piece.multipart) bodies.set(piece, [])
          } else if (piece.value) bodies.get(piece.node)?.push(piece.value)
        }
      },
    )
    for (const [node, chunks] of bodies) parts.push(await partOf(node, chunks))
  } catch (error) {
    throw faultIn('its MHTML', `cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'RFC 2557')
  }
  return { parts, root }
}

async function partOf(node: MimeNode, chunks: readonly Buffer[]): Promise<Part> {
  const header = (name: string) => node.headers.getFirst(name).replace(/\s+/g, '')
  const decoder = node.getDecoder()
  const done = Array.fromAsync<Buffer>(decoder)
  decoder.end(Buffer.concat(chunks))
  const location = header('content-location')
  // Chromium names its sheets by where they are not.
  const isNamed = location.startsWith('cid:')
  return {
    type: node.contentType || 'application/octet-stream',
    charset: node.charset || null,
    location: isNamed ? null : location || null,
    id: isNamed ? location.slice(4) : bareId(header('content-id')),
    bytes: Buffer.concat(await done),
  }
}

const bareId = (text: string | undefined): string | null => text?.replace(/^\s*<|>\s*$/g, '') || null
