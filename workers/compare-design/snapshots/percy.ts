/** Reads markup that comes in JSON with what it needs beside it, as Percy's clients send it. Pure. */
import { snapshotLimits } from '#shared/designs/snapshot'
import { faultIn } from '#workers/compare-design/snapshots/fault'
import type { MarkupPart, SnapshotMarkup } from '#workers/page/artifacts/markup'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const partsAtMost = 2000

/**
 * @param json `html`, or in `domSnapshot` or `dom_snapshot` either that text or an object with `html` and `resources`, a list of
 * `{ url, mimetype, content }`: text as it is, anything else in Base64. Of several snapshots, for several widths, the first.
 * @throws UNSUPPORTED_SNAPSHOT
 */
export function markupOfJson(json: unknown): SnapshotMarkup {
  if (!isObject(json)) throw faultIn('its JSON', 'is no object', 'an object with html')
  const told = json['domSnapshot'] ?? json['dom_snapshot'] ?? json
  const held: unknown = Array.isArray(told) ? told[0] : told
  const snapshot: Json = typeof held === 'string' ? { html: held } : isObject(held) ? held : {}
  const { html, resources = json['resources'] } = snapshot
  if (typeof html !== 'string') throw faultIn('its JSON', 'has no html', 'the markup, as a text')
  if (Buffer.byteLength(html) > snapshotLimits.htmlBytes)
    throw faultIn('its html', `is ${Buffer.byteLength(html)} bytes`, `at most ${snapshotLimits.htmlBytes} bytes`)
  const url = typeof json['url'] === 'string' && URL.canParse(json['url']) ? json['url'] : null
  const several = Array.isArray(told) && told.length > 1
  return {
    html,
    url,
    parts: partsIn(resources, url),
    viewport: null,
    notes: several
      ? [{ code: 'first-snapshot', message: `It holds ${told.length} snapshots; the first was taken.` }]
      : [],
  }
}

function partsIn(json: unknown, base: string | null): Map<string, MarkupPart> {
  const parts = new Map<string, MarkupPart>()
  if (json === undefined || json === null) return parts
  if (!Array.isArray(json)) throw faultIn('its resources', 'are no list', 'a list of { url, mimetype, content }')
  if (json.length > partsAtMost) throw faultIn('its resources', `are ${json.length}`, `at most ${partsAtMost}`)
  for (const each of json) {
    const { url, mimetype, content } = isObject(each) ? each : {}
    const address = typeof url === 'string' ? URL.parse(url, base ?? undefined)?.href : undefined
    if (address === undefined || typeof content !== 'string')
      throw faultIn('a resource', 'has no address or no content', '{ url, mimetype, content }')
    const type = typeof mimetype === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? mimetype : 'text/plain'
    parts.set(address.replace(/#.*$/, ''), partOf(type, content))
  }
  return parts
}

function partOf(type: string, content: string): MarkupPart {
  if (/^text\/|[+/](?:json|xml)$/.test(type)) return { type: `${type}; charset=utf-8`, bytes: Buffer.from(content) }
  try {
    return { type, bytes: Uint8Array.fromBase64(content) }
  } catch {
    throw faultIn('a resource', `of the type ${type} is not Base64`, 'its content in Base64')
  }
}
