/** Reads what somebody sent as markup, in whatever it came; bounded before any browser sees it. */
import { nestingOf, overLimit, type RecognisedSnapshot, snapshotLimits } from '#shared/designs/snapshot'
import { faultIn } from '#workers/compare-design/snapshots/fault'
import { markupOfJson } from '#workers/compare-design/snapshots/percy'
import { htmlOfRrweb } from '#workers/compare-design/snapshots/rrweb'
import type { SnapshotMarkup } from '#workers/page/artifacts/markup'

export type MarkupSnapshot = Exclude<RecognisedSnapshot, { kind: 'picture' } | { kind: 'dom-snapshot' }>

/** @throws UNSUPPORTED_SNAPSHOT */
export async function readMarkup(bytes: Uint8Array, { kind, type }: MarkupSnapshot): Promise<SnapshotMarkup> {
  const markup = await markupIn(bytes, kind, type)
  boundElements(markup.html)
  return markup
}

async function markupIn(
  bytes: Uint8Array,
  kind: MarkupSnapshot['kind'],
  type: MarkupSnapshot['type'],
): Promise<SnapshotMarkup> {
  if (kind === 'mhtml') {
    // With it comes every character set that mails are written in.
    const { readMhtml } = await import('#workers/compare-design/snapshots/mhtml')
    return readMhtml(bytes)
  }
  if (kind === 'rrweb') return htmlOfRrweb(readSnapshotJson(bytes))
  if (type === 'application/json') return markupOfJson(readSnapshotJson(bytes))
  return { html: new TextDecoder().decode(bytes), url: null, parts: new Map(), viewport: null, notes: [] }
}

/** A node of rrweb is nested in its parent's list: two brackets for each level of the document, and some around it. */
const deepestJson = snapshotLimits.depth * 2 + 64

/** @throws UNSUPPORTED_SNAPSHOT where it is no JSON, or nothing but brackets. */
export function readSnapshotJson(bytes: Uint8Array): unknown {
  const nesting = nestingOf(bytes)
  if (nesting > deepestJson) throw overLimit('has JSON that is nested', nesting, deepestJson, 'deep')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw faultIn('its JSON', `is none: ${error instanceof Error ? error.message : String(error)}`, 'JSON, RFC 8259')
  }
}

/** What may begin an element: never fewer than there are tags, but more where scripts stand in the page. */
function tagLike(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    const letter = html.charCodeAt(at + 1) | 0x20
    if (letter >= 0x61 && letter <= 0x7a) count += 1
  }
  return count
}

/** @throws UNSUPPORTED_SNAPSHOT where it has more elements than a snapshot may have nodes. */
function boundElements(html: string): void {
  if (tagLike(html) <= snapshotLimits.nodes) return
  let elements = 0
  new HTMLRewriter()
    .on('*', {
      element() {
        elements += 1
      },
    })
    .transform(html)
  if (elements > snapshotLimits.nodes) throw overLimit('has', elements, snapshotLimits.nodes, 'elements')
}
