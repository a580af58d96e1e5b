/** How a page is built: ways past repeated blocks, titles and headings that say nothing, tables, names where none may be, frames, instructions by looks. */
import {
  isExposed,
  isSeen,
  isShown,
  nameOf,
  ownText,
  quote,
  selectorOf,
  spokenText,
  squeeze,
  tagOf,
  wordsOf,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

export function structure(elements: readonly Element[], isTop: boolean): Found[] {
  const pageWide = isTop ? [...bypass(elements), ...title(), ...iframes(elements)] : []
  return [...pageWide, ...headings(elements), ...prohibitedNames(elements), ...sensory(elements)]
}

const fewestRepeated = 1

/** A page with blocks that repeat on other pages, and no way past them but to read them. */
function bypass(elements: readonly Element[]): Found[] {
  const blocks = elements.filter(
    (element) =>
      element.matches('nav, [role="navigation"], aside, [role="complementary"]') &&
      isExposed(element) &&
      isShown(element),
  )
  const repeated = blocks.filter(
    (block) => block.querySelectorAll('a[href]').length >= fewestRepeated || block.localName === 'aside',
  )
  const [first] = repeated
  if (!first || first.closest('main')) return []
  const content = elements.find(
    (element) => element.matches('p, article') && !repeated.some((block) => block.contains(element)) && isSeen(element),
  )
  if (!content || !(first.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING)) return []
  const hasMain = elements.some((element) => element.matches('main, [role="main"]') && isExposed(element))
  const hasSkip = elements.some((element) => isSkip(element, first))
  const hasHeading = elements.some(
    (element) =>
      element.matches('h1, h2, h3, h4, h5, h6, [role="heading"]') &&
      isExposed(element) &&
      isSeen(element) &&
      !repeated.some((block) => block.contains(element)),
  )
  if (hasMain || hasSkip) return []
  const missing = hasHeading
    ? 'no main landmark and no skip link'
    : 'no main landmark, no skip link and no heading before the content'
  return [
    {
      rule: 'bypass-blocks',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['2.4.1'],
      place: selectorOf(first),
      confidence: hasHeading ? 'low' : 'high',
      message: `This ${tagOf(first)} comes before the content, and there is ${missing} to get past it.`,
      recommendation:
        'Put the content into <main>, begin it with a heading, and offer a “Skip to content” link first of all.',
    },
  ]
}

/** A link or button ahead of the block that goes to a place of this page beyond it. */
function isSkip(element: Element, block: Element): boolean {
  if (!element.matches('a[href^="#"], button, [role="link"], [role="button"]') || !isExposed(element)) return false
  const target = /#([\w-]+)/.exec(element.getAttribute('href') ?? element.getAttribute('onclick') ?? '')?.[1]
  if (!target || nameOf(element) === '') return false
  const place = document.getElementById(decodeURIComponent(target))
  if (!place || block.contains(place)) return false
  return Boolean(block.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING)
}

const emptyTitle =
  /^(?:untitled(?: document| page)?|document|page|new page|home|homepage|home page|index|welcome|title|website|web page|my site|test|loading\W*|react app|vite(?: \+ \w+)?(?: \+ ts)?|create next app|nuxt app|my app|app|angular app|localhost.*)$/i

const leftOver =
  /^(?:untitled(?: document| page)?|document|new page ?\d*|react app|vite(?: \+ \w+)?(?: \+ ts)?|create next app|nuxt app|angular app|title|page title)$/i

function title(): Found[] {
  const text = squeeze(document.title)
  if (text === '') return []
  const isFile = /^[\w-]+\.(?:html?|php|aspx?|jsp|pdf|docx?)$/i.test(text) || /^https?:\/\//i.test(text)
  const isEmpty = emptyTitle.test(text)
  const strange = isEmpty || isFile ? null : strangeTo(text)
  if (!isEmpty && !isFile && strange === null) return []
  return [
    {
      rule: 'title-not-descriptive',
      // Names that tools put there, and names of files, are failures F25 of the W3C.
      verdict: isFile || leftOver.test(text) ? 'violation' : 'review',
      impact: 'moderate',
      criteria: ['2.4.2'],
      place: document.querySelector('head > title') ? 'head > title' : 'html',
      confidence: strange === null ? 'high' : 'low',
      message: strange ?? `The page’s title is ${quote(text)}, which could stand on any page.`,
      recommendation: 'Name in the title what this page is about, then the site: “Opening hours – City Library”.',
    },
  ]
}

/** A title that shares no word with the page, or only the name of the site while the heading says more. */
function strangeTo(text: string): string | null {
  const heading = document.querySelector('h1')
  if (!document.body) return null
  const body = spokenText(document.body, 20_000)
  const own = contentWords(text)
  // Without spaces between words, or with endings that change their stems, none would be found again.
  if (own.length < 2 || wordsOf(body).length < 8 || /[^\p{Script=Latin}\P{L}]/u.test(text)) return null
  const stems = new Set(contentWords(body).map(stem))
  if (!own.some((word) => stems.has(stem(word))))
    return `The page’s title ${quote(text)} has no word in common with what the page says.`
  const said = heading && isExposed(heading) ? squeeze(spokenText(heading)) : ''
  const isTail =
    said.length > text.length + 15 &&
    /\b(?:search|results?|404|not found|error|cart|checkout|login|sign in)\b/i.test(said)
  const isMissing = isTail && !/\b(?:search|results?|404|not found|error|cart|checkout|login|sign in)\b/i.test(text)
  return isMissing ? `The page’s title is ${quote(text)}, while its heading says ${quote(said)}.` : null
}

const contentWords = (text: string) => wordsOf(text).filter((word) => word.length >= 4 || /\d/.test(word))
const stem = (word: string) => word.slice(0, 5)

const emptyHeading =
  /^(?:heading|headline|title|subtitle|untitled|section|new section|lorem ipsum.*|(?:heading|headline|section|title|block) ?\d{1,2}|h[1-6]|click here|read more|todo|tbd|xxx+|placeholder)$/i

function headings(elements: readonly Element[]): Found[] {
  const found: Found[] = []
  for (const element of elements) {
    if (!element.matches('h1, h2, h3, h4, h5, h6, [role="heading"]') || !isExposed(element)) continue
    const text = nameOf(element)
    if (!emptyHeading.test(text)) continue
    found.push({
      rule: 'heading-not-descriptive',
      verdict: 'review',
      impact: 'minor',
      criteria: ['2.4.6'],
      place: selectorOf(element),
      confidence: 'medium',
      message: `The heading ${quote(text)} does not tell what comes under it.`,
      recommendation: 'Say in the heading what its section is about.',
    })
    if (found.length >= 5) return found
  }
  return found
}

const namelessTags =
  'b, bdi, bdo, code, data, del, div, em, i, ins, kbd, mark, p, pre, q, s, samp, small, span, strong, sub, sup, u, var'
// Roles of WAI-ARIA 1.3 for which authors must not give a name.
const namelessRoles =
  /^(?:caption|code|definition|deletion|emphasis|generic|insertion|mark|none|paragraph|presentation|strong|subscript|suggestion|superscript|term|time)$/
const naming = [
  'aria-label',
  'aria-labelledby',
  'aria-braillelabel',
  'aria-roledescription',
  'aria-brailleroledescription',
]

function prohibitedNames(elements: readonly Element[]): Found[] {
  const found: Found[] = []
  for (const element of elements) {
    const attribute = naming.find((name) => squeeze(element.getAttribute(name) ?? '') !== '')
    if (!attribute || !(element instanceof HTMLElement)) continue
    const role = writtenRole(element)
    const isNameless = role === '' ? element.matches(namelessTags) : namelessRoles.test(role)
    // Names on these have an effect in browsers, or are not for certain a fault.
    if (!isNameless || element.isContentEditable || element.matches('[popover], [hidden]')) continue
    if (role === '' && element.hasAttribute('tabindex')) continue
    if (!isExposed(element) || !isShown(element)) continue
    const what = role === '' ? `a <${element.localName}> without a role` : `an element with role="${role}"`
    found.push({
      rule: 'aria-name-prohibited',
      verdict: 'violation',
      impact: 'moderate',
      criteria: ['4.1.2'],
      place: selectorOf(element),
      confidence: 'high',
      message: `${attribute}=${quote(element.getAttribute(attribute) ?? '')} stands on ${what}, where WAI-ARIA forbids it: many screen readers leave it out.`,
      recommendation:
        'Give the element a role that takes a name (e.g. group, img, region), or put the words into the text itself.',
    })
  }
  return found
}

function iframes(elements: readonly Element[]): Found[] {
  const named = elements.filter(
    (element): element is HTMLIFrameElement =>
      element instanceof HTMLIFrameElement && isExposed(element) && isShown(element) && element.src !== '',
  )
  const found: Found[] = []
  for (const [name, group] of Map.groupBy(named, (frame) => nameOf(frame).toLowerCase())) {
    const [first] = group
    if (name === '' || !first || /^(?:ads?|advert.*|3rd party ad content)$/.test(name)) continue
    const other = group.find((frame) => withoutTail(frame.src) !== withoutTail(first.src))
    if (!other) continue
    found.push({
      rule: 'iframe-name-ambiguous',
      verdict: 'review',
      impact: 'minor',
      criteria: ['4.1.2'],
      place: selectorOf(other),
      confidence: 'low',
      message: `Two frames are called ${quote(name)} and show different addresses: ${quote(first.src, 80)} and ${quote(other.src, 80)}.`,
      recommendation: 'If they show different things, give each a title of its own.',
    })
  }
  return found
}

const withoutTail = (address: string) => address.replace(/[?#].*$/, '').replace(/\/$/, '')

const byPlace =
  /\b(?:click|press|select|use|find|see|choose|tap|open|push|hit|go to|refer to)\b[^.!?]{0,60}?\b(?:on|to|at|in|from) the (?:(?:far|upper|lower|top|bottom)[ -])?(?:right|left)\b(?![- ]?(?:hand )?(?:wing|foot|track|direction))/i
const byLooks =
  /\b(?:(?:click|press|select|use|find|see|choose|tap|open|push|hit|within|in|from) (?:on )?(?:the|this) )((?:big|small|large )?(?:round|square|circular|triangular|triangle|oval|red|green|blue|yellow|orange|purple|grey|gray|pink) (?:button|icon|link|menu|box|circle|square|arrow|tab|field))s?\b/i

function sensory(elements: readonly Element[]): Found[] {
  const found: Found[] = []
  for (const element of elements) {
    if (found.length >= 5) return found
    if (!element.matches('p, li, td, dd, label, legend, figcaption, div, span') || ownText(element).length < 15)
      continue
    const text = spokenText(element, 600)
    const looks = byLooks.exec(text)
    const place = looks ? null : byPlace.exec(text)
    const words = looks?.[0] ?? place?.[0]
    if (!words || !isExposed(element) || !isSeen(element)) continue
    // A name beside the looks is enough: “the round button labelled Go”.
    if (/\b(?:label(?:l?ed)?|called|named|titled|marked|says)\b|["“”'‘’«»]\s*\w/i.test(text)) continue
    if (looks?.[1] && hasControlCalled(looks[1])) continue
    if (place && namesControl(place[0], elements)) continue
    found.push({
      rule: 'instruction-by-looks',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['1.3.3'],
      place: selectorOf(element),
      confidence: looks ? 'medium' : 'low',
      message: `This instruction goes by ${looks ? 'shape or colour' : 'place'} alone: ${quote(words, 80)}.`,
      recommendation:
        'Name the thing as well, by the label it carries, for readers who do not see where or what shape it is.',
    })
  }
  return found
}

const hasControlCalled = (words: string) =>
  [...document.querySelectorAll('a, button, summary, [role], h1, h2, h3, h4, h5, h6')].some((element) =>
    spokenText(element, 100).toLowerCase().includes(words.toLowerCase()),
  )

/** Whether the phrase names a heading, button or landmark label of the page: then it is found without looking. */
function namesControl(phrase: string, elements: readonly Element[]): boolean {
  const words = new Set(contentWords(phrase))
  return elements
    .filter((element) => element.matches('h1, h2, h3, h4, h5, h6, button, [aria-label], a[href], summary'))
    .some((element) => contentWords(nameOf(element)).some((word) => words.has(word)))
}
