/** Addresses and places as reports give them on. Pure. */
import type { ReportIssue } from '#db/documents/scan-report'

export type SourcePlace = { url: string; line: number; column: number; isGenerated: boolean }

/** Of an issue of the page at that address; in a frame it is the frame's own address. */
export function sourcePlaceOf({ location }: Pick<ReportIssue, 'location'>, pageUrl: string): SourcePlace {
  const [, url, line = '1', column = '1', generated] = /^(?:(.*)#)?(\d+):(\d+)( \(generated\))?$/s.exec(location) ?? []
  return { url: url ?? pageUrl, line: Number(line), column: Number(column), isGenerated: generated !== undefined }
}

/** As RFC 3986 writes an address: browsers leave more as it is. Its fragment is no part of what was served. */
export function rfc3986(url: string): string {
  const [whole = ''] = url.toWellFormed().split('#')
  const origin = URL.parse(whole)?.origin ?? ''
  const start = whole.startsWith(origin) ? origin : ''
  const rest = whole.slice(start.length).replace(/[^\w\-.~:/?@!$&'()*+,;=%]+|%(?![0-9a-f]{2})/gi, encodeURIComponent)
  return start + rest
}

/** An http or https address that may be linked to; undefined for anything else. */
export function webAddressOf(url: string | null): string | undefined {
  const parsed = url === null ? null : URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol)
    ? rfc3986(parsed.href) + rfc3986(parsed.hash.slice(1)).replace(/^(?=.)/, '#')
    : undefined
}
