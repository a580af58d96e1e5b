/** Links whose text does not tell where they lead. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  blockOf,
  closest,
  contentWords,
  headings,
  isShown,
  parentOf,
  quote,
  spokenText,
  withId,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import {
  contextOf,
  hasHeadingBeside,
  headersOf,
  isEmptyOfMeaning,
  isVague,
  keyOf,
  type Link,
  languageOf,
  lineOf,
  readLinks,
} from '#workers/scan-page/checks/in-page/link-texts'

export const linkTextGeneric: StaticCheck = {
  rule: 'link-text-generic',
  criteria: ['2.4.4', '2.4.9'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Let the link’s own words name its target, e.g. “Download the annual report (PDF)”.',
  find(elements) {
    const links = readLinks(elements)
    const targets = new Map(
      [...Map.groupBy(links, ({ key }) => key)].map(([key, all]) => [
        key,
        new Set(all.map(({ element }) => element.getAttribute('href'))).size,
      ]),
    )
    const inRow = rowsOf(links)
    return links.flatMap((link) => judge(link, targets.get(link.key) ?? 0, inRow.has(link)))
  },
}

/** Those that follow one another with the same text, other targets and no word between: what stands before them tells none from the next. */
function rowsOf(links: readonly Link[]): ReadonlySet<Link> {
  return new Set(
    links.flatMap((link, at) => {
      const next = links[at + 1]
      if (!next || next.key !== link.key || next.target === link.target || !isVague(link.key, languageOf(link.element)))
        return []
      const shortest = blockOf(link.element) === blockOf(next.element) ? longestJoint : 0
      return isNothingBetween(link.element, next.element, shortest) ? [link, next] : []
    }),
  )
}

/** @param joint of how many letters a word says nothing. */
function isNothingBetween(one: Element, other: Element, joint: number): boolean {
  const between = document.createRange()
  between.setStartAfter(one)
  between.setEndBefore(other)
  return (
    !wordsOf(between.toString()).some((word) => word.length > joint) &&
    between.cloneContents().querySelector('img[alt]:not([alt=""]), svg, [aria-label], [title], input') === null
  )
}

/** “und”, “and”, “oder”: what joins links. */
const longestJoint = 4

/** @param targets addresses that links of this text lead to. */
function judge({ element, name, key }: Link, targets: number, isInRow: boolean): Hit[] {
  const language = languageOf(element)
  if (!isVague(key, language) || /[<>(){}_=]/.test(name) || closest(element, 'pre, code')) return []
  // It is called as the part of the page that it leads to.
  if (keyOf(headingOf(element)) === key || isMenuItem(element)) return []
  const says = `The link text ${quote(name)} does not tell where the link leads`
  const tier = isEmptyOfMeaning(key, language) ? ('error' as const) : ('warning' as const)
  const isTold = isHeaded(element) || element.hasAttribute('aria-describedby')
  if (isInRow && isShown(element) && !isTold)
    return [
      {
        element,
        criteria: ['2.4.4', '2.4.9'],
        tier,
        confidence: 'high',
        message: `${says}, and the same words stand beside it for another place: nothing tells which is which.`,
      },
    ]
  const near = nearness(element)
  if (near !== 'nothing')
    return [{ element, criteria: ['2.4.9'], tier, confidence: 'low', message: `${says}, on its own.` }]
  return [
    {
      element,
      // Off the screen it may be meant for a place that is filled later.
      tier: !isShown(element) ? 'warning' : tier === 'warning' && targets >= fewestTargets ? 'practice' : tier,
      confidence: 'high',
      message: `${says}, and nothing around it in its sentence, list item or cell does.`,
    },
  ]
}

/** Among the items of a menu, which are read together and each called otherwise, it is the name of a page: “Details”, “More”. */
function isMenuItem(element: Element): boolean {
  const list = closest(element, 'ul, ol, [role="list"], [role="menu"], [role="menubar"]')
  if (!list || !closest(list, 'nav, [role="navigation"], [role="menu"], [role="menubar"]')) return false
  const names = [...list.querySelectorAll('a[href]')].map((link) => keyOf(spokenText(link)))
  return (
    names.length >= fewestItems &&
    new Set(names).size === names.length &&
    names.filter((name) => !isVague(name)).length >= 2
  )
}

const fewestItems = 3
/** A word that leads to so many places tells of none of them. */
const fewestTargets = 3

/** The heading with which the part of this page begins that a link leads to. */
function headingOf(link: Element): string {
  const id = /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1]
  const part = id === undefined ? null : withId(link, id)
  const heading = part?.matches(headings) ? part : part?.querySelector(headings)
  return heading ? spokenText(heading) : ''
}

/** A term or a header cell says in one word what its row is about. */
const isHeaded = (element: Element): boolean => headersOf(element).some((header) => contentWords(header).length > 0)

/** Whether its sentence, list item or cell says more, or the heading or name of what it closes. */
function nearness(element: Element): 'words' | 'heading' | 'nothing' {
  if (isHeaded(element)) return 'words'
  if (wordsOf(contextOf(element)).length >= 2 || wordsOf(lineOf(blockOf(element), element)).length >= 2) return 'words'
  if (hasHeadingBeside(element)) return 'heading'
  const own = wordsOf(spokenText(element)).length
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
    if (at.matches('[aria-label], [aria-labelledby]') || at.querySelector(headings) !== null) return 'heading'
    // What stands in the same box and is no heading does not belong to the link for who does not see the box.
    if (wordsOf(spokenText(at, 400)).length >= own + 2) return 'nothing'
  }
  return 'nothing'
}
