/** Frames of one name that show different things. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const iframeNameAmbiguous: StaticCheck = {
  rule: 'iframe-name-ambiguous',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'minor',
  remedy: 'If they show different things, give each a title of its own.',
  find(elements, isTop) {
    if (!isTop) return []
    const named = framesIn(elements).filter(
      (frame) => /^https?:/.test(frame.src) && isExposed(frame) && isShown(frame) && nameOf(frame) !== '',
    )
    const groups = Map.groupBy(named, (frame) => nameOf(frame).toLowerCase())
    return [...groups].flatMap(([name, group]) => (anyOfItsKind.test(name) ? [] : judge(group)))
  },
}

/** What tells of a kind of frame of which any will do. */
const anyOfItsKind =
  /\bads?\b|advert|sponsor|werbung|anzeige|publicité|publicidad|pubblicità|publicidade|advertentie|recaptcha/

const framesTaken = 50

/** Those of the page, and of pages in it that its scripts may read: whoever goes through a list of frames meets them all. */
function framesIn(elements: readonly Element[]): HTMLIFrameElement[] {
  const found = pick(elements, 'iframe').filter((element) => element instanceof HTMLIFrameElement)
  for (const frame of found) {
    if (found.length >= framesTaken) break
    if (!isExposed(frame) || !isShown(frame)) continue
    // Of the nested document's own kind, and so no instance of this one's.
    for (const nested of documentIn(frame)?.querySelectorAll('iframe') ?? []) found.push(nested)
  }
  return found.slice(0, framesTaken)
}

function documentIn(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument
  } catch {
    return null
  }
}

function judge(group: readonly HTMLIFrameElement[]): Hit[] {
  const [first, ...others] = group
  if (!first) return []
  const other = others.find((frame) => withoutTail(frame.src) !== withoutTail(first.src))
  if (!other) return []
  const [here, there] = [contentOf(first), contentOf(other)]
  // Copies of one page at two addresses.
  if (here && there && here.text === there.text) return []
  const isSure = here !== null && there !== null && here.title !== there.title
  const element = other.ownerDocument === document ? other : first
  if (element.ownerDocument !== document) return []
  const shown = (frame: HTMLIFrameElement, content: Content | null) =>
    content && content.title !== '' ? quote(content.title, 80) : quote(frame.src, 80)
  return [
    {
      element,
      tier: isSure ? 'error' : 'warning',
      confidence: isSure ? 'high' : 'low',
      message: `Two frames are called ${quote(nameOf(first))} and show different things: ${shown(first, here)} and ${shown(other, there)}.`,
    },
  ]
}

type Content = { title: string; text: string }

/** What a frame shows; nothing while it is empty or where only its own site may read it. */
function contentOf(frame: HTMLIFrameElement): Content | null {
  const shown = documentIn(frame)
  if (!shown?.body || shown.readyState === 'loading') return null
  const text = squeeze((shown.body.textContent ?? '').slice(0, longestRead))
  return text === '' ? null : { title: squeeze(shown.title), text }
}

const longestRead = 5000

const withoutTail = (address: string) => address.replace(/[?#].*$/, '').replace(/\/$/, '')
