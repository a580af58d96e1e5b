/** Where facts of an element speak against what an engine says of it: rules that hold whichever engine says so. */

import { worldOf } from '#workers/page/isolated-world'
import { within } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Kept } from '#workers/scan-page/engines/kept'
import type { Finding } from '#workers/scan-page/finding'
import { iconClass, iconFont, pictureName, privateSigns } from '#workers/scan-page/icons'

/** What a finding is held against. */
type Facts = {
  contentType: string
  attributes: Record<string, string>
  /** As it is seen, white space folded; its start. */
  text: string
  /** The role that the table around it was given. */
  tableRole: string | null
  /** It takes no focus, as it is behind a modal dialog or in an inert part. */
  isInert: boolean
  /** Near it, something is called a transcript. */
  hasTranscript: boolean
  /** A font draws pictures in the place of its words. */
  isIcon: boolean
  /** What the window itself scrolls, or the body, to which keys go while nothing has the focus. */
  isPage: boolean
  /** It is called disabled and the pointer does not reach it. */
  looksDisabled: boolean
}

type Doubt = {
  /** Of rules by their last part. */
  about: RegExp
  /** Whose facts are asked for: the finding's element, or the frame that the element is in. */
  of: 'element' | 'frame'
  holds: (facts: Facts) => boolean
  becomes: 'review' | 'nothing'
  reason: string
}

const doubts: readonly Doubt[] = [
  {
    about: /^html-has-lang$|^html_lang_exists$/,
    of: 'element',
    holds: ({ contentType }) => /^(?:text|application)\/xml$/.test(contentType),
    becomes: 'nothing',
    reason: 'The page is an XML document; the html element is that of the browser’s own viewer.',
  },
  {
    about: /^frame-focusable-content$|^iframe_interactive_tabbable$/,
    of: 'frame',
    holds: ({ isInert }) => isInert,
    becomes: 'nothing',
    reason: 'Nobody is to reach the frame while it is inert; its tabindex leaves nobody out.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ text, attributes }) => isSpokenAlike(text, attributes['aria-label'] ?? ''),
    becomes: 'nothing',
    reason: 'Name and visible text differ in signs that nobody speaks.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ isIcon }) => isIcon,
    becomes: 'nothing',
    reason: 'The text is drawn as an icon; nobody sees words that the name would have to hold.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ isIcon }) => isIcon,
    becomes: 'nothing',
    reason: 'The text is drawn as an icon, which needs 3:1 where it means something: another limit than was held to.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ looksDisabled }) => looksDisabled,
    becomes: 'review',
    reason:
      'It is called disabled and cannot be pressed: what is not active needs no contrast, though HTML was not told of it.',
  },
  {
    about: /^scrollable-region-focusable$|^element_scrollable_tabbable$/,
    of: 'element',
    holds: ({ isPage }) => isPage,
    becomes: 'nothing',
    reason: 'While nothing has the focus, keys scroll the body.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ text, attributes }) => isAbbreviationOf(text, attributes['aria-label'] ?? ''),
    becomes: 'review',
    reason: 'The name writes out what the visible text abbreviates; speech input may well understand both.',
  },
  {
    about: /^frame-title$|^frame_title_exists$/,
    of: 'element',
    holds: ({ attributes }) => /^\s*-\d/.test(attributes['tabindex'] ?? ''),
    becomes: 'nothing',
    reason: 'The frame is left out of the order of focus, where its name would be read.',
  },
  {
    about: /^frame-title$|^frame_title_exists$/,
    of: 'element',
    holds: ({ attributes }) => /^\s*(?:none|presentation)\s*$/i.test(attributes['role'] ?? ''),
    becomes: 'review',
    reason: 'The frame is marked as presentational; browsers differ in whether they heed it.',
  },
  {
    about: /^td-headers-attr$|^table_headers_ref_valid$/,
    of: 'element',
    holds: ({ tableRole }) => tableRole !== null && !/^\s*(?:table|grid|treegrid)\b/i.test(tableRole),
    becomes: 'nothing',
    reason: 'The table was given a role that is no table’s; its cells are cells no more.',
  },
  {
    about: /^list(?:-children)?$|required-children$|^aria_child_valid$/,
    of: 'element',
    holds: ({ attributes }) => attributes['aria-busy'] === 'true',
    becomes: 'review',
    reason: 'What it is to hold is still being loaded, it says.',
  },
  {
    about: /contrast/,
    of: 'element',
    holds: ({ text }) => [...text].length === 1,
    becomes: 'review',
    reason: 'A single sign may be a symbol that stands for no text, such as X on a button named Close.',
  },
  {
    about: /^audio-transcript$/,
    of: 'element',
    holds: ({ hasTranscript }) => hasTranscript,
    becomes: 'nothing',
    reason: 'A transcript is offered beside the recording.',
  },
  {
    about: /^(?:video-captions?|audio-transcript|caption_track_exists)$/,
    of: 'element',
    holds: () => true,
    becomes: 'review',
    reason: 'Whether there is speech, whether it is captioned in the picture or written elsewhere, no markup tells.',
  },
]

