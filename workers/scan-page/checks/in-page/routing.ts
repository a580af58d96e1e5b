/** Views that a script exchanges under an address of their own: whether the title goes along, and where the focus is then. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  ancestorsOf,
  contentWords,
  headings,
  isExposed,
  isSeen,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { focusLost } from '#workers/scan-page/checks/in-page/focus-lost'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { namesHarm, soundsHarmful } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import type { Hears } from '#workers/scan-page/checks/in-page/pressable'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { writtenAddresses } from '#workers/scan-page/checks/in-page/stay'

export const titleStays: CheckMeta = {
  rule: 'title-stays',
  criteria: ['2.4.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Set document.title with each view to what that view is about.',
}

const linksTaken = 3
const answerMs = 50
const longestMs = 800
const restingMs = 300

/** Links to other addresses of the site whose clicks a script may take: those of the content first. */
export function routes(hears: Hears): HTMLAnchorElement[] {
  const all = pick(allElements(), 'a[href]:not([target], [download])').filter(
    (link): link is HTMLAnchorElement => link instanceof HTMLAnchorElement,
  )
  return all
    .filter((link) => leadsToView(link) && (hears.isPressedAbove || [link, ...ancestorsOf(link)].some(hears.isPressed)))
    .filter((link) => !soundsHarmful(nameOf(link)) && !namesHarm(`${link.pathname} ${link.hash} ${link.search}`))
    .filter((link) => isSeen(link) && isExposed(link))
    .toSorted((a, b) => Number(isCurrent(a)) - Number(isCurrent(b)) || Number(isOfContent(b)) - Number(isOfContent(a)))
    .slice(0, linksTaken)
}

const isCurrent = (link: Element) => link.matches('[aria-current]:not([aria-current="false"])')
const isOfContent = (link: Element) => link.closest('main') !== null

const leadsToView = ({ origin, pathname, search, hash }: HTMLAnchorElement): boolean =>
  origin === location.origin &&
  (pathname !== location.pathname || search !== location.search || /^#!?\//.test(hash)) &&
  !/\.(?!html?$|php$|aspx?$)\w{2,5}$/i.test(pathname)

type Heading = { element: Element; text: string; isFirst: boolean }

const headingsSeen = (): Heading[] =>
  pick(allElements(), headings)
    .filter((element) => isExposed(element) && isSeen(element))
    .map((element) => ({
      element,
      text: squeeze(spokenText(element)),
      isFirst: element.matches('h1, [aria-level="1"]'),
    }))
function without(these: readonly Heading[], those: readonly Heading[]): Heading[] {
  const texts = new Set(those.map(({ text }) => text))
  return these.filter(({ text }) => !texts.has(text))
}

export type Routed = {
  /** A script has taken the click and written another address. */
  isView: boolean
  /** Other headings are there since. */
  isExchanged: boolean
  found: Found[]
  state: string
}

export async function follow(link: HTMLAnchorElement): Promise<Routed> {
  const title = squeeze(document.title)
  const before = headingsSeen()
  const name = nameOf(link)
  const state = `after following ${quote(name || 'a link')}`
  link.focus({ preventScroll: true })
  const written = writtenAddresses()
  try {
    link.click()
    await pause(answerMs)
    if (written.count() === 0) return { isView: false, isExchanged: false, found: [], state }
    let now = headingsSeen()
    for (let waited = 0; waited < longestMs && without(now, before).length === 0; waited += answerMs) {
      await pause(answerMs)
      now = headingsSeen()
    }
    const isExchanged = without(now, before).length > 0
    // The title may be set, and the focus given on, a moment after the view has come.
    if (isExchanged) await pause(restingMs)
    const found = isExchanged ? [...titleKept(title, before, now), ...focusGone(link, name, without(now, before))] : []
    return { isView: true, isExchanged, found, state }
  } finally {
    written.end()
  }
}

const named = 0.5

/** Whether the title has most of the words of a heading that the others, which it stands for or that stand for it, do not have. */
function names(title: ReadonlySet<string>, { text }: Heading, others: readonly Heading[] = []): boolean {
  const shared = new Set(others.flatMap((other) => contentWords(other.text)))
  const words = contentWords(text).filter((word) => !shared.has(word))
  return words.length > 0 && words.filter((word) => title.has(word)).length / words.length >= named
}

function titleKept(title: string, before: readonly Heading[], now: readonly Heading[]): Found[] {
  if (squeeze(document.title) !== title || title === '') return []
  const words = new Set(contentWords(title))
  const [gone, come] = [without(before, now), without(now, before)]
  const stayed = now.filter((heading) => !come.includes(heading))
  // By what no heading has that is there still: one that stays beside the views may share a word with the title by chance.
  const old = gone.find((heading) => names(words, heading, [...come, ...stayed]))
  const isOfWhatStays = stayed.some((heading) => names(words, heading))
  if ((isOfWhatStays && !old) || come.some((heading) => names(words, heading, gone))) return []
  const [first] = come.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
  if (!first || contentWords(first.text).length === 0 || !(old || first.isFirst)) return []
  return [
    foundOf(titleStays, {
      element: document.querySelector('head > title') ?? document.documentElement,
      // A title that names the site alone may be meant for all of it.
      tier: old ? 'error' : 'practice',
      confidence: old ? 'high' : 'medium',
      message: `Where a link exchanges ${old ? quote(old.text) : 'the view'} for ${quote(first.text)} under an address of its own, the title stays ${quote(title)}.`,
    }),
  ]
}

/** The link has gone with its view, and nothing of the new one was given the focus. */
function focusGone(link: HTMLAnchorElement, name: string, [instead]: readonly Heading[]): Found[] {
  const isGone = !link.isConnected || !isSeen(link)
  const { activeElement } = document
  if (!isGone || !instead || (activeElement !== null && activeElement !== document.body && activeElement !== link))
    return []
  return [
    foundOf(focusLost, {
      element: instead.element,
      confidence: 'medium',
      message: `The link ${quote(name || 'without a name')} goes away with the view that it exchanges, and the focus with it: it is back at the page’s start.`,
    }),
  ]
}
