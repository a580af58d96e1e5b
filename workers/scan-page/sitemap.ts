/** Reads a sitemap, its nested ones too: XML as sitemaps.org has it, or plain text with one address a line, gzipped or not. */
import { gunzipSync } from 'node:zlib'
import { parser } from 'sax'

const bytesTaken = 52_428_800
const sitemapsTaken = 1000
const nesting = 3
const atOnce = 4

type Sitemap = { pages: string[]; sitemaps: string[] }

/** What was named and not taken, and why. */
export type NotTaken = { url: string; message: string }

export type ReadSitemap = {
  pages: string[]
  failed: NotTaken[]
  /** Whether there may be pages beyond `limit`. */
  isCut: boolean
}

/**
 * The pages that a sitemap lists, each once, in its order, at most `limit`.
 * @param read the bytes at an address; throws when they cannot be had.
 * @param isLate no sitemap is read any more from when on this holds.
 * @throws Error when the first sitemap cannot be read; nested ones that are not are in `failed`.
 */
export async function readSitemap(
  url: string,
  limit: number,
  read: (url: string) => Promise<Uint8Array>,
  isLate: () => boolean = () => false,
): Promise<ReadSitemap> {
  const pages = new Set<string>()
  const seen = new Set([url])
  const failed: NotTaken[] = []
  let isCut = false
  let level = [url]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    for (let from = 0; from < level.length; from += atOnce) {
      const group = level.slice(from, from + atOnce)
      const why =
        depth >= nesting
          ? `sitemaps are read ${nesting} levels deep`
          : isLate()
            ? 'there was no time left to read it'
            : undefined
      if (why) {
        for (const address of group) failed.push({ url: address, message: why })
        continue
      }
      if (pages.size >= limit) {
        isCut = true
        break
      }
      const read_ = await Promise.allSettled(group.map(async (address) => parseSitemap(unpack(await read(address)))))
      for (const [index, result] of read_.entries()) {
        if (result.status === 'rejected') {
          if (depth === 0) throw result.reason
          failed.push({ url: group[index] ?? '', message: messageOf(result.reason) })
          continue
        }
        for (const page of result.value.pages) {
          if (pages.size < limit) pages.add(page)
          else if (!pages.has(page)) isCut = true
        }
        for (const nested of result.value.sitemaps) {
          if (seen.has(nested)) continue
          seen.add(nested)
          if (seen.size <= sitemapsTaken) next.push(nested)
          else failed.push({ url: nested, message: `at most ${sitemapsTaken} sitemaps are read` })
        }
      }
    }
    level = next
  }
  return { pages: [...pages], failed, isCut }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function unpack(bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return new TextDecoder().decode(isGzip ? gunzipSync(bytes, { maxOutputLength: bytesTaken }) : bytes)
}

/** @throws Error when it is neither XML nor a list of addresses. */
export function parseSitemap(text: string): Sitemap {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart()
  if (!trimmed.startsWith('<')) return { pages: textLines(trimmed), sitemaps: [] }
  const found: Sitemap = { pages: [], sitemaps: [] }
  const open: string[] = []
  let loc = ''
  const xml = parser(true, { trim: true })
  xml.onerror = (error) => {
    throw new Error(`the sitemap is not XML: ${error.message.split('\n')[0]}`)
  }
  xml.onopentag = ({ name }) => {
    open.push(name.replace(/^.*:/, ''))
    loc = ''
  }
  const onText = (text: string) => {
    if (open.at(-1) === 'loc') loc += text
  }
  xml.ontext = onText
  xml.oncdata = onText
  xml.onclosetag = () => {
    const name = open.pop()
    if (name !== 'loc' || loc === '') return
    if (open.at(-1) === 'url') found.pages.push(loc.trim())
    if (open.at(-1) === 'sitemap') found.sitemaps.push(loc.trim())
  }
  xml.write(trimmed).close()
  return found
}

function textLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const addresses = lines.filter((line) => line !== '')
  if (addresses.some((line) => !/^https?:\/\//i.test(line)))
    throw new Error('it is neither a sitemap nor a list of addresses')
  return addresses
}