/** The findings without those that facts refute, and with those that facts make doubtful as `review`. */
export async function withoutKnownFalse(
  findings: readonly Finding[],
  frames: readonly EnteredFrame[],
  budgetMs: number,
): Promise<Finding[]> {
  const doubted = findings.map(doubtsOf)
  const wanted = new Map<string, Named>()
  for (const [index, finding] of findings.entries())
    for (const doubt of doubted[index] ?? []) {
      const named = namedOf(finding, doubt)
      wanted.set(JSON.stringify(named), named)
    }
  if (wanted.size === 0) return [...findings]
  const facts = await within(factsOf([...wanted.values()], frames), budgetMs).catch(() => new Map<string, Facts>())
  return findings.flatMap((finding, index) => {
    const doubt = doubted[index]?.find((each) => {
      const known = facts.get(JSON.stringify(namedOf(finding, each)))
      return known !== undefined && each.holds(known)
    })
    if (!doubt) return [finding]
    return doubt.becomes === 'nothing'
      ? []
      : [{ ...finding, verdict: 'review' as const, confidence: 'medium' as const }]
  })
}

/** IBM's are for review already, yet what it is sure of is a second voice. */
function doubtsOf({ engine, rule, verdict, confidence }: Finding): Doubt[] {
  if (engine === 'assay' || (verdict !== 'violation' && confidence !== 'high')) return []
  const name = rule.slice(rule.lastIndexOf('/') + 1)
  return doubts.filter(({ about }) => about.test(name))
}

type Named = Pick<Finding, 'target' | 'kept'>

function namedOf({ target, kept }: Finding, { of }: Doubt): Named {
  return of === 'frame' ? { target: target.slice(0, -1) } : { target, ...(kept !== undefined && { kept }) }
}

/** "Sign up" and "Sign-up!"; of a text without letters and digits nothing is spoken. */
function isSpokenAlike(text: string, name: string): boolean {
  const spoken = (words: string) => ` ${(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  const shown = spoken(text)
  return shown.trim() === '' || spoken(name).includes(shown)
}

/** "University Ave." of "University Avenue". */
function isAbbreviationOf(text: string, name: string): boolean {
  const short = text.toLowerCase().split(/\s+/)
  const long = name.toLowerCase().split(/\s+/)
  return (
    short.some((word) => word.endsWith('.')) &&
    short.length <= long.length &&
    short.every((word, index) => {
      const full = long[index] ?? ''
      return word === full || (word.length > 1 && word.endsWith('.') && full.startsWith(word.slice(0, -1)))
    })
  )
}

async function factsOf(named: readonly Named[], frames: readonly EnteredFrame[]): Promise<Map<string, Facts>> {
  const known = new Map<string, Facts>()
  await Promise.all(
    frames.map(async ({ frame, path }) => {
      const inFrame = JSON.stringify(path)
      const here = named.filter(({ target }) => JSON.stringify(target.slice(0, -1)) === inFrame)
      if (here.length === 0) return
      const leads = here.map(({ target, kept = null }) => ({ path: [target.at(-1) ?? []].flat(), kept }))
      const answers = await worldOf(frame).evaluate(readFacts, leads, iconPatterns)
      for (const [index, facts] of answers.entries()) if (facts) known.set(JSON.stringify(here[index]), facts)
    }),
  )
  return known
}

/** As a page can be handed them. */
const iconPatterns = [iconFont, iconClass, pictureName, privateSigns].map(({ source, flags }) => ({ source, flags }))

/** Runs in the page. */
function readFacts(
  leads: { path: string[]; kept: number | null }[],
  patterns: { source: string; flags: string }[],
): (Facts | null)[] {
  const { assayKept } = globalThis as unknown as { assayKept: Kept }
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const [font, byClass, name, signs] = patterns.map(({ source, flags }) => new RegExp(source, flags))
  const isIcon = (element: Element): boolean => {
    const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? (node.nodeValue ?? '') : '')).join('')
    const isNamed = byClass?.test(element.getAttribute('class') ?? '') === true && name?.test(own.trim()) === true
    return isNamed || signs?.test(own) === true || font?.test(getComputedStyle(element).fontFamily) === true
  }
  const find = (path: string[]): Element | null => {
    let element: Element | null = null
    let root: Document | ShadowRoot | null = document
    for (const selector of path) {
      element = root?.querySelector(selector) ?? null
      root = element?.shadowRoot ?? null
    }
    return element
  }
  return leads.map(({ path, kept }) => {
    const element = kept === null ? find(path) : assayKept.elements[kept]
    if (!element) return null
    const attributes: Record<string, string> = {}
    for (const { name, value } of element.attributes) attributes[name] = value.slice(0, 500)
    // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count.
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')
    const worded = [element, ...element.querySelectorAll('*')].filter((each) =>
      [...each.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== ''),
    )
    return {
      contentType: document.contentType,
      attributes,
      text: text.replace(/\s+/g, ' ').trim().slice(0, 500),
      tableRole: element.closest('table')?.getAttribute('role') ?? null,
      isInert: element.closest('[inert]') !== null || (modal !== undefined && !modal.contains(element)),
      hasTranscript:
        element instanceof HTMLMediaElement &&
        [element.nextElementSibling, element.parentElement, element.parentElement?.nextElementSibling].some((near) =>
          [...(near?.querySelectorAll('a[href], button, summary, h2, h3, h4') ?? [])].some((each) =>
            /trans[ck]ri|trascri|abschrift|transkrypcj/i.test(each.textContent ?? ''),
          ),
        ),
      isIcon: worded.length > 0 && worded.every(isIcon),
      isPage: element === document.body || element === document.documentElement,
      looksDisabled:
        element.closest('.disabled, .is-disabled') !== null && getComputedStyle(element).pointerEvents === 'none',
    }
  })
}
